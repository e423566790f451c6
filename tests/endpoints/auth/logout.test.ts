import { decodeJwt } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { withDemoDefaults } from '../../../src/config/env.ts'
import type { Logger } from '../../../src/kernel/logger.ts'
import { startServer } from '../../../src/server.ts'
import { createKey, FakeIdentityProvider } from '../../support/fake-identity-provider.ts'
import { boot } from '../../support/harness.ts'
import { TestClock } from '../../support/test-clock.ts'

const PATH = '/v1/auth/logout'
const SEARCH = '/v1/instruments/search?q=apple'
const WITHIN_A_SECOND = { timeout: 1_000, interval: 20 }

const clock = new TestClock()
const key = createKey('key-1')
const provider = await FakeIdentityProvider.start([key])
afterAll(() => provider.close())
provider.discovery = { end_session_endpoint: `${provider.url}/end` }
const env = { AUTH_URL: provider.url, OIDC_CLIENT_ID: 'web', DEFAULT_TIER: 'enterprise' }
const api = await boot({ clock, env })
const limited = await boot({ clock, env: { DEFAULT_TIER: 'free' } })

const silent = () => undefined
const logger: Logger = {
  isLevelEnabled: () => false,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
}

/** Another server on the same database. */
async function replica() {
  const config = readConfig(withDemoDefaults({ PORT: '0', OPS_PORT: '0', ...env }))
  const storage = { ...api.storage, close: async () => undefined }
  const server = await startServer(config, logger, { storage, clock })
  const status = async (token: string): Promise<number> => {
    const response = await fetch(server.url + SEARCH, { headers: { authorization: `Bearer ${token}` } })
    await response.body?.cancel()
    return response.status
  }
  return { status, close: () => server.close() }
}

const logOut = (token: string) => api.call(PATH, { method: 'POST', token: `Bearer ${token}` })
const search = (token: string) => api.get(SEARCH, { token: `Bearer ${token}` })
const revoked = async (): Promise<number> => {
  const { rows } = await api.storage.storage.pool.query<{ count: number }>(
    'select count(*)::int as count from revoked_token',
  )
  return rows[0]!.count
}

type Sent = Omit<RequestInit, 'headers'> & { headers?: Record<string, string>; duplex?: 'half' }
const JSON_TYPE = { 'content-type': 'application/json' }

describe('POST /v1/auth/logout', () => {
  test('200, and the next request with the token is 401 TOKEN_INVALID', async () => {
    const token = await api.token()
    expect((await search(token)).status).toBe(200)
    const { status, body, headers } = await logOut(token)
    expect(status).toBe(200)
    expect(body).toEqual({ revoked: true, end_session_url: null })
    expect(headers.get('cache-control')).toBe('no-store')
    for (const reply of [await search(token), await search(token), await logOut(token)]) {
      expect([reply.status, reply.body.code]).toEqual([401, 'TOKEN_INVALID'])
      expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="tidemark", error="invalid_token"')
    }
  })

  test('200: costs nothing, and is not refused over the limit', async () => {
    const token = `Bearer ${await limited.token('over@limit.test')}`
    const used = async () => (await limited.get('/v1/auth/usage', { token })).headers
    expect((await used()).get('ratelimit-remaining')).toBe('59')
    for (let call = 0; call < 59; call++) await used()
    expect((await limited.get(SEARCH, { token })).status).toBe(429)
    expect((await limited.call(`${PATH}?x=1`, { method: 'POST', token })).status).toBe(429)
    const { status, body, headers } = await limited.call(PATH, { method: 'POST', token, headers: JSON_TYPE })
    expect([status, body.revoked]).toEqual([200, true])
    expect(headers.get('ratelimit-remaining')).toBe('0')
    expect((await limited.get(SEARCH, { token })).body.code).toBe('TOKEN_INVALID')
    const openApi = await limited.get('/v1/openapi.json')
    expect(openApi.body.paths[PATH].post['x-cost']).toBe(0)
  })

  test.each<[string, string, () => Sent]>([
    ['a query that cannot be read', '?x=%zz', () => ({})],
    ['a body that is broken', '', () => ({ headers: JSON_TYPE, body: '{'.repeat(100_000) })],
    ['a body without a type', '', () => ({ body: Buffer.from('{') })],
    ['another type without a body', '', () => ({ headers: { 'content-type': 'text/plain' } })],
    ['an encoding without a body', '', () => ({ headers: { ...JSON_TYPE, 'content-encoding': 'gzip' } })],
    ['a body of any length', '', () => ({ body: new Blob(['{']).stream(), duplex: 'half' })],
  ])('429 over the limit, which counts it, with %s', async (what, query, init) => {
    const token = `Bearer ${await limited.token(`${what}@limit.test`.replaceAll(' ', '-'))}`
    const left = async () =>
      (await limited.get('/v1/auth/usage', { token })).headers.get('ratelimit-remaining')
    const flood = async () => {
      const { headers, ...rest } = init()
      const sent = { ...rest, method: 'POST', headers: { ...headers, authorization: token } }
      const response = await fetch(limited.url + PATH + query, sent)
      await response.body?.cancel()
      return [response.status, response.headers.get('ratelimit-remaining')]
    }
    expect(await left()).toBe('59')
    expect([await flood(), await left()]).toEqual([[expect.toBeOneOf([400, 415]), '58'], '57'])
    while ((await left()) !== '0');
    for (let call = 0; call < 3; call++) expect(await flood()).toEqual([429, '0'])
    expect((await limited.call(PATH, { method: 'POST', token })).status).toBe(200)
  })

  test('200: in every process within a second, and after a restart', async () => {
    const other = await replica()
    try {
      const token = await api.token()
      expect(await other.status(token)).toBe(200)
      expect((await logOut(token)).status).toBe(200)
      await expect.poll(() => other.status(token), WITHIN_A_SECOND).toBe(401)
      const restarted = await replica()
      expect(await restarted.status(token)).toBe(401)
      await restarted.close()
    } finally {
      await other.close()
    }
  })

  test('200 ends that token alone: not another of the same user, of a colleague or of a stranger', async () => {
    const [token, second, colleague, stranger] = await Promise.all(
      ['a@one.test', 'a@one.test', 'b@one.test', 'a@two.test'].map((email) => api.token(email)),
    )
    await logOut(token!)
    expect((await search(token!)).status).toBe(401)
    for (const each of [second!, colleague!, stranger!]) expect((await search(each)).status).toBe(200)
  })

  test('200 with where the browser ends its session at the provider', async () => {
    const token = provider.token(key, clock.now(), { jti: 'one' })
    const { status, body } = await logOut(token)
    expect(status).toBe(200)
    expect(body).toEqual({ revoked: true, end_session_url: `${provider.url}/end` })
    expect((await search(token)).status).toBe(401)
  })

  test('200 for a token without an id, which is known by what was signed', async () => {
    const [token, other] = ['x', 'y'].map((claim) => provider.token(key, clock.now(), { claim }))
    expect(decodeJwt(token!).jti).toBeUndefined()
    expect((await search(other!)).status).toBe(200)
    await logOut(token!)
    expect((await search(token!)).status).toBe(401)
    expect((await search(other!)).status).toBe(200)
  })

  test('200 with an odd id in the token', async () => {
    for (const jti of ['\0', 'x'.repeat(4_000), 5, { a: 1 }, "'; drop table revoked_token"]) {
      const token = provider.token(key, clock.now(), { jti })
      expect((await logOut(token)).status).toBe(200)
      expect((await search(token)).status).toBe(401)
    }
  })

  test('200 twice at once revokes once', async () => {
    const token = await api.token()
    const before = await revoked()
    const statuses = (await Promise.all([logOut(token), logOut(token)])).map(({ status }) => status)
    expect(statuses).toContain(200)
    expect(statuses.every((status) => [200, 401].includes(status))).toBe(true)
    expect(await revoked()).toBe(before + 1)
  })

  test('200, and nothing of the token is stored', async () => {
    const token = await api.token()
    await logOut(token)
    const { rows } = await api.storage.storage.pool.query('select * from revoked_token')
    const stored = JSON.stringify(rows)
    expect(stored).not.toContain(String(decodeJwt(token).jti))
    expect(stored).not.toContain(token.split('.')[2])
  })

  test('200: revocations are kept until the token has expired, and then forgotten', async () => {
    const token = await api.token()
    await logOut(token)
    clock.advance(3_629_000)
    expect((await search(token)).status).toBe(401)
    await logOut(await api.token())
    expect(await revoked()).toBeGreaterThan(1)
    clock.advance(40_000)
    await logOut(await api.token())
    expect(await revoked()).toBe(2)
    expect((await search(token)).body.code).toMatch(/^TOKEN_(INVALID|EXPIRED)$/)
  })
})
