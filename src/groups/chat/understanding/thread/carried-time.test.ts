import { describe, expect, test } from 'vitest'
import { instant } from '../../../../../tests/support/factories.ts'
import { formatDay, utcDay } from '../../../../kernel/time.ts'
import { type Timing, timingAfter } from './carried-time.ts'
import type { NamedTimes } from '../times/periods.ts'

const NOW = instant('2026-11-26T15:00:00Z')

/** The times of the last of several messages, each after those before it. */
function timesOf(...messages: string[]): NamedTimes | undefined {
  return messages.reduce<Timing | null>((before, text) => timingAfter(text, before, NOW), null)?.times
}

function daysOf(...messages: string[]): string {
  const range = timesOf(...messages)?.range
  return [range?.from ?? 0, range?.to ?? 0].map((at) => formatDay(utcDay(at))).join(' ')
}

function fiscalOf(...messages: string[]): string[] | undefined {
  return timesOf(...messages)?.fiscal.map(
    ({ year, quarter }) => `${year}${quarter === null ? '' : `Q${quarter}`}`,
  )
}

describe('a time that is moved again', () => {
  test('goes on in the same direction, and is otherwise told from the one that was named', () => {
    expect(daysOf('on 3 March 2026', 'and the day before?', 'and the day before?')).toBe(
      '2026-03-01 2026-03-01',
    )
    expect(daysOf('on 3 March 2026', 'and the day before?', 'and a week later?')).toBe(
      '2026-03-10 2026-03-10',
    )
    expect(daysOf('on 3 March 2026', 'and the day before?', 'and a week after that?')).toBe(
      '2026-03-09 2026-03-09',
    )
    expect(fiscalOf('in Q2 2025', 'and in the quarter before?', 'and a year earlier?')).toEqual(['2024Q2'])
    expect(fiscalOf('in Q2 2025', 'and the one before?', 'and the quarter before?')).toEqual(['2024Q4'])
  })

  test('goes on from what was asked of in between', () => {
    expect(fiscalOf('in Q2 2025', 'and the quarter before?', 'and net income?', 'a year earlier?')).toEqual([
      '2024Q1',
    ])
  })

  test('steps through the periods by the previous and the next', () => {
    expect(fiscalOf('in Q1 2026', 'next?', 'and the next?', 'the previous one?')).toEqual(['2026Q2'])
    expect(fiscalOf('in Q1 2026', 'Q2?', 'next quarter?', 'previous year?')).toEqual(['2025Q3'])
  })
})

describe('a time after another', () => {
  test('takes its year from it, where it names none', () => {
    expect(fiscalOf('in Q2 2025', 'and in Q3?')).toEqual(['2025Q3'])
    expect(daysOf('in March 2024', 'and in April?')).toBe('2024-04-01 2024-04-30')
    expect(daysOf('on 3 March 2026', 'and on 5 December?')).toBe('2025-12-05 2025-12-05')
    expect(daysOf('since 2020', 'and in April?')).toBe('2026-04-01 2026-04-30')
  })

  test('takes nothing from one that lies ahead', () => {
    expect(timesOf('next year', 'and net income?')).toMatchObject({ range: null, reported: null, fiscal: [] })
    expect(daysOf('next month', 'and in March?')).toBe('2026-03-01 2026-03-31')
    expect(daysOf('this month', 'and net income?')).toBe('2026-11-01 2026-11-26')
  })

  test('that is named replaces it', () => {
    expect(fiscalOf('in Q2 2025', 'and in 2023?')).toEqual(['2023'])
    expect(daysOf('in March 2024', 'and last month?')).toBe('2026-10-01 2026-10-31')
    expect(daysOf('last week', 'next week?')).toBe('2026-11-30 2026-12-06')
  })

  test('is not that of a price that is asked about as it moves now', () => {
    expect(daysOf('in 2022', 'is Nvidia up?')).toBe('2026-11-26 2026-11-26')
    expect(daysOf('is Tesla falling', 'and Nvidia?')).toBe('2026-11-26 2026-11-26')
    expect(daysOf('in 2022', 'is Nvidia up this month?')).toBe('2026-11-01 2026-11-26')
  })

  test('is none where it is asked of now', () => {
    const times = timesOf('in 2022', 'and now?')
    expect([times?.range, times?.fiscal, times?.reported]).toEqual([null, [], null])
  })

  test('that is measured against another is the same, with what it is measured against', () => {
    expect(timesOf('in 2024', 'compared to the year before?')).toMatchObject({
      fiscal: [{ year: 2024 }],
      against: 'year',
    })
    expect(timesOf('in Q2 2024', 'was it more than the quarter before?')).toMatchObject({
      fiscal: [{ year: 2024, quarter: 2 }],
      against: 'period',
    })
  })

  test('keeps its quarter where it is measured against a year ago', () => {
    for (const words of ['vs a year ago', 'compared to a year ago?']) {
      expect(timesOf('last quarter', words)).toMatchObject({
        reported: { unit: 'quarter', count: 1 },
        against: 'year',
      })
      expect(timesOf('in Q2 2025', words, 'and margins')).toMatchObject({
        fiscal: [{ year: 2025, quarter: 2 }],
        against: 'year',
      })
    }
  })

  test('of prices is told beside the same a year before where it is measured against that', () => {
    const each = timesOf('in March 2026', 'compared to a year ago?')?.each
    expect(each?.map(({ range }) => formatDay(utcDay(range.from)))).toEqual(['2026-03-01', '2025-03-01'])
  })

  test('goes on from its end to now where the change since then is asked for', () => {
    for (const words of ['change since then?', 'how much has it changed since?', 'and since that day?']) {
      expect(daysOf('on 3 November 2026', words)).toBe('2026-11-03 2026-11-26')
      expect(timesOf('on 3 November 2026', words)?.range?.from).toBe(timesOf('on 3 November 2026')?.range?.to)
    }
    expect(daysOf('in October 2026', 'and since then?')).toBe('2026-10-31 2026-11-26')
    expect(fiscalOf('in 2022', 'change since then?')).toEqual(['2022', '2023', '2024', '2025', '2026'])
    expect(daysOf('today', 'change since then?')).toBe('2026-11-26 2026-11-26')
  })

  test('is what it was where the best of it is asked for', () => {
    const years = ['2020', '2021', '2022', '2023', '2024']
    expect(fiscalOf('2020 to 2024', 'which year was the best?')).toEqual(years)
    expect(fiscalOf('2020 to 2024', 'which year was the best?', 'and the worst?')).toEqual(years)
    expect(fiscalOf('2023 to 2024', 'which quarter was the best?')).toHaveLength(8)
    expect(fiscalOf('2024', 'by quarter?')).toEqual(['2024Q1', '2024Q2', '2024Q3', '2024Q4'])
    expect(timesOf('in the last 3 years', 'which year was the best?')?.reported).toMatchObject({ count: 3 })
  })

  test('of a single year is none of which the best can be asked for', () => {
    expect(timesOf('in 2024', 'which year was the best?')?.reported).toMatchObject({
      unit: 'year',
      count: 20,
    })
  })

  test('that no calendar has is said to be none, and not forgotten', () => {
    expect(timesOf('on 3 March 2026', 'and on 2026-02-30?')?.impossible).toEqual({
      said: '2026-02-30',
      kind: 'day',
    })
    expect(timesOf('on 2026-02-30', 'and on 3 March 2026?')?.impossible).toBeNull()
  })
})

describe('a stretch of the calendar', () => {
  const calendarOf = (...messages: string[]): string[] | undefined =>
    timesOf(...messages)?.calendar.map(({ days }) => days.map(formatDay).join(' '))

  test('moves with the time, takes the year before it, and gives way to a fiscal period', () => {
    expect(calendarOf('cash in March 2025', 'and in June?')).toEqual(['2025-06-01 2025-06-30'])
    expect(calendarOf('assets as of March 27, 2010', 'and a year earlier?')).toEqual([
      '2009-03-27 2009-03-27',
    ])
    expect(calendarOf('revenue for the six months ended March 2026', 'and a year earlier?')).toEqual([
      '2024-10-01 2025-03-31',
    ])
    expect(calendarOf('cash in March 2025', 'and in Q3?')).toEqual([])
    expect(calendarOf('revenue in calendar Q1 2025', 'and Q2?')).toEqual(['2025-04-01 2025-06-30'])
    expect(calendarOf('cash in March 2025', 'and net income?')).toEqual(['2025-03-01 2025-03-31'])
  })
})
