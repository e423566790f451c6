/** How little the first places differ from those that follow (Cormack, Clarke and Büttcher, 2009). */
const RANK_CONSTANT = 60

/** A list of things in one order, and how much that order counts. */
export interface Leg<Key> {
  keys: readonly Key[]
  weight: number
}

/** Reciprocal rank fusion: what stands high in several lists comes first, and once. */
export function fuse<Key>(legs: ReadonlyArray<Leg<Key>>): Map<Key, number> {
  const scores = new Map<Key, number>()
  for (const { keys, weight } of legs) {
    for (const [place, key] of keys.entries()) {
      scores.set(key, (scores.get(key) ?? 0) + weight / (RANK_CONSTANT + place + 1))
    }
  }
  return scores
}
