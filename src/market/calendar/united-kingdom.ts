import { dayOf } from '../../kernel/time.ts'
import type { Day } from '../../kernel/time.ts'
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
  weekdayOrFridayBefore,
  weekendToMonday,
} from './rules.ts'
import type { Closure, EarlyClose } from './rules.ts'

/*
 * Bank holidays of England and Wales (Banking and Financial Dealings Act 1971, royal proclamations) and the
 * London Stock Exchange business-day notices. Today's hours are applied to all years.
 */

/** Years in which the early May bank holiday moved to VE Day, 8 May. */
const VE_DAY_YEARS = new Set([1995, 2020])

/** Years in which the spring bank holiday moved next to a royal jubilee, and the day it moved to. */
const movedSpringHoliday = new Map<number, Day>([
  [2002, dayOf(2002, 6, 4)],
  [2012, dayOf(2012, 6, 4)],
  [2022, dayOf(2022, 6, 2)],
])

const exceptions = datedClosures({
  '1999-12-31': 'Millennium Eve',
  '2002-06-03': 'Golden Jubilee of Queen Elizabeth II',
  '2011-04-29': 'Wedding of Prince William and Catherine Middleton',
  '2012-06-05': 'Diamond Jubilee of Queen Elizabeth II',
  '2022-06-03': 'Platinum Jubilee of Queen Elizabeth II',
  '2022-09-19': 'State funeral of Queen Elizabeth II',
  '2023-05-08': 'Coronation of King Charles III',
})

function closures(year: number): Closure[] {
  const newYear = dayOf(year, 1, 1)
  const easter = easterSunday(year)
  const earlyMay = VE_DAY_YEARS.has(year) ? dayOf(year, 5, 8) : nthWeekday(year, 5, MONDAY, 1)
  const spring = movedSpringHoliday.get(year) ?? weekdayOnOrBefore(dayOf(year, 5, 31), MONDAY)
  return [
    observed(newYear, weekendToMonday(newYear), "New Year's Day"),
    [easter - 2, 'Good Friday'],
    [easter + 1, 'Easter Monday'],
    [earlyMay, VE_DAY_YEARS.has(year) ? 'VE Day bank holiday' : 'Early May bank holiday'],
    [spring, 'Spring bank holiday'],
    [weekdayOnOrBefore(dayOf(year, 8, 31), MONDAY), 'Summer bank holiday'],
    ...christmasAndBoxingDay(year),
    ...exceptions(year),
  ]
}

/** The last business day before Christmas and before New Year. */
function earlyCloses(year: number): EarlyClose[] {
  const close = timeOfDay(12, 30)
  return [
    { day: weekdayOrFridayBefore(dayOf(year, 12, 24)), name: 'Christmas Eve', close },
    { day: weekdayOrFridayBefore(dayOf(year, 12, 31)), name: "New Year's Eve", close },
  ]
}

export const unitedKingdom: readonly MarketCalendar[] = createCalendars(
  {
    timezone: 'Europe/London',
    hours: [{ from: -Infinity, open: timeOfDay(8), close: timeOfDay(16, 30), lunch: null, extended: null }],
    closures,
    earlyCloses,
  },
  [{ mic: 'XLON', name: 'London Stock Exchange', country: 'GB' }],
)
