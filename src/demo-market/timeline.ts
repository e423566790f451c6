import { dayOf, weekdayOf } from '../kernel/time.ts'
import type { Day } from '../kernel/time.ts'

/** The day whose prices the data files give; every price path starts there and runs both ways. */
export const ANCHOR_DAY: Day = dayOf(2026, 8, 21)

/** The simulated days; outside them the market has no data. */
export const FIRST_DAY: Day = dayOf(1990, 1, 1)
export const LAST_DAY: Day = dayOf(2049, 12, 31)

/** The first day with bars: two weeks in, so that each has a session before it. */
export const FIRST_BAR_DAY: Day = FIRST_DAY + 14

const DAYS_PER_YEAR = 365.25

/** Monday to Friday for securities, every day for crypto assets. */
export type Timeline = 'weekdays' | 'days'

/** Years from the anchor day, negative before it. */
export function yearsFromAnchor(day: Day): number {
  return (day - ANCHOR_DAY) / DAYS_PER_YEAR
}

/** Steps of a timeline from the anchor to a day; a weekend belongs to the Friday before it. */
export function stepOf(timeline: Timeline, day: Day): number {
  return timeline === 'days' ? day - ANCHOR_DAY : weekdayCount(day) - weekdayCount(ANCHOR_DAY)
}

/** The day of a step: the inverse of `stepOf`. */
export function dayOfStep(timeline: Timeline, step: number): Day {
  if (timeline === 'days') return ANCHOR_DAY + step
  const count = weekdayCount(ANCHOR_DAY) + step
  const week = Math.floor(count / 5)
  return week * 7 + (count - week * 5) + MONDAY_OFFSET
}

/** Days from a Monday to 1970-01-01, a Thursday. */
const MONDAY_OFFSET = -3

function weekdayCount(day: Day): number {
  const sinceMonday = (weekdayOf(day) + 6) % 7
  return Math.floor((day - MONDAY_OFFSET) / 7) * 5 + Math.min(sinceMonday, 4)
}

/**
 * Growth of a price level since the anchor, as a logarithm: steady before it, and at most `LONG_RUN_GROWTH` after,
 * since nothing grows by 30 % a year for ever.
 */
export function trend(growth: number, years: number): number {
  return years < 0 ? growth * years : Math.min(growth, LONG_RUN_GROWTH) * years
}

const LONG_RUN_GROWTH = 0.06
