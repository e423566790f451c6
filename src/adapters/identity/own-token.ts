import { isUuid } from '../../kernel/ids.ts'
import type { Verification } from '../../ports/identity.ts'
import { invalid, isRefusal, type VerifiedJwt } from './verify-jwt.ts'

/** What a verified token of this gateway's own making says. */
export function ownVerification(verified: VerifiedJwt, issuer: string): Verification {
  if (isRefusal(verified)) return { ok: false, refusal: verified }
  const { sub = '', exp = 0, iat = 0, jti, email, tenant_id: tenantId } = verified.payload
  if (typeof email !== 'string' || typeof tenantId !== 'string' || !isUuid(tenantId)) {
    return { ok: false, refusal: invalid('token without email or tenant_id') }
  }
  const claims = { issuer, subject: sub, email, tenantId, expiresAt: exp, issuedAt: iat }
  return { ok: true, claims: { ...claims, tokenId: jti ?? null } }
}
