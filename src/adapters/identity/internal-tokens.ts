import { SignJWT } from 'jose'
import { randomId } from '../../kernel/ids.ts'
import type { Clock } from '../../ports/clock.ts'
import type { InternalTokens, PublicKey } from '../../ports/identity.ts'
import type { SigningKey } from './signing-key.ts'

/** No verifier of the public edge handles it. */
const ISSUER = 'urn:tidemark:internal'
/** No other token has it, and the public edge refuses it. */
const TYPE = 'internal+jwt'
const LIFETIME_SECONDS = 60

/** Issues tokens of a minute that a user's request takes along to a backend. */
export function createInternalTokens(key: SigningKey, clock: Clock): InternalTokens {
  return {
    async issue({ subject, tenantId, audience, scope }) {
      const issuedAt = Math.floor(clock.now() / 1_000)
      const token = await new SignJWT({ tenant_id: tenantId, scope: [...scope] })
        .setProtectedHeader({ alg: 'RS256', typ: TYPE, kid: key.kid })
        .setIssuer(ISSUER)
        .setAudience(audience)
        .setSubject(subject)
        .setJti(randomId())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + LIFETIME_SECONDS)
        .sign(key.privateKey)
      return { token, expiresInSeconds: LIFETIME_SECONDS }
    },
  }
}

/** The public half of a signing key. */
export function publicKeyOf({ kid, publicJwk: { n = '', e = '' } }: SigningKey): PublicKey {
  return { kty: 'RSA', use: 'sig', alg: 'RS256', kid, n, e }
}
