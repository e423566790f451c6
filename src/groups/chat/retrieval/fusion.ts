import { DAY_MS, type Instant } from '../../../kernel/time.ts'

/** How little the first places differ from those that follow (Cormack, Clarke and Büttcher, 2009). */
const RANK_CONSTANT = 60
/** What age can take of a document's score at most, and the days in which half of that is lost. */
const RECENCY_FLOOR = 0.7
const HALF_LIFE_DAYS = 30

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

/** A factor from 1 for what is new down to its floor: an old document that fits well stays ahead of a new one that does not. */
export function recencyFactor(publishedAt: Instant, now: Instant): number {
  const days = Math.max(0, now - publishedAt) / DAY_MS
  return RECENCY_FLOOR + (1 - RECENCY_FLOOR) * 2 ** (-days / HALF_LIFE_DAYS)
}
