import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { atomically } from '../../src/adapters/storage/database.ts'
import type { Storage } from '../../src/adapters/storage/storage.ts'
import { createArticleStore } from '../../src/groups/news/articles/article-store.ts'
import { readDocument } from '../../src/groups/news/articles/document-store.ts'
import { createLiveIndex } from '../../src/groups/news/articles/live-index.ts'
import { createSourceStore } from '../../src/groups/news/articles/source-store.ts'
import { enrich } from '../../src/groups/news/enrichment/enrich.ts'
import { createEnrichment } from '../../src/groups/news/enrichment/enrichment.ts'
import type { ModelScores } from '../../src/groups/news/enrichment/model-scores.ts'
import type { EnrichResult } from '../../src/groups/news/enrichment/thread.ts'
import { createIntake } from '../../src/groups/news/intake/intake.ts'
import {
  createIntakeStore,
  type Receipt,
  type WaitingArticle,
} from '../../src/groups/news/intake/intake-store.ts'
import { buildAliasIndex } from '../../src/groups/news/linking/alias-index.ts'
import { idOf, listing } from '../../src/groups/news/linking/testing/instruments.ts'
import { createMarketScorer } from '../../src/groups/news/scores/market-scorer.ts'
import { createMarketStore } from '../../src/groups/news/scores/market-store.ts'
import { createMarketUpdates } from '../../src/groups/news/scores/market-updates.ts'
import { DAY_MS, HOUR_MS } from '../../src/kernel/time.ts'
import type { Logger } from '../../src/kernel/logger.ts'
import type { IncomingArticle } from '../../src/ports/article-source.ts'
import type { SessionCloses } from '../../src/ports/instruments.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'
import { instant } from '../support/factories.ts'
import { TestClock } from '../support/test-clock.ts'

const NOW = instant('2025-11-20T15:00:00Z')
const [CTSO, FBKM] = [idOf('CTSO'), idOf('FBKM')]
const NAMES = buildAliasIndex([
  listing('CTSO', 'Contoso Corporation'),
  listing('FBKM', 'Fabrikam Incorporated'),
  listing('NWND', 'Northwind Traders Inc'),
])
const signal = AbortSignal.timeout(600_000)
const bus = { publish: async () => undefined }
const silent: Logger = {
  isLevelEnabled: () => false,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  fatal: () => undefined,
}

let articles = 0

function incoming(fields: Partial<IncomingArticle>): IncomingArticle {
  const at = articles++
  return {
    headline: `Contoso opens office number ${at}`,
    url: `https://news.example/${at}`,
    source: 'Example Times',
    publishedAt: instant('2025-11-05T12:00:00Z'),
    summary: null,
    body: null,
    language: null,
    routingTier: null,
    entityIds: [],
    guid: null,
    ...fields,
  }
}

const hoursAfter = (hours: number): number => instant('2025-11-05T12:00:00Z') + hours * HOUR_MS

/** Daily closes of 100 days at 21:00 UTC up to a day, which swing by one percent, and then what is given. */
function closesUpTo(day: string, later: readonly number[], simulated = false): SessionCloses {
  const end = instant(`${day}T21:00:00Z`)
  const before = Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? 100 : 101))
  return {
    simulated,
    sessions: [...before, ...later].map((adjustedClose, at) => {
      const endsAt = end + (at - 99) * DAY_MS
      return { day: Math.floor(endsAt / DAY_MS), endsAt, adjustedClose, prices: null }
    }),
  }
}

/** What a process does with articles, linking included, as the server puts it together. */
function desk(storage: Storage) {
  const db = storage.db.withTables()
  const clock = new TestClock(NOW)
  const prices = new Map<string, SessionCloses>()
  const caps = new Map<string, number>()
  const instruments = {
    closes: async (id: string) => prices.get(id) ?? null,
    marketCaps: async () => caps,
  }
  const score = createMarketScorer({ instruments, clock })
  const intakeStore = createIntakeStore(db)
  const intake = createIntake(intakeStore)
  const updates = createMarketUpdates({ store: createMarketStore(db), score, bus, clock })
  const turn = {
    signal,
    fenced: <T>(work: (trx: Storage['db']) => Promise<T>): Promise<T> => atomically(storage.db, work),
  }
  const inThisThread = async (waiting: readonly WaitingArticle[]): Promise<EnrichResult[]> =>
    waiting.map((each) => ({ article: enrich(each, NAMES) }))
  return {
    clock,
    prices,
    caps,
    updates,
    sources: createSourceStore(db),
    store: createArticleStore(db),
    update: () => updates.run(turn),
    receive: (given: readonly IncomingArticle[], simulated = false): Promise<Receipt[]> =>
      intake.receive(given, { simulated, signal }),
    serve: (
      work = inThisThread,
      tiers = () => createSourceStore(db).tiers(),
      modelScores: ModelScores | null = null,
    ): Promise<void> =>
      createEnrichment({
        intake: intakeStore,
        enricher: {
          prepare: async () => undefined,
          enrich: work,
          namesChanged: () => undefined,
          close: async () => undefined,
        },
        score,
        modelScores,
        tiers,
        bus,
        logger: silent,
      })(turn),
    inThisThread,
  }
}

/** Everything that is served, but for the order of storing. */
async function served({ pool }: Storage): Promise<any[]> {
  const { rows } = await pool.query(`
    select doc_id, simulated, headline, source, url, published_at, summary, body, language, source_tier, routing_tier,
      positive, negative, sentiment, llm_relevance_score, market_score, score, story_id, numbers, content_hash,
      (select json_agg(json_build_array(entity_id, position, relevance, positive, negative, sentiment, published_at) order by position)
        from article_entity as entity where entity.seq = article.seq) as entities
    from article order by doc_id`)
  return rows
}

const byHeadline = async (storage: Storage): Promise<Map<string, any>> =>
  new Map((await served(storage)).map((row) => [row.headline, row]))

function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed
  const next = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0)
  return items
    .map((item) => ({ item, key: next() }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ item }) => item)
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((item, at) =>
    permutations(items.filter((_, place) => place !== at)).map((rest) => [item, ...rest]),
  )
}

describeEngines('news', (engine) => {
  let database: TestDatabase
  let storage: Storage

  beforeAll(async () => {
    database = await engine.create()
    storage = database.storage
  })
  afterAll(() => database.drop())
  const empty = () =>
    storage.pool.query(
      'truncate article, article_entity, article_unposted, article_more_words, article_intake, article_key, news_source restart identity',
    )
  beforeEach(() => empty())

  /** Two stories, a duplicate by title, two versions of one article, and the same page under several addresses. */
  const batch = [
    incoming({ headline: 'Contoso raises outlook for the year', publishedAt: hoursAfter(0) }),
    incoming({
      headline: 'Contoso raised its full-year outlook',
      source: 'CNBC',
      publishedAt: hoursAfter(2),
    }),
    incoming({
      headline: 'Fabrikam wins record order',
      url: 'https://www.a.example/x?utm_source=rss',
      publishedAt: hoursAfter(3),
    }),
    incoming({
      headline: 'Fabrikam wins record order',
      url: 'http://a.example/x/#top',
      publishedAt: hoursAfter(3),
    }),
    incoming({
      headline: 'Fabrikam WINS record order!',
      url: 'https://copy.example/1',
      publishedAt: hoursAfter(4),
    }),
    incoming({
      headline: 'Contoso to cut 100 jobs',
      url: 'https://b.example/jobs',
      publishedAt: hoursAfter(5),
    }),
    incoming({
      headline: 'Contoso to cut 150 jobs',
      url: 'https://b.example/jobs',
      publishedAt: hoursAfter(6),
    }),
    incoming({ headline: 'Northwind Traders undated', publishedAt: null }),
    incoming({ headline: '🚀🚀', url: 'https://c.example/1' }),
    incoming({ headline: '???', url: 'https://c.example/2' }),
    incoming({
      headline: 'Rain in Spain',
      body: '<p>All day.</p>',
      source: 'Weather',
      publishedAt: hoursAfter(7),
    }),
  ]

  describe('a batch', () => {
    let expected: any[]

    beforeEach(async () => {
      const one = desk(storage)
      await one.receive(batch)
      await one.serve()
      expected = await served(storage)
      await empty()
    })

    it('is read as one document by its id, the simulated where that is served alone', async () => {
      const { receive, serve } = desk(storage)
      await receive([
        incoming({ headline: 'Contoso opens a plant', summary: 'In Ghent.', body: 'It makes pumps.' }),
      ])
      await receive([incoming({ headline: 'Fabrikam opens a plant' })], true)
      await serve()
      const rows = await byHeadline(storage)
      const [real, simulated] = ['Contoso opens a plant', 'Fabrikam opens a plant'].map(
        (headline): string => rows.get(headline).doc_id,
      )
      const read = (docId = '', isServed = false) =>
        readDocument(storage.db.withTables(), docId, { simulated: isServed })
      expect(await read(real)).toMatchObject({
        docId: real,
        text: 'In Ghent.\n\nIt makes pumps.',
        simulated: false,
      })
      expect(await read(simulated)).toBeNull()
      expect(await read(simulated, true)).toMatchObject({ docId: simulated, simulated: true })
      expect(await read(idOf('NOBODY'))).toBeNull()
    })

    it('is stored without its duplicates, each article with its newest words and its first time', () => {
      const rows = new Map(expected.map((row) => [row.headline, row]))
      expect([...rows.keys()].toSorted((one, other) => (one < other ? -1 : 1))).toEqual([
        '???',
        'Contoso raised its full-year outlook',
        'Contoso raises outlook for the year',
        'Contoso to cut 150 jobs',
        'Fabrikam wins record order',
        'Northwind Traders undated',
        'Rain in Spain',
        '🚀🚀',
      ])
      expect(expected).toHaveLength(8)
      expect(rows.get('Contoso to cut 150 jobs').published_at).toBe(hoursAfter(5))
      expect(rows.get('Contoso raised its full-year outlook').story_id).toBe(
        rows.get('Contoso raises outlook for the year').doc_id,
      )
    })

    it('that is taken in ten times changes nothing, served in between or not', async () => {
      const one = desk(storage)
      for (let round = 0; round < 10; round++) {
        const receipts = await one.receive(batch)
        expect(receipts.filter(({ outcome }) => outcome === 'created').length).toBe(round === 0 ? 8 : 0)
        expect(receipts.filter(({ outcome }) => outcome === 'edited')).toEqual([])
        if (round % 3 === 1) await one.serve()
      }
      await one.serve()
      expect(await served(storage)).toEqual(expected)
    })

    it('that is shuffled is the same', async () => {
      for (const seed of [1, 2, 3, 4, 5]) {
        await empty()
        const one = desk(storage)
        await one.receive(shuffled(batch, seed))
        await one.serve()
        expect(await served(storage)).toEqual(expected)
      }
    })

    it('that comes in parts is the same, served after each of them or at the end', async () => {
      for (const size of [1, 2, 4]) {
        for (const servesEach of [true, false]) {
          await empty()
          const one = desk(storage)
          for (let at = 0; at < batch.length; at += size) {
            await one.receive(batch.slice(at, at + size))
            if (servesEach) await one.serve()
          }
          await one.serve()
          const rows = await served(storage)
          // Whichever address of a page came first is its own; nothing else may differ.
          const plain = (row: any) => ({ ...row, url: '', content_hash: '' })
          expect(rows.map(plain)).toEqual(expected.map(plain))
        }
      }
    })

    it('that two processes take in at once is stored once', async () => {
      const both = [desk(storage), desk(database.another())]
      const receipts = await Promise.all([
        both[0]!.receive(batch),
        both[1]!.receive(shuffled(batch, 7)),
        both[0]!.receive(shuffled(batch, 8)),
        both[1]!.receive(batch.slice(0, 5)),
      ])
      expect(receipts.flat().filter(({ outcome }) => outcome === 'created')).toHaveLength(8)
      await both[0]!.serve()
      const rows = await served(storage)
      const plain = (row: any) => ({ ...row, url: '', content_hash: '' })
      expect(rows.map(plain)).toEqual(expected.map(plain))
    })

    it('tells what became of each, in its order', async () => {
      const receipts = await desk(storage).receive(batch)
      expect(receipts.map(({ outcome }) => outcome)).toEqual([
        'created',
        'created',
        'created',
        'unchanged',
        'duplicate',
        'created',
        'unchanged',
        'created',
        'created',
        'created',
        'created',
      ])
      expect(receipts[4]!.docId).toBe(receipts[2]!.docId)
    })
  })

  it('an edit keeps its doc_id, its first time and its place in the index, and counts as a change', async () => {
    const one = desk(storage)
    const first = incoming({ headline: 'Contoso to cut 100 jobs', publishedAt: hoursAfter(0) })
    const [{ docId } = { docId: '' }] = await one.receive([first])
    await one.serve()
    const live = createLiveIndex(one.store, { logger: silent, servesSimulated: false })
    await live.refresh()
    const { version } = live.index
    const edit = { ...first, headline: 'Fabrikam to cut 150 jobs', publishedAt: hoursAfter(9) }
    expect(await one.receive([edit])).toEqual([{ docId, outcome: 'edited' }])
    await one.serve()
    const [row, ...more] = await served(storage)
    expect(more).toEqual([])
    expect(row).toMatchObject({ doc_id: docId, headline: edit.headline, published_at: hoursAfter(0) })
    await live.refresh()
    expect(live.index.version).not.toBe(version)
    const range = { from: hoursAfter(0), to: hoursAfter(0) }
    expect(live.index.ranked({ range, entityIds: [FBKM] }, { offset: 0, limit: 9 }).total).toBe(1)
    expect(live.index.ranked({ range, entityIds: [CTSO] }, { offset: 0, limit: 9 }).total).toBe(0)
    expect(await one.receive([edit])).toEqual([{ docId, outcome: 'unchanged' }])
    await live.close()
  })

  it('a date that is read later counts from then on', async () => {
    const one = desk(storage)
    const undated = incoming({ publishedAt: null })
    await one.receive([undated])
    await one.serve()
    const live = createLiveIndex(one.store, { logger: silent, servesSimulated: false })
    await live.refresh()
    expect(live.index.size).toBe(0)
    await one.receive([{ ...undated, publishedAt: hoursAfter(1) }])
    await one.serve()
    await live.refresh()
    expect(live.index.size).toBe(1)
    expect((await served(storage))[0].published_at).toBe(hoursAfter(1))
    await live.close()
  })

  describe('an article that cannot be enriched', () => {
    const isPoison = ({ article }: WaitingArticle): boolean => article.headline.includes('poison')

    it.each(['ends the thread', 'is told as failed', 'is refused by the database'])(
      'and %s does not stop the others and is left alone',
      async (how) => {
        const one = desk(storage)
        await one.receive([
          ...Array.from({ length: 5 }, () => incoming({})),
          incoming({ headline: 'Contoso poison' }),
          ...Array.from({ length: 5 }, () => incoming({})),
        ])
        let attempts = 0
        const work = async (waiting: readonly WaitingArticle[]): Promise<EnrichResult[]> => {
          const poisoned = waiting.some(isPoison)
          if (poisoned) attempts++
          if (poisoned && how === 'ends the thread') throw new Error('the thread ended')
          return waiting.map((each) => {
            const article = enrich(each, NAMES)
            if (!isPoison(each)) return { article }
            // A score that the table does not take.
            if (how === 'is refused by the database') return { article: { ...article, llmRelevanceScore: 2 } }
            return { intakeId: each.intakeId, error: 'poison' }
          })
        }
        for (let turn = 0; turn < 6; turn++) await one.serve(work).catch(() => undefined)
        expect(await served(storage)).toHaveLength(10)
        expect(attempts).toBe(3)
        // Others come and go.
        await one.receive([incoming({})])
        await one.serve(work)
        expect(await served(storage)).toHaveLength(11)
        expect(attempts).toBe(3)
        const { rows } = await storage.pool.query('select attempts from article_intake')
        expect(rows).toEqual([{ attempts: 3 }])
      },
    )

    it('because connections are lost costs it no attempt', async () => {
      const one = desk(storage)
      await one.receive([incoming({})])
      const lost = async (): Promise<never> => {
        throw Object.assign(new Error('Connection terminated'), { code: '57P01' })
      }
      for (let turn = 0; turn < 5; turn++) {
        await expect(one.serve(undefined, lost)).rejects.toThrow('terminated')
      }
      await one.serve()
      expect(await served(storage)).toHaveLength(1)
    })

    it('at first does not come back over its newer version', async () => {
      const one = desk(storage)
      const first = incoming({ headline: 'Contoso first words' })
      await one.receive([first])
      await expect(one.serve(() => Promise.reject(new Error('the thread ended')))).rejects.toThrow('ended')
      await one.receive([{ ...first, headline: 'Contoso second words' }])
      await one.serve()
      expect((await served(storage)).map((row) => row.headline)).toEqual(['Contoso second words'])
      const { rows } = await storage.pool.query('select * from article_intake')
      expect(rows).toEqual([])
    })
  })

  describe('a story', () => {
    const outlets = ['Reuters', 'CNBC', 'Bloomberg', 'Blog']
    const told = [0, 30, 60, 90].map((hours, at) =>
      incoming({
        headline: 'Contoso raises outlook for the year',
        source: outlets[at]!,
        publishedAt: hoursAfter(hours),
      }),
    )
    const other = incoming({ headline: 'Contoso names a finance chief', publishedAt: hoursAfter(31) })

    it('is the same in any order of arrival, also when what joins its parts comes last', async () => {
      let first: any[] | undefined
      for (const order of permutations(told)) {
        await empty()
        const one = desk(storage)
        for (const article of [...order, other]) {
          await one.receive([article])
          await one.serve()
        }
        const rows = (await served(storage)).map(({ doc_id: id, story_id: story, source }) => [
          id,
          story,
          source,
        ])
        first ??= rows
        expect(rows).toEqual(first)
      }
      const stories = new Map(first!.map(([id, story, source]) => [source, { id, story }]))
      const earliest = stories.get('Reuters')!.id
      for (const source of outlets) expect(stories.get(source)!.story).toBe(earliest)
      expect(stories.get('Example Times')!.story).toBe(stories.get('Example Times')!.id)
    })

    it('has its own id before the article that joins it comes', async () => {
      const one = desk(storage)
      for (const article of [told[2]!, told[0]!]) await one.receive([article])
      await one.serve()
      const parts = await served(storage)
      for (const row of parts) expect(row.story_id).toBe(row.doc_id)
      await one.receive([told[1]!])
      await one.serve()
      expect(new Set((await served(storage)).map((row) => row.story_id)).size).toBe(1)
    })
  })

  it('simulated and recorded articles share neither keys nor stories nor prices', async () => {
    const one = desk(storage)
    const article = incoming({ headline: 'Contoso raises outlook for the year', publishedAt: hoursAfter(0) })
    const [recorded] = await one.receive([article])
    const [simulated] = await one.receive([article], true)
    expect([recorded!.outcome, simulated!.outcome]).toEqual(['created', 'created'])
    expect(simulated!.docId).not.toBe(recorded!.docId)
    one.prices.set(CTSO, closesUpTo('2025-11-04', [150, 150, 150, 150, 150, 150, 150], true))
    one.caps.set(CTSO, 1e12)
    await one.serve()
    const rows = new Map((await served(storage)).map((row) => [row.simulated, row]))
    expect(rows.get(true).story_id).toBe(simulated!.docId)
    expect(rows.get(false).story_id).toBe(recorded!.docId)
    // Half of a medium weight and half of an ordinary session, whatever the simulated price did.
    const relevance = rows.get(false).entities[0][2]
    expect(rows.get(false).market_score).toBeCloseTo(relevance * (0.25 + 0.5 * 0.329), 3)
    expect(rows.get(true).market_score).toBeGreaterThan(rows.get(false).market_score + 0.2)
    const bare = createLiveIndex(one.store, { logger: silent, servesSimulated: false })
    await bare.refresh()
    expect(bare.index.size).toBe(1)
    await bare.close()
    const since = hoursAfter(-1)
    expect((await one.store.sources(since, { simulated: false }))[0]!.articles).toBe(1)
    expect((await one.store.sources(since, { simulated: true }))[0]!.articles).toBe(2)
  })

  it('market scores follow prices that are imported later, and processes learn of it', async () => {
    const one = desk(storage)
    await one.receive([
      incoming({ headline: 'Contoso raises outlook for the year', publishedAt: hoursAfter(0) }),
    ])
    await one.serve()
    const live = createLiveIndex(one.store, { logger: silent, servesSimulated: false })
    await live.refresh()
    const list = () =>
      live.index.ranked({ range: { from: 0, to: NOW }, minScore: 0 }, { offset: 0, limit: 1 })
    expect(list().total).toBe(1)
    const [before] = await served(storage)
    one.prices.set(CTSO, closesUpTo('2025-11-04', [150, 150, 150, 150, 150, 150, 150]))
    await one.update()
    expect((await served(storage))[0].market_score).toBe(before.market_score)
    one.updates.pricesChanged([CTSO])
    await one.update()
    const [after] = await served(storage)
    expect(after.market_score).toBeGreaterThan(before.market_score + 0.2)
    expect(after.score - before.score).toBe(Math.round(5_000 * (after.market_score - before.market_score)))
    await live.refresh()
    const above = { range: { from: 0, to: NOW }, minScore: after.score }
    expect(live.index.ranked(above, { offset: 0, limit: 1 }).total).toBe(1)
    await live.close()
  })

  it('market scores follow windows as they close, and rest when all have', async () => {
    const one = desk(storage)
    one.clock.setMarket(instant('2025-11-05T15:00:00Z'))
    one.prices.set(CTSO, closesUpTo('2025-11-04', []))
    await one.receive([
      incoming({ headline: 'Contoso raises outlook for the year', publishedAt: hoursAfter(0) }),
    ])
    await one.serve()
    const check = async (): Promise<number | null> =>
      (await storage.pool.query('select market_check_at from article')).rows[0].market_check_at
    const [open] = await served(storage)
    expect(await check()).toBe(instant('2025-11-05T15:15:00Z'))
    one.clock.setMarket(instant('2025-11-05T21:30:00Z'))
    one.prices.set(CTSO, closesUpTo('2025-11-04', [130]))
    await one.update()
    const [moved] = await served(storage)
    expect(moved.market_score).toBeGreaterThan(open.market_score)
    expect(await check()).toBe(instant('2025-11-05T21:45:00Z'))
    one.clock.setMarket(instant('2025-11-12T22:00:00Z'))
    one.prices.set(CTSO, closesUpTo('2025-11-04', [130, 130, 130, 130, 130, 130]))
    await one.update()
    expect(await check()).toBeNull()
  })

  it('a tier that is set reaches stored articles, and a filing stays one', async () => {
    const one = desk(storage)
    await one.receive([
      incoming({ headline: 'Contoso opens a plant', source: 'Blog' }),
      incoming({ headline: '10-Q - Contoso Corporation', source: 'Blog' }),
      incoming({ headline: 'Contoso closes a plant', source: 'Other blog' }),
    ])
    await one.serve()
    const before = await byHeadline(storage)
    for (const tier of ['TIER_2', 'TIER_1', 'TIER_3'] as const) {
      await one.sources.setTier('Blog', tier)
      await one.update()
      const rows = await byHeadline(storage)
      const plain = rows.get('Contoso opens a plant')
      const number = Number(tier.at(-1))
      expect([plain.source_tier, plain.routing_tier]).toEqual([number, number])
      const weight = { TIER_1: 1_000, TIER_2: 800, TIER_3: 500 }[tier]
      expect(plain.score).toBe(before.get('Contoso opens a plant').score - 200 + weight)
      expect([tier, rows.get('10-Q - Contoso Corporation').routing_tier]).toEqual([tier, 1])
      expect(rows.get('10-Q - Contoso Corporation').score).toBe(
        before.get('10-Q - Contoso Corporation').score,
      )
      expect(rows.get('Contoso closes a plant')).toEqual(before.get('Contoso closes a plant'))
    }
    // Those to come have it as well.
    await one.receive([incoming({ headline: 'Contoso opens another plant', source: 'Blog' })])
    await one.serve()
    expect((await byHeadline(storage)).get('Contoso opens another plant').routing_tier).toBe(3)
  })
})
