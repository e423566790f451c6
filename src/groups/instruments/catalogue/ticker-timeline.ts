import { formatDay, parseDay } from '../../../kernel/time.ts'
import { isSameTicker } from '../../../market/ticker-spellings.ts'
import type { PastTicker } from './history-store.ts'

/** Every ticker of a listing: the one it has, and those that it had, in any order. */
export interface Tickers {
  now: string
  past: readonly PastTicker[]
}

/** The ticker that a listing of a venue has from a day (YYYY-MM-DD) on. */
export interface TickerChange {
  ticker: string
  from: string
  mic: string
}

/** A past ticker of which it is known until when it was had. */
type Ended = PastTicker & { to: string }

/**
 * The tickers of a listing once a change of them is known. A change after all known ones gives it another ticker now;
 * one of the past, which may arrive after later ones, divides the time of the ticker that it had on the day, and
 * lasts as long as that one did. Of two changes of one day the one that arrives last counts.
 */
export function changedTickers(tickers: Tickers, change: TickerChange): Tickers {
  const ended = tickers.past.filter((each): each is Ended => each.to !== null)
  const undated = tickers.past.filter(({ to }) => to === null)
  const dated = ended.toSorted((one, other) => (one.to < other.to ? -1 : 1))
  const at = dated.findIndex(({ to }) => to >= change.from)
  if (at >= 0) {
    return { now: tickers.now, past: oneEach([...undated, ...divided(dated, at, tickers.now, change)]) }
  }
  const until = dayAfter(change.from, -1)
  if (!isSame(tickers.now, change)) {
    const last = dated.at(-1)
    // Where one ended on an unknown day, nobody knows when the next began.
    const from = last === undefined || undated.length > 0 ? null : dayAfter(last.to, 1)
    return { now: change.ticker, past: oneEach([...tickers.past, ...lasting(tickers.now, from, until)]) }
  }
  // It was renamed on an unknown day, and this is the day.
  const [only, ...others] = undated
  const isDated = only !== undefined && others.length === 0 && (only.from ?? until) <= until
  return {
    now: change.ticker,
    past: isDated
      ? tickers.past.map((each) => (each === only ? { ...each, to: until } : each))
      : tickers.past,
  }
}

/** The past with another ticker from a day on that lies before the end of the one at a place. */
function divided(dated: readonly Ended[], at: number, now: string, change: TickerChange): PastTicker[] {
  const [earlier, later] = [dated.slice(0, at), dated.slice(at + 1)]
  const span = dated[at]
  if (span === undefined || isSame(span.ticker, change)) return [...dated]
  const { ticker, from } = change
  // Nobody knows what it was called on the day: until the next one that is known.
  if (span.from !== null && span.from > from) {
    return [...earlier, ...lasting(ticker, from, dayAfter(span.from, -1)), span, ...later]
  }
  const before = [...earlier, ...lasting(span.ticker, span.from, dayAfter(from, -1))]
  const [next, ...rest] = later
  // What came next anyway began earlier than was known.
  if (next !== undefined && isSame(next.ticker, change)) return [...before, { ...next, from }, ...rest]
  if (next === undefined && isSame(now, change)) return before
  return [...before, { ticker, from, to: span.to }, ...later]
}

/** A ticker with its days, which may be none. */
function lasting(ticker: string, from: string | null, to: string): PastTicker[] {
  return from !== null && from > to ? [] : [{ ticker, from, to }]
}

/** A ticker that was had twice is known by its last time. */
function oneEach(past: readonly PastTicker[]): PastTicker[] {
  return [...new Map(past.map((each) => [each.ticker, each])).values()]
}

const isSame = (ticker: string, change: TickerChange): boolean =>
  isSameTicker(ticker, change.ticker, change.mic)

const dayAfter = (day: string, days: number): string => formatDay((parseDay(day) ?? Number.NaN) + days)
