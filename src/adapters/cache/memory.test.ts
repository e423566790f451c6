import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeOwnTimers } from '../../../tests/support/own-timers.ts'
import { TestClock } from '../../../tests/support/test-clock.ts'
import type { Cache } from '../../ports/cache.ts'
import { createMemoryCache, type MemoryBounds } from './memory.ts'

const KEY = { scope: 'AAPL', name: 'overview' }

function bench(bounds?: Partial<MemoryBounds>) {
  const clock = new TestClock(1_000_000)
  const cache = createMemoryCache(clock, bounds)
  let builds = 0
  const build = async (): Promise<{ build: number }> => ({ build: ++builds })
  return { clock, cache, build, builds: () => builds }
}

/** A build that ends when the test says so. */
function gate<T extends object>() {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  let started = 0
  return {
    build: () => {
      started += 1
      return promise
    },
    started: () => started,
    resolve,
    reject,
  }
}

describe('the lifetime of a value', () => {
  it('is exactly its seconds, counted from the end of the build', async () => {
    const { clock, cache, build } = bench()
    const slow = async () => {
      clock.advance(700)
      return build()
    }
    const built = await cache.through(KEY, 15, slow)
    expect(built).toEqual({ value: { build: 1 }, builtAt: 1_000_700, freshUntil: 1_015_700 })
    clock.advance(14_999)
    expect(await cache.through(KEY, 15, build)).toBe(built)
    expect(cache.peek(KEY)).toBe(built)
    clock.advance(1)
    expect(cache.peek(KEY)).toBeUndefined()
    expect(await cache.through(KEY, 15, build)).toMatchObject({ value: { build: 2 }, builtAt: 1_015_700 })
  })

  it('ends when the clock is set back behind the build', async () => {
    const { clock, cache, build } = bench()
    await cache.through(KEY, 15, build)
    clock.advance(-3_600_000)
    expect(cache.peek(KEY)).toBeUndefined()
    expect((await cache.through(KEY, 15, build)).value).toEqual({ build: 2 })
  })

  it('is each name its own, within one scope and without', async () => {
    const { clock, cache, build } = bench()
    await cache.through(KEY, 60, build)
    await cache.through({ scope: 'AAPL', name: 'quote' }, 5, build)
    await cache.through({ scope: 'MSFT', name: 'overview' }, 60, build)
    clock.advance(5_000)
    expect(cache.peek({ scope: 'AAPL', name: 'quote' })).toBeUndefined()
    expect(cache.peek(KEY)?.value).toEqual({ build: 1 })
    expect(cache.peek({ scope: 'MSFT', name: 'overview' })?.value).toEqual({ build: 3 })
  })
})

describe('peek', () => {
  it('sees nothing that was never built or is being built, and builds nothing', async () => {
    const { cache } = bench()
    expect(cache.peek(KEY)).toBeUndefined()
    const { build, resolve } = gate<{ n: number }>()
    const waiting = cache.through(KEY, 15, build)
    expect(cache.peek(KEY)).toBeUndefined()
    resolve({ n: 1 })
    await waiting
    expect(cache.peek(KEY)?.value).toEqual({ n: 1 })
  })
})

describe('callers at the same time', () => {
  it('share one build and its entry', async () => {
    const { cache } = bench()
    const { build, started, resolve } = gate<{ n: number }>()
    const callers = Array.from({ length: 1_000 }, () => cache.through(KEY, 15, build))
    expect(started()).toBe(1)
    resolve({ n: 1 })
    const entries = await Promise.all(callers)
    expect(new Set(entries).size).toBe(1)
    expect(entries[0]?.value).toEqual({ n: 1 })
    expect(started()).toBe(1)
  })

  it('share one rebuild when the value has expired', async () => {
    const { clock, cache, build, builds } = bench()
    await cache.through(KEY, 15, build)
    clock.advance(15_000)
    await Promise.all(Array.from({ length: 10 }, () => cache.through(KEY, 15, build)))
    expect(builds()).toBe(2)
  })

  it('do not wait for another name or scope', async () => {
    const { cache, build } = bench()
    const { build: slow, resolve } = gate<object>()
    const waiting = cache.through(KEY, 15, slow)
    expect((await cache.through({ scope: 'AAPL', name: 'quote' }, 15, build)).value).toEqual({ build: 1 })
    expect((await cache.through({ scope: 'MSFT', name: 'overview' }, 15, build)).value).toEqual({ build: 2 })
    resolve({})
    await waiting
  })

  it('all get the error of a failed build, and the next caller builds again', async () => {
    const { cache, build } = bench()
    const { build: failing, reject } = gate<object>()
    const callers = Array.from({ length: 5 }, () => cache.through(KEY, 15, failing))
    reject(new Error('upstream is down'))
    const outcomes = await Promise.allSettled(callers)
    expect(
      outcomes.every((each) => each.status === 'rejected' && each.reason.message === 'upstream is down'),
    ).toBe(true)
    expect((await cache.through(KEY, 15, build)).value).toEqual({ build: 1 })
  })

  it('are not stuck with an error that was thrown before there was a promise', async () => {
    const { cache, build } = bench()
    const throwing = (): Promise<object> => {
      throw new Error('at once')
    }
    await expect(cache.through(KEY, 15, throwing)).rejects.toThrow('at once')
    expect((await cache.through(KEY, 15, build)).value).toEqual({ build: 1 })
  })

  it('leave nothing behind when the rebuild of an expired value fails', async () => {
    const { clock, cache, build } = bench()
    await cache.through(KEY, 15, build)
    clock.advance(15_000)
    await expect(cache.through(KEY, 15, () => Promise.reject(new Error('down')))).rejects.toThrow('down')
    expect(cache.peek(KEY)).toBeUndefined()
  })
})

describe('dropping', () => {
  it('forgets one scope with all its names and leaves the others', async () => {
    const { cache, build } = bench()
    const quote = { scope: 'AAPL', name: 'quote' }
    const other = { scope: 'MSFT', name: 'overview' }
    for (const key of [KEY, quote, other]) await cache.through(key, 60, build)
    cache.drop('AAPL')
    expect([KEY, quote, other].map((key) => cache.peek(key)?.value)).toEqual([
      undefined,
      undefined,
      { build: 3 },
    ])
  })

  it('forgets everything', async () => {
    const { cache, build } = bench()
    const other = { scope: 'MSFT', name: 'overview' }
    for (const key of [KEY, other]) await cache.through(key, 60, build)
    cache.drop(null)
    expect([KEY, other].map((key) => cache.peek(key))).toEqual([undefined, undefined])
  })

  it.each(['AAPL', null])('%s during a build: who waits is answered, and nobody after', async (scope) => {
    const { cache, build } = bench()
    const { build: slow, resolve } = gate<{ build: number }>()
    const before = cache.through(KEY, 60, slow)
    cache.drop(scope)
    const after = cache.through(KEY, 60, build)
    resolve({ build: 0 })
    expect((await before).value).toEqual({ build: 0 })
    expect((await after).value).toEqual({ build: 1 })
    expect(cache.peek(KEY)?.value).toEqual({ build: 1 })
  })
})

describe('a caller that leaves', () => {
  it('waits no longer, and the others still get the value', async () => {
    const { cache } = bench()
    const { build, resolve, started } = gate<{ n: number }>()
    const leaving = new AbortController()
    const gone = cache.through(KEY, 15, build, leaving.signal)
    const staying = cache.through(KEY, 15, build, new AbortController().signal)
    leaving.abort(new Error('gone'))
    await expect(gone).rejects.toThrow('gone')
    resolve({ n: 1 })
    expect((await staying).value).toEqual({ n: 1 })
    expect(started()).toBe(1)
  })

  it('as the last one ends the build, and whoever comes next begins another', async () => {
    const { cache, build } = bench()
    let ended: AbortSignal | null = null
    const leaving = new AbortController()
    const waiting = cache.through(
      KEY,
      15,
      (signal) => {
        ended = signal
        return new Promise<object>(() => undefined)
      },
      leaving.signal,
    )
    leaving.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    expect(ended).toMatchObject({ aborted: true })
    expect((await cache.through(KEY, 15, build)).value).toEqual({ build: 1 })
  })
})

describe('the bound', () => {
  const name = (n: number) => ({ scope: 'AAPL', name: `sma:${n}` })
  const kilobytes = (n: number) => async () => ({ text: 'x'.repeat(n * 250) })

  it('is one of bytes, within a scope too, and what was used least recently goes first', async () => {
    const { cache } = bench({ bytes: 10_000 })
    for (const n of [0, 1, 2]) await cache.through(name(n), 60, kilobytes(2))
    await cache.through(name(0), 60, kilobytes(2))
    await cache.through(name(3), 60, kilobytes(2))
    expect([0, 1, 2, 3].filter((n) => cache.peek(name(n)) !== undefined)).toEqual([0, 2, 3])
  })

  it('answers a value that is larger than its share, and does not keep it', async () => {
    const { cache } = bench({ entryBytes: 10_000 })
    await cache.through(KEY, 60, kilobytes(1))
    expect((await cache.through(name(0), 60, kilobytes(10))).value).toMatchObject({
      text: expect.any(String),
    })
    expect(cache.peek(name(0))).toBeUndefined()
    expect(cache.peek(KEY)).toBeDefined()
  })

  it('of twenty thousand names of one scope keeps no more than its bytes', async () => {
    const { cache } = bench({ bytes: 200_000 })
    for (let n = 0; n < 20_000; n++) await cache.through(name(n), 60, kilobytes(0))
    const kept = Array.from({ length: 20_000 }, (_, n) => cache.peek(name(n))).filter(Boolean)
    expect(kept.length).toBeGreaterThan(100)
    expect(kept.length).toBeLessThan(400)
  })
})

describe('what is not asked for', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is let go within a minute, expired or not, and what is asked for stays', async () => {
    const { cache, clock } = bench()
    await built(cache, 'idle', 86_400)
    await built(cache, 'read', 86_400)
    for (let second = 0; second < 60; second++) {
      clock.advance(1_000)
      cache.peek({ scope: 'AAPL', name: 'read' })
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(cache.peek({ scope: 'AAPL', name: 'read' })).toBeDefined()
    expect(cache.peek({ scope: 'AAPL', name: 'idle' })).toBeUndefined()
  })

  it('leaves no timer behind once nothing is kept', async () => {
    fakeOwnTimers()
    const { cache, clock } = bench()
    await built(cache, 'short', 1)
    expect(vi.getTimerCount()).toBe(1)
    clock.advance(60_000)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(vi.getTimerCount()).toBe(0)
  })

  async function built(cache: Cache, name: string, ttlSeconds: number): Promise<object> {
    return (await cache.through({ scope: 'AAPL', name }, ttlSeconds, async () => ({ name }))).value
  }
})
