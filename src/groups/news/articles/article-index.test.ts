import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ArticleIndex, type ArticleFilter, type IndexedArticle, type Sign } from './article-index.ts'

const idOf = (kind: string, at: number): string =>
  `${kind}0000000-0000-4000-8000-${String(at).padStart(12, '0')}`
const ENTITIES = Array.from({ length: 6 }, (_, at) => idOf('e', at))
const NOBODY = idOf('f', 0)

/** What the index is to answer, from a plain list. */
class Model {
  readonly articles = new Map<number, IndexedArticle>()

  put(article: IndexedArticle): void {
    const publishedAt = this.articles.get(article.seq)?.publishedAt ?? article.publishedAt
    this.articles.set(article.seq, { ...article, publishedAt })
  }

  matching({ range, minScore = 0, lowestTier = 4, sentiment, entityIds }: ArticleFilter): IndexedArticle[] {
    return [...this.articles.values()].filter(
      (each) =>
        each.publishedAt >= range.from &&
        each.publishedAt <= range.to &&
        each.score >= minScore &&
        each.tier <= lowestTier &&
        (sentiment === undefined || each.sentiment === sentiment) &&
        (entityIds === undefined || each.entities.some(({ entityId }) => entityIds.includes(entityId))),
    )
  }

  ranked(filter: ArticleFilter): number[] {
    return this.matching(filter)
      .toSorted(
        (one, other) =>
          other.score - one.score ||
          other.publishedAt - one.publishedAt ||
          (one.docId < other.docId ? -1 : 1),
      )
      .map(({ seq }) => seq)
  }
}

const sign = fc.constantFrom<Sign>(-1, 0, 1)

/** Few different values, so that many are equal. */
const article = fc.record({
  seq: fc.integer({ min: 1, max: 40 }),
  publishedAt: fc.integer({ min: 1_000, max: 1_020 }),
  score: fc.oneof(fc.constantFrom(0, 1, 5_000, 5_001, 10_000), fc.integer({ min: 0, max: 10_000 })),
  tier: fc.integer({ min: 1, max: 4 }),
  sentiment: sign,
  entities: fc.uniqueArray(
    fc.record({
      entityId: fc.constantFrom(...ENTITIES),
      relevance: fc.integer({ min: 0, max: 65_535 }).map((units) => units / 65_535),
      sentiment: sign,
    }),
    { maxLength: 4, selector: ({ entityId }) => entityId },
  ),
})

/** Numbers of documents that are not in the order of storing. */
const docIdOf = (seq: number): string => idOf('d', (seq * 17) % 41)

const range = fc
  .tuple(fc.integer({ min: 995, max: 1_025 }), fc.integer({ min: 995, max: 1_025 }))
  .map(([one, other]) => ({ from: Math.min(one, other), to: Math.max(one, other) }))
const filter = fc.record(
  {
    range,
    minScore: fc.constantFrom(0, 1, 5_000, 5_001, 10_000),
    lowestTier: fc.constantFrom(1, 2, 4),
    sentiment: sign,
    entityIds: fc.array(fc.constantFrom(...ENTITIES, NOBODY), { maxLength: 4 }),
  },
  { requiredKeys: ['range'] },
)
const window = fc.record({
  offset: fc.oneof(fc.integer({ min: 0, max: 50 }), fc.constantFrom(1_000_000_000, Number.MAX_SAFE_INTEGER)),
  limit: fc.integer({ min: 0, max: 50 }),
})
const batches = fc.array(fc.array(article, { maxLength: 12 }), { maxLength: 8 })

function filled(given: ReadonlyArray<ReadonlyArray<Omit<IndexedArticle, 'docId' | 'simulated'>>>): {
  index: ArticleIndex
  model: Model
} {
  const index = new ArticleIndex({ servesSimulated: false })
  const model = new Model()
  for (const batch of given) {
    const articles = batch.map((each) => ({ ...each, docId: docIdOf(each.seq), simulated: false }))
    index.put(articles)
    for (const each of articles) model.put(each)
  }
  return { index, model }
}

describe('against a plain list, for articles that come and are edited in any order', () => {
  test('lists by score and by time are the same, with exact totals, at any offset', () => {
    fc.assert(
      fc.property(batches, filter, window, (given, wanted, { offset, limit }) => {
        const { index, model } = filled(given)
        expect(index.size).toBe(model.articles.size)
        const ranked = model.ranked(wanted)
        expect(index.ranked(wanted, { offset, limit })).toEqual({
          seqs: ranked.slice(offset, offset + limit),
          total: ranked.length,
        })
        const newest = model
          .matching(wanted)
          .toSorted((one, other) => other.publishedAt - one.publishedAt || other.seq - one.seq)
          .map(({ seq }) => seq)
        expect(index.newest(wanted, { offset, limit })).toEqual({
          seqs: newest.slice(offset, offset + limit),
          total: newest.length,
        })
      }),
      { numRuns: 500 },
    )
  })

  test('pages hold every article once', () => {
    fc.assert(
      fc.property(batches, filter, fc.integer({ min: 1, max: 7 }), (given, wanted, limit) => {
        const { index, model } = filled(given)
        const seqs: number[] = []
        for (let offset = 0; offset <= model.articles.size; offset += limit) {
          seqs.push(...index.ranked(wanted, { offset, limit }).seqs)
        }
        expect(seqs).toEqual(model.ranked(wanted))
      }),
    )
  })

  test('mentions are counted by entity, with the tone of each', () => {
    fc.assert(
      fc.property(batches, range, (given, within) => {
        const { index, model } = filled(given)
        const links = model.matching({ range: within }).flatMap(({ entities }) => entities)
        const mentions = index.mentions(within)
        expect(mentions.size).toBe(new Set(links.map(({ entityId }) => entityId)).size)
        for (const [entityId, each] of Map.groupBy(links, (link) => link.entityId)) {
          const found = mentions.get(entityId)
          expect(found).toMatchObject({
            mentions: each.length,
            positive: each.filter(({ sentiment }) => sentiment > 0).length,
            negative: each.filter(({ sentiment }) => sentiment < 0).length,
          })
          expect(found?.relevance).toBeCloseTo(
            each.reduce((sum, { relevance }) => sum + relevance, 0),
            9,
          )
        }
      }),
    )
  })

  test('mentions of one are told article by article, and what stands beside it is counted', () => {
    fc.assert(
      fc.property(batches, range, fc.constantFrom(...ENTITIES, NOBODY), (given, within, entityId) => {
        const { index, model } = filled(given)
        const about = model
          .matching({ range: within, entityIds: [entityId] })
          .toSorted((one, other) => one.publishedAt - other.publishedAt || one.seq - other.seq)
        const own = about.map(({ publishedAt, entities }) => {
          const link = entities.find((each) => each.entityId === entityId)!
          return { at: publishedAt, relevance: link.relevance, sentiment: link.sentiment }
        })
        const found = [...index.mentionsOf(entityId, within)]
        expect(found).toHaveLength(own.length)
        expect(found.map((each) => JSON.stringify(each)).toSorted()).toEqual(
          own.map((each) => JSON.stringify(each)).toSorted(),
        )
        const others = about.flatMap(({ entities }) =>
          entities.map((each) => each.entityId).filter((id) => id !== entityId),
        )
        expect(index.besides(entityId, within)).toEqual(
          new Map([...Map.groupBy(others, (id) => id)].map(([id, each]) => [id, each.length])),
        )
      }),
    )
  })

  test('the order in which articles come decides nothing', () => {
    const different = fc.uniqueArray(article, { selector: ({ seq }) => seq, maxLength: 40 })
    const shuffled = different.chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc.shuffledSubarray(all, { minLength: all.length }),
        fc.integer({ min: 1, max: 9 }),
      ),
    )
    fc.assert(
      fc.property(shuffled, filter, ([all, mixed, size], wanted) => {
        const one = filled([all]).index
        const parts = Array.from({ length: Math.ceil(mixed.length / size) }, (_, at) =>
          mixed.slice(at * size, (at + 1) * size),
        )
        const other = filled(parts).index
        const everything = { offset: 0, limit: 100 }
        expect(other.ranked(wanted, everything)).toEqual(one.ranked(wanted, everything))
        expect(other.newest(wanted, everything)).toEqual(one.newest(wanted, everything))
      }),
    )
  })
})

describe('an index', () => {
  const plain: IndexedArticle = {
    seq: 1,
    docId: docIdOf(1),
    publishedAt: 1_000,
    score: 5_000,
    tier: 2,
    sentiment: 0,
    simulated: true,
    entities: [{ entityId: ENTITIES[0]!, relevance: 1, sentiment: 1 }],
  }
  const ALL = { range: { from: 0, to: 2_000 } }

  test('serves articles of the simulated market only where it is told to', () => {
    for (const servesSimulated of [false, true]) {
      const index = new ArticleIndex({ servesSimulated })
      index.put([plain])
      expect(index.size).toBe(servesSimulated ? 1 : 0)
      expect(index.has(1)).toBe(servesSimulated)
      expect(index.mentions(ALL.range).size).toBe(servesSimulated ? 1 : 0)
    }
  })

  test('has the doc_id and the time of an article, and a new version after every change', () => {
    const index = new ArticleIndex({ servesSimulated: true })
    const before = index.version
    index.put([plain])
    expect([index.docIdOf(1), index.publishedAtOf(1)]).toEqual([plain.docId, 1_000])
    const stored = index.version
    expect(stored).not.toBe(before)
    index.put([{ ...plain, score: 6_000 }])
    expect(index.version).not.toBe(stored)
    expect(index.has(0) || index.has(2) || index.has(1_000_000)).toBe(false)
  })

  test('answers as a plain list does for many entities, and for old articles among thousands of new ones', () => {
    const many = Array.from({ length: 400 }, (_, at) => idOf('a', at))
    // Steps that have no factor in common with the sizes, so that order of time and order of storing differ.
    const batches = Array.from({ length: 12 }, (_, batch) =>
      Array.from({ length: batch % 3 === 2 ? 1 : 300 }, (_unused, at) => {
        const seq = 300 * batch + at + 1
        return {
          seq,
          publishedAt: batch % 3 === 2 ? 1_000 + batch : 1_000 + ((seq * 7_919) % 5_000),
          score: (seq * 31) % 10_001,
          tier: 1 + (seq % 4),
          sentiment: ((seq % 3) - 1) as Sign,
          entities: [seq % 400, (seq * 3 + 1) % 400].map((of) => ({
            entityId: many[of]!,
            relevance: 1,
            sentiment: 0 as Sign,
          })),
        }
      }),
    )
    const { index, model } = filled(batches)
    for (const [from, to] of [
      [0, 9_000],
      [1_000, 1_100],
      [2_000, 4_500],
    ] as const) {
      for (const count of [0, 1, 3, 150, 400]) {
        for (const more of [{}, { minScore: 3_000, lowestTier: 2 }, { sentiment: 1 as Sign }]) {
          const wanted = { range: { from, to }, entityIds: many.slice(0, count), ...more }
          const seqs = model.ranked(wanted)
          expect(index.ranked(wanted, { offset: 0, limit: 5_000 })).toEqual({ seqs, total: seqs.length })
        }
      }
    }
  })

  test('keeps its answers when it has grown far beyond its first size', () => {
    const index = new ArticleIndex({ servesSimulated: true })
    const many = Array.from({ length: 5_000 }, (_, at) => ({
      ...plain,
      seq: at + 1,
      docId: idOf('d', at),
      publishedAt: 1_000 + at,
      score: at % 10_001,
    }))
    index.put(many.toReversed())
    expect(index.ranked({ range: { from: 1_000, to: 5_999 } }, { offset: 4_998, limit: 5 })).toEqual({
      seqs: [2, 1],
      total: 5_000,
    })
    expect(index.places({ from: 1_000, to: 1_009 })).toEqual({ first: 0, end: 10 })
  })
})
