import { dayOf } from '../../kernel/time.ts'
import { createCalendars } from './calendar.ts'
import type { MarketCalendar } from './calendar.ts'
import { datedClosures, easterSunday, europeanHolidays, timeOfDay, weekdayOrFridayBefore } from './rules.ts'
import type { Closure, EarlyClose } from './rules.ts'

/*
 * Trading calendars of the Frankfurt Stock Exchange. Holidays on a weekend are not made up for. Today's hours are
 * applied to all years (Xetra traded longer, until 20:00, from June 2000 to October 2003). The Extended Xetra
 * Retail Service of December 2025 is not counted as extended hours: it is for retail orders only and its prices
 * do not enter the official open, high, low or close.
 */

const exceptions = datedClosures({
  '2007-05-28': 'Whit Monday',
  '2017-10-31': 'Reformation Day',
})

function closures(year: number): Closure[] {
  const easter = easterSunday(year)
  const days: Closure[] = [
    ...europeanHolidays(year),
    [dayOf(year, 12, 24), 'Christmas Eve'],
    [dayOf(year, 12, 31), "New Year's Eve"],
  ]
  if (year >= 2015 && year <= 2021) days.push([easter + 50, 'Whit Monday'])
  if (year >= 2014 && year <= 2021) days.push([dayOf(year, 10, 3), 'Day of German Unity'])
  return [...days, ...exceptions(year)]
}

/** The last trading day of the year, since 2010. */
function earlyCloses(year: number): EarlyClose[] {
  if (year < 2010) return []
  const day = weekdayOrFridayBefore(dayOf(year, 12, 30))
  return [{ day, name: 'Last trading day of the year', close: timeOfDay(14) }]
}

export const germany: readonly MarketCalendar[] = createCalendars(
  {
    timezone: 'Europe/Berlin',
    hours: [{ from: -Infinity, open: timeOfDay(9), close: timeOfDay(17, 30), lunch: null, extended: null }],
    closures,
    earlyCloses,
  },
  [{ mic: 'XETR', name: 'Xetra', country: 'DE' }],
)
