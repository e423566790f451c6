import { ASSET_CLASSES, type AssetClass } from '../../../market/vocabulary.ts'
import {
  addToBitSet,
  bitSetLength,
  countBits,
  createBitSetPool,
  intersectInto,
  type BitSet,
} from './bit-set.ts'
import { createDocumentReader } from './documents.ts'
import { rowsOfIds } from './id-hashes.ts'
import { type Standing, standingOfAll } from './exact-tiers.ts'
import { createMatchOrder, type PlacedDocument } from './match-order.ts'
import { createMatcher } from './match.ts'
import { parseQuery, type SearchQuery } from './query.ts'
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

/** What has changed since an index was built. */
export interface RecentChanges {
  /** Entity ids of what the index has as it was: changed since, or gone. */
  changed: ReadonlySet<string>
  /** The index of what they are now. */
  data: SearchIndexData
}

/** What one of several indexes finds. */
interface Found {
  /** The rule of `match.ts` by which it matches. */
  rule: number
  placed: PlacedDocument[]
  total: number
}

/** One of the indexes that are searched as one. */
interface Segment {
  size: number
  standing(query: SearchQuery): Standing
  /** @param standing Of all that are searched. */
  find(query: SearchQuery, standing: Standing, options: SearchOptions): Found | null
  readHit(document: number): SearchHit
}

/**
 * Opens a built index, whatever the size at no cost; the data must stay as it is. Beside what has changed since, finding
 * which documents those were takes some milliseconds for 180,000.
 *
 * Two indexes answer like one of all listings but for what a listing owes to others of its company: a size that only they have,
 * and standing for them; and but for a query of several words, of which one that only one index has is corrected in the other.
 */
export function openSearchIndex(data: SearchIndexData, recent: RecentChanges | null = null): SearchIndex {
  const segments =
    recent === null ? [openSegment(data)] : [openSegment(data, recent.changed), openSegment(recent.data)]
  return {
    size: segments.reduce((sum, { size }) => sum + size, 0),
    search(text, options) {
      const query = parseQuery(text)
      const standing = standingOfAll(segments.map((segment) => segment.standing(query)))
      const found = segments.map((segment) => ({ segment, found: segment.find(query, standing, options) }))
      const rule = Math.min(...found.map((each) => each.found?.rule ?? Infinity))
      // A correction is for what nothing matches as it stands, wherever that is.
      const best = found.flatMap(({ segment, found: each }) =>
        each?.rule === rule
          ? [{ total: each.total, placed: each.placed.map((place) => ({ ...place, segment })) }]
          : [],
      )
      return {
        items: best
          .reduce<PlacedInSegment[]>((merged, { placed }) => merge(merged, placed), [])
          .slice(0, options.limit)
          .map(({ segment, document }) => segment.readHit(document)),
        total: best.reduce((sum, { total }) => sum + total, 0),
      }
    },
  }
}

/** @param changed Entity ids of documents that are not to be found. */
function openSegment(data: SearchIndexData, changed: ReadonlySet<string> = new Set()): Segment {
  const setLength = bitSetLength(data.size)
  const pool = createBitSetPool(setLength)
  const readHit = createDocumentReader(data.documents)
  const gone =
    changed.size === 0
      ? []
      : rowsOfIds(data.documents.idHashes, (document) => readHit(document).entityId, changed)
  const there = gone.length === 0 ? null : allBut(gone, setLength)
  const matcher = createMatcher({ data, there }, pool, setLength)
  const order = createMatchOrder(data, matcher, pool)
  return {
    size: data.size - gone.length,
    standing: (query) => order.standing(query),
    find(query, standing, { limit, assetClass }) {
      pool.reset()
      const matches = matcher.match(query)
      if (matches === null) return null
      const { rule, documents } = matches
      if (assetClass !== null) {
        const offset = ASSET_CLASSES.indexOf(assetClass) * setLength
        intersectInto(documents, data.assetClasses.subarray(offset, offset + setLength))
      }
      return {
        rule,
        placed: order.best(query, { matched: documents, limit, standing }),
        total: countBits(documents),
      }
    },
    readHit,
  }
}

function allBut(documents: readonly number[], setLength: number): BitSet {
  const others = new Uint32Array(setLength)
  for (const document of documents) addToBitSet(others, document)
  for (let word = 0; word < setLength; word++) others[word] = ~(others[word] ?? 0)
  return others
}

interface PlacedInSegment extends PlacedDocument {
  segment: Segment
}

/** Two orders as one, each kept as it is; of equals the first one's. */
function merge(one: readonly PlacedInSegment[], other: readonly PlacedInSegment[]): PlacedInSegment[] {
  const merged: PlacedInSegment[] = []
  let next = 0
  for (const place of one) {
    for (; next < other.length; next++) {
      const rival = other[next]
      if (rival === undefined || !isBefore(rival, place)) break
      merged.push(rival)
    }
    merged.push(place)
  }
  return [...merged, ...other.slice(next)]
}

function isBefore(a: PlacedDocument, b: PlacedDocument): boolean {
  if (a.tier !== b.tier) return a.tier < b.tier
  return a.score === b.score ? a.prominence > b.prominence : a.score > b.score
}
