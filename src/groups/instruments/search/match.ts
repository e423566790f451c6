import { ABBREVIATED } from '../../../market/abbreviations.ts'
import { bitSetHas, intersectInto, isEmptyBitSet, type BitSet, type BitSetPool } from './bit-set.ts'
import { MOST_WORDS_TO_COMBINE, combineWords, intersect, unite } from './combine-words.ts'
import { withoutTrailing } from './name-words.ts'
import {
  documentsOfRange,
  rangeOfPrefix,
  rangeOfString,
  type PostingTable,
  type StringRange,
} from './posting-table.ts'
import type { SearchQuery } from './query.ts'
import type { SearchIndexData, WordIndex } from './search-index-data.ts'
import { MAX_TYPO_LENGTH, MIN_TYPO_LENGTH } from './typo.ts'
import { addRange, createWordLookup, type Lookup, type WordLookup } from './word-lookup.ts'

/**
 * What matches a query. A word fits a document that has a word beginning with it, be it of the name, an alias, the
 * ticker, or of the legal form and the description of the security; an abbreviation also fits the whole words it stands
 * for (`mtr` fits Motors). A document matches when
 *
 * 1. every word of the query fits it, in any order, where up to three neighbouring words may be read as one (`jp
 *    morgan` fits JPMorgan); or its ticker begins with the whole query, or a name of it with the words of the query
 *    written as one (from 4 characters on), or its ISIN, FIGI or CIK (from 6 characters on), or a popular name or the CIK
 *    of it is the whole query;
 * 2. if that matches nothing: every word but a closing "group" or "holdings" fits it;
 * 3. if that matches nothing: every word fits it, where one that fits no document at all is read as all words one edit
 *    away, tickers apart, and as two words written as one, either of which may be abbreviated (`teslamotors`,
 *    `teslamtrs`);
 * 4. if that matches nothing either: the same with every word read both ways.
 *
 * Queries of more than six words are matched by their distinct words alone, without joining and without correction.
 * A query without words matches a ticker or name that is the same text.
 */

const MIN_NAME_KEY_LENGTH = 4
const MIN_CODE_LENGTH = 6

/** What matches a query, and by which of the rules above, 1 to 4. */
export interface Matches {
  documents: BitSet
  rule: number
}

/** Each answers null when no document matches. Sets are the caller's until the pool is reset. */
export interface Matcher {
  /** The documents that match, as defined above. */
  match(query: SearchQuery): Matches | null
  /** Those that every word fits, descriptions apart. */
  matchNames(query: SearchQuery): BitSet | null
  /** Those that have every word whole, descriptions apart. */
  matchWholeNames(query: SearchQuery): BitSet | null
  /** Those that have every word whole. */
  matchWhole(query: SearchQuery): BitSet | null
  /** The documents of the strings in a range, of those that are there. */
  collect(table: PostingTable, range: StringRange): BitSet
  /** The best of them, and of another set where one is given; -1 for none. Faster than a set where they are few. */
  lowest(table: PostingTable, range: StringRange, among?: BitSet): number
}

/** What documents are found in, and which of them; null for all. */
export interface MatchedIndex {
  data: SearchIndexData
  there: BitSet | null
}

/** Documents that are not there match nothing, and no rule gives way to another because of them. */
export function createMatcher({ data, there }: MatchedIndex, pool: BitSetPool, setLength: number): Matcher {
  const lookup = (index: WordIndex): WordLookup =>
    withAbbreviations(among(createWordLookup(index, pool, setLength), there, pool), pool)
  const names = lookup(data.words)
  const descriptions = lookup(data.descriptions)
  const beginning: Lookup = (word) => unite(pool, names.beginning(word), descriptions.beginning(word))
  const whole: Lookup = (word) => unite(pool, names.whole(word), descriptions.whole(word))
  const eitherWay: Lookup = (word) => unite(pool, beginning(word), corrected(word))

  function corrected(word: string): BitSet | null {
    let set = unite(pool, names.misspelt(word), descriptions.misspelt(word))
    for (const { left, right } of halvesOf(word)) {
      const start = names.whole(left)
      if (start !== null) set = unite(pool, set, intersect(pool, start, names.whole(right)))
    }
    return set
  }

  function matchDirectly(query: SearchQuery): Matches | null {
    const byWords = combineWords(query.words, beginning, pool)
    const found = byWords === null ? pool.take() : pool.takeCopy(byWords)
    if (query.words.length === 0) {
      addRange(found, data.tickers, rangeOfString(data.tickers, query.key))
      addRange(found, data.names, rangeOfString(data.names, query.key))
    } else {
      for (const key of query.tickerKeys) addRange(found, data.tickers, rangeOfPrefix(data.tickers, key))
      if (query.joinedWords.length >= MIN_NAME_KEY_LENGTH) {
        addRange(found, data.names, rangeOfPrefix(data.names, query.joinedWords))
      }
      if (query.key.length >= MIN_CODE_LENGTH)
        addRange(found, data.codes, rangeOfPrefix(data.codes, query.key))
      if (query.cikKey !== null) addRange(found, data.codes, rangeOfString(data.codes, query.cikKey))
      for (const key of query.popularKeys) addRange(found, data.popular, rangeOfString(data.popular, key))
    }
    if (there !== null) intersectInto(found, there)
    return isEmptyBitSet(found) ? null : { documents: found, rule: 1 }
  }

  function matchCorrected({ words }: SearchQuery): Matches | null {
    if (words.length > MOST_WORDS_TO_COMBINE) return null
    const bare = withoutTrailing(words)
    const withoutGroup = bare === words ? null : combineWords(bare, beginning, pool)
    if (withoutGroup !== null) return { documents: pool.takeCopy(withoutGroup), rule: 2 }
    const unknownCorrected = combineWords(words, (word) => beginning(word) ?? corrected(word), pool)
    if (unknownCorrected !== null) return { documents: pool.takeCopy(unknownCorrected), rule: 3 }
    const found = combineWords(words, eitherWay, pool)
    return found === null ? null : { documents: pool.takeCopy(found), rule: 4 }
  }

  return {
    match: (query) => matchDirectly(query) ?? matchCorrected(query),
    matchNames: ({ words }) => combineWords(words, names.beginning, pool),
    matchWholeNames: ({ words }) => combineWords(words, names.whole, pool),
    matchWhole: ({ words }) => combineWords(words, whole, pool),
    collect(table, range) {
      const set = pool.take()
      addRange(set, table, range)
      if (there !== null) intersectInto(set, there)
      return set
    },
    lowest: (table, range, among) => lowestIn(table, range, [there, among ?? null]),
  }
}

/** The lowest document of the strings in a range that is in each of some sets, where null has all; -1 for none. */
function lowestIn(table: PostingTable, range: StringRange, sets: ReadonlyArray<BitSet | null>): number {
  const { start, end } = documentsOfRange(table, range)
  let lowest = -1
  for (let i = start; i < end; i++) {
    const document = table.documents[i] ?? 0
    const isLower = lowest < 0 || document < lowest
    if (isLower && sets.every((set) => set === null || bitSetHas(set, document))) lowest = document
  }
  return lowest
}

/** Those documents of a lookup that are there. */
function among(words: WordLookup, there: BitSet | null, pool: BitSetPool): WordLookup {
  if (there === null) return words
  const those =
    (find: Lookup): Lookup =>
    (word) =>
      intersect(pool, find(word), there)
  return { beginning: those(words.beginning), whole: those(words.whole), misspelt: those(words.misspelt) }
}

/** Abbreviations as the words they stand for, beside what they are themselves. */
function withAbbreviations(lookup: WordLookup, pool: BitSetPool): WordLookup {
  const expanded =
    (find: Lookup): Lookup =>
    (word) => {
      let set = find(word)
      for (const long of ABBREVIATED.expand(word)) set = unite(pool, set, lookup.whole(long))
      return set
    }
  return { ...lookup, beginning: expanded(lookup.beginning), whole: expanded(lookup.whole) }
}

/** The ways to cut a word in two of at least two characters each. */
function* halvesOf(word: string): Iterable<{ left: string; right: string }> {
  if (word.length < MIN_TYPO_LENGTH || word.length > MAX_TYPO_LENGTH) return
  for (let cut = 2; cut <= word.length - 2; cut++) yield { left: word.slice(0, cut), right: word.slice(cut) }
}
