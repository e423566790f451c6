import type { HandlerResult } from '../../../contract/endpoint.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { WorkFor } from '../../../kernel/work-gate.ts'
import type { Cache, CacheEntry } from '../../../ports/cache.ts'
import type { Catalogue } from './catalogue.ts'
import type { Instrument } from './instrument.ts'

/** Ticks, market status and finished bars are looked at again this often. */
export const MOMENT_SECONDS = 1

/** A value with the sources it was made of. */
export interface Sourced<T> {
  value: T
  source: string | undefined
  /** ISO 8601 instant of the price in it; absent where it has none. */
  asOf?: string | undefined
  /** Where the series has data, as ISO 8601 days, when the value has none of it. */
  range?: string | undefined
}

/** Who asks: looked at only when something has to be read, because a signal is not free. */
export interface Asker {
  caller: { tenantId: Id } | null
  signal: AbortSignal
}

/** A response that may be there already. */
export type Reading<T> = HandlerResult<T> | Promise<HandlerResult<T>>

/** A read through the cache, and its caller. */
export interface CachedRead {
  entityId: string
  name: string
  ttlSeconds: number
  asker: Asker
}

/**
 * Reads through the cache. What is there is answered at once, without looking the instrument up: a change of anything
 * about it drops all of its values.
 */
export function createCachedReader({ catalogue, cache }: { catalogue: Catalogue; cache: Cache }) {
  return <T>(
    { entityId, name, ttlSeconds, asker }: CachedRead,
    build: (instrument: Instrument, caller: WorkFor & { signal: AbortSignal }) => Promise<Sourced<T>>,
  ): Reading<T> => {
    const fresh = cache.peek<Sourced<T>>({ scope: entityId, name })
    if (fresh !== undefined) return toAnswer(fresh, ttlSeconds)
    return catalogue
      .find(entityId)
      .then((instrument) => {
        const key = asker.caller?.tenantId ?? ''
        return cache.through(
          { scope: instrument.entityId, name },
          ttlSeconds,
          (signal) => build(instrument, { key, signal }),
          asker.signal,
        )
      })
      .then((entry) => toAnswer(entry, ttlSeconds))
  }
}

function toAnswer<T>(
  { value, builtAt, freshUntil }: CacheEntry<Sourced<T>>,
  ttlSeconds: number,
): HandlerResult<T> {
  return {
    value: value.value,
    dataSource: value.source,
    dataAsOf: value.asOf,
    dataRange: value.range,
    builtAt,
    // What lives for a moment is not worth keeping at the client.
    freshUntil: ttlSeconds > MOMENT_SECONDS ? freshUntil : undefined,
  }
}
