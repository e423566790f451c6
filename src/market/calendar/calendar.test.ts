import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dayOf,
  DAY_MS,
  formatDay,
  formatInstant,
  parseDay,
  parseInstant,
  weekdayOf,
} from '../../kernel/time.ts'
import { calendarFor, cryptoCalendar, MARKETS } from './index.ts'
import type { MarketCalendar, Session } from './index.ts'

function calendar(mic: string): MarketCalendar {
  const found = calendarFor(mic)
  if (found === null) throw new Error(`no calendar ${mic}`)
  return found
}

function day(date: string): number {
  return parseDay(date) ?? NaN
}

function instant(text: string): number {
  return parseInstant(text) ?? NaN
}

/** Times of a session as UTC, in the order they happen; absent ones left out. */
function timesOf(session: Session | null): string[] {
  if (session === null) return []
  const { preOpen, open, breakStart, breakEnd, close, postClose } = session
  const present = [preOpen, open, breakStart, breakEnd, close, postClose].filter((time) => time !== null)
  return present.map((time) => formatInstant(time).slice(0, 16))
}

const anyMarket = fc.constantFrom(...MARKETS)
/** A day that a market knows, far enough from the ends of its coverage. */
const anyMarketDay = anyMarket.chain((market) =>
  fc.tuple(
    fc.constant(market),
    fc.integer({
      min: Math.max(market.coverage.from + 10, day('2000-01-10')),
      max: Math.min(market.coverage.to - 30, day('2031-12-20')),
    }),
  ),
)
const anyMarketInstant = fc
  .tuple(anyMarketDay, fc.integer({ min: 0, max: DAY_MS - 1 }))
  .map(([[market, date], time]) => [market, date * DAY_MS + time] as const)

describe('the markets', () => {
  it('are known by MIC, and no other is', () => {
    const mics = MARKETS.map((market) => market.mic)
    expect(mics).toEqual([
      'XNYS',
      'XNAS',
      'ARCX',
      'XASE',
      'BATS',
      'XLON',
      'XETR',
      'XPAR',
      'XAMS',
      'XBRU',
      'XLIS',
      'XTKS',
      'XHKG',
      'XASX',
      'XTSE',
      'XMIL',
      'XMAD',
      'XSWX',
      'XSTO',
      'BVMF',
      'XSHG',
      'XSHE',
      'XKRX',
      'XBOM',
      'XNSE',
    ])
    for (const mic of mics) expect(calendarFor(mic)?.mic).toBe(mic)
    expect(calendarFor('XWBO')).toBeNull()
    expect(calendarFor('CCC')).toBeNull()
  })

  it('keep one set of sessions for all US venues', () => {
    const reference = calendar('XNYS').sessions(day('2020-01-01'), day('2020-12-31'))
    for (const mic of ['XNAS', 'ARCX', 'XASE', 'BATS']) {
      expect(calendar(mic).sessions(day('2020-01-01'), day('2020-12-31'))).toEqual(reference)
    }
  })
})

describe('status through the day', () => {
  it.each([
    ['2026-01-15T08:59:59Z', 'CLOSED'],
    ['2026-01-15T09:00:00Z', 'PRE_MARKET'],
    ['2026-01-15T14:29:59Z', 'PRE_MARKET'],
    ['2026-01-15T14:30:00Z', 'OPEN'],
    ['2026-01-15T20:59:59Z', 'OPEN'],
    ['2026-01-15T21:00:00Z', 'AFTER_HOURS'],
    ['2026-01-16T00:59:59Z', 'AFTER_HOURS'],
    ['2026-01-16T01:00:00Z', 'CLOSED'],
    ['2026-01-17T15:00:00Z', 'CLOSED'],
    ['2026-01-19T15:00:00Z', 'CLOSED'],
  ])('New York at %s is %s (winter day, then a weekend and a holiday)', (now, status) => {
    expect(calendar('XNYS').statusAt(instant(now))).toBe(status)
  })

  it.each([
    ['2025-11-28T17:59:59Z', 'OPEN'],
    ['2025-11-28T18:00:00Z', 'AFTER_HOURS'],
    ['2025-11-28T21:59:59Z', 'AFTER_HOURS'],
    ['2025-11-28T22:00:00Z', 'CLOSED'],
  ])('New York on an early close at %s is %s', (now, status) => {
    expect(calendar('XNYS').statusAt(instant(now))).toBe(status)
  })

  it.each([
    ['XTKS', '2026-01-14T23:59:59Z', 'CLOSED'],
    ['XTKS', '2026-01-15T00:00:00Z', 'OPEN'],
    ['XTKS', '2026-01-15T02:30:00Z', 'CLOSED'],
    ['XTKS', '2026-01-15T03:29:59Z', 'CLOSED'],
    ['XTKS', '2026-01-15T03:30:00Z', 'OPEN'],
    ['XTKS', '2026-01-15T06:30:00Z', 'CLOSED'],
    ['XASX', '2026-01-14T23:00:00Z', 'OPEN'],
    ['XASX', '2026-01-15T05:00:00Z', 'CLOSED'],
    ['XLON', '2026-07-15T07:00:00Z', 'OPEN'],
    ['XLON', '2026-07-15T15:30:00Z', 'CLOSED'],
  ])('%s knows no extended hours: at %s it is %s', (mic, now, status) => {
    expect(calendar(mic).statusAt(instant(now))).toBe(status)
  })

  it('stays on the wall clock when daylight saving begins and ends', () => {
    const opens = ['2026-03-06', '2026-03-09', '2026-10-30', '2026-11-02'].map(
      (date) => timesOf(calendar('XNYS').sessionOn(day(date)))[1],
    )
    expect(opens).toEqual(['2026-03-06T14:30', '2026-03-09T13:30', '2026-10-30T13:30', '2026-11-02T14:30'])
  })

  it('agrees with nextOpen and nextClose at every instant', () => {
    fc.assert(
      fc.property(anyMarketInstant, ([market, now]) => {
        const isOpen = market.statusAt(now) === 'OPEN'
        const [opens, closes] = [market.nextOpen(now), market.nextClose(now)]
        expect(opens).toBeGreaterThan(now)
        expect(closes).toBeGreaterThan(now)
        expect(closes < opens).toBe(isOpen)
        expect(market.statusAt(opens)).toBe('OPEN')
        expect(market.statusAt(opens - 1)).not.toBe('OPEN')
        expect(market.statusAt(closes)).not.toBe('OPEN')
        expect(market.statusAt(closes - 1)).toBe('OPEN')
      }),
      { numRuns: 300 },
    )
  })
})

describe('session arithmetic', () => {
  const nyse = calendar('XNYS')

  it('counts from the session on the day, or the first after it', () => {
    const step = (date: string, n: number): string => formatDay(nyse.addSessions(day(date), n).day)
    expect(step('2026-07-02', 0)).toBe('2026-07-02')
    expect(step('2026-07-03', 0)).toBe('2026-07-06')
    expect(step('2026-07-03', -1)).toBe('2026-07-02')
    expect(step('2026-07-02', 1)).toBe('2026-07-06')
    expect(step('2025-12-31', 1)).toBe('2026-01-02')
    expect(step('2026-01-02', -2)).toBe('2025-12-30')
    expect(step('2020-01-02', 2517)).toBe(
      formatDay(nyse.sessions(day('2020-01-02'), day('2031-01-01'))[2517]?.day ?? NaN),
    )
  })

  it('finishes a session at its close, not before', () => {
    const finished = (now: string): string => formatDay(nyse.lastFinished(instant(now)).day)
    expect(finished('2026-01-15T20:59:59Z')).toBe('2026-01-14')
    expect(finished('2026-01-15T21:00:00Z')).toBe('2026-01-15')
    expect(finished('2026-01-19T23:00:00Z')).toBe('2026-01-16')
  })

  it('gives the last finished sessions in ascending order, over a year end too', () => {
    const last = nyse.finishedBefore(instant('2026-01-05T12:00:00Z'), 4)
    expect(last.map((session) => formatDay(session.day))).toEqual([
      '2025-12-29',
      '2025-12-30',
      '2025-12-31',
      '2026-01-02',
    ])
    expect(nyse.finishedBefore(instant('2026-01-05T12:00:00Z'), 0)).toEqual([])
  })

  it('includes both ends of a range, and nothing for a range turned round', () => {
    const range = nyse.sessions(day('2025-12-24'), day('2026-01-02'))
    expect(range.map((session) => formatDay(session.day))).toEqual([
      '2025-12-24',
      '2025-12-26',
      '2025-12-29',
      '2025-12-30',
      '2025-12-31',
      '2026-01-02',
    ])
    expect(nyse.sessions(day('2026-01-02'), day('2025-12-24'))).toEqual([])
  })

  it('is consistent: stepping on and back returns, and steps are places in the range', () => {
    fc.assert(
      fc.property(anyMarketDay, fc.integer({ min: 0, max: 600 }), ([market, from], steps) => {
        const n = Math.min(steps, market.sessions(from, market.coverage.to).length - 1)
        const start = market.addSessions(from, 0)
        const later = market.addSessions(from, n)
        expect(start.day).toBeGreaterThanOrEqual(from)
        expect(market.addSessions(later.day, -n)).toBe(start)
        expect(market.sessions(start.day, later.day)).toHaveLength(n + 1)
        expect(market.finishedBefore(later.close, n + 1)).toEqual(market.sessions(start.day, later.day))
        expect(market.lastFinished(later.close)).toBe(later)
      }),
      { numRuns: 150 },
    )
  })

  it('gives every weekday a session or a closure name, in the right order of times', () => {
    fc.assert(
      fc.property(anyMarketDay, ([market, date]) => {
        const session = market.sessionOn(date)
        const isWeekend = weekdayOf(date) === 0 || weekdayOf(date) === 6
        expect(market.closureName(date) === null).toBe(session !== null || isWeekend)
        const times = timesOf(session)
        expect(times).toEqual(times.toSorted())
        expect(new Set(times).size).toBe(times.length)
        expect((session?.breakStart ?? null) === null).toBe((session?.breakEnd ?? null) === null)
      }),
      { numRuns: 400 },
    )
  })

  it('answers nothing outside its coverage instead of searching for ever', () => {
    expect(nyse.sessionOn(day('1959-12-31'))).toBeNull()
    expect(nyse.sessionOn(day('2100-01-04'))).toBeNull()
    expect(nyse.sessionOn(NaN)).toBeNull()
    expect(nyse.closureName(day('2100-01-01'))).toBeNull()
    expect(nyse.sessions(NaN, NaN)).toEqual([])
    expect(nyse.sessions(day('0001-01-01'), day('1960-01-05')).map((s) => formatDay(s.day))).toEqual([
      '1960-01-04',
      '1960-01-05',
    ])
    expect(nyse.sessions(day('2099-12-31'), day('9999-12-31'))).toHaveLength(1)
    expect(nyse.finishedBefore(instant('1960-01-06T00:00:00Z'), 1e9)).toHaveLength(2)
    expect(() => nyse.addSessions(day('2099-12-31'), 1)).toThrow(RangeError)
    expect(() => nyse.addSessions(day('2026-01-02'), 0.5)).toThrow(RangeError)
    expect(() => nyse.lastFinished(NaN)).toThrow(RangeError)
    expect(() => nyse.nextOpen(Infinity)).toThrow(RangeError)
    expect(nyse.statusAt(NaN)).toBe('UNKNOWN')
  })
})

describe('crypto assets', () => {
  it('are open at every instant, with one session per UTC day', () => {
    const today = day('2026-01-17')
    expect(cryptoCalendar.statusAt(instant('2026-01-17T03:00:00Z'))).toBe('OPEN')
    expect(timesOf(cryptoCalendar.sessionOn(today))).toEqual(['2026-01-17T00:00', '2026-01-18T00:00'])
    expect(cryptoCalendar.lastFinished(today * DAY_MS).day).toBe(today - 1)
    expect(cryptoCalendar.lastFinished(today * DAY_MS - 1).day).toBe(today - 2)
    expect(cryptoCalendar.finishedBefore(today * DAY_MS + 1, 3).map((s) => s.day)).toEqual([
      today - 3,
      today - 2,
      today - 1,
    ])
    expect(cryptoCalendar.sessions(today, today + 1)).toHaveLength(2)
    expect(cryptoCalendar.sessions(today, today - 5)).toEqual([])
    expect(cryptoCalendar.sessions(day('0001-01-01'), day('1960-01-02'))).toHaveLength(2)
    expect(cryptoCalendar.finishedBefore(today * DAY_MS, 0)).toEqual([])
    expect(cryptoCalendar.addSessions(today, -7).day).toBe(today - 7)
    expect(cryptoCalendar.closureName(dayOf(2025, 12, 25))).toBeNull()
    expect(cryptoCalendar.nextOpen(today * DAY_MS + 1)).toBe((today + 1) * DAY_MS)
    expect(cryptoCalendar.nextClose(today * DAY_MS + 1)).toBe((today + 1) * DAY_MS)
  })
})
