import type { Day } from '../../../kernel/time.ts'
import type { Fact } from './facts.ts'

/** A fiscal year by its first and last day; of the year under way the last day is only expected. */
export interface YearFrame {
  start: Day
  end: Day
  open: boolean
}

/**
 * The last day before a fiscal year and the last days of its four quarters; null where no filing states it, and at the end
 * of the year under way.
 */
export type QuarterEnds = readonly [Day, Day | null, Day | null, Day | null, Day | null]

/** Filings write the same 52 or 53 weeks now with their true dates, now as calendar months: up to six days apart. */
export const DATE_SLACK_DAYS = 7
/**
 * Days from a year's first day to the ends of its first three quarters: from 12 weeks a quarter with a long last one to
 * 16 weeks in the first (bounds of XBRL US rule DQC_0006).
 */
const QUARTER_END_DAYS = [
  { min: 77, max: 119 },
  { min: 154, max: 204 },
  { min: 238, max: 287 },
]
const QUARTER_DAYS = { min: 77, max: 125 }

/**
 * Where the quarters of a year end. The dates of periods that begin with the year, and of periods of a quarter's
 * length inside it, are counted; the most frequent date near each quarter's end is taken.
 */
export function findQuarterEnds(year: YearFrame, facts: readonly Fact[]): QuarterEnds {
  const counts = QUARTER_END_DAYS.map(() => new Map<Day, number>())
  const count = (day: Day): void => {
    const days = day - year.start + 1
    const quarter = QUARTER_END_DAYS.findIndex(({ min, max }) => days >= min && days <= max)
    const dates = counts[quarter]
    dates?.set(day, (dates.get(day) ?? 0) + 1)
  }
  for (const { start, end } of facts) {
    if (start === null || start < year.start - DATE_SLACK_DAYS || end > year.end + DATE_SLACK_DAYS) continue
    const days = end - start + 1
    const isFirst = start <= year.start + DATE_SLACK_DAYS
    const isQuarter = days >= QUARTER_DAYS.min && days <= QUARTER_DAYS.max
    if (isFirst || isQuarter) count(end)
    if (!isFirst && isQuarter) count(start - 1)
  }
  const [first = null, second = null, third = null] = counts.map(mostCounted)
  return [year.start - 1, first, second, third, year.open ? null : year.end]
}

function mostCounted(counts: ReadonlyMap<Day, number>): Day | null {
  let best: Day | null = null
  for (const [day, count] of counts) {
    if (best === null || count > (counts.get(best) ?? 0)) best = day
  }
  return best
}
