import { describe, expect, it } from 'vitest'
import { parseDay, parseInstant, zonedInstant } from '../../../kernel/time.ts'
import { isOfSession } from './marks.ts'

/** Weekdays have sessions that end at a minute of the day; null for a venue without a calendar, as coins have: all days end with themselves. */
const venue = (timezone: string, closesAt: number | null) => ({
  sessionEnd: async (_: string, day: number) => {
    const isClosed = closesAt === null || [2, 3].includes(day % 7)
    return isClosed ? zonedInstant(timezone, day + 1, 0) : zonedInstant(timezone, day, closesAt)
  },
})
const VENUES = {
  'New York': venue('America/New_York', 16 * 60),
  Sydney: venue('Australia/Sydney', 16 * 60),
  'New York without a calendar': venue('America/New_York', null),
  coins: venue('UTC', null),
  nobody: { sessionEnd: async () => null },
}

// The fifth of June 2026 is a Friday.
describe('a price is of a session of a day', () => {
  it.each<[where: keyof typeof VENUES, at: string, day: string, expected: boolean]>([
    ['New York', '2026-06-05T14:00:00Z', '2026-06-05', true],
    ['New York', '2026-06-05T20:00:00Z', '2026-06-05', true],
    // Seen on Saturday, on Sunday, and on Monday before the opening.
    ['New York', '2026-06-05T20:00:00Z', '2026-06-06', false],
    ['New York', '2026-06-05T20:00:00Z', '2026-06-07', false],
    ['New York', '2026-06-05T20:00:00Z', '2026-06-08', false],
    ['New York', '2026-06-05T23:00:00Z', '2026-06-06', false],
    // Monday's session, which has begun on Sunday by UTC.
    ['Sydney', '2026-06-07T23:59:00Z', '2026-06-07', false],
    ['Sydney', '2026-06-08T00:30:00Z', '2026-06-08', true],
    ['Sydney', '2026-06-08T06:00:00Z', '2026-06-08', true],
    ['Sydney', '2026-06-08T23:59:00Z', '2026-06-08', false],
    // The bar of Friday ends on Saturday by UTC.
    ['New York without a calendar', '2026-06-06T04:00:00Z', '2026-06-06', false],
    ['New York without a calendar', '2026-06-05T15:00:00Z', '2026-06-05', true],
    ['coins', '2026-06-06T00:00:00Z', '2026-06-06', false],
    ['coins', '2026-06-06T00:01:00Z', '2026-06-06', true],
    ['nobody', '2026-06-05T14:00:00Z', '2026-06-05', false],
  ])('%s at %s, of %s: %s', async (where, at, day, expected) => {
    const mark = { id: 'share', at: parseInstant(at) ?? 0 }
    expect(await isOfSession(VENUES[where], mark, parseDay(day) ?? 0)).toBe(expected)
  })
})
