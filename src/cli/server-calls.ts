import { isEmail } from '../kernel/email.ts'
import { type CommandContext, CommandError, serverUrl } from './context.ts'

/** The reply of the running server; throws {@link CommandError} with its sentence when it refuses, or when there is no server. */
export type Call = <T>(path: string, request?: { method: string; json: unknown }) => Promise<T>

/** Calls the running server, with the token where there is one. */
export function callServer({ config }: Pick<CommandContext, 'config'>, token: string | null): Call {
  const url = serverUrl(config)
  return async (path, request) => {
    const response = await fetch(url + path, {
      method: request?.method ?? 'GET',
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(request === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(request === undefined ? {} : { body: JSON.stringify(request.json) }),
    }).catch(() => null)
    if (response === null) throw new CommandError(`No server answers at ${url}: start one first.`)
    const body: unknown = await response.json().catch(() => null)
    if (!response.ok) {
      const { detail } = (body ?? {}) as { detail?: string }
      throw new CommandError(detail ?? `The server at ${url} answered ${response.status}.`)
    }
    return body as never
  }
}

/** A dev token of the running server. */
export async function devToken(context: Pick<CommandContext, 'config'>, email: string): Promise<string> {
  if (!isEmail(email)) throw new CommandError(`"${email}" is no e-mail address such as you@demo.test.`)
  const call = callServer(context, null)
  const request = { method: 'POST', json: { email } }
  const { access_token: token } = await call<{ access_token: string }>('/v1/auth/dev-login', request)
  return token
}
