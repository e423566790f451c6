import { Command, CommanderError } from 'commander'
import { readFileSync } from 'node:fs'

/** How a server is started. */
export interface StartOptions {
  /** With the demo's values for what the environment lacks. */
  demo: boolean
  /** Without what earlier runs have stored. */
  reset: boolean
}

/** What the arguments ask for: a start, or a text and an exit code. */
export type Asked = { start: StartOptions } | { text: string; exitCode: number }

const SETTINGS = `
Settings are environment variables, such as PORT, DATA_DIR and DATABASE_URL: docs/configuration.md lists them all.
The other commands are listed by npx tidemark --help.`

/** Reads `[demo [--reset]]`, which `npm start` and `npm run demo` hand over. */
export function readStart(args: readonly string[]): Asked {
  const printed: string[] = []
  let start: StartOptions | null = null
  const isDemo = args[0] === 'demo'
  const program = new Command(isDemo ? 'npm run demo --' : 'npm start --')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this')
    .description(isDemo ? DEMO : SERVER)
    .exitOverride()
    .configureOutput({ writeOut: (text) => printed.push(text), outputError: () => undefined })
    .addHelpText('after', SETTINGS)
    .action(({ reset = false }: { reset?: boolean }) => void (start = { demo: isDemo, reset }))
  if (isDemo) program.option('--reset', 'first remove what earlier runs have stored in the data directory')
  try {
    program.parse(args.slice(isDemo ? 1 : 0), { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return { text: printed.join('').trimEnd(), exitCode: 0 }
    return { text: refusal(error, isDemo), exitCode: 1 }
  }
  return { start: start ?? { demo: isDemo, reset: false } }
}

const DEMO =
  'Starts the whole product on one machine with the demo market, dev-login and an embedded database; Ctrl-C ends it.'
const SERVER =
  'Starts a server as the environment says; npm run demo starts one that needs no settings. Ctrl-C or SIGTERM ends it.'

function refusal({ message, code }: CommanderError, isDemo: boolean): string {
  const [, fault = '', meant] = /'([^']*)'(?:\n\(Did you mean (.*)\?\))?/.exec(message) ?? []
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
  const script = isDemo ? 'npm run demo --' : 'npm start --'
  const said =
    code === 'commander.excessArguments'
      ? `${script.replace(/ --$/, '')} takes options alone.`
      : `Unknown option ${fault}.`
  return `${said}${hint} ${script} --help lists what there is.`
}

function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
