import type { TokenClaims } from './identity.ts'

/** What a user may do. */
export interface Entitlement {
  role: 'member' | 'admin'
  tier: 'free' | 'pro' | 'enterprise'
  /** Requests in any 60 s for each token; null = unlimited. */
  limit: number | null
}

/** What the gateway asks about a verified token. */
export interface Entitlements {
  entitlement(claims: TokenClaims): Promise<Entitlement>
  /** Whether somebody has logged out with this token. */
  isRevoked(revocationKey: string): Promise<boolean>
}
