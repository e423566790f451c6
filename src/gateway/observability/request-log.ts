import { describeError, type Logger } from '../../kernel/logger.ts'
import { SECOND_MS } from '../../kernel/time.ts'
import type { Refusal } from '../../ports/identity.ts'
import type { HttpExchange } from '../http-exchange.ts'
import { pathOf } from '../input/query-string.ts'

/** Longer than this, a request is worth a line of its own. */
const SLOW_MS = 1_000
const MAX_PATH = 200

/**
 * Logs requests: every one at `debug`, slow ones and failures of ours above that. The query, headers and body are left
 * out on purpose: they may hold tokens and what people look for.
 */
export function logRequest(
  logger: Logger,
  exchange: HttpExchange,
  status: number,
  milliseconds: number,
): void {
  // An unreachable or overloaded service is logged once where it is noticed, not for every request that it refuses.
  const level = status === 500 ? 'warn' : milliseconds > SLOW_MS ? 'info' : 'debug'
  // Most requests are not logged: nothing is put together for them.
  if (level === 'debug' && !logger.isLevelEnabled('debug')) return
  logger[level](
    {
      requestId: exchange.id,
      method: exchange.raw.method,
      path: loggedPath(exchange),
      endpoint: exchange.endpoint?.id,
      tenantId: exchange.session?.caller.tenantId,
      status,
      milliseconds,
    },
    'request',
  )
}

/** Logs a failure of ours with its stack; the caller sees only the request id. */
export function logFailure(logger: Logger, exchange: HttpExchange, error: unknown): void {
  logger.error(
    { requestId: exchange.id, path: loggedPath(exchange), ...describeError(error) },
    'request failed',
  )
}

const REFUSAL_SECONDS = 10
const REFUSALS_LOGGED = 20

/**
 * Logs why tokens are refused, at most 20 lines in 10 s and then how many were left out: a flood of bad tokens
 * must not fill the disk or slow down others.
 */
export function createRefusalLog(logger: Logger, now: () => number): (refusal: Refusal) => void {
  let begun = Number.NEGATIVE_INFINITY
  let logged = 0
  let leftOut = 0
  return ({ code, reason }) => {
    const at = now()
    if (at - begun >= REFUSAL_SECONDS * SECOND_MS) {
      if (leftOut > 0) logger.info({ leftOut }, 'more tokens were refused than logged')
      begun = at
      logged = 0
      leftOut = 0
    }
    if (logged < REFUSALS_LOGGED) {
      logged++
      logger.info({ code, reason }, 'token refused')
    } else leftOut++
  }
}

function loggedPath({ raw }: HttpExchange): string {
  return pathOf(raw.url ?? '').slice(0, MAX_PATH)
}
