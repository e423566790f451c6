import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createArticleFinder } from '../../src/groups/chat/retrieval/article-finder.ts'
import { createArticleStore, type ScoredArticle } from '../../src/groups/news/articles/article-store.ts'
import { createDocumentFinder, createHeadlineFinder } from '../../src/groups/news/articles/document-finder.ts'
import { createLiveIndex } from '../../src/groups/news/articles/live-index.ts'
import { createPostingStore } from '../../src/groups/news/articles/posting-store.ts'
import type { NewsDatabase } from '../../src/groups/news/tables.ts'
import type { Embeddings } from '../../src/ports/embeddings.ts'
import type { HeadlineQuery, NewsSentiment } from '../../src/ports/news.ts'
import { type Id, nameId } from '../../src/kernel/ids.ts'
import { WorkGate } from '../../src/kernel/work-gate.ts'
import { WorkerPool } from '../../src/kernel/worker-pool.ts'
import { describeEngines, type TestDatabase, type TestEngine } from '../support/engines.ts'
import { instant } from '../support/factories.ts'
import { SILENT } from '../support/silent-logger.ts'

const NOW = instant('2025-11-20T15:00:00Z')
const ALL_TIMES = { from: 0, to: NOW }
const TENANT = 'c1c5c5a8-6a6e-5f0e-8b1a-2f6f0f4a9b11' as Id
const ACME = nameId('test-company', 'Acme')
const BOLT = nameId('test-company', 'Bolt')

function article(name: string, fields: Partial<ScoredArticle> = {}): ScoredArticle {
  const docId = nameId('test-article', name)
  return {
    docId,
    contentHash: docId,
    simulated: false,
    headline: name,
    source: 'Example Times',
    url: `https://news.example/${encodeURIComponent(name)}?ref=${docId.slice(0, 4)}`,
    publishedAt: instant('2025-11-18T12:00:00Z'),
    versionAt: instant('2025-11-18T12:00:00Z'),
    summary: null,
    body: null,
    language: 'en',
    feedTier: null,
    isOfficial: false,
    positive: 0,
    negative: 0,
    sentiment: 0,
    llmRelevanceScore: 0.5,
    signature: new Uint8Array(4),
    bands: [],
    numbers: [],
    entities: [],
    sourceTier: 3,
    routingTier: 3,
    marketScore: 0.5,
    score: 5_000,
    marketCheckAt: null,
    ...fields,
  }
}

const about = (entityId: Id) => [{ entityId, relevance: 1, positive: 0, negative: 0, sentiment: 0 as const }]

/** A filing of some 900 kB whose one telling sentence stands in its middle, under a heading, beside a table. */
function longFiling(): string {
  const filler = (from: number): string =>
    Array.from(
      { length: 2_000 },
      (_, at) =>
        `Paragraph ${from + at} speaks of ordinary matters of the business and its many risks in general terms, as filings do, at length and without end, so that nobody reads it to the end of the page or the next.`,
    ).join('\n\n')
  const table =
    '| | 2025 | 2024 |\n|---|---|---|\n| Backlog of turbines | $ 4,812.5 | $ 3,901.0 |\n| Backlog of services | 311.2 | 290.9 |'
  return `Turbine backlog overview\n\n${filler(0)}\n\nITEM 7. BACKLOG\n\nThe backlog of turbines rose on orders from utilities.\n${table}\n\n${filler(5_000)}\n\nThe xylophonist sits on the board.`
}

/** Whether articles have postings, or are looked through as they are. */
const STATES = ['without postings', 'with postings', 'with postings that were merged'] as const

describeEngines('articles for a question', (engine) => {
  describe.each(STATES)('%s', (state) => {
    questions(engine, state)
  })
})

function questions(engine: TestEngine, state: (typeof STATES)[number]): void {
  let database: TestDatabase
  const workers = new WorkerPool()
  /** What is found is tested here, and not how soon a busy machine finds it. */
  const gate = new WorkGate({ deadlineMs: 60_000 })

  beforeAll(async () => {
    database = await engine.create()
    await createArticleStore(database.storage.db.withTables()).save([
      article('Acme raises its dividend after record turbine orders', { entities: about(ACME) }),
      article('Acme opens an office in Lisbon', { entities: about(ACME) }),
      article('Acme turbine orders of 2019 in review', {
        entities: about(ACME),
        publishedAt: instant('2019-03-01T12:00:00Z'),
        sentiment: 1,
      }),
      article('Bolt raises its dividend', { entities: about(BOLT) }),
      article('Zephyrine Holdings, not listed anywhere, seeks a licence', {
        body: 'Zephyrine Holdings asked the regulator for a licence to run ferries.',
      }),
      article('Annual report of Bolt', { entities: about(BOLT), body: longFiling() }),
      article('Demo: turbine orders soar', { entities: about(ACME), simulated: true }),
      article('Undated note on turbine orders', {
        entities: about(ACME),
        publishedAt: null,
        versionAt: null,
      }),
    ])
    const postings = createPostingStore(database.storage.db.withTables())
    if (state === 'without postings') return
    const trx: NewsDatabase = database.storage.db.withTables()
    while ((await postings.build(trx, 3)) > 0);
    if (state === 'with postings') return
    for (let after: string | null = ''; after !== null;) after = await postings.mergeWords(trx, 0, after)
  })
  afterAll(async () => {
    await workers.close()
    await database.drop()
  })

  const finder = (servesSimulated = false, embeddings: Embeddings | null = null) => {
    const db: NewsDatabase = database.storage.db.withTables()
    const live = createLiveIndex(createArticleStore(db), { logger: SILENT, servesSimulated })
    const documents = createDocumentFinder({
      db,
      postings: createPostingStore(db),
      index: live.index,
      loaded: () => live.loaded(),
      now: () => NOW,
    })
    return createArticleFinder({ news: { documents }, gate, workers, embeddings })
  }
  const headlines = (query: Partial<HeadlineQuery>) => {
    const db: NewsDatabase = database.storage.db.withTables()
    const live = createLiveIndex(createArticleStore(db), { logger: SILENT, servesSimulated: false })
    const find = createHeadlineFinder({ db, index: live.index, loaded: () => live.loaded() })
    return find({ range: ALL_TIMES, entityIds: null, sentiment: null, limit: 100, ...query })
  }
  const asked = (question: string) => ({
    question,
    entityIds: [],
    asksNews: false,
    range: null,
    sentiment: null,
    limit: 10,
    tenantId: TENANT,
    now: NOW,
    signal: AbortSignal.timeout(60_000),
  })
  const ask = (question: string, more: Partial<Parameters<ReturnType<typeof finder>>[0]> = {}) =>
    finder()({ ...asked(question), ...more })

  it('finds what the question says first, the newer of two that fit', async () => {
    const found = await ask('How many turbine orders did Acme get?', { entityIds: [ACME] })
    expect(found[0]?.headline).toBe('Acme raises its dividend after record turbine orders')
    expect(found.map(({ headline }) => headline)).not.toContain('Bolt raises its dividend')
    expect(found[0]?.url).toBe(article('Acme raises its dividend after record turbine orders').url)
  })

  it('keeps to a range of time', async () => {
    const range = { from: instant('2019-01-01T00:00:00Z'), to: instant('2019-12-31T00:00:00Z') }
    const found = await ask('turbine orders', { range })
    expect(found.map(({ headline }) => headline)).toEqual(['Acme turbine orders of 2019 in review'])
  })

  it('tells the most relevant of a range as headlines, one of each story', async () => {
    const found = await headlines({})
    const scores = found.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((one, other) => other - one))
    expect(new Set(found.map(({ storyId }) => storyId)).size).toBe(found.length)
    expect(found.map(({ headline }) => headline)).toContain('Bolt raises its dividend')
    expect(found.some(({ simulated }) => simulated)).toBe(false)
    expect(await headlines({ limit: 2 })).toEqual(found.slice(0, 2))
    const range = { from: instant('2019-01-01T00:00:00Z'), to: instant('2019-12-31T00:00:00Z') }
    const of2019 = await headlines({ range })
    expect(of2019.map(({ headline }) => headline)).toEqual(['Acme turbine orders of 2019 in review'])
    expect(await headlines({ range, sentiment: 'positive' })).toEqual(of2019)
    expect(await headlines({ range, sentiment: 'negative' })).toEqual([])
  })

  it('keeps to a tone', async () => {
    const toned = async (sentiment: NewsSentiment | null): Promise<string[]> =>
      (await ask('Acme turbine orders', { sentiment })).map(({ headline }) => headline)
    expect(await toned('positive')).toEqual(['Acme turbine orders of 2019 in review'])
    expect(await toned('negative')).toEqual([])
    expect(await toned('neutral')).not.toContain('Acme turbine orders of 2019 in review')
    expect(await toned(null)).toEqual(expect.arrayContaining(await toned('positive')))
  })

  it('finds a company that is no instrument by its name in the text', async () => {
    const found = await ask('What does Zephyrine Holdings want from the regulator?')
    expect(found[0]?.text).toContain('licence to run ferries')
  })

  it('reads the section of a long document, its table whole', async () => {
    const [found] = await ask('What was the backlog of turbines in 2025?', { entityIds: [BOLT] })
    expect(found?.headline).toBe('Annual report of Bolt')
    expect(found?.text).toContain('| Backlog of turbines | $ 4,812.5 | $ 3,901.0 |')
    expect(found?.text).toContain('| Backlog of services | 311.2 | 290.9 |')
    expect(found?.text.length).toBeLessThanOrEqual(4_000)
  })

  it('leaves out the simulated market and what has no date', async () => {
    const found = await ask('turbine orders soar note')
    const headlines = found.map(({ headline }) => headline)
    expect(headlines).not.toContain('Demo: turbine orders soar')
    expect(headlines).not.toContain('Undated note on turbine orders')
    const simulated = await finder(true)(asked('turbine orders soar'))
    expect(simulated.some((record) => record.simulated)).toBe(true)
  })

  it('lets vectors decide where words do not, and does without them', async () => {
    const question = asked('dividend of an office in Lisbon')
    const names = ['Acme raises', 'Bolt raises']
    /** One of the two is nearest and the other farthest. */
    const towards = (name: string): Embeddings => {
      const nearness = (text: string): number =>
        text.startsWith(name) ? 1 : names.some((each) => text.startsWith(each)) ? -1 : 0
      return {
        vectors: async (texts) => texts.map((text, at) => Float32Array.of(at === 0 ? 1 : nearness(text))),
      }
    }
    for (const name of names) {
      const headlines = (await finder(false, towards(name))(question)).map(({ headline }) => headline)
      const places = names.map((each) => headlines.findIndex((headline) => headline.startsWith(each)))
      expect(Math.min(...places)).toBe(places[names.indexOf(name)])
      expect(places).not.toContain(-1)
    }
    const none: Embeddings = { vectors: async (texts) => texts.map(() => null) }
    expect(await finder(false, none)(question)).toEqual(await finder()(question))
  })

  it('answers whatever is asked with what there is', async () => {
    const odd = [
      '',
      '???',
      'the of and',
      "'; drop table article; --",
      '🙂 \u202e',
      'a'.repeat(8_000),
      '| | |',
      'a b c '.repeat(1_000),
    ]
    for (const question of odd) await expect(ask(question)).resolves.toBeInstanceOf(Array)
  })

  it('finds what stands at the end of a very long text', async () => {
    const found = await ask('Where is the xylophonist?')
    expect(found.map(({ headline }) => headline)).toEqual(['Annual report of Bolt'])
    expect(found[0]?.text).toContain('xylophonist')
  })
}
