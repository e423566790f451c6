import type { Command } from 'commander'
import type { CommandContext } from '../context.ts'

/** What every command is run with. */
export interface CommonOptions {
  json?: boolean
  quiet?: boolean
  dryRun?: boolean
}

export interface Invocation {
  /** As it is typed: `import bars`. */
  command: string
  options: CommonOptions
  /** Whether Ctrl-C is to wait for what is under way. */
  isPatient: boolean
}

/** Runs the work of a command and takes care of its output and its exit code. */
export type Run = (
  invocation: Invocation,
  work: (context: CommandContext) => Promise<number>,
) => Promise<void>

/** What help says of a command. */
export interface About {
  summary: string
  /** More than the summary, where there is more to say. */
  description?: string
  /** As they are typed behind `npx tidemark`, each with what it does. */
  examples: readonly (readonly [command: string, effect: string])[]
}

/** A command that does something, with the options that all of them have. */
export function leaf(parent: Command, usage: string, { summary, description, examples }: About): Command {
  return parent
    .command(usage)
    .summary(summary)
    .description(description === undefined ? `${capital(summary)}.` : description)
    .option('--json', 'one JSON value on the standard output; sentences about errors stay on the other')
    .option('--quiet', 'no progress and no summary, errors alone')
    .addHelpText('after', examplesText(examples))
}

/** A command that has others below it. */
export function family(parent: Command, name: string, summary: string): Command {
  return parent
    .command(name)
    .summary(summary)
    .description(`${capital(summary)}.`)
}

function examplesText(examples: About['examples']): string {
  const lines = examples.map(([command, effect]) => `  npx tidemark ${command}\n      ${effect}`)
  return `\nExamples:\n${lines.join('\n')}`
}

/** The name of a command without that of the program: `import bars`. */
export function pathOf(command: Command): string {
  return command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim()
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
