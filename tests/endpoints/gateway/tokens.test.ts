import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  type JsonWebKey,
  type KeyObject,
  sign,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../../src/wiring/groups.ts'
import { instant } from '../../support/factories.ts'
import { boot } from '../../support/harness.ts'
import { requestText, sendRaw } from '../../support/raw-http.ts'
import { TestClock } from '../../support/test-clock.ts'

const clock = new TestClock(instant('2026-02-03T12:00:00Z'))
const api = await boot({ clock, env: { AUTH_URL: 'http://127.0.0.1:1', DEFAULT_TIER: 'enterprise' } })

const PATH = '/v1/instruments/search?q=apple'
const jwk = JSON.parse(
  readFileSync(join(api.storage.dataDir!.path, 'dev-login-key.json'), 'utf8'),
) as JsonWebKey & { kid: string }
const privateKey = createPrivateKey({ key: jwk, format: 'jwk' })
const publicKey = createPublicKey(privateKey)

type Json = Record<string, unknown>
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const seconds = (): number => Math.floor(clock.now() / 1_000)

const header = (): Json => ({ alg: 'RS256', typ: 'JWT', kid: jwk.kid })
const claims = (): Json => ({
  iss: 'urn:tidemark:dev-login',
  aud: 'tidemark',
  sub: '11111111-1111-5111-8111-111111111111',
  email: 'someone@x.test',
  tenant_id: '22222222-2222-5222-8222-222222222222',
  iat: seconds(),
  exp: seconds() + 3_600,
})

/** A token of dev-login's own key; members of header and claims may be changed or, with undefined, left out. */
function token(changes: { header?: Json; claims?: Json } = {}, key: KeyObject = privateKey): string {
  const content = `${encode({ ...header(), ...changes.header })}.${encode({ ...claims(), ...changes.claims })}`
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`
}

function hmacToken(secret: string | Buffer): string {
  const content = `${encode({ ...header(), alg: 'HS256' })}.${encode(claims())}`
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
}

const present = (value: string) => api.get(PATH, { token: `Bearer ${value}` })

const MISSING = 'Bearer realm="tidemark"'
const INVALID = 'Bearer realm="tidemark", error="invalid_token"'

describe('every endpoint but dev-login', () => {
  test.each(ENDPOINTS.filter(({ auth }) => auth !== 'public'))(
    '401 TOKEN_MISSING without a token: $method $path',
    async ({ method, path }) => {
      const { status, body, headers } = await api.call(path.replaceAll(/\{\w+\}/g, 'x'), {
        method,
        token: null,
      })
      expect(status).toBe(401)
      expect(body).toEqual({
        detail: 'Send an access token: Authorization: Bearer <ACCESS_TOKEN>.',
        code: 'TOKEN_MISSING',
        status: 401,
      })
      expect(headers.get('www-authenticate')).toBe(MISSING)
    },
  )

  test('only what a client without a token must reach is public', () => {
    expect(ENDPOINTS.filter(({ auth }) => auth === 'public').map(({ path }) => path)).toEqual([
      '/v1/auth/dev-login',
      '/v1/auth/oidc/config',
      '/v1/auth/jwks',
    ])
  })
})

describe('a token', () => {
  test('200 with a good one, the scheme in any case, and within 30 s after its end', async () => {
    const good = token()
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      expect((await api.get(PATH, { token: `${scheme} ${good}` })).status).toBe(200)
    }
    expect((await present(token({ claims: { exp: seconds() - 29 } }))).status).toBe(200)
    expect((await present(token({ claims: { iat: seconds() + 29 } }))).status).toBe(200)
  })

  test.each(['', 'Bearer', 'Basic dXNlcjpwYXNz', 'Token abc', 'Bearer\tabc', 'Bearerabc'])(
    '401 TOKEN_MISSING for Authorization: %j',
    async (given) => {
      const { status, body, headers } = await api.get(PATH, { token: given })
      expect(status).toBe(401)
      expect(body.code).toBe('TOKEN_MISSING')
      expect(headers.get('www-authenticate')).toBe(MISSING)
    },
  )

  test.each([
    ['no JWT', () => 'abc'],
    ['two parts', () => 'a.b'],
    ['five parts', () => 'a.b.c.d.e'],
    ['trailing junk', () => `${token()} x`],
    ['no signature', () => `${token().split('.').slice(0, 2).join('.')}.`],
    [
      'another signature',
      () => `${token().split('.').slice(0, 2).join('.')}.${token({ claims: { sub: 'x' } }).split('.')[2]}`,
    ],
    [
      'changed claims',
      () =>
        [
          token().split('.')[0],
          encode({ ...claims(), email: 'admin@demo.test' }),
          token().split('.')[2],
        ].join('.'),
    ],
    ['algorithm none', () => `${encode({ ...header(), alg: 'none' })}.${encode(claims())}.`],
    ['algorithm nOnE', () => `${encode({ ...header(), alg: 'nOnE' })}.${encode(claims())}.`],
    ['HS256 with the public key as PEM', () => hmacToken(publicKey.export({ type: 'spki', format: 'pem' }))],
    ['HS256 with the public key as DER', () => hmacToken(publicKey.export({ type: 'spki', format: 'der' }))],
    ['an unknown key', () => token({ header: { kid: 'other' } })],
    ['no kid', () => token({ header: { kid: undefined } })],
    ['a key of its own', () => token({ header: { jwk: publicKey.export({ format: 'jwk' }) } })],
    ['a key from elsewhere', () => token({ header: { jku: 'http://127.0.0.1:9/keys' } })],
    ['an unknown critical header', () => token({ header: { crit: ['x'], x: 1 } })],
    ['another issuer', () => token({ claims: { iss: 'https://evil.test' } })],
    ['no issuer', () => token({ claims: { iss: undefined } })],
    ['another audience', () => token({ claims: { aud: 'other' } })],
    ['no audience', () => token({ claims: { aud: undefined } })],
    ['no end', () => token({ claims: { exp: undefined } })],
    ['an end that is text', () => token({ claims: { exp: String(seconds() + 60) } })],
    ['an end beyond all dates', () => token({ claims: { exp: 1e308 } })],
    ['no beginning', () => token({ claims: { iat: undefined } })],
    ['a beginning in the future', () => token({ claims: { iat: seconds() + 31 } })],
    ['not yet valid', () => token({ claims: { nbf: seconds() + 31 } })],
    ['no subject', () => token({ claims: { sub: undefined } })],
    ['a nonce, as ID tokens have', () => token({ claims: { nonce: 'x' } })],
    ['no tenant', () => token({ claims: { tenant_id: undefined } })],
    ['a tenant that is a list', () => token({ claims: { tenant_id: ['a'] } })],
  ])('401 TOKEN_INVALID with %s', async (_name, make) => {
    const { status, body, headers } = await present(make())
    expect(status).toBe(401)
    expect(body).toEqual({ detail: 'The access token is not valid.', code: 'TOKEN_INVALID', status: 401 })
    expect(headers.get('www-authenticate')).toBe(INVALID)
    expect(headers.get('ratelimit-limit')).toBeNull()
  })

  test('401 TOKEN_EXPIRED 30 s after its end, also when it was good a moment ago', async () => {
    const short = token({ claims: { exp: seconds() + 10 } })
    expect((await present(short)).status).toBe(200)
    clock.advance(39_000)
    expect((await present(short)).status).toBe(200)
    clock.advance(1_000)
    const { status, body, headers } = await present(short)
    expect(status).toBe(401)
    expect(body).toEqual({ detail: 'The access token has expired.', code: 'TOKEN_EXPIRED', status: 401 })
    expect(headers.get('www-authenticate')).toBe(INVALID)
  })

  test('503 AUTH_UNAVAILABLE, not 401, while the identity provider has never been reached', async () => {
    const foreign = token({ claims: { iss: 'http://127.0.0.1:1' } })
    const { status, body, headers } = await present(foreign)
    expect(status).toBe(503)
    expect(body.code).toBe('AUTH_UNAVAILABLE')
    expect(headers.get('retry-after')).toBe('5')
    expect(headers.get('www-authenticate')).toBeNull()
    expect((await present(token())).status).toBe(200)
    const ready = await api.get('/readyz', { token: null })
    expect(ready.status).toBe(503)
    expect(ready.body.checks).toContainEqual(
      expect.objectContaining({ name: 'identity provider', ok: false }),
    )
    expect((await api.get('/healthz', { token: null })).status).toBe(200)
  })

  test('431 HEADERS_TOO_LARGE for an Authorization header over 8 KiB', async () => {
    const { status, body } = await present('x'.repeat(8_192))
    expect(status).toBe(431)
    expect(body.code).toBe('HEADERS_TOO_LARGE')
  })
})

describe('credentials in two places', () => {
  const bearer = `Authorization: Bearer ${token()}`

  test.each([
    ['two Authorization headers', PATH, [bearer, bearer]],
    ['two of which one is of another scheme', PATH, ['authorization: Basic x', bearer]],
    ['one in the query', `${PATH}&access_token=${token()}`, []],
    ['an empty one in the query', `${PATH}&access_token=`, [bearer]],
    ['one in the header and one in the query', `${PATH}&access_token=${token()}`, [bearer]],
  ])('400 MALFORMED_REQUEST for %s', async (_name, path, headers) => {
    const [reply] = await sendRaw(api.url, requestText(`GET ${path}`, headers))
    expect(reply?.status).toBe(400)
    expect(JSON.parse(reply?.body ?? '')).toMatchObject({ code: 'MALFORMED_REQUEST', status: 400 })
    expect(reply?.headers.get('www-authenticate')).toEqual([
      'Bearer realm="tidemark", error="invalid_request"',
    ])
  })

  test('200 for a search after the words access_token=', async () => {
    expect((await api.get('/v1/instruments/search?q=access_token%3Dabc')).status).toBe(200)
    expect((await api.get('/v1/instruments/search?q=my_access_token=abc')).status).toBe(200)
  })
})

test('a refused token is explained to the operator, and the token itself is not in the log', async () => {
  const secret = token({ claims: { iss: 'https://canary-issuer.test' } })
  await present(secret)
  const lines = JSON.stringify(api.log)
  expect(lines).toContain('token of another issuer than AUTH_URL')
  expect(lines).not.toContain(secret)
  expect(lines).not.toContain(secret.split('.')[2])
})
