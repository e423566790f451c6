import { Failure } from '../kernel/fail.ts'
import type { Admission, Counter, Window } from '../ports/counter.ts'
import { networkOf } from './network.ts'

/** The subject's own ceiling over all its tokens: minting tokens must not multiply the limit without end. */
const SUBJECT_FACTOR = 10
/** Requests in any 60 s from one address, or one IPv6 network, to endpoints that need no token. */
const ADDRESS_LIMIT = 300
/** Limits whose refusals are kept; there are as many as tiers, and as tenants have limits of their own. */
const MOST_LIMITS = 100

/** By limit, and by the seconds to wait. */
const exceeded = new Map<number, Failure[]>()

/** Whose requests are counted, and where. */
export interface Limited {
  /** Requests in any 60 s for each token; null = unlimited. */
  limit: number | null
  /** Empty = nowhere. */
  windows: readonly Window[]
}

/** An admission and the limit that it was measured against, for the `RateLimit-*` headers. */
export interface Rate {
  limit: number
  admission: Admission
}

/** The windows of a token (named by its hash, never by itself) and of the subject behind all its tokens. */
export function sessionWindows(limit: number | null, tokenHash: string, subject: string): readonly Window[] {
  if (limit === null) return []
  return [
    { key: `token:${tokenHash}`, limit },
    { key: `subject:${subject}`, limit: limit * SUBJECT_FACTOR },
  ]
}

/** Counts a request of a session with the units that its endpoint costs; null when its tier is unlimited. */
export function countSession(
  counter: Counter,
  { limit, windows }: Limited,
  units: number,
): Rate | null | Promise<Rate> {
  if (limit === null) return null
  const admission = counter.hit(windows, units)
  return admission instanceof Promise
    ? admission.then((each) => ({ limit, admission: each }))
    : { limit, admission }
}

/** Counts a request without token by its address. */
export async function countAddress(counter: Counter, address: string | undefined): Promise<Rate> {
  return {
    limit: ADDRESS_LIMIT,
    admission: await counter.hit([{ key: `address:${networkOf(address)}`, limit: ADDRESS_LIMIT }]),
  }
}

/** The 429 of a refused request. Whoever is over the limit asks often: equal refusals are made once. */
export function rateExceeded({ limit, admission }: Rate): Failure {
  const { retryAfterSeconds } = admission
  let refusals = exceeded.get(limit)
  if (refusals === undefined) {
    if (exceeded.size >= MOST_LIMITS) exceeded.clear()
    exceeded.set(limit, (refusals = []))
  }
  return (refusals[retryAfterSeconds] ??= new Failure(
    'RATE_LIMIT_EXCEEDED',
    `At most ${limit} requests in any 60 seconds are allowed: try again in ${retryAfterSeconds} s.`,
    { 'Retry-After': String(retryAfterSeconds) },
  ))
}
