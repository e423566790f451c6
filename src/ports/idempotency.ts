import type { Id } from '../kernel/ids.ts'

/** One use of an `Idempotency-Key`: whose, where, and with which body. */
export interface KeyedRequest {
  tenantId: Id
  subject: string
  method: string
  /** With its ids filled in. */
  path: string
  key: string
  /** SHA-256 of the body; the same key with another body is a mistake. */
  bodyHash: string
  /** A random name of this attempt: no other may free what it has claimed. */
  claim: Id
}

/** What is known of a keyed request. */
export type KeyedOutcome =
  | { kind: 'new' }
  /** It was answered before. */
  | { kind: 'answered'; status: number; answer: string }
  /** The key belongs to another body. */
  | { kind: 'reused' }
  /** It is being answered right now. */
  | { kind: 'running' }

/** Remembers responses to creating requests for 24 hours. */
export interface IdempotencyStore {
  /** Claims the key, unless somebody has; a claim holds for a minute. When it rejects, the key may be claimed. */
  begin(request: KeyedRequest): Promise<KeyedOutcome>
  /** Keeps the response of an attempt that was begun; nothing when its claim has passed to another. */
  finish(request: KeyedRequest, status: number, answer: string): Promise<void>
  /** Forgets an attempt that was begun and failed, so that the request can be made again. */
  abandon(request: KeyedRequest): Promise<void>
}
