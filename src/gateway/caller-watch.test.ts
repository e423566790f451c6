import { afterEach, describe, expect, test, vi } from 'vitest'
import { fakeOwnTimers } from '../../tests/support/own-timers.ts'
import { Failure } from '../kernel/fail.ts'
import type { Access, Session } from './access.ts'
import { CallerWatch, type Watched } from './caller-watch.ts'

const EXPIRES_AT = 1_000_000

const session = (expiresAt: number = EXPIRES_AT): Session =>
  ({ caller: { token: { expiresAt } }, limit: null, windows: [], validUntil: 0 }) as unknown as Session

function watched(over: Partial<Watched> = {}): Watched & { stopped: string[] } {
  const stopped: string[] = []
  return {
    caller: { session: session(), authorization: 'Bearer a' },
    from: { ip: '127.0.0.1' },
    stop: ({ code }) => void stopped.push(code),
    ...over,
    stopped,
  }
}

function start(outcome: () => Session | Failure | Promise<Session | Failure>) {
  fakeOwnTimers()
  let now = 0
  let asked = 0
  const access = {
    authenticate: () => {
      asked++
      return outcome()
    },
  } as unknown as Access
  const watch = new CallerWatch(access, { now: () => now, market: () => now }, 1_000)
  return { watch, asked: () => asked, at: (time: number) => void (now = time) }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('the watch over callers', () => {
  test('ends what belongs to a token that has expired, to the millisecond of a look', async () => {
    const { watch, at } = start(() => session())
    const [one, public_] = [watched(), watched({ caller: null })]
    watch.add(one)
    watch.add(public_)
    at(EXPIRES_AT - 1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(one.stopped).toEqual([])
    at(EXPIRES_AT)
    await vi.advanceTimersByTimeAsync(1_000)
    expect([one.stopped, public_.stopped]).toEqual([['TOKEN_EXPIRED'], []])
  })

  test.each([
    ['TOKEN_INVALID', ['TOKEN_INVALID']],
    ['AUTH_UNAVAILABLE', []],
    ['RATE_LIMIT_EXCEEDED', []],
  ] as const)('what the token is refused with now: %s ends %j', async (code, expected) => {
    const { watch } = start(() => new Failure(code, 'No.'))
    const one = watched()
    watch.add(one)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(one.stopped).toEqual(expected)
  })

  test('an outcome for a token that was renewed meanwhile says nothing, and a check that fails neither', async () => {
    const { watch } = start(() => Promise.resolve(new Failure('TOKEN_INVALID', 'No.')))
    const one = watched()
    watch.add(one)
    vi.advanceTimersByTime(1_000)
    one.caller = { session: session(), authorization: 'Bearer b' }
    await vi.advanceTimersByTimeAsync(0)
    expect(one.stopped).toEqual([])
    const failing = start(() => Promise.reject(new Error('the database is unreachable')))
    const other = watched()
    failing.watch.add(other)
    await vi.advanceTimersByTimeAsync(3_000)
    expect([failing.asked(), other.stopped]).toEqual([3, []])
  })

  test('never asks about the same caller twice at once, nor about more than 200', async () => {
    const { watch, asked } = start(() => new Promise<Session>(() => undefined))
    for (let n = 0; n < 250; n++) watch.add(watched())
    await vi.advanceTimersByTimeAsync(3_000)
    expect(asked()).toBe(200)
  })

  test('rests when nothing is open', async () => {
    const { watch, asked } = start(() => session())
    const done = watch.add(watched())
    await vi.advanceTimersByTimeAsync(1_000)
    done()
    expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(asked()).toBe(1)
  })
})
