import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { CHECKS_PER_SECOND } from '../../../src/gateway/forgery-guard.ts'
import { instant } from '../../support/factories.ts'
import { createKey, FakeIdentityProvider } from '../../support/fake-identity-provider.ts'
import { boot } from '../../support/harness.ts'
import { TestClock } from '../../support/test-clock.ts'

const clock = new TestClock(instant('2026-02-03T12:00:00Z'))
const [key, stranger] = [createKey('key-1'), createKey('key-1')]
const provider = await FakeIdentityProvider.start([key])
afterAll(() => provider.close())
const api = await boot({
  clock,
  env: { AUTH_URL: provider.url, DEFAULT_TIER: 'enterprise', TRUST_PROXY: '127.0.0.1' },
})

const SEARCH = '/v1/instruments/search?q=apple'
let made = 0
/** Each is another token. */
const good = (): string => provider.token(key, clock.now(), { sub: `user-${++made}` })
const forged = (): string => provider.token(stranger, clock.now(), { sub: `user-${++made}` })
const ask = (token: string, address: string) =>
  api.get(SEARCH, { token: `Bearer ${token}`, headers: { 'x-forwarded-for': address } })

async function codes(
  count: number,
  address: string,
  make: () => string = forged,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const replies = await Promise.all(Array.from({ length: count }, () => ask(make(), address)))
  for (const { status, body } of replies) {
    const code = status === 200 ? '200' : (body.code as string)
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}

/** Of the same claims, each with a signature of its own that is nobody's. */
const [head = '', claims = ''] = good().split('.')
const scribbled = (): string => {
  const signature = randomBytes(256)
  signature[0] = 0x1f
  return `${head}.${claims}.${signature.toString('base64url')}`
}

describe('tokens with a false signature', () => {
  test('429 RATE_LIMIT_EXCEEDED after 60 from an address, until the first of them is 60 s old', async () => {
    expect(await codes(60, '192.0.2.1')).toEqual({ TOKEN_INVALID: 60 })
    clock.advance(15_000)
    const { status, body, headers } = await ask(forged(), '192.0.2.1')
    expect(status).toBe(429)
    expect(body).toEqual({
      detail:
        'Your address has sent 60 tokens with a false signature within 60 seconds, and this is another: try again in 45 s.',
      code: 'RATE_LIMIT_EXCEEDED',
      status: 429,
    })
    expect(headers.get('retry-after')).toBe('45')
    expect(headers.get('www-authenticate')).toBeNull()
    expect(headers.get('cache-control')).toBe('no-store')
    clock.advance(44_999)
    expect(await codes(1, '192.0.2.1')).toEqual({ RATE_LIMIT_EXCEEDED: 1 })
    clock.advance(1)
    expect(await codes(1, '192.0.2.1')).toEqual({ TOKEN_INVALID: 1 })
  })

  test('are answered as such 60 times and no more, although 300 come at once', async () => {
    expect(await codes(300, '192.0.2.2')).toEqual({ TOKEN_INVALID: 60, RATE_LIMIT_EXCEEDED: 240 })
  })

  test('keep nobody out behind the same address: new tokens are served at the first try, among a thousand forged ones too', async () => {
    await codes(60, '192.0.2.3')
    expect(await codes(20, '192.0.2.3', good)).toEqual({ 200: 20 })
    const [flood, guests] = await Promise.all([
      codes(1_000, '192.0.2.3', scribbled),
      codes(50, '192.0.2.3', good),
    ])
    expect(flood).toEqual({ RATE_LIMIT_EXCEEDED: 1_000 })
    expect(guests).toEqual({ 200: 50 })
  })

  test('keep a subject out no more than others, when they claim to be that one', async () => {
    const impostor = (): string =>
      provider.token(stranger, clock.now(), { sub: 'victim', jti: String(++made) })
    await codes(200, '192.0.2.9', impostor)
    const token = provider.token(key, clock.now(), { sub: 'victim' })
    expect((await ask(token, '192.0.2.9')).status).toBe(200)
  })

  test('beyond what can be checked in a second cost strangers of the address a try, and nobody who is known', async () => {
    const known = [good(), await api.token()]
    for (const token of known) expect((await ask(token, '192.0.2.4')).status).toBe(200)
    await codes(60 + CHECKS_PER_SECOND, '192.0.2.4', scribbled)
    const token = good()
    const refused = await ask(token, '192.0.2.4')
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
    expect(refused.headers.get('retry-after')).toBe('1')
    for (const each of known) expect((await ask(each, '192.0.2.4')).status).toBe(200)
    expect(await codes(5, '192.0.2.5', good)).toEqual({ 200: 5 })
    clock.advance(1_000)
    expect((await ask(token, '192.0.2.4')).status).toBe(200)
  })

  test('count for an IPv6 network together', async () => {
    for (let host = 1; host <= 60; host += 1) await ask(forged(), `2001:db8:1:2::${host}`)
    expect(await codes(1, '2001:db8:1:2:ffff::1')).toEqual({ RATE_LIMIT_EXCEEDED: 1 })
    expect(await codes(1, '2001:db8:1:3::1')).toEqual({ TOKEN_INVALID: 1 })
  })

  test('close no endpoint that needs no token', async () => {
    await codes(60, '192.0.2.6')
    const reply = await api.get('/v1/auth/jwks', { token: null, headers: { 'x-forwarded-for': '192.0.2.6' } })
    expect(reply.status).toBe(200)
  })
})

describe('what is no false signature', () => {
  const unsigned = (): string => `${good().split('.').slice(0, 2).join('.')}.`
  const expired = (): string => provider.token(key, clock.now(), { sub: `user-${++made}`, exp: 1 })

  test.each([
    ['an opaque token', 'TOKEN_INVALID', () => 'V1StGXR8_Z5jdHi6B-myT'],
    ['no signature', 'TOKEN_INVALID', unsigned],
    ['an unknown key', 'TOKEN_INVALID', () => provider.token({ ...key, kid: 'other' }, clock.now())],
    ['another issuer', 'TOKEN_INVALID', () => provider.token(key, clock.now(), { iss: 'https://evil.test' })],
    ['an end in the past', 'TOKEN_EXPIRED', expired],
    ['claims of an ID token', 'TOKEN_INVALID', () => provider.token(key, clock.now(), { nonce: 'n' })],
  ])('closes no address, however often it comes: %s', async (_name, code, make) => {
    const address = `203.0.113.${++made % 250}`
    expect(await codes(150, address, make)).toEqual({ [code]: 150 })
    expect(await codes(1, address, good)).toEqual({ 200: 1 })
  })

  test('closes no address: no token', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.251' }
    for (let i = 0; i < 100; i += 1)
      expect((await api.get(SEARCH, { token: null, headers })).status).toBe(401)
    expect(await codes(1, '203.0.113.251', good)).toEqual({ 200: 1 })
  })
})

test('the log says why a token is not checked, without the token', async () => {
  clock.advance(60_000)
  await codes(60 + CHECKS_PER_SECOND, '192.0.2.7', scribbled)
  const token = good()
  await ask(token, '192.0.2.7')
  clock.advance(11_000)
  await ask(forged(), '192.0.2.7')
  const reasons = api.log.filter(({ message }) => message === 'token refused').map(({ fields }) => fields)
  expect(reasons).toContainEqual(
    expect.objectContaining({ code: 'TOKEN_INVALID', reason: 'the signature is false' }),
  )
  expect(JSON.stringify(api.log)).not.toContain(token.split('.')[2])
})
