import {
  addToBitSet,
  bitSetHas,
  intersectInto,
  keepBelow,
  lowestOfBoth,
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
/** Words this short begin too many others: where they are found whole (`S&P`), that is what is meant. */
const LONGEST_SHORT_WORD = 2
const WHOLE_SHORT_WORDS_BONUS = 4
/** What people call a company comes before the ticker of one this much smaller, in decimal logarithms. */
const POPULAR_MARGIN = 1
/** And a known company whose name begins with up to three letters before what has them for a ticker elsewhere. */
const FAMOUS_MARGIN = 3

export interface MatchOrder {
  /** The first `limit` of the documents that match the query, best first. */
  best(query: SearchQuery, matched: BitSet, limit: number): number[]
}

export function createMatchOrder(data: SearchIndexData, matcher: Matcher, pool: BitSetPool): MatchOrder {
  /**
   * 1. The query is the ISIN or FIGI.
   * 2. It is the ticker. A popular name comes before that where its company is ten times the ticker's, and after it
   *    otherwise.
   * 3. It is the ticker without venue or share class, a previous ticker, or, of a listing the company is known by,
   *    the whole name. Where it is the ticker of a copy, the company's best listing comes along.
   * 4. A short query begins the ticker; of up to two letters, also the name of a known company.
   * A known company whose name begins so comes before tickers of 3 when it is a thousand times as large.
   */
  function* exactTiers(query: SearchQuery, matched: BitSet): Iterable<BitSet> {
    yield matcher.collect(data.codes, rangeOfString(data.codes, query.key))
    const popular = popularOf(query)
    const tickers = query.tickerKeys.map((key) =>
      matcher.collect(data.tickers, rangeOfString(data.tickers, key)),
    )
    // With a suffix set apart only a ticker can be meant: ADO.BE is not what people call Adobe.
    if (tickers.length > 1) yield tickers.shift() ?? pool.take()
    if (query.ampersand) yield popular
    yield above(popular, tickers, matched, POPULAR_MARGIN) ?? popular
    yield* tickers
    yield popular
    const named = knownByName(query)
    const same = pool.takeCopy(named)
    addSameRoot(same, query, matched)
    if (!isOneWord(query) || lowestOfBoth(named, matched) >= 0) {
      yield same
      return
    }
    const famous = matcher.collect(data.names, rangeOfPrefix(data.names, query.key))
    intersectInto(famous, data.famous)
    const farAbove = above(famous, [same], matched, FAMOUS_MARGIN)
    if (farAbove !== null) yield farAbove
    yield same
    if (query.key.length > LONGEST_TICKER_PREFIX) return
    const beginning = matcher.collect(data.tickers, rangeOfPrefix(data.tickers, query.key))
    if (query.key.length <= LONGEST_SHORT_WORD) uniteInto(beginning, famous)
    yield beginning
  }

  function popularOf(query: SearchQuery): BitSet {
    const popular = pool.take()
    for (const key of query.popularKeys) {
      uniteInto(popular, matcher.collect(data.popular, rangeOfString(data.popular, key)))
    }
    const known = pool.takeCopy(popular)
    return intersectInto(known, data.known) ? known : popular
  }

  /** Those of a set that are more prominent, by a margin, than the most prominent match in the others; null without one. */
  function above(set: BitSet, others: readonly BitSet[], matched: BitSet, margin: number): BitSet | null {
    const highest = Math.max(
      ...others.map((other) => {
        const document = lowestOfBoth(other, matched)
        return document < 0 ? -Infinity : (data.prominence[document] ?? 0)
      }),
    )
    if (highest === -Infinity) return null
    const chosen = pool.takeCopy(set)
    keepBelow(chosen, firstNotAbove(data.prominence, highest + margin))
    return chosen
  }

  function knownByName(query: SearchQuery): BitSet {
    const same = pool.take()
    for (const key of query.nameKeys) {
      uniteInto(same, matcher.collect(data.names, rangeOfString(data.names, key)))
    }
    intersectInto(same, data.known)
    return same
  }

  function addSameRoot(same: BitSet, query: SearchQuery, matched: BitSet): void {
    for (const document of documentsOf(data.roots, query.key)) {
      addToBitSet(same, document)
      const head = data.heads[document] ?? document
      if (bitSetHas(matched, head)) addToBitSet(same, head)
    }
  }

  function mostProminent(query: SearchQuery, left: BitSet, limit: number): number[] {
    const beginning = pool.take()
    for (const key of query.nameKeys) {
      uniteInto(beginning, matcher.collect(data.names, rangeOfPrefix(data.names, key)))
    }
    if (isOneWord(query)) {
      uniteInto(beginning, matcher.collect(data.tickers, rangeOfPrefix(data.tickers, query.key)))
    }
    const groups = [
      // A document counts in the first of its groups, which go by falling bonus.
      ...(hasShortWord(query) ? [{ set: matcher.matchWhole(query), bonus: WHOLE_SHORT_WORDS_BONUS }] : []),
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

function hasShortWord({ words }: SearchQuery): boolean {
  return words.length > 1 && words.some((word) => word.length <= LONGEST_SHORT_WORD)
}

/** The first document that is not more prominent than a number; prominence falls. */
function firstNotAbove(prominence: Float32Array, limit: number): number {
  let low = 0
  let high = prominence.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((prominence[middle] ?? 0) > limit) low = middle + 1
    else high = middle
  }
  return low
}

function isOneWord({ words, key }: SearchQuery): boolean {
  return words.length === 1 && words[0] === key
}

function documentsOf(table: PostingTable, text: string): Uint32Array {
  const { start, end } = documentsOfRange(table, rangeOfString(table, text))
  return table.documents.subarray(start, end)
}
