import type { HandlerResult } from '../../../contract/endpoint.ts'
import type { Market, MarketSession, MarketSessionsReply, MarketsReply } from '../../../contract/markets.ts'
import { fail } from '../../../kernel/fail.ts'
import {
  calendarFor,
  cryptoCalendar,
  isCovered,
  type MarketCalendar,
  MARKETS,
} from '../../../market/calendar/index.ts'
import { echoed } from '../../../kernel/text.ts'
import { type Day, formatDay, formatInstant, type Instant, parseDay, zonedDay } from '../../../kernel/time.ts'
import { venueOf } from '../../../market/venues.ts'
import type { Clock } from '../../../ports/clock.ts'

export interface SessionsQuery {
  /** YYYY-MM-DD, valid. */
  from?: string | undefined
  to?: string | undefined
}

const DEFAULT_DAYS = 30
/** Both ends count. */
const MAX_DAYS = 400
const MIC = /^[A-Z0-9]{4}$/i

const byMic = [...MARKETS, cryptoCalendar].toSorted((a, b) => (a.mic < b.mic ? -1 : 1))

export type Markets = ReturnType<typeof createMarkets>

/** The calendars as the API shows them. */
export function createMarkets(clock: Pick<Clock, 'market'>) {
  return {
    all: (): HandlerResult<MarketsReply> => ({ value: listMarkets(clock.market()) }),

    sessions: (mic: string, query: SessionsQuery): HandlerResult<MarketSessionsReply> => ({
      value: listSessions(mic, query, clock.market()),
    }),
  }
}

/** Every market that has a calendar, with its state at an instant. */
export function listMarkets(now: Instant): MarketsReply {
  return { items: byMic.map((market) => toMarket(market, now)), total: byMic.length }
}

/**
 * Trading days and holidays of a market. Throws 404 `MARKET_NOT_FOUND`, and 422 `INVALID_DATE_RANGE` or
 * `RANGE_TOO_LARGE` for days that are reversed, outside the calendars or too many.
 */
export function listSessions(mic: string, query: SessionsQuery, now: Instant): MarketSessionsReply {
  const market = marketOf(mic) ?? refuseMarket(mic, query)
  const { from, to } = resolveDays(query, market, zonedDay(market.timezone, now))
  const items: MarketSession[] = []
  for (let day = from; day <= to; day++) {
    const item = toSession(market, day)
    if (item !== null) items.push(item)
  }
  return { items, total: items.length }
}

function toMarket(market: MarketCalendar, now: Instant): Market {
  const { mic, name, country, timezone, alwaysOpen } = market
  return {
    mic,
    name,
    country: country === '' ? null : country,
    timezone,
    market_status: market.statusAt(now),
    next_open: alwaysOpen ? null : nextChange(() => market.nextOpen(now)),
    next_close: alwaysOpen ? null : nextChange(() => market.nextClose(now)),
    reason: market.closureName(zonedDay(timezone, now)),
    calendar_from: formatDay(market.coverage.from),
    calendar_to: formatDay(market.coverage.to),
  }
}

/** Null where the calendar ends before the change; market time may be set to any year. */
function nextChange(find: () => Instant): string | null {
  try {
    return formatInstant(find())
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The calendar of an operating MIC or of one of its segments. */
function marketOf(mic: string): MarketCalendar | null {
  if (mic.toUpperCase() === cryptoCalendar.mic) return cryptoCalendar
  return calendarFor(MIC.test(mic) ? venueOf({ mic, exchange: null, assetClass: 'equity' }).mic : '')
}

/** What is wrong with the dates at any market counts before that there is no such market. */
function refuseMarket(mic: string, { from, to }: SessionsQuery): never {
  const [first, last] = [given(from), given(to)]
  if (first !== null && last !== null) refuseRange(first, last)
  return fail('MARKET_NOT_FOUND', `No market has the MIC "${echoed(mic)}".`)
}

function resolveDays(
  query: SessionsQuery,
  { mic, coverage }: Pick<MarketCalendar, 'mic' | 'coverage'>,
  today: Day,
): { from: Day; to: Day } {
  const from = given(query.from) ?? today
  // A default must not lead out of the calendars by itself.
  const to = given(query.to) ?? Math.max(from, Math.min(from + DEFAULT_DAYS, coverage.to))
  if (!isCovered(coverage, from) || !isCovered(coverage, to)) {
    fail(
      'INVALID_DATE_RANGE',
      `from and to must lie within the calendar of ${mic}, ${formatDay(coverage.from)} to ${formatDay(coverage.to)}.`,
    )
  }
  refuseRange(from, to)
  return { from, to }
}

function refuseRange(from: Day, to: Day): void {
  if (from > to) {
    fail('INVALID_DATE_RANGE', 'from must not be after to (a missing "from" means today at the market).')
  }
  if (to - from >= MAX_DAYS) {
    fail('RANGE_TOO_LARGE', `from and to hold more than ${MAX_DAYS} days: ask for a shorter range.`)
  }
}

function given(date: string | undefined): Day | null {
  return date === undefined ? null : parseDay(date)
}

/** Null for a weekend. */
function toSession(market: MarketCalendar, day: Day): MarketSession | null {
  const date = formatDay(day)
  const session = market.sessionOn(day)
  if (session === null) {
    const name = market.closureName(day)
    return name === null
      ? null
      : { date, kind: 'holiday', pre_open: null, open: null, close: null, post_close: null, name }
  }
  return {
    date,
    kind: session.kind,
    pre_open: instantOrNull(session.preOpen),
    open: formatInstant(session.open),
    close: formatInstant(session.close),
    post_close: instantOrNull(session.postClose),
    name: session.name,
  }
}

function instantOrNull(instant: Instant | null): string | null {
  return instant === null ? null : formatInstant(instant)
}
