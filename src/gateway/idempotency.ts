import { hash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { HandlerResult } from '../contract/endpoint.ts'
import { fail, Failure } from '../kernel/fail.ts'
import { randomId } from '../kernel/ids.ts'
import type { IdempotencyStore, KeyedRequest } from '../ports/idempotency.ts'
import type { HttpExchange } from './http-exchange.ts'
import { canonicalHash } from './input/canonical-json.ts'
import { pathOf } from './input/query-string.ts'

/** 1 to 128 visible ASCII characters. */
const KEY = /^[\x21-\x7e]{1,128}$/

/** After a minute a claim is void. */
const CLAIM_MS = 60_000
const RETRY_MS = 500

/**
 * Answers a request that carries an `Idempotency-Key`: the first one is worked on, and the same one again is answered
 * as the first was. A request that fails is forgotten, because nothing was done.
 */
export async function respondOnce(
  exchange: HttpExchange,
  { store, status, body }: { store: IdempotencyStore; status: number; body: unknown },
  work: () => Promise<HandlerResult<unknown>> | HandlerResult<unknown>,
): Promise<HandlerResult<unknown>> {
  const request = await keyedRequest(exchange, body)
  if (request === null) return work()
  const outcome = await store.begin(request).catch((error: unknown) => {
    // It may have been claimed all the same, unless it was not even tried.
    if (!(error instanceof Failure && error.code === 'OVERLOADED')) void soon(() => store.abandon(request))
    throw error
  })
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
  let answer: HandlerResult<unknown>
  try {
    answer = await work()
  } catch (error) {
    // Why it failed is the response, whether or not the key can be freed.
    await store.abandon(request).catch(() => void soon(() => store.abandon(request)))
    throw error
  }
  const text = JSON.stringify(answer.value)
  await store.finish(request, status, text).catch((error: unknown) => {
    // The work is done, and that is the response, when the database became unreachable since.
    if (!(error instanceof Failure)) throw error
    void soon(() => store.finish(request, status, text))
  })
  return answer
}

/** Retries later what the database did not accept: a client that repeats the request must not wait for long. */
async function soon(tell: () => Promise<void>): Promise<void> {
  const end = performance.now() + CLAIM_MS
  while (performance.now() < end) {
    await delay(RETRY_MS, undefined, { ref: false })
    try {
      return await tell()
    } catch {
      // Tried again.
    }
  }
}

/** A path that no endpoint's ids need is longer than a key of an index may be. */
const LONGEST_PATH = 256

function storedPath(path: string): string {
  return path.length <= LONGEST_PATH ? path : hash('sha256', path, 'base64url')
}

async function keyedRequest({ raw, session }: HttpExchange, body: unknown): Promise<KeyedRequest | null> {
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
    path: storedPath(pathOf(raw.url ?? '')),
    key,
    bodyHash: await canonicalHash(body ?? null),
    claim: randomId(),
  }
}
