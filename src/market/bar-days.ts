import { isCovered, type MarketCalendar } from './calendar/index.ts'
import { dayOf, type Day, formatDay, type Instant, utcDay, weekdayOf, zonedDay } from '../kernel/time.ts'
import type { Interval } from './vocabulary.ts'

/** When bars may be: at which venue, and what time it is there. */
export interface BarDays {
  interval: Interval
  /** Null for a venue whose sessions nobody knows. */
  calendar: MarketCalendar | null
  /** IANA zone of the venue; null where unknown. */
  timezone: string | null
  marketNow: Instant
}

/** Years for which the calendars were held against real sessions; see `market-calendar/index.ts`. */
const VERIFIED_FROM = dayOf(2000, 1, 1)
const VERIFIED_LONGER = { countries: ['US', 'GB'], from: dayOf(1990, 1, 1) }
const VERIFIED_UNTIL = dayOf(2049, 12, 31)
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/**
 * Why there is no bar at that instant: it has not begun yet, or its venue has no session on that day. Null where there
 * may be one, and on days outside the years that the venue's calendar was verified for.
 */
export function barDayFault(
  at: Instant,
  { interval, calendar, timezone, marketNow }: BarDays,
): string | null {
  if (interval !== '1d' && at > marketNow) return 'The bar begins in the future.'
  const day = interval === '1d' || timezone === null ? utcDay(at) : zonedDay(timezone, at)
  if (interval === '1d' && timezone !== null && day > zonedDay(timezone, marketNow)) {
    return `${formatDay(day)} is in the future.`
  }
  if (calendar === null || !isVerified(calendar, day) || calendar.sessionOn(day) !== null) return null
  const why = calendar.closureName(day) ?? WEEKDAYS[weekdayOf(day)] ?? 'a day without a session'
  return `${calendar.mic} is closed on ${formatDay(day)} (${why}).`
}

function isVerified({ country, coverage }: MarketCalendar, day: Day): boolean {
  const from = VERIFIED_LONGER.countries.includes(country) ? VERIFIED_LONGER.from : VERIFIED_FROM
  return day >= from && day <= VERIFIED_UNTIL && isCovered(coverage, day)
}
