import { gzipSync } from 'node:zlib'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, test } from 'vitest'
import { isUuid } from '../../../src/kernel/ids.ts'
import { boot, type CallOptions, type Reply } from '../../support/harness.ts'
import { requestText, sendRaw } from '../../support/raw-http.ts'
import { TestClock } from '../../support/test-clock.ts'

const PATH = '/v1/auth/dev-login'

const clock = new TestClock()
const api = await boot({ clock })
const disabled = await boot({ env: { DEV_LOGIN_ENABLED: '', AUTH_URL: 'http://127.0.0.1:1' } })

/** Posts as a client does that has no token yet; the limiter's window is over each time. */
function post(options: CallOptions): Promise<Reply> {
  clock.advance(60_000)
  return api.call(PATH, { method: 'POST', token: null, ...options })
}

const logIn = (email: unknown): Promise<Reply> => post({ json: { email } })
const claimsOf = async (email: string) => decodeJwt((await logIn(email)).body.access_token)

describe('POST /v1/auth/dev-login', () => {
  test('200 with exactly the specified fields, and never stored', async () => {
    const { status, body, headers } = await logIn('you@demo.test')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['access_token', 'token_type', 'expires_in'])
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 3_600 })
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('200: the token is an RS256 JWT with the specified claims and lives for an hour', async () => {
    const { body } = await logIn('you@demo.test')
    expect(decodeProtectedHeader(body.access_token)).toMatchObject({
      alg: 'RS256',
      kid: expect.stringMatching(/./),
    })
    const claims = decodeJwt(body.access_token)
    expect(new Set(Object.keys(claims))).toEqual(
      new Set(['sub', 'email', 'tenant_id', 'exp', 'iat', 'iss', 'aud', 'jti']),
    )
    expect(claims['email']).toBe('you@demo.test')
    expect(
      isUuid(String(claims['tenant_id'])) && isUuid(String(claims.sub)) && isUuid(String(claims.jti)),
    ).toBe(true)
    expect(claims.iat).toBe(Math.floor(clock.now() / 1_000))
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3_600)
  })

  test('200: the token opens the API', async () => {
    const { body } = await logIn('you@demo.test')
    const found = await api.get('/v1/instruments/search?q=apple', { token: `Bearer ${body.access_token}` })
    expect(found.status).toBe(200)
  })

  test('200: an address is one person whatever its case; a domain is one tenant', async () => {
    const [one, shouted, colleague, stranger] = await Promise.all(
      ['ann@one.test', 'ANN@One.Test', 'bob@one.test', 'ann@two.test'].map(claimsOf),
    )
    expect(shouted).toMatchObject({ sub: one?.sub, email: 'ann@one.test', tenant_id: one?.['tenant_id'] })
    expect(colleague?.['tenant_id']).toBe(one?.['tenant_id'])
    expect(colleague?.sub).not.toBe(one?.sub)
    expect(stranger?.['tenant_id']).not.toBe(one?.['tenant_id'])
    expect(stranger?.sub).not.toBe(one?.sub)
    expect(shouted?.jti).not.toBe(one?.jti)
  })

  test.each([
    'a@b',
    'x+tag@sub.example.test',
    "o'brien@x",
    'ü@münchen.test',
    '"quoted"@x',
    `${'a'.repeat(252)}@b`,
    `${'😀'.repeat(252)}@b`,
  ])('200 for %s', async (email) => {
    expect((await logIn(email)).status).toBe(200)
  })

  test.each([
    '',
    '@',
    'ab',
    'abc',
    '@b',
    'a@',
    'a@@b',
    'a@b@c',
    'a b@c',
    ' a@b',
    'a@b ',
    'a@b\n',
    'a@\tb',
    'a\0@b',
    'a@b\x7f',
    `${'a'.repeat(253)}@b`,
  ])('422 VALIDATION_ERROR for the address %j, naming the field', async (email) => {
    const { status, body } = await logIn(email)
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', detail: expect.stringMatching(/^email must /) })
  })

  test.each([
    [{}, 'email is required.'],
    [{ email: null }, 'email must be of type string.'],
    [{ email: 5 }, 'email must be of type string.'],
    [{ email: ['a@b'] }, 'email must be of type string.'],
    [{ email: { address: 'a@b' } }, 'email must be of type string.'],
    [{ email: 'a@b', tenant_id: 'mine' }, 'tenant_id is not a known field.'],
    [{ email: 'a@b', Email: 'a@b' }, 'Email is not a known field.'],
    [{ email: 'a@b', constructor: 1 }, 'constructor is not a known field.'],
    [[], 'the body must be of type object.'],
    [null, 'the body must be of type object.'],
    ['a@b', 'the body must be of type object.'],
  ])('422 VALIDATION_ERROR for the body %j', async (json, detail) => {
    const { status, body } = await post({ json })
    expect(status).toBe(422)
    expect(body).toEqual({ detail, code: 'VALIDATION_ERROR', status: 422 })
  })

  test.each([
    ['nothing at all', {}],
    ['an empty body of type JSON', { headers: { 'content-type': 'application/json' } }],
    ['blanks of type JSON', { headers: { 'content-type': 'application/json' }, body: ' \r\n ' }],
  ] as const)('422 VALIDATION_ERROR for %s', async (_name, options) => {
    const { status, body } = await post(options)
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', detail: 'A JSON body is required.' })
  })

  const asJson = (body: string | Uint8Array) => ({ headers: { 'content-type': 'application/json' }, body })

  test.each([
    ['broken JSON', '{"email":'],
    ['a form', 'email=a@b'],
    ['__proto__', '{"__proto__":{"email":"a@b"}}'],
    ['__proto__ in escapes', '{"\\u005f_proto__":{},"email":"a@b"}'],
    ['constructor.prototype', '{"constructor":{"prototype":{}},"email":"a@b"}'],
    ['deep nesting', '['.repeat(8_000)],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
  ])('400 MALFORMED_REQUEST for %s', async (_name, body) => {
    const { status, body: answer } = await post(asJson(body))
    expect(status).toBe(400)
    expect(answer.code).toBe('MALFORMED_REQUEST')
    expect(({} as { email?: string }).email).toBeUndefined()
  })

  test('200 for a byte order mark, and of duplicate keys the last counts', async () => {
    expect((await post(asJson('\uFEFF{"email":"a@b"}'))).status).toBe(200)
    const { body } = await post(asJson('{"email":"first@x.test","email":"last@x.test"}'))
    expect(decodeJwt(body.access_token)['email']).toBe('last@x.test')
  })

  test.each([
    ['text/plain', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['text/json', { 'content-type': 'text/json' }],
    ['a longer type', { 'content-type': 'application/json-patch+json' }],
    ['another charset', { 'content-type': 'application/json; charset=latin1' }],
    ['no type that is one', { 'content-type': 'json' }],
    ['a compressed body', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
  ])('415 UNSUPPORTED_MEDIA_TYPE for %s', async (_name, headers) => {
    const { status, body } = await post({ headers, body: gzipSync('{"email":"a@b"}') })
    expect(status).toBe(415)
    expect(body.code).toBe('UNSUPPORTED_MEDIA_TYPE')
  })

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON',
  ])('200 for the type %s', async (type) => {
    expect((await post({ headers: { 'content-type': type }, body: '{"email":"a@b"}' })).status).toBe(200)
  })

  test('413 PAYLOAD_TOO_LARGE beyond 16 KiB, with or without a length, and the detail names the limit', async () => {
    const detail = 'The body is larger than the 16384 bytes that are taken here.'
    const { status, body } = await logIn('x'.repeat(17_000))
    expect(status).toBe(413)
    expect(body).toEqual({ detail, code: 'PAYLOAD_TOO_LARGE', status: 413 })
    const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`
    const chunked = requestText(
      `POST ${PATH}`,
      ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
      `${chunk}${chunk}0\r\n\r\n`,
    )
    const [reply] = await sendRaw(api.url, chunked)
    expect(JSON.parse(reply?.body ?? '')).toEqual({ detail, code: 'PAYLOAD_TOO_LARGE', status: 413 })
  })

  test('200 for a body of exactly 16 KiB', async () => {
    const text = '{"email":"a@b"}'.padEnd(16 * 1024)
    expect((await post(asJson(text))).status).toBe(200)
  })

  test('200 whatever the Authorization header says: it is ignored here', async () => {
    for (const token of ['Bearer garbage', 'Basic dXNlcjpwYXNz', 'Bearer', `Bearer ${'x'.repeat(9_000)}`]) {
      expect((await post({ token, json: { email: 'a@b' } })).status).toBe(200)
    }
    const body = '{"email":"a@b"}'
    const twice = requestText(
      `POST ${PATH}?access_token=x`,
      [
        'Authorization: Bearer a',
        'Authorization: Bearer b',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ],
      body,
    )
    expect((await sendRaw(api.url, twice)).map(({ status }) => status)).toEqual([200])
  })

  test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])(
    '405 METHOD_NOT_ALLOWED for %s, with what is allowed',
    async (method) => {
      const { status, headers } = await api.call(PATH, { method, token: null })
      expect(status).toBe(405)
      expect(headers.get('allow')).toBe('OPTIONS, POST')
    },
  )

  test('403 DEV_LOGIN_DISABLED while it is off, before anything of the body is looked at', async () => {
    const attempts: CallOptions[] = [
      { json: { email: 'a@b' } },
      { json: { email: 5 } },
      { body: '{"email":', headers: { 'content-type': 'application/json' } },
      { body: 'x', headers: { 'content-type': 'text/plain' } },
      { json: { email: 'x'.repeat(20_000) } },
      {},
    ]
    for (const attempt of attempts) {
      const { status, body, headers } = await disabled.call(PATH, { method: 'POST', token: null, ...attempt })
      expect(status).toBe(403)
      expect(body).toEqual({
        detail: 'Dev-login is off on this server: log in through the identity provider.',
        code: 'DEV_LOGIN_DISABLED',
        status: 403,
      })
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  test('429 RATE_LIMIT_EXCEEDED after 300 requests of an address in 60 s, whatever they held', async () => {
    clock.advance(60_000)
    const call = (headers: Record<string, string> = {}) =>
      api.call(PATH, { method: 'POST', token: null, headers, json: { email: '' } })
    for (let round = 0; round < 30; round++) {
      const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await call()).status))
      expect(new Set(statuses)).toEqual(new Set([422]))
    }
    const { status, body, headers } = await call()
    expect(status).toBe(429)
    expect(body.code).toBe('RATE_LIMIT_EXCEEDED')
    expect(headers.get('retry-after')).toBe('60')
    // Nobody's word about an address counts but that of a trusted proxy.
    expect((await call({ 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.7' })).status).toBe(429)
    expect((await api.get('/v1/instruments/search?q=apple')).status).toBe(200)
    clock.advance(60_000)
    expect((await call()).status).toBe(422)
  })
})
