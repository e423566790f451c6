import { hash } from 'node:crypto'
import type { Caller } from '../contract/endpoint.ts'
import { Failure } from '../kernel/fail.ts'
import { recentlyUsed } from '../kernel/recently-used.ts'
import { MINUTE_MS, type Instant } from '../kernel/time.ts'
import type { Clock } from '../ports/clock.ts'
import type { Refusal, TokenClaims, TokenVerifier, Verification } from '../ports/identity.ts'
import { type ForgeryGate, ForgeryGuard } from './forgery-guard.ts'
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

/** Whoever sent a request. */
export interface Requester {
  /** The address, as given by trusted proxies; undefined once the connection is gone. */
  readonly ip: string | undefined
}

export interface AccessOptions {
  verifier: TokenVerifier
  entitlement(claims: TokenClaims): Promise<Entitlement>
  /** Whether a token has been logged out, by its revocation key; absent: none ever is. */
  isRevoked?(revocationKey: string): Promise<boolean>
  clock: Clock
  /** Called with the reason why a token was refused; never with the token. */
  onRefusal(refusal: Refusal): void
}

export interface Access {
  /**
   * The session of an `Authorization` header, or the {@link Failure} of status 401, 429, 431 or 503 that refuses it: a
   * value, because throwing costs more than everything else about a refusal. The header of the last request on the same
   * connection is recognised without hashing it again, and the address is asked for with an unknown token alone.
   */
  authenticate(
    authorization: string | undefined,
    connection: object,
    from: Requester,
  ): Session | Failure | Promise<Session | Failure>
  /** Forgets verified tokens, because tiers, roles or keys have changed; or the one that may have been revoked. */
  forget(revocationKey?: string | null): void
}

/** Longest time for which a verified token is believed without looking again. */
const SESSION_MS = MINUTE_MS
const MAX_SESSIONS = 50_000
const MAX_REFUSED = 50_000
const MAX_HEADER_BYTES = 8_192
const CHALLENGE = 'Bearer realm="tidemark"'
/** Scheme names are case-insensitive; one blank follows them. */
const SCHEME = 'bearer '
const BLANK = 0x20
/** RFC 6750 section 2.1, b64token. */
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/

const NO_TOKEN: Refusal = { code: 'TOKEN_INVALID', reason: 'letters that no token has' }
const REVOKED: Refusal = { code: 'TOKEN_INVALID', reason: 'logged out' }
const EXPIRED: Refusal = { code: 'TOKEN_EXPIRED', reason: 'expired' }
const FORGED: Refusal = { code: 'TOKEN_INVALID', reason: 'the signature is false, as a minute ago' }

/** Verifies bearer tokens, remembering the good ones for a while and the revoked ones for good. */
export function createAccess(options: AccessOptions): Access {
  return new BearerAccess(options)
}

class BearerAccess implements Access {
  private readonly options: AccessOptions
  /** Also sessions that have to be verified again: a caller with such a token is no stranger. */
  private readonly sessions = recentlyUsed<Session>(MAX_SESSIONS)
  /** Hashes of revoked tokens: further requests with one cost no signature check and no query. */
  private readonly revoked = recentlyUsed<true>(MAX_REFUSED)
  /** Hashes of genuine tokens whose time was over, and when that was seen. */
  private readonly expired = recentlyUsed<Instant>(MAX_REFUSED)
  /** Hashes of forged tokens, and when that was seen: whoever goes on sending one costs no signature. */
  private readonly forged = recentlyUsed<Instant>(MAX_REFUSED)
  private readonly guard: ForgeryGuard
  private lastOn = new WeakMap<object, { authorization: string; session: Session }>()
  private generation = 0

  constructor(options: AccessOptions) {
    this.options = options
    this.guard = new ForgeryGuard(options.clock)
  }

  authenticate(
    authorization: string | undefined,
    connection: object,
    from: Requester,
  ): Session | Failure | Promise<Session | Failure> {
    const now = this.options.clock.now()
    const header = authorization ?? ''
    const last = this.lastOn.get(connection)
    if (last?.authorization === header && now < last.session.validUntil) return last.session
    const token = bearerToken(header)
    if (typeof token !== 'string') return token
    // What can be no token is worth no digest.
    const refusal = this.options.verifier.refusalOfForm?.(token) ?? null
    if (refusal !== null) return this.refuse(refusal)
    const tokenKey = hash('sha256', token, 'base64url')
    const session = this.sessions.get(tokenKey)
    if (session === undefined) return this.readUnknown(token, tokenKey, from)
    if (now >= session.validUntil) return this.renew(token, tokenKey)
    this.lastOn.set(connection, { authorization: header, session })
    return session
  }

  forget(revocationKey: string | null = null): void {
    this.generation++
    this.lastOn = new WeakMap()
    // With other keys it may be genuine.
    if (revocationKey === null) this.forged.clear()
    for (const session of this.sessions.values()) {
      const named = revocationKey === null || session.caller.token.revocationKey === revocationKey
      if (named) session.validUntil = 0
    }
  }

  /** A token that is not known: whether its signature is checked depends on who else comes from there. */
  private readUnknown(
    token: string,
    tokenKey: string,
    from: Requester,
  ): Failure | Promise<Session | Failure> {
    if (!TOKEN.test(token)) return this.refuse(NO_TOKEN)
    if (this.revoked.has(tokenKey)) return this.refuse(REVOKED)
    if (this.isRecent(this.expired.get(tokenKey))) return this.refuse(EXPIRED)
    const { ip } = from
    if (this.isRecent(this.forged.get(tokenKey))) return this.refuse(FORGED, this.guard.noteOf(ip))
    const gate = this.guard.gate(ip)
    const known = { tokenKey, begunIn: this.generation, gate }
    const outcome = this.options.verifier.verify(token, gate)
    return outcome instanceof Promise
      ? outcome.then<Session | Failure>((each) => this.finish(each, token, known))
      : this.finish(outcome, token, known)
  }

  private isRecent(seenAt: Instant | undefined): boolean {
    return seenAt !== undefined && Math.abs(this.options.clock.now() - seenAt) < SESSION_MS
  }

  private async renew(token: string, tokenKey: string): Promise<Session | Failure> {
    const known = { tokenKey, begunIn: this.generation }
    return this.finish(await this.options.verifier.verify(token), token, known)
  }

  private finish(outcome: Verification, token: string, known: Known): Failure | Promise<Session | Failure> {
    if (outcome.ok) return this.enter(outcome.claims, token, known)
    const { code, forged } = outcome.refusal
    if (code === 'TOKEN_EXPIRED') this.expired.set(known.tokenKey, this.options.clock.now())
    // An outage says nothing of the token: it stays known.
    if (code !== 'AUTH_UNAVAILABLE') this.sessions.delete(known.tokenKey)
    // What was found out before a change must not outlive it.
    const stands = known.begunIn === this.generation
    if (forged === true && stands) this.forged.set(known.tokenKey, this.options.clock.now())
    return this.refuse(outcome.refusal, known.gate?.refusal)
  }

  private async enter(claims: TokenClaims, token: string, known: Known): Promise<Session | Failure> {
    const revocationKey = revocationKeyOf(claims, token)
    const [{ role, limit }, isRevoked] = await Promise.all([
      this.options.entitlement(claims),
      this.options.isRevoked?.(revocationKey) ?? false,
    ])
    const { tokenKey, begunIn } = known
    if (isRevoked) {
      this.revoked.set(tokenKey, true)
      this.sessions.delete(tokenKey)
      return this.refuse(REVOKED)
    }
    const session = sessionOf(claims, { role, limit, tokenKey, revocationKey }, this.options)
    // What was found out before a change must not outlive it.
    if (begunIn === this.generation) this.sessions.set(tokenKey, session)
    return session
  }

  /** Tells the log, and gives the response: that of the code unless there is another. */
  private refuse(refusal: Refusal, failure: Failure | null = null): Failure {
    this.options.onRefusal(refusal)
    return failure ?? REFUSALS[refusal.code]
  }
}

interface Admitted extends Entitlement {
  tokenKey: string
  revocationKey: string
}

function sessionOf(claims: TokenClaims, admitted: Admitted, options: AccessOptions): Session {
  const { subject: userId, email, tenantId, issuer, grantId = null } = claims
  const { role, limit, tokenKey, revocationKey } = admitted
  const windows = sessionWindows(limit, tokenKey, `${tenantId}:${issuer}:${userId}`)
  const expiresAt = claims.expiresAt * 1_000
  return {
    caller: { userId, email, tenantId, role, token: { issuer, expiresAt, revocationKey, grantId } },
    limit,
    windows,
    validUntil: Math.min(expiresAt, options.clock.now() + SESSION_MS),
  }
}

/** What is known of a token before it is verified. */
interface Known {
  tokenKey: string
  begunIn: number
  /** Of a token that was not known. */
  gate?: ForgeryGate
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
  let at = SCHEME.length
  // RFC 9110 section 11.4: one blank or several.
  while (authorization.charCodeAt(at) === BLANK) at++
  return authorization.slice(at)
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
    'Tokens cannot be checked right now: the identity provider is unreachable.',
    { 'Retry-After': '5' },
  ),
}
