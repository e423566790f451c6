import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { describeRealData, realData } from '../../../../tests/support/real-data.ts'
import type { Market, MarketSession } from '../../../contract/markets.ts'
import { formatDay, formatInstant, HOUR_MS, utcDay, weekdayOf } from '../../../kernel/time.ts'
import { listMarkets, listSessions, type SessionsQuery } from './markets.ts'
import { at, day } from '../testing/fixtures.ts'

const MICS = (
  'ARCX BATS BVMF CCC XAMS XASE XASX XBOM XBRU XETR XHKG XKRX XLIS XLON XMAD XMIL XNAS XNSE XNYS XPAR XSHE XSHG ' +
  'XSTO XSWX XTKS XTSE'
).split(' ')
/** Markets that are known from 1960 to 2099. */
const EVER = 'ARCX BATS CCC XAMS XASE XASX XBRU XETR XHKG XLIS XLON XNAS XNYS XPAR XTKS XTSE'.split(' ')

/** Wednesday, half an hour after the open in New York. */
const NOW = '2025-11-05T15:00:00Z'

const sessions = (mic: string, query: SessionsQuery = {}, now: string = NOW): MarketSession[] =>
  listSessions(mic, query, at(now)).items

const sessionOn = (mic: string, date: string): MarketSession | undefined =>
  sessions(mic, { from: date, to: date })[0]

/** Ends of a list of sessions. */
const span = (items: readonly MarketSession[]): string => `${items[0]?.date} to ${items.at(-1)?.date}`

function marketAt(mic: string, now: string): Market {
  const found = listMarkets(at(now)).items.find((market) => market.mic === mic)
  if (found === undefined) throw new Error(`no market ${mic}`)
  return found
}

/** Status, next open and next close, the instants to the minute. */
function stateAt(mic: string, now: string): Array<string | undefined> {
  const { market_status, next_open, next_close } = marketAt(mic, now)
  return [market_status, next_open?.slice(0, 16), next_close?.slice(0, 16)]
}

function daysLater(date: string, days: number): string {
  return formatDay(day(date) + days)
}

describe('listMarkets', () => {
  test('lists every market once, ascending by MIC', () => {
    const { items, total } = listMarkets(at(NOW))
    expect(items.map(({ mic }) => mic)).toEqual(MICS)
    expect(total).toBe(MICS.length)
  })

  test('a market has exactly the fields of the contract, in their order', () => {
    const market = marketAt('XNYS', NOW)
    expect(market).toEqual({
      mic: 'XNYS',
      name: 'New York Stock Exchange',
      country: 'US',
      timezone: 'America/New_York',
      market_status: 'OPEN',
      next_open: '2025-11-06T14:30:00.000Z',
      next_close: '2025-11-05T21:00:00.000Z',
      reason: null,
      calendar_from: '1960-01-01',
      calendar_to: '2099-12-31',
    })
    expect(Object.keys(market)).toEqual([
      'mic',
      'name',
      'country',
      'timezone',
      'market_status',
      'next_open',
      'next_close',
      'reason',
      'calendar_from',
      'calendar_to',
    ])
  })

  test.each([
    ['ARCX', 'US', 'America/New_York', 'OPEN', '2025-11-06T14:30', '2025-11-05T21:00'],
    ['BATS', 'US', 'America/New_York', 'OPEN', '2025-11-06T14:30', '2025-11-05T21:00'],
    ['XASE', 'US', 'America/New_York', 'OPEN', '2025-11-06T14:30', '2025-11-05T21:00'],
    ['XNAS', 'US', 'America/New_York', 'OPEN', '2025-11-06T14:30', '2025-11-05T21:00'],
    ['XNYS', 'US', 'America/New_York', 'OPEN', '2025-11-06T14:30', '2025-11-05T21:00'],
    ['XTSE', 'CA', 'America/Toronto', 'OPEN', '2025-11-06T14:30', '2025-11-05T21:00'],
    ['XLON', 'GB', 'Europe/London', 'OPEN', '2025-11-06T08:00', '2025-11-05T16:30'],
    ['XETR', 'DE', 'Europe/Berlin', 'OPEN', '2025-11-06T08:00', '2025-11-05T16:30'],
    ['XPAR', 'FR', 'Europe/Paris', 'OPEN', '2025-11-06T08:00', '2025-11-05T16:30'],
    ['XAMS', 'NL', 'Europe/Amsterdam', 'OPEN', '2025-11-06T08:00', '2025-11-05T16:30'],
    ['XBRU', 'BE', 'Europe/Brussels', 'OPEN', '2025-11-06T08:00', '2025-11-05T16:30'],
    ['XLIS', 'PT', 'Europe/Lisbon', 'OPEN', '2025-11-06T08:00', '2025-11-05T16:30'],
    ['XTKS', 'JP', 'Asia/Tokyo', 'CLOSED', '2025-11-06T00:00', '2025-11-06T02:30'],
    ['XHKG', 'HK', 'Asia/Hong_Kong', 'CLOSED', '2025-11-06T01:30', '2025-11-06T04:00'],
    ['XASX', 'AU', 'Australia/Sydney', 'CLOSED', '2025-11-05T23:00', '2025-11-06T05:00'],
    ['CCC', null, 'UTC', 'OPEN', undefined, undefined],
  ])('%s (%s, %s) is %s; it opens next at %s and closes next at %s', (mic, country, timezone, ...state) => {
    expect(marketAt(mic, NOW)).toMatchObject({ country, timezone, reason: null })
    expect(stateAt(mic, NOW)).toEqual(state)
  })

  test.each([
    ['2025-11-05T08:59:59Z', 'CLOSED', '2025-11-05T14:30', '2025-11-05T21:00'],
    ['2025-11-05T09:00:00Z', 'PRE_MARKET', '2025-11-05T14:30', '2025-11-05T21:00'],
    ['2025-11-05T14:30:00Z', 'OPEN', '2025-11-06T14:30', '2025-11-05T21:00'],
    ['2025-11-05T21:00:00Z', 'AFTER_HOURS', '2025-11-06T14:30', '2025-11-06T21:00'],
    ['2025-11-08T15:00:00Z', 'CLOSED', '2025-11-10T14:30', '2025-11-10T21:00'],
    ['2026-03-07T15:00:00Z', 'CLOSED', '2026-03-09T13:30', '2026-03-09T20:00'],
    ['2026-10-31T15:00:00Z', 'CLOSED', '2026-11-02T14:30', '2026-11-02T21:00'],
    ['2026-11-26T15:00:00Z', 'CLOSED', '2026-11-27T14:30', '2026-11-27T18:00'],
    ['2026-11-27T18:30:00Z', 'AFTER_HOURS', '2026-11-30T14:30', '2026-11-30T21:00'],
  ])('New York at %s is %s, opens next at %s and closes next at %s', (now, ...state) => {
    expect(stateAt('XNYS', now)).toEqual(state)
  })

  test.each([
    ['2025-11-05T02:29:59Z', 'OPEN', '2025-11-05T03:30', '2025-11-05T02:30'],
    ['2025-11-05T02:30:00Z', 'CLOSED', '2025-11-05T03:30', '2025-11-05T06:30'],
    ['2025-11-05T03:30:00Z', 'OPEN', '2025-11-06T00:00', '2025-11-05T06:30'],
  ])('a lunch break is CLOSED without a reason: Tokyo at %s is %s', (now, ...state) => {
    expect(stateAt('XTKS', now)).toEqual(state)
    expect(marketAt('XTKS', now).reason).toBeNull()
  })

  test.each([
    ['XNYS', '2025-12-25T15:00:00Z', 'Christmas Day'],
    ['XLON', '2025-12-25T15:00:00Z', 'Christmas Day'],
    ['XNYS', '2026-11-26T15:00:00Z', 'Thanksgiving Day'],
    ['XNYS', '2026-11-27T15:00:00Z', null],
    ['XNYS', '2026-11-28T15:00:00Z', null],
    ['XTKS', '2025-12-25T03:00:00Z', null],
    ['CCC', '2025-12-25T15:00:00Z', null],
  ])('the reason of %s at %s is %s', (mic, now, reason) => {
    expect(marketAt(mic, now).reason).toBe(reason)
  })

  test('today is a date at the market: Christmas begins and ends there', () => {
    const reasons = ['04:59', '05:00'].map((time) => marketAt('XNYS', `2025-12-25T${time}:00Z`).reason)
    expect(reasons).toEqual([null, 'Christmas Day'])
    expect(marketAt('XNYS', '2025-12-26T04:59:00Z').reason).toBe('Christmas Day')
    expect(marketAt('XNYS', '2025-12-26T05:00:00Z').reason).toBeNull()
    expect(marketAt('XASX', '2025-12-25T12:59:00Z').reason).toBe('Christmas Day')
    expect(marketAt('XASX', '2025-12-25T13:00:00Z').reason).toBe('Boxing Day')
  })

  test('a reason is given only while the market is closed all day', () => {
    for (let now = at('2026-01-01T00:00:00Z'); now < at('2027-01-01T00:00:00Z'); now += 3 * HOUR_MS) {
      const named = listMarkets(now).items.filter(({ reason }) => reason !== null)
      expect(named.filter(({ market_status }) => market_status !== 'CLOSED')).toEqual([])
    }
  })

  test.each(['1950-06-01T15:00:00Z', '2100-06-01T15:00:00Z'])(
    'outside the calendars, at %s, nothing is known to open',
    (now) => {
      const { items, total } = listMarkets(at(now))
      expect(total).toBe(MICS.length)
      for (const { mic, market_status, ...rest } of items) {
        expect([mic, market_status]).toEqual([mic, mic === 'CCC' ? 'OPEN' : 'UNKNOWN'])
        expect(rest).toMatchObject({ next_open: null, next_close: null, reason: null })
      }
    },
  )

  test('on the last covered day the close is known and the open after it is not', () => {
    expect(stateAt('XNYS', '2099-12-31T15:00:00Z')).toEqual(['OPEN', undefined, '2099-12-31T21:00'])
  })
})

describe('the sessions of every venue', () => {
  test.each([
    ['ARCX', '2026-01-15T09:00', '2026-01-15T14:30', '2026-01-15T21:00', '2026-01-16T01:00'],
    ['BATS', '2026-01-15T09:00', '2026-01-15T14:30', '2026-01-15T21:00', '2026-01-16T01:00'],
    ['XASE', '2026-01-15T09:00', '2026-01-15T14:30', '2026-01-15T21:00', '2026-01-16T01:00'],
    ['XNAS', '2026-01-15T09:00', '2026-01-15T14:30', '2026-01-15T21:00', '2026-01-16T01:00'],
    ['XNYS', '2026-01-15T09:00', '2026-01-15T14:30', '2026-01-15T21:00', '2026-01-16T01:00'],
    ['XTSE', null, '2026-01-15T14:30', '2026-01-15T21:00', null],
    ['XLON', null, '2026-01-15T08:00', '2026-01-15T16:30', null],
    ['XETR', null, '2026-01-15T08:00', '2026-01-15T16:30', null],
    ['XPAR', null, '2026-01-15T08:00', '2026-01-15T16:30', null],
    ['XAMS', null, '2026-01-15T08:00', '2026-01-15T16:30', null],
    ['XBRU', null, '2026-01-15T08:00', '2026-01-15T16:30', null],
    ['XLIS', null, '2026-01-15T08:00', '2026-01-15T16:30', null],
    ['XTKS', null, '2026-01-15T00:00', '2026-01-15T06:30', null],
    ['XHKG', null, '2026-01-15T01:30', '2026-01-15T08:00', null],
    ['XASX', null, '2026-01-14T23:00', '2026-01-15T05:00', null],
    ['CCC', null, '2026-01-15T00:00', '2026-01-16T00:00', null],
  ])('%s on a winter day: from %s, open %s, close %s, until %s', (mic, ...times) => {
    const [pre_open, open, close, post_close] = times.map((time) =>
      time === null ? null : `${time}:00.000Z`,
    )
    const found = sessionOn(mic, '2026-01-15')
    expect(found).toEqual({
      date: '2026-01-15',
      kind: 'regular',
      pre_open,
      open,
      close,
      post_close,
      name: null,
    })
    expect(Object.keys(found ?? {})).toEqual([
      'date',
      'kind',
      'pre_open',
      'open',
      'close',
      'post_close',
      'name',
    ])
  })

  test.each(MICS.filter((mic) => !['CCC', 'XBOM', 'XNSE'].includes(mic)))(
    '%s has each weekday of a year once and no weekend',
    (mic) => {
      const { items, total } = listSessions(mic, { from: '2026-01-01', to: '2026-12-31' }, at(NOW))
      const weekdays = Array.from({ length: 365 }, (_, index) => day('2026-01-01') + index).filter(
        (each) => weekdayOf(each) !== 0 && weekdayOf(each) !== 6,
      )
      expect(items.map(({ date }) => date)).toEqual(weekdays.map(formatDay))
      expect(total).toBe(weekdays.length)
      const kinds = Map.groupBy(items, ({ kind }) => kind)
      expect(kinds.get('holiday')?.length).toBeGreaterThanOrEqual(5)
      expect(kinds.get('regular')?.length).toBeGreaterThanOrEqual(240)
      for (const { pre_open, open, close, post_close, name } of kinds.get('holiday') ?? []) {
        expect([pre_open, open, close, post_close, name]).toEqual([
          null,
          null,
          null,
          null,
          expect.any(String),
        ])
      }
      for (const { name } of kinds.get('early_close') ?? []) expect(name).toEqual(expect.any(String))
      expect(kinds.get('regular')?.filter(({ name }) => name !== null)).toEqual([])
      for (const { pre_open, open, close, post_close } of items.filter(({ kind }) => kind !== 'holiday')) {
        const times = [pre_open, open, close, post_close].filter((time) => time !== null)
        expect(times).toEqual([...new Set(times)].toSorted())
        expect(times.length).toBeGreaterThanOrEqual(2)
      }
    },
  )

  test('crypto assets have a session on every day, Christmas and weekends included', () => {
    const items = sessions('CCC', { from: '2025-12-20', to: '2025-12-31' })
    expect(items).toHaveLength(12)
    for (const { date, kind, open, close, name } of items) {
      const next = daysLater(date, 1)
      expect([kind, open, close, name]).toEqual([
        'regular',
        `${date}T00:00:00.000Z`,
        `${next}T00:00:00.000Z`,
        null,
      ])
    }
  })
})

describe('special days', () => {
  test.each([
    ['XNYS', '2026-03-06', '14:30', '2026-03-09', '13:30'],
    ['XNYS', '2026-10-30', '13:30', '2026-11-02', '14:30'],
    ['XTSE', '2026-03-06', '14:30', '2026-03-09', '13:30'],
    ['XLON', '2026-03-27', '08:00', '2026-03-30', '07:00'],
    ['XLON', '2026-10-23', '07:00', '2026-10-26', '08:00'],
    ['XETR', '2026-03-27', '08:00', '2026-03-30', '07:00'],
    ['XLIS', '2026-10-23', '07:00', '2026-10-26', '08:00'],
    ['XASX', '2026-04-02', '23:00', '2026-04-07', '00:00'],
    ['XASX', '2026-10-02', '00:00', '2026-10-05', '23:00'],
    ['XTKS', '2026-03-27', '00:00', '2026-03-30', '00:00'],
  ])('over a change of the clocks %s opens on %s at %sZ and on %s at %sZ', (mic, before, was, after, is) => {
    expect(sessionOn(mic, before)?.open?.slice(11, 16)).toBe(was)
    expect(sessionOn(mic, after)?.open?.slice(11, 16)).toBe(is)
  })

  test('Thanksgiving 2026: a holiday and a half day, in winter time', () => {
    expect(sessions('XNYS', { from: '2026-11-26', to: '2026-11-29' })).toEqual([
      {
        date: '2026-11-26',
        kind: 'holiday',
        pre_open: null,
        open: null,
        close: null,
        post_close: null,
        name: 'Thanksgiving Day',
      },
      {
        date: '2026-11-27',
        kind: 'early_close',
        pre_open: '2026-11-27T09:00:00.000Z',
        open: '2026-11-27T14:30:00.000Z',
        close: '2026-11-27T18:00:00.000Z',
        post_close: '2026-11-27T22:00:00.000Z',
        name: 'Day after Thanksgiving',
      },
    ])
  })

  test('Christmas 2026 in London: a short eve, the day, and Boxing Day made up for on Monday', () => {
    const items = sessions('XLON', { from: '2026-12-24', to: '2026-12-28' })
    expect(items.map(({ date, kind, close, name }) => [date, kind, close, name])).toEqual([
      ['2026-12-24', 'early_close', '2026-12-24T12:30:00.000Z', 'Christmas Eve'],
      ['2026-12-25', 'holiday', null, 'Christmas Day'],
      ['2026-12-28', 'holiday', null, expect.stringContaining('Boxing Day')],
    ])
  })

  test.each(MICS.filter((mic) => !['CCC', 'XTKS', 'XSHG', 'XSHE'].includes(mic)))(
    '%s is closed at Christmas 2026',
    (mic) => {
      expect(sessionOn(mic, '2026-12-25')).toMatchObject({
        kind: 'holiday',
        open: null,
        name: 'Christmas Day',
      })
    },
  )

  test('Mumbai trades on the Sundays of the Union Budget and of Diwali', () => {
    expect(sessionOn('XBOM', '2026-02-01')).toMatchObject({ kind: 'special', name: 'Union Budget' })
    expect(sessionOn('XNSE', '2026-11-08')).toMatchObject({ kind: 'special', name: 'Muhurat trading' })
    expect(sessionOn('XNSE', '2026-11-15')).toBeUndefined()
  })

  test('days that an announced calendar does not know are 422, named with those it knows', () => {
    expect(() => sessions('XSHG', { from: '2026-12-30', to: '2027-01-05' })).toThrow(
      expect.objectContaining({
        code: 'INVALID_DATE_RANGE',
        message: 'from and to must lie within the calendar of XSHG, 2005-01-01 to 2026-12-31.',
      }),
    )
    expect(marketAt('XSHG', '2027-01-05T03:00:00Z')).toMatchObject({
      market_status: 'UNKNOWN',
      next_open: null,
      reason: null,
    })
  })

  test('Tokyo trades at Christmas and not on the last day of the year', () => {
    expect(sessionOn('XTKS', '2026-12-25')?.kind).toBe('regular')
    expect(sessionOn('XTKS', '2026-12-31')).toMatchObject({ kind: 'holiday', name: "New Year's Eve" })
  })

  test('a venue with a lunch break has one entry a day, from the morning’s open to the evening’s close', () => {
    const items = sessions('XHKG', { from: '2026-12-23', to: '2026-12-24' })
    expect(items.map(({ kind, open, close }) => [kind, open, close])).toEqual([
      ['regular', '2026-12-23T01:30:00.000Z', '2026-12-23T08:00:00.000Z'],
      ['early_close', '2026-12-24T01:30:00.000Z', '2026-12-24T04:00:00.000Z'],
    ])
  })

  test('a weekend alone has nothing to list', () => {
    const range = { from: '2026-01-17', to: '2026-01-18' }
    expect(listSessions('XNYS', range, at(NOW))).toEqual({ items: [], total: 0 })
  })
})

describe('the MIC', () => {
  const range = { from: '2026-11-23', to: '2026-11-30' }

  test.each([
    ['xnys', 'XNYS'],
    ['xNyS', 'XNYS'],
    ['ccc', 'CCC'],
    ['XNGS', 'XNAS'],
    ['xngs', 'XNAS'],
    ['XNMS', 'XNAS'],
    ['XNCM', 'XNAS'],
    ['XJPX', 'XTKS'],
    ['XETA', 'XETR'],
    ['AIMX', 'XLON'],
    ['ALXP', 'XPAR'],
    ['XGEM', 'XHKG'],
  ])('%s is read as %s', (mic, operating) => {
    expect(sessions(mic, range)).toEqual(sessions(operating, range))
  })

  test.each([
    'XXXX',
    'XWBO',
    'XFRA',
    'OTCM',
    'NASDAQ',
    'CRYPTO',
    'XNYS ',
    'X-NYS',
    'XNYſ',
    '',
    '__proto__',
    'constructor',
    '😀',
  ])('%j is 404 MARKET_NOT_FOUND', (mic) => {
    expect(() => sessions(mic)).toThrow(
      expect.objectContaining({ code: 'MARKET_NOT_FOUND', message: `No market has the MIC "${mic}".` }),
    )
  })

  test('a long one is not echoed in full', () => {
    expect(() => sessions('x'.repeat(61))).toThrow(`No market has the MIC "${'x'.repeat(60)}…".`)
  })

  test('dates that no market takes are named before that there is no such market', () => {
    expect(() => sessions('XXXX', { from: '2026-02-02', to: '2026-02-01' })).toThrow(
      expect.objectContaining({ code: 'INVALID_DATE_RANGE' }),
    )
    expect(() => sessions('XXXX', { from: '2026-02-01', to: '2026-02-02' })).toThrow(
      expect.objectContaining({ code: 'MARKET_NOT_FOUND' }),
    )
  })
})

describe('the range', () => {
  test.each([
    [{}, '2025-11-05 to 2025-12-05'],
    [{ from: '2026-01-01' }, '2026-01-01 to 2026-01-31'],
    [{ to: '2025-11-05' }, '2025-11-05 to 2025-11-05'],
    [{ to: '2025-11-20' }, '2025-11-05 to 2025-11-20'],
    [{ from: '2024-02-28', to: '2024-03-01' }, '2024-02-28 to 2024-03-01'],
    [{ from: '2000-01-01', to: '2000-01-01' }, '2000-01-01 to 2000-01-01'],
  ])('%j is %s, both ends included', (query, range) => {
    expect(span(sessions('CCC', query))).toBe(range)
  })

  test.each([
    ['XNYS', '2025-11-06T04:59:00Z', '2025-11-05'],
    ['XNYS', '2025-11-06T05:00:00Z', '2025-11-06'],
    ['XTKS', '2025-11-05T14:59:00Z', '2025-11-05'],
    ['XTKS', '2025-11-05T15:00:00Z', '2025-11-06'],
    ['CCC', '2025-11-05T23:59:59Z', '2025-11-05'],
  ])('today of %s at %s is %s', (mic, now, today) => {
    expect(sessions(mic, {}, now)[0]?.date).toBe(today)
    expect(span(sessions(mic, { to: today }, now))).toBe(`${today} to ${today}`)
    expect(() => sessions(mic, { to: daysLater(today, -1) }, now)).toThrow(
      expect.objectContaining({ code: 'INVALID_DATE_RANGE' }),
    )
  })

  test.each([
    { from: '2026-02-02', to: '2026-02-01' },
    { to: '2025-11-04' },
    { from: '2099-12-31', to: '1960-01-01' },
  ])('%j is 422 INVALID_DATE_RANGE', (query) => {
    expect(() => sessions('XNYS', query)).toThrow(
      expect.objectContaining({
        code: 'INVALID_DATE_RANGE',
        message: 'from must not be after to (a missing "from" means today at the market).',
      }),
    )
  })

  test('reaches 400 days and no further', () => {
    const [from, last] = ['2026-01-01', daysLater('2026-01-01', 399)]
    expect(sessions('CCC', { from, to: last })).toHaveLength(400)
    expect(span(sessions('CCC', { from, to: last }))).toBe(`${from} to ${last}`)
    for (const to of [daysLater(from, 400), '2099-12-31']) {
      expect(() => sessions('XNYS', { from, to })).toThrow(
        expect.objectContaining({
          code: 'RANGE_TOO_LARGE',
          message: 'from and to hold more than 400 days: ask for a shorter range.',
        }),
      )
    }
    expect(() => sessions('XNYS', { to: daysLater('2025-11-05', 400) })).toThrow(
      expect.objectContaining({ code: 'RANGE_TOO_LARGE' }),
    )
  })
})

describe('the coverage of the calendars', () => {
  test.each(EVER)('%s is answered from the first covered day to the last', (mic) => {
    const first = sessions(mic, { from: '1960-01-01', to: '1960-12-31' })
    const last = sessions(mic, { from: '2099-01-01', to: '2099-12-31' })
    expect([span(first), span(last)]).toEqual(
      ['1960-01-01 to 1960-12-30', '2099-01-01 to 2099-12-31'].map((range) =>
        mic === 'CCC' ? range.replace('12-30', '12-31') : range,
      ),
    )
  })

  test('a default ends where the calendars end', () => {
    expect(span(sessions('CCC', { from: '2099-12-20' }))).toBe('2099-12-20 to 2099-12-31')
    expect(span(sessions('CCC', {}, '2099-12-31T15:00:00Z'))).toBe('2099-12-31 to 2099-12-31')
  })

  test.each<SessionsQuery & { now?: string }>([
    { from: '1959-12-31', to: '1960-01-31' },
    { from: '1959-12-31' },
    { from: '0001-01-01', to: '0001-01-02' },
    { from: '2099-12-31', to: '2100-01-01' },
    { from: '2100-01-01' },
    { from: '9999-12-31' },
    { from: '2026-01-01', to: '9999-12-31' },
    { to: '1950-01-01' },
    { now: '1950-06-01T15:00:00Z' },
    { now: '2100-06-01T15:00:00Z' },
  ])('%j is 422 INVALID_DATE_RANGE', ({ now, ...query }) => {
    for (const mic of ['XNYS', 'XTKS', 'CCC']) {
      expect(() => sessions(mic, query, now)).toThrow(
        expect.objectContaining({
          code: 'INVALID_DATE_RANGE',
          message: `from and to must lie within the calendar of ${mic}, 1960-01-01 to 2099-12-31.`,
        }),
      )
    }
  })
})

describeRealData('the sessions against recorded ones', () => {
  /** Rows `date,open,close,break_start,break_end` as exchange_calendars writes them. */
  function recordedSessions(mic: string): string[][] {
    const file = gunzipSync(readFileSync(realData('calendars', `${mic.toLowerCase()}.csv.gz`)))
    return file
      .toString('utf8')
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((row) => row.split(','))
  }

  /** Everything between two days, asked for in pieces of the longest range there is. */
  function allSessions(mic: string, first: number, last: number): MarketSession[] {
    const items: MarketSession[] = []
    for (let from = first; from <= last; from += 400) {
      const query = { from: formatDay(from), to: formatDay(Math.min(from + 399, last)) }
      items.push(...sessions(mic, query))
    }
    return items
  }

  test.each([
    ['XNYS', 8324],
    ['XLON', 8515],
  ])('%s has exactly the recorded sessions, and a named holiday on every other weekday', (mic, rows) => {
    const recorded = recordedSessions(mic)
    expect(recorded).toHaveLength(rows)
    const days = recorded.map(([date = '']) => utcDay(at(date)))
    const [first = NaN, last = NaN] = [days[0], days.at(-1)]
    const items = allSessions(mic, first, last)
    expect(
      items
        .filter(({ kind }) => kind !== 'holiday')
        .map(({ date, open, close }) => [date, open, close].join(' ')),
    ).toEqual(
      recorded.map(([date = '', open = '', close = '']) =>
        [date.slice(0, 10), formatInstant(at(open)), formatInstant(at(close))].join(' '),
      ),
    )
    const weekdays = Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(
      (each) => weekdayOf(each) !== 0 && weekdayOf(each) !== 6,
    )
    const open = new Set(days)
    const holidays = items.filter(({ kind }) => kind === 'holiday')
    expect(holidays.map(({ date }) => date)).toEqual(
      weekdays.filter((each) => !open.has(each)).map(formatDay),
    )
    expect(holidays.filter(({ name }) => name === null || name === '')).toEqual([])
  })

  test.each(['XNYS', 'XLON'])(
    '%s: a session of the record that is shorter than usual is an early close, and no other is',
    (mic) => {
      const recorded = recordedSessions(mic)
      const lengths = new Map(
        recorded.map(([date = '', open = '', close = '']) => [date.slice(0, 10), at(close) - at(open)]),
      )
      const usual = Math.max(...lengths.values())
      const days = recorded.map(([date = '']) => utcDay(at(date)))
      const early = allSessions(mic, days[0] ?? NaN, days.at(-1) ?? NaN).filter(
        ({ kind }) => kind === 'early_close',
      )
      expect(early.map(({ date }) => date)).toEqual(
        [...lengths].filter(([, length]) => length < usual).map(([date]) => date),
      )
    },
  )
})
