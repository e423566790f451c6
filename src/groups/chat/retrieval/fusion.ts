/** Damping of the first ranks (Cormack, Clarke and Büttcher, 2009). */
const RANK_CONSTANT = 60

/** A ranking, and its weight. */
export interface Leg<Key> {
  keys: readonly Key[]
  weight: number
  /** Whether two neighbours are tied; none are by default. */
  isTie?: (one: Key, next: Key) => boolean
}

/** Reciprocal rank fusion: items ranked high by several legs come first, each once. */
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
