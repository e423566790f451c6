import { readInstruments } from '../src/adapters/files/instruments-csv.ts'
import { buildSearchIndex } from '../src/groups/instruments/search/testing/build.ts'
import { openSearchIndex } from '../src/groups/instruments/search/index.ts'
import { transferablesOf } from '../src/groups/instruments/search/search-index-data.ts'
import type { SearchRecord } from '../src/groups/instruments/search/search-record.ts'
import { realData } from '../tests/support/real-data.ts'
import { record } from './figures.ts'
import { measureSearch } from './search-kinds.ts'

/** Every kind of query over the 183,496 instruments of the real file, in process. */
export async function benchSearch(): Promise<void> {
  const records: SearchRecord[] = []
  for await (const { ...listing } of readInstruments(
    realData('instruments', 'financedatabase.csv.gz'),
    () => undefined,
  )) {
    records.push({
      ...listing,
      entityId: `${records.length}`.padStart(36, '0'),
      previousTickers: [],
      delisted: false,
    })
  }
  const began = performance.now()
  const data = buildSearchIndex(records)
  record('search index ready s', (performance.now() - began) / 1_000, `${data.size} instruments`)
  const bytes = transferablesOf(data).reduce((sum, buffer) => sum + buffer.byteLength, 0)
  record('search index MB', bytes / 1e6)
  const kinds = measureSearch(openSearchIndex(data), records)
  const worst = kinds.reduce((a, b) => (b.p99Ms > a.p99Ms ? b : a))
  record(
    'search worst p99 ms',
    worst.p99Ms,
    `${worst.kind}; worst single query ${Math.max(...kinds.map(({ maxMs }) => maxMs)).toFixed(2)} ms`,
  )
}
