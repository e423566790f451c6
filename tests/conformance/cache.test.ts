import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createMemoryCache } from '../../src/adapters/cache/memory.ts'
import { createRedisCache } from '../../src/adapters/cache/redis.ts'
import { Encoded } from '../../src/contract/endpoint.ts'
import type { Cache } from '../../src/ports/cache.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { describeRedis, eventually, REDIS_URL, redisSpace } from '../support/redis.ts'

const SYSTEM = { now: () => Date.now(), market: () => Date.now() }

function builder() {
  let builds = 0
  return { build: async (): Promise<{ build: number }> => ({ build: ++builds }), builds: () => builds }
}

function newKey() {
  return { scope: randomUUID(), name: 'overview' }
}

/** What every cache must do. */
function cacheSuite(open: () => Promise<Cache>): void {
  it('keeps a value for its seconds from the end of the build on, and no longer', async () => {
    const [cache, key, { build }] = [await open(), newKey(), builder()]
    const before = Date.now()
    const built = await cache.through(key, 0.5, build)
    expect(built.value).toEqual({ build: 1 })
    expect(built.builtAt).toBeGreaterThanOrEqual(before)
    expect(built.freshUntil).toBe(built.builtAt + 500)
    expect(await cache.through(key, 0.5, build)).toBe(built)
    expect(cache.peek(key)).toBe(built)
    await delay(built.freshUntil - Date.now() + 1)
    expect(cache.peek(key)).toBeUndefined()
    expect((await cache.through(key, 0.5, build)).value).toEqual({ build: 2 })
  })

  it('keeps each name and scope apart', async () => {
    const [cache, key, { build }] = [await open(), newKey(), builder()]
    const [quote, other] = [{ ...key, name: 'quote' }, newKey()]
    for (const each of [key, quote, other]) await cache.through(each, 60, build)
    expect([key, quote, other].map((each) => cache.peek(each)?.value)).toEqual(
      [1, 2, 3].map((count) => ({ build: count })),
    )
    cache.drop(key.scope)
    expect([key, quote, other].map((each) => cache.peek(each)?.value)).toEqual([
      undefined,
      undefined,
      { build: 3 },
    ])
    for (const each of [key, quote, other]) await cache.through(each, 60, build)
    cache.drop(null)
    expect([key, quote, other].map((each) => cache.peek(each))).toEqual([undefined, undefined, undefined])
    expect((await cache.through(other, 60, build)).value).toEqual({ build: 6 })
  })

  it('builds once for all who wait, and hands them one entry', async () => {
    const [cache, key] = [await open(), newKey()]
    let builds = 0
    const slow = async () => {
      builds += 1
      await delay(50)
      return {}
    }
    const entries = await Promise.all(Array.from({ length: 1_000 }, () => cache.through(key, 60, slow)))
    expect(builds).toBe(1)
    expect(new Set(entries).size).toBe(1)
  })

  it('gives an error to all who wait and does not keep it', async () => {
    const [cache, key, { build }] = [await open(), newKey(), builder()]
    const failing = async () => {
      await delay(10)
      throw new Error('upstream is down')
    }
    const callers = Array.from({ length: 5 }, () => cache.through(key, 60, failing))
    const outcomes = await Promise.allSettled(callers)
    expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'))
    expect((await cache.through(key, 60, build)).value).toEqual({ build: 1 })
    const throwing = (): Promise<object> => {
      throw new Error('at once')
    }
    await expect(cache.through(newKey(), 60, throwing)).rejects.toThrow('at once')
  })

  it.each([false, true])('answers who waits for what is dropped, and does not keep it', async (all) => {
    const [cache, key, { build }] = [await open(), newKey(), builder()]
    const { promise, resolve } = Promise.withResolvers<{ build: number }>()
    const { promise: started, resolve: start } = Promise.withResolvers<void>()
    const before = cache.through(key, 60, () => {
      start()
      return promise
    })
    await started
    cache.drop(all ? null : key.scope)
    const after = cache.through(key, 60, build)
    resolve({ build: 0 })
    expect((await before).value).toEqual({ build: 0 })
    expect((await after).value).toEqual({ build: 1 })
    expect(cache.peek(key)?.value).toEqual({ build: 1 })
  })
}

describe('the cache in memory', () => {
  cacheSuite(async () => createMemoryCache(SYSTEM))
})

describeRedis('the cache on Redis', () => {
  const space = redisSpace()

  async function join(clock = SYSTEM, url = REDIS_URL, commandTimeoutMs = 5_000): Promise<Cache> {
    const connection = await space.connect({ url, commandTimeoutMs })
    const cache = createRedisCache(connection, clock, { release: '1.0.0', sharedFromSeconds: 0 })
    await delay(30)
    return cache
  }

  cacheSuite(() => join())

  /** A value that has arrived in Redis, by then built once. */
  async function stored(cache: Cache, ttlSeconds: number, build: () => Promise<object>) {
    const key = newKey()
    await cache.through(key, ttlSeconds, build)
    return { key, place: await placeOf(key) }
  }

  /** The Redis key under which a value lies, once it is there. */
  async function placeOf({ scope }: { scope: string }): Promise<string> {
    let place: string | undefined
    await eventually(async () => {
      for (const each of await space.keys()) if ((await space.redis.get(each))?.includes(scope)) place = each
      return place !== undefined
    })
    return place ?? ''
  }

  it('is shared by all processes, with the same lifetime', async () => {
    let passed = 0
    const now = () => Date.now() + passed
    const [here, there] = [await join({ now, market: now }), await join({ now, market: now })]
    const [{ build, builds }, asked] = [builder(), performance.now()]
    const { key, place } = await stored(here, 60, build)
    const built = here.peek(key)!
    expect(there.peek(key)).toBeUndefined()
    const read = await there.through(key, 60, build)
    expect(read.value).toEqual({ build: 1 })
    expect(builds()).toBe(1)
    // Later by nothing but the rounding; earlier by the ways to Redis at most.
    expect(read.freshUntil).toBeLessThanOrEqual(built.freshUntil + 1)
    expect(read.freshUntil).toBeGreaterThan(built.freshUntil - (performance.now() - asked) - 2)
    expect(there.peek(key)).toBe(read)
    const left = await space.redis.pttl(place)
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(60_000)
    // The minute passes, for both processes and for Redis.
    passed = 60_002
    await space.redis.del(place)
    expect(there.peek(key)).toBeUndefined()
    expect((await there.through(key, 60, build)).value).toEqual({ build: 2 })
  })

  it.each([-300_000, 300_000])(
    'is shared with a process whose clock is %i ms off, by that clock',
    async (skew) => {
      let passed = 0
      const now = () => Date.now() + skew + passed
      const skewed = { now, market: now }
      const [here, there, { build, builds }] = [await join(), await join(skewed), builder()]
      const { key } = await stored(here, 60, build)
      const read = await there.through(key, 60, build)
      expect(builds()).toBe(1)
      const left = read.freshUntil - skewed.now()
      expect(left).toBeGreaterThan(30_000)
      expect(left).toBeLessThanOrEqual(60_000)
      passed = left + 1
      expect(there.peek(key)).toBeUndefined()
    },
  )

  it('is not shared with another release', async () => {
    const [here, { build }] = [await join(), builder()]
    const { key } = await stored(here, 60, build)
    const next = createRedisCache(await space.connect(), SYSTEM, { release: '2.0.0' })
    expect((await next.through(key, 60, build)).value).toEqual({ build: 2 })
  })

  it.each([false, true])('forgets in all processes what one of them drops', async (all) => {
    const [here, there, { build }] = [await join(), await join(), builder()]
    const { key } = await stored(here, 60, build)
    await there.through(key, 60, build)
    here.drop(all ? null : key.scope)
    await eventually(() => there.peek(key) === undefined)
    expect((await there.through(key, 60, build)).value).toEqual({ build: 2 })
    await eventually(async () => (await here.through(key, 60, build)).value.build === 2)
  })

  it.each([false, true])('never keeps what was begun before a drop in another process', async (all) => {
    const [here, there, { build }] = [await join(), await join(), builder()]
    const key = newKey()
    const { promise, resolve } = Promise.withResolvers<{ build: number }>()
    const { promise: started, resolve: start } = Promise.withResolvers<void>()
    const stale = there.through(key, 60, () => {
      start()
      return promise
    })
    await started
    here.drop(all ? null : key.scope)
    await delay(100)
    resolve({ build: 0 })
    expect((await stale).value).toEqual({ build: 0 })
    await delay(100)
    for (const cache of [here, there]) {
      expect((await cache.through(key, 60, build)).value.build).toBeGreaterThan(0)
    }
  })

  it.each([false, true])('never puts it in the place of what was built after the drop', async (all) => {
    const [here, there, { build }] = [await join(), await join(), builder()]
    const key = newKey()
    const { promise, resolve } = Promise.withResolvers<{ build: number }>()
    const { promise: started, resolve: start } = Promise.withResolvers<void>()
    const stale = there.through(key, 60, () => {
      start()
      return promise
    })
    await started
    here.drop(all ? null : key.scope)
    await here.through(key, 60, build)
    await placeOf(key)
    resolve({ build: 0 })
    await stale
    await delay(100)
    expect((await (await join()).through(key, 60, build)).value).toEqual({ build: 1 })
  })

  it('forgets thousands of scopes at once', async () => {
    const [here, there, { build }] = [await join(), await join(), builder()]
    const keys = Array.from({ length: 2_500 }, newKey)
    await Promise.all(keys.map((key) => there.through(key, 60, build)))
    await delay(300)
    for (const { scope } of keys) here.drop(scope)
    await eventually(() => keys.every((key) => there.peek(key) === undefined))
    const { build: again, builds } = builder()
    await Promise.all(keys.map((key) => here.through(key, 60, again)))
    expect(builds()).toBe(keys.length)
  })

  const SHAPED = {
    text: 'é€𝄞 \ud800 "\0',
    nothing: null,
    yes: true,
    numbers: [0, -1.5, 1e300, Number.MAX_SAFE_INTEGER],
    nested: [{ deep: [[]] }, {}],
    absent: undefined,
    ['__proto__x']: 1,
  }

  it('gives a value back as it was', async () => {
    const [here, there] = [await join(), await join()]
    const { key } = await stored(here, 60, async () => SHAPED)
    const read = await there.through(key, 60, () => Promise.reject(new Error('not shared')))
    expect(read.value).toEqual(SHAPED)
  })

  it.each<[string, object]>([
    ['bytes', { value: new Encoded([new Uint8Array([1, 2, 3])], '"x"'), source: null }],
    ['a map', new Map([['a', 1]])],
    ['an instant as an object', { at: new Date(0) }],
    ['a number that is none', { value: Number.NaN }],
    ['a big integer', { value: 1n }],
    ['a function', { value: () => 1 }],
    ['nothing in a list', [undefined]],
    [
      'a circle',
      (() => {
        const circle: { self?: object } = {}
        circle.self = circle
        return circle
      })(),
    ],
    ['too much', { text: 'x'.repeat(300_000) }],
  ])('keeps %s in its own process alone', async (_, value) => {
    const [here, there] = [await join(), await join()]
    const key = newKey()
    let builds = 0
    const build = async (): Promise<object> => {
      builds += 1
      return value
    }
    expect((await here.through(key, 60, build)).value).toBe(value)
    await delay(50)
    expect((await here.through(key, 60, build)).value).toBe(value)
    expect(here.peek(key)?.value).toBe(value)
    expect((await there.through(key, 60, build)).value).toBe(value)
    expect(builds).toBe(2)
  })

  it('leaves no key for longer than two minutes, however long its value is fresh', async () => {
    const [here, { build }] = [await join(), builder()]
    const { place } = await stored(here, 24 * 3_600, build)
    expect(await space.redis.pttl(place)).toBeLessThanOrEqual(60_000)
    await here.through(newKey(), 1, () => Promise.reject(new Error('down'))).catch(() => undefined)
    for (const each of await space.keys()) {
      const left = await space.redis.pttl(each)
      expect(left).toBeGreaterThan(0)
      expect(left).toBeLessThanOrEqual(120_000)
    }
  })

  it('keeps what is fresh for seconds in its process', async () => {
    const connection = await space.connect()
    const cache = createRedisCache(connection, SYSTEM, { release: '1.0.0' })
    const { build } = builder()
    const [brief, lasting] = [newKey(), newKey()]
    await cache.through(brief, 1, build)
    await cache.through(lasting, 60, build)
    const place = await placeOf(lasting)
    const others = (await space.keys()).filter((each) => each !== place)
    for (const each of others) expect(await space.redis.get(each)).not.toContain(brief.scope)
  })

  it('keeps no more in Redis than its places hold, however many names are asked for', async () => {
    const [here, { build }] = [await join(), builder()]
    const scope = randomUUID()
    const before = await bytesOf('s')
    for (let n = 0; n < 20_000; n += 500) {
      const names = Array.from({ length: 500 }, (_, at) => ({ scope, name: `name ${n + at}` }))
      await Promise.all(names.map((key) => here.through(key, 60, build)))
    }
    await eventually(async () => (await bytesOf('s')) > before)
    const keys = await space.keys()
    expect(keys.length).toBeLessThanOrEqual(4_096 + 256 + 4_096 + 1)
  })

  /** Bytes of the values in places of that kind. */
  async function bytesOf(kind: string): Promise<number> {
    const places = (await space.keys()).filter((each) =>
      each.startsWith(`${space.prefix}cache:1.0.0:${kind}`),
    )
    const values = places.length === 0 ? [] : await space.redis.mget(places)
    return values.reduce((sum, each) => sum + (each?.length ?? 0), 0)
  }

  it.each(['frozen', 'refused'])(
    'while Redis is %s goes on by itself: three calls at most find out, and the others wait for nothing',
    async (fault) => {
      const proxy = await startFaultProxy(REDIS_URL)
      const connection = await space.connect({ url: proxy.url, commandTimeoutMs: 400, now: () => 0 })
      const cache = createRedisCache(connection, SYSTEM, { release: '1.0.0', sharedFromSeconds: 0 })
      const { build, builds } = builder()
      const { key } = await stored(cache, 60, build)
      if (fault === 'frozen') proxy.freeze()
      else await proxy.refuse()
      expect(cache.peek(key)?.value).toEqual({ build: 1 })
      const before = connection.failed
      for (let each = 0; each < 20; each += 1) {
        const another = newKey()
        await cache.through(another, 60, build)
        expect(cache.peek(another)).toBeDefined()
      }
      expect([builds(), connection.down]).toEqual([21, true])
      // The write of the first may be under way beside the read of the second.
      expect(connection.failed - before).toBeLessThanOrEqual(3)
    },
  )

  it.each(['frozen', 'refused'])(
    'forgets for all, later, what is dropped while Redis is %s',
    async (fault) => {
      const proxy = await startFaultProxy(REDIS_URL)
      const [here, there] = [await join(SYSTEM, proxy.url, 50), await join()]
      const { build } = builder()
      const { key } = await stored(here, 60, build)
      await there.through(key, 60, build)
      if (fault === 'frozen') proxy.freeze()
      else await proxy.refuse()
      here.drop(key.scope)
      expect(here.peek(key)).toBeUndefined()
      expect((await here.through(key, 60, build)).value).toEqual({ build: 2 })
      expect(there.peek(key)?.value).toEqual({ build: 1 })
      await delay(1_500)
      if (fault === 'frozen') proxy.thaw()
      else await proxy.accept()
      await eventually(() => there.peek(key) === undefined)
      expect((await there.through(key, 60, build)).value.build).toBeGreaterThan(1)
    },
  )

  it('never answers with what was dropped while Redis was away, not even at once after', async () => {
    const proxy = await startFaultProxy(REDIS_URL)
    const connection = await space.connect({ url: proxy.url })
    let ready = 0
    connection.onReady(() => (ready += 1))
    const here = createRedisCache(connection, SYSTEM, { release: '1.0.0', sharedFromSeconds: 0 })
    const { key } = await stored(here, 60, async () => ({ stale: true }))
    await proxy.refuse()
    here.drop(key.scope)
    await proxy.accept()
    await eventually(() => ready === 2)
    for (const end = performance.now() + 600; performance.now() < end; await delay(2)) {
      const { value } = await here.through(key, 0.001, async () => ({ stale: false }))
      expect(value).toEqual({ stale: false })
    }
  })

  it('forgets what it may have missed when its connection was lost', async () => {
    const proxy = await startFaultProxy(REDIS_URL)
    const [here, there, { build }] = [await join(SYSTEM, proxy.url), await join(), builder()]
    const { key } = await stored(here, 60, build)
    await proxy.refuse()
    there.drop(key.scope)
    expect(here.peek(key)?.value).toEqual({ build: 1 })
    await proxy.accept()
    await eventually(() => here.peek(key) === undefined)
    await eventually(async () => (await here.through(key, 60, build)).value.build === 2)
  })

  it('builds again what Redis has lost', async () => {
    const [here, there, { build }] = [await join(), await join(), builder()]
    const { key, place } = await stored(here, 60, build)
    await space.redis.del(place)
    expect((await there.through(key, 60, build)).value).toEqual({ build: 2 })
  })

  it.each(['', '{}', '1 9999999999999 {', 'x 9 {}', '9999999999998 9999999999999 {}'])(
    'takes %j, which it has not stored like that, for nothing',
    async (text) => {
      const [here, there, { build }] = [await join(), await join(), builder()]
      const { key, place } = await stored(here, 60, build)
      const head = (await space.redis.get(place))?.match(/^.*] /)?.[0] ?? ''
      expect(head).not.toBe('')
      await space.redis.set(place, text === '' ? '' : head + text, 'PX', 60_000)
      expect((await there.through(key, 60, build)).value).toEqual({ build: 2 })
    },
  )
})
