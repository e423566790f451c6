import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate, readMigrations } from '../../src/adapters/storage/migrate.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'

/** As they were stored once, and as they are shown. */
const ADDRESSES = [
  ['https://reader:secret@news.example/a', 'https://news.example/a'],
  ['HTTP://reader@news.example', 'HTTP://news.example'],
  ['https://reader:se@cret@news.example:8080/?to=a@b.example', 'https://news.example:8080/?to=a@b.example'],
  ['https://news.example/@author/1', 'https://news.example/@author/1'],
  ['https://news.example?to=a@b.example', 'https://news.example?to=a@b.example'],
] as const

describeEngines('addresses of articles that were stored before', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.create({ migrated: false })
  })
  afterAll(() => database.drop())

  it('lose user names and passwords, served or waiting, and nothing else', async () => {
    const { pool } = database.storage
    await migrate(
      pool,
      readMigrations().filter(({ name }) => name < '0029'),
    )
    const given = ADDRESSES.map(([stored]) => stored)
    await pool.query(
      `insert into article (doc_id, seq, revision, simulated, headline, source, url, source_tier, routing_tier, official, positive,
        negative, sentiment, llm_relevance_score, market_score, score, story_id, signature, bands, numbers, content_hash, words)
      select gen_random_uuid(), at, at, false, 'Headline', 'Wire', url, 4, 4, false, 0, 0, 0, 0, 0, 0, gen_random_uuid(),
        '', '{}', '{}', gen_random_uuid(), ''
      from unnest($1::text[]) with ordinality as given(url, at)`,
      [given],
    )
    await pool.query(
      `insert into article_intake (doc_id, content_hash, simulated, article)
      select gen_random_uuid(), gen_random_uuid(), false, jsonb_build_object('url', url, 'headline', 'Headline') from unnest($1::text[]) as given(url)`,
      [given],
    )
    await migrate(pool)
    const urls = async (query: string): Promise<string[]> =>
      (await pool.query<{ url: string }>(query)).rows.map(({ url }) => url)
    const shown = ADDRESSES.map(([, without]) => without)
    expect(await urls('select url from article order by seq')).toEqual(shown)
    expect(await urls(`select article->>'url' as url from article_intake order by intake_id`)).toEqual(shown)
  })
})
