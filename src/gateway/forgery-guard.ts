import { Failure } from '../kernel/fail.ts'
import { recentlyUsed } from '../kernel/recently-used.ts'
import { MINUTE_MS, SECOND_MS, type Instant } from '../kernel/time.ts'
import type { Clock } from '../ports/clock.ts'
import type { SignatureGate } from '../ports/identity.ts'
import { networkOf } from './network.ts'

/** Forged tokens from one network in any 60 s that are answered as such; from then on it is a suspect. */
const LIMIT = 60
/**
 * False signatures of one suspect that are checked each second, as many at once after a quiet second. A check of RSA with
 * 2048 bits takes 30 us, with reading the token 60: a tenth of a processor when it does little else, a fifth when its caches are cold.
 */
export const CHECKS_PER_SECOND = 1_500
/** Of all suspects together. */
export const ALL_CHECKS_PER_SECOND = 3_000
/** Networks that are remembered, 600 bytes each. */
export const MAX_NETWORKS = 10_000

/** The gate of one token. */
export interface ForgeryGate extends SignatureGate {
  /** The 429 in the place of what a refused token is answered otherwise; null for none. */
  refusal: Failure | null
}

/** What is known against a network. */
interface Suspect {
  /** When it sent its last {@link LIMIT} forged tokens that were answered as such, a ring. */
  sentAt: Float64Array
  next: number
  checks: Budget
}

/**
 * Bounds what forged tokens cost without locking anybody out: a valid token is served even from an address from
 * which others forge. Whether a token is forged cannot be known without checking its signature, so that the signatures
 * of a suspect are checked too, as many as the budget allows; valid ones cost it nothing.
 */
export class ForgeryGuard {
  private readonly suspects = recentlyUsed<Suspect>(MAX_NETWORKS)
  private readonly all: Budget
  private readonly clock: Clock

  constructor(clock: Clock) {
    this.clock = clock
    this.all = new Budget(ALL_CHECKS_PER_SECOND, clock.now())
  }

  /** What a verifier asks before it checks the signature of one token from an address. */
  gate(address: string | undefined): ForgeryGate {
    const network = networkOf(address)
    const gate: ForgeryGate = {
      refusal: null,
      pass: (check) => {
        const genuine = this.pass(network, check)
        if (genuine !== true) gate.refusal = genuine === null ? UNCHECKED : this.note(network)
        return genuine
      },
    }
    return gate
  }

  /** Takes note of a token that is known to be forged; the 429 for it, or null while its network has not sent too many. */
  noteOf(address: string | undefined): Failure | null {
    return this.note(networkOf(address))
  }

  private note(network: string): Failure | null {
    const now = this.clock.now()
    let suspect = this.suspects.get(network)
    if (suspect === undefined) {
      const checks = new Budget(CHECKS_PER_SECOND, now)
      suspect = { sentAt: new Float64Array(LIMIT).fill(Number.NEGATIVE_INFINITY), next: 0, checks }
      this.suspects.set(network, suspect)
    }
    const wait = waitOf(suspect, now)
    if (wait > 0) return tooManyForgeries(Math.ceil(wait / SECOND_MS))
    suspect.sentAt[suspect.next] = now
    suspect.next = (suspect.next + 1) % LIMIT
    return null
  }

  private pass(network: string, check: () => boolean): boolean | null {
    const suspect = this.suspects.get(network)
    const now = this.clock.now()
    if (suspect === undefined || waitOf(suspect, now) <= 0) return check()
    if (!suspect.checks.has(now) || !this.all.has(now)) return null
    if (check()) return true
    suspect.checks.take()
    this.all.take()
    return false
  }
}

/** Milliseconds until the network may send a forged token again that is answered as such; nothing or less when it may. */
function waitOf({ sentAt, next }: Suspect, now: Instant): number {
  const wait = (sentAt[next] ?? 0) + MINUTE_MS - now
  // A clock that was set back must not make a suspect for longer than a window.
  return wait <= MINUTE_MS ? wait : 0
}

/** So many each second, and no more saved up than for one. */
class Budget {
  private readonly perSecond: number
  private left: number
  private filledAt: Instant

  constructor(perSecond: number, now: Instant) {
    this.perSecond = perSecond
    this.left = perSecond
    this.filledAt = now
  }

  has(now: Instant): boolean {
    const earned = (Math.max(0, now - this.filledAt) * this.perSecond) / SECOND_MS
    this.left = Math.min(this.perSecond, this.left + earned)
    this.filledAt = now
    return this.left >= 1
  }

  take(): void {
    this.left -= 1
  }
}

/** The 429 of a token whose signature was not checked: it may be a good one, which soon has luck. */
const UNCHECKED = new Failure(
  'RATE_LIMIT_EXCEEDED',
  'Your address sends more tokens with a false signature than can be checked: send the same token again.',
  { 'Retry-After': '1' },
)

const refusals: Failure[] = []

/** Whoever floods is refused often: equal refusals are made once. */
function tooManyForgeries(seconds: number): Failure {
  return (refusals[seconds] ??= new Failure(
    'RATE_LIMIT_EXCEEDED',
    `Your address has sent ${LIMIT} tokens with a false signature within 60 seconds, and this is another: try again in ${seconds} s.`,
    { 'Retry-After': String(seconds) },
  ))
}
