import { expect, test } from 'vitest'
import { bodyValidator, queryValidator } from '../../src/gateway/validation.ts'
import { Failure } from '../../src/kernel/fail.ts'
import { ENDPOINTS } from '../../src/wiring/groups.ts'

// They are compiled at the first request: a schema that cannot be must not wait for it.
test.each(ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const))(
  'the schemas of %s can be compiled',
  (_id, { query, body }) => {
    const reads = [
      ...(query === undefined ? [] : [() => queryValidator(query)(new Map())]),
      ...(body === undefined ? [] : [() => bodyValidator(body)(null)]),
    ]
    for (const read of reads) {
      try {
        read()
      } catch (error) {
        expect(error).toBeInstanceOf(Failure)
      }
    }
  },
)
