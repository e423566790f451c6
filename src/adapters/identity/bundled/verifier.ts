import { decodeJwt } from 'jose'
import type { Clock } from '../../../ports/clock.ts'
import type { IssuerVerifier } from '../../../ports/identity.ts'
import { ownVerification } from '../own-token.ts'
import type { SigningKey } from '../signing-key.ts'
import { invalid, verifyJwt } from '../verify-jwt.ts'

export interface BundledVerifierOptions {
  /** None while they are not known. */
  issuers: () => readonly string[]
  audiences: readonly string[]
  clock: Clock
  /** Rejects while the key cannot be read. */
  key: () => Promise<SigningKey>
}

/** Which of our issuers a token says it is from; the first where it names none of them. Nothing about it is trusted yet. */
function claimedIssuer(token: string, issuers: readonly string[]): string {
  try {
    const { iss } = decodeJwt(token)
    return issuers.find((each) => each === iss) ?? issuers[0] ?? ''
  } catch {
    return issuers[0] ?? ''
  }
}

/** Accepts access tokens of the bundled provider, by its key and not by asking it. */
export function createBundledVerifier({
  issuers,
  audiences,
  clock,
  key,
}: BundledVerifierOptions): IssuerVerifier {
  return {
    handles: (claimed) => issuers().some((each) => each === claimed),
    async verify(token, gate) {
      const issuer = claimedIssuer(token, issuers())
      const verified = await verifyJwt(token, {
        issuer: () => issuer,
        audiences,
        now: clock.now(),
        gate,
        // ID tokens have the same issuer, key and, by default, audience.
        types: ['at+jwt'],
        keyFor: async (kid) => {
          const known = await key().catch(() => null)
          if (known === null)
            return { code: 'AUTH_UNAVAILABLE', reason: 'the key of the bundled provider cannot be read' }
          return kid === known.kid ? known.publicKey : invalid('unknown key of the bundled provider')
        },
      })
      return ownVerification(verified, { issuer, isProvider: true, provesEmail: true })
    },
  }
}
