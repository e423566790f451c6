import { describe, expect, test } from 'vitest'
import { parseInstant } from '../../../kernel/time.ts'
import type { SessionClose } from '../../../ports/instruments.ts'
import { impactWindows, isElapsed, movesOf, NO_IMPACT, volatilityBefore } from './impact.ts'

const at = (text: string): number => parseInstant(text)!

/** Sessions of New York: the date, the close of the session in UTC, and the price. */
const sessions = (rows: ReadonlyArray<readonly [end: string, close: number | null]>): SessionClose[] =>
  rows.map(([end, adjustedClose]) => ({
    day: Math.floor(at(end) / 86_400_000),
    endsAt: at(end),
    adjustedClose,
    prices: null,
  }))

/** Around Thanksgiving: Friday closes early, at 13:00 in New York. */
const NOVEMBER = sessions([
  ['2025-11-24T21:00:00Z', 100],
  ['2025-11-25T21:00:00Z', 110],
  ['2025-11-26T21:00:00Z', 121],
  ['2025-11-28T18:00:00Z', 133.1],
  ['2025-12-01T21:00:00Z', 100],
  ['2025-12-02T21:00:00Z', 50],
  ['2025-12-03T21:00:00Z', 200],
  ['2025-12-04T21:00:00Z', 150],
  ['2025-12-05T21:00:00Z', 75],
])

const rounded = (windows: object) =>
  Object.fromEntries(
    Object.entries(windows).map(([name, value]) => [name, value === null ? null : Number(value.toFixed(6))]),
  )

describe('impact windows', () => {
  test.each([
    ['during a session', '2025-11-25T15:00:00Z', [0.1, 0.21, 0.331, 1]],
    ['before the open', '2025-11-25T12:00:00Z', [0.1, 0.21, 0.331, 1]],
    ['a moment before the close', '2025-11-25T20:59:59.999Z', [0.1, 0.21, 0.331, 1]],
    // What is out when the session has ended cannot have moved it.
    ['exactly at the close', '2025-11-25T21:00:00Z', [0.1, 0.21, -0.090909, 0.363636]],
    ['after the close', '2025-11-25T22:00:00Z', [0.1, 0.21, -0.090909, 0.363636]],
    ['on a holiday', '2025-11-27T15:00:00Z', [0.1, -0.173554, -0.586777, -0.380165]],
    ['before an early close', '2025-11-28T17:59:00Z', [0.1, -0.173554, -0.586777, -0.380165]],
    ['after an early close', '2025-11-28T18:00:00Z', [-0.248685, -0.624343, 0.50263, null]],
    ['at the weekend', '2025-11-30T15:00:00Z', [-0.248685, -0.624343, 0.50263, null]],
  ])('of an article %s', (_, published, [t0, t1, t2, t5]) => {
    // Six decimals of what a hand calculates.
    expect(rounded(impactWindows(at(published), NOVEMBER))).toEqual({
      day_t0: t0,
      day_t1: t1,
      day_t2: t2,
      day_t5: t5,
    })
  })

  test('of a venue without a calendar begin with the close after a day without a session, and not on a day with one', () => {
    const days = sessions([
      ['2015-07-16T00:00:00Z', 100],
      ['2015-07-17T00:00:00Z', 110],
      ['2015-07-18T00:00:00Z', 121],
      ['2015-07-21T00:00:00Z', 242],
    ]).map((session) => ({ ...session, isEndAssumed: true as const }))
    for (const published of ['2015-07-16T00:00:00Z', '2015-07-16T21:53:01Z'])
      expect(impactWindows(at(published), days)).toEqual(NO_IMPACT)
    expect(rounded(impactWindows(at('2015-07-18T12:00:00Z'), days))).toMatchObject({ day_t0: 1 })
  })

  test('of Friday after the close begin on Monday (oracle 5)', () => {
    const week = sessions([
      ['2026-01-15T21:00:00Z', 98],
      ['2026-01-16T21:00:00Z', 100],
      ['2026-01-20T21:00:00Z', 101.2],
    ])
    expect(rounded(impactWindows(at('2026-01-16T21:30:00Z'), week))).toEqual({
      day_t0: 0.012,
      day_t1: null,
      day_t2: null,
      day_t5: null,
    })
  })

  test('of a day without a price are null, and those after it are not', () => {
    const halted = sessions([
      ['2025-11-24T21:00:00Z', 100],
      ['2025-11-25T21:00:00Z', null],
      ['2025-11-26T21:00:00Z', 120],
      ['2025-11-28T18:00:00Z', null],
    ])
    expect(rounded(impactWindows(at('2025-11-25T15:00:00Z'), halted))).toEqual({
      day_t0: null,
      day_t1: 0.2,
      day_t2: null,
      day_t5: null,
    })
  })

  test('are none without a base: no session before, one without a price, and a price of nothing', () => {
    for (const base of [null, 0, -1]) {
      const rows = sessions([
        ['2025-11-24T21:00:00Z', base],
        ['2025-11-25T21:00:00Z', 100],
      ])
      expect(impactWindows(at('2025-11-25T15:00:00Z'), rows)).toEqual(NO_IMPACT)
      expect(impactWindows(at('2025-11-24T15:00:00Z'), rows)).toEqual(NO_IMPACT)
    }
    expect(impactWindows(at('2025-11-25T15:00:00Z'), [])).toEqual(NO_IMPACT)
    expect(impactWindows(at('2025-11-25T15:00:00Z'), NOVEMBER.slice(0, 1))).toEqual(NO_IMPACT)
  })

  test('are open until the fifth session after the first has ended', () => {
    const published = at('2025-11-25T15:00:00Z')
    expect(isElapsed(published, NOVEMBER.slice(0, 6))).toBe(false)
    expect(isElapsed(published, NOVEMBER.slice(0, 7))).toBe(true)
    expect(isElapsed(published, [])).toBe(false)
  })

  test('that have elapsed are moves over one, two, three and six sessions', () => {
    expect(movesOf({ day_t0: 0.1, day_t1: null, day_t2: -0.2, day_t5: 0.3 })).toEqual([
      { sessions: 1, return: 0.1 },
      { sessions: 3, return: -0.2 },
      { sessions: 6, return: 0.3 },
    ])
    expect(movesOf(NO_IMPACT)).toEqual([])
  })
})

describe('volatility', () => {
  const DAY = 86_400_000
  const daily = (closes: readonly (number | null)[]): SessionClose[] =>
    closes.map((adjustedClose, day) => ({ day, endsAt: (day + 1) * DAY, adjustedClose, prices: null }))

  test('is the sample deviation of the daily returns before the base', () => {
    // Up one percent and down one percent in turn: 20 returns, mean 0, deviation 1 % · √(20 / 19).
    const closes = [100]
    for (let at = 0; at < 20; at++) closes.push(closes.at(-1)! * (at % 2 === 0 ? 1.01 : 0.99))
    const after = daily([...closes, 1_000, 1])
    expect(volatilityBefore(21 * DAY, after)).toBeCloseTo(0.01 * Math.sqrt(20 / 19), 9)
  })

  test('is unknown with fewer than 20 returns, whatever is missing', () => {
    expect(volatilityBefore(21 * DAY, daily(Array(20).fill(100)))).toBeNull()
    expect(
      volatilityBefore(30 * DAY, daily([...Array(10).fill(100), null, ...Array(10).fill(100)])),
    ).toBeNull()
    expect(volatilityBefore(21 * DAY, daily(Array(21).fill(100)))).toBe(0)
  })
})
