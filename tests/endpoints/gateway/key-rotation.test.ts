import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { busOf } from '../../../src/wiring/storage.ts'
import { instant } from '../../support/factories.ts'
import {
  createKey,
  FakeIdentityProvider,
  LIES,
  publicJwk,
  type TestKey,
} from '../../support/fake-identity-provider.ts'
import { boot } from '../../support/harness.ts'
import { TestClock } from '../../support/test-clock.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const clock = new TestClock(instant('2026-02-03T12:00:00Z'))
const keys = Array.from({ length: 4 }, (_, index) => createKey(`key-${index}`)) as [
  TestKey,
  TestKey,
  TestKey,
  TestKey,
]
const provider = await FakeIdentityProvider.start([keys[0]])
afterAll(() => provider.close())
const api = await boot({ clock, env: { AUTH_URL: provider.url, DEFAULT_TIER: 'enterprise', UPSTREAMS: '' } })

let made = 0
const token = (key: TestKey, claims: object = {}): string =>
  provider.token(key, clock.now(), { sub: `user-${++made}`, exp: clock.now() / SECOND + 7_200, ...claims })
const statusOf = async (bearer: string): Promise<number> =>
  (await api.get('/v1/instruments/search?q=apple', { token: `Bearer ${bearer}` })).status

const publish = (...published: TestKey[]): void => {
  provider.published = published.map((key) => publicJwk(key))
}

/** Everything is as if the server had just begun, with these keys. */
async function begin(...published: TestKey[]): Promise<void> {
  provider.lie()
  publish(...published)
  clock.advance(10 * MINUTE)
  const asked = provider.asked.keys
  await expect.poll(() => provider.asked.keys).toBeGreaterThan(asked)
  for (const key of published) await expect.poll(() => statusOf(token(key))).toBe(200)
}

describe('a planned rotation', () => {
  test('costs one fetch and refuses nobody: published, then used, then withdrawn', async () => {
    await begin(keys[0])
    clock.advance(31 * SECOND)
    publish(keys[0], keys[1])
    const asked = provider.asked.keys
    const first = await Promise.all(Array.from({ length: 50 }, () => statusOf(token(keys[1]))))
    expect(new Set(first)).toEqual(new Set([200]))
    expect(provider.asked.keys).toBe(asked + 1)
    const both = await Promise.all(
      Array.from({ length: 50 }, (_, index) => statusOf(token(keys[index % 2] as TestKey))),
    )
    expect(new Set(both)).toEqual(new Set([200]))
    expect(provider.asked.keys).toBe(asked + 1)
  })

  test('every 20 s refuses nobody when keys are published 40 s before their use, amid unknown keys as well', async () => {
    await begin(keys[0], keys[1], keys[2])
    const asked = provider.asked.keys
    const statuses = new Map<number, number>()
    let unknown = 0
    for (let second = 0; second < 300; second += 1) {
      const turn = Math.floor(second / 20)
      // Two behind and two ahead of the one in use, by names that go on and on.
      provider.published = [-1, 0, 1, 2].map((ahead) =>
        publicJwk(keys[(turn + ahead + 4) % 4] as TestKey, { kid: `turn-${turn + ahead}` }),
      )
      const inUse = { ...(keys[turn % 4] as TestKey), kid: `turn-${turn}` }
      // What the server knew before the test counts as known.
      if (second === 0) clock.advance(31 * SECOND)
      for (let i = 0; i < 4; i += 1) {
        const status = await statusOf(token(inUse))
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
      if ((await statusOf(token({ ...keys[3], kid: `forged-${second}` }))) === 401) unknown += 1
      clock.advance(SECOND)
    }
    expect(Object.fromEntries(statuses)).toEqual({ 200: 1_200 })
    expect(unknown).toBe(300)
    expect(provider.asked.keys - asked).toBeLessThanOrEqual(11)
  })
})

describe('a key that the provider has withdrawn', () => {
  let known: string

  beforeEach(async () => {
    await begin(keys[0], keys[1])
    known = token(keys[0])
    if ((await statusOf(known)) !== 200) throw new Error('a good token is refused')
    publish(keys[1])
  })

  test.each([
    ['the provider is well', false],
    ['the provider fails just then', true],
  ])('is refused within ten minutes while %s, known tokens too', async (_name, failing) => {
    const withdrawn: number[] = []
    for (let second = 0; second < 600; second += 10) {
      // Away for a minute around the time at which it would be asked.
      if (failing) provider.lies = second >= 280 && second < 340 ? { keys: LIES.broken } : {}
      withdrawn.push(await statusOf(token(keys[0])))
      expect(await statusOf(token(keys[1]))).toBe(200)
      await statusOf(known)
      clock.advance(10 * SECOND)
    }
    // The failure came in the way: half a minute after the first refresh the key was still believed.
    expect(withdrawn[33]).toBe(failing ? 200 : 401)
    expect([await statusOf(known), await statusOf(token(keys[0])), await statusOf(token(keys[1]))]).toEqual([
      401, 401, 200,
    ])
  })

  test('is refused at once, known tokens too, when the operator says so', async () => {
    expect([await statusOf(known), await statusOf(token(keys[0]))]).toEqual([200, 200])
    await busOf(api.storage.storage).publish('keys.reload', {})
    await expect.poll(() => statusOf(known)).toBe(401)
    expect([await statusOf(token(keys[0])), await statusOf(token(keys[1]))]).toEqual([401, 200])
    expect(api.log.findLast(({ message }) => message.includes('asked for again'))?.fields).toEqual({
      keys: 1,
    })
  })

  test('stays believed when the operator says so and the provider does not respond', async () => {
    provider.lie(LIES.broken)
    const asked = provider.asked.discovery
    await busOf(api.storage.storage).publish('keys.reload', {})
    await expect.poll(() => provider.asked.discovery).toBe(asked + 1)
    expect([await statusOf(known), await statusOf(token(keys[1]))]).toEqual([200, 200])
  })
})
