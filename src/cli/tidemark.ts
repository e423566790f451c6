import { parseArgs } from 'node:util'
import { UnreadableFile } from '../adapters/files/csv.ts'
import { readConfig } from '../config/config.ts'
import { readEnv } from '../config/env.ts'
import { createSystemClock } from '../kernel/clock.ts'
import { explainFailure } from '../messages.ts'
import { type CommandContext, CommandError } from './context.ts'
import { explain } from './explain.ts'
import { examine } from './doctor.ts'
import { importArticles, importFeeds } from './import-articles.ts'
import { importBars } from './import-bars.ts'
import { importCompanyFacts } from './import-companyfacts.ts'
import { importFx } from './import-fx.ts'
import { importInstruments } from './import-instruments.ts'
import { importLean } from './import-lean.ts'
import { importTransactions } from './import-transactions.ts'
import { reloadKeys } from './keys.ts'
import { applyMigrations } from './migrate.ts'
import { createOutput, EXIT_FAILURE, EXIT_OK, type Output } from './report.ts'
import { setTenant } from './tenant.ts'
import { printToken } from './token.ts'

const USAGE = `Usage: npm run tidemark -- COMMAND

  import instruments FILE                  listings from CSV, compressed or not
  import bars FILE... [--ticker T] [--exchange X] [--interval 1d|1min|5min]
                                           bars from CSV; the ticker is the file's name unless given
  import lean FOLDER [--ticker T]          raw bars, renames, splits and dividends from a QuantConnect Lean folder
  import companyfacts FILE... [--ticker T] statements from SEC companyfacts JSON; the listing is found by its CIK
  import fx FILE...                        exchange rates of the ECB (daily) or the Federal Reserve (averages)
                                           --replace: bars of another source give way to the imported ones
  import articles FILE...                  news from JSON lines {headline, url, source, published_at, body?, summary?, language?}
  import feed FILE... [--source NAME]      the items of RSS, Atom, RDF or JSON feeds; the publisher is the feed's title unless given
  import transactions FILE... --account A (--email E | --token T) [--write]
                                           a portfolio's CSV or JSON, also as trackers and brokers export it; a dry run unless --write
  explain TICKER FIELD PERIOD [--as-of DATE] [--exchange X] [--json]
                                           the filed lines that a number is made of: explain AAPL total_debt Q4FY2025
  doctor [--token T]                       checks configuration, database, identity provider and a token
  migrate                                  applies what the database lacks
  keys reload                              running servers read the identity provider's keys again, and check tokens again
  tenant set TENANT --tier free|pro|enterprise [--limit N]
  token --email E                          a dev token of the running server

Commands work beside a running server. Exit codes: 0 all stored, 2 some rows were rejected (each is listed),
1 nothing could be read or stored (the first twenty reasons are listed, the others counted).`

const OPTIONS = {
  ticker: { type: 'string' },
  source: { type: 'string' },
  exchange: { type: 'string' },
  interval: { type: 'string' },
  tier: { type: 'string' },
  limit: { type: 'string' },
  replace: { type: 'boolean' },
  account: { type: 'string' },
  write: { type: 'boolean' },
  'as-of': { type: 'string' },
  json: { type: 'boolean' },
  email: { type: 'string' },
  token: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

// Whatever this process or its database makes is its user's alone.
process.umask(0o077)

const clock = createSystemClock(null)

process.exitCode = await main(
  process.argv.slice(2),
  createOutput(process, () => clock.now()),
)

async function main(args: readonly string[], output: Output): Promise<number> {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
    if (values.help === true) {
      output.line(USAGE)
      return EXIT_OK
    }
    return await dispatch({ config: readConfig(readEnv(), 'command'), output }, positionals, values)
  } catch (error) {
    return report(error, output)
  }
}

type Flag = 'help' | 'replace' | 'write' | 'json'
type Options = Partial<Record<Exclude<keyof typeof OPTIONS, Flag>, string>> & Partial<Record<Flag, boolean>>

async function dispatch(
  context: CommandContext,
  positionals: readonly string[],
  options: Options,
): Promise<number> {
  const [command = '', what = '', ...rest] = positionals
  if (command === 'explain') return explain(context, positionals.slice(1), options)
  switch (`${command} ${what}`.trim()) {
    case 'import instruments':
      return importInstruments(context, rest)
    case 'import bars':
      return importBars(context, rest, options)
    case 'import lean':
      return importLean(context, rest, options)
    case 'import companyfacts':
      return importCompanyFacts(context, rest, options)
    case 'import fx':
      return importFx(context, rest)
    case 'import articles':
      return importArticles(context, rest)
    case 'import feed':
      return importFeeds(context, rest, options)
    case 'import transactions':
      return importTransactions(context, rest, options)
    case 'doctor':
      return examine(context, options, clock)
    case 'keys reload':
      return reloadKeys(context)
    case 'tenant set':
      return setTenant(context, rest, options)
    case 'migrate':
      return applyMigrations(context)
    case 'token':
      return printToken(context, options.email)
    default:
      throw new CommandError(USAGE)
  }
}

function report(error: unknown, output: Output): number {
  const misused = (error as { code?: string } | null)?.code?.startsWith('ERR_PARSE_ARGS') ?? false
  if (error instanceof CommandError || error instanceof UnreadableFile || misused) {
    output.error((error as Error).message)
    return EXIT_FAILURE
  }
  const { lines, exitCode } = explainFailure(error)
  for (const line of lines) output.error(line)
  return exitCode
}
