import { createLocalJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import { invalid } from '../../src/adapters/identity/verify-jwt.ts'
import { isUuid } from '../../src/kernel/ids.ts'
import { dateOf } from '../../src/kernel/time.ts'
import type { Clock } from '../../src/ports/clock.ts'
import type { InternalTokenClaims, PublicKey, Refusal } from '../../src/ports/identity.ts'

const ISSUER = 'urn:tidemark:internal'
const TYPE = 'internal+jwt'
const LIFETIME_SECONDS = 60
/** Seconds by which the clocks of gateway and backend may differ. */
const LEEWAY_SECONDS = 5

interface InternalVerifierOptions {
  /** What GET /v1/auth/jwks answers. */
  keys: readonly PublicKey[]
  /** The backend's own name. */
  audience: string
  clock: Clock
}

type InternalVerification = { ok: true; claims: InternalTokenClaims } | { ok: false; refusal: Refusal }

/** Checks internal tokens as a backend does; tokens of users are refused there. */
export function createInternalVerifier({ keys, audience, clock }: InternalVerifierOptions): {
  verify(token: string): Promise<InternalVerification>
} {
  const keySet = createLocalJWKSet({ keys: keys.map((key) => ({ ...key })) })
  return {
    async verify(token) {
      try {
        const { payload, protectedHeader } = await jwtVerify(token, keySet, {
          algorithms: ['RS256'],
          typ: TYPE,
          issuer: ISSUER,
          audience,
          requiredClaims: ['sub', 'exp', 'iat'],
          maxTokenAge: LIFETIME_SECONDS,
          clockTolerance: LEEWAY_SECONDS,
          currentDate: dateOf(clock.now()),
        })
        if (protectedHeader.kid === undefined) return refused('token header without kid')
        const claims = readClaims(payload, audience)
        return claims === null ? refused('claims of another form') : { ok: true, claims }
      } catch (error) {
        if (error instanceof errors.JWTExpired) {
          return { ok: false, refusal: { code: 'TOKEN_EXPIRED', reason: 'expired' } }
        }
        return refused(
          error instanceof errors.JOSEError ? `${error.code}: ${error.message}` : 'unreadable token',
        )
      }
    },
  }
}

const refused = (reason: string): InternalVerification => ({ ok: false, refusal: invalid(reason) })

function readClaims(payload: JWTPayload, audience: string): InternalTokenClaims | null {
  const { sub, aud, iat = 0, exp = 0, tenant_id: tenantId, scope } = payload
  // One backend each: what a token for several could do elsewhere is not ours to judge.
  if (aud !== audience || exp - iat > LIFETIME_SECONDS) return null
  if (typeof sub !== 'string' || sub === '' || typeof tenantId !== 'string' || !isUuid(tenantId)) return null
  const known = Array.isArray(scope) && scope.every((each): each is string => typeof each === 'string')
  return known ? { subject: sub, tenantId, audience, scope } : null
}
