import { takeLowest, uniteInto, type BitSet, type BitSetPool } from './bit-set.ts'
import { createExactTiers, LAST_EXACT_TIER, type Standing } from './exact-tiers.ts'
import type { Matcher } from './match.ts'
import { rangeOfPrefix } from './posting-table.ts'
import { isOneWord, LONGEST_SHORT_WORD, type SearchQuery } from './query.ts'
import type { SearchIndexData } from './search-index-data.ts'

/**
 * Which matches come first: those the query names exactly, tier by tier and in static rank within each, and then all
 * others by prominence, where a better fit makes up for a smaller company.
 */

/** In decimal logarithms of the company's size: a name or ticker that begins with the query; all words whole. */
const BEGINNING_BONUS = 1.5
const WHOLE_WORDS_BONUS = 0.5
/** Words this short begin too many others: where they are found whole (`S&P`), that is what is meant. */
const WHOLE_SHORT_WORDS_BONUS = 4
/** Behind what is named exactly: those found by name, by whole words of descriptions, and any other way. */
const [BY_NAME, BY_DESCRIPTION, OTHERWISE] = [
  LAST_EXACT_TIER + 1,
  LAST_EXACT_TIER + 2,
  LAST_EXACT_TIER + 3,
] as const

/** A document and why it stands where it does: the lower tier first, within one the higher score, and then the more prominent. */
export interface PlacedDocument {
  document: number
  tier: number
  score: number
  prominence: number
}

/** The matches that may be shown, how many of them are wanted, and what names and tickers mean in all that is searched. */
export interface Ordered {
  matched: BitSet
  limit: number
  standing: Standing
}

export interface MatchOrder {
  standing(query: SearchQuery): Standing
  /** The first `limit` of the documents that match the query, best first. */
  best(query: SearchQuery, ordered: Ordered): PlacedDocument[]
}

export function createMatchOrder(data: SearchIndexData, matcher: Matcher, pool: BitSetPool): MatchOrder {
  const exactTiers = createExactTiers(data, matcher, pool)

  /** Takes at most so many documents of a set out of those that are left. */
  function take(set: BitSet, tier: number, left: BitSet, most: number): PlacedDocument[] {
    const documents: number[] = []
    takeLowest(set, left, documents, most)
    return documents.map((document) => placed(document, tier, 0))
  }

  function placed(document: number, tier: number, bonus: number): PlacedDocument {
    const prominence = data.prominence[document] ?? 0
    return { document, tier, score: prominence + bonus, prominence }
  }

  function mostProminent(query: SearchQuery, left: BitSet, limit: number): PlacedDocument[] {
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
      return documents.map((document) => placed(document, BY_NAME, bonus))
    })
    candidates.sort((a, b) => b.score - a.score || a.document - b.document)
    const best = candidates.slice(0, limit)
    if (best.length === limit) return best
    // What is left matches by legal form, description or correction.
    const whole = matcher.matchWhole(query)
    if (whole !== null) best.push(...take(whole, BY_DESCRIPTION, left, limit - best.length))
    best.push(...take(left, OTHERWISE, left, limit - best.length))
    return best
  }

  return {
    standing: (query) => exactTiers.standing(query),
    best(query, { matched, limit, standing }) {
      const left = pool.takeCopy(matched)
      const found: PlacedDocument[] = []
      for (const { tier, documents } of exactTiers.tiers(query, matched, standing)) {
        found.push(...take(documents, tier, left, limit - found.length))
        if (found.length >= limit) return found
      }
      return [...found, ...mostProminent(query, left, limit - found.length)]
    },
  }
}

function hasShortWord({ words }: SearchQuery): boolean {
  return words.length > 1 && words.some((word) => word.length <= LONGEST_SHORT_WORD)
}
