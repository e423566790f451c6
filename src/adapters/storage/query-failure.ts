import { Failure } from '../../kernel/fail.ts'

/**
 * What keeps the database from answering, where that is not the statement's fault: it is `away`, the response is `late`,
 * it is too `busy` for another connection or for this statement beside others, its disk is `full`, or it cannot hold a
 * value of the `input`.
 */
export type QueryFailure = 'unreachable' | 'late' | 'busy' | 'full' | 'input'

/** SQLSTATE classes (two letters) and codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const STATES: ReadonlyMap<string, QueryFailure | null> = new Map<string, QueryFailure | null>([
  // Connection exceptions; PgBouncer's own refusals are among them.
  ['08', 'unreachable'],
  // A password or database that has changed under a running server.
  // Data exceptions and limits of the program: what was sent is no text, number or size that it knows.
  ['22', 'input'],
  ['54', 'input'],
  // A division by zero is in the statement.
  ['22012', null],
  ['28', 'unreachable'],
  ['3D', 'unreachable'],
  // Others were in the way each time that it was tried.
  ['40001', 'busy'],
  ['40P01', 'busy'],
  ['57014', 'late'],
  ['57P01', 'unreachable'],
  ['57P02', 'unreachable'],
  ['57P03', 'unreachable'],
  ['57P05', 'unreachable'],
  ['53100', 'full'],
  ['53200', 'busy'],
  ['53300', 'busy'],
])

const SOCKET_CODES = /^(E(CONN|HOST|NET|PIPE|TIMEDOUT|AI_|NOTFOUND)\w*|ENOENT)$/
/** What `pg` says, without a code, of connections that are lost, that do not come about, or that nobody may have. */
const LOST = /^(Connection terminated|timeout expired|Client (has encountered|was closed)|Cannot use a pool)/
const NO_CONNECTION = 'timeout exceeded when trying to connect'
const ENDED = 'the embedded database has ended'

/** Null for everything else: a statement that is wrong stays a failure of ours. */
export function queryFailureOf(error: unknown): QueryFailure | null {
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string }
  if (typeof code === 'string') {
    const state = STATES.has(code) ? STATES.get(code) : STATES.get(code.length === 5 ? code.slice(0, 2) : '')
    if (state !== undefined) return state
    if (code === 'ENOSPC') return 'full'
    if (SOCKET_CODES.test(code)) return 'unreachable'
  }
  if (message === NO_CONNECTION) return 'busy'
  return LOST.test(message) || message === ENDED ? 'unreachable' : null
}

/** The response that a request gets: it reveals nothing of hosts or SQL. The cause is for the log alone. */
export function refusalOf(failure: QueryFailure, cause?: unknown): Failure {
  // A new one each time, because stacks are added to what is thrown.
  const refusal = failureOf(failure)
  refusal.cause = cause
  return refusal
}

function failureOf(failure: QueryFailure): Failure {
  switch (failure) {
    case 'unreachable':
      return new Failure('UPSTREAM_UNAVAILABLE', 'The database is unreachable.', { 'Retry-After': '2' })
    case 'late':
      return new Failure('UPSTREAM_UNAVAILABLE', 'The database did not answer in time.', {
        'Retry-After': '2',
      })
    case 'busy':
      return new Failure('OVERLOADED', 'The database is overloaded.', { 'Retry-After': '1' })
    case 'input':
      return new Failure('VALIDATION_ERROR', 'The request holds a value that cannot be stored or looked up.')
    case 'full':
      return new Failure('STORAGE_FULL', 'The database has no room left: nothing was stored.', {
        'Retry-After': '60',
      })
  }
}
