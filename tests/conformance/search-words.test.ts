import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate, readMigrations } from '../../src/adapters/storage/migrate.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'

/** Characters that do not repeat soon, from the planes of two lengths in UTF-8. */
const ideographs = (first: number, count: number): string =>
  Array.from({ length: count }, (_, at) =>
    String.fromCodePoint(first + ((at * 7_919 + at * at) % 20_000)),
  ).join('')

describeEngines('words of Chinese, Japanese and Korean', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.create({ migrated: false })
  })
  afterAll(() => database.drop())

  it('are found in articles that were stored before, and what others say is untouched', async () => {
    const { pool } = database.storage
    await migrate(
      pool,
      readMigrations().filter(({ name }) => name < '0028'),
    )
    const body = `${'股息。'.repeat(40_000)}末尾是黄金`
    const insert = `
      insert into article (doc_id, seq, revision, simulated, headline, source, url, body, source_tier, routing_tier, official, positive,
        negative, sentiment, llm_relevance_score, market_score, score, story_id, signature, bands, numbers, content_hash, words)
      select gen_random_uuid(), seq, seq, false, headline, 'Wire', 'https://news.example', body, 4, 4, false, 0, 0, 0, 0, 0, 0, gen_random_uuid(),
        '', '{}', '{}', gen_random_uuid(), article_words(headline)
      from (values (1, '苹果公司提高股息', null), (2, 'Nestlé raises dividend', null), (3, 'Long', $1)) as given(seq, headline, body)`
    await pool.query(insert, [body])
    const untouched = `select xmin::text from article where seq = 2`
    const { rows: before } = await pool.query(untouched)
    await migrate(pool)
    expect((await pool.query(untouched)).rows).toEqual(before)
    const find = `select seq from article where words @@ article_query($1)
      union select seq from article_more_words where words @@ article_query($1) order by 1`
    const found = async (text: string): Promise<number[]> =>
      (await pool.query<{ seq: number }>(find, [text])).rows.map(({ seq }) => seq)
    expect(await found('公司提高')).toEqual([1])
    expect(await found('股息')).toEqual([1, 3])
    expect(await found('黄金')).toEqual([3])
    expect(await found('nestle')).toEqual([2])
    const { rows: waiting } = await pool.query('select seq from article_unposted order by 1')
    expect(waiting).toEqual([{ seq: 1 }, { seq: 3 }])
  })

  it.each([
    ['three bytes each', ideographs(0x4e00, 100_000)],
    ['four bytes each', ideographs(0x20000, 100_000)],
    ['behind a text of others', `${'some words '.repeat(60_000)}${ideographs(0x4e00, 100_000)}`],
    ['before a text of others', `${ideographs(0x4e00, 100_000)}${' some words'.repeat(60_000)}`],
  ])('of the longest texts fit in their columns: %s', async (_, text) => {
    const { pool } = database.storage
    const { rows } = await pool.query<{ parts: number }>(
      `select count(setweight(article_words(substr(said, 1 + size * part, size)), 'C'))::int as parts
       from (values ($1::text)) as given(said) cross join lateral article_part(said) as size
       cross join lateral generate_series(0, (length(said) - 1) / size) as part`,
      [text],
    )
    expect(rows[0]?.parts).toBeGreaterThan(1)
  })
})
