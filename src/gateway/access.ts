import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Caller } from '../contract/endpoint.ts'
import { Failure } from '../kernel/fail.ts'
import { MINUTE_MS, type Instant } from '../kernel/time.ts'
import type { Clock } from '../ports/clock.ts'
import type { Refusal, TokenClaims, TokenVerifier, Verification } from '../ports/identity.ts'
import { type Limited, sessionWindows } from './rate-limit.ts'

/** What a user may do: decided by the auth group from the tenant's record. */
export interface Entitlement {
  role: Caller['role']
  /** Requests in any 60 s for each token; null = unlimited. */
  limit: number | null
}

/** A verified token and what it entitles to. */
export interface Session extends Limited {
  caller: Caller
  /** Real time until which the token need not be verified again. */
  validUntil: Instant
}

export interface AccessOptions {
  verifier: TokenVerifier
  entitlement(claims: TokenClaims): Promise<Entitlement>
  /** Whether a token has been logged out, by its revocation key; absent: none ever is. */
  isRevoked?(revocationKey: string): Promise<boolean>
  clock: Clock
  /** Told why a token was refused; must not be told the token. */
  onRefusal(refusal: Refusal): void
}

export interface Access {
  /**
   * The session of an `Authorization` header, or the {@link Failure} of status 401, 431 or 503 that refuses it: a value,
   * because throwing costs more than everything else about a refusal. The header of the last request on the same
   * connection is recognised without hashing it again.
   */
  authenticate(
    authorization: string | undefined,
    connection: object,
  ): Session | Failure | Promise<Session | Failure>
  /** Forgets verified tokens, because tiers, roles or keys have changed; or the one that may have been revoked. */
  forget(revocationKey?: string | null): void
}

/** Longest time for which a verified token is believed without looking again. */
const SESSION_MS = MINUTE_MS
const MAX_SESSIONS = 50_000
const MAX_REVOKED = 50_000
const MAX_HEADER_BYTES = 8_192
const CHALLENGE = 'Bearer realm="tidemark"'
/** Scheme names know no case; one blank stands behind them. */
const SCHEME = 'bearer '
/** RFC 6750 section 2.1, b64token. */
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/

const REVOKED: Refusal = { code: 'TOKEN_INVALID', reason: 'logged out' }

/** Verifies bearer tokens, remembering the good ones for a while and the revoked ones for good. */
export function createAccess(options: AccessOptions): Access {
  const sessions = new LRUCache<string, Session>({ max: MAX_SESSIONS })
  /** Hashes of revoked tokens: whoever goes on sending one costs no signature and no query. */
  const revoked = new LRUCache<string, true>({ max: MAX_REVOKED })
  let lastOn = new WeakMap<object, { authorization: string; session: Session }>()
  let generation = 0

  function refuse(refusal: Refusal): Failure {
    options.onRefusal(refusal)
    return REFUSALS[refusal.code]
  }

  function verify(token: string, tokenKey: string): Failure | Promise<Session | Failure> {
    if (!TOKEN.test(token)) return REFUSALS.TOKEN_INVALID
    if (revoked.has(tokenKey)) return refuse(REVOKED)
    const begunIn = generation
    const conclude = (verification: Verification): Failure | Promise<Session | Failure> =>
      verification.ok
        ? enter(verification.claims, token, { tokenKey, begunIn })
        : refuse(verification.refusal)
    const verification = options.verifier.verify(token)
    return verification instanceof Promise
      ? verification.then<Session | Failure>(conclude)
      : conclude(verification)
  }

  async function enter(claims: TokenClaims, token: string, known: Known): Promise<Session | Failure> {
    const revocationKey = revocationKeyOf(claims, token)
    const [{ role, limit }, isRevoked] = await Promise.all([
      options.entitlement(claims),
      options.isRevoked?.(revocationKey) ?? false,
    ])
    const { tokenKey, begunIn } = known
    if (isRevoked) {
      revoked.set(tokenKey, true)
      return refuse(REVOKED)
    }
    const session = sessionOf(claims, { role, limit, tokenKey, revocationKey }, options)
    // What was found out before a change must not outlive it.
    if (begunIn === generation) sessions.set(tokenKey, session)
    return session
  }

  return {
    authenticate(authorization = '', connection) {
      const now = options.clock.now()
      const last = lastOn.get(connection)
      if (last?.authorization === authorization && now < last.session.validUntil) return last.session
      const token = bearerToken(authorization)
      if (typeof token !== 'string') return token
      const tokenKey = hash('sha256', token, 'base64url')
      const session = sessions.get(tokenKey)
      if (session === undefined || now >= session.validUntil) return verify(token, tokenKey)
      lastOn.set(connection, { authorization, session })
      return session
    },
    forget(revocationKey = null) {
      generation++
      lastOn = new WeakMap()
      if (revocationKey === null) return sessions.clear()
      for (const [tokenKey, { caller }] of sessions) {
        if (caller.token?.revocationKey === revocationKey) sessions.delete(tokenKey)
      }
    },
  }
}

interface Admitted extends Entitlement {
  tokenKey: string
  revocationKey: string
}

function sessionOf(claims: TokenClaims, admitted: Admitted, options: AccessOptions): Session {
  const { subject: userId, email, tenantId, issuer } = claims
  const { role, limit, tokenKey, revocationKey } = admitted
  const windows = sessionWindows(limit, tokenKey, `${tenantId}:${issuer}:${userId}`)
  const expiresAt = claims.expiresAt * 1_000
  return {
    caller: { userId, email, tenantId, role, token: { issuer, expiresAt, revocationKey } },
    limit,
    windows,
    validUntil: Math.min(expiresAt, options.clock.now() + SESSION_MS),
  }
}

/** What is known of a token before it is verified. */
interface Known {
  tokenKey: string
  begunIn: number
}

/** A digest of a token's own id, or of what was signed when it has none. */
function revocationKeyOf({ issuer, subject, tokenId }: TokenClaims, token: string): string {
  const name = tokenId ? JSON.stringify([issuer, subject, tokenId]) : token.slice(0, token.lastIndexOf('.'))
  return hash('sha256', name, 'base64url')
}

/** The text behind the scheme; looked at more closely only when it is no token that we know. */
function bearerToken(authorization: string): string | Failure {
  if (authorization.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return MISSING
  if (authorization.length > MAX_HEADER_BYTES) return TOO_LARGE
  return authorization.slice(SCHEME.length)
}

/** Refusals carry no detail of the token: one of each is enough. */
const MISSING = new Failure('TOKEN_MISSING', 'Send an access token: Authorization: Bearer <ACCESS_TOKEN>.', {
  'WWW-Authenticate': CHALLENGE,
})
const TOO_LARGE = new Failure(
  'HEADERS_TOO_LARGE',
  `The Authorization header is longer than ${MAX_HEADER_BYTES} bytes.`,
)
const CHALLENGED = { 'WWW-Authenticate': `${CHALLENGE}, error="invalid_token"` }
const REFUSALS: Readonly<Record<Refusal['code'], Failure>> = {
  TOKEN_INVALID: new Failure('TOKEN_INVALID', 'The access token is not valid.', CHALLENGED),
  TOKEN_EXPIRED: new Failure('TOKEN_EXPIRED', 'The access token has expired.', CHALLENGED),
  AUTH_UNAVAILABLE: new Failure(
    'AUTH_UNAVAILABLE',
    'Tokens cannot be checked right now: the identity provider is out of reach.',
    { 'Retry-After': '5' },
  ),
}
