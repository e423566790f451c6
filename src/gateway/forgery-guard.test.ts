import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TestClock } from '../../tests/support/test-clock.ts'
import { createMemoryCounter } from '../adapters/counter/memory.ts'
import { Failure } from '../kernel/fail.ts'
import type { Verification } from '../ports/identity.ts'
import { ForgeryGuard, MAX_NETWORKS } from './forgery-guard.ts'

const FORGED: Verification = { ok: false, refusal: { code: 'TOKEN_INVALID', reason: 'false', forged: true } }
const UNKNOWN_KEY: Verification = { ok: false, refusal: { code: 'TOKEN_INVALID', reason: 'unknown kid' } }
const DOWN: Verification = { ok: false, refusal: { code: 'AUTH_UNAVAILABLE', reason: 'down' } }
const GOOD: Verification = {
  ok: true,
  claims: {
    issuer: 'https://idp.test',
    subject: 'sub-1',
    email: 'a@x.test',
    tenantId: '11111111-1111-4111-8111-111111111111',
    expiresAt: 2_000_000_000,
    issuedAt: 1_800_000_000,
    tokenId: null,
  },
}

function bench() {
  const clock = new TestClock(1_800_000_000_000)
  const guard = new ForgeryGuard(createMemoryCounter(clock, MAX_NETWORKS), clock)
  let checks = 0
  /** What becomes of a token: `refused` is the 429. */
  const send = async (outcome: Verification, address = '192.0.2.1'): Promise<string> => {
    const result = await guard.check(address, async () => {
      checks += 1
      await new Promise(setImmediate)
      return outcome
    })
    if (result instanceof Failure) return 'refused'
    return result.ok ? 'good' : result.refusal.reason
  }
  const many = (count: number, outcome: Verification, address?: string): Promise<string[]> =>
    Promise.all(Array.from({ length: count }, () => send(outcome, address)))
  return { clock, guard, send, many, checks: () => checks }
}

const count = (all: readonly string[], what: string): number => all.filter((each) => each === what).length

describe('false signatures', () => {
  test('are checked 60 times, although a thousand come at once', async () => {
    const { many, checks } = bench()
    const all = await many(1_000, FORGED)
    expect([count(all, 'false'), count(all, 'refused'), checks()]).toEqual([60, 940, 60])
  })

  test('make the address wait until the first of them is a minute old, and no longer', async () => {
    const { many, send, clock } = bench()
    await many(30, FORGED)
    clock.advance(10_000)
    await many(30, FORGED)
    expect(await send(GOOD)).toBe('refused')
    clock.advance(49_999)
    expect(await send(GOOD)).toBe('refused')
    clock.advance(1)
    expect(await send(GOOD)).toBe('good')
    const all = await many(100, FORGED)
    expect([count(all, 'false'), count(all, 'refused')]).toEqual([30, 70])
  })

  test('of a network count together, and those of another do not', async () => {
    const { many, send } = bench()
    for (let host = 0; host < 60; host += 1) await send(FORGED, `2001:db8:1:2::${host.toString(16)}`)
    expect(await send(GOOD, '2001:db8:1:2:ffff::1')).toBe('refused')
    expect(await send(GOOD, '2001:db8:1:3::1')).toBe('good')
    expect(count(await many(60, FORGED, '192.0.2.1'), 'false')).toBe(60)
    expect(await send(GOOD, '::ffff:192.0.2.1')).toBe('refused')
    expect(await send(GOOD, '192.0.2.2')).toBe('good')
  })

  test('are no more than 60 in any 60 s, whatever comes when', async () => {
    const step = fc.record({
      wait: fc.nat({ max: 20_000 }),
      forged: fc.nat({ max: 40 }),
      good: fc.nat({ max: 5 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const { many, clock } = bench()
        const at: number[] = []
        for (const { wait, forged, good } of steps) {
          clock.advance(wait)
          const [all] = await Promise.all([many(forged, FORGED), many(good, GOOD)])
          for (let i = count(all, 'false'); i > 0; i -= 1) at.push(clock.now())
        }
        for (const [index, first] of at.entries())
          expect((at[index + 60] ?? Infinity) - first).toBeGreaterThanOrEqual(60_000)
      }),
      { numRuns: 200 },
    )
  })
})

describe('what is no false signature', () => {
  test('is never counted: good tokens, unknown keys, an outage', async () => {
    const { many, send } = bench()
    for (const [outcome, name] of [
      [GOOD, 'good'],
      [UNKNOWN_KEY, 'unknown kid'],
      [DOWN, 'down'],
    ] as const) {
      expect(count(await many(500, outcome), name)).toBe(500)
    }
    expect(await send(GOOD)).toBe('good')
  })

  test('is let through beside false signatures until there are 60 of them', async () => {
    const { many } = bench()
    const [, good] = await Promise.all([many(59, FORGED), many(200, GOOD)])
    expect(count(good, 'good')).toBe(200)
  })

  test('is answered at once where the form decides, and takes no part', () => {
    const { guard } = bench()
    for (let i = 0; i < 200; i += 1) expect(guard.check('192.0.2.1', () => UNKNOWN_KEY)).toBe(UNKNOWN_KEY)
  })
})

describe('the guard', () => {
  test('goes on after a check that throws', async () => {
    const { guard, send, many } = bench()
    await many(59, FORGED)
    await expect(guard.check('192.0.2.1', () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    )
    expect(await send(GOOD)).toBe('good')
  })

  test('opens after a minute although the clock was set back', async () => {
    const { many, send, clock } = bench()
    await many(60, FORGED)
    expect(await send(GOOD)).toBe('refused')
    clock.advance(-3_600_000)
    expect(await send(GOOD)).toBe('good')
  })

  test('remembers a bounded number of networks, the latest', async () => {
    const { many, send } = bench()
    await many(60, FORGED, '198.51.100.1')
    for (let i = 0; i < MAX_NETWORKS; i += 1) await send(FORGED, `2001:db8:${i.toString(16)}::1`)
    expect(await send(GOOD, '198.51.100.1')).toBe('good')
    await many(60, FORGED, '198.51.100.2')
    expect(await send(GOOD, '198.51.100.2')).toBe('refused')
  })
})
