import { dayOf } from '../../kernel/time.ts'
import { createCalendars } from './calendar.ts'
import type { MarketCalendar } from './calendar.ts'
import {
  christmasAndBoxingDay,
  datedClosures,
  easterSunday,
  MONDAY,
  nthWeekday,
  observed,
  timeOfDay,
  weekdayOnOrBefore,
  weekendToMonday,
} from './rules.ts'
import type { Closure, EarlyClose } from './rules.ts'

/*
 * Ontario's statutory holidays and the TMX holiday notices. The Toronto post-close session (16:15 to 17:00, at the
 * closing price only) is not counted as extended hours.
 */

const exceptions = datedClosures({
  '2001-09-11': 'September 11 attacks',
  '2001-09-12': 'September 11 attacks',
})

function closures(year: number): Closure[] {
  const [newYear, canadaDay] = [dayOf(year, 1, 1), dayOf(year, 7, 1)]
  const days: Closure[] = [
    observed(newYear, weekendToMonday(newYear), "New Year's Day"),
    [easterSunday(year) - 2, 'Good Friday'],
    [weekdayOnOrBefore(dayOf(year, 5, 24), MONDAY), 'Victoria Day'],
    observed(canadaDay, weekendToMonday(canadaDay), 'Canada Day'),
    [nthWeekday(year, 8, MONDAY, 1), 'Civic Holiday'],
    [nthWeekday(year, 9, MONDAY, 1), 'Labour Day'],
    [nthWeekday(year, 10, MONDAY, 2), 'Thanksgiving Day'],
    ...christmasAndBoxingDay(year),
    ...exceptions(year),
  ]
  if (year >= 2008) days.push([nthWeekday(year, 2, MONDAY, 3), 'Family Day'])
  return days
}

/** Since 2010; a Christmas Eve on a weekend shortens no other day. */
function earlyCloses(year: number): EarlyClose[] {
  if (year < 2010) return []
  return [{ day: dayOf(year, 12, 24), name: 'Christmas Eve', close: timeOfDay(13) }]
}

export const canada: readonly MarketCalendar[] = createCalendars(
  {
    timezone: 'America/Toronto',
    hours: [{ from: -Infinity, open: timeOfDay(9, 30), close: timeOfDay(16), lunch: null, extended: null }],
    closures,
    earlyCloses,
  },
  [{ mic: 'XTSE', name: 'Toronto Stock Exchange', country: 'CA' }],
)
