import { addSlice, type BitSet, type BitSetPool } from './bit-set.ts'
import { heavySetOf } from './heavy-ranges.ts'
import {
  documentsOfRange,
  rangeOfPrefix,
  rangeOfString,
  type PostingTable,
  type StringRange,
} from './posting-table.ts'
import type { WordIndex } from './search-index-data.ts'
import { mayBeMisspelt, wordsOneEditFrom } from './typo.ts'

/** The documents that fit a word, or null when there is none. The set is to be read only. */
export type Lookup = (word: string) => BitSet | null

export interface WordLookup {
  /** Documents with a word that begins so. */
  beginning: Lookup
  /** Documents with this very word. */
  whole: Lookup
  /** Documents with a word one edit away. */
  misspelt: Lookup
}

export function createWordLookup(index: WordIndex, pool: BitSetPool, setLength: number): WordLookup {
  const { table, heavy } = index
  function documentsIn(range: StringRange): BitSet | null {
    if (range.low === range.high) return null
    const kept = heavySetOf(heavy, range, setLength)
    if (kept !== null) return kept
    const set = pool.take()
    addRange(set, table, range)
    return set
  }
  return {
    beginning: (word) => documentsIn(rangeOfPrefix(table, word)),
    whole: (word) => documentsIn(rangeOfString(table, word)),
    misspelt(word) {
      const found = mayBeMisspelt(word) ? wordsOneEditFrom(word, index) : []
      if (found.length === 0) return null
      const set = pool.take()
      for (const low of found) addRange(set, table, { low, high: low + 1 })
      return set
    },
  }
}

/** Adds the documents of the strings in a range. */
export function addRange(set: BitSet, table: PostingTable, range: StringRange): void {
  const { start, end } = documentsOfRange(table, range)
  addSlice(set, table.documents, start, end)
}
