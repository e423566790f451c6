import type { Day } from '../../../kernel/time.ts'
import type { BalancePoint, CompanyReports } from '../../../ports/fundamentals.ts'
import { balanceAt } from './balances.ts'
import { type Basis, chooseBases, moneyFacts } from './basis.ts'
import { parseFacts } from './facts.ts'
import type { FactTable } from './facts.ts'
import { findFiscalYears, type FiscalYear } from './fiscal-years.ts'
import { flowReader } from './flows.ts'
import { sharesOutstanding } from './shares.ts'
import { inferSplits, type InferredSplit } from './splits.ts'

/** What a companyfacts document tells of a company. */
export interface CompanyFactsFile {
  /** SEC's number of the company, without leading zeros. */
  cik: string
  entityName: string
  reports: CompanyReports
  /** Newest count, all classes, on today's split basis; null when the document has none that is recent. */
  sharesOutstanding: number | null
  /** Splits that restatements show, oldest first; per-share values and share counts are on the basis after the last. */
  splits: readonly InferredSplit[]
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
  const splits = inferSplits(table)
  const years = findFiscalYears(moneyFacts(table).flatMap(({ facts }) => facts))
  const bases = chooseBases(table, years)
  const flowsOf = flowReader({ table, years, splits })
  const flows = [...bases].flatMap(([year, basis]) => flowsOf(year, basis))
  const balances = [...bases].flatMap(([year, basis]) => balancesOf(table, year, basis))
  const reports = {
    annual: newestFirst(flows.filter(({ fiscalQuarter }) => fiscalQuarter === null)),
    quarterly: newestFirst(flows.filter(({ fiscalQuarter }) => fiscalQuarter !== null)),
    balances: newestFirst(balances),
  }
  const ends = [...flows, ...balances].map(({ end }) => end)
  return {
    cik: table.cik,
    entityName: table.entityName,
    reports,
    sharesOutstanding: sharesOutstanding(table, splits, ends.length === 0 ? null : Math.max(...ends)),
    splits,
    factsRead: table.read,
    factsUsed: table.used,
    factsSkipped: table.skipped,
  }
}

const QUARTERS = [1, 2, 3, 4] as const

function balancesOf(table: FactTable, { label, ends }: FiscalYear, basis: Basis): BalancePoint[] {
  return QUARTERS.flatMap((fiscalQuarter) => {
    const end = ends[fiscalQuarter]
    const lines = end === null ? null : balanceAt(table, basis, end)
    if (end === null || lines === null) return []
    return [{ fiscalYear: label, fiscalQuarter, end, currency: basis.currency, ...lines }]
  })
}

function newestFirst<Item extends { end: Day }>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => b.end - a.end)
}
