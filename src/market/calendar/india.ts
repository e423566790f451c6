import { fieldsOf } from '../../kernel/time.ts'
import { createCalendars } from './calendar.ts'
import type { MarketCalendar } from './calendar.ts'
import { dateOf, timeOfDay, yearsCovered } from './rules.ts'
import type { Closure, SpecialSession } from './rules.ts'

/*
 * Trading holidays and special sessions that NSE and BSE announce for each year (NSE circular CMTR71775 for 2026) and in
 * notices during it (elections, budget days on a weekend). Both exchanges keep the same days. One line for a year.
 */
const HOLIDAYS: Readonly<Record<number, string>> = {
  2013: '0327 Holi, 0329 Good Friday, 0419 Ram Navami, 0424 Mahavir Jayanti, 0501 Maharashtra Day, 0809 Id-ul-Fitr, 0815 Independence Day, 0909 Ganesh Chaturthi, 1002 Gandhi Jayanti, 1016 Bakri Id, 1104 Diwali Balipratipada, 1114 Muharram, 1225 Christmas Day',
  2014: '0227 Mahashivratri, 0317 Holi, 0408 Ram Navami, 0414 Ambedkar Jayanti, 0418 Good Friday, 0424 Parliamentary election, 0501 Maharashtra Day, 0729 Id-ul-Fitr, 0815 Independence Day, 0829 Ganesh Chaturthi, 1002 Gandhi Jayanti, 1003 Dussehra, 1006 Bakri Id, 1015 Assembly election, 1023 Diwali Laxmi Pujan, 1024 Diwali Balipratipada, 1104 Muharram, 1106 Guru Nanak Jayanti, 1225 Christmas Day',
  2015: '0126 Republic Day, 0217 Mahashivratri, 0306 Holi, 0402 Mahavir Jayanti, 0403 Good Friday, 0414 Ambedkar Jayanti, 0501 Maharashtra Day, 0917 Ganesh Chaturthi, 0925 Bakri Id, 1002 Gandhi Jayanti, 1022 Dussehra, 1111 Diwali Laxmi Pujan, 1112 Diwali Balipratipada, 1125 Guru Nanak Jayanti, 1225 Christmas Day',
  2016: '0126 Republic Day, 0307 Mahashivratri, 0324 Holi, 0325 Good Friday, 0414 Ambedkar Jayanti, 0415 Ram Navami, 0419 Mahavir Jayanti, 0706 Id-ul-Fitr, 0815 Independence Day, 0905 Ganesh Chaturthi, 0913 Bakri Id, 1011 Dussehra, 1012 Muharram, 1031 Diwali Balipratipada, 1114 Guru Nanak Jayanti',
  2017: '0126 Republic Day, 0224 Mahashivratri, 0313 Holi, 0404 Ram Navami, 0414 Good Friday, 0501 Maharashtra Day, 0626 Id-ul-Fitr, 0815 Independence Day, 0825 Ganesh Chaturthi, 1002 Gandhi Jayanti, 1019 Diwali Laxmi Pujan, 1020 Diwali Balipratipada, 1225 Christmas Day',
  2018: '0126 Republic Day, 0213 Mahashivratri, 0302 Holi, 0329 Mahavir Jayanti, 0330 Good Friday, 0501 Maharashtra Day, 0815 Independence Day, 0822 Bakri Id, 0913 Ganesh Chaturthi, 0920 Muharram, 1002 Gandhi Jayanti, 1018 Dussehra, 1107 Diwali Laxmi Pujan, 1108 Diwali Balipratipada, 1123 Guru Nanak Jayanti, 1225 Christmas Day',
  2019: '0304 Mahashivratri, 0321 Holi, 0417 Mahavir Jayanti, 0419 Good Friday, 0429 Parliamentary election, 0501 Maharashtra Day, 0605 Id-ul-Fitr, 0812 Bakri Id, 0815 Independence Day, 0902 Ganesh Chaturthi, 0910 Muharram, 1002 Gandhi Jayanti, 1008 Dussehra, 1021 Assembly election, 1028 Diwali Balipratipada, 1112 Guru Nanak Jayanti, 1225 Christmas Day',
  2020: '0221 Mahashivratri, 0310 Holi, 0402 Ram Navami, 0406 Mahavir Jayanti, 0410 Good Friday, 0414 Ambedkar Jayanti, 0501 Maharashtra Day, 0525 Id-ul-Fitr, 1002 Gandhi Jayanti, 1116 Diwali Balipratipada, 1130 Guru Nanak Jayanti, 1225 Christmas Day',
  2021: '0126 Republic Day, 0311 Mahashivratri, 0329 Holi, 0402 Good Friday, 0414 Ambedkar Jayanti, 0421 Ram Navami, 0513 Id-ul-Fitr, 0721 Bakri Id, 0819 Muharram, 0910 Ganesh Chaturthi, 1015 Dussehra, 1104 Diwali Laxmi Pujan, 1105 Diwali Balipratipada, 1119 Guru Nanak Jayanti',
  2022: '0126 Republic Day, 0301 Mahashivratri, 0318 Holi, 0414 Ambedkar Jayanti, 0415 Good Friday, 0503 Id-ul-Fitr, 0809 Muharram, 0815 Independence Day, 0831 Ganesh Chaturthi, 1005 Dussehra, 1024 Diwali Laxmi Pujan, 1026 Diwali Balipratipada, 1108 Guru Nanak Jayanti',
  2023: '0126 Republic Day, 0307 Holi, 0330 Ram Navami, 0404 Mahavir Jayanti, 0407 Good Friday, 0414 Ambedkar Jayanti, 0501 Maharashtra Day, 0629 Bakri Id, 0815 Independence Day, 0919 Ganesh Chaturthi, 1002 Gandhi Jayanti, 1024 Dussehra, 1114 Diwali Balipratipada, 1127 Guru Nanak Jayanti, 1225 Christmas Day',
  2024: '0122 Consecration of the Ram Mandir, 0126 Republic Day, 0308 Mahashivratri, 0325 Holi, 0329 Good Friday, 0411 Id-ul-Fitr, 0417 Ram Navami, 0501 Maharashtra Day, 0520 Parliamentary election, 0617 Bakri Id, 0717 Muharram, 0815 Independence Day, 1002 Gandhi Jayanti, 1101 Diwali Laxmi Pujan, 1115 Guru Nanak Jayanti, 1120 Assembly election, 1225 Christmas Day',
  2025: '0226 Mahashivratri, 0314 Holi, 0331 Id-ul-Fitr, 0410 Mahavir Jayanti, 0414 Ambedkar Jayanti, 0418 Good Friday, 0501 Maharashtra Day, 0815 Independence Day, 0827 Ganesh Chaturthi, 1002 Gandhi Jayanti, 1021 Diwali Laxmi Pujan, 1022 Diwali Balipratipada, 1105 Guru Nanak Jayanti, 1225 Christmas Day',
  2026: '0115 Municipal elections, 0126 Republic Day, 0303 Holi, 0326 Ram Navami, 0331 Mahavir Jayanti, 0403 Good Friday, 0414 Ambedkar Jayanti, 0501 Maharashtra Day, 0528 Bakri Id, 0626 Muharram, 0914 Ganesh Chaturthi, 1002 Gandhi Jayanti, 1020 Dussehra, 1110 Diwali Balipratipada, 1124 Guru Nanak Jayanti, 1225 Christmas Day',
}

const [OPEN, CLOSE] = ['09:15', '15:30']
const [MUHURAT, BUDGET, CONTINUITY] = [
  'Muhurat trading',
  'Union Budget',
  'Test of the disaster recovery site',
]

/** Sessions on weekends and holidays; of those with two parts the first opening and the last close. */
const SPECIAL: readonly (readonly [date: string, open: string, close: string, name: string])[] = [
  ['2013-11-03', '18:15', '19:30', MUHURAT],
  ['2014-03-22', '11:15', '12:45', CONTINUITY],
  ['2014-10-23', '18:15', '19:30', MUHURAT],
  ['2015-02-28', OPEN, CLOSE, BUDGET],
  ['2015-11-11', '17:45', '18:45', MUHURAT],
  ['2016-10-30', '18:30', '19:30', MUHURAT],
  ['2017-10-19', '18:30', '19:30', MUHURAT],
  ['2018-11-07', '17:30', '18:30', MUHURAT],
  ['2019-10-27', '18:15', '19:15', MUHURAT],
  ['2020-02-01', OPEN, CLOSE, BUDGET],
  ['2020-11-14', '18:15', '19:15', MUHURAT],
  ['2021-11-04', '18:15', '19:15', MUHURAT],
  ['2022-10-24', '18:15', '19:15', MUHURAT],
  ['2023-11-12', '18:15', '19:15', MUHURAT],
  ['2024-01-20', OPEN, CLOSE, 'Session in place of 22 January'],
  ['2024-03-02', OPEN, '12:30', CONTINUITY],
  ['2024-05-18', OPEN, '12:30', CONTINUITY],
  ['2024-11-01', '18:00', '19:00', MUHURAT],
  ['2025-02-01', OPEN, CLOSE, BUDGET],
  ['2025-10-21', '13:45', '14:45', MUHURAT],
  ['2026-02-01', OPEN, CLOSE, BUDGET],
  // The circular names the day and leaves the hour to a later notice: the usual one.
  ['2026-11-08', '18:00', '19:00', MUHURAT],
]

function closures(year: number): Closure[] {
  const entries = (HOLIDAYS[year] ?? '').split(', ').filter((entry) => entry !== '')
  return entries.map((entry) => [dateOf(`${year}-${entry.slice(0, 2)}-${entry.slice(2, 4)}`), entry.slice(5)])
}

const specials = SPECIAL.map(([date, open, close, name]): SpecialSession => {
  return { day: dateOf(date), name, open: minutesOf(open), close: minutesOf(close) }
})

function minutesOf(clock: string): number {
  return timeOfDay(Number(clock.slice(0, 2)), Number(clock.slice(3)))
}

export const india: readonly MarketCalendar[] = createCalendars(
  {
    timezone: 'Asia/Kolkata',
    hours: [{ from: -Infinity, open: minutesOf(OPEN), close: minutesOf(CLOSE), lunch: null, extended: null }],
    closures,
    earlyCloses: () => [],
    specialSessions: (year) => specials.filter(({ day }) => fieldsOf(day).year === year),
    coverage: yearsCovered(2013, 2026),
  },
  [
    { mic: 'XBOM', name: 'BSE', country: 'IN' },
    { mic: 'XNSE', name: 'National Stock Exchange of India', country: 'IN' },
  ],
)
