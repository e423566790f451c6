import { dailyBars } from './daily-bars.ts'
import { createDividends } from './dividends.ts'
import { createFactors } from './factors.ts'
import { companyReports } from './fundamentals.ts'
import { fundFacts } from './fund-facts.ts'
import { createFx } from './fx.ts'
import { minuteBars } from './minute-bars.ts'
import { createPricePaths } from './price-path.ts'
import { quoteAt } from './quotes.ts'
import { splitBasis, splitsOf } from './splits.ts'
import { createTrading } from './trading.ts'
import { UNIVERSE } from './universe/index.ts'
import type { Bars } from '../market/bars.ts'
import type { Day, Instant } from '../kernel/time.ts'
import type { DemoDividend } from './dividends.ts'
import type { DemoReports } from './fundamentals.ts'
import type { DemoFund, FundSources } from './fund-facts.ts'
import type { DemoFx } from './fx.ts'
import type { DemoInstrument } from './instrument.ts'
import type { DemoQuote } from './quotes.ts'
import type { DemoSplit } from './splits.ts'

export type { DemoDividend } from './dividends.ts'
export type { DemoReports } from './fundamentals.ts'
export type { DemoFund } from './fund-facts.ts'
export type { DemoInstrument } from './instrument.ts'
export { createDemoNews } from './news/index.ts'
export type { DemoQuote } from './quotes.ts'
export type { DemoSplit } from './splits.ts'

/**
 * A simulated market of real names: prices, corporate actions, statements and exchange rates that fit together and are
 * a function of the seed alone. Nothing is stored and nothing reads a clock; `now` is the market time asked for, and
 * what happened before it is the same for every later `now` (splits rebase it). Simulated from 1990 to 2049.
 */
export interface DemoMarket extends DemoFx {
  readonly instruments: readonly DemoInstrument[]
  find(mic: string, ticker: string): DemoInstrument | null
  /** The first day of the history served at `now`: thirty years of an index, ten of all else, from its listing on. */
  firstDay(instrument: DemoInstrument, now: Instant): Day
  /** Bars of finished sessions of both days and all between, ascending. */
  dailyBars(instrument: DemoInstrument, fromDay: Day, toDay: Day, now: Instant): Bars
  /** The finished minutes of a day's session. */
  minuteBars(instrument: DemoInstrument, day: Day, now: Instant): Bars
  /** The newest tick; null outside the simulated years. */
  quoteAt(instrument: DemoInstrument, now: Instant): DemoQuote | null
  /** Splits of the served history up to today, oldest first. */
  splits(instrument: DemoInstrument, now: Instant): readonly DemoSplit[]
  /** Dividends of the served history with an ex-date up to today, oldest first. */
  dividends(instrument: DemoInstrument, now: Instant): readonly DemoDividend[]
  /** Shares, fund units or coins at the last published count, on today's split basis; null for an index. */
  sharesOutstanding(instrument: DemoInstrument, now: Instant): number | null
  /** Statements published by now; null for what is no company. */
  reports(instrument: DemoInstrument, now: Instant): DemoReports | null
  /** Facts of a fund; null for everything else. */
  fund(instrument: DemoInstrument, now: Instant): DemoFund | null
}

/** Opens the market of a seed: equal seeds are equal markets. */
export function createDemoMarket({ seed }: { seed: string }): DemoMarket {
  const fx = createFx(seed)
  const dividends = createDividends(seed)
  const trading = createTrading(seed, createPricePaths(seed, createFactors(seed)))
  const byListing = new Map(
    UNIVERSE.map((instrument) => [keyOf(instrument.mic, instrument.ticker), instrument]),
  )
  const reportsOn = (instrument: DemoInstrument, today: Day): DemoReports | null =>
    companyReports(seed, instrument, today)
  const fundSources: FundSources = {
    universe: UNIVERSE,
    dividends,
    fx,
    view: (instrument, now) => trading.view(instrument, now),
    reportsOn,
  }
  return {
    ...fx,
    instruments: UNIVERSE,
    find: (mic, ticker) => byListing.get(keyOf(mic, ticker)) ?? null,
    firstDay: (instrument, now) => trading.view(instrument, now).history.first,
    dailyBars: (instrument, fromDay, toDay, now) =>
      dailyBars(trading.view(instrument, now), dividends, fromDay, toDay),
    minuteBars: (instrument, day, now) => minuteBars(trading.view(instrument, now), dividends, day),
    quoteAt: (instrument, now) => quoteAt(trading.view(instrument, now), seed),
    splits(instrument, now) {
      const { history, today } = trading.view(instrument, now)
      return splitsOf(instrument).filter(({ exDay }) => exDay >= history.first && exDay <= today)
    },
    dividends(instrument, now) {
      const { history, today } = trading.view(instrument, now)
      return dividends.between(instrument, history.first, today)
    },
    sharesOutstanding(instrument, now) {
      const { today } = trading.view(instrument, now)
      const units = instrument.sharesOutstanding
      if (instrument.company !== null) return reportsOn(instrument, today)?.sharesOutstanding ?? null
      return units === null ? null : Math.round(units * splitBasis(instrument, today))
    },
    reports: (instrument, now) => reportsOn(instrument, trading.view(instrument, now).today),
    fund: (instrument, now) => fundFacts(trading.view(instrument, now), fundSources),
  }
}

function keyOf(mic: string, ticker: string): string {
  return `${mic} ${ticker}`
}
