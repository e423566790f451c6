import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createKey, publicJwk, type TestKey } from '../../../tests/support/fake-identity-provider.ts'
import { TestClock } from '../../../tests/support/test-clock.ts'
import { KeySet } from './key-set.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const START = Date.UTC(2026, 0, 15, 14, 30)

const [one, two, three] = ['one', 'two', 'three'].map((kid) => createKey(kid)) as [TestKey, TestKey, TestKey]

/** A key set over a provider that publishes, fails or keeps one waiting as the test says, on a clock of its own. */
function bench(published: unknown[] = [publicJwk(one)]) {
  const clock = new TestClock(START)
  const warnings: string[] = []
  const fetches: number[] = []
  const provider = {
    published,
    down: false,
    /** Set: a response waits for it. */
    gate: null as Promise<unknown> | null,
  }
  const keys = new KeySet({
    clock,
    warn: (message) => warnings.push(message),
    fetch: async () => {
      fetches.push(clock.now())
      const answer = { keys: provider.published }
      await provider.gate
      if (provider.down) throw new Error('it is unreachable')
      return answer
    },
  })
  /** `key`, or why there is none. */
  const ask = async (kid: string): Promise<string> => {
    const found = await keys.keyFor(kid)
    return 'code' in found ? found.code : 'key'
  }
  /** Lets time pass in steps, with the background's ticks every 5 s. */
  const pass = async (milliseconds: number): Promise<void> => {
    for (let left = milliseconds; left > 0; left -= 5 * SECOND) {
      clock.advance(Math.min(left, 5 * SECOND))
      await keys.tick()
    }
  }
  return { clock, keys, provider, fetches, warnings, ask, pass }
}

describe('the first keys', () => {
  it('are fetched by the first tick, or by the first token where there was none', async () => {
    const ticked = bench()
    await ticked.keys.tick()
    expect([await ticked.ask('one'), ticked.fetches.length]).toEqual(['key', 1])
    const asked = bench()
    expect([await asked.ask('one'), asked.fetches.length]).toEqual(['key', 1])
  })

  it('are waited for by everyone who comes while they are being fetched', async () => {
    const { provider, ask, fetches } = bench()
    const { promise, resolve } = Promise.withResolvers<undefined>()
    provider.gate = promise
    const asked = Array.from({ length: 50 }, () => ask('one'))
    resolve(undefined)
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['key']))
    expect(fetches).toHaveLength(1)
  })

  it('missing make calls unavailable, never unauthorised, until the provider is there', async () => {
    const { provider, clock, keys, ask, fetches } = bench()
    provider.down = true
    for (let second = 0; second < 60; second += 1) {
      expect(await ask('one')).toBe('AUTH_UNAVAILABLE')
      expect(await ask('unknown')).toBe('AUTH_UNAVAILABLE')
      clock.advance(SECOND)
    }
    expect(fetches.length).toBeLessThanOrEqual(12)
    expect(keys.state()).toEqual({ keys: 0, fetchedAt: null, believedUntil: null, failing: true })
    provider.down = false
    clock.advance(6 * SECOND)
    expect(await ask('one')).toBe('key')
    expect(keys.state()).toMatchObject({ keys: 1, failing: false })
  })
})

describe('a provider that is well', () => {
  it('is asked once in five minutes, with traffic and without', async () => {
    const quiet = bench()
    await quiet.pass(60 * MINUTE)
    expect(quiet.fetches.length).toBeGreaterThanOrEqual(11)
    expect(quiet.fetches.length).toBeLessThanOrEqual(12)

    const busy = bench()
    for (let second = 0; second < 3_600; second += 1) {
      expect(await busy.ask('one')).toBe('key')
      busy.clock.advance(SECOND)
    }
    expect(busy.fetches.length).toBeLessThanOrEqual(12)
  })

  it('does not keep a known key waiting while it is asked again', async () => {
    const { provider, clock, ask, fetches } = bench()
    await ask('one')
    clock.advance(6 * MINUTE)
    provider.gate = new Promise(() => undefined)
    expect(await ask('one')).toBe('key')
    expect(fetches).toHaveLength(2)
    expect(await ask('one')).toBe('key')
    expect(fetches).toHaveLength(2)
  })
})

describe('unknown key ids', () => {
  it('flooding in cause at most one fetch in 30 s and are unauthorised', async () => {
    const { clock, ask, fetches } = bench()
    await ask('one')
    for (let tick = 0; tick < 6_000; tick += 1) {
      expect(await ask(`forged-${tick}`)).toBe('TOKEN_INVALID')
      clock.advance(100)
    }
    // Ten minutes: every 30 s for the flood; what it fetches counts as the refresh too.
    expect(fetches.length).toBeLessThanOrEqual(21)
    for (const [index, at] of fetches.entries()) {
      expect(at - (fetches[index - 1] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(30 * SECOND)
    }
    expect(await ask('one')).toBe('key')
  })

  it('do not look like names that every object has', async () => {
    const { ask } = bench()
    for (const kid of ['__proto__', 'constructor', 'toString']) expect(await ask(kid)).toBe('TOKEN_INVALID')
  })
})

describe('a planned rotation', () => {
  it('costs at most one fetch, and no token of either key is refused while both are published', async () => {
    const { provider, clock, ask, fetches } = bench()
    await ask('one')
    clock.advance(31 * SECOND)
    provider.published = [publicJwk(one), publicJwk(two)]
    for (let tick = 0; tick < 100; tick += 1) {
      expect([await ask('one'), await ask('two')]).toEqual(['key', 'key'])
      clock.advance(200)
    }
    expect(fetches).toHaveLength(2)
  })

  it('lets all of the many tokens through that come with the new key at once', async () => {
    const { provider, clock, ask, fetches } = bench()
    await ask('one')
    clock.advance(31 * SECOND)
    provider.published = [publicJwk(two)]
    const { promise, resolve } = Promise.withResolvers<undefined>()
    provider.gate = promise
    const asked = Array.from({ length: 200 }, () => ask('two'))
    resolve(undefined)
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['key']))
    expect(fetches).toHaveLength(2)
  })

  it('every 20 s, each key published one turn before its use, refuses nobody, whatever else is asked for', async () => {
    for (const flooded of [false, true]) {
      const { provider, clock, ask, keys, fetches } = bench([])
      let refused = 0
      for (let second = 0; second < 600; second += 1) {
        const turn = Math.floor(second / 20)
        provider.published = [turn, turn + 1].map((each) => publicJwk(one, { kid: `key-${each}` }))
        if ((await ask(`key-${turn}`)) !== 'key') refused += 1
        if (flooded) await ask('forged')
        clock.advance(SECOND)
        if (second % 5 === 0) await keys.tick()
      }
      expect(refused).toBe(0)
      expect(fetches.length).toBeLessThanOrEqual(21)
    }
  })

  it('with each key published 31 s before its use refuses nobody, whenever the gateway started', async () => {
    for (const flooded of [false, true]) {
      for (let offset = 0; offset < 20; offset += 1) {
        const { provider, clock, ask, fetches } = bench([])
        let refused = 0
        for (let second = offset; second < 300; second += 1) {
          const newest = Math.floor((second + 31) / 20)
          provider.published = [0, 1, 2].map((age) => publicJwk(one, { kid: `key-${newest - age}` }))
          if ((await ask(`key-${Math.floor(second / 20)}`)) !== 'key') refused += 1
          if (flooded) await ask('forged')
          clock.advance(SECOND)
        }
        expect(refused).toBe(0)
        expect(fetches.length).toBeLessThanOrEqual(11)
      }
    }
  })
})

describe('a key that is removed', () => {
  it('is refused within ten minutes, with traffic and without', async () => {
    for (const busy of [true, false]) {
      const { provider, ask, pass } = bench([publicJwk(one), publicJwk(two)])
      await ask('one')
      await pass(7 * SECOND)
      provider.published = [publicJwk(two)]
      for (let second = 0; second < 600; second += 5) {
        await pass(5 * SECOND)
        if (busy) await ask('two')
      }
      expect(await ask('one')).toBe('TOKEN_INVALID')
      expect(await ask('two')).toBe('key')
    }
  })

  it('is refused at once after a reload', async () => {
    const { provider, keys, ask } = bench([publicJwk(one), publicJwk(two)])
    await ask('one')
    provider.published = [publicJwk(two)]
    await keys.reload()
    expect(await ask('one')).toBe('TOKEN_INVALID')
  })

  it('is refused after a reload although its set was under way when the reload was asked for', async () => {
    const { provider, clock, keys, ask, fetches } = bench([publicJwk(one), publicJwk(two)])
    const { promise, resolve } = Promise.withResolvers<undefined>()
    provider.gate = promise
    const asked = ask('one')
    provider.published = [publicJwk(two)]
    const reloaded = keys.reload()
    resolve(undefined)
    expect(await asked).toBe('key')
    await reloaded
    expect([await ask('one'), fetches.length]).toEqual(['TOKEN_INVALID', 2])
    expect(keys.state()).toMatchObject({ fetchedAt: clock.now(), believedUntil: clock.now() + 60 * MINUTE })
  })

  it('is refused although the clock was set back since it was fetched', async () => {
    const { provider, clock, ask, pass } = bench([publicJwk(one), publicJwk(two)])
    await ask('one')
    clock.advance(-24 * 60 * MINUTE)
    provider.published = [publicJwk(two)]
    await pass(10 * MINUTE)
    expect(await ask('one')).toBe('TOKEN_INVALID')
  })
})

describe('an outage', () => {
  it('is bridged for an hour by the last good keys, is asked about every 5 s at most, and ends by itself', async () => {
    const { provider, clock, keys, ask, pass, fetches } = bench()
    await ask('one')
    provider.down = true
    const before = fetches.length
    await pass(60 * MINUTE)
    expect(await ask('one')).toBe('key')
    expect(keys.state()).toMatchObject({ keys: 1, failing: true })
    expect(fetches.length - before).toBeGreaterThan(100)
    for (const [index, at] of fetches.entries()) {
      expect(at - (fetches[index - 1] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(5 * SECOND)
    }

    clock.advance(1)
    expect(await ask('one')).toBe('AUTH_UNAVAILABLE')
    expect(keys.state().keys).toBe(0)

    provider.down = false
    await pass(10 * SECOND)
    expect(await ask('one')).toBe('key')
    expect(keys.state()).toMatchObject({ keys: 1, failing: false })
  })

  it('makes a key nobody has seen yet unavailable, not unauthorised', async () => {
    const { provider, ask, pass } = bench()
    await ask('one')
    provider.down = true
    await pass(6 * MINUTE)
    expect(await ask('two')).toBe('AUTH_UNAVAILABLE')
    provider.down = false
    await pass(10 * SECOND)
    expect(await ask('two')).toBe('TOKEN_INVALID')
  })

  it('under a flood of unknown key ids is asked about every 5 s at most', async () => {
    const { provider, clock, ask, fetches } = bench()
    provider.down = true
    for (let tick = 0; tick < 1_200; tick += 1) {
      await ask(`forged-${tick}`)
      clock.advance(50)
    }
    expect(fetches.length).toBeLessThanOrEqual(12)
  })

  it('that hangs is waited for by one request to the provider only', async () => {
    const { provider, clock, keys, ask, fetches } = bench()
    await ask('one')
    provider.gate = new Promise(() => undefined)
    clock.advance(6 * MINUTE)
    for (let second = 0; second < 60; second += 1) {
      void keys.tick()
      expect(await ask('one')).toBe('key')
      clock.advance(SECOND)
    }
    expect(fetches).toHaveLength(2)
  })

  it('that hangs keeps nobody waiting for more than two seconds, and calls nobody unauthorised', async () => {
    const { provider, clock, ask, fetches } = bench()
    await ask('one')
    clock.advance(31 * SECOND)
    provider.gate = new Promise(() => undefined)
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const codes: string[] = []
    for (let each = 0; each < 20; each++) void ask(`new-${each}`).then((code) => codes.push(code))
    await vi.advanceTimersByTimeAsync(2 * SECOND - 1)
    expect(codes).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(codes).toEqual(Array(20).fill('AUTH_UNAVAILABLE'))
    // Who comes later does not wait at all.
    expect(await ask('new')).toBe('AUTH_UNAVAILABLE')
    expect(fetches).toHaveLength(2)
  })

  it('is warned of once a minute, without the address', async () => {
    const { provider, pass, warnings } = bench()
    provider.down = true
    await pass(10 * MINUTE)
    expect(warnings.length).toBeGreaterThanOrEqual(9)
    expect(warnings.length).toBeLessThanOrEqual(10)
    expect(new Set(warnings)).toEqual(
      new Set(["The identity provider's keys could not be read: it is unreachable"]),
    )
  })
})

describe('a key set that lies', () => {
  const rsa = publicJwk(two) as Record<string, unknown>

  it.each([
    ['a shared secret', { kty: 'oct', kid: 'bad', k: 'c2VjcmV0', alg: 'HS256' }],
    ['a shared secret that says RS256', { kty: 'oct', kid: 'bad', k: 'c2VjcmV0', alg: 'RS256', use: 'sig' }],
    ['an RSA key of 1024 bits', publicJwk(createKey('bad', 1_024))],
    ['an RSA key for encryption', { ...rsa, kid: 'bad', use: 'enc' }],
    ['an RSA key for another algorithm', { ...rsa, kid: 'bad', alg: 'RS512' }],
    ['an elliptic key', { kty: 'EC', kid: 'bad', crv: 'P-256', x: 'x', y: 'y' }],
    ['a key without a name', { ...rsa, kid: undefined }],
    ['a key whose name is a number', { ...rsa, kid: 7 }],
    ['a key without a modulus', { ...rsa, kid: 'bad', n: undefined }],
    ['a key whose modulus is no text', { ...rsa, kid: 'bad', n: 5 }],
    ['nothing', null],
    ['a text', 'bad'],
    ['a list', []],
  ])('by %s loses only that key', async (_, bad) => {
    const { ask } = bench([bad, publicJwk(one)])
    expect([await ask('one'), await ask('bad'), await ask('')]).toEqual([
      'key',
      'TOKEN_INVALID',
      'TOKEN_INVALID',
    ])
  })

  it('by two keys of one name loses both and says so', async () => {
    const { ask, warnings } = bench([publicJwk(one), publicJwk(two, { kid: 'one' }), publicJwk(three)])
    expect([await ask('one'), await ask('three')]).toEqual(['TOKEN_INVALID', 'key'])
    expect(warnings).toEqual([expect.stringContaining('two keys with one kid')])
  })

  it.each([
    ['no keys', []],
    ['only bad keys', [{ kty: 'oct', kid: 'one', k: 'c2VjcmV0' }]],
    ['something that is no list', 'keys' as unknown as unknown[]],
  ])('by %s does not lose the last good ones', async (_, published) => {
    const { provider, keys, ask, pass, warnings } = bench()
    await ask('one')
    provider.published = published
    await pass(6 * MINUTE)
    expect(await ask('one')).toBe('key')
    expect(keys.state()).toMatchObject({ keys: 1, failing: true })
    expect(warnings.length).toBeGreaterThan(0)
  })

  it('by thousands of keys keeps the first 64 of them', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => publicJwk(one, { kid: `key-${index}` }))
    const { ask } = bench(many)
    expect([await ask('key-63'), await ask('key-64')]).toEqual(['key', 'TOKEN_INVALID'])
  })

  it('by a private key takes its public half', async () => {
    const { ask } = bench([{ ...one.privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig' }])
    expect(await ask('one')).toBe('key')
  })
})
