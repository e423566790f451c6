import { fail } from '../../kernel/fail.ts'
import type { Id } from '../../kernel/ids.ts'
import type { DevTokens, TokenClaims } from '../../ports/identity.ts'
import type { AuthStore, TenantRecord } from './store.ts'

export interface Deps {
  store: Pick<AuthStore, 'tenant'>
  /** Null while dev-login is off. */
  devTokens: DevTokens | null
  /** Lower case. */
  adminEmails: readonly string[]
  defaultTier: TenantRecord['tier']
}

/** What a user may do. */
export interface Entitlement {
  role: 'member' | 'admin'
  tier: TenantRecord['tier']
  /** Requests in any 60 s for each token; null = unlimited. */
  limit: number | null
}

const FREE_LIMIT = 60
const PRO_LIMIT = 600

export type Auth = ReturnType<typeof createAuth>

/** What the group does. */
export function createAuth({ store, devTokens, adminEmails, defaultTier }: Deps) {
  const admins = new Set(adminEmails)

  async function tenantOf(tenantId: Id): Promise<TenantRecord> {
    return (await store.tenant(tenantId)) ?? { tier: defaultTier, rateLimit: null }
  }

  return {
    /** Throws 403 `DEV_LOGIN_DISABLED` while dev-login is off. */
    requireDevLogin(): DevTokens {
      return (
        devTokens ??
        fail('DEV_LOGIN_DISABLED', 'Dev-login is off on this server: log in through the identity provider.')
      )
    },

    async devLogin(email: string): Promise<{ access_token: string; token_type: string; expires_in: number }> {
      const { token, expiresInSeconds } = await this.requireDevLogin().issue(email)
      return { access_token: token, token_type: 'bearer', expires_in: expiresInSeconds }
    },

    async entitlement({ tenantId, email }: TokenClaims): Promise<Entitlement> {
      const tenant = await tenantOf(tenantId)
      return { role: admins.has(email) ? 'admin' : 'member', tier: tenant.tier, limit: limitOf(tenant) }
    },
  }
}

function limitOf({ tier, rateLimit }: TenantRecord): number | null {
  switch (tier) {
    case 'free':
      return FREE_LIMIT
    case 'pro':
      return PRO_LIMIT
    case 'enterprise':
      return rateLimit
  }
}
