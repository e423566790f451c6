import { expect, test } from 'vitest'
import { getOhlcv } from '../contract/instruments.ts'
import { resolveInstruments } from '../contract/listings.ts'
import { getMe } from '../contract/auth.ts'
import { Failure } from '../kernel/fail.ts'
import { callersFault } from './route-failures.ts'

/** As storage refuses a value that the database does not take. */
function refused(): Failure {
  const failure = new Failure('VALIDATION_ERROR', 'The request holds a value.')
  failure.cause = new Error('22021')
  return failure
}

test('what the database refuses is the fault of a body, else of a parameter, else ours', () => {
  expect(callersFault(refused(), resolveInstruments)?.code).toBe('VALIDATION_ERROR')
  expect(callersFault(refused(), getOhlcv)?.code).toBe('INVALID_PARAMETER')
  expect(callersFault(refused(), getMe)).toBeNull()
  expect(callersFault(refused(), null)).toBeNull()
})

test('every other refusal stays as it is', () => {
  const failure = new Failure('VALIDATION_ERROR', 'items is required.')
  expect(callersFault(failure, getMe)).toBe(failure)
})
