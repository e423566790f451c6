import { fieldsOf } from '../../kernel/time.ts'
import type { Day } from '../../kernel/time.ts'
import { createCalendars } from './calendar.ts'
import type { MarketCalendar } from './calendar.ts'
import { chingMing, lunarFestivals } from './lunar.ts'
import { announcedClosures, timeOfDay, yearsCovered } from './rules.ts'

/*
 * The State Council announces the holidays of a year at the end of the year before; the exchanges of Shanghai and
 * Shenzhen close on its weekdays and never trade on the weekends that are worked in exchange. One line for a year.
 */
const ANNOUNCED: Readonly<Record<number, string>> = {
  2005: '0103 0207 0208 0209 0210 0211 0214 0215 0502 0503 0504 0505 0506 1003 1004 1005 1006 1007',
  2006: '0102 0103 0126 0127 0130 0131 0201 0202 0203 0501 0502 0503 0504 0505 1002 1003 1004 1005 1006',
  2007: '0101 0102 0103 0219 0220 0221 0222 0223 0501 0502 0503 0504 0507 1001 1002 1003 1004 1005 1231',
  2008: '0101 0206 0207 0208 0211 0212 0404 0501 0502 0609 0915 0929 0930 1001 1002 1003',
  2009: '0101 0102 0126 0127 0128 0129 0130 0406 0501 0528 0529 1001 1002 1005 1006 1007 1008',
  2010: '0101 0215 0216 0217 0218 0219 0405 0503 0614 0615 0616 0922 0923 0924 1001 1004 1005 1006 1007',
  2011: '0103 0202 0203 0204 0207 0208 0404 0405 0502 0606 0912 1003 1004 1005 1006 1007',
  2012: '0102 0103 0123 0124 0125 0126 0127 0402 0403 0404 0430 0501 0622 1001 1002 1003 1004 1005',
  2013: '0101 0102 0103 0211 0212 0213 0214 0215 0404 0405 0429 0430 0501 0610 0611 0612 0919 0920 1001 1002 1003 1004 1007',
  2014: '0101 0131 0203 0204 0205 0206 0407 0501 0502 0602 0908 1001 1002 1003 1006 1007',
  2015: '0101 0102 0218 0219 0220 0223 0224 0406 0501 0622 0903 0904 1001 1002 1005 1006 1007',
  2016: '0101 0208 0209 0210 0211 0212 0404 0502 0609 0610 0915 0916 1003 1004 1005 1006 1007',
  2017: '0102 0127 0130 0131 0201 0202 0403 0404 0501 0529 0530 1002 1003 1004 1005 1006',
  2018: '0101 0215 0216 0219 0220 0221 0405 0406 0430 0501 0618 0924 1001 1002 1003 1004 1005 1231',
  2019: '0101 0204 0205 0206 0207 0208 0405 0501 0502 0503 0607 0913 1001 1002 1003 1004 1007',
  2020: '0101 0124 0127 0128 0129 0130 0131 0406 0501 0504 0505 0625 0626 1001 1002 1005 1006 1007 1008',
  2021: '0101 0211 0212 0215 0216 0217 0405 0503 0504 0505 0614 0920 0921 1001 1004 1005 1006 1007',
  2022: '0103 0131 0201 0202 0203 0204 0404 0405 0502 0503 0504 0603 0912 1003 1004 1005 1006 1007',
  2023: '0102 0123 0124 0125 0126 0127 0405 0501 0502 0503 0622 0623 0929 1002 1003 1004 1005 1006',
  2024: '0101 0209 0212 0213 0214 0215 0216 0404 0405 0501 0502 0503 0610 0916 0917 1001 1002 1003 1004 1007',
  2025: '0101 0128 0129 0130 0131 0203 0204 0404 0501 0502 0505 0602 1001 1002 1003 1006 1007 1008',
  2026: '0101 0102 0216 0217 0218 0219 0220 0223 0406 0501 0504 0505 0619 0925 1001 1002 1005 1006 1007',
}

/** The notices give a festival and the weekdays around it that are off with it. */
const DAYS_AROUND_A_FESTIVAL = 3
const DAYS_AROUND_NEW_YEAR = 10

function nameOf(day: Day): string {
  const { year, month, date } = fieldsOf(day)
  const festivals = lunarFestivals(year)
  const isNear = (festival: Day | undefined, days = DAYS_AROUND_A_FESTIVAL): boolean =>
    festival !== undefined && Math.abs(day - festival) <= days
  if (month === 12 || (month === 1 && date <= 3)) return "New Year's Day"
  if (month === 9 && date <= 4 && year === 2015) return '70th anniversary of victory in the war of resistance'
  if (isNear(festivals?.newYear, DAYS_AROUND_NEW_YEAR)) return 'Spring Festival'
  if (isNear(chingMing(year))) return 'Ching Ming Festival'
  if (isNear(festivals?.tuenNg)) return 'Dragon Boat Festival'
  if (month === 4 || month === 5) return 'Labour Day'
  return month === 10 || date >= 29 || !isNear(festivals?.midAutumn) ? 'National Day' : 'Mid-Autumn Festival'
}

export const china: readonly MarketCalendar[] = createCalendars(
  {
    timezone: 'Asia/Shanghai',
    hours: [
      {
        from: -Infinity,
        open: timeOfDay(9, 30),
        close: timeOfDay(15),
        lunch: { start: timeOfDay(11, 30), end: timeOfDay(13) },
        extended: null,
      },
    ],
    closures: announcedClosures(ANNOUNCED, nameOf),
    earlyCloses: () => [],
    coverage: yearsCovered(2005, 2026),
  },
  [
    { mic: 'XSHG', name: 'Shanghai Stock Exchange', country: 'CN' },
    { mic: 'XSHE', name: 'Shenzhen Stock Exchange', country: 'CN' },
  ],
)
