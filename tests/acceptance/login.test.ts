import * as oidc from 'openid-client'
import { beforeAll, describe, expect, test } from 'vitest'
import { askedAgain } from '../support/asked-again.ts'
import { Browser, type Visited } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { cli, linesOf, type Outcome, preparedDataDir, type RunningServer, startServer } from './process.ts'

const REDIRECT = 'http://127.0.0.1:39999/callback'
const SCOPE = 'openid profile email'
const HOUR = 3_600
/** For tests that start the server anew. */
const SLOW = { timeout: 60_000 }

const DATA_DIR = await preparedDataDir()
let settings: Record<string, string>
let server: RunningServer

beforeAll(async () => {
  settings = { DATA_DIR, UPSTREAMS: '', PORT: String(await freePort()) }
  server = await startServer(settings)
})

const read = async (path: string, init: RequestInit = {}): Promise<{ status: number; body: any }> => {
  const response = await askedAgain(server.url + path, init)
  return { status: response.status, body: await response.json() }
}
const call = (path: string, token: string, method = 'GET') =>
  read(path, { method, headers: { authorization: `Bearer ${token}` } })
const statusOf = async (token: string): Promise<number> =>
  (await call('/v1/instruments/markets', token)).status

/** A client as an application is one: it knows the gateway's address and asks it for the rest. */
async function createClient(): Promise<oidc.Configuration> {
  const { body } = await read('/v1/auth/oidc/config')
  expect(body.auth_url).toBe(server.url)
  return oidc.discovery(new URL(body.auth_url), body.client_id, undefined, oidc.None(), {
    execute: [oidc.allowInsecureRequests],
  })
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

/** The whole way of a person from the application to its tokens. */
async function logIn(client: oidc.Configuration, email: string, browser = new Browser()): Promise<Tokens> {
  const [verifier, state, nonce] = [oidc.randomPKCECodeVerifier(), oidc.randomState(), oidc.randomNonce()]
  const address = oidc.buildAuthorizationUrl(client, {
    redirect_uri: REDIRECT,
    scope: SCOPE,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  })
  const landed: Visited = await browser.logIn(address, email)
  expect(landed.left).toBe(true)
  return oidc.authorizationCodeGrant(client, landed.url, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
}

const claimsOf = (jwt: string): Record<string, any> =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())
const headerOf = (jwt: string): Record<string, any> =>
  JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString())

async function devToken(email: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email })
  return (await read('/v1/auth/dev-login', { method: 'POST', headers, body })).body.access_token
}

const invalidGrant = { error: 'invalid_grant', status: 400 }

describe('a person who logs in with an ordinary OpenID Connect client', () => {
  let client: oidc.Configuration
  let tokens: Tokens

  beforeAll(async () => {
    client = await createClient()
    tokens = await logIn(client, 'Ann@Login.test')
  })

  test('gets an RS256 access token of an hour with the specified claims, and a refresh token for the plain scope', () => {
    const { access_token: token, expires_in: expiresIn, refresh_token: refresh, scope } = tokens
    expect([expiresIn, scope, typeof refresh]).toEqual([HOUR, SCOPE, 'string'])
    expect(headerOf(token)).toMatchObject({ alg: 'RS256', typ: 'at+jwt' })
    const claims = claimsOf(token)
    expect(claims).toMatchObject({ iss: server.url, aud: 'tidemark', email: 'ann@login.test' })
    expect(claims['exp'] - claims['iat']).toBe(HOUR)
    expect(claims['jti']).toEqual(expect.any(String))
  })

  test('is the same person as with dev-login', async () => {
    const dev = claimsOf(await devToken('ann@login.test'))
    const { sub, email, tenant_id: tenantId } = claimsOf(tokens.access_token)
    expect({ sub, email, tenantId }).toEqual({
      sub: dev['sub'],
      email: dev['email'],
      tenantId: dev['tenant_id'],
    })
    expect(tokens.claims()).toMatchObject({ sub: dev['sub'], email: dev['email'], email_verified: true })
  })

  test('is let in, and known by the address', async () => {
    expect(await statusOf(tokens.access_token)).toBe(200)
    const me = await call('/v1/auth/me', tokens.access_token)
    expect(me).toMatchObject({ status: 200, body: { email: 'ann@login.test', role: 'member', tier: 'pro' } })
  })

  test('is not let in with the ID token, though issuer, key and audience are the same', async () => {
    const { id_token: idToken = '' } = tokens
    const [id, access] = [idToken, tokens.access_token].map(claimsOf)
    expect([id?.['iss'], id?.['aud']]).toEqual([access?.['iss'], access?.['aud']])
    expect(headerOf(idToken)['kid']).toBe(headerOf(tokens.access_token)['kid'])
    expect(await statusOf(idToken)).toBe(401)
  })

  test('refreshes; an old refresh token is refused and takes the newest with it, but no other log-in', async () => {
    const other = await logIn(client, 'ann@login.test')
    const first = tokens.refresh_token ?? ''
    const second = await oidc.refreshTokenGrant(client, first)
    const third = await oidc.refreshTokenGrant(client, second.refresh_token ?? '')
    expect(new Set([first, second.refresh_token, third.refresh_token]).size).toBe(3)
    for (const each of [second, third]) expect(await statusOf(each.access_token)).toBe(200)
    await expect(oidc.refreshTokenGrant(client, first)).rejects.toMatchObject(invalidGrant)
    await expect(oidc.refreshTokenGrant(client, third.refresh_token ?? '')).rejects.toMatchObject(
      invalidGrant,
    )
    const kept = await oidc.refreshTokenGrant(client, other.refresh_token ?? '')
    expect(await statusOf(kept.access_token)).toBe(200)
  })

  test('logs out: the token is refused from then on, and the browser is asked at the address that is named', async () => {
    const browser = new Browser()
    const {
      access_token: token,
      refresh_token: refresh = '',
      id_token: hint = '',
    } = await logIn(client, 'leaver@login.test', browser)
    const { status, body } = await call('/v1/auth/logout', token, 'POST')
    expect([status, body]).toEqual([
      200,
      { revoked: true, end_session_url: `${server.url}/oauth/v2/end_session` },
    ])
    expect(await statusOf(token)).toBe(401)
    const address = oidc.buildEndSessionUrl(client, {
      id_token_hint: hint,
      post_logout_redirect_uri: REDIRECT,
      state: 'gone',
    })
    expect(address.href.startsWith(body.end_session_url)).toBe(true)
    const page = await browser.visit(address)
    const xsrf = /name="xsrf" value="(\w+)"/.exec(page.text)?.[1] ?? ''
    expect([page.status, xsrf]).toEqual([200, expect.stringMatching(/^\w{20,}$/)])
    const landed = await browser.submit(`${server.url}/oauth/v2/end_session/confirm`, { xsrf, logout: 'yes' })
    expect([landed.left, landed.url.searchParams.get('state')]).toEqual([true, 'gone'])
    await expect(oidc.refreshTokenGrant(client, refresh)).rejects.toMatchObject(invalidGrant)
    // The next log-in asks who it is: the session is over.
    const again = await logIn(client, 'somebody.else@login.test', browser)
    expect(claimsOf(again.access_token)['email']).toBe('somebody.else@login.test')
  })
})

describe('what stays when the server ends', () => {
  let client: oidc.Configuration
  let tokens: Tokens
  let before: Outcome & { url: string; output: string }
  const browser = new Browser()

  beforeAll(async () => {
    client = await createClient()
    tokens = await logIn(client, 'stayer@login.test', browser)
    before = { url: server.url, output: server.output(), ...(await server.stop('SIGTERM')) }
    server = await startServer(settings)
  })

  test('it had said where to log in, and its library nothing', () => {
    const { url, output, code, stderr } = before
    expect(output).toContain(`Log in          ${url} is an OpenID Connect issuer`)
    expect(output).not.toContain('oidc-provider')
    expect([code, stderr]).toEqual([0, ''])
  })

  test('an access token, a refresh token and the browser’s session are still good', async () => {
    expect(await statusOf(tokens.access_token)).toBe(200)
    const fresh = await oidc.refreshTokenGrant(client, tokens.refresh_token ?? '')
    expect(await statusOf(fresh.access_token)).toBe(200)
    // Nobody is asked for an address: who it is comes from the session.
    const again = await logIn(client, 'ignored@login.test', browser)
    expect(claimsOf(again.access_token)['email']).toBe('stayer@login.test')
    await expect(oidc.refreshTokenGrant(client, tokens.refresh_token ?? '')).rejects.toMatchObject(
      invalidGrant,
    )
  })

  test('the doctor knows the provider and whose its tokens are', async () => {
    const { access_token: token } = await logIn(client, 'patient@login.test')
    const { code, stdout } = await cli(['doctor', '--token', token], { ...settings, AUTH_URL: 'bundled' })
    expect([code, linesOf(stdout)]).toEqual([
      0,
      expect.arrayContaining([
        `ok     identity provider: bundled at ${server.url}: anybody who reaches the server can log in`,
        expect.stringMatching(/^ok {5}token: patient@login\.test \(.+\) of tenant /),
      ]),
    ])
  })

  test('without AUTH_URL its tokens are refused and nothing is on its paths', SLOW, async () => {
    const { access_token: token } = await logIn(client, 'stayer@login.test')
    expect(await statusOf(token)).toBe(200)
    expect((await server.stop('SIGINT')).code).toBe(0)
    server = await startServer({ ...settings, AUTH_URL: '' })
    expect(await statusOf(token)).toBe(401)
    expect(await statusOf(await devToken('stayer@login.test'))).toBe(200)
    for (const path of ['/.well-known/openid-configuration', '/oauth/v2/authorize', '/oauth/v2/keys']) {
      expect(await read(path)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    }
    expect(await read('/v1/auth/oidc/config')).toMatchObject({
      status: 404,
      body: { code: 'OIDC_NOT_CONFIGURED' },
    })
    expect(server.output()).not.toContain('Log in ')
    expect((await server.stop('SIGINT')).code).toBe(0)
  })

  test('it is there without dev-login, and a port of its own choosing is its issuer’s', SLOW, async () => {
    const alone = [process.execPath, 'src/main.ts']
    const { PORT: _, ...anyPort } = settings
    server = await startServer({ ...anyPort, AUTH_URL: 'bundled', OIDC_AUDIENCE: 'mine' }, alone)
    expect(server.url).not.toContain(settings['PORT'])
    const { access_token: token } = await logIn(await createClient(), 'solo@login.test')
    expect(claimsOf(token)).toMatchObject({ iss: server.url, aud: 'mine' })
    expect(await statusOf(token)).toBe(200)
    // Of the issuer at the address of before.
    expect(await statusOf(tokens.access_token)).toBe(401)
    expect((await server.stop('SIGINT')).code).toBe(0)
  })
})
