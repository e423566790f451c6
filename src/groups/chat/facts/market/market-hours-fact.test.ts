import { describe, expect, it } from 'vitest'
import { instant } from '../../../../../tests/support/factories.ts'
import { parseDay } from '../../../../kernel/time.ts'
import { calendarFor, cryptoCalendar, type MarketCalendar } from '../../../../market/calendar/index.ts'
import { marketHoursFact } from './market-hours-fact.ts'

function said(mic: string, now: string, day: string | null = null, isOfHolidays = false): string {
  const market = (mic === 'CCC' ? cryptoCalendar : calendarFor(mic)) as MarketCalendar
  const wanted = { day: day === null ? null : parseDay(day), isOfHolidays, now: instant(now) }
  const { sentences, record } = marketHoursFact(market, wanted)
  expect(record.text).toBe(sentences.join(' '))
  return record.text
}

describe('what is said of a market', () => {
  it.each([
    [
      'XNYS',
      '2026-11-25T18:00:00Z',
      'is open now: its session of 2026-11-25 is from 09:30 to 16:00 New York time (14:30 to 21:00 UTC).',
    ],
    ['XNYS', '2026-11-25T12:00:00Z', 'is not open yet: its session of 2026-11-25 is from 09:30'],
    ['XNYS', '2026-11-25T22:00:00Z', 'is closed now: its session of 2026-11-25 was from 09:30'],
    [
      'XNYS',
      '2026-11-25T22:00:00Z',
      'Its next session, of 2026-11-27, is from 09:30 to 13:00 New York time (14:30 to 18:00 UTC), an early close (Day after Thanksgiving).',
    ],
    ['XNYS', '2026-11-26T18:00:00Z', 'The New York Stock Exchange (XNYS) is closed today, Thanksgiving Day.'],
    ['XNYS', '2026-11-28T18:00:00Z', 'is closed today, a Saturday.'],
    [
      'XTKS',
      '2026-11-25T03:00:00Z',
      'is in its lunch break: its session of 2026-11-25 is from 09:00 to 15:30 Tokyo time (00:00 to 06:30 UTC), with a break from 11:30 to 12:30.',
    ],
    ['CCC', '2026-11-28T18:00:00Z', 'are traded around the clock on every day.'],
  ])('%s at %s: %s', (mic, now, expected) => expect(said(mic, now)).toContain(expected))

  it('of a day is its session, or why it has none', () => {
    const now = '2026-11-25T18:00:00Z'
    expect(said('XNYS', now, '2026-12-24')).toContain(
      'trades on 2026-12-24 from 09:30 to 13:00 New York time',
    )
    expect(said('XNYS', now, '2026-12-25')).toContain('has no session on 2026-12-25, Christmas Day.')
    expect(said('XNYS', now, '2025-12-25')).toContain('had no session on 2025-12-25, Christmas Day.')
    // In summer time.
    expect(said('XLON', now, '2026-07-01')).toContain('from 08:00 to 16:30 London time (07:00 to 15:30 UTC)')
    expect(said('XSHG', now, '2090-01-03')).toContain('does not know 2090-01-03.')
  })

  it('of holidays are the next ones, and days that end early', () => {
    expect(said('XNYS', '2026-11-25T18:00:00Z', null, true)).toBe(
      'The next days on which the New York Stock Exchange (XNYS) is closed, or closes early, are 2026-11-26, Thanksgiving Day; ' +
        '2026-11-27, Day after Thanksgiving, when it closes at 13:00; 2026-12-24, Christmas Eve, when it closes at 13:00; 2026-12-25, Christmas Day.',
    )
  })
})
