import { expect, it } from 'vitest'
import { describeRealData, realData } from '../../../../tests/support/real-data.ts'
import { buildSearchIndex } from './build.ts'
import { openSearchIndex } from './search-index.ts'
import { evaluateQueries } from './testing/evaluate.ts'
import { bothListings, worldListings } from './testing/records.ts'
import { typedQueries } from './testing/typed-queries.ts'

/** Two indices over all listings, on a machine that may be busy. */
const TIMEOUT_MS = 90_000
const LEAST_FIRST = 0.95
const LEAST_IN_TOP_THREE = 0.98

describeRealData('what people type', () => {
  it.each(['both files', 'financedatabase alone'])(
    'finds what they mean in %s',
    (files) => {
      const world = bothListings(realData)
      const records = files === 'both files' ? world : worldListings(realData)
      const index = openSearchIndex(buildSearchIndex(records))
      for (const heldOut of [false, true]) {
        const queries = typedQueries().filter((query) => query.heldOut === heldOut)
        const { outcomes, first, topThree } = evaluateQueries(index, queries, { records, world })
        expect(outcomes.length).toBeGreaterThan(200)
        expect(first).toBeGreaterThanOrEqual(LEAST_FIRST)
        expect(topThree).toBeGreaterThanOrEqual(LEAST_IN_TOP_THREE)
      }
    },
    TIMEOUT_MS,
  )
})
