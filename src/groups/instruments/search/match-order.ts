import {
  addToBitSet,
  bitSetHas,
  intersectInto,
  takeLowest,
  uniteInto,
  type BitSet,
  type BitSetPool,
} from './bit-set.ts'
import type { Matcher } from './match.ts'
import { documentsOfRange, rangeOfPrefix, rangeOfString, type PostingTable } from './posting-table.ts'
import type { SearchQuery } from './query.ts'
import type { SearchIndexData } from './search-index-data.ts'

/**
 * Which matches come first: those the query names exactly, tier by tier and in static rank within each, and then all
 * others by prominence, where a better fit makes up for a smaller company.
 */

/** Up to this length a query is rather a ticker being typed than a name. */
const LONGEST_TICKER_PREFIX = 3

/** In decimal logarithms of the company's size: a name or ticker that begins with the query; all words whole. */
const BEGINNING_BONUS = 1.5
const WHOLE_WORDS_BONUS = 0.5

export interface MatchOrder {
  /** The first `limit` of the documents that match the query, best first. */
  best(query: SearchQuery, matched: BitSet, limit: number): number[]
}

export function createMatchOrder(data: SearchIndexData, matcher: Matcher, pool: BitSetPool): MatchOrder {
  /**
   * 1. The query is the ticker, ISIN or FIGI.
   * 2. It is the ticker without venue or share class, a previous ticker, or, of a listing the company is known by,
   *    the whole name. Where it is the ticker of a copy, the company's best listing comes along.
   * 3. A short query begins the ticker.
   */
  function* exactTiers(query: SearchQuery, matched: BitSet): Iterable<BitSet> {
    yield matcher.collect(data.codes, rangeOfString(data.codes, query.key))
    for (const key of query.tickerKeys) yield matcher.collect(data.tickers, rangeOfString(data.tickers, key))
    yield sameRootOrName(query, matched)
    if (isOneWord(query) && query.key.length <= LONGEST_TICKER_PREFIX) {
      yield matcher.collect(data.tickers, rangeOfPrefix(data.tickers, query.key))
    }
  }

  function sameRootOrName(query: SearchQuery, matched: BitSet): BitSet {
    const same = matcher.collect(data.names, rangeOfString(data.names, query.nameKey))
    intersectInto(same, data.known)
    for (const document of documentsOf(data.roots, query.key)) {
      addToBitSet(same, document)
      const head = data.heads[document] ?? document
      if (bitSetHas(matched, head)) addToBitSet(same, head)
    }
    return same
  }

  function mostProminent(query: SearchQuery, left: BitSet, limit: number): number[] {
    const beginning = matcher.collect(data.names, rangeOfPrefix(data.names, query.nameKey))
    if (isOneWord(query)) {
      uniteInto(beginning, matcher.collect(data.tickers, rangeOfPrefix(data.tickers, query.key)))
    }
    const groups = [
      { set: beginning, bonus: BEGINNING_BONUS },
      { set: matcher.matchWholeNames(query), bonus: WHOLE_WORDS_BONUS },
      { set: matcher.matchNames(query), bonus: 0 },
    ]
    const candidates = groups.flatMap(({ set, bonus }) => {
      const documents: number[] = []
      if (set !== null) takeLowest(set, left, documents, limit)
      return documents.map((document) => ({ document, score: (data.prominence[document] ?? 0) + bonus }))
    })
    candidates.sort((a, b) => b.score - a.score || a.document - b.document)
    const best = candidates.slice(0, limit).map((candidate) => candidate.document)
    if (best.length === limit) return best
    // What is left matches by legal form, description or correction.
    takeLowest(matcher.matchWhole(query) ?? left, left, best, limit)
    takeLowest(left, left, best, limit)
    return best
  }

  return {
    best(query, matched, limit) {
      const left = pool.takeCopy(matched)
      const found: number[] = []
      for (const tier of exactTiers(query, matched)) {
        takeLowest(tier, left, found, limit)
        if (found.length >= limit) return found
      }
      return [...found, ...mostProminent(query, left, limit - found.length)]
    },
  }
}

function isOneWord({ words, key }: SearchQuery): boolean {
  return words.length === 1 && words[0] === key
}

function documentsOf(table: PostingTable, text: string): Uint32Array {
  const { start, end } = documentsOfRange(table, rangeOfString(table, text))
  return table.documents.subarray(start, end)
}
