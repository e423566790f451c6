import { LRUCache } from 'lru-cache'
import { Failure } from '../kernel/fail.ts'
import { MINUTE_MS, SECOND_MS, type Instant } from '../kernel/time.ts'
import type { Clock } from '../ports/clock.ts'
import type { Counter } from '../ports/counter.ts'
import type { Verification } from '../ports/identity.ts'
import { networkOf } from './network.ts'

/** False signatures from one network in any 60 s; whoever has sent them has nothing more checked. */
const LIMIT = 60
/** Networks that are remembered, here and in the counter. */
export const MAX_NETWORKS = 10_000

type Outcome = Verification | Failure

/** What is known against a network. */
interface Suspect {
  network: string
  /** False signatures it may still send; as many checks may be under way at once. */
  left: number
  /** While nothing is left: until when. */
  closedUntil: Instant
  /** When the last false signature leaves the window. */
  clearAt: Instant
  running: number
  waiting: Array<() => void>
}

/**
 * Keeps an address from having its forged tokens checked without end: a signature costs as much as several answers. The
 * limit is exact however many requests come at once, because no more checks of a network run than it has false
 * signatures left; the others wait for those, a fraction of a millisecond as a rule.
 */
export class ForgeryGuard {
  private readonly suspects = new LRUCache<string, Suspect>({ max: MAX_NETWORKS })
  private readonly counter: Counter
  private readonly clock: Clock

  constructor(counter: Counter, clock: Clock) {
    this.counter = counter
    this.clock = clock
  }

  /** Runs the check of a token that came from an address, or gives the 429 without running it. */
  check(
    address: string | undefined,
    verify: () => Verification | Promise<Verification>,
  ): Outcome | Promise<Outcome> {
    const network = networkOf(address)
    const suspect = this.suspects.get(network)
    if (suspect === undefined) return this.run(unsuspected(network), verify)
    const refusal = this.refusalOf(suspect)
    if (refusal !== null) return refusal
    return suspect.running < suspect.left ? this.run(suspect, verify) : this.wait(suspect, verify)
  }

  /** What the form of a token decides costs nothing, so that nobody takes part in the counting. */
  private run(
    suspect: Suspect,
    verify: () => Verification | Promise<Verification>,
  ): Outcome | Promise<Outcome> {
    const outcome = verify()
    return outcome instanceof Promise ? this.follow(suspect, outcome) : outcome
  }

  private async follow(suspect: Suspect, outcome: Promise<Verification>): Promise<Outcome> {
    this.suspects.set(suspect.network, suspect)
    suspect.running++
    try {
      const verification = await outcome
      if (!verification.ok && verification.refusal.forged === true) await this.count(suspect)
      return verification
    } finally {
      suspect.running--
      this.letIn(suspect)
    }
  }

  private async wait(suspect: Suspect, verify: () => Verification | Promise<Verification>): Promise<Outcome> {
    while (suspect.running >= suspect.left) {
      await new Promise<void>((resolve) => suspect.waiting.push(resolve))
      const refusal = this.refusalOf(suspect)
      if (refusal !== null) return refusal
    }
    return this.run(suspect, verify)
  }

  private async count(suspect: Suspect): Promise<void> {
    const key = `forgery:${suspect.network}`
    const { remaining, resetSeconds } = await this.counter.hit([{ key, limit: LIMIT }])
    const now = this.clock.now()
    suspect.left = remaining
    suspect.closedUntil = now + resetSeconds * SECOND_MS
    suspect.clearAt = now + MINUTE_MS
  }

  private refusalOf(suspect: Suspect): Failure | null {
    const now = this.clock.now()
    if (suspect.left > 0) {
      if (now >= suspect.clearAt) suspect.left = LIMIT
      return null
    }
    const wait = suspect.closedUntil - now
    // A clock that was set back must not close the door for longer than a window.
    if (wait > 0 && wait <= MINUTE_MS) return tooManyForgeries(Math.ceil(wait / SECOND_MS))
    suspect.left = 1
    return null
  }

  private letIn(suspect: Suspect): void {
    const { network, left, running, waiting } = suspect
    // With nothing left those who wait are all refused.
    const free = left === 0 ? waiting.length : Math.max(0, left - running)
    for (const resume of waiting.splice(0, free)) resume()
    if (left === LIMIT && running === 0 && this.suspects.peek(network) === suspect) {
      this.suspects.delete(network)
    }
  }
}

const unsuspected = (network: string): Suspect => ({
  network,
  left: LIMIT,
  closedUntil: 0,
  clearAt: 0,
  running: 0,
  waiting: [],
})

const refusals: Failure[] = []

/** Whoever floods is refused often: equal refusals are made once. */
function tooManyForgeries(seconds: number): Failure {
  return (refusals[seconds] ??= new Failure(
    'RATE_LIMIT_EXCEEDED',
    `Your address has sent ${LIMIT} tokens with a false signature within 60 seconds: try again in ${seconds} s.`,
    { 'Retry-After': String(seconds) },
  ))
}
