import { parseFacts } from './facts.ts'
import { packFacts } from './packed-facts.ts'
import { sharesOutstanding } from './shares.ts'
import type { InferredSplit } from './splits.ts'
import { readStatements } from './statements.ts'
import { factVersions } from './versions.ts'
import type { CompanyReports, FiledFacts } from '../../../ports/fundamentals.ts'

/** The content of a companyfacts document. */
export interface CompanyFactsFile {
  /** SEC's number of the company, without leading zeros. */
  cik: string
  entityName: string
  reports: CompanyReports
  /** Newest count, all classes, on today's split basis; null when the document has none that is recent. */
  sharesOutstanding: number | null
  /** Splits that restatements show, oldest first; per-share values and share counts are on the basis after the last. */
  splits: readonly InferredSplit[]
  /** What was public on each filing day. */
  filed: FiledFacts
  /** Entries of the document. */
  factsRead: number
  /** Of them, facts of tags that the statements are made of. */
  factsUsed: number
  /** Of them, entries of such tags that cannot be facts. */
  factsSkipped: number
}

/**
 * Reads a parsed companyfacts document; null when it is not one. docs/fundamentals.md has the rules: which tags make
 * which line, how periods are found and what is derived.
 */
export function toReports(document: unknown): CompanyFactsFile | null {
  const table = parseFacts(document)
  if (table === null) return null
  const { reports, splits } = readStatements(table)
  const ends = [...reports.annual, ...reports.quarterly, ...reports.balances].map(({ end }) => end)
  return {
    cik: table.cik,
    entityName: table.entityName,
    reports,
    sharesOutstanding: sharesOutstanding(table, splits, ends.length === 0 ? null : Math.max(...ends)),
    splits,
    filed: { versions: factVersions(table), packed: packFacts(table) },
    factsRead: table.read,
    factsUsed: table.used,
    factsSkipped: table.skipped,
  }
}
