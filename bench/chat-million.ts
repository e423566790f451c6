import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyArticles, STORE_ARTICLES } from './chat-articles.ts'
import { benchRetrieval, buildPostings } from './chat-retrieval.ts'
import { start, tidemark } from './processes.ts'
import { POSTGRES, psql } from './psql.ts'

const DATABASE = 'tidemark_bench_chat'
const ARTICLES = 1_000_000

/** What is found for questions among a million articles on PostgreSQL. */
export async function benchMillionArticles(): Promise<void> {
  if (psql('postgres', 'select 1') === null) {
    console.log('no PostgreSQL on 127.0.0.1:5432: its figures are left out')
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-'))
  psql('postgres', `drop database if exists ${DATABASE}`)
  psql('postgres', `create database ${DATABASE}`)
  try {
    await fill(join(folder, 'data'))
    await benchRetrieval(DATABASE, `${ARTICLES.toLocaleString('en')} articles`)
  } finally {
    psql('postgres', `drop database if exists ${DATABASE}`)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fill(dataDir: string): Promise<void> {
  const env = { DATABASE_URL: `${POSTGRES}/${DATABASE}`, DATA_DIR: dataDir, DEMO_NEWS_DAYS: '0' }
  await tidemark(['migrate'], env)
  // The listings of the demo, which articles are about.
  await (await start('src/main.ts', ['demo'], { env, path: '/readyz' })).stop()
  psql(DATABASE, 'create unlogged table made (n int, headline text, body text)')
  await copyArticles(DATABASE, ARTICLES)
  // What they say is found by postings: the indexes would cost most of the time that storing takes.
  psql(DATABASE, 'drop index article_by_words; drop index article_by_bands')
  const stored = psql(DATABASE, STORE_ARTICLES)
  if (stored === null) throw new Error('articles could not be stored')
  psql(DATABASE, 'drop table made')
  psql(DATABASE, 'insert into article_unposted select seq from article; analyze')
  await buildPostings(DATABASE)
}
