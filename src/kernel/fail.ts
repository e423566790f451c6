/** Every code that may leave the gateway; `contract/errors.ts` gives each its status and meaning. */
export type ErrorCode =
  | 'MALFORMED_REQUEST'
  | 'TOKEN_MISSING'
  | 'TOKEN_INVALID'
  | 'TOKEN_EXPIRED'
  | 'PERMISSION_DENIED'
  | 'DEV_LOGIN_DISABLED'
  | 'NOT_FOUND'
  | 'INSTRUMENT_NOT_FOUND'
  | 'ENTITY_NOT_FOUND'
  | 'ARTICLE_NOT_FOUND'
  | 'SOURCE_NOT_FOUND'
  | 'MARKET_NOT_FOUND'
  | 'WATCHLIST_NOT_FOUND'
  | 'THREAD_NOT_FOUND'
  | 'MESSAGE_NOT_FOUND'
  | 'ACCOUNT_NOT_FOUND'
  | 'HOLDING_NOT_FOUND'
  | 'TRANSACTION_NOT_FOUND'
  | 'OIDC_NOT_CONFIGURED'
  | 'METHOD_NOT_ALLOWED'
  | 'REQUEST_TIMEOUT'
  | 'DUPLICATE'
  | 'NAME_TAKEN'
  | 'DEFAULT_WATCHLIST'
  | 'WATCHLIST_FULL'
  | 'WATCHLIST_LIMIT_REACHED'
  | 'THREAD_LIMIT_REACHED'
  | 'ACCOUNT_LIMIT_REACHED'
  | 'ACCOUNT_NOT_EMPTY'
  | 'TRANSACTION_LIMIT_REACHED'
  | 'DUPLICATE_TRANSACTION'
  | 'THREAD_BUSY'
  | 'NOT_STREAMING'
  | 'ANSWER_CANCELLED'
  | 'STREAM_EXPIRED'
  | 'PAYLOAD_TOO_LARGE'
  | 'URI_TOO_LONG'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'MISDIRECTED_REQUEST'
  | 'INVALID_PARAMETER'
  | 'VALIDATION_ERROR'
  | 'INVALID_DATE_RANGE'
  | 'RANGE_TOO_LARGE'
  | 'INSUFFICIENT_QUANTITY'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'UPGRADE_REQUIRED'
  | 'RATE_LIMIT_EXCEEDED'
  | 'LLM_BUDGET_EXCEEDED'
  | 'HEADERS_TOO_LARGE'
  | 'INTERNAL_ERROR'
  | 'AUTH_UNAVAILABLE'
  | 'OVERLOADED'
  | 'QUOTE_UNAVAILABLE'
  | 'STORAGE_FULL'
  | 'UPSTREAM_UNAVAILABLE'
  | 'SERVER_SHUTDOWN'
  | 'MODEL_UNAVAILABLE'
  | 'MODEL_TIMEOUT'

/** A refusal with a code; the gateway renders it as `{detail, code, status}`. */
export class Failure extends Error {
  readonly code: ErrorCode
  /** Extra response headers, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, detail: string, headers: Readonly<Record<string, string>> = {}) {
    // A refusal is a response, not a defect: its stack is never shown, and taking it costs more than the response.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(detail)
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'Failure'
    this.code = code
    this.headers = headers
  }
}

/** Throws a {@link Failure}: `detail` is a sentence for people, never a stack, a path or a key. */
export function fail(code: ErrorCode, detail: string, headers?: Readonly<Record<string, string>>): never {
  throw new Failure(code, detail, headers)
}
