import { describe, expect, test } from 'vitest'
import { TestClock } from '../../../tests/support/test-clock.ts'
import type { Caller } from '../../contract/endpoint.ts'
import type { TokenClaims } from '../../ports/identity.ts'
import { createAuth, type Deps } from './service.ts'
import type { TenantRecord } from './store.ts'

const TENANT = '11111111-1111-4111-8111-111111111111'

const CLAIMS: TokenClaims = {
  issuer: 'https://idp.test',
  subject: 'sub',
  email: 'someone@x.test',
  emailProved: true,
  fromProvider: true,
  hasAdminClaim: false,
  tenantId: TENANT,
  expiresAt: 2,
  issuedAt: 1,
  tokenId: null,
}

const NOW = Date.UTC(2026, 0, 15, 14, 30)

const unexpected = () => Promise.reject(new Error('not expected here'))

function authOf(recorded: TenantRecord | null, over: Partial<Deps> = {}) {
  const store: Deps['store'] = {
    tenant: async (id) => (id === TENANT ? recorded : null),
    profile: unexpected,
    saveProfile: unexpected,
    revoke: unexpected,
  }
  return createAuth({
    store,
    instruments: { existing: async () => new Set<string>() },
    clock: new TestClock(NOW),
    devTokens: null,
    internalTokens: { issue: unexpected },
    publicKeys: [],
    provider: null,
    clientId: null,
    adminEmails: [],
    adminSubjects: [],
    defaultTier: 'free',
    tokenRevoked: unexpected,
    usageShares: async () => [],
    openOf: async () => ({ streams: 0, websockets: 0 }),
    ...over,
  })
}

const caller = (token: Partial<NonNullable<Caller['token']>> = {}): Caller => ({
  userId: 'sub',
  email: 'someone@x.test',
  tenantId: TENANT,
  role: 'member',
  token: {
    issuer: 'https://idp.test',
    expiresAt: NOW + 60_000,
    revocationKey: 'key',
    grantId: null,
    ...token,
  },
})

describe('the entitlement', () => {
  test.each([
    [{ tier: 'free', rateLimit: null }, 60],
    [{ tier: 'pro', rateLimit: null }, 600],
    [{ tier: 'enterprise', rateLimit: 5_000 }, 5_000],
    [{ tier: 'enterprise', rateLimit: null }, null],
    [{ tier: 'free', rateLimit: 5_000 }, 60],
  ] as const)('of a tenant recorded as %j is %s requests', async (recorded, limit) => {
    expect(await authOf(recorded).entitlement(CLAIMS)).toEqual({ role: 'member', tier: recorded.tier, limit })
  })

  test.each([
    ['free', 60],
    ['pro', 600],
    ['enterprise', null],
  ] as const)('of a tenant without a record is the default tier %s', async (defaultTier, limit) => {
    expect(await authOf(null, { defaultTier }).entitlement(CLAIMS)).toMatchObject({
      tier: defaultTier,
      limit,
    })
  })

  test('a configured address is an admin, and only that one', async () => {
    const auth = authOf(null, { adminEmails: ['boss@x.test'] })
    expect(await auth.entitlement({ ...CLAIMS, email: 'boss@x.test' })).toMatchObject({ role: 'admin' })
    const unproved = { ...CLAIMS, email: 'boss@x.test', emailProved: false }
    expect(await auth.entitlement(unproved)).toMatchObject({ role: 'member' })
    expect(await auth.entitlement({ ...CLAIMS, email: 'boss@x.test.evil' })).toMatchObject({ role: 'member' })
    expect(await auth.entitlement(CLAIMS)).toMatchObject({ role: 'member' })
  })
})

describe('dev-login', () => {
  test('gives what the issuer gave, as the specification names it', async () => {
    const devTokens = { issue: async (email: string) => ({ token: `for ${email}`, expiresInSeconds: 3_600 }) }
    expect(await authOf(null, { devTokens }).devLogin('a@b')).toEqual({
      access_token: 'for a@b',
      token_type: 'bearer',
      expires_in: 3_600,
    })
  })

  test('is 403 DEV_LOGIN_DISABLED while it is off', async () => {
    const off = expect.objectContaining({ code: 'DEV_LOGIN_DISABLED' })
    expect(() => authOf(null).requireDevLogin()).toThrow(off)
    await expect(authOf(null).devLogin('a@b')).rejects.toEqual(off)
  })
})

describe('usage', () => {
  test('is what the limiter said, and when that changes', async () => {
    const rate = { limit: 60, remaining: 12, resetSeconds: 7 }
    expect(await authOf(null).usage(caller(), rate)).toMatchObject({
      tier: 'free',
      limit: 60,
      remaining: 12,
      reset_at: '2026-01-15T14:30:07.000Z',
    })
  })

  test('of an unlimited tier knows no limit', async () => {
    const usage = await authOf({ tier: 'enterprise', rateLimit: null }).usage(caller(), null)
    expect(usage).toMatchObject({
      tier: 'enterprise',
      limit: null,
      remaining: null,
      reset_at: '2026-01-15T14:30:00.000Z',
    })
  })
})

describe('logging out', () => {
  const document = {
    issuer: 'https://idp.test',
    authorizationEndpoint: 'https://idp.test/a',
    tokenEndpoint: 'https://idp.test/t',
    jwksUri: 'https://idp.test/k',
    endSessionEndpoint: 'https://idp.test/end',
  }

  function leaving(provider: Deps['provider']) {
    const told: string[] = []
    const revoked: unknown[] = []
    const store: Deps['store'] = {
      tenant: async () => null,
      profile: unexpected,
      saveProfile: unexpected,
      revoke: async (...all) => void revoked.push(all),
    }
    const tokenRevoked = async (revocationKey: string) => {
      expect(revoked).toHaveLength(1)
      told.push(revocationKey)
    }
    return { told, revoked, auth: authOf(null, { store, provider, tokenRevoked }) }
  }

  test('stores the revocation first, and then tells everybody', async () => {
    const { auth, told, revoked } = leaving(null)
    expect(await auth.logout(caller())).toEqual({ revoked: true, end_session_url: null })
    expect(revoked).toEqual([['key', NOW + 60_000, NOW - 60_000]])
    expect(told).toEqual(['key'])
  })

  test.each([
    ['https://idp.test', document, 'https://idp.test/end'],
    ['https://idp.test', { ...document, endSessionEndpoint: null }, null],
    ['urn:tidemark:dev-login', document, null],
    ['https://idp.test', null, null],
  ])('with a token of %s and the provider %j leads to %s', async (issuer, found, url) => {
    const { auth } = leaving({
      authUrl: () => 'https://idp.test',
      document: async () => found,
      endSessionEndpoint: async (asked) => (found?.issuer === asked ? found.endSessionEndpoint : null),
    })
    expect((await auth.logout(caller({ issuer }))).end_session_url).toBe(url)
  })
})
