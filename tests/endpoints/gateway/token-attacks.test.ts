import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../../src/wiring/groups.ts'
import { instant } from '../../support/factories.ts'
import { createKey, FakeIdentityProvider } from '../../support/fake-identity-provider.ts'
import { boot } from '../../support/harness.ts'
import { requestText, sendRaw } from '../../support/raw-http.ts'
import { TestClock } from '../../support/test-clock.ts'
import {
  type Attack,
  encode,
  type Expected,
  Forger,
  odd,
  refusedAtHome,
  refusedByKey,
} from '../../support/token-attacks.ts'

const clock = new TestClock(instant('2026-02-03T12:00:00Z'))
const [key, stranger, other] = [createKey('key-1'), createKey('key-1'), createKey('key-0')]
const provider = await FakeIdentityProvider.start([key, other])

/** Where a token may say that its key is: nobody must ask there. */
let askedElsewhere = 0
const trap = createServer((_request, response) => {
  askedElsewhere += 1
  response.end('{"keys":[]}')
}).listen(0, '127.0.0.1')
await once(trap, 'listening')
const elsewhere = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`

const api = await boot({
  clock,
  env: {
    AUTH_URL: provider.url,
    OIDC_AUDIENCE: 'tidemark',
    DEFAULT_TIER: 'enterprise',
    TRUST_PROXY: '127.0.0.1',
  },
})
afterAll(async () => {
  trap.close()
  await provider.close()
})

const workshop = { provider, key, stranger, elsewhere, now: () => clock.now() }
const forger = new Forger(workshop)
const outbound = (): number =>
  provider.asked.discovery + provider.asked.keys + provider.asked.userinfo + askedElsewhere

/** One endpoint of each kind that the contract has: who may call it, by which method, repeatable or not. */
const KINDS = new Map(
  ENDPOINTS.filter(({ path }) => path !== '/v1/auth/logout').map(
    ({ auth, method, path, idempotent = false }) => [
      `${auth} ${method}${idempotent ? ' idempotent' : ''}`,
      { auth, method, path: path.replaceAll(/\{\w+\}/g, 'x') },
    ],
  ),
)
const SEARCH = '/v1/instruments/search?q=apple'
const READS = ['GET', 'HEAD'].map(
  (method) => [`${method} search`, { auth: 'user', method, path: SEARCH }] as const,
)
/** Statuses of those who do not get as far as the endpoint. */
const NOT_LET_IN = new Set([400, 401, 429, 431, 500, 503])

const INVALID = 'Bearer realm="tidemark", error="invalid_token"'
const ANSWERS: Record<Exclude<Expected, 'ok'>, [status: number, challenge: string | null]> = {
  TOKEN_INVALID: [401, INVALID],
  TOKEN_EXPIRED: [401, INVALID],
  HEADERS_TOO_LARGE: [431, null],
}

let addresses = 0
/** An address that has not sent anything yet: a limit that is reached must not hide a response. */
const nextAddress = (): string => `198.51.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`

/** Sends a token to every kind of endpoint: the public ones ignore it, whatever it is. */
async function hold({ make, expected }: Attack): Promise<void> {
  const token = `Bearer ${make()}`
  const headers = { 'x-forwarded-for': nextAddress() }
  const said: unknown[] = []
  const wanted: unknown[] = []
  for (const [kind, { auth, method, path }] of [...KINDS, ...READS]) {
    const { status, headers: sent } = await api.call(path, { token, method, headers })
    const letIn = auth === 'public' || expected === 'ok'
    wanted.push(letIn ? [kind, 'let in'] : [kind, ...ANSWERS[expected]])
    said.push(
      NOT_LET_IN.has(status) || !letIn ? [kind, status, sent.get('www-authenticate')] : [kind, 'let in'],
    )
  }
  expect(said).toEqual(wanted)
  const { status, body } = await api.get(SEARCH, { token, headers })
  expect(expected === 'ok' ? [status] : [status, body.code]).toEqual(
    expected === 'ok' ? [200] : [ANSWERS[expected][0], expected],
  )
}

const titled = (attacks: readonly Attack[]): Array<[string, Attack]> =>
  attacks.map((attack) => [`${attack.expected}: ${attack.name}`, attack])

const HOME = refusedAtHome(forger, workshop)
const BY_KEY = refusedByKey(forger)

test('the kinds of endpoints are all there, and so are the tokens', () => {
  expect([...KINDS.keys()].sort()).toEqual([
    'admin PATCH',
    'admin POST',
    'admin POST idempotent',
    'admin PUT',
    'public GET',
    'public POST',
    'user DELETE',
    'user GET',
    'user PATCH',
    'user POST',
    'user POST idempotent',
    'user PUT',
  ])
  expect(odd(forger).length + HOME.length + BY_KEY.length).toBeGreaterThan(120)
})

test('the keys are there, and an unknown one would be asked for', async () => {
  await expect.poll(() => provider.asked.keys).toBe(1)
  clock.advance(31_000)
})

describe('a token that nobody need be asked about', () => {
  let before: number

  beforeAll(() => {
    before = outbound()
  })

  test.each(titled(odd(forger)))('%s', async (_title, attack) => {
    await hold(attack)
    expect(outbound()).toBe(before)
  })

  test.each(titled(HOME))('%s', async (_title, attack) => {
    await hold(attack)
    expect(outbound()).toBe(before)
  })
})

describe('a token of this gateway that was made for others', () => {
  test('TOKEN_INVALID for one that is for backends', async () => {
    const issued = await api.call('/v1/auth/internal-token', {
      token: `Bearer ${await api.token('admin@demo.test')}`,
      json: { audience: 'tidemark', scope: [] },
    })
    expect(issued.status).toBe(200)
    await hold({ name: 'internal', make: () => issued.body.token as string, expected: 'TOKEN_INVALID' })
  })

  test('TOKEN_INVALID for a dev token that says it is the provider’s, and the other way round', async () => {
    const before = outbound()
    const [header, payload, signature] = (await api.token()).split('.') as [string, string, string]
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
    const moved = `${encode(forger.header())}.${encode({ ...claims, iss: provider.url })}.${signature}`
    const back = `${header}.${encode({ ...forger.claims(), iss: 'urn:tidemark:dev-login' })}.${signature}`
    for (const token of [moved, back]) {
      await hold({ name: 'moved', make: () => token, expected: 'TOKEN_INVALID' })
    }
    expect(outbound()).toBe(before)
  })
})

describe('a token whose key decides', () => {
  test('the provider is asked for an unknown key, and the trap counts who asks it', async () => {
    const before = { ...provider.asked }
    await hold({ name: 'unknown', make: () => forger.signed({ kid: 'unknown' }), expected: 'TOKEN_INVALID' })
    expect(provider.asked.keys).toBe(before.keys + 1)
    expect(askedElsewhere).toBe(0)
    await fetch(elsewhere)
    expect(askedElsewhere).toBe(1)
    askedElsewhere = 0
  })

  test.each(titled(BY_KEY))('%s', async (_title, attack) => {
    const before = outbound()
    await hold(attack)
    expect(outbound()).toBe(before)
  })

  test('TOKEN_INVALID with a kid that the provider publishes twice, whichever key signed', async () => {
    provider.published = [...provider.published, { ...(provider.published[0] as object), n: publicModulus() }]
    clock.advance(5 * 60_000)
    const asked = provider.asked.keys
    await expect.poll(() => provider.asked.keys).toBe(asked + 1)
    for (const make of [() => forger.signed(), () => forger.forged()]) {
      await expect.poll(async () => (await api.get(SEARCH, { token: `Bearer ${make()}` })).status).toBe(401)
      await hold({ name: 'doubled', make, expected: 'TOKEN_INVALID' })
    }
    provider.published = provider.published.slice(0, 2)
    clock.advance(5 * 60_000)
    await expect
      .poll(async () => (await api.get(SEARCH, { token: `Bearer ${forger.signed()}` })).status)
      .toBe(200)
  })
})

const publicModulus = (): string => String(stranger.publicKey.export({ format: 'jwk' }).n)

describe('the header', () => {
  const token = forger.signed()
  const NOT_BEARER = 'Bearer realm="tidemark"'
  const TWICE = 'Bearer realm="tidemark", error="invalid_request"'
  type Row = [
    name: string,
    answer: [number, string | undefined, string | null],
    headers: string[],
    path?: string,
  ]
  const rows: Row[] = [
    ['no header', [401, 'TOKEN_MISSING', NOT_BEARER], []],
    ['an empty one', [401, 'TOKEN_MISSING', NOT_BEARER], ['Authorization:']],
    ['the scheme alone', [401, 'TOKEN_MISSING', NOT_BEARER], ['Authorization: Bearer']],
    ['no scheme', [401, 'TOKEN_MISSING', NOT_BEARER], [`Authorization: ${token}`]],
    ['Basic', [401, 'TOKEN_MISSING', NOT_BEARER], ['Authorization: Basic dXNlcjpwYXNz']],
    ['DPoP', [401, 'TOKEN_MISSING', NOT_BEARER], [`Authorization: DPoP ${token}`]],
    ['a tab', [401, 'TOKEN_MISSING', NOT_BEARER], [`Authorization: Bearer\t${token}`]],
    ['a colon', [401, 'TOKEN_MISSING', NOT_BEARER], [`Authorization: Bearer: ${token}`]],
    ['two blanks, as RFC 9110 allows', [200, undefined, null], [`Authorization: Bearer  ${token}`]],
    ['a second word', [401, 'TOKEN_INVALID', INVALID], [`Authorization: Bearer ${token} x`]],
    ['a comma', [401, 'TOKEN_INVALID', INVALID], [`Authorization: Bearer ${token},`]],
    ['quotes', [401, 'TOKEN_INVALID', INVALID], [`Authorization: Bearer "${token}"`]],
    ['two in one', [401, 'TOKEN_INVALID', INVALID], [`Authorization: Bearer ${token}, Bearer ${token}`]],
    ['a letter of Latin-1', [401, 'TOKEN_INVALID', INVALID], [`Authorization: Bearer \xe4${token}`]],
    [
      'twice',
      [400, 'MALFORMED_REQUEST', TWICE],
      [`Authorization: Bearer ${token}`, `authorization: Bearer ${token}`],
    ],
    [
      'twice, one empty',
      [400, 'MALFORMED_REQUEST', TWICE],
      ['Authorization:', `Authorization: Bearer ${token}`],
    ],
    ['in the query', [400, 'MALFORMED_REQUEST', TWICE], [], `&access_token=${token}`],
    [
      'in the query as well',
      [400, 'MALFORMED_REQUEST', TWICE],
      [`Authorization: Bearer ${token}`],
      `&access_token=${token}`,
    ],
    [
      'in the query, spelt so that nobody reads it',
      [401, 'TOKEN_MISSING', NOT_BEARER],
      [],
      `&access%5Ftoken=${token}`,
    ],
    ['in a cookie', [401, 'TOKEN_MISSING', NOT_BEARER], [`Cookie: access_token=${token}`]],
    ['in another header', [401, 'TOKEN_MISSING', NOT_BEARER], [`X-Access-Token: ${token}`]],
    ['in a proxy’s header', [401, 'TOKEN_MISSING', NOT_BEARER], [`Proxy-Authorization: Bearer ${token}`]],
    ['over 16 KiB', [431, 'HEADERS_TOO_LARGE', null], [`Authorization: Bearer ${'a'.repeat(17_000)}`]],
  ]

  test.each(rows)('%s: %j', async (_name, [status, code, challenge], headers, more = '') => {
    const before = outbound()
    const [reply] = await sendRaw(api.url, requestText(`GET ${SEARCH}${more}`, headers))
    expect([reply?.status, (JSON.parse(reply?.body ?? '') as { code: string }).code]).toEqual([status, code])
    expect(reply?.headers.get('www-authenticate') ?? null).toEqual(challenge === null ? null : [challenge])
    expect(outbound()).toBe(before)
  })

  test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('200 with the scheme %s', async (scheme) => {
    const [reply] = await sendRaw(
      api.url,
      requestText(`GET ${SEARCH}`, [`Authorization: ${scheme} ${token}`]),
    )
    expect(reply?.status).toBe(200)
  })
})

test('every refusal is explained in the log, and no part of any token is there', async () => {
  const sent: string[] = []
  for (const { make, expected } of [...HOME, ...BY_KEY]) {
    // The log takes twenty refusals in ten seconds.
    clock.advance(11_000)
    const before = api.log.length
    const token = make()
    sent.push(token)
    await api.get(`${SEARCH}&access=${token.slice(0, 20)}`, {
      token: `Bearer ${token}`,
      headers: { 'x-forwarded-for': nextAddress() },
    })
    if (expected === 'HEADERS_TOO_LARGE') continue
    const refusals = api.log.slice(before).filter(({ message }) => message === 'token refused')
    expect(refusals).toEqual([
      expect.objectContaining({ fields: { code: expected, reason: expect.any(String) } }),
    ])
  }
  const log = JSON.stringify(api.log)
  const parts = sent.flatMap((token) => token.split('.')).filter((part) => part.length > 16)
  expect(parts.length).toBeGreaterThan(300)
  expect(parts.filter((part) => log.includes(part.slice(0, 100)))).toEqual([])
})
