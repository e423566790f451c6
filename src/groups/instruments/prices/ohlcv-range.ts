import { fail, Failure } from '../../../kernel/fail.ts'
import { isCovered, type MarketCalendar } from '../../../market/calendar/index.ts'
import {
  addMonths,
  DAY_MS,
  type Day,
  formatDay,
  type Instant,
  latestDay,
  MINUTE_MS,
  parseDay,
  weekdayOf,
  zonedDay,
  zonedInstant,
} from '../../../kernel/time.ts'
import type { Interval, Period } from '../../../market/vocabulary.ts'
import type { InstantRange } from '../../../market/bars.ts'

export interface RangeQuery {
  period: Period
  /** YYYY-MM-DD, valid. */
  from?: string | undefined
  to?: string | undefined
}

/** Days of the exchange, inclusive; `from` is minus infinity for everything there is. */
export interface DayRange {
  from: Day
  to: Day
}

/** Where an exchange's days are, and which of them have sessions. */
export interface ExchangeDays {
  calendar: MarketCalendar | null
  timezone: string
}

/** More bars than this are not served in one response. */
export const MAX_RANGE_BARS = 100_000

const REVERSED = 'from must not be after to (a missing or later "to" means today at the exchange).'

const PERIOD_SESSIONS: Partial<Record<Period, number>> = { '1d': 1, '5d': 5 }
const PERIOD_MONTHS: Partial<Record<Period, number>> = { '1m': 1, '3m': 3, '6m': 6, '1y': 12, '5y': 60 }

/**
 * Explicit dates win; without `from` the range starts one period before `to`, without `to` it ends today, and a later
 * `to` means today. Throws 422 `INVALID_DATE_RANGE` when it would end before it starts.
 */
export function resolveDays(query: RangeQuery, exchange: ExchangeDays, now: Instant): DayRange {
  const today = zonedDay(exchange.timezone, now)
  const to = Math.min(query.to === undefined ? today : (parseDay(query.to) ?? today), today)
  const explicit = query.from === undefined ? null : parseDay(query.from)
  if (explicit !== null && explicit > to) fail('INVALID_DATE_RANGE', REVERSED)
  return { from: explicit ?? periodStart(query.period, to, exchange, now), to }
}

/** Throws 422 `INVALID_DATE_RANGE` for dates that {@link resolveDays} refuses at every exchange: for those no instrument need be known. */
export function refuseReversed({ from, to }: Omit<RangeQuery, 'period'>, now: Instant): void {
  if (from === undefined) return
  const latest = formatDay(latestDay(now))
  if (from > (to === undefined || to > latest ? latest : to)) fail('INVALID_DATE_RANGE', REVERSED)
}

function periodStart(period: Period, to: Day, exchange: ExchangeDays, now: Instant): Day {
  const months = PERIOD_MONTHS[period]
  if (months !== undefined) return addMonths(to, -months)
  const count = PERIOD_SESSIONS[period]
  if (count === undefined) return Number.NEGATIVE_INFINITY
  return nthFinishedDay(count, to, exchange, now)
}

/** The day of the count-th finished session, counted backwards from the end of `to`. */
function nthFinishedDay(count: number, to: Day, { calendar, timezone }: ExchangeDays, now: Instant): Day {
  const end = Math.min(now, zonedInstant(timezone, to + 1, 0))
  // The millisecond before: the day that begins at `end` may be the first that the calendar does not know.
  const isKnown = calendar !== null && isCovered(calendar.coverage, zonedDay(timezone, end - 1))
  const finished = isKnown ? calendar.finishedBefore(end, count) : []
  if (finished[0] !== undefined && finished.length === count) return finished[0].day
  // No calendar knows all of these days: weekdays, finished at midnight.
  let day = zonedDay(timezone, end) - 1
  for (let left = count; ; day--) {
    if (weekdayOf(day) !== 0 && weekdayOf(day) !== 6 && --left === 0) return day
  }
}

/** The instants at which bars of those days stand. */
export function barInstants({ from, to }: DayRange, interval: Interval, timezone: string): InstantRange {
  if (interval === '1d') return { from: from * DAY_MS, to: to * DAY_MS }
  return {
    from: Number.isFinite(from) ? zonedInstant(timezone, from, 0) : from,
    to: zonedInstant(timezone, to + 1, 0) - MINUTE_MS,
  }
}

/** The 422 of a range that holds more than {@link MAX_RANGE_BARS} bars. */
export function rangeTooLarge(): Failure {
  return new Failure(
    'RANGE_TOO_LARGE',
    `The range holds more than ${MAX_RANGE_BARS} bars: ask for a shorter one or a longer interval.`,
  )
}
