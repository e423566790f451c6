import { describe, expect, test } from 'vitest'
import { type Api, boot } from '../../support/harness.ts'
import { requestText, sendRaw } from '../../support/raw-http.ts'

const ALONE = { ALLOWED_HOSTS: '', TRUST_PROXY: '127.0.0.1' }
const both = await boot({ env: ALONE })
const devLogin = await boot({ env: { ...ALONE, AUTH_URL: '' } })
const bundled = await boot({ env: { ...ALONE, DEV_LOGIN_ENABLED: '' } })
const neither = await boot({ env: { ...ALONE, AUTH_URL: 'http://127.0.0.1:1', DEV_LOGIN_ENABLED: '' } })
const named = await boot({ env: { ...ALONE, ALLOWED_HOSTS: 'dev.example' } })

/** A request as it is, but for its Host. */
async function ask(api: Api, line: string, host: string, ...headers: string[]) {
  const text = requestText(line, headers).replace('Host: localhost', `Host: ${host}`)
  const [reply] = await sendRaw(api.url, text, { head: line.startsWith('HEAD') })
  return reply
}

const PATHS = [
  ['an endpoint that needs a token', 'GET /v1/auth/me'],
  ['an endpoint that needs none', 'GET /v1/auth/jwks'],
  ['dev-login', 'POST /v1/auth/dev-login'],
  ['the bundled provider', 'GET /.well-known/openid-configuration'],
  ['its log-in page', 'GET /oauth/v2/login/x'],
  ['the documentation', 'GET /docs'],
  ['health', 'GET /healthz'],
  ['a path that is nobody’s', 'GET /nothing'],
  ['OPTIONS', 'OPTIONS /v1/auth/me'],
  ['HEAD', 'HEAD /healthz'],
] as const

describe('while anybody may log in', () => {
  test.each(PATHS)('421 MISDIRECTED_REQUEST for a request in another’s name: %s', async (_name, line) => {
    const reply = await ask(both, line, 'evil.example')
    expect(reply?.status).toBe(421)
    expect(reply?.headers.get('cache-control')).toEqual(['no-store'])
    expect(reply?.headers.get('set-cookie')).toBeUndefined()
    expect(reply?.body).toMatch(line.startsWith('HEAD') ? /^$/ : /"code":"MISDIRECTED_REQUEST"/)
    // The positive control.
    expect((await ask(both, line, 'localhost'))?.status).not.toBe(421)
  })

  test('its body has the one shape of errors', async () => {
    const reply = await ask(both, 'GET /v1/auth/me', 'evil.example')
    expect(JSON.parse(reply?.body ?? '')).toEqual({
      detail: expect.stringContaining('ALLOWED_HOSTS'),
      code: 'MISDIRECTED_REQUEST',
      status: 421,
    })
  })

  test.each([
    ['dev-login alone', devLogin],
    ['the bundled provider alone', bundled],
    ['both', both],
  ])('only names of this machine are taken: %s', async (_name, api) => {
    for (const host of ['evil.example', '', 'a b', '127.0.0.1@evil.example', '%%', '10.0.0.1', 'localhost.'])
      expect([host, (await ask(api, 'GET /healthz', host))?.status]).toEqual([host, 421])
    for (const host of [
      'localhost:9',
      'LOCALHOST',
      '127.0.0.1',
      '127.8.8.8:80',
      '[::1]:1',
      new URL(api.url).host,
    ])
      expect([host, (await ask(api, 'GET /healthz', host))?.status]).toEqual([host, 200])
  })

  test('the name in an absolute target counts, and what a proxy says of the Host does not', async () => {
    expect((await ask(both, 'GET http://evil.example/healthz', 'localhost'))?.status).toBe(421)
    expect((await ask(both, 'GET http://localhost/healthz', 'localhost'))?.status).toBe(200)
    for (const header of ['X-Forwarded-Host: localhost', 'Forwarded: host=localhost', 'X-Host: localhost'])
      expect((await ask(both, 'GET /healthz', 'evil.example', header))?.status).toBe(421)
    const misled = await ask(both, 'GET /healthz', 'localhost', 'X-Forwarded-Host: evil.example')
    expect(misled?.status).toBe(200)
  })

  test('names of ALLOWED_HOSTS are taken as well', async () => {
    expect((await ask(named, 'GET /healthz', 'dev.example:8443'))?.status).toBe(200)
    expect((await ask(named, 'GET /healthz', 'x.dev.example'))?.status).toBe(421)
  })

  test('a request of HTTP/1.0 may name nobody', async () => {
    const [reply] = await sendRaw(both.url, 'GET /healthz HTTP/1.0\r\n\r\n')
    expect(reply?.status).toBe(200)
  })
})

test('with an identity provider of its own and without dev-login a server is asked by any name', async () => {
  for (const host of ['api.example.com', 'evil.example', '10.0.0.1'])
    expect((await ask(neither, 'GET /healthz', host))?.status).toBe(200)
})
