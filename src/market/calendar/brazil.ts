import { dayOf } from '../../kernel/time.ts'
import type { Day } from '../../kernel/time.ts'
import { createCalendars } from './calendar.ts'
import type { MarketCalendar } from './calendar.ts'
import {
  datedClosures,
  easterSunday,
  nthWeekday,
  SUNDAY,
  timeOfDay,
  weekdayOrFridayBefore,
  yearsCovered,
} from './rules.ts'
import type { Closure, SpecialSession, TradingHours } from './rules.ts'

/*
 * Trading calendars of B3 and its circulars 150/2020 (no closure on holidays of the state and city of São Paulo from 2022
 * on) and 215/2023 (Black Awareness Day as a national holiday). Since November 2019 the market closes an hour later
 * while New York keeps standard time; until then 17:00 is applied to all years.
 */

const COVERED = { first: 2008, last: 2049 }
/** First year in which B3 follows New York's clocks, from November on. */
const LATE_CLOSE_SINCE = 2019
const [OPEN, CLOSE, LATE_CLOSE] = [timeOfDay(10), timeOfDay(17), timeOfDay(18)]

const exceptions = datedClosures({ '2014-06-12': 'Opening of the football World Cup' })

function closures(year: number): Closure[] {
  const easter = easterSunday(year)
  const days: Closure[] = [
    [dayOf(year, 1, 1), "New Year's Day"],
    [easter - 48, 'Carnival Monday'],
    [easter - 47, 'Carnival Tuesday'],
    [easter - 2, 'Good Friday'],
    [dayOf(year, 4, 21), 'Tiradentes Day'],
    [dayOf(year, 5, 1), 'Labour Day'],
    [easter + 60, 'Corpus Christi'],
    [dayOf(year, 9, 7), 'Independence Day'],
    [dayOf(year, 10, 12), 'Our Lady of Aparecida'],
    [dayOf(year, 11, 2), "All Souls' Day"],
    [dayOf(year, 11, 15), 'Republic Day'],
    [dayOf(year, 12, 24), 'Christmas Eve'],
    [dayOf(year, 12, 25), 'Christmas Day'],
    [weekdayOrFridayBefore(dayOf(year, 12, 31)), 'Last weekday of the year'],
    ...exceptions(year),
  ]
  if (year <= 2021) days.push([dayOf(year, 1, 25), 'Anniversary of São Paulo'])
  if (year <= 2021 && year !== 2020) days.push([dayOf(year, 7, 9), 'Constitutionalist Revolution Day'])
  if (year <= 2019 || year >= 2024) days.push([dayOf(year, 11, 20), 'Black Awareness Day'])
  return days
}

/** Trading begins at 13:00 on Ash Wednesday, the 10th of March at the latest: New York keeps standard time still. */
function specialSessions(year: number): SpecialSession[] {
  const close = year > LATE_CLOSE_SINCE ? LATE_CLOSE : CLOSE
  return [{ day: easterSunday(year) - 46, name: 'Ash Wednesday', open: timeOfDay(13), close }]
}

/** New York's clocks go forward on the second Sunday of March and back on the first of November. */
function clocksForward(year: number): Day {
  return nthWeekday(year, 3, SUNDAY, 2)
}

function hoursSince(): [TradingHours, ...TradingHours[]] {
  const until = (from: Day, close: number): TradingHours => {
    return { from, open: OPEN, close, lunch: null, extended: null }
  }
  const changes: [TradingHours, ...TradingHours[]] = [until(-Infinity, CLOSE)]
  for (let year = LATE_CLOSE_SINCE; year <= COVERED.last; year++) {
    if (year > LATE_CLOSE_SINCE) changes.push(until(clocksForward(year), CLOSE))
    changes.push(until(nthWeekday(year, 11, SUNDAY, 1), LATE_CLOSE))
  }
  return changes
}

export const brazil: readonly MarketCalendar[] = createCalendars(
  {
    timezone: 'America/Sao_Paulo',
    hours: hoursSince(),
    closures,
    earlyCloses: () => [],
    specialSessions,
    coverage: yearsCovered(COVERED.first, COVERED.last),
  },
  [{ mic: 'BVMF', name: 'B3', country: 'BR' }],
)
