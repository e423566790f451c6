import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createMemoryCounter } from '../../src/adapters/counter/memory.ts'
import { createRedisCounter } from '../../src/adapters/counter/redis.ts'
import type { Admission, Counter } from '../../src/ports/counter.ts'
import { type Admitted, mostInAWindow, overruns, sharedNow } from '../support/admissions.ts'
import { measured, randomOf, SEED } from '../support/measured.ts'
import { startProcess, type TestProcess } from '../support/processes.ts'
import { startRedisServer } from '../support/redis-server.ts'
import { describeRedis, REDIS_URL, redisSpace } from '../support/redis.ts'
import { TestClock } from '../support/test-clock.ts'
import { describeTools } from '../support/tools.ts'

const MINUTE = 60_000
const ARRIVALS = 1_000_000

/** What a simulated caller saw. */
interface Story {
  admittedAt: number[]
  refused: number
  /** How often it waited as long as it was told, and how often that was not enough. */
  waits: number
  waitedInVain: number
}

/** Arrivals of every kind, one kind after the other at random, some of which wait just as long as they are told. */
function simulate(open: (clock: TestClock) => Counter, limit: number, seed: number): Story {
  const clock = new TestClock(Date.UTC(2026, 0, 15))
  const counter = open(clock)
  const windows = [{ key: 'caller', limit }]
  const random = randomOf(seed)
  const story: Story = { admittedAt: [], refused: 0, waits: 0, waitedInVain: 0 }
  const mean = MINUTE / limit
  const gaps = [
    () => 0,
    () => random() * 2 * mean,
    () => (random() * mean) / 10,
    () => (random() < 0.99 ? 0 : 999 + Math.floor(random() * 3)),
    () => (random() < 0.999 ? 0 : MINUTE - 1 + Math.floor(random() * 3)),
    () => (random() < 0.02 ? random() * 200_000 : random() * 30),
  ]
  let gap = gaps[0]!
  const hit = (): Admission => {
    const answer = counter.hit(windows) as Admission
    if (answer.admitted) story.admittedAt.push(clock.now())
    else story.refused++
    return answer
  }
  for (let arrival = 0; arrival < ARRIVALS; arrival++) {
    if (random() < 1 / 2_000) gap = gaps[Math.floor(random() * gaps.length)]!
    clock.advance(Math.floor(gap()))
    const { admitted, retryAfterSeconds } = hit()
    if (admitted || random() > 0.001) continue
    clock.advance(retryAfterSeconds * 1_000)
    story.waits++
    if (!hit().admitted) story.waitedInVain++
  }
  return story
}

/** The most in any window, found by looking at each of them. */
function most(times: readonly number[]): number {
  let largest = 0
  let from = 0
  for (let to = 0; to < times.length; to++) {
    while (times[to]! - times[from]! >= MINUTE) from++
    largest = Math.max(largest, to - from + 1)
  }
  return largest
}

/** What many gateways do: a count that begins anew with each minute. */
function fixedWindows(clock: TestClock): Counter {
  let [minute, count] = [0, 0]
  return {
    hit: ([window]) => {
      const now = Math.floor(clock.now() / MINUTE)
      if (now !== minute) [minute, count] = [now, 0]
      const admitted = count < (window?.limit ?? 0)
      if (admitted) count++
      const left = Math.ceil(((minute + 1) * MINUTE - clock.now()) / 1_000)
      return { admitted, remaining: 0, resetSeconds: left, retryAfterSeconds: left }
    },
  }
}

describe('F07 a million arrivals, simulated', () => {
  it.each([1, 60, 600, 6_000])(
    'of a caller with %i a minute: never more in any 60 s, and Retry-After is true',
    (limit) => {
      const story = simulate((clock) => createMemoryCounter(clock), limit, SEED + limit)
      const largest = most(story.admittedAt)
      measured('F07', `limit ${limit}: most in 60 s (seed ${SEED + limit})`, String(largest))
      measured(
        'F07',
        `limit ${limit}: admitted, refused, waits`,
        `${story.admittedAt.length}, ${story.refused}, ${story.waits}`,
      )
      expect(largest).toBeLessThanOrEqual(limit)
      expect(story.waitedInVain).toBe(0)
      expect(story.refused).toBeGreaterThan(10_000)
      expect(story.waits).toBeGreaterThan(20)
    },
  )

  it('the simulation finds the fault of a counter with fixed windows', () => {
    const largest = most(simulate(fixedWindows, 60, SEED).admittedAt)
    measured('F07', 'control: fixed windows of 60, most in 60 s', String(largest))
    expect(largest).toBeGreaterThan(90)
  })

  it.each([60, 600, 6_000])('a steady caller of %i a minute gets all but one second of it', (limit) => {
    const clock = new TestClock(0)
    const counter = createMemoryCounter(clock)
    const random = randomOf(SEED)
    const admittedAt: number[] = []
    const phase = random() * 1_000
    for (let arrival = 0; arrival < 20 * limit; arrival++) {
      clock.advance(Math.floor(phase + (arrival * MINUTE) / limit) - clock.now())
      const { admitted } = counter.hit([{ key: 'steady', limit }]) as Admission
      if (admitted) admittedAt.push(clock.now())
    }
    let fewest = Number.POSITIVE_INFINITY
    for (let from = 1_000; from < 19 * MINUTE; from += 1_000) {
      fewest = Math.min(fewest, admittedAt.filter((at) => at >= from && at < from + MINUTE).length)
    }
    measured('F07', `steady at ${limit}: fewest in 60 s`, String(fewest))
    expect(fewest).toBeGreaterThanOrEqual(limit - limit / 60 - 1)
  })
})

const WINDOW_MS = 5_000
const LIMIT = 300
const SKEWS = ['-300s', '-7s', '+0s', '+300s']

/** The settings that make a program believe in another time, on every clock but the monotonic one. */
function falseTime(skew: string): Record<string, string> {
  const printed = execFileSync('faketime', ['-f', skew, 'env'], { encoding: 'utf8' })
  const settings = printed.split('\n').filter((line) => /^(LD_PRELOAD|FAKETIME)=/.test(line))
  return {
    ...Object.fromEntries(settings.map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)])),
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
}

/** Admissions that a process has printed in whole lines, behind the first that says it is ready. */
async function admissionsOf(process: TestProcess): Promise<number[][]> {
  const { stdout, stderr } = await process.ended()
  expect(stderr).toBe('')
  return stdout
    .split('\n')
    .slice(1, -1)
    .map((line) => JSON.parse(line) as number[])
}

describeRedis('F07 four processes on one Redis', () => {
  const space = redisSpace()

  /** Four processes at once, each killed at random and started again, until the time is over. */
  async function run(milliseconds: number, keyOf: (slot: number) => string, kills: boolean) {
    const random = randomOf(SEED)
    const until = sharedNow() + milliseconds
    let killed = 0
    const admitted: Admitted[] = []
    const skewsSeen = new Set<number>()
    async function keepRunning(skew: string, slot: number): Promise<void> {
      while (sharedNow() < until - 500) {
        const orders = { prefix: space.prefix, key: keyOf(slot), limit: LIMIT, windowMs: WINDOW_MS }
        const child = startProcess(
          'counter-process.ts',
          [JSON.stringify({ url: REDIS_URL, ...orders, skewMs: 0 })],
          falseTime(skew),
        )
        child.say(String(until))
        const lived = kills ? 1_500 + random() * 4_000 : until - sharedNow() + 20_000
        const killing = setTimeout(() => {
          killed++
          child.kill('SIGKILL')
        }, lived)
        const lines = await admissionsOf(child)
        clearTimeout(killing)
        for (const [before = 0, after = 0, now = 0] of lines) {
          admitted.push([before, after])
          skewsSeen.add(Math.round((now - Date.now()) / 60_000))
        }
      }
    }
    await Promise.all(SKEWS.map(keepRunning))
    return { admitted, killed, skewsSeen }
  }

  async function keysForEver(): Promise<string[]> {
    const found: string[] = []
    for (const key of await space.keys()) if ((await space.redis.pttl(key)) === -1) found.push(key)
    return found
  }

  describeTools(['faketime'], 'whose clocks are five minutes off', () => {
    it('and which are killed again and again: never more in any window, no key for ever', async () => {
      const key = randomUUID()
      const forEver: string[] = []
      const looking = setInterval(() => void keysForEver().then((keys) => forEver.push(...keys)), 200)
      const { admitted, killed, skewsSeen } = await run(45_000, () => key, true)
      clearInterval(looking)
      measured('F07', `4 processes: processes killed (seed ${SEED})`, String(killed))
      measured('F07', `4 processes: admitted in 45 s, limit ${LIMIT} in 5 s`, String(admitted.length))
      measured('F07', '4 processes: most in a window', String(mostInAWindow(admitted, WINDOW_MS)))
      // The fault bites: their clocks really are off, and they really are killed.
      expect(skewsSeen).toContain(-5)
      expect(skewsSeen).toContain(5)
      expect(killed).toBeGreaterThan(8)
      expect(overruns(admitted, LIMIT, WINDOW_MS)).toEqual([])
      expect(admitted.length).toBeGreaterThan(4 * LIMIT)
      expect([...forEver, ...(await keysForEver())]).toEqual([])
    })

    it('and which count apart are found out', async () => {
      const key = randomUUID()
      const { admitted } = await run(8_000, (slot) => `${key}-${slot}`, false)
      measured('F07', 'control: four counters, most in a window', String(mostInAWindow(admitted, WINDOW_MS)))
      expect(overruns(admitted, LIMIT, WINDOW_MS)).not.toEqual([])
    })
  })
})

describeTools(['redis-server'], 'F07 a Redis that is flushed', () => {
  const space = redisSpace()
  const SYSTEM = { now: () => Date.now(), market: () => Date.now() }

  it('admits one more window and counts on as before', async () => {
    const own = await startRedisServer()
    const connection = await space.connect({ url: own.url })
    const counter = createRedisCounter(connection, SYSTEM, { count: () => 1 }, WINDOW_MS)
    const windows = [{ key: 'flushed', limit: 100 }]
    const admitted: Admitted[] = []
    const ask = async (until: number): Promise<void> => {
      while (sharedNow() < until) {
        const before = sharedNow()
        if ((await counter.hit(windows)).admitted) admitted.push([before, sharedNow()])
        else await delay(3)
      }
    }
    await ask(sharedNow() + 1.3 * WINDOW_MS)
    const before = admitted.length
    await own.client.flushall()
    const flushed = sharedNow()
    await ask(sharedNow() + 2.6 * WINDOW_MS)
    const largest = mostInAWindow(admitted, WINDOW_MS)
    measured('F07', 'FLUSHALL: most in a window of 100', String(largest))
    // The flush was felt: else no window would hold more than the limit.
    expect(largest).toBeGreaterThan(100)
    expect(largest).toBeLessThanOrEqual(200)
    expect(mostInAWindow(admitted.slice(0, before), WINDOW_MS)).toBeLessThanOrEqual(100)
    const later = admitted.filter(([asked]) => asked > flushed)
    expect(mostInAWindow(later, WINDOW_MS)).toBeLessThanOrEqual(100)
  })
})
