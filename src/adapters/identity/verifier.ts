import { decodeJwt } from 'jose'
import type { IssuerVerifier, Refusal, TokenVerifier } from '../../ports/identity.ts'
import { invalid } from './verify-jwt.ts'

const OPAQUE = invalid('opaque token: set the application to issue JWT access tokens')

const refusalOfForm = (token: string): Refusal | null => (token.includes('.') ? null : OPAQUE)

/** Sends each token to the verifier of the issuer it names. */
export function createTokenVerifier(verifiers: readonly IssuerVerifier[]): TokenVerifier {
  return {
    refusalOfForm,
    verify(token, gate) {
      const refusal = refusalOfForm(token)
      if (refusal !== null) return { ok: false, refusal }
      const issuer = claimedIssuer(token)
      const verifier = verifiers.find((each) => each.handles(issuer))
      if (verifier !== undefined) return verifier.verify(token, gate)
      const reason = issuer === undefined ? 'no issuer in the token' : 'token of another issuer than AUTH_URL'
      return { ok: false, refusal: invalid(reason) }
    },
  }
}

function claimedIssuer(token: string): unknown {
  try {
    return decodeJwt(token).iss
  } catch {
    return undefined
  }
}
