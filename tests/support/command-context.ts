import type { CommandContext } from '../../src/cli/context.ts'
import { createOutput } from '../../src/cli/output.ts'
import type { Config } from '../../src/config/config.ts'

/** What a command works with where its lines are read along, each without its end. */
export function commandContext(
  config: Config,
  onLine: (text: string) => void,
  changes: Partial<CommandContext> = {},
): CommandContext {
  const { dryRun = false, stop = new AbortController().signal } = changes
  const write = (text: string): void => onLine(text.slice(0, -1))
  const output = createOutput({ stdout: { write }, stderr: { write } }, { dryRun, now: () => 0 })
  return { config, output, stop, dryRun }
}
