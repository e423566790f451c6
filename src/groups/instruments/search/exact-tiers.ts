import {
  addToBitSet,
  bitSetHas,
  intersectInto,
  keepBelow,
  lowestMember,
  uniteInto,
  type BitSet,
  type BitSetPool,
} from './bit-set.ts'
import type { Matcher } from './match.ts'
import { documentsOfRange, rangeOfPrefix, rangeOfString } from './posting-table.ts'
import { isOneWord, LONGEST_SHORT_WORD, type SearchQuery } from './query.ts'
import type { SearchIndexData } from './search-index-data.ts'

/** Up to this length a query is rather a ticker being typed than a name. */
const LONGEST_TICKER_PREFIX = 3
/** What people call a company comes before the ticker of one this much smaller, in decimal logarithms. */
const POPULAR_MARGIN = 1
/** And a known company whose name begins so before a ticker of elsewhere. */
const FAMOUS_MARGIN = 3

/** In the order of the tiers. */
const CODE = 0
const FULL_TICKER = 1
const POPULAR_WITH_AMPERSAND = 2
const FAR_LARGER = 3
const TICKER = 4
const POPULAR = 5
const FAMOUS = 6
const NAMED = 7
const CIK = 8
const BEGINNING = 9
/** What is in no tier comes behind this. */
export const LAST_EXACT_TIER = BEGINNING

/** Some documents that a query names exactly. */
export interface ExactTier {
  /** The same way to be named has the same number in every index; ascending, and a tier may come in several parts. */
  tier: number
  documents: BitSet
}

/** What a query names exactly, tier by tier; `matched` are the matches that may be shown. */
export type ExactTiers = (query: SearchQuery, matched: BitSet) => Iterable<ExactTier>

/**
 * 1. The query is the ISIN or FIGI, or a ticker with its suffix.
 * 2. It is the ticker. A popular name comes before that where its company is ten times the ticker's, and after it
 *    otherwise; written with an ampersand it comes before.
 * 3. It is the ticker without venue or share class, a previous ticker, or, of a listing the company is known by, the
 *    whole name. Where it is the ticker of a copy, the company's best listing comes along. Where it is no such name, a
 *    known company whose name begins so, a thousand times as large, comes before.
 * 4. It is the CIK.
 * 5. A short query begins the ticker; of up to two letters, also the name of a known company.
 */
export function createExactTiers(data: SearchIndexData, matcher: Matcher, pool: BitSetPool): ExactTiers {
  const lookups = createLookups(data, matcher, pool)
  return function* exactTiers(query, matched) {
    yield { tier: CODE, documents: matcher.collect(data.codes, rangeOfString(data.codes, query.key)) }
    const popular = lookups.popular(query)
    const tickers = query.tickerKeys.map((key) =>
      matcher.collect(data.tickers, rangeOfString(data.tickers, key)),
    )
    // With a suffix set apart only a ticker can be meant: ADO.BE is not what people call Adobe.
    if (tickers.length > 1) yield { tier: FULL_TICKER, documents: tickers.shift() ?? pool.take() }
    if (popular !== null) {
      if (query.ampersand) yield { tier: POPULAR_WITH_AMPERSAND, documents: popular }
      for (const ticker of tickers) {
        yield { tier: FAR_LARGER, documents: lookups.farAbove(popular, ticker, POPULAR_MARGIN) }
      }
    }
    for (const documents of tickers) yield { tier: TICKER, documents }
    if (popular !== null) yield { tier: POPULAR, documents: popular }
    const named = lookups.knownByName(query)
    const roots = matcher.collect(data.roots, rangeOfString(data.roots, query.key))
    if (isOneWord(query) && lowestMember(named) < 0 && lowestMember(roots) >= 0) {
      yield { tier: FAMOUS, documents: lookups.farAbove(lookups.famous(query), roots, FAMOUS_MARGIN) }
    }
    uniteInto(named, roots)
    lookups.addHeads(named, query, matched)
    yield { tier: NAMED, documents: named }
    if (query.cikKey !== null) {
      yield { tier: CIK, documents: matcher.collect(data.codes, rangeOfString(data.codes, query.cikKey)) }
    }
    if (!isOneWord(query) || query.key.length > LONGEST_TICKER_PREFIX) return
    const beginning = matcher.collect(data.tickers, rangeOfPrefix(data.tickers, query.key))
    if (query.key.length <= LONGEST_SHORT_WORD) uniteInto(beginning, lookups.famous(query))
    yield { tier: BEGINNING, documents: beginning }
  }
}

function createLookups(data: SearchIndexData, matcher: Matcher, pool: BitSetPool) {
  return {
    /** What people call by the whole query: the listings it is known by, or else any; null for most queries. */
    popular(query: SearchQuery): BitSet | null {
      const ranges = query.popularKeys.map((key) => rangeOfString(data.popular, key))
      if (ranges.every(({ low, high }) => low === high)) return null
      const popular = pool.take()
      for (const range of ranges) uniteInto(popular, matcher.collect(data.popular, range))
      const known = pool.takeCopy(popular)
      return intersectInto(known, data.known) ? known : popular
    },
    /** Known companies whose names begin with the query. */
    famous(query: SearchQuery): BitSet {
      const famous = matcher.collect(data.names, rangeOfPrefix(data.names, query.key))
      intersectInto(famous, data.famous)
      return famous
    },
    knownByName(query: SearchQuery): BitSet {
      const same = pool.take()
      for (const key of query.nameKeys) {
        uniteInto(same, matcher.collect(data.names, rangeOfString(data.names, key)))
      }
      intersectInto(same, data.known)
      return same
    },
    /** Those of a set that are more prominent, by a margin, than all of another; none where the other is empty. */
    farAbove(set: BitSet, other: BitSet, margin: number): BitSet {
      const best = lowestMember(other)
      if (best < 0) return pool.take()
      const chosen = pool.takeCopy(set)
      keepBelow(chosen, firstNotAbove(data.prominence, (data.prominence[best] ?? 0) + margin))
      return chosen
    },
    addHeads(set: BitSet, { key }: SearchQuery, matched: BitSet): void {
      const { start, end } = documentsOfRange(data.roots, rangeOfString(data.roots, key))
      for (const document of data.roots.documents.subarray(start, end)) {
        const head = data.heads[document] ?? document
        if (bitSetHas(matched, head)) addToBitSet(set, head)
      }
    },
  }
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
