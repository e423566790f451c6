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

/** Remembers answers to creating requests for 24 hours. */
export interface IdempotencyStore {
  /** Claims the key, unless somebody has. */
  begin(request: KeyedRequest): Promise<KeyedOutcome>
  /** Keeps the answer of a request that was begun. */
  finish(request: KeyedRequest, status: number, answer: string): Promise<void>
  /** Forgets a request that was begun and failed, so that it can be tried again. */
  abandon(request: KeyedRequest): Promise<void>
}
