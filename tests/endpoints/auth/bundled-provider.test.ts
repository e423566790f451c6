import { hash } from 'node:crypto'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { Browser, type Visited } from '../../support/browser.ts'
import { boot } from '../../support/harness.ts'
import { requestText, sendRaw } from '../../support/raw-http.ts'
import { TestClock } from '../../support/test-clock.ts'

const ORIGIN = 'https://app.example'
const api = await boot({
  env: { CORS_ORIGINS: ORIGIN, TRUST_PROXY: '127.0.0.1', DEFAULT_TIER: 'enterprise' },
})
const clock = new TestClock()
const counted = await boot({ clock, env: { UPSTREAMS: '' } })

/** RFC 7636, appendix B. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const REDIRECT = 'http://127.0.0.1:3999/back'
const STATE = 'a state & more'
const DAY_MS = 86_400_000

const AUTHORIZE: Readonly<Record<string, string>> = {
  client_id: 'tidemark',
  redirect_uri: REDIRECT,
  response_type: 'code',
  scope: 'openid profile email',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
  state: STATE,
}

let addresses = 0
/** Each caller from an address of its own: one alone would come to its limit. */
const from = (): Record<string, string> => ({
  'x-forwarded-for': `10.0.${Math.floor(++addresses / 250)}.${addresses % 250}`,
})
const newBrowser = (): Browser => new Browser(from())

type Changes = Record<string, string | undefined>

const changed = (fields: Readonly<Record<string, string>>, changes: Changes): URLSearchParams =>
  new URLSearchParams(
    Object.entries({ ...fields, ...changes }).filter(
      (field): field is [string, string] => field[1] !== undefined,
    ),
  )

const authorizeUrl = (changes: Changes = {}): string =>
  `${api.url}/oauth/v2/authorize?${changed(AUTHORIZE, changes).toString()}`

async function postToken(fields: URLSearchParams, headers: Record<string, string> = {}) {
  const response = await fetch(`${api.url}/oauth/v2/token`, {
    method: 'POST',
    body: fields,
    headers: { ...from(), ...headers },
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as any }
}

const exchange = (code: string, changes: Changes = {}) =>
  postToken(
    changed(
      {
        grant_type: 'authorization_code',
        client_id: 'tidemark',
        redirect_uri: REDIRECT,
        code,
        code_verifier: VERIFIER,
      },
      changes,
    ),
  )

const refresh = (token: string, changes: Changes = {}) =>
  postToken(changed({ grant_type: 'refresh_token', client_id: 'tidemark', refresh_token: token }, changes))

let people = 0
const newcomer = (): string => `person-${++people}@bundled.test`

async function newCode(changes: Changes = {}, email = newcomer()): Promise<string> {
  const { url } = await newBrowser().logIn(authorizeUrl(changes), email)
  return url.searchParams.get('code') ?? ''
}

const statusOf = async (token: string): Promise<number> =>
  (await api.get('/v1/auth/me', { token: `Bearer ${token}` })).status

/** The error of a response that a client gets, in the redirect or on the page. */
const errorOf = ({ left, url, text }: Visited): string | null =>
  left
    ? (url.searchParams.get('error') ?? new URLSearchParams(url.hash.slice(1)).get('error'))
    : (/<code>(\w+)<\/code>/.exec(text)?.[1] ?? null)

describe('PKCE', () => {
  test('takes the pair of RFC 7636, and sends state and issuer back', async () => {
    expect(hash('sha256', VERIFIER, 'base64url')).toBe(CHALLENGE)
    const { left, url } = await newBrowser().logIn(authorizeUrl(), newcomer())
    expect([left, url.origin + url.pathname]).toEqual([true, REDIRECT])
    expect(Object.fromEntries(url.searchParams)).toEqual({
      code: expect.any(String),
      state: STATE,
      iss: api.url,
    })
    const { status, body, headers } = await exchange(url.searchParams.get('code') ?? '')
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toMatchObject({ token_type: expect.stringMatching(/^bearer$/i), expires_in: 3_600 })
    expect(await statusOf(body.access_token)).toBe(200)
  })

  test.each<[string, Changes]>([
    ['the method plain', { code_challenge: VERIFIER, code_challenge_method: 'plain' }],
    ['a challenge without a method, which would mean plain', { code_challenge_method: undefined }],
    ['a method without a challenge', { code_challenge: undefined }],
    ['no challenge at all', { code_challenge: undefined, code_challenge_method: undefined }],
    ['a challenge that is too short', { code_challenge: 'short' }],
    ['a challenge of other characters', { code_challenge: `${CHALLENGE.slice(1)}!` }],
  ])('refuses %s with invalid_request, state and issuer', async (_, changes) => {
    const { left, url } = await newBrowser().visit(authorizeUrl(changes))
    expect([left, url.origin + url.pathname]).toEqual([true, REDIRECT])
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      error: 'invalid_request',
      state: STATE,
      iss: api.url,
    })
    expect(url.searchParams.has('code')).toBe(false)
  })

  test.each<[string, Changes]>([
    ['another verifier', { code_verifier: VERIFIER.toLowerCase() }],
    ['the challenge as verifier', { code_verifier: CHALLENGE }],
    ['no verifier', { code_verifier: undefined }],
    ['an empty verifier', { code_verifier: '' }],
    ['another redirect address', { redirect_uri: `${REDIRECT}/` }],
  ])('refuses a code with %s, which is then still good', async (_, changes) => {
    const code = await newCode()
    const { status, body } = await exchange(code, changes)
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
    expect((await exchange(code)).status).toBe(200)
  })
})

/** How many of the responses have tokens, how many are refused, and what the tokens are worth afterwards. */
async function outcomeOf(answers: ReadonlyArray<Awaited<ReturnType<typeof postToken>>>) {
  const good = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status, body }) => status === 400 && body.error === 'invalid_grant')
  const { body } = await refresh(good[0]?.body.refresh_token ?? '')
  return { good: good.length, refused: refused.length, afterwards: body.error }
}

describe('a code', () => {
  test('is good once: who comes again is refused, and takes the refresh token of the first with it', async () => {
    const code = await newCode()
    const first = await exchange(code)
    const second = await exchange(code)
    expect([first.status, second.status, second.body.error]).toEqual([200, 400, 'invalid_grant'])
    expect((await refresh(first.body.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('that several use at the same moment is good for one of them', async () => {
    const code = await newCode()
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(code)))
    expect(await outcomeOf(answers)).toEqual({ good: 1, refused: 7, afterwards: 'invalid_grant' })
  })
})

describe('a refresh token', () => {
  test('lasts 30 days from each use', async () => {
    const left = async (id: string): Promise<number> => {
      const { rows } = await api.storage.storage.pool.query<{ at: number }>(
        `select expires_at as at from login_state where kind = 'RefreshToken' and id = $1`,
        [id],
      )
      return (rows[0]?.at ?? 0) - Date.now()
    }
    const { body: first } = await exchange(await newCode())
    const { body: second } = await refresh(first.refresh_token)
    for (const { refresh_token: token } of [first, second]) {
      expect(await left(token)).toBeGreaterThan(30 * DAY_MS - 60_000)
      expect(await left(token)).toBeLessThanOrEqual(30 * DAY_MS)
    }
  })

  test('that two tabs use at the same moment is good for one of them, and then ends the log-in', async () => {
    const { body } = await exchange(await newCode())
    const answers = await Promise.all(Array.from({ length: 4 }, () => refresh(body.refresh_token)))
    expect(await outcomeOf(answers)).toEqual({ good: 1, refused: 3, afterwards: 'invalid_grant' })
  })

  test('comes with an ID token that has no nonce and opens nothing', async () => {
    const { body } = await exchange(await newCode())
    const { body: fresh } = await refresh(body.refresh_token)
    const claims = JSON.parse(Buffer.from(fresh.id_token.split('.')[1], 'base64url').toString())
    expect([claims.iss, claims.aud, 'nonce' in claims]).toEqual([api.url, 'tidemark', false])
    expect([await statusOf(fresh.id_token), await statusOf(fresh.access_token)]).toEqual([401, 200])
  })

  test('is also for a client that asks for offline access and consent', async () => {
    const changes = { scope: 'openid profile email offline_access', prompt: 'consent' }
    const { status, body } = await exchange(await newCode(changes))
    expect([status, typeof body.refresh_token]).toEqual([200, 'string'])
  })
})

describe('the authorization endpoint', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.0.0.1:5173/a/b?c=d',
    'http://[::1]:8123/cb',
    'http://localhost:3000/cb',
  ])('sends a browser to %s on the same machine', async (address) => {
    const { left, url } = await newBrowser().logIn(authorizeUrl({ redirect_uri: address }), newcomer())
    expect(left).toBe(true)
    for (const [name, value] of new URL(address).searchParams) expect(url.searchParams.get(name)).toBe(value)
    expect(url.origin + url.pathname).toBe(new URL(address).origin + new URL(address).pathname)
    const code = url.searchParams.get('code') ?? ''
    expect((await exchange(code, { redirect_uri: address })).status).toBe(200)
  })

  test.each([
    'https://evil.example/',
    'http://evil.example/',
    'http://127.0.0.1.evil.example/',
    'http://localhost.evil.example/',
    'http://127.0.0.1@evil.example/',
    'http://evil.example@127.0.0.1/',
    'http://127.0.0.1/#fragment',
    'https://127.0.0.1/',
    'http://10.0.0.1/',
    '//127.0.0.1/',
    '/callback',
    'javascript:alert(1)//127.0.0.1',
    'urn:ietf:wg:oauth:2.0:oob',
    'http://127.0.0.1:99999/',
    '',
  ])('sends nobody to %j, and shows a page instead', async (address) => {
    const visited = await newBrowser().visit(authorizeUrl({ redirect_uri: address }))
    expect([visited.left, visited.status]).toEqual([false, 400])
    expect(errorOf(visited)).toMatch(/^invalid_(redirect_uri|request)$/)
    expect(visited.text).not.toContain('evil.example')
  })

  test.each<[string, Changes, string]>([
    ['another client', { client_id: 'other' }, 'invalid_client'],
    ['a client of odd characters', { client_id: '\0\'"><script>' }, 'invalid_client'],
    ['no client', { client_id: undefined }, 'invalid_request'],
    ['the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
    ['the hybrid flow', { response_type: 'code id_token', nonce: 'n' }, 'unsupported_response_type'],
    ['another resource', { resource: 'urn:somebody:else' }, 'invalid_target'],
    ['a request object', { request: 'eyJ' }, 'request_not_supported'],
    ['a request by reference', { request_uri: 'http://evil.example/' }, 'request_uri_not_supported'],
    ['somebody who is logged in, when nobody is', { prompt: 'none' }, 'login_required'],
  ])('refuses %s with the error of RFC 6749: %j is %s', async (_, changes, error) => {
    const visited = await newBrowser().visit(authorizeUrl(changes))
    expect(errorOf(visited)).toBe(error)
    expect(visited.status).toBeLessThan(500)
    expect(visited.text).not.toContain('<script>')
  })

  test.each(['\0', 'é😀"<&>\'', '%00%zz', 'x'.repeat(2_000)])('sends back the state %.20j', async (state) => {
    const { left, url } = await newBrowser().logIn(authorizeUrl({ state }), newcomer())
    expect([left, url.searchParams.get('state')]).toEqual([true, state])
    expect(url.searchParams.has('code')).toBe(true)
  })

  test.each<Changes>([
    { max_age: 'soon' },
    { prompt: 'everything' },
    { scope: '"' },
    { claims: '{' },
    { id_token_hint: 'no.jwt.here' },
    { response_mode: 'telepathy' },
    { login_hint: '"><script>alert(1)</script>', ui_locales: '\0' },
    { resource: '::' },
  ])('makes nothing worse of the odd parameter %j', async (changes) => {
    const { status, left, text } = await newBrowser().visit(authorizeUrl(changes))
    // The application is told, or it does not matter.
    expect(left ? 303 : 200).toBe(status)
    expect(text).not.toContain('alert(1)')
  })

  test('refuses a parameter that is given twice', async () => {
    const visited = await newBrowser().visit(`${authorizeUrl()}&client_id=tidemark`)
    expect([visited.status, errorOf(visited)]).toEqual([400, 'invalid_request'])
  })

  test('makes no address from the Host of a request', async () => {
    const [path] = authorizeUrl().split(api.url).slice(1)
    // One that is allowed and not the issuer's.
    const named = (line: string): string => requestText(line).replace('Host: localhost', 'Host: test')
    for (const line of [`GET ${path}`, `GET http://test${path}`]) {
      const [reply] = await sendRaw(api.url, named(line))
      expect(reply?.status).toBe(303)
      expect(reply?.headers.get('location')?.[0]).toMatch(/^\/oauth\/v2\/login\/[\w-]+$/)
    }
    const [reply] = await sendRaw(api.url, named('GET /.well-known/openid-configuration'))
    expect(JSON.parse(reply?.body ?? '')).toMatchObject({
      issuer: api.url,
      token_endpoint: `${api.url}/oauth/v2/token`,
    })
  })

  test('refuses a code or a refresh token that belongs to the other parameter', async () => {
    const { body } = await exchange(await newCode())
    expect((await exchange(body.refresh_token)).body.error).toBe('invalid_grant')
    expect((await refresh(await newCode())).body.error).toBe('invalid_grant')
  })

  test.each([
    ['JSON', 'application/json', '{"grant_type":"refresh_token"}', 400],
    ['another type', 'text/plain', 'grant_type=refresh_token', 400],
    ['no form', 'application/x-www-form-urlencoded', '\0=%%%&&&;=\xff', 400],
    ['a megabyte', 'application/x-www-form-urlencoded', `grant_type=${'x'.repeat(1_048_576)}`, 400],
  ])('refuses %s', async (_, type, body, status) => {
    const response = await fetch(`${api.url}/oauth/v2/token`, {
      method: 'POST',
      headers: { ...from(), 'content-type': type },
      body,
    })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: 'invalid_request' })
  })

  test('may be read by a page of a listed origin and of no other', async () => {
    const origins = async (path: string, method: string): Promise<Array<string | null>> =>
      Promise.all(
        [ORIGIN, 'https://evil.example', 'null'].map(async (origin) => {
          const response = await fetch(api.url + path, { method, headers: { ...from(), origin } })
          await response.text()
          expect(response.headers.get('access-control-allow-credentials')).toBeNull()
          return response.headers.get('access-control-allow-origin')
        }),
      )
    for (const [path, method] of [
      ['/oauth/v2/token', 'POST'],
      ['/oauth/v2/token', 'OPTIONS'],
      ['/.well-known/openid-configuration', 'GET'],
      ['/oauth/v2/keys', 'GET'],
    ] as const) {
      expect([path, await origins(path, method)]).toEqual([path, [ORIGIN, null, null]])
    }
    const token = changed({ grant_type: 'refresh_token', client_id: 'tidemark', refresh_token: 'x' }, {})
    for (const origin of [ORIGIN, 'https://evil.example', api.url]) {
      expect((await postToken(token, { origin })).body.error).toBe('invalid_grant')
    }
  })
})

describe('the log-in page', () => {
  const open = async (): Promise<{ browser: Browser; page: Visited }> => {
    const browser = newBrowser()
    return { browser, page: await browser.visit(authorizeUrl()) }
  }

  test('is a plain form with a label, says what it is, and loads and runs nothing', async () => {
    const { page } = await open()
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.text).toMatch(/<html lang="en">/)
    expect(page.text).toMatch(/<label for="email">[\s\S]*<input id="email" name="email"/)
    expect(page.text).toContain('Development log-in.')
    expect(page.text).toContain('anybody who')
    expect(page.text).not.toMatch(/<script|<link|<img|src=|https?:/)
    const policy = page.headers.get('content-security-policy') ?? ''
    const style = /<style>([\s\S]*?)<\/style>/.exec(page.text)?.[1] ?? ''
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      'script-src',
      `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
      "form-action 'self' http:",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
    expect(page.headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    '',
    'nobody',
    'a@b@c',
    'a b@c.test',
    '@',
    `${'x'.repeat(254)}@y`,
    'x\0@y',
    '"><script>alert(1)</script>',
    "' onfocus=alert(1) autofocus '",
    '${7*7}{{7*7}}<%= 7*7 %>',
  ])('comes again with the reason, and repeats nothing, for %j', async (email) => {
    const { browser, page } = await open()
    const again = await browser.submit(page.url, { email })
    expect([again.status, again.left]).toEqual([422, false])
    expect(again.text).toMatch(/<p class="error" id="problem" role="alert">This is no e-mail address/)
    expect(again.text).toMatch(/aria-invalid="true" aria-describedby="problem"/)
    expect(again.text.replace(/id="problem"[\s\S]*?<\/p>/, '')).not.toMatch(/alert\(1\)|nobody|49|7\*7|x{9}/)
    // The log-in goes on from there.
    expect((await browser.submit(page.url, { email: newcomer() })).left).toBe(true)
  })

  test('gives the role admin to an address of ADMIN_EMAILS, which its tokens call verified, and to no look-alike', async () => {
    for (const [email, role] of [
      ['ADMIN@demo.test', 'admin'],
      ['adm\u0130n@demo.test', 'member'],
      ['adm\u0131n@demo.test', 'member'],
    ] as const) {
      const { body } = await exchange(await newCode({}, email))
      expect(decodeJwt(body.access_token)['email_verified']).toBe(true)
      const me = await api.get('/v1/auth/me', { token: `Bearer ${body.access_token}` })
      expect([me.status, me.body.role]).toEqual([200, role])
    }
  })

  test.each(['"<b>&amp;\'@x', 'ü@exämple.test', `${'y'.repeat(252)}@z`, ' Padded@Blank.Test '])(
    'takes the address %j as dev-login does',
    async (email) => {
      const { body } = await exchange(await newCode({}, email))
      const me = await api.get('/v1/auth/me', { token: `Bearer ${body.access_token}` })
      expect([me.status, me.body.email]).toEqual([200, email.trim().toLowerCase()])
      const dev = await api.get('/v1/auth/me', { token: `Bearer ${await api.token(email.trim())}` })
      expect(me.body).toMatchObject({ user_id: dev.body.user_id, tenant_id: dev.body.tenant_id })
    },
  )

  test.each([
    ['415', 'application/json', '{"email":"a@b"}'],
    ['415', 'multipart/form-data; boundary=x', '--x\r\n\r\n--x--'],
    ['415', '', 'email=a@b'],
    ['413', 'application/x-www-form-urlencoded', `email=a@b&x=${'<'.repeat(100_000)}`],
    ['422', 'application/x-www-form-urlencoded', 'e-mail=a@b'],
    ['422', 'application/x-www-form-urlencoded', '%%%&=&\xff=\0'],
  ])('%s for a body of type %j that it does not send: %.40j', async (status, type, body) => {
    const { browser, page } = await open()
    const answer = await browser.post(page.url, body, type)
    expect([String(answer.status), answer.left]).toEqual([status, false])
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.text).not.toContain('<<<')
    expect((await browser.submit(page.url, { email: newcomer() })).left).toBe(true)
  })

  test('takes nothing from a browser that did not begin the log-in, nor from one that did twice', async () => {
    const { browser, page } = await open()
    const stranger = await newBrowser().submit(page.url, { email: newcomer() })
    expect([stranger.status, errorOf(stranger)]).toEqual([400, 'invalid_request'])
    expect(stranger.text).toContain('begun in another browser')
    expect((await browser.submit(page.url, { email: newcomer() })).left).toBe(true)
    const again = await browser.submit(page.url, { email: newcomer() })
    expect([again.status, again.left]).toEqual([400, false])
  })

  test('cannot be posted to from another site: its cookies stay at home', async () => {
    const response = await fetch(authorizeUrl(), { headers: from(), redirect: 'manual' })
    const cookies = response.headers.getSetCookie().filter((each) => !each.includes('1970'))
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) expect(cookie).toMatch(/; samesite=lax(;|$)/i)
    for (const cookie of cookies) expect(cookie).toMatch(/; httponly(;|$)/i)
    for (const cookie of cookies) expect(cookie).toMatch(/; path=\/oauth\/v2\//i)
  })

  test('does not take a cookie that was changed', async () => {
    const { page } = await open()
    const id = page.url.pathname.split('/').at(-1) ?? ''
    const response = await fetch(page.url, {
      headers: { ...from(), cookie: `tidemark_login=${id}; tidemark_login.sig=x` },
    })
    expect(response.status).toBe(400)
  })

  test('switches to whoever logs in, when an application asks for a log-in', async () => {
    const browser = newBrowser()
    const [first, second] = [newcomer(), newcomer()]
    await browser.logIn(authorizeUrl(), first)
    const silent = await browser.visit(authorizeUrl({ prompt: 'none' }))
    expect(silent.url.searchParams.has('code')).toBe(true)
    const page = await browser.visit(authorizeUrl({ prompt: 'login' }))
    // A page that a browser sends on by itself: the session of the first ends before the second's begins.
    const bridge = await browser.submit(page.url, { email: second })
    const [action = '', xsrf = ''] = [/action="([^"]+)"/, /name="xsrf" value="([\w-]+)"/].map(
      (pattern) => pattern.exec(bridge.text)?.[1],
    )
    const script = /<script>([\s\S]*?)<\/script>/.exec(bridge.text)?.[1] ?? ''
    expect(bridge.headers.get('content-security-policy')).toContain(
      `script-src 'sha256-${hash('sha256', script, 'base64')}'`,
    )
    const { left, url } = await browser.submit(action, { xsrf, logout: 'yes' })
    expect(left).toBe(true)
    const { body } = await exchange(url.searchParams.get('code') ?? '')
    const me = await api.get('/v1/auth/me', { token: `Bearer ${body.access_token}` })
    expect(me.body.email).toBe(second)
  })
})

describe('the end of a session', () => {
  test.each<[Changes, string]>([
    [{ client_id: 'other' }, 'invalid_client'],
    [{ client_id: 'tidemark', post_logout_redirect_uri: 'https://evil.example/' }, 'invalid_request'],
    [{ id_token_hint: '"><script>' }, 'invalid_request'],
    [{ id_token_hint: 'a.b.c', state: '\0' }, 'invalid_request'],
  ])('that is asked for with %j is refused on a page', async (changes, error) => {
    const visited = await new Browser({ ...from(), accept: 'text/html' }).visit(
      `${api.url}/oauth/v2/end_session?${changed({}, changes).toString()}`,
    )
    expect([visited.status, errorOf(visited)]).toEqual([400, error])
    expect(visited.text).not.toMatch(/<script>|evil/)
    expect(visited.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test('takes an application’s refresh tokens with it, and no one else’s', async () => {
    const [mine, other] = [newBrowser(), newBrowser()]
    const email = newcomer()
    const [first, second] = await Promise.all(
      [mine, other].map(async (browser) => {
        const { url } = await browser.logIn(authorizeUrl(), email)
        return (await exchange(url.searchParams.get('code') ?? '')).body.refresh_token as string
      }),
    )
    const page = await mine.visit(`${api.url}/oauth/v2/end_session`)
    const xsrf = /name="xsrf" value="([\w-]+)"/.exec(page.text)?.[1] ?? ''
    const confirm = `${api.url}/oauth/v2/end_session/confirm`
    expect((await mine.submit(confirm, { xsrf: 'guessed', logout: 'yes' })).status).toBe(400)
    expect((await other.submit(confirm, { xsrf, logout: 'yes' })).status).toBe(400)
    const ended = await mine.submit(confirm, { xsrf, logout: 'yes' })
    expect([ended.status, ended.text]).toEqual([200, expect.stringContaining('Logged out')])
    expect((await refresh(first ?? '')).body.error).toBe('invalid_grant')
    expect((await refresh(second ?? '')).status).toBe(200)
  })
})

describe('every response of the provider', () => {
  const LOGIN = '/oauth/v2/login/nobody'

  test.each([
    ['GET', '/.well-known/openid-configuration', 200],
    ['GET', '/oauth/v2/keys', 200],
    ['HEAD', '/oauth/v2/keys', 200],
    ['GET', '/oauth/v2/authorize', 400],
    ['GET', '/oauth/v2/authorize/nobody', 400],
    ['GET', LOGIN, 400],
    ['POST', LOGIN, 400],
    ['POST', '/oauth/v2/token', 400],
    ['GET', '/oauth/v2/end_session', 200],
    ['POST', '/oauth/v2/end_session/confirm', 400],
    ['GET', '/oauth/v2/end_session/success', 200],
  ])('%s %s: %i with the headers of every response and a line in the log', async (method, path, status) => {
    const requestId = crypto.randomUUID()
    const response = await fetch(api.url + path, {
      method,
      headers: { ...from(), 'x-request-id': requestId },
    })
    await response.text()
    expect(response.status).toBe(status)
    expect(response.headers.get('x-request-id')).toBe(requestId)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
    for (const name of ['server', 'x-powered-by']) expect(response.headers.get(name)).toBeNull()
    const lines = api.log.filter(({ fields }) => fields['requestId'] === requestId)
    expect(lines.map(({ message, fields }) => [message, fields['path'], fields['status']])).toEqual([
      ['request', path, status],
    ])
  })

  test.each([
    ['PUT', '/oauth/v2/token', 405],
    ['GET', '/oauth/v2/token', 405],
    ['POST', '/oauth/v2/authorize', 405],
    ['GET', '/oauth/v2/authorize/', 404],
    ['GET', '/oauth/v2/login/', 404],
    ['GET', '/oauth/v2/reg', 404],
    ['GET', '/.well-known/oauth-authorization-server', 404],
  ])('%s %s is the gateway’s own %i', async (method, path, status) => {
    const { status: answered, body } = await api.call(path, { method, token: null })
    expect([answered, body.status]).toEqual([status, status])
  })

  test('shows the one key that signs, and none of its secrets', async () => {
    const { keys } = (await api.get('/oauth/v2/keys', { token: null })).body
    const { body } = await exchange(await newCode())
    const { kid } = JSON.parse(Buffer.from(body.access_token.split('.')[0], 'base64url').toString())
    expect(keys).toEqual([
      { kty: 'RSA', use: 'sig', alg: 'RS256', kid, e: 'AQAB', n: expect.stringMatching(/^[\w-]{342}$/) },
    ])
  })

  test('429 in the gateway’s shape from the 301st of a minute on', async () => {
    const ask = () => counted.get('/oauth/v2/keys', { token: null })
    for (let sent = 0; sent < 300; sent += 1) expect((await ask()).status).toBe(200)
    const refused = await ask()
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
    expect(refused.headers.get('retry-after')).toBe('60')
    const login = await counted.call('/oauth/v2/token', { method: 'POST', token: null })
    expect(login.status).toBe(429)
    clock.advance(60_000)
    expect((await ask()).status).toBe(200)
  })
})

describe('logging out with an access token', () => {
  test('ends its refresh token, and nobody else’s', async () => {
    const [mine, other] = await Promise.all([0, 1].map(async () => (await exchange(await newCode())).body))
    const { body } = await api.call('/v1/auth/logout', {
      method: 'POST',
      token: `Bearer ${mine.access_token}`,
    })
    expect(body).toEqual({ revoked: true, end_session_url: `${api.url}/oauth/v2/end_session` })
    expect((await refresh(mine.refresh_token)).body.error).toBe('invalid_grant')
    expect((await refresh(other.refresh_token)).status).toBe(200)
    expect(await statusOf(mine.access_token)).toBe(401)
  })
})

describe('this machine under its other name', () => {
  const elsewhere = api.url.replace('127.0.0.1', 'localhost')

  test('is an issuer of its own, whose tokens work under both names and end where they came from', async () => {
    const document = (await (await fetch(`${elsewhere}/.well-known/openid-configuration`)).json()) as any
    expect([document.issuer, document.token_endpoint]).toEqual([elsewhere, `${elsewhere}/oauth/v2/token`])
    const landed = await newBrowser().logIn(authorizeUrl().replace(api.url, elsewhere), newcomer())
    expect(landed.url.searchParams.get('iss')).toBe(elsewhere)
    const response = await fetch(document.token_endpoint, {
      method: 'POST',
      headers: from(),
      body: changed(
        {
          grant_type: 'authorization_code',
          client_id: 'tidemark',
          redirect_uri: REDIRECT,
          code: landed.url.searchParams.get('code') ?? '',
          code_verifier: VERIFIER,
        },
        {},
      ),
    })
    const { access_token: token } = (await response.json()) as { access_token: string }
    expect(decodeJwt(token).iss).toBe(elsewhere)
    expect(await statusOf(token)).toBe(200)
    const me = await fetch(`${elsewhere}/v1/auth/me`, { headers: { authorization: `Bearer ${token}` } })
    expect(me.status).toBe(200)
    const { body } = await api.call('/v1/auth/logout', { method: 'POST', token: `Bearer ${token}` })
    expect(body.end_session_url).toBe(`${elsewhere}/oauth/v2/end_session`)
  })
})
