import { dayOf } from '../../kernel/time.ts'
import { createCalendars } from './calendar.ts'
import type { MarketCalendar, MarketIdentity } from './calendar.ts'
import { easterSunday, europeanHolidays, timeOfDay } from './rules.ts'
import type { Closure, EarlyClose } from './rules.ts'

/*
 * Euronext trading calendars. The harmonised calendar (six holidays, two early closes) holds in Paris, Amsterdam
 * and Brussels from 2002 and in Lisbon from 2003; before, each market also closed on days of its own, taken from
 * the calendars of its predecessor. Holidays on a weekend are not made up for. Today's hours are applied to all
 * years. Lisbon trades at the same instants by a clock one hour behind.
 */

type HolidaysOfYear = (year: number) => readonly Closure[]

function euronext(
  market: MarketIdentity,
  timezone: string,
  hoursBehindParis: number,
  ownHolidays: HolidaysOfYear,
): readonly MarketCalendar[] {
  const local = (hour: number, minute: number): number => timeOfDay(hour - hoursBehindParis, minute)
  const earlyClose = local(14, 5)
  return createCalendars(
    {
      timezone,
      hours: [{ from: -Infinity, open: local(9, 0), close: local(17, 30), lunch: null, extended: null }],
      closures: (year) => [...europeanHolidays(year), ...ownHolidays(year)],
      earlyCloses: (year) => earlyCloses(year, earlyClose),
    },
    [market],
  )
}

function earlyCloses(year: number, close: number): EarlyClose[] {
  return [
    { day: dayOf(year, 12, 24), name: 'Christmas Eve', close },
    { day: dayOf(year, 12, 31), name: "New Year's Eve", close },
  ]
}

/** Closed by the predecessors of Euronext in Paris, Amsterdam and Brussels until 2001. */
function untilMerger(year: number): Closure[] {
  return [
    [easterSunday(year) + 50, 'Whit Monday'],
    [dayOf(year, 12, 31), "New Year's Eve"],
  ]
}

function parisHolidays(year: number): readonly Closure[] {
  return year > 2001 ? [] : [...untilMerger(year), [dayOf(year, 7, 14), 'Bastille Day']]
}

function amsterdamHolidays(year: number): readonly Closure[] {
  if (year > 2001) return []
  return [...untilMerger(year), [dayOf(year, 4, 30), "Queen's Day"], ...ascensionDay(year)]
}

function brusselsHolidays(year: number): readonly Closure[] {
  if (year > 2001) return []
  return [...untilMerger(year), [dayOf(year, 7, 21), 'Belgian National Day'], ...ascensionDay(year)]
}

function ascensionDay(year: number): readonly Closure[] {
  return year > 2000 ? [] : [[easterSunday(year) + 39, 'Ascension Day']]
}

function lisbonHolidays(year: number): readonly Closure[] {
  if (year > 2002) return []
  const easter = easterSunday(year)
  const days: Closure[] = [
    [easter - 47, 'Carnival'],
    [dayOf(year, 4, 25), 'Liberty Day'],
    [easter + 60, 'Corpus Christi'],
    [dayOf(year, 6, 10), 'Portugal Day'],
    [dayOf(year, 8, 15), 'Assumption Day'],
    [dayOf(year, 10, 5), 'Republic Day'],
    [dayOf(year, 11, 1), "All Saints' Day"],
    [dayOf(year, 12, 1), 'Restoration of Independence'],
    [dayOf(year, 12, 8), 'Immaculate Conception'],
    [dayOf(year, 12, 24), 'Christmas Eve'],
  ]
  return year > 2001 ? days : [...days, [dayOf(year, 6, 13), "Saint Anthony's Day"]]
}

export const euronextMarkets: readonly MarketCalendar[] = [
  ...euronext({ mic: 'XPAR', name: 'Euronext Paris', country: 'FR' }, 'Europe/Paris', 0, parisHolidays),
  ...euronext(
    { mic: 'XAMS', name: 'Euronext Amsterdam', country: 'NL' },
    'Europe/Amsterdam',
    0,
    amsterdamHolidays,
  ),
  ...euronext(
    { mic: 'XBRU', name: 'Euronext Brussels', country: 'BE' },
    'Europe/Brussels',
    0,
    brusselsHolidays,
  ),
  ...euronext({ mic: 'XLIS', name: 'Euronext Lisbon', country: 'PT' }, 'Europe/Lisbon', 1, lisbonHolidays),
]
