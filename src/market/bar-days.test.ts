import { describe, expect, test } from 'vitest'
import { barDayFault } from './bar-days.ts'
import { parseInstant } from '../kernel/time.ts'
import { calendarOf } from './venues.ts'
import type { Interval } from './vocabulary.ts'

const at = (text: string): number => parseInstant(text) ?? Number.NaN
const NOW = at('2025-11-05T02:00:00Z')

/** At two in the morning of 5 November in London it is the 4th in New York and the 5th in Tokyo. */
function fault(when: string, mic: string, interval: Interval = '1d'): string | null {
  const calendar = calendarOf(mic, 'equity')
  return barDayFault(at(when), { interval, calendar, timezone: calendar?.timezone ?? null, marketNow: NOW })
}

describe('barDayFault', () => {
  test.each([
    ['2025-11-04', 'XNYS'],
    ['2025-11-05', 'XTKS'],
    ['2001-09-10', 'XNYS'],
    // Without a calendar only what is surely impossible is refused.
    ['2025-11-02', 'XQQQ'],
    ['2025-11-06', 'XQQQ'],
    // Saturdays before the calendars were verified.
    ['1988-01-09', 'XTKS'],
    ['1989-12-30', 'XNYS'],
  ])('%s at %s passes', (when, mic) => {
    expect(fault(when, mic)).toBeNull()
  })

  test.each([
    ['2025-11-05', 'XNYS', '2025-11-05 is in the future.'],
    ['2025-11-06', 'XTKS', '2025-11-06 is in the future.'],
    ['2025-11-02', 'XNYS', 'XNYS is closed on 2025-11-02 (Sunday).'],
    ['2025-07-04', 'XNAS', 'XNAS is closed on 2025-07-04 (Independence Day).'],
    ['2001-09-12', 'XNYS', expect.stringMatching(/^XNYS is closed on 2001-09-12/)],
    ['2025-11-03', 'XTKS', expect.stringMatching(/^XTKS is closed on 2025-11-03 \(/)],
  ])('%s at %s is refused', (when, mic, reason) => {
    expect(fault(when, mic)).toEqual(reason)
  })

  test('minutes are of the day at their venue, and not of the future', () => {
    // Sunday evening in New York is Monday morning in Tokyo.
    expect(fault('2025-10-27T00:30:00Z', 'XNYS', '1min')).toBe('XNYS is closed on 2025-10-26 (Sunday).')
    expect(fault('2025-10-27T00:30:00Z', 'XTKS', '1min')).toBeNull()
    expect(fault('2025-11-05T02:01:00Z', 'XTKS', '1min')).toBe('The bar begins in the future.')
    expect(fault('2025-11-05T02:01:00Z', 'XQQQ', '1min')).toBe('The bar begins in the future.')
  })
})
