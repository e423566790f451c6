import { describe, expect, test } from 'vitest'
import type { TokenClaims } from '../../ports/identity.ts'
import { createAuth, type Deps } from './service.ts'
import type { TenantRecord } from './store.ts'

const TENANT = '11111111-1111-4111-8111-111111111111'

const CLAIMS: TokenClaims = {
  issuer: 'https://idp.test',
  subject: 'sub',
  email: 'someone@x.test',
  tenantId: TENANT,
  expiresAt: 2,
  issuedAt: 1,
  tokenId: null,
}

function authOf(recorded: TenantRecord | null, over: Partial<Deps> = {}) {
  const tenant: Deps['store']['tenant'] = async (id) => (id === TENANT ? recorded : null)
  return createAuth({ store: { tenant }, devTokens: null, adminEmails: [], defaultTier: 'free', ...over })
}

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
