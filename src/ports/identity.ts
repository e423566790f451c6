import type { Id } from '../kernel/ids.ts'

/** What a verified token says. */
export interface TokenClaims {
  issuer: string
  subject: string
  /** Folded as `foldEmail` does. */
  email: string
  /** The issuer vouches for the address: without that it says nothing about who somebody is. */
  emailProved: boolean
  /** The issuer is the identity provider of AUTH_URL, and not dev-login. */
  fromProvider: boolean
  /** The claim that OIDC_ROLE_CLAIM names holds `admin`. */
  hasAdminClaim: boolean
  tenantId: Id
  /** Seconds since 1970, as in the token. */
  expiresAt: number
  issuedAt: number
  /** The token's own id, when it has one. */
  tokenId: string | null
  /** The log-in at our own provider that it came from. */
  grantId?: string
}

/** Why a token is refused. `reason` is for the operator's log and never reaches the caller. */
export interface Refusal {
  code: 'TOKEN_INVALID' | 'TOKEN_EXPIRED' | 'AUTH_UNAVAILABLE'
  reason: string
  /** The signature was checked, and it is not the issuer's. */
  forged?: true
}

export type Verification = { ok: true; claims: TokenClaims } | { ok: false; refusal: Refusal }

/** Decides whether a signature is checked, the dearest work that a stranger can cause at will. */
export interface SignatureGate {
  /** Runs the check at once and gives what it found, true for a genuine signature; or null without running it. */
  pass(check: () => boolean): boolean | null
}

/** Checks a bearer token, at once where its form alone decides; it never throws for a bad one. */
export interface TokenVerifier {
  /** Why the form of a token alone refuses it, without reading or looking up anything; null where it does not. Absent: it never does. */
  refusalOfForm?(token: string): Refusal | null
  /** Without a gate every signature is checked. */
  verify(token: string, gate?: SignatureGate): Verification | Promise<Verification>
}

/** A verifier of one issuer's tokens. */
export interface IssuerVerifier extends TokenVerifier {
  /** True when a token that names this issuer is ours to check; nothing about it is trusted yet. */
  handles(issuer: unknown): boolean
}

/** Issues tokens for local development. */
export interface DevTokens {
  issue(email: string): Promise<{ token: string; expiresInSeconds: number }>
}

/** Who an internal token speaks for, and to whom. */
export interface InternalTokenClaims {
  subject: string
  tenantId: Id
  /** Name of the backend. */
  audience: string
  scope: readonly string[]
}

/** Issues short-lived tokens for backends. */
export interface InternalTokens {
  issue(claims: InternalTokenClaims): Promise<{ token: string; expiresInSeconds: number }>
}

/** A public key as a key set shows it. */
export interface PublicKey {
  kty: 'RSA'
  use: 'sig'
  alg: 'RS256'
  kid: string
  n: string
  e: string
}

/** Where a signing key outlives the process. */
export interface KeyStore {
  /** The private JWK of a purpose, or null. */
  load(purpose: string): Promise<Record<string, unknown> | null>
  /** Keeps it unless there is one already, and returns the one that is kept. */
  save(purpose: string, jwk: Record<string, unknown>): Promise<Record<string, unknown>>
  /** Where an operator finds the key of a purpose; absent where there is nothing to look at. */
  placeOf?(purpose: string): string
}
