import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startFaultProxy } from '../../../tests/support/fault-proxy.ts'
import { describeRedis, eventually, REDIS_URL, redisSpace } from '../../../tests/support/redis.ts'
import type { RedisConnection } from './connection.ts'
import { ReplicaCount } from './replicas.ts'

describeRedis('gateways on one Redis', () => {
  const space = redisSpace()
  const set = `${space.prefix}replicas`

  it('know how many they are, until one leaves or has not been heard of for 10 s', async () => {
    const connection = await space.connect()
    await space.redis.zadd(set, Date.now() - 9_000, 'still there')
    await space.redis.zadd(set, Date.now() - 11_000, 'dead')
    await space.redis.zadd(set, Date.now() + 3_600_000, 'before the clock was set back')
    const first = new ReplicaCount(connection)
    const second = new ReplicaCount(await space.connect())
    await eventually(() => second.count() === 3)
    await second.close()
    await first.close()
    expect(await space.redis.zrange(set, '0', '-1')).toEqual(['still there'])
    expect(await space.redis.pttl(set)).toBeGreaterThan(0)
    await space.redis.del(set)
  })

  it('remember the last count while Redis is unreachable, and for a while after', async () => {
    const proxy = await startFaultProxy(REDIS_URL)
    const connection = await space.connect({ url: proxy.url, commandTimeoutMs: 50 })
    await space.redis.zadd(set, Date.now(), 'another')
    await space.redis.zadd(set, Date.now(), 'a third')
    const replicas = new ReplicaCount(connection)
    await eventually(() => replicas.count() === 3)
    await proxy.refuse()
    await delay(3_200)
    expect(replicas.count()).toBe(3)
    await space.redis.del(set)
    await proxy.accept()
    await eventually(async () => (await space.redis.zcard(set)) === 1)
    expect(replicas.count()).toBe(3)
    await replicas.close()
  })
})

describe('the count', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** A Redis that answers each beat as it is told. */
  function bench() {
    let answer: () => Promise<number> = async () => 1
    let ready = (): void => undefined
    const connection = {
      prefix: '',
      script: () => () => answer(),
      onReady: (listener: () => void) => (ready = listener),
    } as unknown as RedisConnection
    return {
      replicas: new ReplicaCount(connection),
      connect: () => ready(),
      say: (count: number | Error) =>
        (answer = () => (count instanceof Error ? Promise.reject(count) : Promise.resolve(count))),
    }
  }

  it('is 1 until something is known, and follows Redis every 3 s', async () => {
    const { replicas, say, connect } = bench()
    expect(replicas.count()).toBe(1)
    say(2)
    connect()
    await vi.advanceTimersByTimeAsync(0)
    expect(replicas.count()).toBe(2)
    say(5)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(replicas.count()).toBe(5)
    await vi.advanceTimersByTimeAsync(10_000)
    say(3)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(replicas.count()).toBe(3)
  })

  it('only grows in the 10 s after a connection, when the others may not be back yet', async () => {
    const { replicas, say, connect } = bench()
    say(4)
    connect()
    await vi.advanceTimersByTimeAsync(20_000)
    say(new Error('gone'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(replicas.count()).toBe(4)
    say(1)
    connect()
    await vi.advanceTimersByTimeAsync(9_000)
    expect(replicas.count()).toBe(4)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(replicas.count()).toBe(1)
  })
})
