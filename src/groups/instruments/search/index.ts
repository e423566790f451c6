export { buildSearchIndex } from './build.ts'
export type { SearchIndexData } from './search-index-data.ts'
export { openSearchIndex, type SearchIndex, type SearchOptions } from './search-index.ts'
export type { SearchHit, SearchRecord } from './search-record.ts'
