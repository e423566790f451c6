import { MINUTE_MS } from '../kernel/time.ts'
import type { Session } from '../market/calendar/index.ts'
import type { Instant } from '../kernel/time.ts'

/** Number of trading minutes of a session, its lunch break left out. */
export function minuteCount(session: Session): number {
  return morningMinutes(session) + afternoonMinutes(session)
}

/** When a trading minute (from 0) begins. */
export function minuteStart(session: Session, minute: number): Instant {
  const morning = morningMinutes(session)
  return minute < morning || session.breakEnd === null
    ? session.open + minute * MINUTE_MS
    : session.breakEnd + (minute - morning) * MINUTE_MS
}

/** How many trading minutes are over at an instant. */
export function minutesFinished(session: Session, now: Instant): number {
  const morning = wholeMinutes(session.open, now, morningMinutes(session))
  if (session.breakEnd === null) return morning
  return morning + wholeMinutes(session.breakEnd, now, afternoonMinutes(session))
}

function morningMinutes({ open, close, breakStart }: Session): number {
  return Math.floor(((breakStart ?? close) - open) / MINUTE_MS)
}

function afternoonMinutes({ close, breakEnd }: Session): number {
  return breakEnd === null ? 0 : Math.floor((close - breakEnd) / MINUTE_MS)
}

function wholeMinutes(start: Instant, now: Instant, most: number): number {
  return Math.min(most, Math.max(0, Math.floor((now - start) / MINUTE_MS)))
}
