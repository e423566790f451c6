import type { Id } from '../kernel/ids.ts'
import type { Day, Instant } from '../kernel/time.ts'
import type { TransactionType } from '../market/vocabulary.ts'
import type { InstrumentSummary } from './instruments.ts'

/** Whose lists and holdings are read. */
export interface PortfolioOwner {
  tenantId: Id
  userId: string
}

/** How other groups read what users keep an eye on. */
export interface WatchlistReader {
  /** The instruments on any of the user's watchlists; none for a user without lists. */
  watched(owner: PortfolioOwner): Promise<readonly Id[]>
  /** Each of the user's watchlists with its instruments in their order, the default one first. */
  lists(owner: PortfolioOwner): Promise<ReadonlyArray<{ name: string; entityIds: readonly Id[] }>>
}

/** An instrument that is held, over all accounts. */
export interface HeldInstrument extends InstrumentSummary {
  /** Negative for a short. */
  quantity: number
  /** In the base currency; null without a price or a rate. */
  valueBase: number | null
  /** Share of the total value, money included, as a fraction; null where the value is, or the total is not positive. */
  weight: number | null
  /** Value over cost, in the base currency. */
  unrealizedBase: number | null
  /** What the lots that are held have cost, at the exchange rates of their days; null where one of these is missing. */
  costBase: number | null
}

/** A portfolio at the prices of a moment. */
export interface PortfolioView {
  baseCurrency: string
  /** Whether that is the one of the user's preferences, and not one that was asked for. */
  isOwnCurrency: boolean
  totalValue: number
  cash: number
  /** The past day at whose end it is valued; null for now. */
  on: Day | null
  asOf: Instant
  /** Whether a price among them is simulated. */
  simulated: boolean
  /** The largest first. */
  holdings: readonly HeldInstrument[]
}

/** What a portfolio, or all of one instrument in it, has done from one day to another; money in the base currency, returns as fractions of the whole range. */
export interface PortfolioReturns {
  baseCurrency: string
  from: Day
  to: Day
  /** Time-weighted: what a unit of money did that was there all the time; null where it cannot be known. */
  twr: number | null
  /** The same a year; null for less than one. */
  twrAnnualized: number | null
  /** Money-weighted: the internal rate of return of what was paid in and taken out; null where it cannot be known. */
  mwr: number | null
  /** Whether all amounts could be converted into the base currency: otherwise sums are incomplete, and there are no returns. */
  hasRates: boolean
  /** Whether there was no money in it on any day. */
  isEmpty: boolean
  /** Ascending; none where a return is not known. */
  months: readonly MonthReturn[]
  /** Standard deviation of the daily returns, a year. */
  volatility: number | null
  /** The largest fall from a high, as a fraction of that. */
  maxDrawdown: number | null
  /** Against the benchmark: the covariance of their daily returns over the variance of the benchmark's. */
  beta: number | null
  /** At the end of the day before the range. */
  startValue: number
  endValue: number
  /** Paid in less taken out. */
  netContributions: number
  /** Dividends and interest. */
  income: number
  /** Of trades and by themselves. */
  fees: number
  taxes: number
  /** The return of the user's benchmark, or of the one asked for, in the same days; null where there is none or it has no price. */
  benchmark: { entityId: Id; twr: number } | null
}

/** What a calendar month has returned, of the first and the last of a range as far as they are in it. */
export interface MonthReturn {
  /** Its last day in the range. */
  to: Day
  /** Time-weighted. */
  twr: number
}

/** What returns are asked for. */
export interface ReturnsQuery {
  /** Null for the first transaction. */
  from: Day | null
  /** Not after today. */
  to: Day
  /** Null for the benchmark of the user's preferences. */
  benchmarkId: Id | null
  /** What takes its place where the user prefers none; null for nothing. */
  customaryBenchmarkId: Id | null
  /** One instrument alone; null for the whole portfolio. */
  entityId: Id | null
}

/** A part of the total value, money included. */
export interface PortfolioShare {
  /** By entity the id of the instrument. */
  key: string
  name: string
  /** In the base currency. */
  valueBase: number
  /** A fraction; null where the total is not positive. */
  weight: number | null
}

/** By what a portfolio can be divided. */
export type SharesBy = 'asset_class' | 'sector' | 'country' | 'currency' | 'entity'

/** How it is divided. */
export interface SharesQuery {
  by: SharesBy
  /** Whether funds count as what they hold, as far as that is known, and not as themselves. */
  through: boolean
}

/** Shares that were sold, or covered, and what that has brought: proceeds less cost, in the currency of the instrument. */
export interface RealizedSale {
  /** Null where it is not listed any more. */
  instrument: InstrumentSummary | null
  day: Day
  /** 0 for capital that was returned beyond what it had cost. */
  quantity: number
  currency: string
  /** After fee and tax. */
  proceeds: number
  cost: number
  gain: number
  /** In the base currency, each side at the rate of its own day. */
  gainBase: number
}

/** What sales have brought from one day to another. */
export interface RealizedGains {
  baseCurrency: string
  /** The first sale where the range had no beginning, or its last day where there is none. */
  from: Day
  to: Day
  /** In the base currency. */
  gainBase: number
  /** The newest first. */
  sales: readonly RealizedSale[]
}

/** Dividends and interest of one day to another; money in the base currency, before tax. */
export interface PortfolioIncome {
  baseCurrency: string
  /** The first day of the ledger where the range had no beginning. */
  from: Day
  to: Day
  total: number
  dividends: number
  interest: number
  /** Whether all amounts could be converted into the base currency: without, those that could not are left out. */
  hasRates: boolean
  /** By payer the largest first, by month the oldest. */
  parts: ReadonlyArray<{
    /** `YYYY-MM`; null by payer. */
    month: string | null
    /** Null by month, for interest on money, and where it is not listed any more. */
    instrument: InstrumentSummary | null
    /** Whether it is interest on cash, which belongs to no instrument. */
    isOfMoney: boolean
    amount: number
  }>
}

/** By what income is divided. */
export type IncomeBy = 'month' | 'entity'

/** A transaction as it was entered. */
export interface Trade {
  type: TransactionType
  day: Day
  /** Null for money alone, and where it is not listed any more. */
  instrument: InstrumentSummary | null
  quantity: number | null
  price: number | null
  /** In `currency`, before fee and tax. */
  amount: number
  currency: string
}

/** Which transactions are asked for. */
export interface TradesQuery {
  /** Null for all. */
  types: readonly TransactionType[] | null
  /** Of one instrument alone; null for all. */
  entityId: Id | null
  /** Null for any time, and `from` for whatever was before. */
  range: { from: Day | null; to: Day } | null
  /** The oldest first, and not the newest. */
  oldestFirst: boolean
  /** How many to read. */
  limit: number
}

/** How other groups read what users hold. */
export interface PortfolioReader {
  /** The same in another base currency than that of the user's preferences, ISO 4217. What no rate into it is stored for is without a value. */
  inCurrency(code: string): PortfolioReader
  /** ISO 4217: that of the user's preferences, or the one that was asked for. */
  baseCurrency(owner: PortfolioOwner, signal: AbortSignal): Promise<string>
  /** At the newest prices, or at the closes of a past day; null for a user who has never entered anything. */
  view(owner: PortfolioOwner, options: { on: Day | null; signal: AbortSignal }): Promise<PortfolioView | null>
  /** Null where nothing was ever held of the instrument that is asked for. */
  returns(owner: PortfolioOwner, query: ReturnsQuery, signal: AbortSignal): Promise<PortfolioReturns | null>
  /** What it is made of, the largest part first. */
  shares(owner: PortfolioOwner, query: SharesQuery, signal: AbortSignal): Promise<PortfolioShare[]>
  /** What sales have brought, of one instrument or of all. */
  realized(
    owner: PortfolioOwner,
    query: { from: Day | null; to: Day; entityId: Id | null },
    signal: AbortSignal,
  ): Promise<RealizedGains>
  /** What was received, with its parts. */
  income(
    owner: PortfolioOwner,
    query: { from: Day | null; to: Day; by: IncomeBy },
    signal: AbortSignal,
  ): Promise<PortfolioIncome>
  /** What was entered, and how much of that there is in all. */
  trades(owner: PortfolioOwner, query: TradesQuery): Promise<{ items: Trade[]; total: number }>
}
