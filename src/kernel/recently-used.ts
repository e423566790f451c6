import { LRUCache } from 'lru-cache'

/** Values by text, of which those that were used last are kept. */
export type RecentlyUsed<V extends {}> = LRUCache<string, V>

const one = (): number => 1

/**
 * Keeps so many entries at most. Counted as sizes, so that room is made as entries come: `max` reserves it for all of them at once, which
 * takes some 20 ms and a megabyte for 50,000.
 */
export function recentlyUsed<V extends {}>(entries: number): RecentlyUsed<V> {
  return new LRUCache({ maxSize: entries, sizeCalculation: one })
}
