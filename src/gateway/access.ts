import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Caller } from '../contract/endpoint.ts'
import { Failure } from '../kernel/fail.ts'
import { MINUTE_MS, type Instant } from '../kernel/time.ts'
import type { Clock } from '../ports/clock.ts'
import type { Refusal, TokenClaims, TokenVerifier } from '../ports/identity.ts'

/** What a user may do: decided by the auth group from the tenant's record. */
export interface Entitlement {
  role: Caller['role']
  /** Requests in any 60 s for each token; null = unlimited. */
  limit: number | null
}

/** A verified token and what it entitles to. */
export interface Session {
  caller: Caller
  limit: number | null
  /** Key of the token's own window: a hash, never the token. */
  tokenKey: string
  /** Key of the wider window of the subject behind all its tokens. */
  subjectKey: string
  /** Real time until which the token need not be verified again. */
  validUntil: Instant
}

export interface AccessOptions {
  verifier: TokenVerifier
  entitlement(claims: TokenClaims): Promise<Entitlement>
  clock: Clock
  /** Told why a token was refused; must not be told the token. */
  onRefusal(refusal: Refusal): void
}

export interface Access {
  /**
   * The session of an `Authorization` header; throws or rejects with a {@link Failure} of status 401 or 503. The header
   * of the last request on the same connection is recognised without hashing it again.
   */
  authenticate(authorization: string | undefined, connection: object): Session | Promise<Session>
  /** Forgets verified tokens, because tiers, roles or keys have changed. */
  forget(): void
}

/** Longest time for which a verified token is believed without looking again. */
const SESSION_MS = MINUTE_MS
const MAX_SESSIONS = 50_000
const MAX_HEADER_BYTES = 8_192
const CHALLENGE = 'Bearer realm="tidemark"'
/** Scheme names know no case; one blank stands behind them. */
const SCHEME = 'bearer '
/** RFC 6750 section 2.1, b64token. */
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/

/** Verifies bearer tokens, remembering the good ones for a while. */
export function createAccess(options: AccessOptions): Access {
  const sessions = new LRUCache<string, Session>({ max: MAX_SESSIONS })
  let lastOn = new WeakMap<object, { authorization: string; session: Session }>()
  let generation = 0

  async function verify(token: string, tokenKey: string): Promise<Session> {
    if (!TOKEN.test(token)) throw refused({ code: 'TOKEN_INVALID', reason: 'unreadable token' })
    const begunIn = generation
    const verification = await options.verifier.verify(token)
    if (!verification.ok) {
      options.onRefusal(verification.refusal)
      throw refused(verification.refusal)
    }
    const { claims } = verification
    const { role, limit } = await options.entitlement(claims)
    const session: Session = {
      caller: { userId: claims.subject, email: claims.email, tenantId: claims.tenantId, role },
      limit,
      tokenKey: `token:${tokenKey}`,
      subjectKey: `subject:${claims.tenantId}:${claims.issuer}:${claims.subject}`,
      validUntil: Math.min(claims.expiresAt * 1_000, options.clock.now() + SESSION_MS),
    }
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
      const tokenKey = hash('sha256', token, 'base64url')
      const session = sessions.get(tokenKey)
      if (session === undefined || now >= session.validUntil) return verify(token, tokenKey)
      lastOn.set(connection, { authorization, session })
      return session
    },
    forget() {
      generation++
      sessions.clear()
      lastOn = new WeakMap()
    },
  }
}

/** The text behind the scheme; looked at more closely only when it is no token that we know. */
function bearerToken(authorization: string): string {
  if (authorization.slice(0, SCHEME.length).toLowerCase() !== SCHEME) throw missing()
  if (authorization.length > MAX_HEADER_BYTES) {
    throw new Failure(
      'HEADERS_TOO_LARGE',
      `The Authorization header is longer than ${MAX_HEADER_BYTES} bytes.`,
    )
  }
  return authorization.slice(SCHEME.length)
}

function missing(): Failure {
  return new Failure('TOKEN_MISSING', 'Send an access token: Authorization: Bearer <ACCESS_TOKEN>.', {
    'WWW-Authenticate': CHALLENGE,
  })
}

function refused({ code }: Refusal): Failure {
  if (code === 'AUTH_UNAVAILABLE') {
    return new Failure(code, 'Tokens cannot be checked right now: the identity provider is out of reach.', {
      'Retry-After': '5',
    })
  }
  const detail = code === 'TOKEN_EXPIRED' ? 'The access token has expired.' : 'The access token is not valid.'
  return new Failure(code, detail, { 'WWW-Authenticate': `${CHALLENGE}, error="invalid_token"` })
}
