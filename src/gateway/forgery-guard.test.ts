import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TestClock } from '../../tests/support/test-clock.ts'
import { ALL_CHECKS_PER_SECOND, CHECKS_PER_SECOND, ForgeryGuard, MAX_NETWORKS } from './forgery-guard.ts'

const MINUTE = 60_000

function bench() {
  const clock = new TestClock(1_800_000_000_000)
  const guard = new ForgeryGuard(clock)
  let checks = 0
  /** What becomes of a token: `forged` is the 401, `limited` the 429 after a check, `unchecked` the one without. */
  const send = (genuine: boolean, address = '192.0.2.1'): string => {
    const gate = guard.gate(address)
    const outcome = gate.pass(() => {
      checks += 1
      return genuine
    })
    if (outcome === null) return gate.refusal?.code === 'RATE_LIMIT_EXCEEDED' ? 'unchecked' : 'nothing'
    if (outcome) return gate.refusal === null ? 'good' : 'good and refused'
    return gate.refusal === null ? 'forged' : 'limited'
  }
  const forge = (count: number, address?: string): Record<string, number> => {
    const counts: Record<string, number> = {}
    for (let i = 0; i < count; i += 1) {
      const what = send(false, address)
      counts[what] = (counts[what] ?? 0) + 1
    }
    return counts
  }
  return { clock, guard, send, forge, checks: () => checks }
}

describe('forged tokens', () => {
  test('are answered as such 60 times in any 60 s, and then as too many', () => {
    const { forge, clock } = bench()
    expect(forge(30)).toEqual({ forged: 30 })
    clock.advance(10_000)
    expect(forge(50)).toEqual({ forged: 30, limited: 20 })
    clock.advance(49_999)
    expect(forge(1)).toEqual({ limited: 1 })
    clock.advance(1)
    expect(forge(40)).toEqual({ forged: 30, limited: 10 })
  })

  test('of a network count together, and those of another do not', () => {
    const { send, forge } = bench()
    for (let host = 0; host < 60; host += 1) send(false, `2001:db8:1:2::${host.toString(16)}`)
    expect(send(false, '2001:db8:1:2:ffff::1')).toBe('limited')
    expect(send(false, '2001:db8:1:3::1')).toBe('forged')
    forge(60, '192.0.2.1')
    expect(send(false, '::ffff:192.0.2.1')).toBe('limited')
    expect(send(false, '192.0.2.2')).toBe('forged')
  })

  test('that are known to be forged without a check count as well', () => {
    const { guard, send } = bench()
    for (let i = 0; i < 60; i += 1) expect(guard.noteOf('192.0.2.1')).toBeNull()
    expect(guard.noteOf('192.0.2.1')?.headers).toEqual({ 'Retry-After': '60' })
    expect(send(false)).toBe('limited')
  })

  test('are not counted for longer because the clock was set back', () => {
    const { forge, clock } = bench()
    forge(60)
    clock.advance(-3_600_000)
    expect(forge(1)).toEqual({ forged: 1 })
  })
})

describe('a good token', () => {
  test('is served whatever others send, 1,000 a second behind the same address', () => {
    const { send, clock } = bench()
    const served: string[] = []
    for (let ms = 0; ms < 2 * MINUTE; ms += 1) {
      clock.advance(1)
      send(false)
      if (ms % 100 === 0) served.push(send(true))
    }
    expect(served).toEqual(Array(1_200).fill('good'))
  })

  test('costs the budget of its address nothing', () => {
    const { send, forge } = bench()
    forge(60)
    for (let i = 0; i < 10 * CHECKS_PER_SECOND; i += 1) expect(send(true)).toBe('good')
    expect(forge(CHECKS_PER_SECOND + 1)).toEqual({ limited: CHECKS_PER_SECOND, unchecked: 1 })
  })

  test('has a fair share of the checks when more is forged than can be checked', () => {
    const { send, clock } = bench()
    const PER_MS = 5
    let [served, seed] = [0, 1]
    for (let ms = 0; ms < MINUTE; ms += 1) {
      clock.advance(1)
      seed = (seed * 48_271) % 2_147_483_647
      const turn = seed % PER_MS
      for (let i = 0; i < PER_MS; i += 1) {
        if (i === turn && send(true) === 'good') served += 1
        send(false)
      }
    }
    const share = CHECKS_PER_SECOND / (PER_MS * 1_000)
    expect(served / MINUTE).toBeGreaterThan(0.9 * share)
  })
})

describe('checks', () => {
  test('of one network are never more than its budget, whatever comes when', () => {
    const step = fc.record({ wait: fc.nat({ max: 3_000 }), forged: fc.nat({ max: 4_000 }) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const { forge, clock, checks } = bench()
        const began = clock.now()
        for (const { wait, forged } of steps) {
          clock.advance(wait)
          forge(forged)
        }
        const seconds = (clock.now() - began) / 1_000
        const free = 60 * Math.ceil((seconds + 0.001) / 60)
        expect(checks()).toBeLessThanOrEqual(free + CHECKS_PER_SECOND * (seconds + 1))
      }),
      { numRuns: 100 },
    )
  })

  test('of all suspects together are bounded too, and that costs no other network', () => {
    const { forge, send, checks } = bench()
    for (let host = 1; host <= 10; host += 1) forge(60 + CHECKS_PER_SECOND, `192.0.2.${host}`)
    expect(checks()).toBe(10 * 60 + ALL_CHECKS_PER_SECOND)
    expect(send(true, '192.0.2.10')).toBe('unchecked')
    expect(send(true, '198.51.100.1')).toBe('good')
    expect(forge(61, '198.51.100.1')).toEqual({ forged: 60, unchecked: 1 })
  })

  test('that throw leave the guard as it was', () => {
    const { guard, send, forge } = bench()
    forge(60)
    const fails = (): boolean => {
      throw new Error('broken')
    }
    expect(() => guard.gate('192.0.2.1').pass(fails)).toThrow('broken')
    expect(send(true)).toBe('good')
  })
})

test('a bounded number of networks is remembered, the latest', () => {
  const { forge, send } = bench()
  forge(60, '198.51.100.1')
  for (let i = 0; i < MAX_NETWORKS; i += 1) send(false, `2001:db8:${i.toString(16)}::1`)
  expect(send(false, '198.51.100.1')).toBe('forged')
  forge(60, '198.51.100.2')
  expect(send(false, '198.51.100.2')).toBe('limited')
})
