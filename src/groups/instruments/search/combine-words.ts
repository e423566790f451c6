import { intersectInto, uniteInto, type BitSet, type BitSetPool } from './bit-set.ts'
import type { Lookup } from './word-lookup.ts'

/** Longer queries are matched by their distinct words alone, without joining and without correction. */
export const MOST_WORDS_TO_COMBINE = 6
const MOST_WORDS_TO_JOIN = 3

/**
 * The documents that all words fit, or null when there is none. Up to three neighbouring words may fit as one: `jp
 * morgan` fits what `jpmorgan` fits.
 */
export function combineWords(words: readonly string[], lookup: Lookup, pool: BitSetPool): BitSet | null {
  return words.length > MOST_WORDS_TO_COMBINE
    ? intersectAll(words, lookup, pool)
    : combineJoined(words, lookup, pool)
}

/** `a ∪ b`, where null stands for the empty set. */
export function unite(pool: BitSetPool, a: BitSet | null, b: BitSet | null): BitSet | null {
  if (a === null || b === null) return a ?? b
  const either = pool.takeCopy(a)
  uniteInto(either, b)
  return either
}

/** `a ∩ b`, or null when it is empty. */
export function intersect(pool: BitSetPool, a: BitSet | null, b: BitSet | null): BitSet | null {
  if (a === null || b === null) return null
  const both = pool.takeCopy(a)
  return intersectInto(both, b) ? both : null
}

function intersectAll(words: readonly string[], lookup: Lookup, pool: BitSetPool): BitSet | null {
  let common: BitSet | null = null
  for (const word of new Set(words)) {
    const set = lookup(word)
    if (set === null) return null
    if (common === null) common = pool.takeCopy(set)
    else if (!intersectInto(common, set)) return null
  }
  return common
}

/**
 * Over all ways to read neighbouring words as one: `fitting[n]` are the documents that the first n + 1 words fit,
 * which is the union over the length of the last group.
 */
function combineJoined(words: readonly string[], lookup: Lookup, pool: BitSetPool): BitSet | null {
  const fitting: (BitSet | null)[] = []
  for (let end = 1; end <= words.length; end++) {
    let fits: BitSet | null = null
    for (let start = end - 1; start >= Math.max(0, end - MOST_WORDS_TO_JOIN); start--) {
      const before = fitting[start - 1] ?? null
      if (start > 0 && before === null) continue
      const group = lookup(words.slice(start, end).join(''))
      fits = unite(pool, fits, start === 0 ? group : intersect(pool, before, group))
    }
    fitting.push(fits)
  }
  return fitting.at(-1) ?? null
}
