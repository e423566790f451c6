import { splitFactorAfter } from '../../../market/adjustment.ts'
import { isCovered } from '../../../market/calendar/index.ts'
import { aggregateMinutes, type Bars, type InstantRange, zeroBars } from '../../../market/bars.ts'
import {
  type Day,
  DAY_MS,
  type Instant,
  MINUTE_MS,
  utcDay,
  zonedDay,
  zonedInstant,
} from '../../../kernel/time.ts'
import { BAR_MINUTES, type Interval } from '../../../market/vocabulary.ts'
import type { Dividend, PriceSource, Quote, Split } from '../../../ports/market-data.ts'
import type { BarStore, StoredSeries } from './bar-store.ts'
import type { Instrument } from '../catalogue/instrument.ts'

const FIVE_MINUTES_MS = BAR_MINUTES['5min'] * MINUTE_MS
/** Enough calendar days to hold two sessions whatever holidays lie between. */
const LOOK_BACK_MS = 30 * DAY_MS
/** Nothing newer comes but by an import, which says so, or by market time reaching the next stored bar. */
const QUOTE_FRESH_MS = 60_000

/** What is stored of one instrument's prices. */
export interface StoredPriceData {
  series: readonly StoredSeries[]
  /** Splits and cash dividends by ex-date, amounts per share as shares counted on it. */
  splits: readonly Split[]
  dividends: readonly Dividend[]
}

/** A series as it is read: five-minute bars may be made of stored minutes. */
interface ReadableSeries extends StoredSeries {
  ofMinutes: boolean
}

/**
 * Imported bars of one instrument as a price source. Bars that market time has not finished yet are not shown, so that
 * a server whose clock stands in 2015 knows nothing of 2016.
 */
export function createStoredPrices(
  instrument: Instrument,
  { series, splits, dividends }: StoredPriceData,
  store: BarStore,
  marketNow: () => Instant,
): PriceSource {
  const seriesOf = (interval: Interval): ReadableSeries | undefined => readableSeries(series, interval)
  /** The day whose split basis is today's: that of the newest bar. */
  const newestDay = (): Day =>
    Math.max(...series.map((each) => utcDay(spanOf(each)?.to ?? Number.NEGATIVE_INFINITY)))
  const carried = (interval: Interval): readonly Split[] => {
    const until = newestDay()
    const asTraded = seriesOf(interval)?.basis === 'as_traded'
    return asTraded ? splits.filter(({ exDay }) => exDay <= until) : []
  }
  const spanOf = (stored: StoredSeries): InstantRange | null => visibleSpan(instrument, stored, marketNow())
  const read = (stored: ReadableSeries, range: InstantRange): Promise<Bars> =>
    readSeries(store, stored, spanOf(stored), range)

  return {
    name: [...new Set(series.map(({ source }) => source))].join(', '),
    covers: () => true,
    covered: () => [instrument],
    span: async (_listing, interval) => {
      const stored = seriesOf(interval)
      return stored === undefined ? null : spanOf(stored)
    },
    version: async (_listing, interval, range) => {
      const stored = seriesOf(interval)
      if (stored === undefined) return ''
      const span = spanOf(stored)
      return `${stored.version}.${span === null ? '' : Math.min(range.to, span.to)}`
    },
    bars: async (_listing, interval, range) => {
      const stored = seriesOf(interval)
      return stored === undefined ? zeroBars(0) : read(stored, range)
    },
    ...storedWalks(seriesOf, spanOf, store),
    splits: async (_listing, interval) => carried(interval),
    async dividends() {
      const asTraded = seriesOf('1d')?.basis === 'as_traded'
      const known = { splits: asTraded ? carried('1d') : splits, dividends }
      return dividends.length === 0 && !asTraded ? null : dividendsUntil(utcDay(marketNow()), known)
    },
    async quote() {
      const freshUntil = marketNow() + QUOTE_FRESH_MS
      let newest: Quote | null = null
      const readable = series.map((each) => ({ ...each, ofMinutes: false }))
      for (const { stored, last, endsBy } of byLatestEnd(instrument, readable, spanOf)) {
        if (newest !== null && newest.at > endsBy) break
        const bars = await read(stored, { from: last - LOOK_BACK_MS, to: last })
        const quote = lastPrice(bars, instrument, stored.interval, {
          freshUntil,
          splits: carried(stored.interval),
        })
        if (isNewer(quote, newest, stored.interval)) newest = quote
      }
      return newest
    },
  }
}

/** How the bars of stored series lie, without reading them. */
function storedWalks(
  seriesOf: (interval: Interval) => ReadableSeries | undefined,
  spanOf: (stored: StoredSeries) => InstantRange | null,
  store: BarStore,
): Required<Pick<PriceSource, 'count' | 'filled' | 'before'>> {
  return {
    async count(_listing, interval, asked, most) {
      const stored = seriesOf(interval)
      const range = stored === undefined ? null : within(asked, spanOf(stored))
      if (stored === undefined || range === null) return 0
      if (!stored.ofMinutes) return store.count(stored.seriesId, range, most)
      // At least one bar for each five minutes that are stored.
      const counted = await store.count(stored.seriesId, range, most * BAR_MINUTES['5min'])
      return Math.ceil(counted / BAR_MINUTES['5min'])
    },
    async filled(_listing, interval, asked, widthMs) {
      const stored = seriesOf(interval)
      const range = stored === undefined ? null : within(asked, spanOf(stored))
      return stored === undefined || range === null ? [] : store.filled(stored.seriesId, range, widthMs)
    },
    async before(_listing, interval, at, count) {
      const stored = seriesOf(interval)
      if (stored === undefined) return null
      const rows = stored.ofMinutes ? count * BAR_MINUTES['5min'] : count
      const instant = await store.before(stored.seriesId, at, rows)
      return instant === null || !stored.ofMinutes ? instant : wholeFive(instant)
    },
  }
}

/** Dividends up to a day on its split basis. */
function dividendsUntil(
  today: Day,
  { splits, dividends }: Pick<StoredPriceData, 'splits' | 'dividends'>,
): Dividend[] {
  const known = splits.filter(({ exDay }) => exDay <= today)
  return dividends
    .filter(({ exDay }) => exDay <= today)
    .map(({ exDay, amount }) => ({ exDay, amount: amount / splitFactorAfter(known, exDay) }))
}

function readableSeries(series: readonly StoredSeries[], interval: Interval): ReadableSeries | undefined {
  const stored = series.find((each) => each.interval === interval)
  if (stored !== undefined) return { ...stored, ofMinutes: false }
  const minutes = interval === '5min' ? series.find((each) => each.interval === '1min') : undefined
  if (minutes === undefined) return undefined
  const span = { from: wholeFive(minutes.span.from), to: wholeFive(minutes.span.to) }
  return { ...minutes, interval, span, ofMinutes: true }
}

function wholeFive(at: Instant): Instant {
  return Math.floor(at / FIVE_MINUTES_MS) * FIVE_MINUTES_MS
}

/** What a range and a span have in common; null for nothing. */
function within(asked: InstantRange, span: InstantRange | null): InstantRange | null {
  if (span === null) return null
  const range = { from: Math.max(asked.from, span.from), to: Math.min(asked.to, span.to) }
  return range.from <= range.to ? range : null
}

/** Bars of a range as far as they are visible. */
async function readSeries(
  store: BarStore,
  { seriesId, ofMinutes }: ReadableSeries,
  span: InstantRange | null,
  asked: InstantRange,
): Promise<Bars> {
  const range = within(asked, span)
  if (range === null) return zeroBars(0)
  if (!ofMinutes) return store.read(seriesId, range)
  const from = Math.ceil(range.from / FIVE_MINUTES_MS) * FIVE_MINUTES_MS
  const last = wholeFive(range.to)
  const minutes = await store.read(seriesId, { from, to: last + FIVE_MINUTES_MS - MINUTE_MS })
  return aggregateMinutes(minutes, BAR_MINUTES['5min'])
}

/** Daily bars win a tie: they hold the official close and the whole volume. */
function isNewer(quote: Quote | null, than: Quote | null, interval: Interval): boolean {
  if (quote === null || than === null) return than === null
  return quote.at > than.at || (quote.at === than.at && interval === '1d')
}

/** First and last bar that market time has finished. */
function visibleSpan(
  instrument: Instrument,
  { interval, span }: StoredSeries,
  now: Instant,
): InstantRange | null {
  const to = Math.min(span.to, newestFinished(instrument, interval, span.to, now))
  return span.from <= to ? { from: span.from, to } : null
}

function newestFinished(instrument: Instrument, interval: Interval, last: Instant, now: Instant): Instant {
  if (interval !== '1d') {
    const width = BAR_MINUTES[interval] * MINUTE_MS
    // Down to whole bars, so that what is visible changes with a bar and not with every millisecond.
    return Math.floor(now / width) * width - width
  }
  if (barEnd(instrument, interval, last) <= now) return last
  const { calendar, timezone } = instrument
  const today = zonedDay(timezone, now)
  const isKnown = calendar !== null && isCovered(calendar.coverage, today)
  const finished = isKnown ? calendar.finishedBefore(now, 1)[0] : undefined
  return (finished?.day ?? today - 1) * DAY_MS
}

/** The instant a bar was finished. */
function barEnd({ calendar, timezone }: Instrument, interval: Interval, at: Instant): Instant {
  if (interval !== '1d') return at + BAR_MINUTES[interval] * MINUTE_MS
  const day = utcDay(at)
  return calendar?.sessionOn(day)?.close ?? zonedInstant(timezone, day + 1, 0)
}

function dayOf({ timezone }: Instrument, interval: Interval, at: Instant): number {
  return interval === '1d' ? utcDay(at) : zonedDay(timezone, at)
}

/**
 * Visible series with the last instant at which they may have a bar and the end of such a bar, the latest first. Whether
 * there is a bar at that instant is only known by reading: a market may be closed, or an instrument not traded.
 */
function byLatestEnd(
  instrument: Instrument,
  series: readonly ReadableSeries[],
  spanOf: (stored: StoredSeries) => InstantRange | null,
): Array<{ stored: ReadableSeries; last: Instant; endsBy: Instant }> {
  return series
    .flatMap((stored) => {
      const span = spanOf(stored)
      return span === null
        ? []
        : [{ stored, last: span.to, endsBy: barEnd(instrument, stored.interval, span.to) }]
    })
    .sort((a, b) => b.endsBy - a.endsBy)
}

/** The last close as a quote: nothing was ever seen of bid and ask. */
function lastPrice(
  bars: Bars,
  instrument: Instrument,
  interval: Interval,
  { freshUntil, splits }: { freshUntil: Instant; splits: readonly Split[] },
): Quote | null {
  const [price, at] = [bars.close.at(-1), bars.at.at(-1)]
  if (price === undefined || at === undefined) return null
  const lastDay = dayOf(instrument, interval, at)
  let first = bars.at.length - 1
  while (first > 0 && dayOf(instrument, interval, bars.at[first - 1] ?? 0) === lastDay) first--
  const previous = bars.close[first - 1] ?? null
  const dayBefore = first === 0 ? lastDay : dayOf(instrument, interval, bars.at[first - 1] ?? 0)
  const split = splitFactorAfter(
    splits.filter(({ exDay }) => exDay <= lastDay),
    dayBefore,
  )
  const volume = bars.volume.subarray(first).reduce((sum, each) => sum + each, 0)
  return {
    price,
    bid: null,
    ask: null,
    bidSize: null,
    askSize: null,
    volume,
    at: barEnd(instrument, interval, at),
    previousClose: previous === null ? null : previous / split,
    halted: false,
    freshUntil,
  }
}
