import { describe, expect, it } from 'vitest'
import { DAY_MS, dayOf, formatDay, formatInstant, parseDay, parseInstant } from '../../kernel/time.ts'
import { calendarFor, isCovered, type MarketCalendar } from './index.ts'

function calendar(mic: string): MarketCalendar {
  const found = calendarFor(mic)
  if (found === null) throw new Error(`no calendar ${mic}`)
  return found
}

const day = (date: string): number => parseDay(date) ?? Number.NaN
const instant = (text: string): number => parseInstant(text) ?? Number.NaN

/** Weekdays of a year without a session, as MM-DD. */
function closed(mic: string, year: number): string {
  const found: string[] = []
  for (let each = dayOf(year, 1, 1); each <= dayOf(year, 12, 31); each++) {
    if (calendar(mic).closureName(each) !== null) found.push(formatDay(each).slice(5))
  }
  return found.join(' ')
}

/** Opening and close of a day in UTC, with its kind. */
function hours(mic: string, date: string): string {
  const session = calendar(mic).sessionOn(day(date))
  if (session === null) return 'none'
  const clock = (at: number): string => formatInstant(at).slice(11, 16)
  return `${session.kind} ${clock(session.open)} ${clock(session.close)}`
}

describe('calendars from rules', () => {
  // The exchanges' own lists for the year: BME's note of 2025, SIX, Borsa Italiana, Nasdaq Nordic and B3.
  it.each([
    ['XMAD', 2026, '01-01 04-03 04-06 05-01 12-25'],
    ['XMAD', 2024, '01-01 03-29 04-01 05-01 12-25 12-26'],
    ['XMAD', 2021, '01-01 04-02 04-05 05-01 12-24 12-31'.replace(' 05-01', '')],
    ['XMAD', 2006, '01-06 04-14 04-17 05-01 12-25 12-26'],
    ['XMIL', 2024, '01-01 03-29 04-01 05-01 08-15 12-24 12-25 12-26 12-31'],
    ['XMIL', 2026, '01-01 04-03 04-06 05-01 12-24 12-25 12-31'],
    ['XSWX', 2026, '01-01 01-02 04-03 04-06 05-01 05-14 05-25 12-24 12-25 12-31'],
    ['XSWX', 2007, '01-01 01-02 04-06 04-09 05-01 05-17 05-28 08-01 12-24 12-25 12-26 12-31'],
    ['XSTO', 2024, '01-01 03-29 04-01 05-01 05-09 06-06 06-21 12-24 12-25 12-26 12-31'],
    ['BVMF', 2024, '01-01 02-12 02-13 03-29 05-01 05-30 11-15 11-20 12-24 12-25 12-31'],
    ['BVMF', 2020, '01-01 02-24 02-25 04-10 04-21 05-01 06-11 09-07 10-12 11-02 12-24 12-25 12-31'],
    ['BVMF', 2017, '01-25 02-27 02-28 04-14 04-21 05-01 06-15 09-07 10-12 11-02 11-15 11-20 12-25 12-29'],
  ])('%s is closed in %i on %s', (mic, year, dates) => {
    expect(closed(mic, year)).toBe(dates)
  })

  it('Stockholm has the half days of the Nordic calendar of 2024', () => {
    const short = calendar('XSTO')
      .sessions(day('2024-01-01'), day('2024-12-31'))
      .filter(({ kind }) => kind === 'early_close')
    expect(short.map((session) => formatDay(session.day).slice(5))).toEqual(
      '01-05 03-28 04-30 05-08 11-01'.split(' '),
    )
    expect(hours('XSTO', '2024-01-05')).toBe('early_close 08:00 12:00')
  })

  it('Madrid closes at 14:00 on the eves that are no holidays', () => {
    expect(hours('XMAD', '2026-12-24')).toBe('early_close 08:00 13:00')
    expect(hours('XMAD', '2019-12-31')).toBe('early_close 08:00 13:00')
    expect(hours('XMAD', '2022-12-30')).toBe('regular 08:00 16:30')
  })

  it('São Paulo follows the clocks of New York, and opens at 13:00 on Ash Wednesday', () => {
    expect(hours('BVMF', '2025-03-07')).toBe('regular 13:00 21:00')
    expect(hours('BVMF', '2025-03-10')).toBe('regular 13:00 20:00')
    expect(hours('BVMF', '2025-11-03')).toBe('regular 13:00 21:00')
    expect(hours('BVMF', '2025-03-05')).toBe('special 16:00 21:00')
    expect(hours('BVMF', '2038-03-10')).toBe('special 16:00 21:00')
    expect(hours('BVMF', '2017-03-01')).toBe('special 16:00 20:00')
    expect(hours('BVMF', '2019-11-01')).toBe('regular 13:00 20:00')
    expect(hours('BVMF', '2014-06-12')).toBe('none')
  })
})

describe('calendars that exchanges announce', () => {
  it.each([
    [
      'XKRX',
      2026,
      '01-01 02-16 02-17 02-18 03-02 05-01 05-05 05-25 06-03 07-17 08-17 09-24 09-25 10-05 10-09 12-25 12-31',
    ],
    [
      'XSHG',
      2026,
      '01-01 01-02 02-16 02-17 02-18 02-19 02-20 02-23 04-06 05-01 05-04 05-05 06-19 09-25 10-01 10-02 10-05 10-06 10-07',
    ],
    ['XNSE', 2025, '02-26 03-14 03-31 04-10 04-14 04-18 05-01 08-15 08-27 10-02 10-22 11-05 12-25'],
  ])('%s is closed in %i on %s', (mic, year, dates) => {
    expect(closed(mic, year)).toBe(dates)
  })

  it.each([
    ['XSHG', '2024-02-09', 'Spring Festival'],
    ['XSHE', '2015-09-03', '70th anniversary of victory in the war of resistance'],
    ['XSHE', '2020-06-25', 'Dragon Boat Festival'],
    ['XSHG', '2024-09-16', 'Mid-Autumn Festival'],
    ['XSHG', '2008-09-29', 'National Day'],
    ['XSHG', '2018-12-31', "New Year's Day"],
    ['XSHG', '2012-04-30', 'Labour Day'],
    ['XKRX', '2023-10-02', 'Temporary holiday after Chuseok'],
    ['XKRX', '2026-03-02', 'Independence Movement Day (observed)'],
    ['XKRX', '2023-05-29', "Buddha's Birthday"],
    ['XKRX', '2025-12-31', 'Last weekday of the year'],
    ['XBOM', '2024-01-22', 'Consecration of the Ram Mandir'],
  ])('%s names %s %s', (mic, date, name) => {
    expect(calendar(mic).closureName(day(date))).toBe(name)
  })

  it('has a name for every closure', () => {
    for (const market of ['XSHG', 'XKRX', 'XNSE'].map(calendar)) {
      const { from, to } = market.coverage
      const names = new Set<string>()
      for (let each = from; each <= to; each++) {
        const name = market.closureName(each)
        if (name !== null) names.add(name)
      }
      expect([market.mic, names.has(''), names.has('Exchange holiday')]).toEqual([market.mic, false, false])
    }
  })

  it.each([
    ['XSHG', '2026-11-20', 'regular 01:30 07:00'],
    ['XKRX', '2016-07-29', 'regular 00:00 06:00'],
    ['XKRX', '2026-11-20', 'regular 00:00 06:30'],
    ['XKRX', '2026-11-19', 'special 01:00 07:30'],
    ['XKRX', '2022-01-03', 'special 01:00 06:30'],
    ['XNSE', '2026-11-20', 'regular 03:45 10:00'],
    ['XNSE', '2024-11-01', 'special 12:30 13:30'],
    ['XBOM', '2025-02-01', 'special 03:45 10:00'],
    ['XBOM', '2024-01-22', 'none'],
    ['XBOM', '2014-03-22', 'special 05:45 07:15'],
  ])('%s trades on %s: %s', (mic, date, expected) => {
    expect(hours(mic, date)).toBe(expected)
  })

  it('is open in the evening of Diwali and at no other time of that day', () => {
    const nse = calendar('XNSE')
    expect(nse.closureName(day('2024-11-01'))).toBeNull()
    expect(nse.statusAt(instant('2024-11-01T06:00:00Z'))).toBe('CLOSED')
    expect(nse.statusAt(instant('2024-11-01T13:00:00Z'))).toBe('OPEN')
    expect(nse.nextOpen(instant('2024-11-01T06:00:00Z'))).toBe(instant('2024-11-01T12:30:00Z'))
  })
})

describe('outside its coverage', () => {
  it.each(['XSHG', 'XKRX', 'XNSE', 'XMIL', 'BVMF'])('%s says neither open nor closed', (mic) => {
    const market = calendar(mic)
    const { from, to } = market.coverage
    for (const outside of [from - 2, to + 2]) {
      expect(market.statusAt(outside * DAY_MS + DAY_MS / 3)).toBe('UNKNOWN')
      expect([market.sessionOn(outside), market.closureName(outside)]).toEqual([null, null])
      expect(isCovered(market.coverage, outside)).toBe(false)
    }
    expect(market.statusAt(to * DAY_MS + DAY_MS / 2)).not.toBe('UNKNOWN')
    expect(() => market.nextOpen((to + 30) * DAY_MS)).toThrow(RangeError)
  })

  it('the last finished session is found on the last day itself, when none follows', () => {
    const market = calendar('XSHG')
    expect(formatDay(market.lastFinished(instant('2026-12-31T12:00:00Z')).day)).toBe('2026-12-31')
    expect(formatDay(market.lastFinished(instant('2026-12-31T02:00:00Z')).day)).toBe('2026-12-30')
    expect(market.finishedBefore(instant('2026-12-31T12:00:00Z'), 2)).toHaveLength(2)
  })
})
