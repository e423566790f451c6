import type { ImpactWindows } from '../../../contract/news.ts'
import { DAY_MS, type Day, type Instant } from '../../../kernel/time.ts'
import type { InstantRange } from '../../../market/bars.ts'
import type { SessionClose, SessionCloses } from '../../../ports/instruments.ts'

/** The windows, by the number of sessions after t0 at whose close they end. */
const SESSIONS_AFTER = { day_t0: 0, day_t1: 1, day_t2: 2, day_t5: 5 } as const
const LAST_WINDOW = 5
/** The longest closures of any venue (a week of holidays between two weekends) and six sessions fit into it. */
const DAYS_AROUND = 25

export const NO_IMPACT: ImpactWindows = { day_t0: null, day_t1: null, day_t2: null, day_t5: null }

/** The market time that the windows of articles published in a range look at. */
export function rangeAround({ from, to }: InstantRange): InstantRange {
  return { from: from - DAYS_AROUND * DAY_MS, to: to + DAYS_AROUND * DAY_MS }
}

/**
 * What the price did after a moment: close(t0 + n) / base - 1, where base is the adjusted close of the last session that had ended by
 * then and t0 the first session that ended after it. A session without a close has no window, and without a base there is none. Nor is
 * there any of a moment in the day of a session of which nobody knows when it ended: its close may have come before.
 */
export function impactWindows(publishedAt: Instant, sessions: readonly SessionClose[]): ImpactWindows {
  const t0 = firstEndingAfter(publishedAt, sessions)
  if (isNearUnknownEnd(publishedAt, sessions[t0])) return NO_IMPACT
  const base = sessions[t0 - 1]?.adjustedClose ?? null
  const windowAt = (after: number): number | null => {
    const close = sessions[t0 + after]?.adjustedClose ?? null
    return close === null || base === null || base <= 0 ? null : close / base - 1
  }
  return {
    day_t0: windowAt(SESSIONS_AFTER.day_t0),
    day_t1: windowAt(SESSIONS_AFTER.day_t1),
    day_t2: windowAt(SESSIONS_AFTER.day_t2),
    day_t5: windowAt(SESSIONS_AFTER.day_t5),
  }
}

const isNearUnknownEnd = (at: Instant, session: SessionClose | undefined): boolean =>
  session?.isEndAssumed === true && at >= session.endsAt - DAY_MS

/** What an article is measured by: prices of the simulated market say nothing about other articles, nor the other way round. */
export function sessionsFor(
  { simulated }: { simulated: boolean },
  closes: SessionCloses | null,
): readonly SessionClose[] | null {
  return closes !== null && closes.simulated === simulated ? closes.sessions : null
}

/** The session of the close that the windows are against; null where no session had ended before. */
export function baseDayOf(publishedAt: Instant, sessions: readonly SessionClose[]): Day | null {
  return sessions[firstEndingAfter(publishedAt, sessions) - 1]?.day ?? null
}

/** Windows that have elapsed, as moves over so many sessions from the base. */
export function movesOf(windows: ImpactWindows): Array<{ sessions: number; return: number }> {
  return Object.entries(SESSIONS_AFTER).flatMap(([name, after]) => {
    const move = windows[name as keyof ImpactWindows]
    return move === null ? [] : [{ sessions: after + 1, return: move }]
  })
}

/** Whether the close of every window has come, whether or not a price is known for it. */
export function isElapsed(publishedAt: Instant, sessions: readonly SessionClose[]): boolean {
  return sessions.length > firstEndingAfter(publishedAt, sessions) + LAST_WINDOW
}

/** The standard deviation of daily returns over at most 60 sessions before the base; null with fewer than 20. */
export function volatilityBefore(publishedAt: Instant, sessions: readonly SessionClose[]): number | null {
  const t0 = firstEndingAfter(publishedAt, sessions)
  const returns: number[] = []
  for (let at = Math.max(1, t0 - 60); at < t0; at++) {
    const [before, after] = [sessions[at - 1]?.adjustedClose ?? null, sessions[at]?.adjustedClose ?? null]
    if (before !== null && after !== null && before > 0) returns.push(after / before - 1)
  }
  if (returns.length < 20) return null
  const mean = returns.reduce((sum, each) => sum + each, 0) / returns.length
  const squares = returns.reduce((sum, each) => sum + (each - mean) ** 2, 0)
  return Math.sqrt(squares / (returns.length - 1))
}

function firstEndingAfter(at: Instant, sessions: readonly SessionClose[]): number {
  let low = 0
  let high = sessions.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sessions[middle]?.endsAt ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low
}
