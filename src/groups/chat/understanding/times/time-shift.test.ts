import { describe, expect, test } from 'vitest'
import { instant } from '../../../../../tests/support/factories.ts'
import { formatDay, utcDay } from '../../../../kernel/time.ts'
import { movedPeriods } from './period-moves.ts'
import { namedTimes } from './periods.ts'
import { shiftedTimes, shiftIn, withoutShift } from './time-shift.ts'

/** A Thursday. */
const NOW = instant('2026-11-26T15:00:00Z')

/** What a time becomes by words that move it: its days and its fiscal periods; null where they do not. */
function moved(time: string, words: string): { days: string; fiscal: string } | null {
  const shift = shiftIn(words)
  const times = shift === null ? null : shiftedTimes(namedTimes(time, NOW), shift, NOW)
  if (times === null) return null
  const { range, fiscal } = times
  return {
    days: range === null ? '' : [range.from, range.to].map((at) => formatDay(utcDay(at))).join(' '),
    fiscal: fiscal
      .map(({ year, quarter }) => (quarter === null ? `${year}` : `${year}Q${quarter}`))
      .join(' '),
  }
}

describe('the days that a time is moved to', () => {
  test.each([
    ['on 3 March 2026', 'the day before', '2026-03-02 2026-03-02'],
    ['on 3 March 2026', 'a week later', '2026-03-10 2026-03-10'],
    ['on 31 March 2026', 'a month earlier', '2026-02-28 2026-02-28'],
    ['on 30 March 2026', 'one month before', '2026-02-28 2026-02-28'],
    ['on 29 February 2024', 'a year later', '2025-02-28 2025-02-28'],
    ['on 3 March 2026', 'the week before', '2026-02-24 2026-03-02'],
    ['on 3 March 2026', 'the month after', '2026-03-04 2026-04-03'],
    ['yesterday', 'the week before', '2026-11-18 2026-11-24'],
    ['yesterday', 'the one before', '2026-11-24 2026-11-24'],
    ['last week', 'the week before', '2026-11-09 2026-11-15'],
    ['last week', 'two weeks earlier', '2026-11-02 2026-11-08'],
    ['last week', 'before that', '2026-11-09 2026-11-15'],
    ['in February 2026', 'the month before', '2026-01-01 2026-01-31'],
    ['in January 2026', 'the following month', '2026-02-01 2026-02-28'],
    ['in February 2026', 'the same month last year', '2025-02-01 2025-02-28'],
    ['in March 2026', 'the week before', '2026-02-22 2026-02-28'],
    ['in March 2026', 'the day after', '2026-04-01 2026-04-01'],
    ['from 3 to 9 March 2026', 'the one before', '2026-02-24 2026-03-02'],
    ['this week', 'the week before', '2026-11-16 2026-11-22'],
    ['this month', 'the one before', '2026-10-01 2026-10-31'],
    ['this year', 'the year before', '2025-01-01 2025-12-31'],
    ['this year', 'the same period last year', '2025-01-01 2025-11-26'],
    ['this year', 'a year earlier', '2025-01-01 2025-11-26'],
    ['last quarter', 'previous quarter', '2026-04-01 2026-06-30'],
  ])('%s, %s', (time, words, days) => expect(moved(time, words)?.days).toBe(days))

  test('of sessions are those before them, whatever weekend lies between', () => {
    const shift = shiftIn('the one before')
    const times = shift === null ? null : shiftedTimes(namedTimes('last 5 days', NOW), shift, NOW)
    expect(times?.sessions).toBe(5)
    expect(formatDay(utcDay(times?.sessionRange?.to ?? 0))).toBe('2026-11-19')
  })

  test('is told from no day of which sessions were counted', () => {
    const shift = shiftIn('a week later')
    const named = namedTimes('price 3 trading days after 1 July 2024', NOW)
    const times = shift === null ? null : shiftedTimes(named, shift, NOW)
    expect(named).toMatchObject({ fromDay: { sessions: 3 }, counted: { first: 1, last: 3 } })
    expect(times).not.toBeNull()
    expect([times?.fromDay, times?.counted]).toEqual([undefined, undefined])
  })
})

describe('the fiscal periods that a time is moved to', () => {
  test.each([
    ['in Q2 2025', 'the quarter before', '2025Q1'],
    ['in Q1 2025', 'the one before', '2024Q4'],
    ['in Q2 2025', 'a year earlier', '2024Q2'],
    ['in Q2 2025', 'the same quarter last year', '2024Q2'],
    ['in Q2 2025', 'the same quarter two years earlier', '2023Q2'],
    ['in Q4 2025', 'next quarter', '2026Q1'],
    ['in Q4 2025', 'three months earlier', '2025Q3'],
    ['in 2022', 'the year after', '2023'],
    ['in 2022', 'two years earlier', '2020'],
    ['in 2024', 'the quarter before', '2023Q4'],
    ['in 2024', 'the quarter after', '2025Q1'],
    ['from 2020 to 2024', 'the year before', '2019'],
    ['from 2020 to 2024', 'the year after', '2025'],
    ['in Q1 2025 and Q1 2024', 'the quarter before', '2024Q4 2023Q4'],
  ])('%s, %s', (time, words, fiscal) => expect(moved(time, words)?.fiscal).toBe(fiscal))

  test('of those that are the newest are as many before them', () => {
    const shift = shiftIn('the one before')
    const times = namedTimes('in the last quarter', NOW)
    expect(shift === null ? null : shiftedTimes(times, shift, NOW)?.reported).toEqual({
      unit: 'quarter',
      count: 1,
      moves: [{ quarters: 1, count: -1 }],
    })
  })

  test('are none of none, and the same where nothing is moved', () => {
    expect(movedPeriods([], { quarters: 1, count: -1 })).toEqual([])
    expect(movedPeriods([{ year: 2024, quarter: 2 }], { quarters: 4, count: 0 })).toEqual([
      { year: 2024, quarter: 2 },
    ])
  })
})

describe('words that move no time', () => {
  test.each([
    'the day before yesterday',
    'the week before last',
    'the year before the merger',
    '5 days ago',
    'the two weeks before',
    'last quarter',
    'before 2020',
    'after hours',
  ])('%s', (words) => {
    expect(shiftIn(words)).toBeNull()
    expect(withoutShift(words)).toBe(words)
  })

  test.each([
    ['last week', 'next week'],
    ['in 2020', 'the previous quarter'],
    ['without any', 'the year before'],
  ])('%s is no time from which %s is told', (time, words) => expect(moved(time, words)).toBeNull())
})
