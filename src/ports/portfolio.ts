import type { Id } from '../kernel/ids.ts'
import type { Day, Instant } from '../kernel/time.ts'
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

/** A portfolio at the prices of a moment, in the user's base currency. */
export interface PortfolioView {
  baseCurrency: string
  totalValue: number
  cash: number
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
  /** Whether there was no money in it on any day. */
  isEmpty: boolean
  /** At the end of the day before the range. */
  startValue: number
  endValue: number
  /** Paid in less taken out. */
  netContributions: number
  /** Dividends and interest. */
  income: number
  /** What the user's benchmark, or the one that was asked for, has returned in the same days; null where there is none or it has no price. */
  benchmark: { entityId: Id; twr: number } | null
}

/** What returns are asked for. */
export interface ReturnsQuery {
  /** Null for the first transaction. */
  from: Day | null
  /** Not after today. */
  to: Day
  /** Null for the benchmark of the user's preferences. */
  benchmarkId: Id | null
  /** One instrument alone; null for the whole portfolio. */
  entityId: Id | null
}

/** A part of the total value, money included. */
export interface PortfolioShare {
  name: string
  /** In the base currency. */
  valueBase: number
  /** A fraction; null where the total is not positive. */
  weight: number | null
}

/** By what a portfolio can be divided. */
export type SharesBy = 'asset_class' | 'sector' | 'country' | 'currency'

/** How other groups read what users hold. */
export interface PortfolioReader {
  /** At the newest prices, or at the closes of a past day; null for a user who has never entered anything. */
  view(owner: PortfolioOwner, options: { on: Day | null; signal: AbortSignal }): Promise<PortfolioView | null>
  /** Null where nothing was ever held of the instrument that is asked for. */
  returns(owner: PortfolioOwner, query: ReturnsQuery, signal: AbortSignal): Promise<PortfolioReturns | null>
  /** What it is made of, the largest part first. */
  shares(owner: PortfolioOwner, by: SharesBy, signal: AbortSignal): Promise<PortfolioShare[]>
}
