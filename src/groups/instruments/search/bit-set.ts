/** A set of document numbers: bit `n & 31` of word `n >> 5` says whether `n` is in it. */
export type BitSet = Uint32Array

/** Words a set of numbers below `size` needs. */
export function bitSetLength(size: number): number {
  return (size + 31) >>> 5
}

export function addToBitSet(set: BitSet, member: number): void {
  set[member >>> 5] = (set[member >>> 5] ?? 0) | (1 << (member & 31))
}

export function bitSetHas(set: BitSet, member: number): boolean {
  return (((set[member >>> 5] ?? 0) >>> (member & 31)) & 1) === 1
}

/** Adds every element of `members[start..end)`. */
export function addSlice(set: BitSet, members: Uint32Array, start: number, end: number): void {
  for (let i = start; i < end; i++) addToBitSet(set, members[i] ?? 0)
}

/** `target = target ∩ other`; false when nothing is left. */
export function intersectInto(target: BitSet, other: BitSet): boolean {
  let seen = 0
  for (let i = 0; i < target.length; i++) {
    const word = (target[i] ?? 0) & (other[i] ?? 0)
    target[i] = word
    seen |= word
  }
  return seen !== 0
}

/** `target = target ∪ other`. */
export function uniteInto(target: BitSet, other: BitSet): void {
  for (let i = 0; i < target.length; i++) target[i] = (target[i] ?? 0) | (other[i] ?? 0)
}

export function isEmptyBitSet(set: BitSet): boolean {
  for (let i = 0; i < set.length; i++) if (set[i] !== 0) return false
  return true
}

/** Removes every number from `end` on. */
export function keepBelow(set: BitSet, end: number): void {
  const word = end >>> 5
  if (word >= set.length) return
  set[word] = (set[word] ?? 0) & ((1 << (end & 31)) - 1)
  set.fill(0, word + 1)
}

/** Number of members. */
export function countBits(set: BitSet): number {
  let count = 0
  for (let i = 0; i < set.length; i++) count += popCount(set[i] ?? 0)
  return count
}

/**
 * Moves the lowest members of `source` that are also in `within` to the end of `found`, until `found` has `limit`
 * elements; they leave `within`, so that no later call finds them again.
 */
export function takeLowest(source: BitSet, within: BitSet, found: number[], limit: number): void {
  for (let i = 0; i < source.length && found.length < limit; i++) {
    let common = (source[i] ?? 0) & (within[i] ?? 0)
    while (common !== 0 && found.length < limit) {
      const lowest = common & -common
      found.push((i << 5) + (31 - Math.clz32(lowest)))
      common ^= lowest
      within[i] = (within[i] ?? 0) ^ lowest
    }
  }
}

/** Lends zeroed sets for the length of one search and takes them all back at once, so that searching allocates nothing. */
export interface BitSetPool {
  take(): BitSet
  takeCopy(of: BitSet): BitSet
  reset(): void
}

export function createBitSetPool(length: number): BitSetPool {
  const sets: BitSet[] = []
  let lent = 0
  function next(): BitSet {
    const set = sets[lent] ?? new Uint32Array(length)
    sets[lent] = set
    lent += 1
    return set
  }
  return {
    take: () => next().fill(0),
    takeCopy(of) {
      const set = next()
      set.set(of)
      return set
    },
    reset() {
      lent = 0
    },
  }
}

/** Set bits of a 32-bit word: pairs, nibbles, bytes added in parallel. */
function popCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
