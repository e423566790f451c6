import { hash } from 'node:crypto'
import type { Answer } from '../contract/endpoint.ts'
import { fail } from '../kernel/fail.ts'
import type { IdempotencyStore, KeyedRequest } from '../ports/idempotency.ts'
import type { Exchange } from './exchange.ts'
import { pathOf } from './query-string.ts'

/** 1 to 128 visible ASCII characters. */
const KEY = /^[\x21-\x7e]{1,128}$/

/**
 * Answers a request that carries an `Idempotency-Key`: the first one is worked on, and the same one again is answered
 * as the first was. A request that fails is forgotten, because nothing was done.
 */
export async function answerOnce(
  exchange: Exchange,
  { store, status, body }: { store: IdempotencyStore; status: number; body: unknown },
  work: () => Promise<Answer<unknown>> | Answer<unknown>,
): Promise<Answer<unknown>> {
  const request = keyedRequest(exchange, body)
  if (request === null) return work()
  const outcome = await store.begin(request)
  switch (outcome.kind) {
    case 'answered':
      return { value: JSON.parse(outcome.answer) as object }
    case 'reused':
      return fail(
        'IDEMPOTENCY_KEY_REUSED',
        'This Idempotency-Key was used with another body: send a new key.',
      )
    case 'running':
      return fail(
        'DUPLICATE',
        'A request with this Idempotency-Key is being answered: ask again in a moment.',
      )
    case 'new':
      break
  }
  let answer: Answer<unknown>
  try {
    answer = await work()
  } catch (error) {
    // Why it failed is the answer, even when the key cannot be freed; it is free after a minute.
    await store.abandon(request).catch(() => undefined)
    throw error
  }
  await store.finish(request, status, JSON.stringify(answer.value))
  return answer
}

function keyedRequest({ raw, session }: Exchange, body: unknown): KeyedRequest | null {
  const key = raw.headers['idempotency-key']
  if (key === undefined || session === null) return null
  if (typeof key !== 'string' || !KEY.test(key)) {
    fail('INVALID_PARAMETER', 'Idempotency-Key must have 1 to 128 visible ASCII characters.')
  }
  const { tenantId, userId } = session.caller
  return {
    tenantId,
    subject: userId,
    method: raw.method ?? '',
    path: pathOf(raw.url ?? ''),
    key,
    bodyHash: hash('sha256', JSON.stringify(body ?? null), 'base64url'),
  }
}
