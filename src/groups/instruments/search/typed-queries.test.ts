import { beforeAll, expect, it } from 'vitest'
import { describeRealData, realData } from '../../../../tests/support/real-data.ts'
import { buildSearchIndex } from './testing/build.ts'
import { openSearchIndex } from './search-index.ts'
import type { SearchRecord } from './search-record.ts'
import { evaluateQueries, shareWithin } from './testing/evaluate.ts'
import { bothListings, worldListings } from './testing/records.ts'
import { typedQueries } from './testing/typed-queries.ts'

/** Two indices over all listings, on a machine that may be busy. */
const TIMEOUT_MS = 90_000
const LEAST_FIRST = 0.95
const LEAST_IN_TOP_THREE = 0.98

describeRealData('what people type', () => {
  let world: SearchRecord[]
  beforeAll(() => {
    world = bothListings(realData)
  })

  it.each(['both files', 'financedatabase alone'])(
    'finds what they mean in %s',
    (files) => {
      const records = files === 'both files' ? world : worldListings(realData)
      const index = openSearchIndex(buildSearchIndex(records))
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
