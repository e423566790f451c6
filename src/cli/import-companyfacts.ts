import { readCompanyFacts, type CompanyFactsFile } from '../adapters/files/companyfacts/index.ts'
import { UnreadableFile } from '../adapters/files/csv.ts'
import { createImporter, type Importer, UnknownInstrument } from '../groups/instruments/index.ts'
import type { Id } from '../kernel/ids.ts'
import { type CommandContext, CommandError, onTarget } from './context.ts'
import { importFiles, requireFiles } from './import-files.ts'
import type { Counts } from './report.ts'

export interface CompanyFactsOptions {
  ticker?: string | undefined
  /** Lists the ticker where nobody has. */
  add?: boolean | undefined
}

/** `import companyfacts FILE… [--ticker T [--add]]`: stores what companies have reported to SEC, each file whole or not at all. */
export async function importCompanyFacts(
  context: CommandContext,
  files: readonly string[],
  { ticker, add = false }: CompanyFactsOptions,
): Promise<number> {
  const { output } = context
  const command = 'import companyfacts'
  requireFiles(files, command)
  if (ticker !== undefined && files.length > 1) {
    throw new CommandError('--ticker names the company of one FILE; several are found by their CIK.')
  }
  if (add && ticker === undefined) {
    throw new CommandError('--add goes with --ticker: the file itself has no ticker.')
  }
  return onTarget(context, ({ db, bus }) => {
    const importer = createImporter(db, bus)
    return importFiles(context, files, {
      command,
      importFile: async (file, onAdvance) => {
        const facts = await readCompanyFacts(file)
        const periods = periodsOf(facts)
        if (periods === 0) {
          throw new UnreadableFile(
            file,
            'it has no fiscal year and no quarter of a 10-K, 20-F, 40-F or 10-Q.',
          )
        }
        onAdvance(0.5, periods)
        const counts = await store(importer, facts, { ticker, add })
        output.counts(`${file} (${facts.entityName})`, counts)
        return counts
      },
    })
  })
}

function periodsOf({ reports: { annual, quarterly, balances } }: CompanyFactsFile): number {
  return annual.length + quarterly.length + balances.length
}

/** Counts statements: what a user looks for is periods, not facts. */
async function store(
  importer: Importer,
  facts: CompanyFactsFile,
  options: CompanyFactsOptions,
): Promise<Counts> {
  const { cik, reports, sharesOutstanding, filed, factsSkipped } = facts
  const read = periodsOf(facts)
  const changed = await importer.reports(await listingsOf(importer, cik, options), cik, {
    reports,
    sharesOutstanding,
    filed,
  })
  return changed > 0
    ? { read, stored: read, unchanged: 0, rejected: factsSkipped }
    : { read, stored: 0, unchanged: read, rejected: factsSkipped }
}

async function listingsOf(
  importer: Importer,
  cik: string,
  { ticker, add = false }: CompanyFactsOptions,
): Promise<Id[]> {
  if (ticker !== undefined) return [(await importer.find({ ticker, exchange: null, add })).entityId]
  const listings = await importer.listingsOf(cik)
  if (listings.length > 0) return listings
  throw new UnknownInstrument(
    `no listing has the CIK ${cik}: import one with a column cik, or name it with --ticker.`,
  )
}
