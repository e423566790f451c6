import { takeLowest, uniteInto, type BitSet, type BitSetPool } from './bit-set.ts'
import { createExactTiers } from './exact-tiers.ts'
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
export interface MatchOrder {
  /** The first `limit` of the documents that match the query, best first. */
  best(query: SearchQuery, matched: BitSet, limit: number): number[]
}

export function createMatchOrder(data: SearchIndexData, matcher: Matcher, pool: BitSetPool): MatchOrder {
  const exactTiers = createExactTiers(data, matcher, pool)

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
