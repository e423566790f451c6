import { buildSearchIndex } from '../src/groups/instruments/search/testing/build.ts'
import { openSearchIndex } from '../src/groups/instruments/search/index.ts'
import type { SearchRecord } from '../src/groups/instruments/search/search-record.ts'
import { evaluateQueries, type Outcome } from '../src/groups/instruments/search/testing/evaluate.ts'
import { bothListings, worldListings } from '../src/groups/instruments/search/testing/records.ts'
import { typedQueries } from '../src/groups/instruments/search/testing/typed-queries.ts'
import { realData } from '../tests/support/real-data.ts'

/**
 * `npm run eval:search [-- --all]` asks what people type (`testing/typed-queries.ts`) of the real listings and prints, kind by
 * kind, how often the right instrument comes first and among the first three. Misses of the held-out half are only counted, but
 * with `--all`.
 */
const showsAll = process.argv.includes('--all')

function report(title: string, records: readonly SearchRecord[], world: readonly SearchRecord[]): void {
  const index = openSearchIndex(buildSearchIndex(records))
  const outcomes = evaluateQueries(index, typedQueries(), { records, world })
  console.log(`\n${title}: ${summaryOf(outcomes)}`)
  for (const heldOut of [false, true]) {
    const half = outcomes.filter(({ query }) => query.heldOut === heldOut)
    console.log(`${heldOut ? 'held out' : 'open'}: ${summaryOf(half)}`)
  }
  for (const [kind, ofKind] of Object.entries(Object.groupBy(outcomes, ({ query }) => query.kind))) {
    if (ofKind === undefined) continue
    console.log(`  ${kind}: ${summaryOf(ofKind)}`)
    for (const { query, found, place } of ofKind) {
      if (place === 0 || (query.heldOut && !showsAll)) continue
      const rank = place < 0 ? 'missed' : `at ${place + 1}`
      console.log(`    ${rank}: ${query.query} → ${found.join(' ')}, not ${query.expected.join(' ')}`)
    }
  }
}

function summaryOf(outcomes: readonly Outcome[]): string {
  const first = outcomes.filter(({ place }) => place === 0).length
  const topThree = outcomes.filter(({ place }) => place >= 0).length
  return `${outcomes.length} queries, ${first} first, ${topThree} in the top three`
}

const world = worldListings(realData)
const both = bothListings(realData)
report('both files', both, both)
report('financedatabase alone', world, both)
