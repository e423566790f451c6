import type { DemoInstrument, DemoMarket } from '../../../demo-market/index.ts'
import { splitFactorAfter } from '../../../market/adjustment.ts'
import {
  aggregateMinutes,
  type Bars,
  barsWithin,
  type InstantRange,
  joinBars,
  zeroBars,
} from '../../../market/bars.ts'
import type { MarketCalendar } from '../../../market/calendar/index.ts'
import { createPause, createTurns } from '../../../kernel/pause.ts'
import { DAY_MS, type Instant, MINUTE_MS, utcDay, zonedDay } from '../../../kernel/time.ts'
import { calendarOf } from '../../../market/venues.ts'
import { BAR_MINUTES, type Interval, type IntradayInterval } from '../../../market/vocabulary.ts'
import type { Listing, PriceSource } from '../../../ports/market-data.ts'

/** Finds a listing's simulated counterpart. */
export type DemoLookup = (listing: Listing) => DemoInstrument | null

/** How many days back intraday bars go. */
const RETENTION_DAYS: Record<IntradayInterval, number> = { '1min': 30, '5min': 180 }

/** Prices of the simulated market. Everything is computed when asked for; only finished bars are shown. */
export function createDemoPrices(
  market: DemoMarket,
  find: DemoLookup,
  marketNow: () => Instant,
): PriceSource {
  const simulations = new WeakMap<Listing, Simulated>()
  // Years of days take some milliseconds, and portfolios ask for those of hundreds of instruments.
  const turn = createTurns()

  function known(listing: Listing): Simulated {
    let simulation = simulations.get(listing)
    if (simulation === undefined) simulations.set(listing, (simulation = simulated(listing, find)))
    return simulation
  }

  return {
    name: 'demo',
    covers: (listing) => find(listing) !== null && calendarOf(listing.mic, listing.assetClass) !== null,
    covered: () => market.instruments,
    quote: async (listing) => {
      const instrument = find(listing)
      return instrument === null ? null : market.quoteAt(instrument, marketNow())
    },
    span: async (listing, interval) => spanOf(market, known(listing), interval, marketNow()),
    version: async (listing, interval, range) => {
      const now = marketNow()
      const { calendar } = known(listing)
      const to = spanOf(market, known(listing), interval, now)?.to ?? 0
      // A split counts from the morning of its ex-date, a dividend once that session has ended: both carry back.
      return `${zonedDay(calendar.timezone, now)}.${calendar.lastFinished(now).day}.${Math.min(range.to, to)}`
    },
    bars: async (listing, interval, asked, signal) => {
      const now = marketNow()
      const span = spanOf(market, known(listing), interval, now)
      if (span === null) return zeroBars(0)
      const range = { from: Math.max(asked.from, span.from), to: Math.min(asked.to, span.to) }
      if (range.from > range.to) return zeroBars(0)
      if (interval !== '1d') return intradayBars(market, known(listing), { interval, range, now, signal })
      const { instrument } = known(listing)
      return turn(() => {
        signal?.throwIfAborted()
        return market.dailyBars(instrument, utcDay(range.from), utcDay(range.to), now)
      })
    },
    actions: async (listing) => actionsOf(market, known(listing).instrument, marketNow()),
    dividends: async (listing) => {
      const { instrument } = known(listing)
      const now = marketNow()
      const splits = market.splits(instrument, now)
      return market
        .dividends(instrument, now)
        .map(({ exDay, amount }) => ({ exDay, amount: amount / splitFactorAfter(splits, exDay) }))
    },
  }
}

interface Simulated {
  instrument: DemoInstrument
  calendar: MarketCalendar
}

function simulated(listing: Listing, find: DemoLookup): Simulated {
  const instrument = find(listing)
  const calendar = calendarOf(listing.mic, listing.assetClass)
  if (instrument === null || calendar === null) throw new Error(`${listing.ticker} is not simulated`)
  return { instrument, calendar }
}

/** Splits and dividends, computed anew for each reader. */
const actionsOf = (market: DemoMarket, instrument: DemoInstrument, now: Instant) => ({
  get splits() {
    return market.splits(instrument, now)
  },
  get dividends() {
    return market.dividends(instrument, now)
  },
})

/** First and last finished bar; null before there is one. */
function spanOf(
  market: DemoMarket,
  { instrument, calendar }: Simulated,
  interval: Interval,
  now: Instant,
): InstantRange | null {
  const firstDay = market.firstDay(instrument, now)
  // History may begin on a day without a session.
  const span = {
    from: calendar.addSessions(firstDay, 0).day * DAY_MS,
    to: calendar.lastFinished(now).day * DAY_MS,
  }
  if (interval !== '1d') {
    const kept = zonedDay(calendar.timezone, now) - RETENTION_DAYS[interval]
    span.from = calendar.addSessions(Math.max(kept, firstDay), 0).open
    span.to = lastBarOpen(calendar, now, BAR_MINUTES[interval])
  }
  return span.from > span.to ? null : span
}

/** The open of the newest bar of that many minutes that has ended. */
function lastBarOpen(calendar: MarketCalendar, now: Instant, minutes: number): Instant {
  const width = minutes * MINUTE_MS
  const session = calendar.sessionOn(zonedDay(calendar.timezone, now))
  if (session === null || now < session.open + width || now >= session.close) {
    return calendar.lastFinished(now).close - width
  }
  const open = Math.floor(now / width) * width - width
  const { breakStart, breakEnd } = session
  return breakStart !== null && breakEnd !== null && open >= breakStart && open < breakEnd
    ? breakStart - width
    : open
}

/** Weeks of minutes take longer than anybody else should wait. */
async function intradayBars(
  market: DemoMarket,
  { instrument, calendar }: Simulated,
  {
    interval,
    range,
    now,
    signal,
  }: { interval: IntradayInterval; range: InstantRange; now: Instant; signal: AbortSignal | undefined },
): Promise<Bars> {
  // The last bar needs all of its minutes.
  const minutes = { from: range.from, to: range.to + (BAR_MINUTES[interval] - 1) * MINUTE_MS }
  const days = calendar.sessions(
    zonedDay(calendar.timezone, minutes.from),
    zonedDay(calendar.timezone, minutes.to),
  )
  const pause = createPause(signal)
  const parts: Bars[] = []
  for (const { day } of days) {
    parts.push(market.minuteBars(instrument, day, now))
    await pause()
  }
  const bars = barsWithin(joinBars(parts), minutes)
  return interval === '1min' ? bars : aggregateMinutes(bars, BAR_MINUTES[interval])
}
