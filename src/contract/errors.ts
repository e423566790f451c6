import type { ErrorCode } from '../kernel/fail.ts'
import type { Endpoint } from './endpoint.ts'

/** What a code means: its HTTP status, when it is sent and what the caller can do about it. */
export interface ErrorEntry {
  status: number
  meaning: string
  remedy: string
}

/** Every code of the gateway. `docs/errors.md` is generated from this table. */
export const ERRORS: Record<ErrorCode, ErrorEntry> = {
  MALFORMED_REQUEST: {
    status: 400,
    meaning:
      'The request could not be read: broken HTTP, percent-encoding, JSON or UTF-8, or two credentials at once.',
    remedy: 'Fix the syntax that the detail names.',
  },
  TOKEN_MISSING: {
    status: 401,
    meaning: 'No `Authorization: Bearer <ACCESS_TOKEN>` header was sent.',
    remedy: 'Send the header; a local server gives a token at POST /v1/auth/dev-login.',
  },
  TOKEN_INVALID: {
    status: 401,
    meaning:
      'The token is not one that this gateway accepts: wrong form, signature, issuer, audience or claims.',
    remedy: 'Log in again; the server log says which check failed.',
  },
  TOKEN_EXPIRED: {
    status: 401,
    meaning: 'The token was valid and its lifetime is over.',
    remedy: 'Refresh it or log in again.',
  },
  PERMISSION_DENIED: {
    status: 403,
    meaning: 'The caller is known and lacks the role that this endpoint needs.',
    remedy: 'Ask an administrator.',
  },
  DEV_LOGIN_DISABLED: {
    status: 403,
    meaning: 'Dev-login is off on this server.',
    remedy:
      'Log in through the identity provider, or start the server with DEV_LOGIN_ENABLED=true for local development.',
  },
  NOT_FOUND: {
    status: 404,
    meaning: 'No endpoint has this path.',
    remedy: 'Look the path up in /v1/openapi.json.',
  },
  INSTRUMENT_NOT_FOUND: {
    status: 404,
    meaning: 'No instrument has this entity_id.',
    remedy: 'Take the entity_id from a search result.',
  },
  ENTITY_NOT_FOUND: {
    status: 404,
    meaning: 'No entity has this entity_id.',
    remedy: 'Take the entity_id from a search result or from the entities of an article.',
  },
  ARTICLE_NOT_FOUND: {
    status: 404,
    meaning: 'No article has this doc_id, or it has not been linked and scored yet.',
    remedy: 'Take the doc_id from a list of articles; after POST /v1/news/articles wait some seconds.',
  },
  SOURCE_NOT_FOUND: {
    status: 404,
    meaning: 'No publisher has this name.',
    remedy: 'Take the source from GET /v1/news/sources.',
  },
  MARKET_NOT_FOUND: {
    status: 404,
    meaning: 'No market has this MIC.',
    remedy: 'Take the mic from GET /v1/instruments/markets.',
  },
  WATCHLIST_NOT_FOUND: {
    status: 404,
    meaning: 'The user has no watchlist with this watchlist_id.',
    remedy: 'Take the watchlist_id from GET /v1/portfolio/watchlists.',
  },
  THREAD_NOT_FOUND: {
    status: 404,
    meaning: 'The user has no conversation with this thread_id, or it was deleted.',
    remedy: 'Take the thread_id from GET /v1/chat/threads.',
  },
  MESSAGE_NOT_FOUND: {
    status: 404,
    meaning: 'The conversation has no answer with this message_id.',
    remedy: 'Take the message_id from GET /v1/chat/threads/{thread_id}/messages.',
  },
  ACCOUNT_NOT_FOUND: {
    status: 404,
    meaning: 'The user has no such account.',
    remedy: 'Take the id from GET /v1/portfolio/accounts.',
  },
  HOLDING_NOT_FOUND: {
    status: 404,
    meaning: 'The user has never had the instrument in the accounts that are asked about.',
    remedy: 'Take the id from GET /v1/portfolio/holdings.',
  },
  TRANSACTION_NOT_FOUND: {
    status: 404,
    meaning: 'The user has no such transaction.',
    remedy: 'Take the id from GET /v1/portfolio/transactions.',
  },
  OIDC_NOT_CONFIGURED: {
    status: 404,
    meaning: 'This server has no identity provider that browsers could log in at.',
    remedy: 'Set AUTH_URL and OIDC_CLIENT_ID, or log in with POST /v1/auth/dev-login on a local server.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The path exists and does not take this method.',
    remedy: 'Use a method that the Allow header lists.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    meaning: 'The request did not arrive completely in time.',
    remedy: 'Send it again without pauses.',
  },
  DUPLICATE: {
    status: 409,
    meaning: 'What is to be created exists already.',
    remedy: 'Read the existing one; nothing was changed.',
  },
  NAME_TAKEN: {
    status: 409,
    meaning: 'The user has another list with this name; case does not matter.',
    remedy: 'Choose another name, or change the list that has it.',
  },
  DEFAULT_WATCHLIST: {
    status: 409,
    meaning: 'The default watchlist cannot be deleted.',
    remedy: 'Make another list the default first: PATCH it with `is_default` true.',
  },
  WATCHLIST_FULL: {
    status: 409,
    meaning: 'The watchlist has 500 items, which is the most.',
    remedy: 'Remove an item, or put the instrument on another list.',
  },
  WATCHLIST_LIMIT_REACHED: {
    status: 409,
    meaning: 'The user has 50 watchlists, which is the most.',
    remedy: 'Delete a list that is no longer needed.',
  },
  THREAD_LIMIT_REACHED: {
    status: 409,
    meaning: 'The user has 1,000 conversations, which is the most.',
    remedy: 'Delete one that is no longer needed.',
  },
  ACCOUNT_LIMIT_REACHED: {
    status: 409,
    meaning: 'The user has as many accounts as may be.',
    remedy: 'Delete one first.',
  },
  ACCOUNT_NOT_EMPTY: {
    status: 409,
    meaning: 'The account has transactions.',
    remedy: 'Delete it with force=true, which deletes them too.',
  },
  TRANSACTION_LIMIT_REACHED: {
    status: 409,
    meaning: 'The user has as many transactions as may be.',
    remedy: 'Delete some first.',
  },
  DUPLICATE_TRANSACTION: {
    status: 409,
    meaning: 'The account has a transaction with this external_id.',
    remedy: 'Leave it out, or change the one that is there.',
  },
  THREAD_BUSY: {
    status: 409,
    meaning: 'An answer is being written in the conversation.',
    remedy: 'Wait for its end, or cancel it.',
  },
  NOT_STREAMING: {
    status: 409,
    meaning: 'The answer is not being written any more.',
    remedy: 'Read it with GET /v1/chat/threads/{thread_id}/messages.',
  },
  ANSWER_CANCELLED: {
    status: 409,
    meaning: 'The answer was cancelled, or stopped without a reader. Sent only as an event.',
    remedy: 'Ask again.',
  },
  STREAM_EXPIRED: {
    status: 410,
    meaning: 'The events of the answer are not kept any more: they are for an hour after its end.',
    remedy: 'Read it with GET /v1/chat/threads/{thread_id}/messages.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    meaning: 'The body is larger than the endpoint takes.',
    remedy: 'Send less; the detail names the limit.',
  },
  URI_TOO_LONG: {
    status: 414,
    meaning: 'The request target is longer than 8,192 bytes.',
    remedy: 'Shorten the path or the query.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The body is not plain UTF-8 JSON.',
    remedy: 'Send Content-Type: application/json without a content encoding.',
  },
  MISDIRECTED_REQUEST: {
    status: 421,
    meaning:
      'The Host header names another server. It is checked while dev-login or the bundled identity provider is on.',
    remedy: 'Ask the server as localhost or by its address, or list the name in ALLOWED_HOSTS.',
  },
  INVALID_PARAMETER: {
    status: 422,
    meaning: 'A query or path parameter breaks its rule.',
    remedy: 'The detail names the parameter and the rule; nothing is clamped.',
  },
  VALIDATION_ERROR: {
    status: 422,
    meaning: 'The JSON body breaks its schema.',
    remedy: 'The detail names the field and the rule.',
  },
  INVALID_DATE_RANGE: {
    status: 422,
    meaning:
      '`from` is after `to`, or the range lies outside the days that the calendar of the market knows.',
    remedy: 'Swap them, or ask for dates within the range that the detail names.',
  },
  RANGE_TOO_LARGE: {
    status: 422,
    meaning:
      'The response would hold more than 100,000 bars, the sessions of more than 400 days or the exchange rates of more than 3,660.',
    remedy: 'Ask for a shorter range or a longer interval.',
  },
  INSUFFICIENT_QUANTITY: {
    status: 422,
    meaning: 'On some day the account would have less than nothing of the instrument.',
    remedy: 'Enter the purchase first, or let the account have shorts.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    meaning: 'The Idempotency-Key was used for another request in the last 24 hours.',
    remedy: 'Send a new key with a new request, and the same key only with the same body.',
  },
  UPGRADE_REQUIRED: {
    status: 426,
    meaning: 'The endpoint is a WebSocket, and the request asked for none, or for one of another version.',
    remedy: 'Open it with a WebSocket client.',
  },
  RATE_LIMIT_EXCEEDED: {
    status: 429,
    meaning:
      'The limit of requests in any 60 seconds is used up, or the address has sent 60 tokens with a false signature in them and this is another, or one of more than can be checked; or as many streams or WebSockets are open for the token, the user, the tenant or in all as may be.',
    remedy:
      'Wait for the seconds in Retry-After: the next request after them is admitted. Close streams and WebSockets that are no longer read.',
  },
  LLM_BUDGET_EXCEEDED: {
    status: 429,
    meaning: 'The tenant has used up the tokens of the language model for today.',
    remedy: 'Wait as many seconds as `Retry-After` says: until midnight UTC.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    meaning: 'The request headers exceed 16 KiB, or the Authorization header 8 KiB.',
    remedy: 'Send smaller headers.',
  },
  INTERNAL_ERROR: {
    status: 500,
    meaning: 'The gateway failed; the cause is in its log under the X-Request-Id.',
    remedy: 'Try again, and report the X-Request-Id if it stays.',
  },
  AUTH_UNAVAILABLE: {
    status: 503,
    meaning: 'Tokens cannot be checked now: the identity provider or its keys are unreachable.',
    remedy: 'Try again after Retry-After; the token itself is not refused.',
  },
  OVERLOADED: {
    status: 503,
    meaning: 'The server is overloaded: the most expensive requests are refused first.',
    remedy: 'Try again after Retry-After.',
  },
  QUOTE_UNAVAILABLE: {
    status: 503,
    meaning: 'No source has a price for this instrument.',
    remedy: 'Import bars for it or configure an upstream that covers it.',
  },
  STORAGE_FULL: {
    status: 503,
    meaning: 'The disk of the database is full: nothing was stored. Reading goes on.',
    remedy: 'Try again after Retry-After; the operator has to make room.',
  },
  UPSTREAM_UNAVAILABLE: {
    status: 503,
    meaning: 'A data source or the database did not answer in time.',
    remedy: 'Try again after Retry-After.',
  },
  SERVER_SHUTDOWN: {
    status: 503,
    meaning: 'The server is shutting down.',
    remedy: 'Try again after Retry-After; another replica or the restarted server answers.',
  },
  MODEL_UNAVAILABLE: {
    status: 503,
    meaning: 'What writes answers failed, or has failed several times in a row.',
    remedy: 'Ask again later.',
  },
  MODEL_TIMEOUT: {
    status: 504,
    meaning: 'The answer took too long. Sent as an event alone.',
    remedy: 'Ask again, or something smaller.',
  },
}

/** Codes that any endpoint may answer with, so endpoints do not list them. */
export const COMMON_ERRORS: readonly ErrorCode[] = [
  'MALFORMED_REQUEST',
  'REQUEST_TIMEOUT',
  'URI_TOO_LONG',
  'MISDIRECTED_REQUEST',
  'HEADERS_TOO_LARGE',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
  'OVERLOADED',
  'STORAGE_FULL',
  'UPSTREAM_UNAVAILABLE',
  'SERVER_SHUTDOWN',
]

/** Codes of every endpoint that needs a token. */
export const TOKEN_ERRORS: readonly ErrorCode[] = [
  'TOKEN_MISSING',
  'TOKEN_INVALID',
  'TOKEN_EXPIRED',
  'AUTH_UNAVAILABLE',
]

/**
 * Codes that follow from what an endpoint is, so it does not list them: the gateway reads the body of whatever is not a GET,
 * and refuses what is in it where the endpoint has no use for it.
 */
export function impliedErrors(endpoint: Endpoint): ErrorCode[] {
  const { auth, method, query, idempotent, socket } = endpoint
  const codes: ErrorCode[] = auth === 'public' ? [] : [...TOKEN_ERRORS]
  if (auth === 'admin') codes.push('PERMISSION_DENIED')
  // The page of an origin that is not allowed.
  if (socket !== undefined) codes.push('PERMISSION_DENIED', 'UPGRADE_REQUIRED')
  if (method !== 'GET') codes.push('PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'VALIDATION_ERROR')
  if (query !== undefined) codes.push('INVALID_PARAMETER')
  if (idempotent === true) codes.push('INVALID_PARAMETER', 'IDEMPOTENCY_KEY_REUSED', 'DUPLICATE')
  return [...new Set(codes)]
}

/** Every code that an endpoint can answer with, in the order of `ERRORS`: declared, implied or common. */
export function errorCodesOf(endpoint: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>([...endpoint.errors, ...impliedErrors(endpoint), ...COMMON_ERRORS])
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.has(code))
}

/** Whether a response of the endpoint may be 304: every response to a GET that is one value has an ETag. */
export function isConditional({ method, reply }: Endpoint): boolean {
  return method === 'GET' && reply !== undefined
}
