import { describe, expect, test } from 'vitest'
import { refusalOf, type QueryFailure, queryFailureOf } from './query-failure.ts'

const coded = (code: string, message = 'whatever'): Error => Object.assign(new Error(message), { code })

describe('queryFailureOf', () => {
  test.each<[QueryFailure, unknown]>([
    ['unreachable', coded('ECONNREFUSED')],
    ['unreachable', coded('ECONNRESET')],
    ['unreachable', coded('EPIPE')],
    ['unreachable', coded('ETIMEDOUT')],
    ['unreachable', coded('EHOSTUNREACH')],
    ['unreachable', coded('ENOTFOUND')],
    ['unreachable', coded('EAI_AGAIN')],
    ['unreachable', coded('ENOENT', 'connect ENOENT /run/postgresql/.s.PGSQL.5432')],
    ['unreachable', coded('57P01', 'terminating connection due to administrator command')],
    ['unreachable', coded('57P02')],
    ['unreachable', coded('57P03', 'the database system is starting up')],
    ['unreachable', coded('08006')],
    ['unreachable', coded('08P01', 'query_wait_timeout')],
    ['unreachable', coded('28P01', 'password authentication failed')],
    ['unreachable', coded('3D000')],
    ['unreachable', new Error('Connection terminated')],
    ['unreachable', new Error('Connection terminated unexpectedly')],
    ['unreachable', new Error('Connection terminated due to connection timeout')],
    ['unreachable', new Error('timeout expired')],
    ['unreachable', new Error('Client has encountered a connection error and is not queryable')],
    ['unreachable', new Error('Client was closed and is not queryable')],
    ['unreachable', new Error('Cannot use a pool after calling end on the pool')],
    ['unreachable', new Error('the embedded database has ended')],
    ['busy', new Error('timeout exceeded when trying to connect')],
    ['busy', coded('53300', 'sorry, too many clients already')],
    ['busy', coded('53200')],
    ['busy', coded('40001', 'could not serialize access')],
    ['busy', coded('40P01', 'deadlock detected')],
    ['input', coded('22021', 'invalid byte sequence')],
    ['input', coded('22003')],
    ['input', coded('54000', 'index row size exceeds maximum')],
    ['late', coded('57014', 'canceling statement due to statement timeout')],
    ['full', coded('53100', 'could not extend file')],
    ['full', coded('ENOSPC')],
  ])('%s: %s', (failure, error) => {
    expect(queryFailureOf(error)).toBe(failure)
  })

  test.each([
    coded('23505', 'duplicate key'),
    coded('42601', 'syntax error'),
    coded('22012', 'division by zero'),
    coded('0A000'),
    coded('25P02'),
    coded('ERR_ASSERTION'),
    new Error('on second thoughts'),
    'Connection',
    undefined,
    null,
  ])('is none of these: %s', (error) => {
    expect(queryFailureOf(error)).toBeNull()
  })
})

test('a value that the database does not take is told to the caller without its cause', () => {
  const refusal = refusalOf('input', coded('22021', 'invalid byte sequence for encoding "UTF8": 0x00'))
  expect(refusal).toMatchObject({ code: 'VALIDATION_ERROR', cause: { code: '22021' } })
  expect(refusal.message).not.toContain('0x00')
})

test('every other refusal is a 503 that says when to try again, and nothing of where or what', () => {
  for (const failure of ['unreachable', 'late', 'busy', 'full'] as const) {
    const { code, headers, message } = refusalOf(failure)
    expect(['UPSTREAM_UNAVAILABLE', 'OVERLOADED', 'STORAGE_FULL']).toContain(code)
    expect(Number(headers['Retry-After'])).toBeGreaterThanOrEqual(1)
    expect(message).toMatch(/^The database [a-z :]+\.$/)
    // Stacks are added to what is thrown.
    expect(refusalOf(failure)).not.toBe(refusalOf(failure))
  }
})
