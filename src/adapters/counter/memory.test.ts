import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TestClock } from '../../../tests/support/test-clock.ts'
import type { Admission, Counter } from '../../ports/counter.ts'
import { createMemoryCounter } from './memory.ts'

const WINDOW_MS = 60_000
const START = Date.UTC(2026, 0, 15, 14, 30)

interface Bench {
  clock: TestClock
  counter: Counter
  hit: (...windows: Array<[key: string, limit: number]>) => Admission
}

function bench(): Bench {
  const clock = new TestClock(START)
  const counter = createMemoryCounter(clock)
  return {
    clock,
    counter,
    hit: (...windows) => counter.hit(windows.map(([key, limit]) => ({ key, limit }))) as Admission,
  }
}

/** Holds every response about one key against the instants at which it was admitted before. */
class Witness {
  readonly admittedAt: number[] = []
  readonly faults: string[] = []
  private readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  see(now: number, { admitted, remaining, resetSeconds, retryAfterSeconds }: Admission): void {
    const counted = this.admittedAt.length
    const nth = this.admittedAt[counted - this.limit] ?? Number.NEGATIVE_INFINITY
    if (admitted) {
      // Any half-open window of 60 s has its worst case where it begins with an admitted request.
      if (now - nth < WINDOW_MS) this.faults.push(`more than ${this.limit} within 60 s at ${now}`)
      if (remaining < 0 || remaining >= this.limit) this.faults.push(`remaining ${remaining} at ${now}`)
      this.admittedAt.push(now)
    } else {
      // The limit minus what one second held is always granted.
      if (now - nth >= WINDOW_MS + 1_000) this.faults.push(`refused without need at ${now}`)
      if (remaining !== 0) this.faults.push(`refused with ${remaining} remaining`)
      checkSeconds('Retry-After', retryAfterSeconds, this.faults)
    }
    checkSeconds('reset', resetSeconds, this.faults)
  }
}

function checkSeconds(name: string, seconds: number, faults: string[]): void {
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 60) faults.push(`${name} ${seconds}`)
}

/** A cheap, repeatable source of numbers below 1, for simulations too long for fast-check. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Ways in which callers arrive: milliseconds until the next request. */
const PATTERNS: Record<string, (random: () => number, limit: number) => number> = {
  'every ten milliseconds': () => 10,
  'in bursts at the edges of seconds': (random) => (random() < 0.995 ? 0 : 999 + Math.floor(random() * 3)),
  'in bursts at the edges of minutes': (random) =>
    random() < 0.999 ? 0 : WINDOW_MS - 1 + Math.floor(random() * 3),
  'at random around its limit': (random, limit) => Math.floor((random() * 2 * WINDOW_MS) / limit),
  'at random, much too often': (random, limit) => Math.floor((random() * WINDOW_MS) / limit / 10),
  'with long silences': (random) =>
    random() < 0.01 ? Math.floor(random() * 200_000) : Math.floor(random() * 40),
}

describe('one window', () => {
  it.each(Object.keys(PATTERNS))(
    'never admits more than its limit in any 60 s, nor refuses without need: a caller %s',
    (name) => {
      const gap = PATTERNS[name] ?? (() => 1)
      for (const [limit, arrivals] of [
        [1, 20_000],
        [7, 50_000],
        [60, 150_000],
        [600, 250_000],
      ] as const) {
        const { clock, counter } = bench()
        const random = randomOf(limit)
        const windows = [{ key: 'caller', limit }]
        const witness = new Witness(limit)
        for (let arrival = 0; arrival < arrivals; arrival += 1) {
          clock.advance(gap(random, limit))
          witness.see(clock.now(), counter.hit(windows) as Admission)
        }
        expect(witness.faults).toEqual([])
        expect(witness.admittedAt.length).toBeGreaterThan(limit)
      }
    },
  )

  it('never admits more than its limit in any 60 s, whatever the arrivals', () => {
    const step = fc.oneof(fc.nat(3), fc.nat(1_500), fc.integer({ min: 58_000, max: 62_000 }), fc.nat(150_000))
    const arrivals = fc.array(fc.tuple(step, fc.integer({ min: 1, max: 30 })), { maxLength: 80 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 25 }), arrivals, (limit, groups) => {
        const { clock, hit } = bench()
        const witness = new Witness(limit)
        for (const [gap, count] of groups) {
          clock.advance(gap)
          for (let each = 0; each < count; each += 1) witness.see(clock.now(), hit(['caller', limit]))
        }
        expect(witness.faults).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  it('admits a caller who waits exactly as long as it was told', () => {
    const gaps = fc.array(fc.oneof(fc.nat(5), fc.nat(3_000)), { minLength: 1, maxLength: 400 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), gaps, (limit, steps) => {
        const { clock, hit } = bench()
        for (const step of steps) {
          clock.advance(step)
          const { admitted, retryAfterSeconds } = hit(['caller', limit])
          if (admitted) continue
          clock.advance(retryAfterSeconds * 1_000)
          expect(hit(['caller', limit]).admitted).toBe(true)
        }
      }),
      { numRuns: 200 },
    )
  })

  it.each([60, 600, 6_000])(
    'grants a steady caller of %i a minute all but one second of it, for ever',
    (limit) => {
      const { clock, hit } = bench()
      const every = WINDOW_MS / limit
      const admittedAt: number[] = []
      for (let arrival = 0; arrival < 10 * limit; arrival += 1) {
        if (hit(['caller', limit]).admitted) admittedAt.push(clock.now() - START)
        clock.advance(every)
      }
      for (let from = 0; from <= 9 * WINDOW_MS; from += 500) {
        const granted = admittedAt.filter((at) => at >= from && at < from + WINDOW_MS).length
        expect(granted).toBeGreaterThanOrEqual(limit - limit / 60)
        expect(granted).toBeLessThanOrEqual(limit)
      }
    },
  )

  it('remembers nothing of what it refused', () => {
    const { clock, hit } = bench()
    for (let each = 0; each < 10; each += 1) hit(['caller', 10])
    for (let second = 0; second < 60; second += 1) {
      expect(hit(['caller', 10]).admitted).toBe(false)
      clock.advance(1_000)
    }
    expect(hit(['caller', 10])).toEqual({
      admitted: true,
      remaining: 9,
      resetSeconds: 60,
      retryAfterSeconds: 0,
    })
  })
})

describe('what the caller is told', () => {
  const history = fc.array(fc.tuple(fc.nat(20_000), fc.integer({ min: 1, max: 5 })), { maxLength: 30 })

  function replay({ clock, hit }: Bench, limit: number, groups: ReadonlyArray<[number, number]>): void {
    for (const [gap, count] of groups) {
      clock.advance(gap)
      for (let each = 0; each < count; each += 1) hit(['caller', limit])
    }
  }

  it('is how many more requests are admitted at this instant, exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), history, (limit, groups) => {
        const run = bench()
        replay(run, limit, groups)
        run.clock.advance(1_000)
        const { admitted, remaining } = run.hit(['caller', limit])
        if (!admitted) return
        for (let left = remaining - 1; left >= 0; left -= 1) {
          expect(run.hit(['caller', limit])).toMatchObject({ admitted: true, remaining: left })
        }
        expect(run.hit(['caller', limit]).admitted).toBe(false)
      }),
    )
  })

  it('is when the oldest request will have left: then at least one more is admitted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), history, (limit, groups) => {
        const run = bench()
        replay(run, limit, groups)
        const before = run.hit(['caller', limit])
        run.clock.advance(before.resetSeconds * 1_000)
        const after = run.hit(['caller', limit])
        expect(after.admitted).toBe(true)
        // A refused caller had none remaining, so this holds for it too.
        expect(after.remaining).toBeGreaterThanOrEqual(before.remaining)
      }),
    )
  })
})

describe('several windows', () => {
  /** Requests of three tokens of one subject, each with a limit of 5 and 9 together. */
  const requests = fc.array(
    fc.tuple(fc.oneof(fc.nat(2_000), fc.nat(30_000)), fc.constantFrom('a', 'b', 'c')),
    {
      maxLength: 300,
    },
  )

  it('count a request in all of them or in none, and admit only what all of them admit', () => {
    fc.assert(
      fc.property(requests, (arrivals) => {
        const all = bench()
        const admittedOnly = bench()
        const witnesses = new Map(['a', 'b', 'c'].map((token) => [token, new Witness(5)]))
        const subject = new Witness(9)
        for (const [gap, token] of arrivals) {
          for (const { clock } of [all, admittedOnly]) clock.advance(gap)
          const windows: Array<[string, number]> = [
            [token, 5],
            ['subject', 9],
          ]
          const answer = all.hit(...windows)
          if (!answer.admitted) {
            checkSeconds('Retry-After', answer.retryAfterSeconds, subject.faults)
            continue
          }
          // A counter that never saw the refused requests says exactly the same.
          expect(admittedOnly.hit(...windows)).toEqual(answer)
          witnesses.get(token)?.see(all.clock.now(), answer)
          subject.see(all.clock.now(), answer)
        }
        expect([...witnesses.values(), subject].flatMap(({ faults }) => faults)).toEqual([])
      }),
    )
  })

  it('tell of the tightest one', () => {
    const { hit } = bench()
    expect(hit(['token', 5], ['subject', 3])).toMatchObject({ admitted: true, remaining: 2 })
    expect(hit(['token', 2], ['subject', 30])).toMatchObject({ admitted: true, remaining: 0 })
  })

  it('make a refused caller wait for the slowest one', () => {
    const { clock, hit } = bench()
    hit(['subject', 1])
    clock.advance(20_000)
    hit(['token', 1])
    expect(hit(['token', 1], ['subject', 1]).retryAfterSeconds).toBe(60)
    expect(hit(['subject', 1]).retryAfterSeconds).toBe(40)
    clock.advance(60_000)
    expect(hit(['token', 1], ['subject', 1]).admitted).toBe(true)
  })

  it('without any admit everything', () => {
    expect(bench().hit()).toMatchObject({ admitted: true, retryAfterSeconds: 0 })
  })
})

describe('a clock that is set back', () => {
  it('neither opens the window nor closes it for longer than a minute', () => {
    const { clock, hit } = bench()
    for (let each = 0; each < 5; each += 1) hit(['caller', 5])
    clock.advance(-3_600_000)
    const { admitted, retryAfterSeconds } = hit(['caller', 5])
    expect(admitted).toBe(false)
    expect(retryAfterSeconds).toBeLessThanOrEqual(60)
    clock.advance(retryAfterSeconds * 1_000)
    expect(hit(['caller', 5]).admitted).toBe(true)
  })

  it('again and again never lets more than the limit through in 60 s that have really passed', () => {
    const step = fc.tuple(fc.nat(5_000), fc.oneof(fc.constant(0), fc.integer({ min: -600_000, max: 0 })))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const { clock, hit } = bench()
        const witness = new Witness(5)
        let passed = 0
        for (const [elapsed, jump] of steps) {
          passed += elapsed
          clock.advance(elapsed + jump)
          const answer = hit(['caller', 5])
          if (answer.admitted) witness.see(passed, answer)
          else checkSeconds('Retry-After', answer.retryAfterSeconds, witness.faults)
        }
        expect(witness.faults).toEqual([])
      }),
    )
  })
})

describe('memory', () => {
  it('is given back for keys that have been silent for a window', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const megabytes = async (): Promise<number> => {
      // What the first collection finds unreachable, array buffers among it, the next ones free.
      for (let round = 0; round < 4; round += 1) {
        collect()
        await new Promise(setImmediate)
      }
      const { heapUsed, arrayBuffers } = process.memoryUsage()
      return (heapUsed + arrayBuffers) / 2 ** 20
    }
    const { clock, hit } = bench()
    const before = await megabytes()
    for (let each = 0; each < 30_000; each += 1) hit([`address:${each}`, 300])
    const full = (await megabytes()) - before
    clock.advance(2 * WINDOW_MS)
    hit(['address:0', 300])
    const left = (await megabytes()) - before
    expect(full).toBeGreaterThan(10)
    expect(left).toBeLessThan(full / 5)
  })
})
