import { createSearchIndexBuilder } from '../build.ts'
import type { SearchIndexData } from '../search-index-data.ts'
import type { SearchRecord } from '../search-record.ts'

/** The index of these records. */
export function buildSearchIndex(records: Iterable<SearchRecord>): SearchIndexData {
  const builder = createSearchIndexBuilder()
  for (const record of records) builder.add(record)
  return builder.finish()
}
