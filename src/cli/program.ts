import { Command, type CommanderError } from 'commander'
import type { Clock } from '../ports/clock.ts'
import { pathOf, type Run } from './commands/command.ts'
import { addImportCommands } from './commands/imports.ts'
import { addOperateCommands } from './commands/operate.ts'

export interface ProgramParts {
  run: Run
  clock: Clock
  version: string
  /** Takes what help and --version print. */
  write: (text: string) => void
}

const ENDING = `
First steps:
  npx tidemark import instruments FILE    the names: listings from CSV
  npx tidemark import bars FILE...        prices of a listing; import --help lists the other layouts
  npx tidemark doctor                     what is well and what is wrong

In the folder of Tidemark, as npx tidemark COMMAND or npm run tidemark -- COMMAND; with --help behind a command for its options and
examples. Commands work while a server runs on the same data directory. Settings are environment variables: docs/configuration.md.`

/** The command line. Throws {@link CommanderError} for arguments that cannot be understood; {@link usageSentence} words it for people. */
export function createProgram({ run, clock, version, write }: ProgramParts): Command {
  const program = new Command('tidemark')
    .description('Tidemark: a self-hosted market-intelligence gateway.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this')
    .helpCommand('help [command]', 'print what a command does')
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: write, outputError: () => undefined })
    .addHelpText('after', ENDING)
  addImportCommands(program, run)
  addOperateCommands(program, run, clock)
  return program
}

/** Whether help or the version was printed, which was all that was asked for. */
export function isAnswered({ exitCode }: CommanderError): boolean {
  return exitCode === 0
}

/** Whether a command that has others below it was called alone; its help has been printed. */
export function isIncomplete({ code }: CommanderError): boolean {
  return code === 'commander.help'
}

/** What is wrong with a command line, as one sentence. */
export function usageSentence(
  { message, code }: CommanderError,
  program: Command,
  args: readonly string[],
): string {
  const command = reached(program, args)
  const path = pathOf(command)
  const [, fault = message, meant] = /^(?:error: )?([^\n]*)(?:\n\(Did you mean (.*)\?\))?/.exec(message) ?? []
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
  const said =
    code === 'commander.missingArgument'
      ? needs(command)
      : code === 'commander.excessArguments'
        ? takes(command)
        : sentence(fault)
  return `${said}${hint} npx tidemark ${path}${path === '' ? '' : ' '}--help lists what there is.`
}

/** What a command cannot do without. */
function needs(command: Command): string {
  const wanted = command.registeredArguments.filter(({ required }) => required)
  const names = wanted.map((each) => each.name()).join(' ')
  const article = wanted.length > 1 ? '' : wanted[0]?.variadic === true ? 'at least one ' : 'a '
  return `${pathOf(command)} needs ${article}${names}.`
}

/** What a command has too much of. */
function takes(command: Command): string {
  const wanted = command.registeredArguments.map((each) => each.name()).join(' ')
  return `${pathOf(command)} takes ${wanted === '' ? 'options alone' : `one ${wanted}`}.`
}

/** The parser's own words begin small, quote with apostrophes and end without a full stop. */
function sentence(fault: string): string {
  const text = fault
    .replaceAll(/'([^']*)'/g, '$1')
    .replace(/^option (.*) argument missing$/, 'option $1 needs a value')
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`
}

/** The command that the arguments name as far as they name one. */
function reached(program: Command, args: readonly string[]): Command {
  let at = program
  for (const name of args) {
    const next = at.commands.find((each) => each.name() === name)
    if (next === undefined) break
    at = next
  }
  return at
}
