import type { Day } from '../kernel/time.ts'
import type { FxRates } from './fx.ts'
import type { Listing } from './market-data.ts'

/**
 * One fiscal period's flows as the company reports them. Money in whole units of `currency`, per-share values on
 * today's split basis; null where the company does not report the line.
 */
export interface FlowPeriod {
  /** The company's own fiscal year. */
  fiscalYear: number
  /** 1 to 4, or null for a full fiscal year. */
  fiscalQuarter: 1 | 2 | 3 | 4 | null
  start: Day
  end: Day
  /** ISO 4217. */
  currency: string
  revenue: number | null
  grossProfit: number | null
  operatingIncome: number | null
  netIncome: number | null
  epsDiluted: number | null
  depreciationAmortization: number | null
  operatingCashFlow: number | null
  /** Negative for an outflow, whatever the source's sign. */
  capex: number | null
}

/** The balance sheet at the end of a fiscal quarter; the fourth is the year's. */
export interface BalancePoint {
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

/** Everything a source knows of a company's reports, each list newest first. */
export interface CompanyReports {
  annual: readonly FlowPeriod[]
  quarterly: readonly FlowPeriod[]
  balances: readonly BalancePoint[]
}

/** What a source knows of a fund. */
export interface FundFacts {
  /** Distributions of the last 12 months over price, a fraction. */
  distributionYield: number | null
  /** Weighted harmonic mean of the holdings' price/earnings. */
  holdingsPe: number | null
}

/** A source of company reports and fund facts, as known at market time. */
export interface FundamentalsSource {
  readonly name: string
  /** Rates that belong to its numbers; absent = the stored ones. */
  readonly fx?: FxRates
  /** Null when this source does not cover the listing. */
  reports(listing: Listing): Promise<CompanyReports | null>
  fund(listing: Listing): Promise<FundFacts | null>
  /** Newest count of shares, fund units or coins, on today's split basis; null when unknown. */
  sharesOutstanding(listing: Listing): Promise<number | null>
}
