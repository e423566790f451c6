import { type CommandContext, CommandError, serverUrl } from './context.ts'
import { EXIT_OK } from './report.ts'

/** `token --email E`: a dev token of the server that runs on the data directory. */
export async function printToken(
  { config, output }: CommandContext,
  email: string | undefined,
): Promise<number> {
  if (email === undefined) throw new CommandError('token needs --email E.')
  const url = serverUrl(config)
  const response = await fetch(`${url}/v1/auth/dev-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  }).catch(() => null)
  if (response === null) throw new CommandError(`No server answers at ${url}: start one first.`)
  const body = (await response.json()) as { access_token?: string; detail?: string }
  if (!response.ok || body.access_token === undefined)
    throw new CommandError(body.detail ?? 'The server gave no token.')
  output.line(body.access_token)
  return EXIT_OK
}
