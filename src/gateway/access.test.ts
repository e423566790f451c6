import { hash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { TestClock } from '../../tests/support/test-clock.ts'
import { Failure } from '../kernel/fail.ts'
import type { Refusal, TokenClaims, TokenVerifier, Verification } from '../ports/identity.ts'
import { type Access, createAccess, type Entitlement, type Session } from './access.ts'
import { CHECKS_PER_SECOND } from './forgery-guard.ts'

const NOW = 1_800_000_000_000
const from = { ip: '192.0.2.1' }

let clock: TestClock
let verified: string[]
let refusals: Refusal[]
let outcome: (token: string) => Verification | Promise<Verification>
let entitlement: Entitlement
let access: Access
let connection: object

const claims = (over: Partial<TokenClaims> = {}): TokenClaims => ({
  issuer: 'https://idp.test',
  subject: 'sub-1',
  email: 'a@x.test',
  emailProved: true,
  fromProvider: true,
  hasAdminClaim: false,
  tenantId: '11111111-1111-4111-8111-111111111111',
  expiresAt: NOW / 1_000 + 3_600,
  issuedAt: NOW / 1_000,
  tokenId: null,
  ...over,
})

beforeEach(() => {
  clock = new TestClock(NOW)
  verified = []
  refusals = []
  outcome = () => ({ ok: true, claims: claims() })
  entitlement = { role: 'member', limit: 60 }
  connection = {}
  access = accessWith()
})

function accessWith(refusalOfForm: TokenVerifier['refusalOfForm'] = () => null): Access {
  const verify = async (token: string): Promise<Verification> => {
    verified.push(token)
    return outcome(token)
  }
  return createAccess({
    verifier: { refusalOfForm, verify },
    entitlement: async () => entitlement,
    clock,
    onRefusal: (refusal) => refusals.push(refusal),
  })
}

async function enter(authorization: string | undefined, on: object = connection): Promise<Session> {
  const outcome = await access.authenticate(authorization, on, from)
  if (outcome instanceof Failure) throw outcome
  return outcome
}

const keysOf = ({ windows }: Session): string[] => windows.map(({ key }) => key)

async function refusalOf(authorization: string | undefined): Promise<Failure> {
  try {
    await enter(authorization)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error
  }
  throw new Error('admitted')
}

describe('the header', () => {
  test.each(['Bearer abc.def-g_h~+/==', 'bearer abc.def-g_h~+/==', 'BEARER abc.def-g_h~+/=='])(
    '%s is read, the scheme in any case',
    async (header) => {
      await enter(header)
      expect(verified).toEqual(['abc.def-g_h~+/=='])
    },
  )

  test.each([
    undefined,
    '',
    'Bearer',
    'Basic dXNlcjpwYXNz',
    'Bearertoken',
    'Token abc',
    'Bearer\tabc',
    ' Bearer abc',
  ])('%s is 401 TOKEN_MISSING with a challenge that names no error', async (header) => {
    const failure = await refusalOf(header)
    expect(failure.code).toBe('TOKEN_MISSING')
    expect(failure.headers).toEqual({ 'WWW-Authenticate': 'Bearer realm="tidemark"' })
    expect(verified).toEqual([])
  })

  test.each([
    'Bearer ',
    'Bearer abc def',
    'Bearer a,b',
    'Bearer ä',
    'Bearer abc=d',
    'Bearer "abc"',
    'Bearer abc, Bearer def',
  ])('%j is 401 TOKEN_INVALID and never verified', async (header) => {
    const failure = await refusalOf(header)
    expect(failure.code).toBe('TOKEN_INVALID')
    expect(failure.headers).toEqual({ 'WWW-Authenticate': 'Bearer realm="tidemark", error="invalid_token"' })
    expect(verified).toEqual([])
  })

  test('may have several blanks behind its scheme', async () => {
    await enter('Bearer    abc')
    expect(verified).toEqual(['abc'])
  })

  test('over 8 KiB is 431 before anything is hashed or verified', async () => {
    expect((await refusalOf(`Bearer ${'a'.repeat(8_192)}`)).code).toBe('HEADERS_TOO_LARGE')
    expect(verified).toEqual([])
    await enter(`Bearer ${'a'.repeat(8_192 - 'Bearer '.length)}`)
    expect(verified).toHaveLength(1)
  })
})

describe('a token that its form alone refuses', () => {
  test('is not verified, and the operator is told why', async () => {
    const opaque: Refusal = { code: 'TOKEN_INVALID', reason: 'opaque' }
    access = accessWith((token) => (token.includes('.') ? null : opaque))
    const failure = await refusalOf('Bearer abc')
    expect(failure.code).toBe('TOKEN_INVALID')
    expect(failure.headers).toEqual({ 'WWW-Authenticate': 'Bearer realm="tidemark", error="invalid_token"' })
    expect([verified, refusals]).toEqual([[], [opaque]])
    await enter('Bearer abc.def')
    expect(verified).toEqual(['abc.def'])
  })
})

describe('a refused token', () => {
  test.each([
    ['TOKEN_INVALID', { 'WWW-Authenticate': 'Bearer realm="tidemark", error="invalid_token"' }],
    ['TOKEN_EXPIRED', { 'WWW-Authenticate': 'Bearer realm="tidemark", error="invalid_token"' }],
    ['AUTH_UNAVAILABLE', { 'Retry-After': '5' }],
  ] as const)('%s reaches the caller without the reason, and the log with it', async (code, headers) => {
    outcome = () => ({ ok: false, refusal: { code, reason: 'the secret reason' } })
    const failure = await refusalOf('Bearer abc')
    expect(failure.code).toBe(code)
    expect(failure.headers).toEqual(headers)
    expect(failure.message).not.toContain('secret')
    expect(refusals).toEqual([{ code, reason: 'the secret reason' }])
  })

  test('is looked at again each time', async () => {
    outcome = () => ({ ok: false, refusal: { code: 'TOKEN_INVALID', reason: 'no' } })
    await refusalOf('Bearer abc')
    outcome = () => ({ ok: true, claims: claims() })
    await enter('Bearer abc')
    expect(verified).toEqual(['abc', 'abc'])
  })
})

describe('a good token', () => {
  test('gives the caller, its limit, and keys that do not hold it', async () => {
    entitlement = { role: 'admin', limit: null }
    const session = await enter('Bearer abc.def')
    expect(session.caller).toEqual({
      userId: 'sub-1',
      email: 'a@x.test',
      tenantId: '11111111-1111-4111-8111-111111111111',
      role: 'admin',
      token: {
        issuer: 'https://idp.test',
        expiresAt: NOW + 3_600_000,
        revocationKey: expect.stringMatching(/^[\w-]{43}$/),
        grantId: null,
      },
    })
    expect(session.limit).toBeNull()
    expect(JSON.stringify(session)).not.toContain('abc.def')
  })

  test('two tokens of one subject share the subject’s key and not the token’s', async () => {
    const [one, other] = [await enter('Bearer one'), await enter('Bearer other')]
    const [[token, subject], [otherToken, otherSubject]] = [keysOf(one), keysOf(other)]
    expect(subject).toBe(otherSubject)
    expect(token).not.toBe(otherToken)
    outcome = () => ({ ok: true, claims: claims({ issuer: 'https://other.test' }) })
    expect(keysOf(await enter('Bearer third'))[1]).not.toBe(subject)
  })

  test('is believed for 60 s and then verified again', async () => {
    await enter('Bearer abc')
    clock.advance(59_999)
    await enter('Bearer abc')
    await enter('Bearer abc', {})
    expect(verified).toHaveLength(1)
    clock.advance(1)
    await enter('Bearer abc')
    expect(verified).toHaveLength(2)
  })

  test('is believed no longer than it lives', async () => {
    outcome = () => ({ ok: true, claims: claims({ expiresAt: NOW / 1_000 + 10 }) })
    await enter('Bearer abc')
    await enter('Bearer abc')
    clock.advance(9_999)
    await enter('Bearer abc')
    expect(verified).toHaveLength(1)
    clock.advance(1)
    outcome = () => ({ ok: false, refusal: { code: 'TOKEN_EXPIRED', reason: 'expired' } })
    expect((await refusalOf('Bearer abc')).code).toBe('TOKEN_EXPIRED')
  })

  test('that is accepted within the leeway after its end is verified each time', async () => {
    outcome = () => ({ ok: true, claims: claims({ expiresAt: NOW / 1_000 - 10 }) })
    await enter('Bearer abc')
    await enter('Bearer abc')
    expect(verified).toHaveLength(2)
  })

  test('is answered at once when it is known, and by the same session on the same connection', async () => {
    const first = await enter('Bearer abc')
    expect(access.authenticate('Bearer abc', connection, from)).toBe(first)
    expect(access.authenticate('Bearer abc', connection, from)).toBe(first)
    expect(access.authenticate('bearer abc', connection, from)).toBe(first)
  })

  test('another token on the same connection is another session', async () => {
    await enter('Bearer abc')
    await enter('Bearer abc')
    outcome = () => ({ ok: true, claims: claims({ subject: 'sub-2' }) })
    expect((await enter('Bearer xyz')).caller.userId).toBe('sub-2')
    expect((await enter('Bearer abc')).caller.userId).toBe('sub-1')
  })
})

describe('an expired token', () => {
  test('is verified once a minute, however often it is sent', async () => {
    outcome = () => ({ ok: false, refusal: { code: 'TOKEN_EXPIRED', reason: 'expired' } })
    for (let i = 0; i < 10; i++) expect((await refusalOf('Bearer abc')).code).toBe('TOKEN_EXPIRED')
    expect(verified).toHaveLength(1)
    expect(refusals).toEqual(Array(10).fill({ code: 'TOKEN_EXPIRED', reason: 'expired' }))
    clock.advance(60_000)
    await refusalOf('Bearer abc')
    expect(verified).toHaveLength(2)
  })

  test('is good again after a clock that was wrong has been set back', async () => {
    clock.advance(365 * 86_400_000)
    outcome = () => ({ ok: false, refusal: { code: 'TOKEN_EXPIRED', reason: 'expired' } })
    await refusalOf('Bearer abc')
    clock.advance(-365 * 86_400_000)
    outcome = () => ({ ok: true, claims: claims() })
    expect((await enter('Bearer abc')).caller.userId).toBe('sub-1')
  })
})

describe('an address that has sent 60 false signatures', () => {
  let checked: number

  /** Signatures are checked as the gate says; tokens that begin with `forged` have a false one. */
  beforeEach(() => {
    checked = 0
    access = createAccess({
      verifier: {
        verify: async (token, gate) => {
          verified.push(token)
          const check = (): boolean => ++checked > 0 && !token.startsWith('forged')
          const genuine = gate === undefined ? check() : gate.pass(check)
          if (genuine === true) return outcome(token)
          const refusal: Refusal = { code: 'TOKEN_INVALID', reason: genuine === null ? 'unchecked' : 'false' }
          return { ok: false, refusal: genuine === false ? { ...refusal, forged: true } : refusal }
        },
      },
      entitlement: async () => entitlement,
      clock,
      onRefusal: (refusal) => refusals.push(refusal),
    })
  })

  async function forge(count: number, name = 'forged'): Promise<Record<string, number>> {
    const codes: Record<string, number> = {}
    for (let i = 0; i < count; i++) {
      const { code } = await refusalOf(`Bearer ${name}-${i}`)
      codes[code] = (codes[code] ?? 0) + 1
    }
    return codes
  }

  test('is told 429 for each more of them, and when to come again', async () => {
    expect(await forge(60)).toEqual({ TOKEN_INVALID: 60 })
    clock.advance(20_000)
    const failure = await refusalOf('Bearer forged-more')
    expect([failure.code, failure.headers]).toEqual(['RATE_LIMIT_EXCEEDED', { 'Retry-After': '40' }])
    expect(refusals.at(-1)).toMatchObject({ code: 'TOKEN_INVALID', reason: 'false' })
    clock.advance(40_000)
    expect((await refusalOf('Bearer forged-again')).code).toBe('TOKEN_INVALID')
  })

  test('still lets in everybody with a good token that nobody knows', async () => {
    await forge(1_000)
    for (let i = 0; i < 100; i++) expect((await enter(`Bearer good-${i}`, {})).limit).toBe(60)
  })

  test('is told 429 without a check once the budget is used up, until some of it is there again', async () => {
    await forge(60 + CHECKS_PER_SECOND)
    const before = checked
    expect(before).toBe(60 + CHECKS_PER_SECOND)
    const failure = await refusalOf('Bearer good')
    expect([failure.code, failure.headers]).toEqual(['RATE_LIMIT_EXCEEDED', { 'Retry-After': '1' }])
    expect(refusals.at(-1)).toEqual({ code: 'TOKEN_INVALID', reason: 'unchecked' })
    expect(checked).toBe(before)
    clock.advance(1)
    await enter('Bearer good')
  })

  test('pays once a minute for a token that it sends again and again', async () => {
    for (let i = 0; i < 100; i++) await refusalOf('Bearer forged')
    expect(checked).toBe(1)
    clock.advance(60_000)
    await refusalOf('Bearer forged')
    access.forget()
    await refusalOf('Bearer forged')
    expect(checked).toBe(3)
  })

  test('goes on with every token that is known, also when that has to be verified again', async () => {
    await enter('Bearer abc')
    await forge(60 + 2 * CHECKS_PER_SECOND)
    await enter('Bearer abc', {})
    access.forget()
    await enter('Bearer abc', {})
    expect((await refusalOf('Bearer other')).code).toBe('RATE_LIMIT_EXCEEDED')
  })

  test('is not the address of somebody else', async () => {
    await forge(60 + CHECKS_PER_SECOND)
    const elsewhere = await access.authenticate('Bearer new', {}, { ip: '192.0.2.2' })
    expect(elsewhere).not.toBeInstanceOf(Failure)
  })

  test('still learns that a token is missing or is none', async () => {
    await forge(60)
    expect((await refusalOf(undefined)).code).toBe('TOKEN_MISSING')
    expect((await refusalOf('Bearer a b')).code).toBe('TOKEN_INVALID')
  })

  test('knows a token still that could not be verified for want of the provider', async () => {
    await enter('Bearer abc')
    access.forget()
    outcome = () => ({ ok: false, refusal: { code: 'AUTH_UNAVAILABLE', reason: 'down' } })
    expect((await refusalOf('Bearer abc')).code).toBe('AUTH_UNAVAILABLE')
    outcome = () => ({ ok: true, claims: claims() })
    await forge(60 + CHECKS_PER_SECOND)
    await enter('Bearer abc')
  })
})

describe('forgetting', () => {
  test('makes the next request ask for the entitlement again, on a known connection too', async () => {
    await enter('Bearer abc')
    await enter('Bearer abc')
    entitlement = { role: 'admin', limit: 600 }
    expect((await enter('Bearer abc')).limit).toBe(60)
    access.forget()
    expect(await enter('Bearer abc')).toMatchObject({ limit: 600, caller: { role: 'admin' } })
  })

  test('also outdates what is being found out at that moment', async () => {
    const gate = Promise.withResolvers<Verification>()
    outcome = () => gate.promise
    const entering = enter('Bearer abc')
    access.forget()
    gate.resolve({ ok: true, claims: claims() })
    await entering
    outcome = () => ({ ok: true, claims: claims() })
    entitlement = { role: 'member', limit: 7 }
    expect((await enter('Bearer abc')).limit).toBe(7)
    expect(verified).toHaveLength(2)
  })
})

describe('a revoked token', () => {
  let asked: string[]
  let revoked: Set<string>

  beforeEach(() => {
    asked = []
    revoked = new Set()
    access = createAccess({
      verifier: {
        verify: async (token) => {
          verified.push(token)
          return outcome(token)
        },
      },
      entitlement: async () => entitlement,
      isRevoked: async (key) => {
        asked.push(key)
        return revoked.has(key)
      },
      clock,
      onRefusal: (refusal) => refusals.push(refusal),
    })
  })

  const keyOf = async (token: string, over: Partial<TokenClaims> = {}): Promise<string | undefined> => {
    outcome = () => ({ ok: true, claims: claims(over) })
    return (await enter(`Bearer ${token}`)).caller.token?.revocationKey
  }

  test('is refused after forgetting, then without verifying or asking again', async () => {
    const session = await enter('Bearer a.b.c')
    await enter('Bearer a.b.c')
    revoked.add(session.caller.token?.revocationKey ?? '')
    access.forget()
    expect((await refusalOf('Bearer a.b.c')).code).toBe('TOKEN_INVALID')
    expect((await refusalOf('Bearer a.b.c')).code).toBe('TOKEN_INVALID')
    access.forget()
    expect((await refusalOf('Bearer a.b.c')).code).toBe('TOKEN_INVALID')
    expect(verified).toHaveLength(2)
    expect(asked).toHaveLength(2)
    expect(refusals).toEqual(Array(3).fill({ code: 'TOKEN_INVALID', reason: 'logged out' }))
  })

  test.each([true, false])('is looked for again when it is named, or when none is: %s', async (named) => {
    const session = await enter('Bearer a.b.c')
    await enter('Bearer d.e.f')
    const key = session.caller.token?.revocationKey ?? ''
    revoked.add(key)
    access.forget(named ? key : null)
    expect((await refusalOf('Bearer a.b.c')).code).toBe('TOKEN_INVALID')
    await enter('Bearer d.e.f')
    expect(verified).toHaveLength(named ? 3 : 4)
  })

  test('whose revocation nobody told of is refused once it is verified again', async () => {
    const session = await enter('Bearer a.b.c')
    revoked.add(session.caller.token?.revocationKey ?? '')
    clock.advance(60_000)
    expect((await refusalOf('Bearer a.b.c')).code).toBe('TOKEN_INVALID')
  })

  test('is known by its id, of its issuer and subject, in whatever text it comes', async () => {
    const key = await keyOf('a.b.c', { tokenId: 'one' })
    expect(await keyOf('d.e.f', { tokenId: 'one' })).toBe(key)
    expect(await keyOf('g.h.i', { tokenId: 'two' })).not.toBe(key)
    expect(await keyOf('j.k.l', { tokenId: 'one', issuer: 'https://other.test' })).not.toBe(key)
    expect(await keyOf('m.n.o', { tokenId: 'one', subject: 'sub-2' })).not.toBe(key)
  })

  test.each([null, ''])('with the id %j is known by what was signed', async (tokenId) => {
    const key = await keyOf('a.b.c', { tokenId })
    expect(key).toBe(hash('sha256', 'a.b', 'base64url'))
    expect(await keyOf('a.c.c', { tokenId })).not.toBe(key)
  })
})
