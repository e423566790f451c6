import { describe, expect, test } from 'vitest'
import { instant } from '../../../../tests/support/factories.ts'
import type { ArticleRecord } from '../../../ports/article-source.ts'
import { fromRecord, textsOf } from './records.ts'

const record = (fields: Partial<ArticleRecord>): ArticleRecord => ({
  headline: 'Contoso opens an office',
  url: 'https://news.example/1',
  source: 'Example Times',
  published: '2025-11-05T12:00:00Z',
  summary: null,
  body: null,
  language: null,
  ...fields,
})
const read = (fields: Partial<ArticleRecord>) => fromRecord(record(fields), instant('2025-11-06'))
const long = (characters: number): string => 'a'.repeat(characters)

describe('an article of a file', () => {
  test.each([
    ['headline has more than 1000 characters', { headline: long(1_001) }],
    ['url has more than 2048 characters', { url: `https://news.example/${long(2_048)}` }],
    ['source has more than 200 characters', { source: long(201) }],
    ['body has more than 1048576 characters', { body: long(1_048_577) }],
    ['source has no text', { source: '<b> </b>' }],
    ['url has a user name or password', { url: 'https://user:secret@news.example/1' }],
    ['url has a user name or password', { url: ' https://user@news.example/1' }],
  ])('is refused: %s', (reason, fields) => {
    expect(read(fields)).toBe(reason)
  })

  test('may have an at sign in its address', () => {
    const url = 'https://news.example/@author/1?mail=a@b.example'
    expect(read({ url })).toMatchObject({ url })
  })

  test('may have a summary of any length, which is the text where there is no other', () => {
    expect(read({ summary: long(10_001) })).toMatchObject({ body: long(10_001) })
    expect(read({ summary: long(10_001), body: 'b' })).toMatchObject({ body: 'b' })
    expect(read({ summary: long(10_000) })).toMatchObject({ summary: long(10_000), body: null })
  })
})

test('no text is longer than what is stored and an ellipsis', () => {
  const lengths = (texts: { summary: string | null; body: string | null }) => {
    const { summary, body } = textsOf(texts)
    return [summary?.length, body?.length]
  }
  const text = long(2_000_000)
  expect(lengths({ summary: text, body: null })).toEqual([10_001, 1_048_577])
  expect(lengths({ summary: text, body: text })).toEqual([10_001, 1_048_577])
  expect(lengths({ summary: null, body: null })).toEqual([undefined, undefined])
})
