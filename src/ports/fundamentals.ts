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

type PeriodKey = 'fiscalYear' | 'fiscalQuarter' | 'start' | 'end' | 'currency'

/** The lines of one fiscal period and of the balance sheet at its end; money in whole units of the currency. */
export interface FactLines extends Omit<FlowPeriod, PeriodKey>, Omit<BalancePoint, PeriodKey> {
  currentAssets: number | null
  currentLiabilities: number | null
  /** Debt due after more than a year. */
  longTermDebt: number | null
  /** Negative for an accumulated deficit. */
  retainedEarnings: number | null
  /** Shares, all classes: the count nearest to the end of the period. */
  sharesOutstanding: number | null
}

/** One fiscal period as it was known once some filing was public. EPS and shares are on the split basis of that day. */
export interface PeriodFacts extends FactLines {
  fiscalYear: number
  /** 1 to 4, or null for a full fiscal year. */
  fiscalQuarter: 1 | 2 | 3 | 4 | null
  /** Null where the period has a balance sheet alone. */
  start: Day | null
  end: Day
  /** ISO 4217. */
  currency: string
}

/** A state of a period's facts, which counts until a later one of the same end and length. */
export interface FactVersion extends PeriodFacts {
  /** The day in New York on which the filing that made it became public; null when that is not known. */
  filed: Day | null
  /** True when filings of that day made this no period of the company any more, as a changed fiscal year does. */
  withdrawn: boolean
}

/** What is kept of a company's filings besides its reports. */
export interface FiledFacts {
  versions: readonly FactVersion[]
  /** The facts themselves, packed by the reader of their format; null when there are none or too many to keep. */
  packed: Uint8Array | null
}

/** What a source knows of a fund. */
export interface FundFacts {
  /** Distributions of the last 12 months over price, a fraction. */
  distributionYield: number | null
  /** Weighted harmonic mean of the holdings' price/earnings. */
  holdingsPe: number | null
  /** What it holds, as far as that is known; absent where nothing is. */
  holdings?: readonly FundHolding[]
}

/** A listing that a fund holds. */
export interface FundHolding {
  ticker: string
  mic: string
  /** Share of the fund's value, a fraction; all together are at most 1. */
  weight: number
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
