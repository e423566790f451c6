import { type CryptoKey, importJWK, type JWK } from 'jose'
import { singleFlight } from '../../kernel/single-flight.ts'
import { MINUTE_MS, SECOND_MS, type Instant } from '../../kernel/time.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Refusal } from '../../ports/identity.ts'
import { invalid } from './verify-jwt.ts'

/** Reads the provider's key set document; rejects when it is unreachable or no JSON object. */
export type FetchKeySet = () => Promise<unknown>

export interface KeySetOptions {
  fetch: FetchKeySet
  clock: Clock
  /** Told, at most once a minute, what is wrong with the provider's responses. */
  warn(message: string): void
  /** How long keys are believed while the provider is unreachable; an hour unless given. */
  staleMs?: number | undefined
}

/** A removed key is refused this long after its removal at the latest: two refreshes, the first of which may fail. */
const REFRESH_MS = 5 * MINUTE_MS
/** An unknown `kid` may cause one fetch in this time, however many tokens name it. */
const UNKNOWN_KID_MS = 30 * SECOND_MS
const RETRY_MS = 5 * SECOND_MS
/** Replicas that failed together ask again at most so far apart. */
const SPREAD_MS = SECOND_MS / 4
/** A request waits no longer for keys that are being fetched. */
const PATIENCE_MS = 2 * SECOND_MS
const STALE_MS = 60 * MINUTE_MS
const WARN_MS = MINUTE_MS
const MIN_RSA_BITS = 2_048
const MAX_KEYS = 64

const UNAVAILABLE = (reason: string): Refusal => ({ code: 'AUTH_UNAVAILABLE', reason })

/** What an operator sees of the holder's state. */
export interface KeySetState {
  keys: number
  /** Null before the first success. */
  fetchedAt: Instant | null
  /** Until when the keys are used should the provider stay unreachable; null before the first success. */
  believedUntil: Instant | null
  failing: boolean
}

/**
 * Holds the public keys of an identity provider through its outages. Keys are fetched in the background, last good ones
 * are believed for a bounded time, failures are retried slowly, and a provider that is down makes calls unavailable
 * rather than unauthorised.
 */
export class KeySet {
  private readonly options: KeySetOptions
  private readonly staleMs: number
  private keys = new Map<string, CryptoKey>()
  private fetchedAt: Instant | null = null
  private attemptedAt: Instant | null = null
  private failing = false
  private fetching = false
  private warnedAt: Instant | null = null
  /** Settles when the fetch under way has taken too long to be waited for. */
  private tooLong: Promise<void> = Promise.resolve()
  private readonly refreshOnce = singleFlight(() => this.refresh())

  constructor(options: KeySetOptions) {
    this.options = options
    this.staleMs = options.staleMs ?? STALE_MS
  }

  /** The key of a `kid`, fetching the set when that may help; otherwise why there is no key. */
  async keyFor(kid: string): Promise<CryptoKey | Refusal> {
    const known = this.believed() ? this.keys.get(kid) : undefined
    if (known !== undefined) {
      if (this.dueForRefresh()) void this.refreshOnce()
      return known
    }
    // Who comes while the set is being fetched waits for it: the key may be in it.
    if (this.fetching || this.mayFetch()) await Promise.race([this.refreshOnce(), this.tooLong])
    if (!this.believed()) return UNAVAILABLE('no keys: the identity provider is unreachable')
    const fetched = this.keys.get(kid)
    if (fetched !== undefined) return fetched
    // With the provider down nobody knows whether this is a new key: not the token's fault.
    return this.failing || this.fetching
      ? UNAVAILABLE('unknown kid while the identity provider is unreachable')
      : invalid('unknown kid')
  }

  /** Called from time to time in the background; fetches when it is due. */
  async tick(): Promise<void> {
    if (this.dueForRefresh()) await this.refreshOnce()
  }

  /** Fetches now; the operator's answer to an emergency. */
  async reload(): Promise<void> {
    // What is under way may have been answered before the emergency.
    if (this.fetching) await this.refreshOnce()
    await this.refreshOnce()
  }

  state(): KeySetState {
    const { fetchedAt, failing } = this
    const believedUntil = fetchedAt === null ? null : fetchedAt + this.staleMs
    return { keys: this.believed() ? this.keys.size : 0, fetchedAt, believedUntil, failing }
  }

  private now(): Instant {
    return this.options.clock.now()
  }

  /** What a clock that was set back finds in its future counts as old as well. */
  private age(instant: Instant | null): number {
    return instant === null ? Number.POSITIVE_INFINITY : Math.abs(this.now() - instant)
  }

  private believed(): boolean {
    return this.age(this.fetchedAt) <= this.staleMs
  }

  private dueForRefresh(): boolean {
    const due = this.failing || this.age(this.fetchedAt) >= REFRESH_MS
    return due && this.age(this.attemptedAt) >= this.retryMs()
  }

  /** Whether a token that needs a key we lack may cause a fetch. */
  private mayFetch(): boolean {
    const pause = this.failing || !this.believed() ? this.retryMs() : UNKNOWN_KID_MS
    return this.age(this.attemptedAt) >= pause
  }

  /** Never below the plain pause; the spread keeps replicas from asking in step. */
  private retryMs(): number {
    return RETRY_MS + ((this.attemptedAt ?? 0) % SPREAD_MS)
  }

  private async refresh(): Promise<void> {
    this.attemptedAt = this.now()
    this.fetching = true
    const { promise, resolve } = Promise.withResolvers<void>()
    this.tooLong = promise
    const timer = setTimeout(resolve, PATIENCE_MS).unref()
    try {
      const keys = await this.readKeys(await this.options.fetch())
      this.keys = keys
      this.fetchedAt = this.now()
      this.failing = false
    } catch (error) {
      this.failing = true
      this.warn(
        `The identity provider's keys could not be read: ${error instanceof Error ? error.message : 'unknown'}`,
      )
    } finally {
      clearTimeout(timer)
      this.fetching = false
    }
  }

  private async readKeys(document: unknown): Promise<Map<string, CryptoKey>> {
    const listed = (document as { keys?: unknown } | null)?.keys
    if (!Array.isArray(listed)) throw new Error('the response is no key set')
    const keys = new Map<string, CryptoKey>()
    const doubled = new Set<string>()
    for (const jwk of listed.slice(0, MAX_KEYS) as Array<JWK | null>) {
      if (typeof jwk !== 'object' || jwk === null || !usable(jwk)) continue
      const key = await importJWK({ kty: 'RSA', n: jwk.n ?? '', e: jwk.e ?? '' }, 'RS256').catch(() => null)
      if (key === null || !('type' in key) || bitsOf(key) < MIN_RSA_BITS) {
        this.warn(
          'The identity provider publishes an RSA key that is unreadable or shorter than 2048 bits; it is ignored.',
        )
        continue
      }
      const kid = jwk.kid ?? ''
      if (keys.has(kid)) doubled.add(kid)
      keys.set(kid, key)
    }
    // Which of two keys is meant cannot be known, and trying both is what a forger hopes for.
    for (const kid of doubled) {
      keys.delete(kid)
      this.warn('The identity provider publishes two keys with one kid; both are ignored.')
    }
    if (keys.size === 0) throw new Error('the key set holds no usable RSA signing key')
    return keys
  }

  private warn(message: string): void {
    if (this.age(this.warnedAt) < WARN_MS) return
    this.warnedAt = this.now()
    this.options.warn(message)
  }
}

function usable(jwk: JWK): boolean {
  return (
    jwk.kty === 'RSA' &&
    typeof jwk.kid === 'string' &&
    jwk.kid !== '' &&
    (jwk.use === undefined || jwk.use === 'sig') &&
    (jwk.alg === undefined || jwk.alg === 'RS256')
  )
}

function bitsOf(key: CryptoKey): number {
  return (key.algorithm as { modulusLength?: number }).modulusLength ?? 0
}
