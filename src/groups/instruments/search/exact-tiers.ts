import {
  addToBitSet,
  bitSetHas,
  intersectInto,
  keepBelow,
  takeLowest,
  uniteInto,
  type BitSet,
  type BitSetPool,
} from './bit-set.ts'
import { createDocumentReader } from './documents.ts'
import type { Matcher } from './match.ts'
import { documentsOfRange, rangeOfPrefix, rangeOfString, type PostingTable } from './posting-table.ts'
import { isOneWord, LONGEST_SHORT_WORD, type SearchQuery } from './query.ts'
import type { SearchIndexData } from './search-index-data.ts'
import { keyOf } from './ticker-words.ts'

/** Up to this length a query is rather a ticker being typed than a name. */
const LONGEST_TICKER_PREFIX = 3
/** What people call a company comes before the ticker of one this much smaller, in decimal logarithms. */
const POPULAR_MARGIN = 1
/** And a known company whose name begins so before a ticker of elsewhere. */
const FAMOUS_MARGIN = 3

/** Companies that are known by one name; more are not compared. */
const MOST_OF_ONE_NAME = 20

/** In the order of the tiers. */
const CODE = 0
const FULL_TICKER = 1
const POPULAR_WITH_AMPERSAND = 2
const FAR_LARGER = 3
const TICKER = 4
const AS_SHOWN = 5
const POPULAR = 6
const FAMOUS = 7
const NAMED = 8
const CIK = 9
const BEGINNING = 10
/** What is in no tier comes behind this. */
export const LAST_EXACT_TIER = BEGINNING

/** Some documents that a query names exactly. */
export interface ExactTier {
  /** The same way to be named has the same number in every index; ascending, and a tier may come in several parts. */
  tier: number
  documents: BitSet
}

/** What decides which names come before which tickers; of several indexes that are searched as one, {@link standingOfAll}. */
export interface Standing {
  /** Whether a listing that a company is known by is called so by people. */
  isPopularKnown: boolean
  /** Prominence of the best listing of each of the query's tickers; -Infinity for none. */
  tickers: readonly number[]
  /** The same of its ticker without venue or share class. */
  root: number
  /** Whether it is the whole name of a known listing. */
  isNamed: boolean
}

/** What a query names exactly. */
export interface ExactTiers {
  standing(query: SearchQuery): Standing
  /** Tier by tier; `matched` are the matches that may be shown. */
  tiers(query: SearchQuery, matched: BitSet, standing: Standing): Iterable<ExactTier>
}

export function standingOfAll(all: readonly Standing[]): Standing {
  const counts = all.map(({ tickers }) => tickers.length)
  return {
    isPopularKnown: all.some(({ isPopularKnown }) => isPopularKnown),
    tickers: Array.from({ length: Math.max(...counts) }, (_, at) =>
      Math.max(...all.map(({ tickers }) => tickers[at] ?? -Infinity)),
    ),
    root: Math.max(...all.map(({ root }) => root)),
    isNamed: all.some(({ isNamed }) => isNamed),
  }
}

/**
 * 1. The query is the ISIN or FIGI, or a ticker with its suffix.
 * 2. It is the ticker. A popular name comes before that where its company is ten times the ticker's, and after it
 *    otherwise; written with an ampersand it comes before.
 *    Of several words, what is called exactly so today comes before what was, or is by people.
 * 3. It is the ticker without venue or share class, a previous ticker, or, of a listing the company is known by, the
 *    whole name. Where it is the ticker of a copy, the company's best listing comes along. Where it is no such name, a
 *    known company whose name begins so, a thousand times as large, comes before.
 * 4. It is the CIK.
 * 5. A short query begins the ticker; of up to two letters, also the name of a known company.
 */
export function createExactTiers(data: SearchIndexData, matcher: Matcher, pool: BitSetPool): ExactTiers {
  const lookups = createLookups(data, matcher, pool)
  const prominenceOf = (table: PostingTable, key: string): number => {
    const best = matcher.lowest(table, rangeOfString(table, key))
    return best < 0 ? -Infinity : (data.prominence[best] ?? 0)
  }
  const hasKnown = (table: PostingTable, keys: readonly string[]): boolean =>
    keys.some((key) => matcher.lowest(table, rangeOfString(table, key), data.known) >= 0)

  function* tiers(query: SearchQuery, matched: BitSet, standing: Standing): Iterable<ExactTier> {
    yield { tier: CODE, documents: matcher.collect(data.codes, rangeOfString(data.codes, query.key)) }
    const popular = lookups.popular(query, standing)
    const tickers = query.tickerKeys.map((key) =>
      matcher.collect(data.tickers, rangeOfString(data.tickers, key)),
    )
    const best = [...standing.tickers]
    // With a suffix set apart only a ticker can be meant: ADO.BE is not what people call Adobe.
    if (tickers.length > 1) {
      yield { tier: FULL_TICKER, documents: tickers.shift() ?? pool.take() }
      best.shift()
    }
    if (popular !== null) {
      if (query.ampersand) yield { tier: POPULAR_WITH_AMPERSAND, documents: popular }
      for (const other of best) {
        yield { tier: FAR_LARGER, documents: lookups.farAbove(popular, other, POPULAR_MARGIN) }
      }
    }
    for (const documents of tickers) yield { tier: TICKER, documents }
    const named = lookups.knownByName(query)
    if (!isOneWord(query)) yield { tier: AS_SHOWN, documents: lookups.asShown(query, [popular, named]) }
    if (popular !== null) yield { tier: POPULAR, documents: popular }
    if (isOneWord(query) && !standing.isNamed && standing.root > -Infinity) {
      yield { tier: FAMOUS, documents: lookups.farAbove(lookups.famous(query), standing.root, FAMOUS_MARGIN) }
    }
    uniteInto(named, matcher.collect(data.roots, rangeOfString(data.roots, query.key)))
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

  return {
    standing: (query) => ({
      isPopularKnown: hasKnown(data.popular, query.popularKeys),
      tickers: query.tickerKeys.map((key) => prominenceOf(data.tickers, key)),
      root: prominenceOf(data.roots, query.key),
      isNamed: hasKnown(data.names, query.nameKeys),
    }),
    tiers,
  }
}

function createLookups(data: SearchIndexData, matcher: Matcher, pool: BitSetPool) {
  const readHit = createDocumentReader(data.documents)
  return {
    /** Listings of the sets that a company is known by and whose shown name is the whole query. */
    asShown({ key }: SearchQuery, sets: ReadonlyArray<BitSet | null>): BitSet {
      const shown = pool.take()
      for (const set of sets) {
        if (set === null) continue
        const documents: number[] = []
        takeLowest(set, pool.takeCopy(data.known), documents, MOST_OF_ONE_NAME)
        for (const document of documents) {
          if (keyOf(readHit(document).name) === key) addToBitSet(shown, document)
        }
      }
      return shown
    },
    /** What people call by the whole query: the listings it is known by, or else any; null for most queries. */
    popular(query: SearchQuery, { isPopularKnown }: Pick<Standing, 'isPopularKnown'>): BitSet | null {
      const ranges = query.popularKeys.map((key) => rangeOfString(data.popular, key))
      if (ranges.every(({ low, high }) => low === high)) return null
      const popular = pool.take()
      for (const range of ranges) uniteInto(popular, matcher.collect(data.popular, range))
      return isPopularKnown && !intersectInto(popular, data.known) ? null : popular
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
    /** Those of a set that are more prominent, by a margin, than the best of others; none where there are no others. */
    farAbove(set: BitSet, best: number, margin: number): BitSet {
      if (best === -Infinity) return pool.take()
      const chosen = pool.takeCopy(set)
      keepBelow(chosen, firstNotAbove(data.prominence, best + margin))
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
