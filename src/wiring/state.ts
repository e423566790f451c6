import { notifySoon } from '../adapters/bus/notify-soon.ts'
import { createPostgresBus } from '../adapters/bus/postgres.ts'
import { createMemoryCache } from '../adapters/cache/memory.ts'
import { createRedisCache } from '../adapters/cache/redis.ts'
import { createMemoryCounter } from '../adapters/counter/memory.ts'
import { createRedisCounter } from '../adapters/counter/redis.ts'
import { createFileKeyStore } from '../adapters/identity/signing-key.ts'
import { connectRedis, type RedisConnection } from '../adapters/redis/connection.ts'
import { RedisOpenCounts } from '../adapters/redis/open-counts.ts'
import { ReplicaCount } from '../adapters/redis/replicas.ts'
import type { Storage } from '../adapters/storage/storage.ts'
import type { Config } from '../config/config.ts'
import { createDatabaseKeyStore } from '../groups/auth/index.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Bus } from '../ports/bus.ts'
import type { Cache } from '../ports/cache.ts'
import type { Clock } from '../ports/clock.ts'
import type { Counter } from '../ports/counter.ts'
import type { KeyStore } from '../ports/identity.ts'
import { ALONE, type OpenCounts } from '../ports/open-counts.ts'
import type { OpenStorage } from './storage.ts'

/** Where this gateway's own signing keys live: beside the embedded database, or in the shared one. */
export function keyStoreOf({ storage, dataDir }: OpenStorage): KeyStore {
  return dataDir === null ? createDatabaseKeyStore(storage.db) : createFileKeyStore(dataDir.path)
}

/** What gateways share beside the database: how much was asked, what is open, and what was computed. */
export interface SharedState {
  counter: Counter
  openCounts: OpenCounts
  cache: Cache
  /** Null without Redis. */
  redis: Pick<RedisConnection, 'down' | 'failed'> | null
  close(): Promise<void>
}

/** Redis where one is configured; else this process counts and caches by itself. */
export function openSharedState(
  { redisUrl, role }: Config,
  { clock, logger, release }: { clock: Clock; logger: Logger; release: string },
): SharedState {
  if (redisUrl === null) {
    return {
      counter: createMemoryCounter(clock),
      openCounts: ALONE,
      cache: createMemoryCache(clock),
      redis: null,
      close: async () => undefined,
    }
  }
  const redis = connectRedis({ url: redisUrl, logger })
  // A worker answers nobody, so it has no share of a limit.
  const replicas = role === 'worker' ? null : new ReplicaCount(redis)
  return {
    counter: createRedisCounter(redis, clock, replicas ?? { count: () => 1 }),
    openCounts: replicas === null ? ALONE : new RedisOpenCounts(redis, replicas),
    cache: createRedisCache(redis, clock, { release }),
    redis,
    close: async () => {
      await replicas?.close()
      redis.close()
    },
  }
}

/** The bus that reaches every process on the same database, for a process that answers requests: none of them waits for a database that is unreachable. */
export function servingBusOf(storage: Storage): Bus {
  return createPostgresBus({
    notify: notifySoon((payload) => storage.notify(payload)),
    onNotification: (listener) => storage.onNotification(listener),
  })
}
