import { dayOf, fieldsOf } from '../../kernel/time.ts'
import type { Day } from '../../kernel/time.ts'
import { createCalendars } from './calendar.ts'
import type { MarketCalendar } from './calendar.ts'
import { lunarFestivals } from './lunar.ts'
import { announcedClosures, dateOf, timeOfDay, weekendToMonday, yearsCovered } from './rules.ts'
import type { SpecialSession } from './rules.ts'

/*
 * Non-trading days as the Korea Exchange lists them for each year: public holidays with the substitutes and temporary
 * ones that the government adds, election days, Labour Day and the last day of the year. One line for a year.
 */
const LISTED: Readonly<Record<number, string>> = {
  2010: '0101 0215 0301 0505 0521 0602 0921 0922 0923 1231',
  2011: '0202 0203 0204 0301 0505 0510 0606 0815 0912 0913 1003 1230',
  2012: '0123 0124 0301 0411 0501 0528 0606 0815 1001 1003 1219 1225 1231',
  2013: '0101 0211 0301 0501 0517 0606 0815 0918 0919 0920 1003 1009 1225 1231',
  2014: '0101 0130 0131 0501 0505 0506 0604 0606 0815 0908 0909 0910 1003 1009 1225 1231',
  2015: '0101 0218 0219 0220 0501 0505 0525 0814 0928 0929 1009 1225 1231',
  2016: '0101 0208 0209 0210 0301 0413 0505 0506 0606 0815 0914 0915 0916 1003 1230',
  2017: '0127 0130 0301 0501 0503 0505 0509 0606 0815 1002 1003 1004 1005 1006 1009 1225 1229',
  2018: '0101 0215 0216 0301 0501 0507 0522 0606 0613 0815 0924 0925 0926 1003 1009 1225 1231',
  2019: '0101 0204 0205 0206 0301 0501 0506 0606 0815 0912 0913 1003 1009 1225 1231',
  2020: '0101 0124 0127 0415 0430 0501 0505 0817 0930 1001 1002 1009 1225 1231',
  2021: '0101 0211 0212 0301 0505 0519 0816 0920 0921 0922 1004 1011 1231',
  2022: '0131 0201 0202 0301 0309 0505 0601 0606 0815 0909 0912 1003 1010 1230',
  2023: '0123 0124 0301 0501 0505 0529 0606 0815 0928 0929 1002 1003 1009 1225 1229',
  2024: '0101 0209 0212 0301 0410 0501 0506 0515 0606 0815 0916 0917 0918 1001 1003 1009 1225 1231',
  2025: '0101 0127 0128 0129 0130 0303 0501 0505 0506 0603 0606 0815 1003 1006 1007 1008 1009 1225 1231',
  2026: '0101 0216 0217 0218 0302 0501 0505 0525 0603 0717 0817 0924 0925 1005 1009 1225 1231',
}

/** Election days and holidays of one year only. */
const ONCE: Readonly<Record<string, string>> = {
  '2010-06-02': 'Local elections',
  '2012-04-11': 'Parliamentary election',
  // A leap month later than in the Chinese calendar.
  '2012-05-28': "Buddha's Birthday",
  '2012-12-19': 'Presidential election',
  '2014-06-04': 'Local elections',
  '2015-08-14': 'Temporary holiday before Liberation Day',
  '2016-04-13': 'Parliamentary election',
  '2016-05-06': "Temporary holiday after Children's Day",
  '2017-05-09': 'Presidential election',
  '2018-06-13': 'Local elections',
  '2020-04-15': 'Parliamentary election',
  '2020-08-17': 'Temporary holiday after Liberation Day',
  '2022-03-09': 'Presidential election',
  '2022-06-01': 'Local elections',
  '2023-10-02': 'Temporary holiday after Chuseok',
  '2024-04-10': 'Parliamentary election',
  '2024-10-01': 'Armed Forces Day',
  '2025-01-27': 'Temporary holiday before Seollal',
  '2025-06-03': 'Presidential election',
  '2026-06-03': 'Local elections',
}
const once = new Map(Object.entries(ONCE).map(([date, name]) => [dateOf(date), name]))

/** Holidays by date; a substitute for a weekend falls at most two days later. */
const FIXED: readonly (readonly [month: number, day: number, name: string])[] = [
  [1, 1, "New Year's Day"],
  [3, 1, 'Independence Movement Day'],
  [5, 1, 'Labour Day'],
  [5, 5, "Children's Day"],
  [6, 6, 'Memorial Day'],
  [7, 17, 'Constitution Day'],
  [8, 15, 'Liberation Day'],
  [10, 3, 'National Foundation Day'],
  [10, 9, 'Hangul Day'],
  [12, 25, 'Christmas Day'],
]

function nameOf(day: Day): string {
  const known = once.get(day)
  if (known !== undefined) return known
  const { year, month } = fieldsOf(day)
  const festivals = lunarFestivals(year)
  const isNear = (festival: Day | undefined, days: number): boolean =>
    festival !== undefined && Math.abs(day - festival) <= days
  const exact = FIXED.find(([ofMonth, dayOfMonth]) => day === dayOf(year, ofMonth, dayOfMonth))
  if (exact !== undefined) return exact[2]
  if (isNear(festivals?.newYear, 3)) return 'Seollal'
  if (isNear(festivals?.buddhasBirthday, 3)) return "Buddha's Birthday"
  if (isNear(festivals?.midAutumn, 3)) return 'Chuseok'
  if (month === 12) return 'Last weekday of the year'
  const moved = FIXED.find(([ofMonth, dayOfMonth]) => {
    const late = day - dayOf(year, ofMonth, dayOfMonth)
    return late > 0 && late <= 2
  })
  return moved === undefined ? 'Exchange holiday' : `${moved[2]} (observed)`
}

/** Days of the College Scholastic Ability Test: opening and close are an hour later. */
const TEST_DAYS = [
  '2010-11-18 2011-11-10 2012-11-08 2013-11-07 2014-11-13 2015-11-12 2016-11-17 2017-11-16 2017-11-23 2018-11-15',
  '2019-11-14 2020-12-03 2021-11-18 2022-11-17 2023-11-16 2024-11-14 2025-11-13 2026-11-19',
]
  .flatMap((dates) => dates.split(' '))
  .map(dateOf)

const LATER_CLOSE = dateOf('2016-08-01')
const [OPEN, FORMER_CLOSE, CLOSE, HOUR] = [timeOfDay(9), timeOfDay(15), timeOfDay(15, 30), timeOfDay(1)]

function specialSessions(year: number): SpecialSession[] {
  const closeOn = (day: Day): number => (day < LATER_CLOSE ? FORMER_CLOSE : CLOSE)
  const firstDay = weekendToMonday(dayOf(year, 1, 2))
  const delayed = TEST_DAYS.filter((day) => fieldsOf(day).year === year).map((day) => ({
    day,
    name: 'College Scholastic Ability Test',
    open: OPEN + HOUR,
    close: closeOn(day) + HOUR,
  }))
  const opening = { day: firstDay, name: 'Opening ceremony of the year', open: OPEN + HOUR }
  return [{ ...opening, close: closeOn(firstDay) }, ...delayed]
}

export const korea: readonly MarketCalendar[] = createCalendars(
  {
    timezone: 'Asia/Seoul',
    hours: [
      { from: -Infinity, open: OPEN, close: FORMER_CLOSE, lunch: null, extended: null },
      { from: LATER_CLOSE, open: OPEN, close: CLOSE, lunch: null, extended: null },
    ],
    closures: announcedClosures(LISTED, nameOf),
    earlyCloses: () => [],
    specialSessions,
    coverage: yearsCovered(2010, 2026),
  },
  [{ mic: 'XKRX', name: 'Korea Exchange', country: 'KR' }],
)
