/** How little the first places differ from those that follow (Cormack, Clarke and Büttcher, 2009). */
const RANK_CONSTANT = 60

/** A list of things in one order, and how much that order counts. */
export interface Leg<Key> {
  keys: readonly Key[]
  weight: number
  /** Whether two neighbours share a place, because nothing orders them; none do unless said. */
  isTie?: (one: Key, next: Key) => boolean
}

/** Reciprocal rank fusion: what stands high in several lists comes first, and once. */
export function fuse<Key>(legs: ReadonlyArray<Leg<Key>>): Map<Key, number> {
  const scores = new Map<Key, number>()
  for (const { keys, weight, isTie } of legs) {
    let place = 0
    for (const [at, key] of keys.entries()) {
      const before = keys[at - 1]
      if (before === undefined || isTie?.(before, key) !== true) place = at
      scores.set(key, (scores.get(key) ?? 0) + weight / (RANK_CONSTANT + place + 1))
    }
  }
  return scores
}
