import { dayOf, weekdayOf } from '../../kernel/time.ts'
import type { Day } from '../../kernel/time.ts'
import { createCalendars } from './calendar.ts'
import type { MarketCalendar } from './calendar.ts'
import { datedClosures, dateOf, MONDAY, nthWeekday, SUNDAY, timeOfDay } from './rules.ts'
import type { Closure } from './rules.ts'

/*
 * Act on National Holidays (1948) with its amendments, the special acts for 2019 and for the Olympic years, and the
 * Tokyo Stock Exchange's own closure from 31 December to 3 January. Not modelled: until 2009 the first and last
 * sessions of a year had no afternoon.
 */

const exceptions = datedClosures({ '2020-10-01': 'Failure of the trading system' })

/** National holidays of one year only. */
const nationalHolidaysOnce = datedClosures({
  '2019-05-01': "Emperor's accession",
  '2019-10-22': "Emperor's enthronement ceremony",
})

/** Holidays moved to the opening and closing of the Tokyo Olympics. */
const olympicYears = new Map<number, { marine: Day; sports: Day; mountain: Day }>([
  [2020, { marine: dayOf(2020, 7, 23), sports: dayOf(2020, 7, 24), mountain: dayOf(2020, 8, 10) }],
  [2021, { marine: dayOf(2021, 7, 22), sports: dayOf(2021, 7, 23), mountain: dayOf(2021, 8, 8) }],
])

function closures(year: number): readonly Closure[] {
  const named = nationalHolidays(year)
  return [
    ...named,
    ...substituteHolidays(year, named),
    ...citizensHolidays(named),
    [dayOf(year, 1, 2), 'New Year market holiday'],
    [dayOf(year, 1, 3), 'New Year market holiday'],
    [dayOf(year, 12, 31), "New Year's Eve"],
    ...exceptions(year),
  ]
}

function nationalHolidays(year: number): Closure[] {
  const days: Closure[] = [
    [dayOf(year, 1, 1), "New Year's Day"],
    [year >= 2000 ? nthWeekday(year, 1, MONDAY, 2) : dayOf(year, 1, 15), 'Coming of Age Day'],
    [dayOf(year, 2, 11), 'National Foundation Day'],
    [equinox(year, 3, 20.8431), 'Vernal Equinox Day'],
    [dayOf(year, 4, 29), year >= 2007 ? 'Showa Day' : 'Greenery Day'],
    [dayOf(year, 5, 3), 'Constitution Memorial Day'],
    [dayOf(year, 5, 5), "Children's Day"],
    [year >= 2003 ? nthWeekday(year, 9, MONDAY, 3) : dayOf(year, 9, 15), 'Respect for the Aged Day'],
    [equinox(year, 9, 23.2488), 'Autumnal Equinox Day'],
    [dayOf(year, 11, 3), 'Culture Day'],
    [dayOf(year, 11, 23), 'Labour Thanksgiving Day'],
    ...movedHolidays(year),
    ...nationalHolidaysOnce(year),
  ]
  if (year >= 2007) days.push([dayOf(year, 5, 4), 'Greenery Day'])
  if (year >= 1989 && year <= 2018) days.push([dayOf(year, 12, 23), "Emperor's Birthday"])
  if (year >= 2020) days.push([dayOf(year, 2, 23), "Emperor's Birthday"])
  return days
}

function movedHolidays(year: number): Closure[] {
  const olympic = olympicYears.get(year)
  const sportsDay = year >= 2000 ? nthWeekday(year, 10, MONDAY, 2) : dayOf(year, 10, 10)
  const marineDay = year >= 2003 ? nthWeekday(year, 7, MONDAY, 3) : dayOf(year, 7, 20)
  const days: Closure[] = [
    [olympic?.sports ?? sportsDay, year >= 2020 ? 'Sports Day' : 'Health and Sports Day'],
  ]
  if (year >= 1996) days.push([olympic?.marine ?? marineDay, 'Marine Day'])
  if (year >= 2016) days.push([olympic?.mountain ?? dayOf(year, 8, 11), 'Mountain Day'])
  return days
}

/**
 * Day of an equinox in Japan, 1980 to 2099: the well-known linear approximation of the National Astronomical
 * Observatory's dates, where `base` is the moment of the equinox of 1980 in days of the month.
 */
function equinox(year: number, month: number, base: number): Day {
  const elapsed = year - 1980
  return dayOf(year, month, Math.floor(base + 0.242194 * elapsed) - Math.floor(elapsed / 4))
}

/** A Sunday holiday is made up for on the next day; since 2007 on the next day that is not itself a holiday. */
function substituteHolidays(year: number, named: readonly Closure[]): Closure[] {
  const holidays = new Set(named.map(([day]) => day))
  const substitutes: Closure[] = []
  for (const [day, name] of named) {
    if (weekdayOf(day) !== SUNDAY) continue
    let substitute = day + 1
    while (year >= 2007 && holidays.has(substitute)) substitute++
    substitutes.push([substitute, `${name} (observed)`])
  }
  return substitutes
}

/** A day between two national holidays is one too (since 1985). */
function citizensHolidays(named: readonly Closure[]): Closure[] {
  const holidays = new Set(named.map(([day]) => day))
  return named
    .filter(([day]) => holidays.has(day + 2) && !holidays.has(day + 1))
    .map(([day]): Closure => [day + 1, "Citizens' holiday"])
}

const AFTERNOON_START = timeOfDay(12, 30)

export const japan: readonly MarketCalendar[] = createCalendars(
  {
    timezone: 'Asia/Tokyo',
    hours: [
      {
        from: -Infinity,
        open: timeOfDay(9),
        close: timeOfDay(15),
        lunch: { start: timeOfDay(11), end: AFTERNOON_START },
        extended: null,
      },
      {
        from: dateOf('2011-11-21'),
        open: timeOfDay(9),
        close: timeOfDay(15),
        lunch: { start: timeOfDay(11, 30), end: AFTERNOON_START },
        extended: null,
      },
      {
        from: dateOf('2024-11-05'),
        open: timeOfDay(9),
        close: timeOfDay(15, 30),
        lunch: { start: timeOfDay(11, 30), end: AFTERNOON_START },
        extended: null,
      },
    ],
    closures,
    earlyCloses: () => [],
  },
  [{ mic: 'XTKS', name: 'Tokyo Stock Exchange', country: 'JP' }],
)
