import { MINUTE_MS, utcDay } from '../kernel/time.ts'
import { anchorUsd } from './fx.ts'
import { gaussian, streamOf, substream, uniform } from './random.ts'
import { minuteCount, minutesFinished, minuteStart } from './session-clock.ts'
import { firstTradingDay } from './history.ts'
import { LAST_DAY } from './timeline.ts'
import type { MarketCalendar, Session } from '../market/calendar/index.ts'
import type { Instant } from '../kernel/time.ts'
import type { DemoInstrument } from './instrument.ts'
import type { Stream } from './random.ts'
import type { Scale, SessionMinutes, View } from './trading.ts'

/** Structurally the `Quote` of the market-data port. */
export interface DemoQuote {
  price: number
  bid: number | null
  ask: number | null
  bidSize: number | null
  askSize: number | null
  /** Shares (coins) traded in the session so far. */
  volume: number
  /** The time of the tick itself. */
  at: Instant
  /** Close of the session before, on today's split basis. */
  previousClose: number | null
  halted: boolean
  /** The next tick's time; the next open while the venue is closed. */
  freshUntil: Instant
}

/** A tick comes every second and a half, give or take a quarter of a second: at most one in a second, one in two. */
const TICK_MS = 1_500
const JITTER_MS = 500
const TICKS_PER_MINUTE = MINUTE_MS / TICK_MS

/** Which tick of which session. */
interface TickPlace {
  session: Session
  minute: number
  tick: number
}

/** The newest tick at or before the view's moment; null outside the simulated years and before the listing. */
export function quoteAt(view: View, seed: string): DemoQuote | null {
  const { instrument, calendar, now } = view
  const stream = streamOf(seed, 'ticks', instrument.mic, instrument.ticker)
  const place = newestTick(calendar, stream, now)
  const { session } = place
  const firstDay = firstTradingDay(instrument)
  if (session.day < firstDay || session.day > LAST_DAY) return null

  const minutes = view.minutes(session)
  const scale = view.scale(minutes.shape)
  const ticks = priceOfTick(minutes, place, stream)
  const before = calendar.addSessions(session.day, -1)
  return {
    price: scale.price(ticks),
    ...orderBook(instrument, ticks, scale, substream(stream, tickNumber(place))),
    volume: volumeAt(scale.volume(minutes.shape.volume), minutes, place),
    at: tickTime(stream, place),
    previousClose: before.day < firstDay ? null : closeOf(view, before),
    halted: false,
    freshUntil: nextTickTime(calendar, stream, place),
  }
}

function closeOf(view: View, session: Session): number {
  const shape = view.shape(session)
  return view.scale(shape).price(shape.close)
}

function newestTick(calendar: MarketCalendar, stream: Stream, now: Instant): TickPlace {
  // The newest session that has begun; a session begins at most a day before or after its UTC date.
  let session = calendar.addSessions(utcDay(now) + 1, 0)
  for (;;) {
    if (session.open <= now) {
      const tick = newestTickOf(session, stream, now)
      if (tick !== null) return tick
    }
    session = calendar.addSessions(session.day, -1)
  }
}

function newestTickOf(session: Session, stream: Stream, now: Instant): TickPlace | null {
  const minute = minutesFinished(session, now)
  if (minute < minuteCount(session) && minuteStart(session, minute) <= now) {
    const slot = Math.floor((now - minuteStart(session, minute)) / TICK_MS)
    const place = { session, minute, tick: slot }
    if (tickTime(stream, place) <= now) return place
    if (slot > 0) return { session, minute, tick: slot - 1 }
  }
  return minute === 0 ? null : { session, minute: minute - 1, tick: TICKS_PER_MINUTE - 1 }
}

function tickTime(stream: Stream, place: TickPlace): Instant {
  const jitter = Math.floor(JITTER_MS * uniform(stream, tickNumber(place)))
  return minuteStart(place.session, place.minute) + place.tick * TICK_MS + jitter
}

/** A number of its own for each tick of an instrument. */
function tickNumber({ session, minute, tick }: TickPlace): number {
  return (session.day * 1_440 + minute) * TICKS_PER_MINUTE + tick
}

function nextTickTime(calendar: MarketCalendar, stream: Stream, place: TickPlace): Instant {
  const { session, minute, tick } = place
  if (tick + 1 < TICKS_PER_MINUTE) return tickTime(stream, { session, minute, tick: tick + 1 })
  const [next, end] = [minute + 1, minuteStart(session, minute) + MINUTE_MS]
  const following = next < minuteCount(session) ? session : calendar.addSessions(session.day, 1)
  const start = minuteStart(following, following === session ? next : 0)
  if (start > end) return start
  return tickTime(stream, { session: following, minute: following === session ? next : 0, tick: 0 })
}

/**
 * The price of a tick in whole price steps. A minute's ticks start at its open, touch its high and its low and end at
 * its close.
 */
function priceOfTick({ path }: SessionMinutes, place: TickPlace, stream: Stream): number {
  const { minute, tick } = place
  const [open, high] = [path.open[minute] ?? 0, path.high[minute] ?? 0]
  const [low, close] = [path.low[minute] ?? 0, path.close[minute] ?? 0]
  const noise = substream(stream, place.session.day * 1_440 + minute)
  const last = TICKS_PER_MINUTE - 1
  const middle = last / 2
  const earlier = 1 + Math.floor((middle - 2) * uniform(noise, 0))
  const later = Math.ceil(middle) + Math.floor((middle - 2) * uniform(noise, 1))
  const [first, second] = close >= open ? [low, high] : [high, low]
  const leg =
    tick <= earlier
      ? { from: open, to: first, passed: tick / earlier }
      : tick <= later
        ? { from: first, to: second, passed: (tick - earlier) / (later - earlier) }
        : { from: second, to: close, passed: (tick - later) / (last - later) }
  const wobble = leg.passed === 0 || leg.passed === 1 ? 0 : 0.12 * (high - low) * gaussian(noise, 1 + tick)
  return Math.min(high, Math.max(low, Math.round(leg.from + (leg.to - leg.from) * leg.passed + wobble)))
}

function volumeAt(total: number, { path }: SessionMinutes, { minute, tick }: TickPlace): number {
  const before = minute === 0 ? 0 : Math.round(total * (path.volumeDone[minute - 1] ?? 0))
  const after = Math.round(total * (path.volumeDone[minute] ?? 1))
  return before + Math.floor(((after - before) * (tick + 1)) / TICKS_PER_MINUTE)
}

type OrderBook = Pick<DemoQuote, 'bid' | 'ask' | 'bidSize' | 'askSize'>

const NO_BOOK: OrderBook = { bid: null, ask: null, bidSize: null, askSize: null }
/** Dollars a day at which the spread is about a basis point. */
const LIQUID_TURNOVER = 4e9
/** Seconds of ordinary trading that rest on each side. */
const RESTING_SECONDS = 0.4
const SECONDS_PER_DAY = 23_400
const ROUND_LOT = 100

/** Best bid and ask around a trade, which was at one of them; an index has none. */
function orderBook(instrument: DemoInstrument, ticks: number, scale: Scale, stream: Stream): OrderBook {
  if (instrument.assetClass === 'index') return NO_BOOK
  const { anchor, volume } = instrument.price
  const turnover = anchor * volume * anchorUsd(instrument.currency)
  const relative = 0.0001 * Math.min(12, Math.max(0.4, (LIQUID_TURNOVER / turnover) ** 0.4))
  const spread = Math.max(1, Math.round(ticks * relative * (0.6 + 0.8 * uniform(stream, 0))))
  const atAsk = uniform(stream, 1) < 0.5 || ticks <= spread
  const bid = atAsk && ticks > spread ? ticks - spread : ticks
  const size = (index: number): number => {
    const shares = ((volume * RESTING_SECONDS) / SECONDS_PER_DAY) * Math.exp(0.7 * gaussian(stream, index))
    const lots = shares >= ROUND_LOT && instrument.assetClass !== 'crypto' ? ROUND_LOT : 1
    return Math.max(1, Math.round(shares / lots)) * lots
  }
  return { bid: scale.price(bid), ask: scale.price(bid + spread), bidSize: size(2), askSize: size(3) }
}
