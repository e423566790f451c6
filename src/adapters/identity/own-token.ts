import { isUuid } from '../../kernel/ids.ts'
import type { Verification } from '../../ports/identity.ts'
import { refuseClaims } from './claims.ts'
import { invalid, isRefusal, type VerifiedJwt } from './verify-jwt.ts'

interface OwnIssuer {
  issuer: string
  /** Whether it is what AUTH_URL names. */
  isProvider: boolean
  /** Whether an address is believed to be its bearer's. */
  provesEmail: boolean
}

/** What a verified token of this gateway's own making says. */
export function ownVerification(
  verified: VerifiedJwt,
  { issuer, isProvider, provesEmail }: OwnIssuer,
): Verification {
  if (isRefusal(verified)) return { ok: false, refusal: verified }
  const { sub = '', exp = 0, iat = 0, jti, email, tenant_id: tenantId, grant_id: grantId } = verified.payload
  if (typeof email !== 'string' || typeof tenantId !== 'string' || !isUuid(tenantId)) {
    return { ok: false, refusal: invalid('token without email or tenant_id') }
  }
  const refusal = refuseClaims({ email })
  if (refusal !== null) return { ok: false, refusal }
  const claims = {
    issuer,
    subject: sub,
    email,
    tenantId,
    expiresAt: exp,
    issuedAt: iat,
    tokenId: jti ?? null,
    ...(typeof grantId === 'string' ? { grantId } : {}),
  }
  return {
    ok: true,
    claims: { ...claims, emailProved: provesEmail, fromProvider: isProvider, hasAdminClaim: false },
  }
}
