import { dayOf } from '../../kernel/time.ts'
import { createCalendars } from './calendar.ts'
import type { MarketCalendar } from './calendar.ts'
import { europeanHolidays, timeOfDay, yearsCovered } from './rules.ts'
import type { Closure, EarlyClose } from './rules.ts'

/*
 * Session calendars that BME announces for the following year. 24 and 31 December were holidays until 2011 and from
 * 2021 to 2023, and end at 14:00 otherwise. Today's hours are applied to all years.
 */

function closures(year: number): Closure[] {
  const days: Closure[] = [...europeanHolidays(year, "Saint Stephen's Day")]
  if (year <= 2006) days.push([dayOf(year, 1, 6), 'Epiphany'])
  if (!hasShortEves(year)) days.push(...evesOf(year))
  return days
}

function earlyCloses(year: number): EarlyClose[] {
  if (!hasShortEves(year)) return []
  return evesOf(year).map(([day, name]) => ({ day, name, close: timeOfDay(14) }))
}

function hasShortEves(year: number): boolean {
  return year >= 2012 && !(year >= 2021 && year <= 2023)
}

function evesOf(year: number): Closure[] {
  return [
    [dayOf(year, 12, 24), 'Christmas Eve'],
    [dayOf(year, 12, 31), "New Year's Eve"],
  ]
}

export const spain: readonly MarketCalendar[] = createCalendars(
  {
    timezone: 'Europe/Madrid',
    hours: [{ from: -Infinity, open: timeOfDay(9), close: timeOfDay(17, 30), lunch: null, extended: null }],
    closures,
    earlyCloses,
    coverage: yearsCovered(2005, 2049),
  },
  [{ mic: 'XMAD', name: 'Bolsa de Madrid', country: 'ES' }],
)
