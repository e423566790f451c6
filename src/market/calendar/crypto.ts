import { DAY_MS, utcDay } from '../../kernel/time.ts'
import type { Day, Instant } from '../../kernel/time.ts'
import type { MarketCalendar } from './calendar.ts'
import { ALL_YEARS } from './rules.ts'
import type { Session } from './session-years.ts'

/** The session of one UTC day: midnight to midnight. */
function utcSession(day: Day): Session {
  return {
    day,
    kind: 'regular',
    name: null,
    preOpen: null,
    open: day * DAY_MS,
    close: (day + 1) * DAY_MS,
    postClose: null,
    breakStart: null,
    breakEnd: null,
  }
}

function sessions(from: Day, to: Day): Session[] {
  const first = Math.max(from, ALL_YEARS.from)
  const last = Math.min(to, ALL_YEARS.to)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => utcSession(first + index))
}

const nextMidnight = (now: Instant): Instant => (utcDay(now) + 1) * DAY_MS

/**
 * Crypto assets: always open, one session per UTC day. Trading never stops, so `nextOpen` and `nextClose` both
 * answer the next UTC midnight, where one session ends and the next begins.
 */
export const cryptoCalendar: MarketCalendar = {
  mic: 'CCC',
  name: 'Crypto assets',
  country: '',
  timezone: 'UTC',
  alwaysOpen: true,
  coverage: ALL_YEARS,
  sessionOn: utcSession,
  closureName: () => null,
  sessions,
  lastFinished: (now) => utcSession(utcDay(now) - 1),
  finishedBefore: (now, count) => sessions(utcDay(now) - Math.floor(count), utcDay(now) - 1),
  addSessions: (day, n) => utcSession(day + n),
  statusAt: () => 'OPEN',
  nextOpen: nextMidnight,
  nextClose: nextMidnight,
}
