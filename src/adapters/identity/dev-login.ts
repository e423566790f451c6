import { SignJWT } from 'jose'
import { randomId } from '../../kernel/ids.ts'
import type { Clock } from '../../ports/clock.ts'
import type { DevTokens, IssuerVerifier, Verification } from '../../ports/identity.ts'
import { ownVerification } from './own-token.ts'
import { personOf } from './person.ts'
import type { SigningKey } from './signing-key.ts'
import { invalid, verifyJwt } from './verify-jwt.ts'

const ISSUER = 'urn:tidemark:dev-login'
const AUDIENCE = 'tidemark'
const LIFETIME_SECONDS = 3_600

/** Issues dev tokens for any address: `sub` from the address, `tenant_id` from its domain. */
export function createDevTokens(key: SigningKey, clock: Clock): DevTokens {
  return {
    async issue(email) {
      const { email: address, userId, tenantId } = personOf(email)
      const issuedAt = Math.floor(clock.now() / 1_000)
      const token = await new SignJWT({ email: address, tenant_id: tenantId })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: key.kid })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(userId)
        .setJti(randomId())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + LIFETIME_SECONDS)
        .sign(key.privateKey)
      return { token, expiresInSeconds: LIFETIME_SECONDS }
    },
  }
}

export interface DevVerifierOptions {
  enabled: () => boolean
  /** Whether an address is believed to be its bearer's; false next to an identity provider that really checks. */
  provesEmail: boolean
}

/** Accepts dev tokens, and only while dev-login is on. */
export function createDevVerifier(
  key: SigningKey,
  clock: Clock,
  { enabled, provesEmail }: DevVerifierOptions,
): IssuerVerifier {
  return {
    handles: (issuer) => issuer === ISSUER,
    async verify(token, gate): Promise<Verification> {
      if (!enabled()) return { ok: false, refusal: invalid('dev token while dev-login is off') }
      const verified = await verifyJwt(token, {
        issuer: () => ISSUER,
        audiences: [AUDIENCE],
        now: clock.now(),
        gate,
        keyFor: async (kid) => (kid === key.kid ? key.publicKey : invalid('unknown dev-login key')),
      })
      return ownVerification(verified, { issuer: ISSUER, isProvider: false, provesEmail })
    },
  }
}
