import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSearchStore } from '../../src/groups/news/articles/search-store.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'

const { signal } = new AbortController()
/** Articles of one form, about one company and all alike, a minute apart. */
const FORMS = 2_000
/** So many of a story, of the same words and about the same entities are compared. */
const MOST_COMPARED = 200

describeEngines('what an article is compared with', (engine) => {
  let database: TestDatabase
  let read: (seq: number) => Promise<number[]>
  beforeAll(async () => {
    database = await engine.create()
    const { pool, requests } = database.storage
    await pool.query(
      `insert into article (doc_id, seq, revision, simulated, headline, source, url, published_at, source_tier, routing_tier, official, positive,
        negative, sentiment, llm_relevance_score, market_score, score, story_id, signature, bands, numbers, content_hash, words)
      select md5('form' || at)::uuid, at, at, at = 1001, 'Form 8-K', 'SEC', 'https://news.example/' || at,
        case when at = 3 then null else timestamptz '2025-11-01' + at * interval '1 minute' end, 4, 4, false, 0, 0, 0, 0, 0, 0,
        md5(case when at <= $1 then 'story' else 'story' || at end)::uuid, '', case when at <= $1 then array[1, 2, 3] else array[at] end, '{}', md5('form' || at)::uuid, ''
      from generate_series(1, $1 + 5) as at`,
      [FORMS],
    )
    await pool.query(
      `insert into article_entity (seq, entity_id, position, relevance, positive, negative, sentiment, published_at)
      select seq, entity_id, 0, 1, 0, 0, 0, published_at from article, unnest($1::uuid[]) as entity_id where seq < $2`,
      [['e0000000-0000-4000-8000-000000000001', 'e0000000-0000-4000-8000-000000000002'], FORMS + 3],
    )
    const store = createSearchStore(requests.withTables(), { servesSimulated: false })
    read = async (seq) => [...((await store.comparable(seq, signal))?.others.keys() ?? [])]
  })
  afterAll(() => database.drop())

  it('is bounded, the nearest in time of its story and its entities first, never itself and never of the other market', async () => {
    const found = await read(1_000)
    const nearest = Array.from({ length: MOST_COMPARED / 2 - 1 }, (_, at) => [999 - at, 1_002 + at]).flat()
    expect(found).toEqual(expect.arrayContaining(nearest))
    expect(found).not.toContain(1_000)
    expect(found).not.toContain(1_001)
    expect(found.length).toBeLessThanOrEqual(2 * MOST_COMPARED)
  })

  it('is what is about the same entities where nothing else is alike', async () => {
    const found = await read(FORMS + 1)
    expect(found).toContain(FORMS)
    expect(found).toContain(FORMS + 2)
    expect(found.length).toBe(MOST_COMPARED)
  })

  it('is nothing for an article that has nothing in common with any other, nor for one that is not there', async () => {
    expect(await read(FORMS + 4)).toEqual([])
    expect(await read(FORMS + 100)).toEqual([])
  })

  it('is what has the same words for an article without a time', async () => {
    const store = createSearchStore(database.storage.requests.withTables(), { servesSimulated: false })
    expect(await store.comparable(3, signal)).toBeNull()
  })
})
