import type { Command } from 'commander'
import { type CommandContext, CommandError } from '../context.ts'
import type { BarsOptions } from '../import-bars.ts'
import type { CompanyFactsOptions } from '../import-companyfacts.ts'
import type { LeanOptions } from '../import-lean.ts'
import type { TransactionOptions } from '../import-transactions.ts'
import { GUIDES, type GuideName } from '../guides/index.ts'
import { guideText } from '../guides/text.ts'
import { type CommonOptions, family, leaf, pathOf, type Run } from './command.ts'

type Work<Options> = (context: CommandContext, files: string[], options: Options) => Promise<number>

// Each loads what it works with when it is called: the modules of all commands together take half a second.
const importInstruments: Work<object> = async (context, files) =>
  (await import('../import-instruments.ts')).importInstruments(context, files)
const importFx: Work<object> = async (context, files) =>
  (await import('../import-fx.ts')).importFx(context, files)
const importArticles: Work<object> = async (context, files) =>
  (await import('../import-articles.ts')).importArticles(context, files)
const importFeeds: Work<{ source?: string }> = async (...given) =>
  (await import('../import-articles.ts')).importFeeds(...given)
const importBars: Work<BarsOptions> = async (...given) =>
  (await import('../import-bars.ts')).importBars(...given)
const importLean: Work<LeanOptions> = async (...given) =>
  (await import('../import-lean.ts')).importLean(...given)
const importCompanyFacts: Work<CompanyFactsOptions> = async (...given) =>
  (await import('../import-companyfacts.ts')).importCompanyFacts(...given)
const importTransactions: Work<TransactionOptions> = async (...given) =>
  (await import('../import-transactions.ts')).importTransactions(...given)

/** `tidemark import …`, whose help is written from the guides of docs/importing.md. */
export function addImportCommands(program: Command, run: Run): void {
  const imports = family(program, 'import', 'read files into the database, also while a server is running')
  imports.addHelpText(
    'after',
    '\nExit codes: 0 all stored or unchanged, 2 some rows left out (each is listed), 1 nothing read or stored,\n130 stopped by Ctrl-C. What is imported twice is stored once. docs/importing.md has samples of every layout.',
  )
  const add = <Options>(
    name: GuideName,
    work: Work<Options>,
    isDry = (options: Options & CommonOptions): boolean => options.dryRun === true,
  ): Command => {
    const guide = GUIDES[name]
    return leaf(imports, name, guide)
      .argument(`<${guide.input}>`, guide.inputMeaning)
      .addHelpText('after', `\n${guideText(guide)}`)
      .action((given: string | string[], options: Options & CommonOptions, command: Command) => {
        const files = [given].flat()
        const invocation = {
          command: pathOf(command),
          options: { ...options, dryRun: isDry(options) },
          isPatient: true,
        }
        const readsFolder = guide.input === 'FOLDER'
        return run(invocation, async (context) => {
          if (readsFolder) return work(context, files, options)
          const { withReadable } = await import('../import-files.ts')
          return withReadable(context, files, () => work(context, files, options))
        })
      })
  }
  const dry = (command: Command): Command =>
    command.option('--dry-run', 'read and judge everything, say what would be stored, store nothing')
  dry(add('instruments', importInstruments))
  addPriceImports(<Options>(name: GuideName, work: Work<Options>) => dry(add(name, work)))
  dry(add('fx', importFx))
  dry(add('articles', importArticles))
  dry(add('feed', importFeeds)).option(
    '--source <NAME>',
    'the publisher; else that of the item, else the title of the feed',
  )
  const transactions = add<TransactionOptions & { write?: boolean; dryRun?: boolean }>(
    'transactions',
    (context, files, options) => {
      if (options.write === true && options.dryRun === true)
        throw new CommandError('--write and --dry-run contradict each other.')
      return importTransactions(context, files, options)
    },
    ({ write }) => write !== true,
  )
  transactions
    .option('--account <A>', 'name or id of the account')
    .option('--email <E>', 'whose account it is, where dev-login is on')
    .option('--token <T>', 'an access token of its owner')
    .option('--write', 'enter what is new; without it this is a dry run')
    .option('--dry-run', 'enter nothing, which is the default')
}

function addPriceImports(add: <Options>(name: GuideName, work: Work<Options>) => Command): void {
  const ADD = 'list a ticker that no listing has; without it such a file is refused'
  add<BarsOptions>('bars', importBars)
    .option('--ticker <T>', 'the instrument of the file; else the name of the file')
    .option('--exchange <X>', 'name or MIC of the venue, for a ticker that several have')
    .option('--interval <I>', '1d, 1min or 5min; else it is measured from the rows')
    .option('--add', ADD)
    .option('--replace', 'bars of another source give way to these')
  add<LeanOptions>('lean', importLean)
    .option('--ticker <T>', 'only the security that has this ticker now')
    .option('--add', ADD)
    .option('--replace', 'bars of another source give way to these')
  add<CompanyFactsOptions>('companyfacts', importCompanyFacts)
    .option('--ticker <T>', 'the listing of the company; else those that have its CIK')
    .option('--add', 'list the ticker of --ticker where no listing has it')
}
