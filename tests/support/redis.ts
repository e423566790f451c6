import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterAll, describe } from 'vitest'
import { connectRedis, type RedisConnection } from '../../src/adapters/redis/connection.ts'
import type { Logger } from '../../src/kernel/logger.ts'

export { eventually } from './eventually.ts'

/** The Redis server that the tests use. */
export const REDIS_URL = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379'

/** True when a Redis server answers at TEST_REDIS_URL, or else on this machine. */
export const hasRedis = await answers()

if (!hasRedis) {
  const where = new URL(REDIS_URL).host
  if (process.env['REQUIRE_RINGS'] === 'all') {
    throw new Error(`REQUIRE_RINGS=all and no Redis answers at ${where}`)
  }
  console.warn(`SKIPPED, no Redis answers at ${where}: every test that needs one`)
}

async function answers(): Promise<boolean> {
  const redis = new Redis(REDIS_URL, { lazyConnect: true, retryStrategy: () => null, socketTimeout: 2_000 })
  redis.on('error', () => undefined)
  try {
    await redis.connect()
    return true
  } catch {
    return false
  } finally {
    redis.disconnect()
  }
}

const NOBODY = (): void => undefined
const SILENT: Logger = {
  isLevelEnabled: () => false,
  debug: NOBODY,
  info: NOBODY,
  warn: NOBODY,
  error: NOBODY,
  fatal: NOBODY,
}

/** Keys of a test file's own on that server. */
export interface RedisSpace {
  prefix: string
  /** A client for looking at the keys. */
  redis: Redis
  /** A connection as a process has it, ready for use; commands have seconds, because the machine may be busy. */
  connect(options?: ConnectOptions): Promise<RedisConnection>
  keys(): Promise<string[]>
}

interface ConnectOptions {
  url?: string
  commandTimeoutMs?: number
  logger?: Logger
  now?: () => number
  /** False: without waiting until it can be used. */
  ready?: boolean
}

/** Keys that are removed after the calling suite, with every connection that was made. */
export function redisSpace(): RedisSpace {
  const prefix = `tidemark-test-${randomUUID()}:`
  const redis = new Redis(REDIS_URL, { lazyConnect: true })
  const connections: RedisConnection[] = []
  const keys = (): Promise<string[]> => redis.keys(`${prefix}*`)
  afterAll(async () => {
    for (const connection of connections) connection.close()
    const left = await keys()
    if (left.length > 0) await redis.del(...left)
    redis.disconnect()
  })
  return {
    prefix,
    redis,
    keys,
    connect: async ({
      url = REDIS_URL,
      commandTimeoutMs = 5_000,
      logger = SILENT,
      ready = true,
      ...rest
    } = {}) => {
      const connection = connectRedis({ url, prefix, logger, commandTimeoutMs, ...rest })
      connections.push(connection)
      if (ready) await new Promise<void>((resolve) => connection.onReady(resolve))
      return connection
    },
  }
}

/** Tests that need Redis. */
export function describeRedis(name: string, body: () => void): void {
  const suite = hasRedis ? describe : describe.skip
  suite(name, body)
}
