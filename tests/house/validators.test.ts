import { expect, test } from 'vitest'
import { bodyValidator, queryValidator } from '../../src/gateway/input/validation.ts'
import { Failure } from '../../src/kernel/fail.ts'
import { ENDPOINTS } from '../../src/wiring/groups.ts'

/** What a read throws that is no refusal; null otherwise. */
function failureOf(read: () => unknown): unknown {
  try {
    read()
  } catch (error) {
    if (!(error instanceof Failure)) return error
  }
  return null
}

// They are compiled at the first request: a schema that cannot be must not wait for it.
test.each(ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const))(
  'the schemas of %s can be compiled',
  (_id, { query, body }) => {
    const reads = [
      ...(query === undefined ? [] : [() => queryValidator(query)(new Map())]),
      ...(body === undefined ? [] : [() => bodyValidator(body)(null)]),
    ]
    // Whether it takes nothing at all is another question.
    expect(reads.map(failureOf).filter((failure) => failure !== null)).toEqual([])
  },
)
