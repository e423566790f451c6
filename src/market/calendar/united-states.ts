import { dayOf, weekdayOf } from '../../kernel/time.ts'
import type { Day } from '../../kernel/time.ts'
import { createCalendars } from './calendar.ts'
import type { MarketCalendar } from './calendar.ts'
import {
  datedClosures,
  easterSunday,
  FRIDAY,
  MONDAY,
  nearestWeekday,
  nthWeekday,
  observed,
  SATURDAY,
  SUNDAY,
  sundayToMonday,
  THURSDAY,
  timeOfDay,
  WEDNESDAY,
  weekdayOnOrBefore,
} from './rules.ts'
import type { Closure, EarlyClose } from './rules.ts'

/*
 * NYSE Rule 7.2 and the yearly NYSE Group holiday notices; Nasdaq and Cboe follow the same days. Extended hours
 * are those of the consolidated tape (04:00 to 20:00, after-hours to 17:00 on early closes), applied to all years.
 */

const STANDARD_CLOSE = timeOfDay(13)
/** The early close until 1992. */
const FORMER_CLOSE = timeOfDay(14)

const exceptions = datedClosures({
  '1994-04-27': 'Funeral of President Nixon',
  '2001-09-11': 'September 11 attacks',
  '2001-09-12': 'September 11 attacks',
  '2001-09-13': 'September 11 attacks',
  '2001-09-14': 'September 11 attacks',
  '2004-06-11': 'Funeral of President Reagan',
  '2007-01-02': 'National day of mourning for President Ford',
  '2012-10-29': 'Hurricane Sandy',
  '2012-10-30': 'Hurricane Sandy',
  '2018-12-05': 'National day of mourning for President George H. W. Bush',
  '2025-01-09': 'National day of mourning for President Carter',
})

/** Early closes that no rule gives, by year. */
const earlyExceptions = new Map<number, { day: Day; name: string }>([
  [1997, { day: dayOf(1997, 12, 26), name: 'Day after Christmas' }],
  [1999, { day: dayOf(1999, 12, 31), name: "New Year's Eve" }],
  [2003, { day: dayOf(2003, 12, 26), name: 'Day after Christmas' }],
])

/** A Saturday New Year's Day is not made up for: 31 December is the end of the accounting year. */
function closures(year: number): Closure[] {
  const [newYear, juneteenth, july4, christmas] = [
    dayOf(year, 1, 1),
    dayOf(year, 6, 19),
    dayOf(year, 7, 4),
    dayOf(year, 12, 25),
  ]
  const days: Closure[] = [
    observed(newYear, sundayToMonday(newYear), "New Year's Day"),
    [nthWeekday(year, 2, MONDAY, 3), "Washington's Birthday"],
    [easterSunday(year) - 2, 'Good Friday'],
    [weekdayOnOrBefore(dayOf(year, 5, 31), MONDAY), 'Memorial Day'],
    observed(july4, nearestWeekday(july4), 'Independence Day'),
    [nthWeekday(year, 9, MONDAY, 1), 'Labor Day'],
    [thanksgiving(year), 'Thanksgiving Day'],
    observed(christmas, nearestWeekday(christmas), 'Christmas Day'),
  ]
  if (year >= 1998) days.push([nthWeekday(year, 1, MONDAY, 3), 'Martin Luther King, Jr. Day'])
  if (year >= 2022) {
    days.push(observed(juneteenth, nearestWeekday(juneteenth), 'Juneteenth National Independence Day'))
  }
  return [...days, ...exceptions(year)]
}

function earlyCloses(year: number): EarlyClose[] {
  const close = year <= 1992 ? FORMER_CLOSE : STANDARD_CLOSE
  const days: EarlyClose[] = []
  if (year >= 1992) days.push({ day: thanksgiving(year) + 1, name: 'Day after Thanksgiving', close })
  if (year >= 1995) days.push(...earlyClosesOfJuly(year))
  const christmasEve = dayOf(year, 12, 24)
  const eveWeekday = weekdayOf(christmasEve)
  if (eveWeekday >= MONDAY && eveWeekday <= THURSDAY) {
    days.push({ day: christmasEve, name: 'Christmas Eve', close })
  }
  const exception = earlyExceptions.get(year)
  return exception === undefined ? days : [...days, { ...exception, close }]
}

/** 3 July before a weekday holiday; until 2012 a Thursday holiday was followed by a short Friday instead. */
function earlyClosesOfJuly(year: number): EarlyClose[] {
  const july3 = dayOf(year, 7, 3)
  const weekday = weekdayOf(july3)
  if (weekday === FRIDAY || weekday === SATURDAY || weekday === SUNDAY) return []
  if (weekday === WEDNESDAY && year <= 2012) {
    return [{ day: july3 + 2, name: 'Day after Independence Day', close: STANDARD_CLOSE }]
  }
  return [{ day: july3, name: 'Day before Independence Day', close: STANDARD_CLOSE }]
}

function thanksgiving(year: number): Day {
  return nthWeekday(year, 11, THURSDAY, 4)
}

/** The US listing venues; all of them keep the same days and hours. */
export const unitedStates: readonly MarketCalendar[] = createCalendars(
  {
    timezone: 'America/New_York',
    hours: [
      {
        from: -Infinity,
        open: timeOfDay(9, 30),
        close: timeOfDay(16),
        lunch: null,
        extended: { open: timeOfDay(4), close: timeOfDay(20), earlyClose: timeOfDay(17) },
      },
    ],
    closures,
    earlyCloses,
  },
  [
    { mic: 'XNYS', name: 'New York Stock Exchange', country: 'US' },
    { mic: 'XNAS', name: 'Nasdaq', country: 'US' },
    { mic: 'ARCX', name: 'NYSE Arca', country: 'US' },
    { mic: 'XASE', name: 'NYSE American', country: 'US' },
    { mic: 'BATS', name: 'Cboe BZX', country: 'US' },
  ],
)
