import {
  DAY_MS,
  type Day,
  HOUR_MS,
  type Instant,
  MINUTE_MS,
  parseDay,
  parseInstant,
} from '../../kernel/time.ts'
import { BAR_MINUTES, type Interval, INTERVALS } from '../../market/vocabulary.ts'

/** When a row of a file is, as it is written. */
export interface RowTime {
  /** NaN where only the date can be read. */
  at: Instant
  /** The date as written: midnight of New York is a day of its own wherever the file is read. */
  day: Day
  /** True for a date alone and for midnight, whatever the offset. */
  isMidnight: boolean
}

/** What a file's rows are, or why they are nothing that can be stored: the rest of a sentence about the file. */
export type MeasuredInterval = { interval: Interval } | { fault: string }

/** Rows nearer than this are of one session: daily ones lie 23 hours apart when the clocks change. */
const ONE_SESSION_MS = 20 * HOUR_MS
/** Distances from which on they are believed before what was asked for; of fewer, all may be bars between that are missing. */
const ENOUGH = 8
/** Distances that may be off, such as those around the unfinished bar that ends a file, and of how many. */
const ODD_SHARE = 0.04
/** Distances within a session from which a file is intraday: a daily one may end with the day's unfinished bar. */
const INTRADAY_SHARE = 0.05
const MINUTES = [1, 2, 3, 5, 10, 15, 20, 30, 60, 90, 120, 180, 240, 360, 480, 720]
const LONGER = [
  { name: 'weekly', apart: 'a week', from: 5, to: 9 },
  { name: 'monthly', apart: 'a month', from: 26, to: 35 },
  { name: 'quarterly', apart: 'a quarter', from: 80, to: 100 },
  { name: 'yearly', apart: 'a year', from: 350, to: 380 },
] as const
const LONGER_SHARE = 0.8
const LONGER_LEAST = 3

/** The time of a row; null for what does not even begin with a date. */
export function rowTimeOf(text: string): RowTime | null {
  const day = parseDay(text.slice(0, 10))
  if (day === null) return null
  return {
    at: parseInstant(text) ?? Number.NaN,
    day,
    isMidnight: /^.{10}(?:[Tt ]00:00(?::00(?:[.,]0+)?)?(?:Z|z|[+-].*)?)?$/.test(text),
  }
}

/**
 * The interval of a file's bars, from the distances between them: gaps, nights and holidays leave most of them unchanged.
 * The requested interval stands unless the rows contradict it. `dated` is the answer for a file whose rows do not show it,
 * such as one with a single row.
 */
export function measureInterval(
  times: readonly RowTime[],
  asked: Interval | null,
  dated: boolean,
): MeasuredInterval {
  const rows = times
    .map((time) => (Number.isNaN(time.at) ? { ...time, at: time.day * DAY_MS } : time))
    .sort((a, b) => a.at - b.at)
  const gaps = rows.slice(1).flatMap(({ at }, i) => (at === rows[i]?.at ? [] : [at - (rows[i]?.at ?? 0)]))
  const near = gaps.filter((gap) => gap < ONE_SESSION_MS).map((gap) => gap / MINUTE_MS)
  if (near.length > gaps.length * INTRADAY_SHARE) return intraday(rows, near, asked)
  if (dated || (rows.length > 0 && areDays(rows))) return daily(rows, asked)
  if (rows.length < 2 || asked !== null) return { interval: asked ?? '1min' }
  return {
    fault: 'its rows, one a day at changing times, do not tell their interval: name it with --interval.',
  }
}

/** True for rows that stand for days: at midnight, or at one time of the day but for the hour that clocks change by. */
function areDays(rows: readonly RowTime[]): boolean {
  if (shareOf(rows, ({ isMidnight }) => isMidnight) > 1 / 2) return true
  const clock = ({ at }: RowTime): number => at % DAY_MS
  const usual = rows.map(clock).sort((a, b) => a - b)[rows.length >> 1] ?? 0
  return rows.length > 1 && shareOf(rows, (row) => Math.abs(clock(row) - usual) <= HOUR_MS) > 1 - ODD_SHARE
}

function intraday(
  rows: readonly RowTime[],
  near: readonly number[],
  asked: Interval | null,
): MeasuredInterval {
  const minutes = stepOf(near)
  const isSure = near.length >= ENOUGH
  const onGrid = shareOf(rows, ({ at }) => at % (minutes * MINUTE_MS) === 0) >= 1 - ODD_SHARE
  const fitting = INTERVALS.find((each) => each !== '1d' && BAR_MINUTES[each] === minutes)
  if (asked !== null) {
    if (asked === '1d') return isSure ? contradiction(asked, apart(minutes)) : { interval: asked }
    // Nothing lies between the bars of an interval, and everything on its grid.
    const fits = BAR_MINUTES[asked] === minutes || (!isSure && minutes % BAR_MINUTES[asked] === 0)
    return fits ? { interval: asked } : contradiction(asked, apart(minutes))
  }
  if (fitting !== undefined && (onGrid || fitting === '1min')) return { interval: fitting }
  if (fitting === undefined && minutes > BAR_MINUTES['5min']) return unsupported(apart(minutes), isSure)
  if (!isSure) return { interval: '1min' }
  return fitting === undefined
    ? unsupported(apart(minutes), isSure)
    : { fault: `its rows are ${apart(minutes)} apart and do not begin on whole bars of ${fitting}.` }
}

function daily(rows: readonly RowTime[], asked: Interval | null): MeasuredInterval {
  const days = [...new Set(rows.map(({ day }) => day))]
  const gaps = days.slice(1).map((day, i) => day - (days[i] ?? 0))
  const longer =
    gaps.length < LONGER_LEAST
      ? undefined
      : LONGER.find(({ from, to }) => shareOf(gaps, (gap) => gap >= from && gap <= to) >= LONGER_SHARE)
  const isSure = gaps.length >= ENOUGH
  const text = longer?.apart ?? 'a day'
  if (asked !== null && asked !== '1d') {
    const contradicts = isSure || (gaps.length > 0 && rows.every(({ isMidnight }) => isMidnight))
    return contradicts ? contradiction(asked, text) : { interval: asked }
  }
  if (longer === undefined || (asked === '1d' && !isSure)) return { interval: '1d' }
  return asked === null ? unsupported(text, isSure) : contradiction(asked, text)
}

/** Minutes from one bar to the next: what is usual and hardly ever less, else the longest step that divides them all. */
function stepOf(near: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const gap of near) counts.set(gap, (counts.get(gap) ?? 0) + 1)
  const [[usual, times] = [1, 0]] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])
  const isUsual = times > near.length / 2 && shareOf(near, (gap) => gap < usual) <= ODD_SHARE
  if (near.length >= ENOUGH && isUsual && Number.isInteger(usual)) return usual
  return MINUTES.findLast((step) => shareOf(near, (gap) => gap % step !== 0) <= ODD_SHARE) ?? 1
}

function shareOf<T>(all: readonly T[], is: (one: T) => boolean): number {
  return all.length === 0 ? 0 : all.filter(is).length / all.length
}

function apart(minutes: number): string {
  if (minutes === 1) return 'a minute'
  if (minutes === 60) return 'an hour'
  return minutes % 60 === 0 && minutes > 60 ? `${minutes / 60} hours` : `${minutes} minutes`
}

function contradiction(asked: Interval, text: string): MeasuredInterval {
  return { fault: `--interval ${asked} contradicts its rows, which are ${text} apart.` }
}

function unsupported(text: string, isSure: boolean): MeasuredInterval {
  const known = 'only bars of 1min, 5min and 1d are stored'
  const hint = isSure ? '.' : '; where bars between them are missing, name theirs with --interval.'
  return { fault: `its rows are ${text} apart, and ${known}${hint}` }
}

/** Milliseconds on whose multiples the bars of an interval begin. */
export function gridOf(interval: Interval): number {
  return interval === '1d' ? DAY_MS : BAR_MINUTES[interval] * MINUTE_MS
}
