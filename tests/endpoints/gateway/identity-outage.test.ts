import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { instant } from '../../support/factories.ts'
import { freePort } from '../../support/free-port.ts'
import {
  type Answer,
  createKey,
  FakeIdentityProvider,
  json,
  LIES,
  publicJwk,
} from '../../support/fake-identity-provider.ts'
import { type Api, boot } from '../../support/harness.ts'
import { eventually } from '../../support/redis.ts'
import { TestClock } from '../../support/test-clock.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const START = instant('2026-02-03T12:00:00Z')
const [key, next, short] = [createKey('key-1'), createKey('key-2'), createKey('key-3', 1_024)]

let made = 0

async function bench(env: Record<string, string> = {}, lie?: Answer) {
  const clock = new TestClock(START)
  const opsPort = await freePort()
  const provider = await FakeIdentityProvider.start([key])
  provider.lie(lie)
  afterAll(() => provider.close())
  const api = await boot({
    clock,
    env: {
      AUTH_URL: provider.url,
      DEFAULT_TIER: 'enterprise',
      UPSTREAMS: '',
      OPS_PORT: String(opsPort),
      ...env,
    },
  })
  const token = (signer = key): string =>
    provider.token(signer, clock.now(), {
      sub: `user-${++made}`,
      exp: Math.floor(clock.now() / SECOND) + 864_000,
    })
  return { clock, provider, api, opsPort, token, known: token() }
}

type Bench = Awaited<ReturnType<typeof bench>>

const ask = (api: Api, token: string) =>
  api.get('/v1/instruments/search?q=apple', { token: `Bearer ${token}` })

async function statuses({ api, token, known }: Bench): Promise<number[]> {
  const bearers = [known, token(), token(next)]
  return Promise.all(bearers.map(async (each) => (await ask(api, each)).status))
}

/** How old the keys are: that the provider was asked does not say that its response has been read. */
async function keysAgeSeconds({ opsPort }: Bench): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()
  return Number(/^tidemark_identity_keys_age_seconds (\S+)$/m.exec(text)?.[1])
}

async function ready({ api }: Bench): Promise<{ status: number; detail: string | undefined }> {
  const { status, body } = await api.get('/readyz', { token: null })
  const checks = body.checks as Array<{ name: string; detail?: string }>
  return { status, detail: checks.find(({ name }) => name === 'identity provider')?.detail }
}

/** Every way of not answering, and of answering what is no use. */
const FAULTS: Array<[string, Answer]> = [
  ...Object.entries(LIES).filter(([name]) => name !== 'hang'),
  ['an empty set', json({ keys: [] })],
  ['a shared secret alone', json({ keys: [{ kty: 'oct', kid: 'key-1', alg: 'RS256', k: 'c2VjcmV0' }] })],
  ['a key of 1024 bits', json({ keys: [publicJwk(short, { kid: 'key-1' })] })],
  ['one kid twice', json({ keys: [publicJwk(key), publicJwk(next, { kid: 'key-1' })] })],
]

test('503 AUTH_UNAVAILABLE and not ready without a provider from the start, then well by itself', async () => {
  const server = await bench({}, LIES.reset)
  await expect.poll(() => server.provider.asked.discovery).toBe(1)
  for (let second = 0; second < 20; second += 1) {
    for (const token of [server.known, server.token(), server.token(next)]) {
      const { status, body, headers } = await ask(server.api, token)
      expect([status, body.code]).toEqual([503, 'AUTH_UNAVAILABLE'])
      expect(headers.get('retry-after')).toBe('5')
      expect(headers.get('www-authenticate')).toBeNull()
    }
    server.clock.advance(SECOND)
  }
  // At the start, and every five seconds with up to half a second more.
  expect(server.provider.asked.discovery).toBeGreaterThanOrEqual(3)
  expect(server.provider.asked.discovery).toBeLessThanOrEqual(4)
  expect(await ready(server)).toEqual({ status: 503, detail: 'unreachable, and no keys to go on with' })
  expect((await server.api.get('/healthz', { token: null })).status).toBe(200)
  expect((await ask(server.api, await server.api.token())).status).toBe(200)

  server.provider.lie()
  server.clock.advance(5_500)
  await expect.poll(async () => (await ready(server)).status).toBe(200)
  expect(await statuses(server)).toEqual([200, 200, 401])
})

describe('a provider that becomes unreachable', () => {
  let server: Bench

  beforeAll(async () => {
    server = await bench()
  })

  beforeEach(async () => {
    server.provider.lie()
    server.clock.advance(5_500)
    await eventually(async () => String(await statuses(server)) === '200,200,401')
  })

  test.each(FAULTS)(
    'locks nobody out for an hour, calls nobody unauthorised, and heals: %s',
    async (_name, fault) => {
      // A key set that was read just now.
      server.clock.advance(5 * MINUTE)
      await expect.poll(() => keysAgeSeconds(server)).toBe(0)
      const readAt = server.clock.now()
      server.provider.lies = { keys: fault }
      server.clock.advance(6 * MINUTE)
      await expect.poll(async () => (await ready(server)).detail).toMatch(/^unreachable/)
      expect(await statuses(server)).toEqual([200, 200, 503])
      const [from, until] = [readAt, readAt + 60 * MINUTE].map(
        (at) => `${new Date(at).toISOString().slice(0, 19)}Z`,
      )
      expect(await ready(server)).toEqual({
        status: 200,
        detail: `unreachable; its keys of ${from} are used until ${until}`,
      })

      server.clock.advance(54 * MINUTE)
      expect(await statuses(server)).toEqual([200, 200, 503])
      // What was verified in the last moment is known for a minute.
      server.clock.advance(MINUTE)
      expect(await statuses(server)).toEqual([503, 503, 503])
      expect((await ready(server)).status).toBe(503)

      server.provider.lie()
      server.clock.advance(5_500)
      await expect.poll(() => statuses(server)).toEqual([200, 200, 401])
      expect(await ready(server)).toEqual({ status: 200, detail: undefined })
    },
  )
})

test('OIDC_STALE_MINUTES says for how long a provider that is unreachable is believed', async () => {
  const server = await bench({ OIDC_STALE_MINUTES: '10' })
  await expect.poll(() => statuses(server)).toEqual([200, 200, 401])
  server.provider.lie(LIES.broken)
  server.clock.advance(10 * MINUTE)
  expect(await statuses(server)).toEqual([200, 200, 503])
  server.clock.advance(MINUTE)
  expect(await statuses(server)).toEqual([503, 503, 503])
})

test('OIDC_REQUIRE says what else a token must have', async () => {
  const { api, provider, clock } = await bench({ OIDC_REQUIRE: 'jti' })
  await expect.poll(async () => (await ready({ api } as Bench)).status).toBe(200)
  expect((await ask(api, provider.token(key, clock.now()))).status).toBe(401)
  expect((await ask(api, provider.token(key, clock.now(), { jti: 'one' }))).status).toBe(200)
})
