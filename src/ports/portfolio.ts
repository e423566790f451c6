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

/** How other groups read what users hold. */
export interface PortfolioReader {
  /** At the newest prices, or at the closes of a past day; null for a user who has never entered anything. */
  view(owner: PortfolioOwner, options: { on: Day | null; signal: AbortSignal }): Promise<PortfolioView | null>
}
