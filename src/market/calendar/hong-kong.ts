import { dayOf, weekdayOf } from '../../kernel/time.ts'
import type { Day } from '../../kernel/time.ts'
import { createCalendars } from './calendar.ts'
import type { MarketCalendar } from './calendar.ts'
import { chingMing, lunarFestivals } from './lunar.ts'
import { datedClosures, dateOf, easterSunday, FRIDAY, SATURDAY, SUNDAY, timeOfDay } from './rules.ts'
import type { Closure, EarlyClose, TradingHours } from './rules.ts'

/*
 * General Holidays Ordinance (Cap. 149) with the substitution rules of 2011, and the HKEX trading calendars.
 * Storms closed the market for whole days until severe-weather trading began on 23 September 2024. Not modelled:
 * single morning or afternoon sessions lost to storms, and half days on the eve of Lunar New Year before 2013.
 */

/** First year of the substitution rules of 2011 for Lunar New Year and the Mid-Autumn Festival. */
const SUBSTITUTION_RULES = 2013
/** From this day the market opens, and breaks for lunch, half an hour earlier. */
const EARLIER_HOURS = dateOf('2011-03-07')

const exceptions = datedClosures({
  '1999-12-31': 'Year 2000 changeover',
  '2001-07-06': 'Typhoon Utor',
  '2001-07-25': 'Typhoon Yutu',
  '2008-08-06': 'Typhoon Kammuri',
  '2008-08-22': 'Typhoon Nuri',
  '2011-09-29': 'Typhoon Nesat',
  '2013-08-14': 'Typhoon Utor',
  '2015-09-03': '70th anniversary of victory in the war of resistance',
  '2016-08-02': 'Typhoon Nida',
  '2016-10-21': 'Typhoon Haima',
  '2017-08-23': 'Typhoon Hato',
  '2020-10-13': 'Tropical storm Nangka',
  '2021-10-13': 'Typhoon Kompasu',
  '2023-07-17': 'Typhoon Talim',
  '2023-09-01': 'Typhoon Saola',
  '2023-09-08': 'Black rainstorm',
  '2024-09-06': 'Typhoon Yagi',
})

/**
 * Every holiday of the year on the day it is kept: one that falls on a Sunday or on another holiday moves to the
 * next day that is neither. The fixed ones come first because the movable ones give way to them.
 */
function closures(year: number): Closure[] {
  const easter = easterSunday(year)
  const kept = new Map<Day, string>()
  const holidays: Closure[] = [
    [easter - 2, 'Good Friday'],
    [easter - 1, 'Day following Good Friday'],
    [easter + 1, 'Easter Monday'],
    [dayOf(year, 1, 1), "New Year's Day"],
    [dayOf(year, 5, 1), 'Labour Day'],
    [dayOf(year, 7, 1), 'HKSAR Establishment Day'],
    [dayOf(year, 10, 1), 'National Day'],
    [dayOf(year, 12, 26), 'Boxing Day'],
    [dayOf(year, 12, 25), 'Christmas Day'],
    [chingMing(year), 'Ching Ming Festival'],
    ...lunarHolidays(year),
  ]
  for (const [actual, name] of holidays) {
    let day = actual
    while (weekdayOf(day) === SUNDAY || kept.has(day)) day++
    kept.set(day, day === actual ? name : `${name} (observed)`)
  }
  return [...lunarNewYear(year), ...kept, ...exceptions(year)]
}

function lunarHolidays(year: number): Closure[] {
  const festivals = lunarFestivals(year)
  if (festivals === null) return []
  const days: Closure[] = [
    [festivals.buddhasBirthday, "Buddha's Birthday"],
    [festivals.tuenNg, 'Tuen Ng Festival'],
    [festivals.chungYeung, 'Chung Yeung Festival'],
  ]
  // Under the older rule a Sunday after the festival was made up for on the Saturday before it.
  const afterMidAutumn = festivals.midAutumn + 1
  if (weekdayOf(afterMidAutumn) !== SUNDAY || year >= SUBSTITUTION_RULES) {
    days.push([afterMidAutumn, 'Day following the Mid-Autumn Festival'])
  }
  return days
}

/** Three days; when one is a Sunday the fourth is added (since 2013), or the eve (before). */
function lunarNewYear(year: number): Closure[] {
  const first = lunarFestivals(year)?.newYear
  if (first === undefined) return []
  const days: Closure[] = [
    [first, "Lunar New Year's Day"],
    [first + 1, 'Second day of Lunar New Year'],
    [first + 2, 'Third day of Lunar New Year'],
  ]
  if (![FRIDAY, SATURDAY, SUNDAY].includes(weekdayOf(first))) return days
  const substitute: Closure =
    year >= SUBSTITUTION_RULES
      ? [first + 3, 'Fourth day of Lunar New Year']
      : [first - 1, "Eve of Lunar New Year's Day"]
  return [...days, substitute]
}

/** Morning sessions only, on the three eves. */
function earlyCloses(year: number): EarlyClose[] {
  const eves: [Day, string][] = [
    [dayOf(year, 12, 24), 'Christmas Eve'],
    [dayOf(year, 12, 31), "New Year's Eve"],
  ]
  const lunarNewYearDay = lunarFestivals(year)?.newYear
  if (lunarNewYearDay !== undefined && year >= SUBSTITUTION_RULES) {
    eves.push([lunarNewYearDay - 1, 'Eve of Lunar New Year'])
  }
  return eves.map(([day, name]) => ({
    day,
    name,
    close: day < EARLIER_HOURS ? timeOfDay(12, 30) : timeOfDay(12),
  }))
}

const CLOSE = timeOfDay(16)

const hours: readonly [TradingHours, ...TradingHours[]] = [
  {
    from: -Infinity,
    open: timeOfDay(10),
    close: CLOSE,
    lunch: { start: timeOfDay(12, 30), end: timeOfDay(14, 30) },
    extended: null,
  },
  {
    from: EARLIER_HOURS,
    open: timeOfDay(9, 30),
    close: CLOSE,
    lunch: { start: timeOfDay(12), end: timeOfDay(13, 30) },
    extended: null,
  },
  {
    from: dateOf('2012-03-05'),
    open: timeOfDay(9, 30),
    close: CLOSE,
    lunch: { start: timeOfDay(12), end: timeOfDay(13) },
    extended: null,
  },
]

export const hongKong: readonly MarketCalendar[] = createCalendars(
  { timezone: 'Asia/Hong_Kong', hours, closures, earlyCloses },
  [{ mic: 'XHKG', name: 'Hong Kong Stock Exchange', country: 'HK' }],
)
