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
  weekdayOrFridayBefore,
  weekendToMonday,
} from './rules.ts'
import type { Closure, EarlyClose } from './rules.ts'

/*
 * ASX cash-market trading calendars. Anzac Day on a weekend is not made up for (the additional state holidays on
 * Mondays, as in New South Wales in 2026, are trading days). Pre-open and closing auctions are not extended hours.
 */

const exceptions = datedClosures({
  '1999-12-31': 'Year 2000 changeover',
  '2010-04-26': 'Anzac Day (observed)',
  '2011-04-26': 'Easter Tuesday (Anzac Day fell on Easter Monday)',
  '2022-09-22': 'National day of mourning for Queen Elizabeth II',
})

function closures(year: number): Closure[] {
  const [newYear, australiaDay] = [dayOf(year, 1, 1), dayOf(year, 1, 26)]
  const easter = easterSunday(year)
  return [
    observed(newYear, weekendToMonday(newYear), "New Year's Day"),
    observed(australiaDay, weekendToMonday(australiaDay), 'Australia Day'),
    [easter - 2, 'Good Friday'],
    [easter + 1, 'Easter Monday'],
    [dayOf(year, 4, 25), 'Anzac Day'],
    [nthWeekday(year, 6, MONDAY, 2), year >= 2023 ? "King's Birthday" : "Queen's Birthday"],
    ...christmasAndBoxingDay(year),
    ...exceptions(year),
  ]
}

/** The last trading day before Christmas and of the year, since 2010; 2022 had none. */
function earlyCloses(year: number): EarlyClose[] {
  if (year < 2010 || year === 2022) return []
  const close = timeOfDay(14, 10)
  return [
    { day: weekdayOrFridayBefore(dayOf(year, 12, 24)), name: 'Last trading day before Christmas', close },
    { day: weekdayOrFridayBefore(dayOf(year, 12, 31)), name: 'Last trading day of the year', close },
  ]
}

export const australia: readonly MarketCalendar[] = createCalendars(
  {
    timezone: 'Australia/Sydney',
    hours: [{ from: -Infinity, open: timeOfDay(10), close: timeOfDay(16), lunch: null, extended: null }],
    closures,
    earlyCloses,
  },
  [{ mic: 'XASX', name: 'Australian Securities Exchange', country: 'AU' }],
)
