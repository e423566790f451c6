import { dayOf } from '../../kernel/time.ts'
import { createCalendars } from './calendar.ts'
import type { MarketCalendar } from './calendar.ts'
import {
  easterSunday,
  europeanHolidays,
  FRIDAY,
  timeOfDay,
  weekdayOnOrBefore,
  yearsCovered,
} from './rules.ts'
import type { Closure, EarlyClose } from './rules.ts'

/*
 * Trading calendars of Nasdaq Nordic for Stockholm. Half days end at 13:00 (12:50 and 12:55 in earlier years). Holidays
 * on a weekend are not made up for. Today's hours are applied to all years.
 */

function closures(year: number): Closure[] {
  const easter = easterSunday(year)
  return [
    ...europeanHolidays(year),
    [dayOf(year, 1, 6), 'Epiphany'],
    [easter + 39, 'Ascension Day'],
    [dayOf(year, 6, 6), 'National Day of Sweden'],
    [weekdayOnOrBefore(dayOf(year, 6, 25), FRIDAY), 'Midsummer Eve'],
    [dayOf(year, 12, 24), 'Christmas Eve'],
    [dayOf(year, 12, 31), "New Year's Eve"],
  ]
}

function earlyCloses(year: number): EarlyClose[] {
  const easter = easterSunday(year)
  const halfDays: Closure[] = [
    [dayOf(year, 1, 5), 'Epiphany Eve'],
    [easter - 3, 'Maundy Thursday'],
    [dayOf(year, 4, 30), 'Walpurgis Night'],
    [easter + 38, 'Ascension Eve'],
    [weekdayOnOrBefore(dayOf(year, 11, 5), FRIDAY), "All Saints' Eve"],
  ]
  return halfDays.map(([day, name]) => ({ day, name, close: timeOfDay(13) }))
}

export const sweden: readonly MarketCalendar[] = createCalendars(
  {
    timezone: 'Europe/Stockholm',
    hours: [{ from: -Infinity, open: timeOfDay(9), close: timeOfDay(17, 30), lunch: null, extended: null }],
    closures,
    earlyCloses,
    coverage: yearsCovered(2006, 2049),
  },
  [{ mic: 'XSTO', name: 'Nasdaq Stockholm', country: 'SE' }],
)
