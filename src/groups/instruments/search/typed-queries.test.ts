import { beforeAll, expect, it } from 'vitest'
import { describeRealData, realData } from '../../../../tests/support/real-data.ts'
import { buildSearchIndex } from './testing/build.ts'
import { openSearchIndex, type SearchIndex } from './search-index.ts'
import type { SearchRecord } from './search-record.ts'
import { evaluateQueries, shareWithin } from './testing/evaluate.ts'
import { FIRST_HITS } from './testing/first-hits.ts'
import { bothListings, worldListings } from './testing/records.ts'
import { typedQueries } from './testing/typed-queries.ts'

/** Indices over all listings, on a machine that may be busy: what hangs is ended. */
const TIMEOUT_MS = 240_000
const LEAST_FIRST = 0.95
const LEAST_IN_TOP_THREE = 0.98

describeRealData('what people type', () => {
  let world: SearchRecord[]
  let ofBoth: SearchIndex
  beforeAll(() => {
    world = bothListings(realData)
    ofBoth = openSearchIndex(buildSearchIndex(world))
  }, TIMEOUT_MS)

  it.each(FIRST_HITS)('%s finds %s', (query, first) => {
    const { items } = ofBoth.search(query, { limit: 1, assetClass: null })
    expect(first.split(' ')).toContain(items[0]?.ticker)
  })

  it('an ISIN finds a listing of its company', () => {
    const { items, total } = ofBoth.search('US0378331005', { limit: 50, assetClass: null })
    expect(total).toBe(items.length)
    expect(new Set(items.map((item) => item.name))).toEqual(new Set(['Apple Inc.']))
  })

  it.each(['both files', 'financedatabase alone'])(
    'finds what they mean in %s',
    (files) => {
      const isOfBoth = files === 'both files'
      const records = isOfBoth ? world : worldListings(realData)
      const index = isOfBoth ? ofBoth : openSearchIndex(buildSearchIndex(records))
      const outcomes = evaluateQueries(index, typedQueries(), { records, world })
      for (const heldOut of [false, true]) {
        const half = outcomes.filter(({ query }) => query.heldOut === heldOut)
        expect(half.length).toBeGreaterThan(200)
        expect(shareWithin(1, half)).toBeGreaterThanOrEqual(LEAST_FIRST)
        expect(shareWithin(3, half)).toBeGreaterThanOrEqual(LEAST_IN_TOP_THREE)
      }
    },
    TIMEOUT_MS,
  )
})
