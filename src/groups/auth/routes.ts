import * as contract from '../../contract/auth.ts'
import { handle, type Route } from '../../contract/endpoint.ts'
import type { Auth } from './service.ts'

/** One line for each endpoint. */
export function routes(auth: Auth): Route[] {
  return [
    handle(
      contract.devLogin,
      async ({ body }) => ({ value: await auth.devLogin(body.email) }),
      () => void auth.requireDevLogin(),
    ),
    handle(contract.getOidcConfig, async () => ({ value: await auth.oidcConfig() })),
    handle(contract.getJwks, () => {
      const { keys, freshUntil } = auth.keySet()
      return { value: { keys }, freshUntil }
    }),
    handle(contract.getMe, async ({ caller }) => ({ value: await auth.me(caller) })),
    handle(contract.updateMe, async ({ caller, body }) => ({ value: await auth.updateMe(caller, body) })),
    handle(contract.getUsage, async ({ caller, rate }) => ({ value: await auth.usage(caller, rate) })),
    handle(contract.logout, async ({ caller }) => ({ value: await auth.logout(caller) })),
    handle(contract.createInternalToken, async ({ caller, body }) => ({
      value: await auth.internalToken(caller, body),
    })),
  ]
}
