import { roundTo } from '../kernel/numbers.ts'
import { createAccounts } from './accounts.ts'
import { fiscalQuarter, publicationDay, quarterNumberOn } from './fiscal.ts'
import { streamOf } from './random.ts'
import { splitBasis } from './splits.ts'
import type { Day } from '../kernel/time.ts'
import type { QuarterAccounts } from './accounts.ts'
import type { FiscalQuarter } from './fiscal.ts'
import type { CompanyModel, DemoInstrument } from './instrument.ts'

/** Structurally the `FlowPeriod` of the fundamentals port. Money in whole units of `currency`. */
export interface DemoFlowPeriod {
  fiscalYear: number
  /** Null for a full fiscal year. */
  fiscalQuarter: 1 | 2 | 3 | 4 | null
  start: Day
  end: Day
  currency: string
  revenue: number | null
  grossProfit: number | null
  operatingIncome: number | null
  netIncome: number | null
  /** On today's split basis. */
  epsDiluted: number | null
  depreciationAmortization: number | null
  operatingCashFlow: number | null
  capex: number | null
}

/** Structurally the `BalancePoint` of the fundamentals port. */
export interface DemoBalancePoint {
  fiscalYear: number
  fiscalQuarter: 1 | 2 | 3 | 4
  end: Day
  currency: string
  totalAssets: number | null
  totalLiabilities: number | null
  totalEquity: number | null
  cashAndEquivalents: number | null
  totalDebt: number | null
}

/** A superset of the `CompanyReports` of the fundamentals port, each list newest first. */
export interface DemoReports {
  annual: readonly DemoFlowPeriod[]
  quarterly: readonly DemoFlowPeriod[]
  balances: readonly DemoBalancePoint[]
  /** On today's split basis. */
  sharesOutstanding: number | null
}

/** Fiscal years served, with all their quarters and those of the year under way. */
const YEARS = 8
const EPS_DECIMALS = 4

/** A quarter with its books. */
interface Reported {
  quarter: FiscalQuarter
  accounts: QuarterAccounts
}

/** What a company has published by a day; null for what is no company. Per-share values are on that day's split basis. */
export function companyReports(seed: string, instrument: DemoInstrument, today: Day): DemoReports | null {
  const { company } = instrument
  if (company === null) return null
  const books = createAccounts(seed, instrument, company)
  const newest = newestPublished(seed, instrument, company, today)
  const oldest = 4 * (Math.floor((newest + 1) / 4) - YEARS)
  const reported: Reported[] = []
  for (let number = newest; number >= oldest; number--) {
    const quarter = fiscalQuarter(company.yearEnd, number)
    reported.push({ quarter, accounts: books.quarter(quarter) })
  }
  const basis = splitBasis(instrument, today)
  const currency = company.reportingCurrency
  const flow = (periods: readonly Reported[]): DemoFlowPeriod => flowPeriod(periods, currency, basis)
  return {
    annual: yearsOf(reported).map(flow),
    quarterly: reported.map((one) => ({ ...flow([one]), fiscalQuarter: one.quarter.quarter })),
    balances: reported.map((one) => balancePoint(one, currency)),
    sharesOutstanding: sharesOf(reported[0], basis),
  }
}

/** The number of the newest quarter whose results are out. */
function newestPublished(
  seed: string,
  instrument: DemoInstrument,
  company: CompanyModel,
  today: Day,
): number {
  const results = streamOf(seed, 'results', instrument.mic, instrument.ticker)
  let number = quarterNumberOn(company.yearEnd, today) - 1
  while (publicationDay(results, fiscalQuarter(company.yearEnd, number)) > today) number--
  return number
}

/** The complete fiscal years among quarters that run newest first, each with its quarters newest first. */
function yearsOf(reported: readonly Reported[]): Reported[][] {
  const years = Map.groupBy(reported, ({ quarter }) => quarter.fiscalYear)
  return [...years.values()].filter((quarters) => quarters.length === 4)
}

/** The flows of consecutive quarters, newest first, as one period. */
function flowPeriod(periods: readonly Reported[], currency: string, basis: number): DemoFlowPeriod {
  const sum = (field: (accounts: QuarterAccounts) => number | null): number | null =>
    periods.reduce<number | null>((total, { accounts }) => {
      const amount = field(accounts)
      return total === null || amount === null ? null : total + amount
    }, 0)
  const [newest, oldest] = [periods[0], periods.at(-1)]
  if (newest === undefined || oldest === undefined) throw new RangeError('a period has at least one quarter')
  const netIncome = sum((accounts) => accounts.netIncome)
  const shares = (sum((accounts) => accounts.dilutedShares) ?? 0) / periods.length
  return {
    fiscalYear: newest.quarter.fiscalYear,
    fiscalQuarter: null,
    start: oldest.quarter.start,
    end: newest.quarter.end,
    currency,
    revenue: sum((accounts) => accounts.revenue),
    grossProfit: sum((accounts) => accounts.grossProfit),
    operatingIncome: sum((accounts) => accounts.operatingIncome),
    netIncome,
    epsDiluted: netIncome === null ? null : roundTo(netIncome / (shares * basis), EPS_DECIMALS),
    depreciationAmortization: sum((accounts) => accounts.depreciation),
    operatingCashFlow: sum((accounts) => accounts.operatingCashFlow),
    capex: sum((accounts) => accounts.capex),
  }
}

function balancePoint({ quarter, accounts }: Reported, currency: string): DemoBalancePoint {
  return {
    fiscalYear: quarter.fiscalYear,
    fiscalQuarter: quarter.quarter,
    end: quarter.end,
    currency,
    totalAssets: accounts.totalAssets,
    totalLiabilities: accounts.totalLiabilities,
    totalEquity: accounts.totalEquity,
    cashAndEquivalents: accounts.cash,
    totalDebt: accounts.debt,
  }
}

function sharesOf(newest: Reported | undefined, basis: number): number | null {
  return newest === undefined ? null : Math.round(newest.accounts.sharesOutstanding * basis)
}
