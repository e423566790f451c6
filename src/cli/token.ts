import { type CommandContext, CommandError } from './context.ts'
import { EXIT_OK } from './report.ts'
import { devToken } from './server-calls.ts'

/** `token --email E`: a dev token of the server that runs on the data directory. */
export async function printToken(context: CommandContext, email: string | undefined): Promise<number> {
  if (email === undefined) throw new CommandError('token needs --email E.')
  const token = await devToken(context, email)
  context.output.result({ email, access_token: token }, [token])
  return EXIT_OK
}
