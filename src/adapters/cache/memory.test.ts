import { describe, expect, it } from 'vitest'
import { TestClock } from '../../../tests/support/test-clock.ts'
import { createMemoryCache } from './memory.ts'

const KEY = { scope: 'AAPL', name: 'overview' }

function bench(maxScopes?: number) {
  const clock = new TestClock(1_000_000)
  const cache = createMemoryCache(clock, maxScopes)
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

describe('the bound', () => {
  it('holds, and the scope that was used least recently goes first', async () => {
    const { cache, build } = bench(3)
    const key = (scope: string) => ({ scope, name: 'overview' })
    for (const scope of ['a', 'b', 'c']) await cache.through(key(scope), 60, build)
    await cache.through(key('a'), 60, build)
    await cache.through(key('d'), 60, build)
    expect(['a', 'b', 'c', 'd'].filter((scope) => cache.peek(key(scope)) !== undefined)).toEqual([
      'a',
      'c',
      'd',
    ])
  })

  it('answers who waits for a build whose scope had to go', async () => {
    const { cache, build } = bench(1)
    const { build: slow, resolve } = gate<object>()
    const waiting = cache.through(KEY, 60, slow)
    await cache.through({ scope: 'MSFT', name: 'overview' }, 60, build)
    resolve({ late: true })
    expect((await waiting).value).toEqual({ late: true })
    expect(cache.peek(KEY)).toBeUndefined()
  })
})
