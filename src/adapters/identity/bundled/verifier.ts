import type { Clock } from '../../../ports/clock.ts'
import type { IssuerVerifier } from '../../../ports/identity.ts'
import { ownVerification } from '../own-token.ts'
import type { SigningKey } from '../signing-key.ts'
import { invalid, verifyJwt } from '../verify-jwt.ts'

export interface BundledVerifierOptions {
  /** Empty while it is not known. */
  issuer: () => string
  audiences: readonly string[]
  clock: Clock
  /** Rejects while the key cannot be read. */
  key: () => Promise<SigningKey>
}

/** Accepts access tokens of the bundled provider, by its key and not by asking it. */
export function createBundledVerifier({
  issuer,
  audiences,
  clock,
  key,
}: BundledVerifierOptions): IssuerVerifier {
  return {
    handles: (claimed) => claimed !== '' && claimed === issuer(),
    async verify(token, gate) {
      const verified = await verifyJwt(token, {
        issuer,
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
      return ownVerification(verified, { issuer: issuer(), isProvider: true, provesEmail: true })
    },
  }
}
