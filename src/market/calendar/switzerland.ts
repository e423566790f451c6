import { dayOf } from '../../kernel/time.ts'
import { createCalendars } from './calendar.ts'
import type { MarketCalendar } from './calendar.ts'
import { easterSunday, europeanHolidays, timeOfDay, yearsCovered } from './rules.ts'
import type { Closure } from './rules.ts'

/*
 * Trading calendars of SIX Swiss Exchange (SWX until 2008); its notice 09/2006 lists the holidays that generally apply.
 * From June 2001 it had traded on Swiss holidays, and until when differed by product: those years are left out. Holidays on
 * a weekend are not made up for, and no session is short. Today's hours are applied to all years.
 */

function closures(year: number): Closure[] {
  const easter = easterSunday(year)
  return [
    ...europeanHolidays(year, "Saint Stephen's Day"),
    [dayOf(year, 1, 2), "Berchtold's Day"],
    [easter + 39, 'Ascension Day'],
    [easter + 50, 'Whit Monday'],
    [dayOf(year, 8, 1), 'Swiss National Day'],
    [dayOf(year, 12, 24), 'Christmas Eve'],
    [dayOf(year, 12, 31), "New Year's Eve"],
  ]
}

export const switzerland: readonly MarketCalendar[] = createCalendars(
  {
    timezone: 'Europe/Zurich',
    hours: [{ from: -Infinity, open: timeOfDay(9), close: timeOfDay(17, 30), lunch: null, extended: null }],
    closures,
    earlyCloses: () => [],
    coverage: yearsCovered(2007, 2049),
  },
  [{ mic: 'XSWX', name: 'SIX Swiss Exchange', country: 'CH' }],
)
