import { createRedisCache } from '../adapters/cache/redis.ts'
import { createRedisCounter } from '../adapters/counter/redis.ts'
import { connectRedis } from '../adapters/redis/connection.ts'
import { RedisOpenCounts } from '../adapters/redis/open-counts.ts'
import { ReplicaCount } from '../adapters/redis/replicas.ts'
import type { Role } from '../config/config.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Clock } from '../ports/clock.ts'
import { ALONE } from '../ports/open-counts.ts'

export interface RedisStateParts {
  clock: Clock
  logger: Logger
  /** Replicas of another one do not read what this one has cached. */
  release: string
}

/** What gateways share through one Redis. */
export function openRedisState(
  { url, role }: { url: string; role: Role },
  { clock, logger, release }: RedisStateParts,
) {
  const redis = connectRedis({ url, logger })
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
