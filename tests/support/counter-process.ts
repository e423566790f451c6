import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { createRedisCounter } from '../../src/adapters/counter/redis.ts'
import { connectRedis } from '../../src/adapters/redis/connection.ts'

/**
 * Asks as often as it can whether a request is admitted, with a clock that goes wrong, from when it is told until when on the clock that all
 * processes of a machine share. Prints `ready`, then each admission: the instants before and after it on that clock, and what this process takes for now.
 */
interface Orders {
  url: string
  prefix: string
  key: string
  limit: number
  windowMs: number
  /** How far its clock is off. */
  skewMs: number
}

const shared = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000
const orders = JSON.parse(process.argv[2] ?? '') as Orders
const ignore = (): void => undefined
const connection = connectRedis({
  url: orders.url,
  prefix: orders.prefix,
  // A busy machine must not be taken for an outage here.
  commandTimeoutMs: 10_000,
  logger: {
    isLevelEnabled: () => false,
    debug: ignore,
    info: ignore,
    warn: ignore,
    error: ignore,
    fatal: ignore,
  },
})
await new Promise<void>((resolve) => connection.onReady(resolve))
const now = (): number => Date.now() + orders.skewMs
const alone = { count: () => Number.POSITIVE_INFINITY }
const counter = createRedisCounter(connection, { now, market: now }, alone, orders.windowMs)
process.stdout.write('ready\n')
const [until] = (await once(process.stdin, 'data')) as [Buffer]
process.stdin.destroy()
while (shared() < Number(until)) {
  const before = shared()
  const { admitted } = await counter.hit([{ key: orders.key, limit: orders.limit }])
  if (admitted) process.stdout.write(`${JSON.stringify([before, shared(), now()])}\n`)
  else await delay(Math.random() * 10)
}
connection.close()
