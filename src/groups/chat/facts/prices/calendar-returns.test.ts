import { expect, it } from 'vitest'
import { DAY_MS, parseDay } from '../../../../kernel/time.ts'
import { calendarReturns } from './calendar-returns.ts'
import type { KnownClose, RangeCloses } from './closes.ts'

const dayOf = (text: string): number => parseDay(text) ?? 0

function close(on: string, adjusted: number): KnownClose {
  const day = dayOf(on)
  const prices = { open: adjusted, close: adjusted, high: adjusted, low: adjusted, volume: 1, splitFactor: 1 }
  return { day, endsAt: day * DAY_MS, adjusted, prices }
}

/** First traded within 2021. */
const YEARS: RangeCloses = {
  simulated: false,
  before: null,
  within: [
    close('2021-06-01', 50),
    close('2021-12-31', 100),
    close('2022-01-03', 90),
    close('2022-12-30', 80),
    close('2023-01-03', 85),
    close('2023-12-29', 120),
    close('2024-01-02', 118),
    close('2024-11-27', 126),
  ],
}

const asked = { name: 'Acme Inc. (ACME)', closes: YEARS, until: dayOf('2024-11-29') }

it('names the best calendar year with its computation, in an order, and what is not over apart', () => {
  expect(calendarReturns(asked, 'bestYear')).toMatchObject({
    value: 0.5,
    sentence:
      'The best of the 2 calendar years from 2022 to 2023 for Acme Inc. (ACME) was 2023: it returned 50.0 % from the close of 2022-12-30 to that of 2023-12-29, (120 − 80) / 80, closes adjusted for splits and dividends.',
    others: [
      'From the best to the worst: 2023, 50.0 %; 2022, −20.0 %.',
      '2024 is not over: from the close of 2023-12-29 to that of 2024-11-27 it has returned 5.0 %, (126 − 120) / 120.',
    ],
  })
})

it('names the worst one', () => {
  const told = calendarReturns(asked, 'worstYear')
  expect(told?.sentence).toContain('was 2022: it returned −20.0 %')
  expect(told?.others[0]).toBe('From the worst to the best: 2022, −20.0 %; 2023, 50.0 %.')
})

it('tells each year with its computation', () => {
  expect(calendarReturns(asked, 'years')?.sentence).toContain(
    ': 2022, (80 − 100) / 100 = −20.0 %; 2023, (120 − 80) / 80 = 50.0 %, closes adjusted',
  )
})

it('tells quarters and months as well', () => {
  const within = [close('2024-03-28', 100), close('2024-04-01', 90), close('2024-06-28', 110)]
  const closes = { ...YEARS, before: close('2024-02-29', 80), within }
  expect(calendarReturns({ ...asked, closes }, 'bestQuarter')?.sentence).toContain(
    'is in that time, 2024-Q2: it returned 10.0 % from the close of 2024-03-28',
  )
  expect(calendarReturns({ ...asked, closes }, 'bestMonth')?.sentence).toContain(
    'One whole calendar month of Acme Inc. (ACME) is in that time, 2024-04: it returned −10.0 %',
  )
})

it('counts a year as whole once its last day is over', () => {
  expect(calendarReturns({ ...asked, until: dayOf('2024-12-31') }, 'bestYear')?.sentence).toContain(
    'the 3 calendar years from 2022 to 2024',
  )
})

it('tells nothing of months that begin without a close shortly before them', () => {
  const closes = { ...YEARS, within: YEARS.within.slice(0, 2) }
  expect(calendarReturns({ ...asked, closes }, 'bestMonth')).toBeNull()
})

it('reads each close a few times, however many months there are', () => {
  let reads = 0
  const within = Array.from({ length: 2_520 }, (_, at) => {
    const known = close('2001-01-01', 100 + (at % 90))
    const day = dayOf('2001-01-01') + Math.floor(at * 1.45)
    return Object.defineProperty(known, 'day', { get: () => (reads++, day) })
  })
  const closes = { ...YEARS, before: close('2000-12-29', 99), within }
  const told = calendarReturns({ ...asked, closes, until: dayOf('2011-01-05') }, 'bestMonth')
  expect(told?.sentence).toMatch(/^The best of the 120 calendar months from 2001-01 to 2010-12 /)
  expect(reads).toBeLessThan(3 * within.length)
})
