import { expect, it } from 'vitest'
import { fail, Failure } from './fail.ts'

it('a failure carries its code, sentence and headers', () => {
  const thrown = () => fail('RATE_LIMIT_EXCEEDED', 'Too many.', { 'Retry-After': '3' })
  expect(thrown).toThrow(Failure)
  expect(thrown).toThrow(
    expect.objectContaining({
      name: 'Failure',
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'Too many.',
      headers: { 'Retry-After': '3' },
    }),
  )
  expect(new Failure('NOT_FOUND', 'None.').headers).toEqual({})
})

it('a failure takes no stack, and the errors after it still do', () => {
  expect(new Failure('NOT_FOUND', 'None.').stack).not.toContain('\n')
  expect(new Error('next').stack).toContain('fail.test.ts')
})
