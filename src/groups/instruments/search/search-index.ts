import { ASSET_CLASSES, type AssetClass } from '../../../market/vocabulary.ts'
import { bitSetLength, countBits, createBitSetPool, intersectInto } from './bit-set.ts'
import { createDocumentReader } from './documents.ts'
import { createMatchOrder } from './match-order.ts'
import { createMatcher } from './match.ts'
import { parseQuery } from './query.ts'
import type { SearchIndexData } from './search-index-data.ts'
import type { SearchHit } from './search-record.ts'

export interface SearchOptions {
  /** Most hits to return. */
  limit: number
  assetClass: AssetClass | null
}

export interface SearchResult {
  /** Best first. */
  items: SearchHit[]
  /** Number of all matches, within the asset class when one is given. */
  total: number
}

export interface SearchIndex {
  /** Number of instruments. */
  readonly size: number
  /**
   * The instruments a text means. What matches is defined in `match.ts` and the order in `match-order.ts`; the text is
   * data, of any length and script.
   */
  search(text: string, options: SearchOptions): SearchResult
}

/** Opens a built index. Costs nothing, whatever the size; the data must stay as it is. */
export function openSearchIndex(data: SearchIndexData): SearchIndex {
  const setLength = bitSetLength(data.size)
  const pool = createBitSetPool(setLength)
  const matcher = createMatcher(data, pool, setLength)
  const order = createMatchOrder(data, matcher, pool)
  const readHit = createDocumentReader(data.documents)
  return {
    size: data.size,
    search(text, { limit, assetClass }) {
      pool.reset()
      const query = parseQuery(text)
      const matched = matcher.match(query)
      if (matched === null) return { items: [], total: 0 }
      if (assetClass !== null) {
        const offset = ASSET_CLASSES.indexOf(assetClass) * setLength
        intersectInto(matched, data.assetClasses.subarray(offset, offset + setLength))
      }
      return { items: order.best(query, matched, limit).map(readHit), total: countBits(matched) }
    },
  }
}
