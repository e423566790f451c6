import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readArticles } from './articles-jsonl.ts'

/** The records of a file with one article on each line, and why lines are left out. */
async function read(articles: readonly object[]) {
  const folder = mkdtempSync(join(tmpdir(), 'articles-'))
  const path = join(folder, 'news.jsonl')
  try {
    writeFileSync(path, articles.map((each) => `${JSON.stringify(each)}\n`).join(''))
    const rejected: string[] = []
    const records = await Array.fromAsync(readArticles(path, ({ reason }) => rejected.push(reason)))
    return { published: records.map(({ record }) => record.published), rejected }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const ARTICLE = { headline: 'A', url: 'https://a.example/', source: 'S' }

test('a time of publication may be a number', async () => {
  const times = [1_714_680_000, '2024-05-02', null]
  expect(await read(times.map((at) => ({ ...ARTICLE, published_at: at })))).toEqual({
    published: ['1714680000', '2024-05-02', null],
    rejected: [],
  })
})

test('a key that is missing is told from one of another type', async () => {
  const { rejected } = await read([
    { ...ARTICLE, url: undefined },
    { ...ARTICLE, url: null },
    { ...ARTICLE, published_at: true },
  ])
  expect(rejected).toEqual([
    'url is missing',
    'url must be a string',
    'published_at must be a string or null',
  ])
})
