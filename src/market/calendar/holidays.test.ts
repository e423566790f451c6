import { describe, expect, it } from 'vitest'
import { dayOf, DAY_MS, fieldsOf, formatDay, formatInstant, parseDay, weekdayOf } from '../../kernel/time.ts'
import { chingMing, lunarFestivals } from './lunar.ts'
import { calendarFor } from './index.ts'
import type { MarketCalendar, Session } from './index.ts'
import { datedClosures, easterSunday, nthWeekday } from './rules.ts'

function calendar(mic: string): MarketCalendar {
  const found = calendarFor(mic)
  if (found === null) throw new Error(`no calendar ${mic}`)
  return found
}

/** Weekdays without a session, as `MM-DD name`. */
function closuresIn(mic: string, year: number): string[] {
  const found: string[] = []
  for (let day = dayOf(year, 1, 1); day <= dayOf(year, 12, 31); day++) {
    const name = calendar(mic).closureName(day)
    if (name !== null) found.push(`${formatDay(day).slice(5)} ${name}`)
  }
  return found
}

function closedDates(mic: string, year: number): string[] {
  return closuresIn(mic, year).map((entry) => entry.slice(0, 5))
}

function earlyClosesIn(mic: string, year: number): string[] {
  return calendar(mic)
    .sessions(dayOf(year, 1, 1), dayOf(year, 12, 31))
    .filter((session) => session.kind === 'early_close')
    .map((session) => `${formatDay(session.day).slice(5)} ${session.name}`)
}

function sessionOn(mic: string, date: string): Session {
  const session = calendar(mic).sessionOn(parseDay(date) ?? NaN)
  if (session === null) throw new Error(`${mic} has no session on ${date}`)
  return session
}

function hasSession(mic: string, date: string): boolean {
  return calendar(mic).sessionOn(parseDay(date) ?? NaN) !== null
}

/** Opening, lunch and close in the market's local time, `utcOffset` hours east of UTC. */
function localTimes(mic: string, date: string, utcOffset: number): string {
  const { open, breakStart, breakEnd, close } = sessionOn(mic, date)
  const local = (time: number): string => formatInstant(time + utcOffset * 3_600_000).slice(11, 16)
  return [open, breakStart, breakEnd, close]
    .filter((time) => time !== null)
    .map(local)
    .join(' ')
}

describe('rules', () => {
  it('compute Easter Sunday as almanacs print it, the extremes of the range included', () => {
    const printed = {
      1961: '04-02',
      1981: '04-19',
      2000: '04-23',
      2008: '03-23',
      2011: '04-24',
      2019: '04-21',
      2024: '03-31',
      2025: '04-20',
      2026: '04-05',
      2027: '03-28',
      2038: '04-25',
      2049: '04-18',
      2076: '04-19',
    }
    const computed = Object.keys(printed).map((year) => [
      year,
      formatDay(easterSunday(Number(year))).slice(5),
    ])
    expect(Object.fromEntries(computed)).toEqual(printed)
    for (let year = 1960; year < 2100; year++) expect(weekdayOf(easterSunday(year))).toBe(0)
  })

  it('find the n-th weekday of a month', () => {
    expect(formatDay(nthWeekday(2026, 11, 4, 4))).toBe('2026-11-26')
    expect(formatDay(nthWeekday(2026, 2, 0, 1))).toBe('2026-02-01')
    expect(formatDay(nthWeekday(2024, 9, 1, 5))).toBe('2024-09-30')
  })

  it('refuse a date that does not exist', () => {
    expect(() => datedClosures({ '2023-02-29': 'nothing' })).toThrow(RangeError)
  })
})

describe('New York', () => {
  it('keeps the holidays and short days of the NYSE notice for 2027', () => {
    expect(closuresIn('XNYS', 2027)).toEqual([
      "01-01 New Year's Day",
      '01-18 Martin Luther King, Jr. Day',
      "02-15 Washington's Birthday",
      '03-26 Good Friday',
      '05-31 Memorial Day',
      '06-18 Juneteenth National Independence Day (observed)',
      '07-05 Independence Day (observed)',
      '09-06 Labor Day',
      '11-25 Thanksgiving Day',
      '12-24 Christmas Day (observed)',
    ])
    expect(earlyClosesIn('XNYS', 2027)).toEqual(['11-26 Day after Thanksgiving'])
    expect(earlyClosesIn('XNYS', 2026)).toEqual(['11-27 Day after Thanksgiving', '12-24 Christmas Eve'])
  })

  it('names unplanned closures', () => {
    const name = (date: string): string | null => calendar('XNYS').closureName(parseDay(date) ?? NaN)
    expect(name('2001-09-14')).toBe('September 11 attacks')
    expect(name('2012-10-29')).toBe('Hurricane Sandy')
    expect(name('2025-01-09')).toBe('National day of mourning for President Carter')
    expect(name('2001-09-15')).toBeNull()
    expect(name('2001-09-17')).toBeNull()
  })

  it('makes up for no Saturday New Year', () => {
    expect(hasSession('XNYS', '2010-12-31')).toBe(true)
    expect(hasSession('XNYS', '2021-12-31')).toBe(true)
    expect(closedDates('XNYS', 2022)[0]).toBe('01-17')
  })
})

describe('London', () => {
  it('moves bank holidays to jubilees and anniversaries', () => {
    expect(closedDates('XLON', 2002)).toEqual(
      '01-01 03-29 04-01 05-06 06-03 06-04 08-26 12-25 12-26'.split(' '),
    )
    expect(closedDates('XLON', 2012)).toEqual(
      '01-02 04-06 04-09 05-07 06-04 06-05 08-27 12-25 12-26'.split(' '),
    )
    expect(closedDates('XLON', 2020)).toEqual('01-01 04-10 04-13 05-08 05-25 08-31 12-25 12-28'.split(' '))
    expect(closedDates('XLON', 2022)).toEqual(
      '01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27'.split(' '),
    )
    expect(closedDates('XLON', 2023)).toContain('05-08')
  })

  it('closes at 12:30 on the last business days before Christmas and New Year', () => {
    expect(earlyClosesIn('XLON', 2026)).toEqual(['12-24 Christmas Eve', "12-31 New Year's Eve"])
    expect(earlyClosesIn('XLON', 2022)).toEqual(['12-23 Christmas Eve', "12-30 New Year's Eve"])
    expect(localTimes('XLON', '2026-12-24', 0)).toBe('08:00 12:30')
  })
})

describe('Xetra', () => {
  it('kept Whit Monday and Unity Day from 2015 and 2014 until 2021 only', () => {
    expect(hasSession('XETR', '2014-06-09')).toBe(true)
    expect(hasSession('XETR', '2015-05-25')).toBe(false)
    expect(hasSession('XETR', '2021-05-24')).toBe(false)
    expect(hasSession('XETR', '2022-06-06')).toBe(true)
    expect(hasSession('XETR', '2013-10-03')).toBe(true)
    expect(hasSession('XETR', '2014-10-03')).toBe(false)
    expect(hasSession('XETR', '2022-10-03')).toBe(true)
    expect(hasSession('XETR', '2007-05-28')).toBe(false)
    expect(hasSession('XETR', '2017-10-31')).toBe(false)
  })

  it('is closed on the days of the published calendar for 2029', () => {
    expect(closedDates('XETR', 2029)).toEqual('01-01 03-30 04-02 05-01 12-24 12-25 12-26 12-31'.split(' '))
  })

  it('ends the last trading day of the year at 14:00 since 2010', () => {
    expect(earlyClosesIn('XETR', 2009)).toEqual([])
    expect(earlyClosesIn('XETR', 2012)).toEqual(['12-28 Last trading day of the year'])
    expect(earlyClosesIn('XETR', 2026)).toEqual(['12-30 Last trading day of the year'])
    expect(localTimes('XETR', '2026-12-30', 1)).toBe('09:00 14:00')
    expect(localTimes('XETR', '2026-07-15', 2)).toBe('09:00 17:30')
  })
})

describe('Euronext', () => {
  it('keeps one calendar in four cities since 2003', () => {
    const paris = closedDates('XPAR', 2026)
    expect(paris).toEqual('01-01 04-03 04-06 05-01 12-25'.split(' '))
    for (let year = 2003; year <= 2027; year++) {
      for (const mic of ['XAMS', 'XBRU', 'XLIS']) {
        expect([mic, year, ...closedDates(mic, year)]).toEqual([mic, year, ...closedDates('XPAR', year)])
        expect(earlyClosesIn(mic, year)).toEqual(earlyClosesIn('XPAR', year))
      }
    }
  })

  it('trades at the same instants in Lisbon as in Paris', () => {
    for (const date of ['2026-01-15', '2026-07-15', '2026-12-24']) {
      const [paris, lisbon] = [sessionOn('XPAR', date), sessionOn('XLIS', date)]
      expect([lisbon.open, lisbon.close]).toEqual([paris.open, paris.close])
    }
    expect(localTimes('XPAR', '2026-12-24', 1)).toBe('09:00 14:05')
    expect(localTimes('XLIS', '2026-12-24', 0)).toBe('08:00 13:05')
  })

  it('kept national holidays before the merger', () => {
    expect(closedDates('XPAR', 2000)).toEqual('04-21 04-24 05-01 06-12 07-14 12-25 12-26'.split(' '))
    expect(closedDates('XPAR', 2001)).toContain('12-31')
    expect(hasSession('XAMS', '2001-04-30')).toBe(false)
    expect(hasSession('XAMS', '2000-06-01')).toBe(false)
    expect(hasSession('XAMS', '2001-05-24')).toBe(true)
    expect(hasSession('XBRU', '2000-07-21')).toBe(false)
    expect(hasSession('XLIS', '2002-02-12')).toBe(false)
    expect(hasSession('XLIS', '2002-06-13')).toBe(true)
    expect(hasSession('XLIS', '2003-12-24')).toBe(true)
  })
})

describe('Tokyo', () => {
  it('keeps the national holidays of 2026, the sandwiched day of September included', () => {
    expect(closuresIn('XTKS', 2026)).toEqual([
      "01-01 New Year's Day",
      '01-02 New Year market holiday',
      '01-12 Coming of Age Day',
      '02-11 National Foundation Day',
      "02-23 Emperor's Birthday",
      '03-20 Vernal Equinox Day',
      '04-29 Showa Day',
      '05-04 Greenery Day',
      "05-05 Children's Day",
      '05-06 Constitution Memorial Day (observed)',
      '07-20 Marine Day',
      '08-11 Mountain Day',
      '09-21 Respect for the Aged Day',
      "09-22 Citizens' holiday",
      '09-23 Autumnal Equinox Day',
      '10-12 Sports Day',
      '11-03 Culture Day',
      '11-23 Labour Thanksgiving Day',
      "12-31 New Year's Eve",
    ])
  })

  it('was closed for ten days around the accession of 2019', () => {
    const closed = closedDates('XTKS', 2019)
    expect(closed.filter((date) => date > '04-26' && date < '05-07')).toEqual(
      '04-29 04-30 05-01 05-02 05-03 05-06'.split(' '),
    )
    expect(closed).toContain('10-22')
    expect(closed).not.toContain('12-23')
  })

  it('moved holidays for the Olympics', () => {
    expect(closedDates('XTKS', 2020).filter((date) => date > '07' && date < '11')).toEqual(
      '07-23 07-24 08-10 09-21 09-22 10-01'.split(' '),
    )
    expect(closedDates('XTKS', 2021).filter((date) => date > '07' && date < '11')).toEqual(
      '07-22 07-23 08-09 09-20 09-23'.split(' '),
    )
  })

  it('made up for a Sunday on the Monday only until 2006', () => {
    expect(closedDates('XTKS', 2003).filter((date) => date.startsWith('05'))).toEqual(['05-05'])
    expect(closedDates('XTKS', 2009).filter((date) => date.startsWith('05'))).toEqual([
      '05-04',
      '05-05',
      '05-06',
    ])
  })

  it('has the equinox days that were gazetted', () => {
    const equinoxes = (year: number): string[] =>
      [3, 9].flatMap((month) =>
        closuresIn('XTKS', year).filter(
          (entry) => entry.startsWith(`0${month}`) && entry.includes('Equinox'),
        ),
      )
    expect(equinoxes(2010)).toEqual(['03-22 Vernal Equinox Day (observed)', '09-23 Autumnal Equinox Day'])
    expect(equinoxes(2012)).toEqual(['03-20 Vernal Equinox Day'])
    expect(equinoxes(2016)).toEqual(['03-21 Vernal Equinox Day (observed)', '09-22 Autumnal Equinox Day'])
    expect(equinoxes(2024)).toEqual(['03-20 Vernal Equinox Day', '09-23 Autumnal Equinox Day (observed)'])
  })

  it('lengthened the morning in 2011 and the afternoon in 2024', () => {
    expect(localTimes('XTKS', '2011-11-18', 9)).toBe('09:00 11:00 12:30 15:00')
    expect(localTimes('XTKS', '2011-11-21', 9)).toBe('09:00 11:30 12:30 15:00')
    expect(localTimes('XTKS', '2024-11-01', 9)).toBe('09:00 11:30 12:30 15:00')
    expect(localTimes('XTKS', '2024-11-05', 9)).toBe('09:00 11:30 12:30 15:30')
  })
})

describe('Hong Kong', () => {
  it('keeps the general holidays that were gazetted for 2021 and 2027', () => {
    expect(closedDates('XHKG', 2021)).toEqual(
      '01-01 02-12 02-15 04-02 04-05 04-06 05-19 06-14 07-01 09-22 10-01 10-13 10-14 12-27'.split(' '),
    )
    expect(closedDates('XHKG', 2027)).toEqual(
      '01-01 02-08 02-09 03-26 03-29 04-05 05-13 06-09 07-01 09-16 10-01 10-08 12-27'.split(' '),
    )
  })

  it('moves a holiday past a Sunday and past another holiday', () => {
    const name = (date: string): string | null => calendar('XHKG').closureName(parseDay(date) ?? NaN)
    expect(name('2010-04-06')).toBe('Ching Ming Festival (observed)')
    expect(name('2015-04-07')).toBe('Ching Ming Festival (observed)')
    expect(name('2012-10-02')).toBe('Day following the Mid-Autumn Festival (observed)')
    expect(name('2022-09-12')).toBe('Day following the Mid-Autumn Festival (observed)')
    expect(name('2009-10-05')).toBeNull()
    expect(name('2003-01-31')).toBe("Eve of Lunar New Year's Day")
    expect(name('2018-02-19')).toBe('Fourth day of Lunar New Year')
    expect(name('2011-12-27')).toBe('Christmas Day (observed)')
    expect(name('2024-09-06')).toBe('Typhoon Yagi')
  })

  it('trades only the morning on the three eves', () => {
    expect(earlyClosesIn('XHKG', 2026)).toEqual([
      '02-16 Eve of Lunar New Year',
      '12-24 Christmas Eve',
      "12-31 New Year's Eve",
    ])
    expect(localTimes('XHKG', '2026-02-16', 8)).toBe('09:30 12:00')
    expect(localTimes('XHKG', '2010-12-24', 8)).toBe('10:00 12:30')
  })

  it('changed its hours in 2011 and 2012', () => {
    expect(localTimes('XHKG', '2011-03-04', 8)).toBe('10:00 12:30 14:30 16:00')
    expect(localTimes('XHKG', '2011-03-07', 8)).toBe('09:30 12:00 13:30 16:00')
    expect(localTimes('XHKG', '2012-03-05', 8)).toBe('09:30 12:00 13:00 16:00')
  })

  it('tables the festivals as the Chinese calendar of the runtime computes them', () => {
    // Independent of the table. ICU puts two new moons that fall within minutes of midnight on the wrong day.
    const icuIsADayOff = new Set(['2027 newYear', '2030 newYear'])
    for (let year = 2000; year <= 2049; year++) {
      const festivals = lunarFestivals(year)
      expect([year, festivals === null]).toEqual([year, false])
      for (const [festival, day] of Object.entries(festivals ?? {})) {
        if (icuIsADayOff.has(`${year} ${festival}`)) continue
        expect(`${year} ${festival} ${chineseDate(day)}`).toBe(
          `${year} ${festival} ${CHINESE_DATES[festival]}`,
        )
      }
    }
    expect(lunarFestivals(2050)).toBeNull()
  })

  it('has Ching Ming on the dates of the almanac', () => {
    const printed = [2000, 2003, 2004, 2007, 2008, 2011, 2012, 2015, 2024, 2025, 2026, 2027, 2042, 2043]
    expect(printed.map((year) => fieldsOf(chingMing(year)).date)).toEqual([
      4, 5, 4, 5, 4, 5, 4, 5, 4, 4, 5, 5, 4, 5,
    ])
  })
})

const CHINESE_DATES: Readonly<Record<string, string>> = {
  newYear: '1-1',
  buddhasBirthday: '4-8',
  tuenNg: '5-5',
  midAutumn: '8-15',
  chungYeung: '9-9',
}

function chineseDate(day: number): string {
  const format = new Intl.DateTimeFormat('en-u-ca-chinese', {
    timeZone: 'Asia/Hong_Kong',
    month: 'numeric',
    day: 'numeric',
  })
  const parts = format.formatToParts(day * DAY_MS)
  return ['month', 'day'].map((type) => parts.find((part) => part.type === type)?.value).join('-')
}

describe('Sydney', () => {
  it('keeps the ASX calendar of 2026: no Monday for a Saturday Anzac Day', () => {
    expect(closuresIn('XASX', 2026)).toEqual([
      "01-01 New Year's Day",
      '01-26 Australia Day',
      '04-03 Good Friday',
      '04-06 Easter Monday',
      "06-08 King's Birthday",
      '12-25 Christmas Day',
      '12-28 Boxing Day (observed)',
    ])
    expect(hasSession('XASX', '2026-04-27')).toBe(true)
    expect(hasSession('XASX', '2010-04-26')).toBe(false)
    expect(hasSession('XASX', '2011-04-26')).toBe(false)
    expect(hasSession('XASX', '2022-09-22')).toBe(false)
  })

  it('closes at 14:10 before Christmas and New Year since 2010, but not in 2022', () => {
    expect(earlyClosesIn('XASX', 2009)).toEqual([])
    expect(earlyClosesIn('XASX', 2022)).toEqual([])
    expect(earlyClosesIn('XASX', 2017)).toEqual([
      '12-22 Last trading day before Christmas',
      '12-29 Last trading day of the year',
    ])
    expect(localTimes('XASX', '2026-12-24', 11)).toBe('10:00 14:10')
  })
})

describe('Toronto', () => {
  it('keeps the TMX holidays of 2026 and the substitutes of 2010', () => {
    expect(closuresIn('XTSE', 2026)).toEqual([
      "01-01 New Year's Day",
      '02-16 Family Day',
      '04-03 Good Friday',
      '05-18 Victoria Day',
      '07-01 Canada Day',
      '08-03 Civic Holiday',
      '09-07 Labour Day',
      '10-12 Thanksgiving Day',
      '12-25 Christmas Day',
      '12-28 Boxing Day (observed)',
    ])
    expect(closedDates('XTSE', 2010).slice(-2)).toEqual(['12-27', '12-28'])
    expect(closedDates('XTSE', 2007)).not.toContain('02-19')
    expect(hasSession('XTSE', '2001-09-12')).toBe(false)
    expect(hasSession('XTSE', '2001-09-13')).toBe(true)
  })

  it('closes at 13:00 on a weekday Christmas Eve since 2010', () => {
    expect(earlyClosesIn('XTSE', 2009)).toEqual([])
    expect(earlyClosesIn('XTSE', 2010)).toEqual(['12-24 Christmas Eve'])
    expect(earlyClosesIn('XTSE', 2022)).toEqual([])
    expect(localTimes('XTSE', '2010-12-24', -5)).toBe('09:30 13:00')
  })
})
