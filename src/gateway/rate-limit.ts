import { Failure } from '../kernel/fail.ts'
import type { Admission, Counter, Window } from '../ports/counter.ts'
import type { Session } from './access.ts'

/** The subject's own ceiling over all its tokens: minting tokens must not multiply the limit without end. */
const SUBJECT_FACTOR = 10
/** Requests in any 60 s from one address to endpoints that need no token. */
const ADDRESS_LIMIT = 300

/** An admission and the limit that it was measured against, for the `RateLimit-*` headers. */
export interface Rate {
  limit: number
  admission: Admission
}

/** Counts a request of a session; null when its tier is unlimited. */
export function countSession(counter: Counter, session: Session): Rate | null | Promise<Rate> {
  const { limit } = session
  if (limit === null) return null
  const windows: Window[] = [
    { key: session.tokenKey, limit },
    { key: session.subjectKey, limit: limit * SUBJECT_FACTOR },
  ]
  const admission = counter.hit(windows)
  return admission instanceof Promise
    ? admission.then((each) => ({ limit, admission: each }))
    : { limit, admission }
}

/** Counts a request without token by its address. */
export async function countAddress(counter: Counter, address: string): Promise<Rate> {
  return {
    limit: ADDRESS_LIMIT,
    admission: await counter.hit([{ key: `address:${address}`, limit: ADDRESS_LIMIT }]),
  }
}

/** The 429 of a refused request. */
export function rateExceeded({ limit, admission }: Rate): Failure {
  return new Failure(
    'RATE_LIMIT_EXCEEDED',
    `At most ${limit} requests in any 60 seconds are allowed: try again in ${admission.retryAfterSeconds} s.`,
    { 'Retry-After': String(admission.retryAfterSeconds) },
  )
}
