import { BoundedMap } from '../../kernel/bounded-map.ts'
import { byteSizeOf } from '../../kernel/byte-size.ts'
import type { Cache, CacheEntry, CacheKey } from '../../ports/cache.ts'
import type { Clock } from '../../ports/clock.ts'
import { createBuilds } from './builds.ts'

/** Of all values together. */
const MAX_BYTES = 16 * 1024 * 1024
/** Of one value: a larger one is answered and not kept. */
const MAX_ENTRY_BYTES = 4 * 1024 * 1024
/** A value is kept twice, because its encoded form lives as long. */
const COPIES = 2
const PLACE_BYTES = 256

/** What a cache keeps at most. */
export interface MemoryBounds {
  bytes: number
  entryBytes: number
}

/** A cache of entries, independent of how their freshness is decided. */
export interface EntryCache {
  obtain(
    key: CacheKey,
    make: (signal: AbortSignal) => Promise<CacheEntry<object>>,
    signal: AbortSignal | undefined,
  ): Promise<CacheEntry<object>>
  peek(key: CacheKey): CacheEntry<object> | undefined
  drop(scope: string | null): void
}

interface Kept {
  key: CacheKey
  entry: CacheEntry<object>
}

/** A cache in this process; the least recently used goes first. */
export function createMemoryCache(clock: Clock, bounds: Partial<MemoryBounds> = {}): Cache {
  const entries = createEntryCache(clock, bounds)
  return {
    async through<T extends object>(
      key: CacheKey,
      ttlSeconds: number,
      build: (signal: AbortSignal) => Promise<T>,
      signal?: AbortSignal,
    ) {
      const make = async (building: AbortSignal): Promise<CacheEntry<object>> => {
        const value = await build(building)
        const builtAt = clock.now()
        return { value, builtAt, freshUntil: builtAt + ttlSeconds * 1_000 }
      }
      return (await entries.obtain(key, make, signal)) as CacheEntry<T>
    },
    peek<T extends object>(key: CacheKey) {
      return entries.peek(key) as CacheEntry<T> | undefined
    },
    drop: (scope) => entries.drop(scope),
  }
}

/** Entries bounded by bytes, by their own freshness and by a minute without a reader. */
export function createEntryCache(clock: Clock, bounds: Partial<MemoryBounds> = {}): EntryCache {
  const { bytes = MAX_BYTES, entryBytes = MAX_ENTRY_BYTES } = bounds
  const scopes = new Map<string, Set<string>>()
  const builds = createBuilds()
  const kept = new BoundedMap<Kept>({
    maxBytes: bytes,
    maxEntryBytes: entryBytes,
    sizeOf: ({ entry }) => PLACE_BYTES + COPIES * byteSizeOf(entry.value),
    isStale: ({ entry }) => !isFresh(entry, clock.now()),
    dropped: ({ key }, id) => forgetName(key.scope, id),
  })

  function forgetName(scope: string, id: string): void {
    const names = scopes.get(scope)
    names?.delete(id)
    if (names?.size === 0) scopes.delete(scope)
  }

  function isFresh({ builtAt, freshUntil }: CacheEntry<object>, now: number): boolean {
    // A clock that was set back must not keep an entry alive: built in the future is as good as expired.
    return builtAt <= now && now < freshUntil
  }

  function keep(id: string, key: CacheKey, entry: CacheEntry<object>): void {
    kept.set(id, { key, entry })
    if (!kept.has(id)) return
    const names = scopes.get(key.scope)
    if (names === undefined) scopes.set(key.scope, new Set([id]))
    else names.add(id)
  }

  function peek(key: CacheKey): CacheEntry<object> | undefined {
    const entry = kept.get(idOf(key))?.entry
    return entry !== undefined && isFresh(entry, clock.now()) ? entry : undefined
  }

  return {
    peek,
    async obtain(key, make, signal) {
      const found = peek(key)
      if (found !== undefined) return found
      const id = idOf(key)
      return builds.join({ id, scope: key.scope, make, done: (entry) => keep(id, key, entry) }, signal)
    },
    drop(scope) {
      builds.forget(scope)
      if (scope === null) kept.clear()
      else for (const id of scopes.get(scope) ?? []) kept.delete(id)
    },
  }
}

function idOf({ scope, name }: CacheKey): string {
  return `${scope}\n${name}`
}
