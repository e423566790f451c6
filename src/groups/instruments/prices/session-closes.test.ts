import { expect, it } from 'vitest'
import { formatInstant, parseDay } from '../../../kernel/time.ts'
import { calendarOf } from '../../../market/venues.ts'
import { sessionEndOf } from './session-closes.ts'

it.each([
  ['XNAS', 'America/New_York', '2026-01-16', '2026-01-16T21:00:00.000Z'],
  // A day without a session, one before the calendar, and a venue without any.
  ['XNAS', 'America/New_York', '2026-01-18', '2026-01-19T05:00:00.000Z'],
  ['XNAS', 'America/New_York', '1925-06-01', '1925-06-02T04:00:00.000Z'],
  ['NOWHERE', 'Asia/Tokyo', '2026-01-16', '2026-01-16T15:00:00.000Z'],
])('a session of %s in %s ends by its calendar, or with the day there: %s', (mic, timezone, day, end) => {
  const calendar = calendarOf(mic, 'equity')
  expect(formatInstant(sessionEndOf({ calendar, timezone }, parseDay(day) ?? Number.NaN))).toBe(end)
})
