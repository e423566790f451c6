import { notifySoon } from '../adapters/bus/notify-soon.ts'
import { createPostgresBus } from '../adapters/bus/postgres.ts'
import { createMemoryCache } from '../adapters/cache/memory.ts'
import { createMemoryCounter } from '../adapters/counter/memory.ts'
import { createFileKeyStore } from '../adapters/identity/signing-key.ts'
import type { RedisConnection } from '../adapters/redis/connection.ts'
import type { Storage } from '../adapters/storage/storage.ts'
import type { Config } from '../config/config.ts'
import { createDatabaseKeyStore } from '../groups/auth/index.ts'
import type { Bus } from '../ports/bus.ts'
import type { Cache } from '../ports/cache.ts'
import type { Counter } from '../ports/counter.ts'
import type { KeyStore } from '../ports/identity.ts'
import { ALONE, type OpenCounts } from '../ports/open-counts.ts'
import type { RedisStateParts } from './redis-state.ts'
import type { OpenStorage } from './storage.ts'

/** Where this gateway's own signing keys are kept: with the embedded database, or in the shared one. */
export function keyStoreOf({ storage, dataDir }: OpenStorage): KeyStore {
  return dataDir === null ? createDatabaseKeyStore(storage.db) : createFileKeyStore(dataDir.path)
}

/** State shared by gateways, apart from the database: request counts, open streams, and cached results. */
export interface SharedState {
  counter: Counter
  openCounts: OpenCounts
  cache: Cache
  /** Null without Redis. */
  redis: Pick<RedisConnection, 'down' | 'failed'> | null
  close(): Promise<void>
}

/** Redis where one is configured, whose client is loaded only then; else this process counts and caches by itself. */
export async function openSharedState(
  { redisUrl, role }: Config,
  parts: RedisStateParts,
): Promise<SharedState> {
  if (redisUrl !== null) {
    const { openRedisState } = await import('./redis-state.ts')
    return openRedisState({ url: redisUrl, role }, parts)
  }
  return {
    counter: createMemoryCounter(parts.clock),
    openCounts: ALONE,
    cache: createMemoryCache(parts.clock),
    redis: null,
    close: async () => undefined,
  }
}

/** The bus that reaches every process on the same database, for a process that answers requests: none of them waits for a database that is unreachable. */
export function servingBusOf(storage: Storage): Bus {
  return createPostgresBus({
    notify: notifySoon((payload) => storage.notify(payload)),
    onNotification: (listener) => storage.onNotification(listener),
  })
}
