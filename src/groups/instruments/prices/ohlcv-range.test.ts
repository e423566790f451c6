import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../../kernel/fail.ts'
import { calendarOf } from '../../../market/venues.ts'
import { DAY_MS, formatDay, formatInstant, HOUR_MS, MINUTE_MS } from '../../../kernel/time.ts'
import { barInstants, type ExchangeDays, type RangeQuery, resolveDays } from './ohlcv-range.ts'
import { at, day } from '../testing/fixtures.ts'

const exchange = (mic: string, assetClass: 'equity' | 'crypto' = 'equity'): ExchangeDays => {
  const calendar = calendarOf(mic, assetClass)
  return { calendar, timezone: calendar?.timezone ?? 'UTC' }
}
const NEW_YORK = exchange('XNAS')
const UNKNOWN: ExchangeDays = { calendar: null, timezone: 'UTC' }

/** Wednesday, half an hour after the open in New York. */
const NOW = '2025-11-05T15:00:00Z'

function days(query: Partial<RangeQuery>, now: string = NOW, where: ExchangeDays = NEW_YORK): string {
  const { from, to } = resolveDays({ period: '1y', ...query }, where, at(now))
  return `${Number.isFinite(from) ? formatDay(from) : 'first'} to ${formatDay(to)}`
}

describe('calendar periods', () => {
  test.each([
    ['1m', '2025-10-05 to 2025-11-05'],
    ['3m', '2025-08-05 to 2025-11-05'],
    ['6m', '2025-05-05 to 2025-11-05'],
    ['1y', '2024-11-05 to 2025-11-05'],
    ['5y', '2020-11-05 to 2025-11-05'],
    ['max', 'first to 2025-11-05'],
  ] as const)('%s ending today is %s', (period, range) => {
    expect(days({ period })).toBe(range)
  })

  test.each([
    ['1m', '2025-03-31', '2025-02-28 to 2025-03-31'],
    ['1m', '2024-03-31', '2024-02-29 to 2024-03-31'],
    ['1m', '2025-01-31', '2024-12-31 to 2025-01-31'],
    ['3m', '2025-05-31', '2025-02-28 to 2025-05-31'],
    ['6m', '2025-08-31', '2025-02-28 to 2025-08-31'],
    ['1y', '2024-02-29', '2023-02-28 to 2024-02-29'],
    ['5y', '2024-02-29', '2019-02-28 to 2024-02-29'],
    ['max', '1999-12-31', 'first to 1999-12-31'],
  ] as const)('%s ending %s is clamped to the end of the month: %s', (period, to, range) => {
    expect(days({ period, to })).toBe(range)
  })
})

describe('1d and 5d count finished sessions', () => {
  test.each([
    ['within a session', '1d', NOW, '2025-11-04 to 2025-11-05'],
    ['within a session', '5d', NOW, '2025-10-29 to 2025-11-05'],
    ['a millisecond before the close', '1d', '2025-11-05T20:59:59.999Z', '2025-11-04 to 2025-11-05'],
    ['at the close', '1d', '2025-11-05T21:00:00Z', '2025-11-05 to 2025-11-05'],
    ['at the close', '5d', '2025-11-05T21:00:00Z', '2025-10-30 to 2025-11-05'],
    [
      'in the night, still the day before in New York',
      '1d',
      '2025-11-06T04:59:00Z',
      '2025-11-05 to 2025-11-05',
    ],
    ['after midnight in New York', '1d', '2025-11-06T05:00:00Z', '2025-11-05 to 2025-11-06'],
    ['on Sunday', '1d', '2025-11-09T12:00:00Z', '2025-11-07 to 2025-11-09'],
    ['on Sunday', '5d', '2025-11-09T12:00:00Z', '2025-11-03 to 2025-11-09'],
    ['before the open on Monday', '1d', '2025-11-10T14:00:00Z', '2025-11-07 to 2025-11-10'],
    ['on Thanksgiving', '1d', '2025-11-27T18:00:00Z', '2025-11-26 to 2025-11-27'],
    ['before the early close after Thanksgiving', '1d', '2025-11-28T17:59:00Z', '2025-11-26 to 2025-11-28'],
    ['at the early close after Thanksgiving', '1d', '2025-11-28T18:00:00Z', '2025-11-28 to 2025-11-28'],
    ['over the new year', '5d', '2026-01-02T12:00:00Z', '2025-12-24 to 2026-01-02'],
  ] as const)('%s: %s at %s is %s', (_when, period, now, range) => {
    expect(days({ period }, now)).toBe(range)
  })

  test.each([
    ['1d', '2025-07-06', '2025-07-03 to 2025-07-06'],
    ['5d', '2025-07-06', '2025-06-27 to 2025-07-06'],
    ['1d', '2025-01-09', '2025-01-08 to 2025-01-09'],
    ['1d', '2025-10-31', '2025-10-31 to 2025-10-31'],
    ['5d', '2025-10-31', '2025-10-27 to 2025-10-31'],
  ] as const)('%s ending on the past day %s is %s', (period, to, range) => {
    expect(days({ period, to })).toBe(range)
  })

  test('days of the exchange, not of the caller: Tokyo is a day ahead', () => {
    expect(days({ period: '1d' }, '2025-11-05T15:00:00Z', exchange('XTKS'))).toBe('2025-11-05 to 2025-11-06')
    expect(days({ period: '1d' }, '2025-11-05T14:59:00Z', exchange('XTKS'))).toBe('2025-11-05 to 2025-11-05')
  })

  test('a coin has a session each UTC day', () => {
    const coin = exchange('CCC', 'crypto')
    expect(days({ period: '1d' }, NOW, coin)).toBe('2025-11-04 to 2025-11-05')
    expect(days({ period: '5d' }, '2025-11-09T00:00:00Z', coin)).toBe('2025-11-04 to 2025-11-09')
    expect(days({ period: '1d', to: '2025-11-02' }, NOW, coin)).toBe('2025-11-02 to 2025-11-02')
  })

  test.each([
    ['1d', '2025-11-10T10:00:00Z', undefined, '2025-11-07 to 2025-11-10'],
    ['5d', '2025-11-10T10:00:00Z', undefined, '2025-11-03 to 2025-11-10'],
    ['1d', '2025-11-08T10:00:00Z', undefined, '2025-11-07 to 2025-11-08'],
    ['1d', '2025-11-10T10:00:00Z', '2025-11-05', '2025-11-05 to 2025-11-05'],
    ['1d', '2025-11-10T10:00:00Z', '2025-11-09', '2025-11-07 to 2025-11-09'],
  ] as const)('a venue without a calendar has weekdays: %s at %s to %s is %s', (period, now, to, range) => {
    expect(days({ period, to }, now, UNKNOWN)).toBe(range)
  })
})

describe('where a calendar begins and ends', () => {
  test.each([
    ['XKRX', '1d', '2010-01-01', '2010-01-01 to 2010-01-01'],
    ['XKRX', '5d', '2010-01-03', '2009-12-28 to 2010-01-03'],
    ['XNSE', '1d', '2012-12-31', '2012-12-31 to 2012-12-31'],
    ['XNSE', '5d', '2013-01-02', '2012-12-27 to 2013-01-02'],
    ['XKRX', '5d', '2026-12-31', '2026-12-23 to 2026-12-31'],
    ['XKRX', '5d', '2027-01-04', '2026-12-29 to 2027-01-04'],
  ] as const)('%s: %s to %s is %s', (mic, period, to, range) => {
    expect(days({ period, to }, '2027-03-01T12:00:00Z', exchange(mic))).toBe(range)
  })

  test.each([
    ['2009-12-31T20:00:00Z', '2009-12-31 to 2010-01-01'],
    ['2026-12-31T15:00:00Z', '2026-12-30 to 2027-01-01'],
    ['2026-12-31T15:00:01Z', '2026-12-31 to 2027-01-01'],
  ])('Seoul at %s: the last session is %s', (now, range) => {
    expect(days({ period: '1d' }, now, exchange('XKRX'))).toBe(range)
  })
})

describe('explicit dates', () => {
  test.each([
    [{ from: '2025-01-01' }, '2025-01-01 to 2025-11-05'],
    [{ from: '2025-01-01', period: '1d' }, '2025-01-01 to 2025-11-05'],
    [{ from: '2025-01-01', to: '2025-01-01' }, '2025-01-01 to 2025-01-01'],
    [{ from: '1950-01-01', to: '2025-02-01', period: 'max' }, '1950-01-01 to 2025-02-01'],
    [{ to: '2025-02-01', period: '1m' }, '2025-01-01 to 2025-02-01'],
    [{ to: '2025-11-06' }, '2024-11-05 to 2025-11-05'],
    [{ to: '9999-12-31', period: '1m' }, '2025-10-05 to 2025-11-05'],
    [{ from: '2025-11-05', to: '2030-01-01' }, '2025-11-05 to 2025-11-05'],
  ] as const)('%j is %s', (query, range) => {
    expect(days(query)).toBe(range)
  })

  test.each([
    { from: '2025-02-02', to: '2025-02-01' },
    { from: '2025-11-06' },
    { from: '2030-01-01', to: '2031-01-01' },
    { from: '9999-12-31' },
  ])('%j is 422 INVALID_DATE_RANGE', (query) => {
    expect(() => days(query)).toThrow(Failure)
    expect(() => days(query)).toThrow(expect.objectContaining({ code: 'INVALID_DATE_RANGE' }))
  })

  test('what is today depends on the exchange', () => {
    const now = '2025-11-05T15:00:00Z'
    expect(days({ from: '2025-11-06' }, now, exchange('XTKS'))).toBe('2025-11-06 to 2025-11-06')
  })
})

describe('the instants of bars', () => {
  const instants = (from: string, to: string, interval: '1d' | '1min' | '5min', zone: string): string => {
    const range = barInstants({ from: day(from), to: day(to) }, interval, zone)
    return `${formatInstant(range.from)} ${formatInstant(range.to)}`
  }

  test('daily bars stand at UTC midnight of their dates, wherever the exchange is', () => {
    for (const zone of ['America/New_York', 'Asia/Tokyo']) {
      expect(instants('2025-03-08', '2025-03-10', '1d', zone)).toBe(
        '2025-03-08T00:00:00.000Z 2025-03-10T00:00:00.000Z',
      )
    }
  })

  test.each([
    ['2025-01-15', 'America/New_York', '2025-01-15T05:00:00.000Z 2025-01-16T04:59:00.000Z'],
    ['2025-07-15', 'America/New_York', '2025-07-15T04:00:00.000Z 2025-07-16T03:59:00.000Z'],
    ['2025-03-09', 'America/New_York', '2025-03-09T05:00:00.000Z 2025-03-10T03:59:00.000Z'],
    ['2025-11-02', 'America/New_York', '2025-11-02T04:00:00.000Z 2025-11-03T04:59:00.000Z'],
    ['2025-03-30', 'Europe/London', '2025-03-30T00:00:00.000Z 2025-03-30T22:59:00.000Z'],
    ['2025-06-01', 'Asia/Tokyo', '2025-05-31T15:00:00.000Z 2025-06-01T14:59:00.000Z'],
    ['2025-06-01', 'UTC', '2025-06-01T00:00:00.000Z 2025-06-01T23:59:00.000Z'],
  ])('minutes of %s in %s are %s', (date, zone, range) => {
    expect(instants(date, date, '1min', zone)).toBe(range)
    expect(instants(date, date, '5min', zone)).toBe(range)
  })

  test('everything there is has no beginning', () => {
    expect(barInstants({ from: Number.NEGATIVE_INFINITY, to: 0 }, '1d', 'UTC')).toEqual({
      from: Number.NEGATIVE_INFINITY,
      to: 0,
    })
    expect(barInstants({ from: Number.NEGATIVE_INFINITY, to: 0 }, '1min', 'UTC').from).toBe(
      Number.NEGATIVE_INFINITY,
    )
  })

  test('a day has 23, 24 or 25 hours, and consecutive days meet without gap or overlap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: day('1990-01-01'), max: day('2035-12-31') }),
        fc.constantFrom('America/New_York', 'Europe/Berlin', 'Asia/Tokyo', 'Australia/Sydney', 'UTC'),
        (date, zone) => {
          const today = barInstants({ from: date, to: date }, '1min', zone)
          const tomorrow = barInstants({ from: date + 1, to: date + 1 }, '1min', zone)
          expect(tomorrow.from - today.to).toBe(MINUTE_MS)
          expect([23, 24, 25]).toContain((tomorrow.from - today.from) / HOUR_MS)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('a range of days ends inclusively', () => {
    const range = barInstants({ from: day('2025-06-02'), to: day('2025-06-04') }, '1d', 'UTC')
    expect((range.to - range.from) / DAY_MS).toBe(2)
  })
})
