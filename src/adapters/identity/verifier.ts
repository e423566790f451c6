import { decodeJwt } from 'jose'
import type { IssuerVerifier, TokenVerifier, Verification } from '../../ports/identity.ts'
import { invalid } from './verify-jwt.ts'

const OPAQUE: Verification = {
  ok: false,
  refusal: invalid('opaque token: set the application to issue JWT access tokens'),
}

/** Sends each token to the verifier of the issuer it names. */
export function createTokenVerifier(verifiers: readonly IssuerVerifier[]): TokenVerifier {
  return {
    verify(token, gate) {
      if (!token.includes('.')) return OPAQUE
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
