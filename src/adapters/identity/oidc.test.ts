import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import {
  createKey,
  FakeIdentityProvider,
  json,
  LIES,
  publicJwk,
  signToken,
} from '../../../tests/support/fake-identity-provider.ts'
import { TestClock } from '../../../tests/support/test-clock.ts'
import type { Verification } from '../../ports/identity.ts'
import { createOidcVerifier, type OidcOptions } from './oidc.ts'

const MINUTE = 60_000
const key = createKey('one')
const next = createKey('two')
const TENANT = '1c0cdd38-7a4c-4a6b-8a94-6e2b0a4b3f10'

let open: FakeIdentityProvider[] = []

afterEach(async () => {
  await Promise.all(open.map((provider) => provider.close()))
  open = []
})

async function bench(options: Partial<OidcOptions> = {}) {
  const provider = await FakeIdentityProvider.start([key])
  open.push(provider)
  const clock = new TestClock(Date.UTC(2026, 0, 15, 14, 30))
  const warnings: string[] = []
  const verifier = createOidcVerifier({
    authUrl: provider.url,
    audiences: [],
    tenantClaim: 'tenant_id',
    emailClaim: 'email',
    clock,
    warn: (message) => warnings.push(message),
    ...options,
  })
  const verify = async (claims: Record<string, unknown> = {}): Promise<Verification> =>
    verifier.verify(provider.token(key, clock.now(), claims))
  return { provider, clock, warnings, verifier, verify }
}

/** A response that never comes is waited for no longer; all others have the usual time, however busy the machine is. */
const soonOver = (lie: unknown): Partial<OidcOptions> => (lie === LIES.hang ? { timeoutMs: 500 } : {})

/** `ok`, or the code of the refusal. */
const codeOf = (outcome: Verification): string => (outcome.ok ? 'ok' : outcome.refusal.code)

function uuidV5(name: string, namespace: string): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest()
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const URL_NAMESPACE = '6ba7b811-9dad-11d1-80b4-00c04fd430c8'

describe('a token of the provider', () => {
  it('says who its bearer is', async () => {
    const { provider, clock, verify, verifier } = await bench()
    const seconds = clock.now() / 1_000
    expect(await verify({ jti: 'token-1' })).toEqual({
      ok: true,
      claims: {
        issuer: provider.url,
        subject: 'user-1',
        email: 'ann@example.test',
        emailProved: false,
        fromProvider: true,
        hasAdminClaim: false,
        tenantId: TENANT,
        issuedAt: seconds,
        expiresAt: seconds + 3_600,
        tokenId: 'token-1',
      },
    })
    expect(await verify()).toMatchObject({ claims: { tokenId: null } })
    expect(provider.asked).toEqual({ discovery: 1, keys: 1, userinfo: 0 })
    expect(verifier.state()).toMatchObject({ keys: 1, failing: false, issuer: provider.url })
  })

  it('must be for one of the audiences, where any is configured', async () => {
    const { verify } = await bench({ audiences: ['tidemark', 'other'] })
    expect(codeOf(await verify())).toBe('ok')
    expect(codeOf(await verify({ aud: ['x', 'other'] }))).toBe('ok')
    expect(codeOf(await verify({ aud: 'x' }))).toBe('TOKEN_INVALID')
    expect(codeOf(await verify({ aud: undefined }))).toBe('TOKEN_INVALID')
  })

  it('is taken from a provider whose issuer ends with a slash, from the very first one on', async () => {
    const { provider, verify, verifier } = await bench()
    provider.discovery = { issuer: `${provider.url}/` }
    expect(verifier.handles(`${provider.url}/`)).toBe(true)
    const outcomes = await Promise.all([verify(), verify(), verify()])
    expect(outcomes.map(codeOf)).toEqual(['ok', 'ok', 'ok'])
    expect(codeOf(await verify({ iss: provider.url }))).toBe('TOKEN_INVALID')
  })

  it('of another issuer is nobody else’s to check', async () => {
    const { provider, verifier } = await bench()
    expect([provider.url, `${provider.url}/`].every((issuer) => verifier.handles(issuer))).toBe(true)
    for (const issuer of [
      `${provider.url}//`,
      provider.url.toUpperCase(),
      'https://evil.example',
      '',
      null,
      undefined,
      [provider.url],
    ]) {
      expect(verifier.handles(issuer)).toBe(false)
    }
  })

  it('that tells where its key is makes nobody ask there, nor anywhere', async () => {
    const { provider, clock, verifier } = await bench()
    const [, body = '', signature = ''] = provider.token(key, clock.now()).split('.')
    const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
    const headers = [
      { jku: `${provider.url}/keys` },
      { x5u: `${provider.url}/keys` },
      { jwk: publicJwk(key) },
      { alg: 'none' },
      { alg: 'HS256' },
      { crit: ['x'] },
      { kid: undefined },
    ]
    for (const changes of headers) {
      const token = signToken({ alg: 'RS256', kid: 'one', ...changes }, payload, key)
      expect(codeOf(await verifier.verify(token))).toBe('TOKEN_INVALID')
    }
    expect(codeOf(await verifier.verify(`e30.${body}.${signature}`))).toBe('TOKEN_INVALID')
    expect(provider.asked).toEqual({ discovery: 0, keys: 0, userinfo: 0 })
  })
})

describe('a claim that no caller may be known by', () => {
  const UNFIT = ['a\0b', 'a\ud800b', 'a\nb', 'a\u200bb', 'a\u202eb', 'x'.repeat(256)]
  it.each(
    ['sub', 'email', 'tenant_id'].flatMap((claim) =>
      UNFIT.map((text) => [claim, claim === 'email' ? `${text}@example.test` : text] as const),
    ),
  )('%s %j is refused, and the log names the claim', async (claim, text) => {
    const { verify } = await bench()
    const outcome = await verify({ [claim]: text })
    expect(outcome).toMatchObject({ ok: false, refusal: { code: 'TOKEN_INVALID' } })
    expect(outcome.ok ? '' : outcome.refusal.reason).toContain(`claim "${claim}" must`)
    expect(outcome.ok ? '' : outcome.refusal.reason).not.toContain(text)
  })

  it('of 255 characters is none of these', async () => {
    const { verify } = await bench()
    expect(codeOf(await verify({ sub: '🙂'.repeat(255), tenant_id: 'x'.repeat(255) }))).toBe('ok')
  })
})

describe('a provider that fails', () => {
  const lies = Object.entries(LIES).flatMap(([name, lie]) =>
    (['discovery', 'keys'] as const).map((endpoint) => [endpoint, name, lie] as const),
  )

  it.each(lies)(
    'on %s with "%s" makes cold calls unavailable and warm ones go on, and heals',
    async (endpoint, _, lie) => {
      const { provider, clock, verifier, verify, warnings } = await bench(soonOver(lie))
      provider.lies = { [endpoint]: lie }
      expect(codeOf(await verify())).toBe('AUTH_UNAVAILABLE')
      expect(verifier.state()).toMatchObject({ keys: 0, failing: true })
      expect(warnings).toHaveLength(1)
      expect(warnings.join()).not.toContain(provider.url)

      provider.lies = {}
      clock.advance(6_000)
      expect(codeOf(await verify())).toBe('ok')

      provider.lies = { [endpoint]: lie }
      clock.advance(6 * MINUTE)
      await verifier.tick()
      expect(verifier.state()).toMatchObject({ keys: 1, failing: true })
      expect(codeOf(await verify())).toBe('ok')
      expect(codeOf(await verifier.verify(provider.token(next, clock.now())))).toBe('AUTH_UNAVAILABLE')
    },
  )

  it.each([
    ['is about another issuer', { issuer: 'https://evil.example' }],
    ['has two slashes too many', { issuer: 'http://127.0.0.1//' }],
    ['has no issuer', { issuer: undefined }],
    ['has an issuer that is no text', { issuer: 5 }],
    ['has no key set', { jwks_uri: undefined }],
    ['has a key set in a file', { jwks_uri: 'file:///etc/passwd' }],
    ['has a key set that is no text', { jwks_uri: ['x'] }],
  ])('because its discovery document %s makes calls unavailable', async (_, document) => {
    const { provider, verify } = await bench()
    provider.discovery = document
    expect(codeOf(await verify({ iss: provider.url }))).toBe('AUTH_UNAVAILABLE')
    expect(provider.asked.keys).toBe(0)
  })

  it.each([null, [], 'text', 5, true])(
    'because its discovery document is %j makes calls unavailable',
    async (document) => {
      const { provider, verify } = await bench()
      provider.lies = { discovery: json(document) }
      expect(codeOf(await verify())).toBe('AUTH_UNAVAILABLE')
    },
  )

  it('by not being there at all makes calls unavailable', async () => {
    const { provider, verify, warnings } = await bench()
    await provider.close()
    open = []
    expect(codeOf(await verify())).toBe('AUTH_UNAVAILABLE')
    expect(warnings).toEqual([
      "The identity provider's keys could not be read: it is unreachable or answers with a redirect",
    ])
  })

  it('moves its keys elsewhere and is followed there by what it says of itself', async () => {
    const { provider, clock, verify, verifier } = await bench()
    await verify()
    provider.discovery = { jwks_uri: `${provider.url}/moved/keys` }
    provider.published = [publicJwk(next)]
    clock.advance(6 * MINUTE)
    await verifier.tick()
    expect(codeOf(await verifier.verify(provider.token(next, clock.now())))).toBe('ok')
    expect(codeOf(await verify())).toBe('TOKEN_INVALID')
  })
})

describe('the e-mail address', () => {
  it('is taken from the claim that the operator names', async () => {
    const { verify, provider } = await bench({ emailClaim: 'mail' })
    expect(await verify({ mail: 'Bob@Example.test' })).toMatchObject({
      claims: { email: 'bob@example.test' },
    })
    expect(provider.asked.userinfo).toBe(0)
  })

  it('is proved by the claim beside it: another address may be another’s', async () => {
    const { verify } = await bench({ emailClaim: 'mail' })
    const proved = async (claims: Record<string, unknown>): Promise<unknown> => {
      const outcome = await verify({ mail: 'boss@x.test', ...claims })
      return outcome.ok && outcome.claims.emailProved
    }
    expect(await proved({ email: 'mine@x.test', email_verified: true })).toBe(false)
    expect(await proved({ mail_verified: true })).toBe(true)
  })

  it.each([undefined, null, '', 'nobody', 5, ['a@b']])(
    'is asked for where the token says %j',
    async (email) => {
      const { provider, verify } = await bench()
      provider.userinfo = { sub: 'user-1', email: 'Ann@Userinfo.test' }
      expect(await verify({ email })).toMatchObject({ claims: { email: 'ann@userinfo.test' } })
    },
  )

  it('is asked for with the token itself', async () => {
    const { provider, clock, verifier } = await bench()
    const token = provider.token(key, clock.now(), { email: undefined })
    const sent: unknown[] = []
    provider.lies = {
      userinfo: (response, request) => {
        sent.push(request.headers.authorization)
        json({ sub: 'user-1', email: 'a@b' })(response, request)
      },
    }
    expect(codeOf(await verifier.verify(token))).toBe('ok')
    expect(sent).toEqual([`Bearer ${token}`])
  })

  it('is asked for once an hour for each subject', async () => {
    const { provider, clock, verify } = await bench()
    const claims = { email: undefined }
    provider.userinfo = { sub: 'user-1', email: 'old@b' }
    await Promise.all(Array.from({ length: 20 }, () => verify(claims)))
    expect(provider.asked.userinfo).toBe(1)
    provider.userinfo = { sub: 'user-1', email: 'new@b' }
    clock.advance(60 * MINUTE - 1)
    expect(await verify(claims)).toMatchObject({ claims: { email: 'old@b' } })
    clock.advance(1)
    expect(await verify(claims)).toMatchObject({ claims: { email: 'new@b' } })
    provider.userinfo = { sub: 'user-2', email: 'other@b' }
    expect(await verify({ ...claims, sub: 'user-2' })).toMatchObject({ claims: { email: 'other@b' } })
    expect(provider.asked.userinfo).toBe(3)
  })

  it.each([
    ['another subject', { sub: 'user-2', email: 'admin@example.test' }],
    ['no subject', { email: 'admin@example.test' }],
    ['no address', { sub: 'user-1' }],
    ['an address that is none', { sub: 'user-1', email: 'admin' }],
    ['an address that is no text', { sub: 'user-1', email: ['admin@example.test'] }],
  ])('of %s is not believed: the operator learns what to set', async (_, userinfo) => {
    const { provider, verify } = await bench()
    provider.userinfo = userinfo
    expect(await verify({ email: undefined })).toMatchObject({
      ok: false,
      refusal: { code: 'TOKEN_INVALID', reason: expect.stringContaining('OIDC_EMAIL_CLAIM') },
    })
  })

  it.each(['html', 'redirect', 'broken', 'huge', 'cut', 'hang', 'reset'] as const)(
    'is not to be had while userinfo answers with "%s": unavailable, and fine afterwards',
    async (lie) => {
      const { provider, verify } = await bench(soonOver(LIES[lie]))
      provider.userinfo = { sub: 'user-1', email: 'a@b' }
      provider.lies = { userinfo: LIES[lie] }
      expect(codeOf(await verify({ email: undefined }))).toBe('AUTH_UNAVAILABLE')
      provider.lies = {}
      expect(codeOf(await verify({ email: undefined }))).toBe('ok')
    },
  )

  it('is refused by the provider to a token without the scope: the token’s fault, and not that of another one', async () => {
    const { provider, verify } = await bench()
    provider.userinfo = { sub: 'user-1', email: 'a@b' }
    provider.lies = { userinfo: LIES.unauthorized }
    expect(codeOf(await verify({ email: undefined }))).toBe('TOKEN_INVALID')
    provider.lies = {}
    expect(codeOf(await verify({ email: undefined, scope: 'openid email' }))).toBe('ok')
  })

  it('is nowhere where the provider has no userinfo', async () => {
    const { provider, verify } = await bench()
    provider.discovery = { userinfo_endpoint: undefined }
    expect(codeOf(await verify({ email: undefined }))).toBe('TOKEN_INVALID')
    expect(provider.asked.userinfo).toBe(0)
  })
})

describe('the tenant', () => {
  it('that is a UUID is kept, in lower case', async () => {
    const { verify } = await bench()
    expect(await verify({ tenant_id: TENANT.toUpperCase() })).toMatchObject({ claims: { tenantId: TENANT } })
  })

  it.each([
    ['a Zitadel organisation', '218659411234567890', '218659411234567890'],
    ['a number', 42, '42'],
    ['a name', 'acme ä', 'acme ä'],
  ])('that is %s becomes a UUID of the issuer and it', async (_, value, name) => {
    const { provider, verify } = await bench()
    const tenantId = uuidV5(name, uuidV5(provider.url, URL_NAMESPACE))
    expect(await verify({ tenant_id: value })).toMatchObject({ claims: { tenantId } })
  })

  it('of one name is another one at another provider', async () => {
    const [here, there] = [await bench(), await bench()]
    const tenantOf = (outcome: Verification) => (outcome.ok ? outcome.claims.tenantId : null)
    const names = [await here.verify({ tenant_id: 'acme' }), await there.verify({ tenant_id: 'acme' })].map(
      tenantOf,
    )
    expect(names[0]).not.toBe(names[1])
  })

  it.each([undefined, null, '', [TENANT], { id: TENANT }, true, 1.5, 2 ** 60])(
    'that is %j is refused: the operator learns what to set',
    async (value) => {
      const { verify } = await bench()
      expect(await verify({ tenant_id: value })).toMatchObject({
        ok: false,
        refusal: { code: 'TOKEN_INVALID', reason: expect.stringContaining('OIDC_TENANT_CLAIM') },
      })
    },
  )

  it('is read from the claim that the operator names', async () => {
    const claim = 'urn:zitadel:iam:user:resourceowner:id'
    const { verify } = await bench({ tenantClaim: claim })
    expect(await verify({ [claim]: TENANT, tenant_id: 'x' })).toMatchObject({ claims: { tenantId: TENANT } })
    expect(codeOf(await verify())).toBe('TOKEN_INVALID')
  })
})
