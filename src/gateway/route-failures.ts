import type { Endpoint } from '../contract/endpoint.ts'
import { Failure } from '../kernel/fail.ts'

/** The 404 of a path that nothing serves. */
export function notFound(): Failure {
  return new Failure('NOT_FOUND', 'There is nothing at this path. GET /v1/openapi.json lists every endpoint.')
}

/** The 405 of a path that takes other methods. */
export function methodNotAllowed(method: string, allowed: readonly string[]): Failure {
  return new Failure('METHOD_NOT_ALLOWED', `${method} is not allowed here. Allowed: ${allowed.join(', ')}.`, {
    Allow: allowed.join(', '),
  })
}

/**
 * A refusal as its endpoint may answer with it. Storage cannot know where the value came from that the database does not
 * take: without a body it was a parameter, and without parameters it was nothing of the caller's, which is null.
 */
export function callersFault(
  failure: Failure,
  endpoint: Pick<Endpoint, 'body' | 'query' | 'params'> | null,
): Failure | null {
  if (failure.code !== 'VALIDATION_ERROR' || failure.cause === undefined) return failure
  if (endpoint?.body !== undefined) return failure
  const hasParameters = endpoint?.query !== undefined || endpoint?.params !== undefined
  return hasParameters ? new Failure('INVALID_PARAMETER', failure.message) : null
}
