import type { Day } from '../../../kernel/time.ts'
import type { BalancePoint, CompanyReports, FlowPeriod, PeriodFacts } from '../../../ports/fundamentals.ts'
import { balanceAt, type BalanceLines } from './balances.ts'
import { type Basis, chooseBases, moneyFacts } from './basis.ts'
import type { FactTable } from './facts.ts'
import { findFiscalYears, type FiscalYear } from './fiscal-years.ts'
import { flowReader } from './flows.ts'
import { sharesAt } from './shares.ts'
import { type InferredSplit, inferSplits } from './splits.ts'

/** What the facts of a company's filings make. */
export interface Statements {
  reports: CompanyReports
  /** The same by period, with lines that the reports leave out. */
  periods: PeriodFacts[]
  /** Splits that restatements show, oldest first. */
  splits: readonly InferredSplit[]
}

/** A balance sheet with all its lines. */
type FullBalance = Pick<BalancePoint, 'fiscalYear' | 'fiscalQuarter' | 'end' | 'currency'> & {
  lines: BalanceLines
}

/** How the facts are to be read. */
export interface Reading {
  table: FactTable
  splits: readonly InferredSplit[]
  years: readonly FiscalYear[]
  /** Of the years for which something is reported. */
  bases: ReadonlyMap<FiscalYear, Basis>
}

export function readingOf(table: FactTable): Reading {
  const years = findFiscalYears(moneyFacts(table).flatMap(({ facts }) => facts))
  return { table, splits: inferSplits(table), years, bases: chooseBases(table, years) }
}

export function readStatements(table: FactTable): Statements {
  const { splits, years, bases } = readingOf(table)
  const flowsOf = flowReader({ table, years, splits })
  const flows = newestFirst([...bases].flatMap(([year, basis]) => flowsOf(year, basis)))
  const balances = newestFirst([...bases].flatMap(([year, basis]) => balancesOf(table, year, basis)))
  const reports = {
    annual: flows.filter(({ fiscalQuarter }) => fiscalQuarter === null),
    quarterly: flows.filter(({ fiscalQuarter }) => fiscalQuarter !== null),
    balances: balances.map(reportedBalance),
  }
  const sharesOf = (end: Day): number | null => sharesAt(table, splits, end)
  return { reports, periods: periodsOf(flows, balances, sharesOf), splits }
}

const QUARTERS = [1, 2, 3, 4] as const

function balancesOf(table: FactTable, { label, ends }: FiscalYear, basis: Basis): FullBalance[] {
  return QUARTERS.flatMap((fiscalQuarter) => {
    const end = ends[fiscalQuarter]
    const lines = end === null ? null : balanceAt(table, basis, end)
    if (end === null || lines === null) return []
    return [{ fiscalYear: label, fiscalQuarter, end, currency: basis.currency, lines }]
  })
}

function reportedBalance({ lines, ...period }: FullBalance): BalancePoint {
  const { totalAssets, totalLiabilities, totalEquity, cashAndEquivalents, totalDebt } = lines
  return { ...period, totalAssets, totalLiabilities, totalEquity, cashAndEquivalents, totalDebt }
}

const NO_FLOWS = {
  revenue: null,
  grossProfit: null,
  operatingIncome: null,
  netIncome: null,
  epsDiluted: null,
  depreciationAmortization: null,
  operatingCashFlow: null,
  capex: null,
}
const NO_BALANCE: BalanceLines = {
  totalAssets: null,
  totalLiabilities: null,
  totalEquity: null,
  cashAndEquivalents: null,
  totalDebt: null,
  currentAssets: null,
  currentLiabilities: null,
  longTermDebt: null,
  retainedEarnings: null,
}

/** Each flow with the balance sheet at its end, and the balance sheets of quarters without flows. */
function periodsOf(
  flows: readonly FlowPeriod[],
  balances: readonly FullBalance[],
  sharesOf: (end: Day) => number | null,
): PeriodFacts[] {
  const sheets = new Map(balances.map((balance) => [balance.end, balance.lines]))
  const quarters = new Set(flows.flatMap(({ end, fiscalQuarter }) => (fiscalQuarter === null ? [] : [end])))
  const alone = balances.filter(({ end }) => !quarters.has(end))
  return [
    ...flows.map((flow) => ({ ...flow, ...(sheets.get(flow.end) ?? NO_BALANCE) })),
    ...alone.map(({ lines, ...period }) => ({ ...period, start: null, ...NO_FLOWS, ...lines })),
  ].map((period) => ({ ...period, sharesOutstanding: sharesOf(period.end) }))
}

function newestFirst<Item extends { end: Day }>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => b.end - a.end)
}
