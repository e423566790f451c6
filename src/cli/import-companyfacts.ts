import { readCompanyFacts, type CompanyFactsFile } from '../adapters/files/companyfacts/index.ts'
import { UnreadableFile } from '../adapters/files/csv.ts'
import { createImporter, type Importer, UnknownInstrument } from '../groups/instruments/index.ts'
import type { Id } from '../kernel/ids.ts'
import { busOf } from '../wiring/state.ts'
import { type CommandContext, CommandError, openForCommand } from './context.ts'
import { addCounts, type Counts, countsLine, exitCodeOf, NO_COUNTS } from './report.ts'

/** `import companyfacts FILE… [--ticker T]`: stores what companies have reported to SEC, each file whole or not at all. */
export async function importCompanyFacts(
  { config, output }: CommandContext,
  files: readonly string[],
  { ticker }: { ticker?: string | undefined },
): Promise<number> {
  if (files.length === 0) throw new CommandError('import companyfacts needs at least one FILE.')
  if (ticker !== undefined && files.length > 1) {
    throw new CommandError('--ticker names the company of one FILE; several are found by their CIK.')
  }
  const open = await openForCommand(config)
  let total = NO_COUNTS
  try {
    const importer = createImporter(open.storage.db, busOf(open.storage))
    for (const file of files) {
      output.progress(file)
      try {
        const facts = await readCompanyFacts(file)
        if (periodsOf(facts) === 0) {
          throw new UnreadableFile(
            file,
            'it has no fiscal year and no quarter of a 10-K, 20-F, 40-F or 10-Q.',
          )
        }
        const counts = await store(importer, facts, ticker)
        output.line(countsLine(`${file} (${facts.entityName})`, counts))
        total = addCounts(total, counts)
      } catch (error) {
        if (!(error instanceof UnreadableFile || error instanceof UnknownInstrument)) throw error
        output.error(error instanceof UnreadableFile ? error.message : `${file}: ${error.message}`)
        total = addCounts(total, { ...NO_COUNTS, rejected: 1 })
      }
    }
  } finally {
    await open.close()
  }
  if (files.length > 1) output.line(countsLine(`${files.length} files`, total))
  return exitCodeOf(total)
}

function periodsOf({ reports: { annual, quarterly, balances } }: CompanyFactsFile): number {
  return annual.length + quarterly.length + balances.length
}

/** Counts statements: what a user looks for is periods, not facts. */
async function store(
  importer: Importer,
  facts: CompanyFactsFile,
  ticker: string | undefined,
): Promise<Counts> {
  const { cik, reports, sharesOutstanding, filed, factsSkipped } = facts
  const read = periodsOf(facts)
  const changed = await importer.reports(await listingsOf(importer, cik, ticker), cik, {
    reports,
    sharesOutstanding,
    filed,
  })
  return changed > 0
    ? { read, stored: read, unchanged: 0, rejected: factsSkipped }
    : { read, stored: 0, unchanged: read, rejected: factsSkipped }
}

async function listingsOf(importer: Importer, cik: string, ticker: string | undefined): Promise<Id[]> {
  if (ticker !== undefined) return [(await importer.find({ ticker, exchange: null })).entityId]
  const listings = await importer.listingsOf(cik)
  if (listings.length > 0) return listings
  throw new UnknownInstrument(
    `no listing has the CIK ${cik}: import one with a column cik, or name it with --ticker.`,
  )
}
