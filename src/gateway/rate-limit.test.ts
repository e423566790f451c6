import { expect, test } from 'vitest'
import { createMemoryCounter } from '../adapters/counter/memory.ts'
import { TestClock } from '../../tests/support/test-clock.ts'
import type { Window } from '../ports/counter.ts'
import type { Session } from './access.ts'
import { countAddress, countSession, rateExceeded, sessionWindows } from './rate-limit.ts'

function session(token: string, limit: number | null): Session {
  return {
    caller: {
      userId: 'u',
      email: 'u@x.test',
      tenantId: 't',
      role: 'member',
      token: { issuer: 'i', expiresAt: 0, revocationKey: 'k', grantId: null },
    },
    limit,
    windows: sessionWindows(limit, token, 'u'),
    validUntil: Number.MAX_SAFE_INTEGER,
  }
}

test('a session is counted for its token and, ten times as wide, for its subject', async () => {
  const seen: Window[][] = []
  const admission = { admitted: true, remaining: 4, resetSeconds: 60, retryAfterSeconds: 0 }
  const counter = { hit: (windows: readonly Window[]) => (seen.push([...windows]), admission) }
  expect(await countSession(counter, session('a', 5), 1)).toEqual({ limit: 5, admission })
  expect(seen).toEqual([
    [
      { key: 'token:a', limit: 5 },
      { key: 'subject:u', limit: 50 },
    ],
  ])
})

test('a counter that has to wait gives the same rate, later', async () => {
  const admission = { admitted: false, remaining: 0, resetSeconds: 9, retryAfterSeconds: 9 }
  await expect(countSession({ hit: async () => admission }, session('a', 5), 1)).resolves.toEqual({
    limit: 5,
    admission,
  })
})

test('an unlimited tier is not counted at all', () => {
  const counter = {
    hit: () => {
      throw new Error('counted')
    },
  }
  expect(countSession(counter, session('a', null), 1)).toBeNull()
})

test('new tokens of one subject get ten times the limit in all and no more', async () => {
  const counter = createMemoryCounter(new TestClock(1_000_000))
  let admitted = 0
  for (let token = 0; token < 12; token++) {
    for (let call = 0; call < 5; call++) {
      const rate = await countSession(counter, session(`t${token}`, 5), 1)
      if (rate?.admission.admitted === true) admitted++
    }
  }
  expect(admitted).toBe(50)
})

test('an address without a token has 300 requests', async () => {
  const counter = createMemoryCounter(new TestClock(1_000_000))
  for (let call = 0; call < 300; call++) {
    expect((await countAddress(counter, '10.0.0.1')).admission.admitted).toBe(true)
  }
  expect((await countAddress(counter, '10.0.0.1')).admission.admitted).toBe(false)
  expect((await countAddress(counter, '10.0.0.2')).admission.admitted).toBe(true)
})

test('the refusal says how long to wait, in the sentence and in Retry-After', () => {
  const admission = { admitted: false, remaining: 0, resetSeconds: 17, retryAfterSeconds: 17 }
  const failure = rateExceeded({ limit: 60, admission })
  expect(failure.code).toBe('RATE_LIMIT_EXCEEDED')
  expect(failure.headers).toEqual({ 'Retry-After': '17' })
  expect(failure.message).toContain('60 requests')
  expect(failure.message).toContain('17 s')
})
