import { busOf } from '../wiring/storage.ts'
import { type CommandContext, openForCommand } from './context.ts'
import { EXIT_OK } from './report.ts'

/** `keys reload`: after the identity provider has withdrawn a key that must not be believed a moment longer. */
export async function reloadKeys({ config, output }: CommandContext): Promise<number> {
  const open = await openForCommand(config)
  try {
    await busOf(open.storage).publish('keys.reload', {})
  } finally {
    await open.close()
  }
  const outcome =
    'Every running server on this database reads the keys of the identity provider again; its log says so.'
  output.result({ told: true }, [outcome])
  return EXIT_OK
}
