import { devLogin } from '../../contract/auth.ts'
import { handle, type Route } from '../../contract/endpoint.ts'
import type { Auth } from './service.ts'

/** One line for each endpoint. */
export function routes(auth: Auth): Route[] {
  return [
    handle(
      devLogin,
      async ({ body }) => ({ value: await auth.devLogin(body.email) }),
      () => void auth.requireDevLogin(),
    ),
  ]
}
