import { lengthOf, stringAt, stringCount, type PostingTable } from './posting-table.ts'
import type { DeletionTable, WordIndex } from './search-index-data.ts'

/** Shorter words are within one edit of too many others. */
export const MIN_TYPO_LENGTH = 4
/** Longer words are no words of a name. */
export const MAX_TYPO_LENGTH = 32

/** Hash and word index share a double: 32 bits for the hash, 21 for the index. */
const HASH_SHIFT = 2 ** 21

const DIGIT = /\p{N}/u

/** True for a word that may be taken for a misspelling: 4 to 32 characters and no digit. */
export function mayBeMisspelt(word: string): boolean {
  return word.length >= MIN_TYPO_LENGTH && word.length <= MAX_TYPO_LENGTH && !DIGIT.test(word)
}

/**
 * Indexes the words at `wordIndexes` of `table` for {@link wordsOneEditFrom}: two words one edit apart share what is
 * left of them when one letter, or none, is taken out (the symmetric deletion of W. Garbe's SymSpell).
 */
export function buildDeletionTable(table: PostingTable, wordIndexes: Iterable<number>): DeletionTable {
  if (stringCount(table) > HASH_SHIFT) throw new RangeError(`More than ${HASH_SHIFT} words to search`)
  const entries: number[] = []
  for (const index of wordIndexes) {
    const length = lengthOf(table, index)
    if (length + 1 < MIN_TYPO_LENGTH || length > MAX_TYPO_LENGTH + 1) continue
    const word = stringAt(table, index)
    if (DIGIT.test(word)) continue
    for (const hash of deletionHashes(word)) entries.push(hash * HASH_SHIFT + index)
  }
  const sorted = Float64Array.from(entries).sort()
  const hashes = new Uint32Array(sorted.length)
  const words = new Uint32Array(sorted.length)
  for (const [i, entry] of sorted.entries()) {
    hashes[i] = Math.floor(entry / HASH_SHIFT)
    words[i] = entry % HASH_SHIFT
  }
  return { hashes, words }
}

/** Indexes of the indexed words exactly one edit away from `word`, ascending. */
export function wordsOneEditFrom(word: string, { table, deletions }: WordIndex): number[] {
  const found = new Set<number>()
  for (const hash of deletionHashes(word)) {
    for (let i = firstAtLeast(deletions.hashes, hash); deletions.hashes[i] === hash; i++) {
      const index = deletions.words[i] ?? 0
      if (found.has(index) || Math.abs(lengthOf(table, index) - word.length) > 1) continue
      if (isOneEdit(word, stringAt(table, index))) found.add(index)
    }
  }
  return [...found].sort((a, b) => a - b)
}

/**
 * True when one insertion, deletion, substitution or exchange of neighbours turns `a` into `b`: a Damerau-Levenshtein
 * distance of one. Lengths are UTF-16 code units.
 */
export function isOneEdit(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.length - short.length > 1) return false
  let same = 0
  while (same < short.length && short[same] === long[same]) same++
  if (short.length < long.length) return short.slice(same) === long.slice(same + 1)
  if (same === short.length) return false
  if (short.slice(same + 1) === long.slice(same + 1)) return true
  return (
    short[same] === long[same + 1] &&
    short[same + 1] === long[same] &&
    short.slice(same + 2) === long.slice(same + 2)
  )
}

/** FNV-1a over UTF-16 code units of the word and of the word without each of its letters; distinct hashes only. */
function deletionHashes(word: string): Set<number> {
  const hashes = new Set<number>()
  for (let left = -1; left < word.length; left++) {
    let hash = 0x811c9dc5
    for (let i = 0; i < word.length; i++) {
      if (i !== left) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193)
    }
    hashes.add(hash >>> 0)
  }
  return hashes
}

function firstAtLeast(sorted: Uint32Array, value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}
