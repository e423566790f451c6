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
