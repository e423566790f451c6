import type { Command } from 'commander'
import type { Clock } from '../../ports/clock.ts'
import type { ExplainOptions } from '../explain.ts'
import type { TenantOptions } from '../tenant.ts'
import { type CommonOptions, family, leaf, pathOf, type Run } from './command.ts'

/** Everything that is no import. Each command loads what it works with when it is called. */
export function addOperateCommands(program: Command, run: Run, clock: Clock): void {
  addLookingCommands(program, run, clock)
  addChangingCommands(program, run)
}

function addLookingCommands(program: Command, run: Run, clock: Clock): void {
  const hasty = (command: Command, options: CommonOptions) => ({
    command: pathOf(command),
    options,
    isPatient: false,
  })
  leaf(program, 'explain', {
    summary: 'show the filed lines that a number is made of',
    examples: [
      ['explain AAPL total_debt Q4FY2025', 'what the debt at the end of that quarter is the sum of'],
      ['explain AAPL revenue', 'the newest one'],
      ['explain AAPL revenue FY2024 --as-of 2025-01-31', 'as it was public on that day'],
    ],
  })
    .argument('<TICKER>', 'a listing with imported companyfacts')
    .argument('<FIELD>', 'a number of its statements: total_debt, revenue, eps_diluted, …')
    .argument(
      '[PERIOD]',
      'a fiscal year or quarter: FY2025, Q4FY2025; the newest that tells the number, unless given',
    )
    .option('--as-of <DATE>', 'what was public on that day')
    .option('--exchange <X>', 'name or MIC of the venue, for a ticker that several have')
    .action((...given: unknown[]) => {
      const command = given.at(-1) as Command
      const options = command.opts<CommonOptions & ExplainOptions>()
      return run(hasty(command, options), async (context) =>
        (await import('../explain.ts')).explain(context, command.args, options),
      )
    })
  leaf(program, 'doctor', {
    summary: 'check settings, database, identity provider, the running server and a token',
    description:
      'Looks at everything a server depends on and says what to set. Where a server runs on the data directory, its settings are looked at, not those of this shell. Exit code 1 when something is wrong.',
    examples: [
      ['doctor', 'says what is well and what is wrong'],
      ['doctor --token "$TOKEN"', 'says whose a token is, which role it has, or why it is refused'],
      ['doctor --shell', 'judges the settings of this shell, before a server is started with them'],
    ],
  })
    .option('--token <T>', 'an access token to explain')
    .option('--shell', 'the settings of this shell, even while a server is running')
    .action((options, command: Command) =>
      run(hasty(command, options), async (context) =>
        (await import('../doctor.ts')).examine(context, options, clock),
      ),
    )
  leaf(program, 'token', {
    summary: 'print a dev token of the running server',
    description: 'Prints an access token of one hour, where dev-login is on as in the demo.',
    examples: [['token --email you@demo.test', 'a token for $TOKEN; its tenant is that of the domain']],
  })
    .option('--email <E>', 'whose token it is; anybody where dev-login is on')
    .action((options, command: Command) =>
      run(hasty(command, options), async (context) =>
        (await import('../token.ts')).printToken(context, options.email),
      ),
    )
}

function addChangingCommands(program: Command, run: Run): void {
  const invocation = (command: Command, options: CommonOptions) => ({
    command: pathOf(command),
    options,
    isPatient: false,
  })
  leaf(program, 'migrate', {
    summary: 'apply the migrations that the database lacks',
    examples: [['migrate', 'of the embedded database, or of DATABASE_URL; also while a server is running']],
  }).action((options, command: Command) =>
    run(invocation(command, options), async (context) =>
      (await import('../migrate.ts')).applyMigrations(context),
    ),
  )
  const keys = family(program, 'keys', 'the keys of the identity provider')
  leaf(keys, 'reload', {
    summary: 'make running servers read the provider’s keys and check tokens again',
    examples: [['keys reload', 'after a key was withdrawn that must not be believed any longer']],
  }).action((options, command: Command) =>
    run(invocation(command, options), async (context) => (await import('../keys.ts')).reloadKeys(context)),
  )
  const tenant = family(program, 'tenant', 'tiers and limits of tenants')
  leaf(tenant, 'set', {
    summary: 'record the tier of a tenant; running servers follow',
    examples: [
      [
        'tenant set you@demo.test --tier pro',
        'the tenant of that address, with dev-login or the bundled provider',
      ],
      ['tenant set demo.test --tier enterprise --limit 5000', 'the same by its domain, with its own limit'],
      ['tenant set 11111111-1111-4111-8111-111111111111 --tier free', 'by the tenant_id that tokens carry'],
    ],
  })
    .argument('<TENANT>', 'a tenant_id, or the e-mail address or domain of one of its users')
    .option('--tier <TIER>', 'free, pro or enterprise')
    .option('--limit <N>', 'requests in any 60 s, with --tier enterprise; without it there is no limit')
    .action((named: string, options: TenantOptions & CommonOptions, command: Command) => {
      return run(invocation(command, options), async (context) =>
        (await import('../tenant.ts')).setTenant(context, named, options),
      )
    })
}
