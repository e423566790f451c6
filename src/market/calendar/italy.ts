import { dayOf } from '../../kernel/time.ts'
import { createCalendars } from './calendar.ts'
import type { MarketCalendar } from './calendar.ts'
import { europeanHolidays, timeOfDay, yearsCovered } from './rules.ts'
import type { Closure } from './rules.ts'

/*
 * Trading calendars of Borsa Italiana (since 2023 Euronext Milan). Holidays on a weekend are not made up for, and no
 * session is short. Today's hours are applied to all years.
 */

function closures(year: number): Closure[] {
  return [
    ...europeanHolidays(year, "Saint Stephen's Day"),
    [dayOf(year, 8, 15), 'Ferragosto'],
    [dayOf(year, 12, 24), 'Christmas Eve'],
    [dayOf(year, 12, 31), "New Year's Eve"],
  ]
}

export const italy: readonly MarketCalendar[] = createCalendars(
  {
    timezone: 'Europe/Rome',
    hours: [{ from: -Infinity, open: timeOfDay(9), close: timeOfDay(17, 30), lunch: null, extended: null }],
    closures,
    earlyCloses: () => [],
    coverage: yearsCovered(2003, 2049),
  },
  [{ mic: 'XMIL', name: 'Euronext Milan', country: 'IT' }],
)
