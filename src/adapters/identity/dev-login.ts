import { SignJWT } from 'jose'
import { isUuid, nameId, randomId } from '../../kernel/ids.ts'
import type { Clock } from '../../ports/clock.ts'
import type { DevTokens, IssuerVerifier, Verification } from '../../ports/identity.ts'
import type { SigningKey } from './signing-key.ts'
import { invalid, isRefusal, verifyJwt } from './verify-jwt.ts'

const ISSUER = 'urn:tidemark:dev-login'
const AUDIENCE = 'tidemark'
const LIFETIME_SECONDS = 3_600

/** Issues dev tokens for any address: `sub` from the address, `tenant_id` from its domain. */
export function createDevTokens(key: SigningKey, clock: Clock): DevTokens {
  return {
    async issue(email) {
      const address = email.toLowerCase()
      const issuedAt = Math.floor(clock.now() / 1_000)
      const token = await new SignJWT({
        email: address,
        tenant_id: nameId('tenant', address.slice(address.lastIndexOf('@') + 1)),
      })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: key.kid })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(nameId('user', address))
        .setJti(randomId())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + LIFETIME_SECONDS)
        .sign(key.privateKey)
      return { token, expiresInSeconds: LIFETIME_SECONDS }
    },
  }
}

/** Accepts dev tokens, and only while dev-login is on. */
export function createDevVerifier(key: SigningKey, clock: Clock, enabled: () => boolean): IssuerVerifier {
  return {
    handles: (issuer) => issuer === ISSUER,
    async verify(token): Promise<Verification> {
      if (!enabled()) return { ok: false, refusal: invalid('dev token while dev-login is off') }
      const verified = await verifyJwt(token, {
        issuer: () => ISSUER,
        audiences: [AUDIENCE],
        now: clock.now(),
        keyFor: async (kid) => (kid === key.kid ? key.publicKey : invalid('unknown dev-login key')),
      })
      if (isRefusal(verified)) return { ok: false, refusal: verified }
      const { sub = '', exp = 0, iat = 0, jti, email, tenant_id: tenantId } = verified.payload
      if (typeof email !== 'string' || typeof tenantId !== 'string' || !isUuid(tenantId)) {
        return { ok: false, refusal: invalid('dev token without email or tenant_id') }
      }
      const claims = { issuer: ISSUER, subject: sub, email, tenantId, expiresAt: exp, issuedAt: iat }
      return { ok: true, claims: { ...claims, tokenId: jti ?? null } }
    },
  }
}
