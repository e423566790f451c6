import { LRUCache } from 'lru-cache'
import type { Cache, CacheEntry, CacheKey } from '../../ports/cache.ts'
import type { Clock } from '../../ports/clock.ts'

const MAX_SCOPES = 20_000

interface Slot {
  entry: CacheEntry<object> | undefined
  building: Promise<CacheEntry<object>> | undefined
}

/** A cache in this process, bounded by the number of scopes; the least recently used goes first. */
export function createMemoryCache(clock: Clock, maxScopes: number = MAX_SCOPES): Cache {
  const scopes = new LRUCache<string, Map<string, Slot>>({ max: maxScopes })

  function fresh(entry: CacheEntry<object> | undefined): CacheEntry<object> | undefined {
    const now = clock.now()
    // A clock that was set back must not keep an entry alive: built in the future is as good as expired.
    return entry !== undefined && entry.builtAt <= now && now < entry.freshUntil ? entry : undefined
  }

  function slotOf({ scope, name }: CacheKey): Slot {
    let slots = scopes.get(scope)
    if (slots === undefined) scopes.set(scope, (slots = new Map()))
    let slot = slots.get(name)
    if (slot === undefined) slots.set(name, (slot = { entry: undefined, building: undefined }))
    return slot
  }

  async function build(
    slot: Slot,
    ttlSeconds: number,
    make: () => Promise<object>,
  ): Promise<CacheEntry<object>> {
    const value = await make()
    const builtAt = clock.now()
    // A dropped slot is no longer reachable, so what it keeps is never served.
    slot.entry = { value, builtAt, freshUntil: builtAt + ttlSeconds * 1_000 }
    return slot.entry
  }

  function buildOnce(
    slot: Slot,
    ttlSeconds: number,
    make: () => Promise<object>,
  ): Promise<CacheEntry<object>> {
    slot.building ??= build(slot, ttlSeconds, make).finally(() => (slot.building = undefined))
    return slot.building
  }

  return {
    async through<T extends object>(key: CacheKey, ttlSeconds: number, make: () => Promise<T>) {
      const slot = slotOf(key)
      const entry = fresh(slot.entry) ?? (await buildOnce(slot, ttlSeconds, make))
      return entry as CacheEntry<T>
    },
    peek<T extends object>({ scope, name }: CacheKey) {
      return fresh(scopes.get(scope)?.get(name)?.entry) as CacheEntry<T> | undefined
    },
    drop(scope) {
      if (scope === null) scopes.clear()
      else scopes.delete(scope)
    },
  }
}
