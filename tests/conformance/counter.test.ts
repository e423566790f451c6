import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createMemoryCounter } from '../../src/adapters/counter/memory.ts'
import { createRedisCounter } from '../../src/adapters/counter/redis.ts'
import type { Logger } from '../../src/kernel/logger.ts'
import type { Counter } from '../../src/ports/counter.ts'
import { type Admitted, overruns, sharedNow } from '../support/admissions.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { startProcess } from '../support/processes.ts'
import { describeRedis, eventually, REDIS_URL, redisSpace } from '../support/redis.ts'
import { TestClock } from '../support/test-clock.ts'

const SYSTEM = { now: () => Date.now(), market: () => Date.now() }

/** A counter whose windows are as long as the test can wait. */
interface Bench {
  windowMs: number
  counter: Counter
  now: () => number
  pass: (milliseconds: number) => Promise<void>
}

function counterSuite(open: () => Promise<Bench>): void {
  const key = (): string => `caller-${randomUUID()}`

  it('admits as many as the limit and says how many are left', async () => {
    const { counter, windowMs } = await open()
    const windows = [{ key: key(), limit: 3 }]
    for (const remaining of [2, 1, 0]) {
      const answer = await counter.hit(windows)
      expect(answer).toMatchObject({ admitted: true, remaining, retryAfterSeconds: 0 })
      expect(answer.resetSeconds).toBe(windowMs / 1_000)
    }
    const { admitted, remaining, resetSeconds, retryAfterSeconds } = await counter.hit(windows)
    expect({ admitted, remaining }).toEqual({ admitted: false, remaining: 0 })
    expect(retryAfterSeconds).toBe(windowMs / 1_000)
    expect(resetSeconds).toBe(retryAfterSeconds)
  })

  it('admits a caller who waits exactly as long as it was told', async () => {
    const { counter, pass } = await open()
    const windows = [{ key: key(), limit: 2 }]
    await counter.hit(windows)
    await pass(1_300)
    await counter.hit(windows)
    for (let round = 0; round < 2; round += 1) {
      const { admitted, retryAfterSeconds } = await counter.hit(windows)
      expect(admitted).toBe(false)
      await pass(retryAfterSeconds * 1_000)
      expect((await counter.hit(windows)).admitted).toBe(true)
    }
  })

  it('counts a dear request by its units, and one that is dearer than the window as all of it', async () => {
    const { counter, pass } = await open()
    const windows = [{ key: key(), limit: 10 }]
    expect(await counter.hit(windows, 4)).toMatchObject({ admitted: true, remaining: 6 })
    expect(await counter.hit(windows, 4)).toMatchObject({ admitted: true, remaining: 2 })
    const refused = await counter.hit(windows, 3)
    expect(refused.admitted).toBe(false)
    // What it cannot have it does not take from a cheaper one.
    expect(await counter.hit(windows, 2)).toMatchObject({ admitted: true, remaining: 0 })
    await pass(refused.retryAfterSeconds * 1_000)
    expect((await counter.hit(windows, 3)).admitted).toBe(true)
    const small = [{ key: key(), limit: 2 }]
    expect(await counter.hit(small, 5)).toMatchObject({ admitted: true, remaining: 0 })
    expect((await counter.hit(small, 1)).admitted).toBe(false)
  })

  it('admits a request of no units always, says how many are left and counts nothing', async () => {
    const { counter, pass } = await open()
    const windows = [{ key: key(), limit: 2 }]
    expect(await counter.hit(windows, 0)).toMatchObject({ admitted: true, remaining: 2 })
    await counter.hit(windows)
    expect(await counter.hit(windows, 0)).toMatchObject({ admitted: true, remaining: 1 })
    await counter.hit(windows)
    const { retryAfterSeconds } = await counter.hit(windows)
    for (let each = 0; each < 3; each += 1) {
      expect(await counter.hit(windows, 0)).toMatchObject({ admitted: true, remaining: 0 })
      await pass(300)
    }
    expect(await counter.hit([{ key: key(), limit: 0 }], 0)).toMatchObject({ admitted: true, remaining: 0 })
    // Nor does it keep what is counted from leaving the window.
    await pass(retryAfterSeconds * 1_000 - 900)
    expect((await counter.hit(windows)).admitted).toBe(true)
  })

  it('never admits more than its limit in any window, nor refuses without need', async () => {
    const { counter, pass, now, windowMs } = await open()
    const limit = 20
    const windows = [{ key: key(), limit }]
    const admitted: Admitted[] = []
    const faults: string[] = []
    for (const end = now() + 4 * windowMs; now() < end;) {
      const before = now()
      const answer = await counter.hit(windows)
      const nth = admitted.at(-limit)?.[1] ?? Number.NEGATIVE_INFINITY
      if (answer.admitted) admitted.push([before, now()])
      // What the oldest second held may be withheld, and nothing else.
      else if (before - nth >= windowMs + 1_000) faults.push(`refused without need at ${before}`)
      await pass(Math.random() < 0.7 ? 0 : (Math.random() * windowMs) / 10)
    }
    expect(faults).toEqual([])
    expect(overruns(admitted, limit, windowMs)).toEqual([])
    expect(admitted.length).toBeGreaterThan(2 * limit)
  })

  it('remembers nothing of what it refused', async () => {
    const { counter, pass, windowMs } = await open()
    const windows = [{ key: key(), limit: 5 }]
    for (let each = 0; each < 5; each += 1) await counter.hit(windows)
    for (let part = 0; part < 4; part += 1) {
      expect((await counter.hit(windows)).admitted).toBe(false)
      await pass(windowMs / 5)
    }
    await pass(windowMs / 5)
    expect(await counter.hit(windows)).toMatchObject({ admitted: true, remaining: 4 })
  })

  it('counts a request in all its windows or in none', async () => {
    const { counter } = await open()
    const [token, other, subject] = [key(), key(), key()]
    const first = [token, subject].map((each) => ({ key: each, limit: 2 }))
    for (let each = 0; each < 2; each += 1) expect((await counter.hit(first)).admitted).toBe(true)
    for (let each = 0; each < 5; each += 1) {
      const windows = [
        { key: other, limit: 1 },
        { key: subject, limit: 2 },
      ]
      expect((await counter.hit(windows)).admitted).toBe(false)
    }
    expect(await counter.hit([{ key: other, limit: 1 }])).toMatchObject({ admitted: true, remaining: 0 })
  })

  it('tells of the tightest window and makes a refused caller wait for the slowest', async () => {
    const { counter, pass, windowMs } = await open()
    const [token, subject] = [key(), key()]
    const windows = [
      { key: token, limit: 5 },
      { key: subject, limit: 2 },
    ]
    expect(await counter.hit(windows)).toMatchObject({ admitted: true, remaining: 1 })
    await pass(1_000)
    await counter.hit([{ key: token, limit: 5 }])
    const refused = await counter.hit([
      { key: token, limit: 1 },
      { key: subject, limit: 1 },
    ])
    expect(refused).toMatchObject({ admitted: false, retryAfterSeconds: windowMs / 1_000 })
  })

  it('admits nobody with a limit of 0 and everything without a window', async () => {
    const { counter } = await open()
    expect((await counter.hit([{ key: key(), limit: 0 }])).admitted).toBe(false)
    expect(await counter.hit([])).toMatchObject({ admitted: true, retryAfterSeconds: 0 })
  })
}

describe('the counter in memory', () => {
  counterSuite(async () => {
    const clock = new TestClock()
    const pass = async (milliseconds: number): Promise<void> => clock.advance(milliseconds)
    return { windowMs: 60_000, counter: createMemoryCounter(clock), now: () => clock.now(), pass }
  })
})

const ALONE = { count: () => 1 }
const WINDOW_MS = 3_000

describeRedis('the counter on Redis', () => {
  const space = redisSpace()

  describe.concurrent('as any counter', () => {
    counterSuite(async () => ({
      windowMs: WINDOW_MS,
      counter: createRedisCounter(await space.connect(), SYSTEM, ALONE, WINDOW_MS),
      now: () => Date.now(),
      pass: (milliseconds) => delay(milliseconds),
    }))
  })

  it('is exact over processes whose clocks are wrong, one of which is killed, and leaves no key for ever', async () => {
    const limit = 200
    const key = randomUUID()
    const processes = [-300_000, -1_700, 0, 300_000].map((skewMs) =>
      startProcess('counter-process.ts', [
        JSON.stringify({
          url: REDIS_URL,
          prefix: space.prefix,
          key,
          limit,
          windowMs: WINDOW_MS,
          skewMs,
        }),
      ]),
    )
    expect(await Promise.all(processes.map((each) => each.line()))).toEqual(Array(4).fill('ready'))
    const from = sharedNow()
    for (const each of processes) each.say(String(from + 4 * WINDOW_MS))
    await delay(from + 1.5 * WINDOW_MS - sharedNow())
    processes[3]?.kill('SIGKILL')
    const outcomes = await Promise.all(processes.map((each) => each.ended()))
    expect(outcomes.map(({ signal, stderr }) => [signal, stderr])).toEqual([
      [null, ''],
      [null, ''],
      [null, ''],
      ['SIGKILL', ''],
    ])
    const admitted = outcomes.flatMap(({ stdout }) =>
      stdout
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => JSON.parse(line) as [number, number]),
    )
    expect(overruns(admitted, limit, WINDOW_MS)).toEqual([])
    expect(admitted.length).toBeGreaterThanOrEqual(3 * limit)
    for (const each of await space.keys()) expect(await space.redis.pttl(each)).not.toBe(-1)
  })

  it('counts 60 seconds when it is not told otherwise, with a key that lives little longer', async () => {
    const key = randomUUID()
    const counter = createRedisCounter(await space.connect(), SYSTEM, ALONE)
    expect(await counter.hit([{ key, limit: 1 }])).toMatchObject({ admitted: true, resetSeconds: 60 })
    expect(await counter.hit([{ key, limit: 1 }])).toMatchObject({ admitted: false, retryAfterSeconds: 60 })
    const left = await space.redis.pttl(`${space.prefix}rate:${key}`)
    expect(left).toBeGreaterThan(60_000)
    expect(left).toBeLessThanOrEqual(61_000)
  })

  it('opens the window not even a part of a millisecond early', async () => {
    const windowMs = 500
    const counter = createRedisCounter(await space.connect(), SYSTEM, ALONE, windowMs)
    const early: string[] = []
    for (let round = 0; round < 5; round++) {
      const windows = [{ key: randomUUID(), limit: 1 }]
      const admitted: Admitted[] = []
      while (admitted.length < 2) {
        const before = sharedNow()
        if ((await counter.hit(windows)).admitted) admitted.push([before, sharedNow()])
      }
      early.push(...overruns(admitted, 1, windowMs))
    }
    expect(early).toEqual([])
  })

  it('neither opens the window nor closes it for longer when the clock of Redis is set back', async () => {
    const key = randomUUID()
    const counter = createRedisCounter(await space.connect(), SYSTEM, ALONE)
    const future = Date.now() + 3_600_000
    const cell = `${space.prefix}rate:${key}`
    await space.redis.hset(cell, String(Math.floor(future / 1_000)), `5:${future * 1_000}`)
    const { admitted, retryAfterSeconds } = await counter.hit([{ key, limit: 5 }])
    expect(admitted).toBe(false)
    expect(retryAfterSeconds).toBe(60)
    expect(await space.redis.pttl(cell)).toBeGreaterThan(0)
    expect(await space.redis.pttl(cell)).toBeLessThanOrEqual(61_000)
  })

  it('goes on with a script that Redis has forgotten', async () => {
    const counter = createRedisCounter(await space.connect(), SYSTEM, ALONE)
    const windows = [{ key: randomUUID(), limit: 5 }]
    await counter.hit(windows)
    await space.redis.script('FLUSH')
    expect(await counter.hit(windows)).toMatchObject({ admitted: true, remaining: 3 })
  })
})

describeRedis('the counter while Redis is unreachable', () => {
  const space = redisSpace()
  const LIMIT = 20

  /** Long enough for a busy machine: it passes in vain only while Redis is frozen. */
  const PATIENCE_MS = 400
  /** After so long it is tried again whether Redis is back. */
  const OPEN_MS = 1_000

  /** On a clock that stands still unless it is told otherwise. */
  async function behindProxy(logger?: Logger) {
    const proxy = await startFaultProxy(REDIS_URL)
    const time = { now: 0 }
    const connection = await space.connect({
      url: proxy.url,
      commandTimeoutMs: PATIENCE_MS,
      now: () => time.now,
      ...(logger === undefined ? {} : { logger }),
    })
    const windows = [{ key: randomUUID(), limit: LIMIT }]
    const counter = createRedisCounter(connection, SYSTEM, { count: () => 4 })
    return { proxy, connection, counter, windows, time }
  }

  /** How many of so many requests are admitted. */
  async function ask(counter: Counter, windows: Parameters<Counter['hit']>[0], count: number) {
    let admitted = 0
    for (let each = 0; each < count; each += 1) if ((await counter.hit(windows)).admitted) admitted++
    return admitted
  }

  /** Waits until Redis is asked again, for as long as it takes to be connected anew. */
  const untilBack = ({ connection, counter, time }: Awaited<ReturnType<typeof behindProxy>>) =>
    eventually(async () => {
      time.now += OPEN_MS
      await counter.hit([{ key: randomUUID(), limit: 100 }])
      return !connection.down
    })

  const FAULTS: Array<[string, (proxy: FaultProxy) => unknown, (proxy: FaultProxy) => unknown]> = [
    ['frozen', (proxy) => proxy.freeze(), (proxy) => proxy.thaw()],
    ['gone', (proxy) => proxy.refuse(), (proxy) => proxy.accept()],
  ]

  it.each(FAULTS)(
    'that is %s: two calls find out, one more each second, it admits its share, and counts together again after',
    async (_, breakIt, mendIt) => {
      const bench = await behindProxy()
      const { proxy, connection, counter, windows, time } = bench
      expect(await counter.hit(windows)).toMatchObject({ admitted: true, remaining: LIMIT - 1 })
      await breakIt(proxy)
      expect(await ask(counter, windows, 200)).toBe(LIMIT / 4)
      expect([connection.down, connection.failed]).toEqual([true, 2])
      for (let second = 1; second <= 3; second += 1) {
        time.now += OPEN_MS
        await ask(counter, windows, 50)
        expect(connection.failed).toBe(2 + second)
      }
      await mendIt(proxy)
      await untilBack(bench)
      // One was counted before; what Redis got late, if anything, was counted too.
      const after = await ask(counter, windows, LIMIT)
      expect(after).toBeGreaterThanOrEqual(LIMIT - 6)
      expect(after).toBeLessThan(LIMIT)
    },
  )

  it('from the start: admits, and counts together when it comes', async () => {
    const proxy = await startFaultProxy(REDIS_URL)
    await proxy.refuse()
    const connection = await space.connect({ url: proxy.url, ready: false })
    const counter = createRedisCounter(connection, SYSTEM, { count: () => 2 })
    const windows = [{ key: randomUUID(), limit: 8 }]
    expect(await ask(counter, windows, 10)).toBe(4)
    await proxy.accept()
    await eventually(async () => (await counter.hit([{ key: randomUUID(), limit: 9 }])).remaining === 8)
    expect(await ask(counter, windows, 10)).toBe(8)
  })

  it('leaves every caller of a tiny limit one request, and nobody of none', async () => {
    const { proxy, counter } = await behindProxy()
    await proxy.refuse()
    expect(await ask(counter, [{ key: 'tiny', limit: 2 }], 5)).toBe(1)
    expect(await ask(counter, [{ key: 'none', limit: 0 }], 5)).toBe(0)
  })

  it('does not take a pause of this process for an outage', async () => {
    const connection = await space.connect({ commandTimeoutMs: 100 })
    const counter = createRedisCounter(connection, SYSTEM, { count: () => 4 })
    const windows = [{ key: randomUUID(), limit: LIMIT }]
    for (let round = 0; round < 5; round += 1) {
      const answers = Array.from({ length: 3 }, async () => counter.hit(windows))
      // In which Redis, of a busy machine too, has time to respond.
      const end = performance.now() + 400
      while (performance.now() < end);
      await Promise.all(answers)
    }
    expect(connection.down).toBe(false)
    expect(await counter.hit(windows)).toMatchObject({ admitted: true, remaining: LIMIT - 16 })
  })

  it('says so once, and once more when it is back', async () => {
    const said: string[] = []
    const say = (_: object, message: string): void => void said.push(message)
    const silent = (): void => undefined
    const logger = { isLevelEnabled: () => true, debug: silent, error: silent, fatal: silent }
    const bench = await behindProxy({ ...logger, warn: say, info: say })
    await bench.proxy.refuse()
    for (let second = 0; second < 3; second += 1) {
      await ask(bench.counter, bench.windows, 100)
      bench.time.now += OPEN_MS
    }
    await bench.proxy.accept()
    await untilBack(bench)
    expect(said).toEqual([
      'Redis is unreachable: each process counts and caches by itself',
      'Redis is reachable again',
    ])
  })
})
