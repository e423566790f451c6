import { addMonths, dayOf, daysInMonth, fieldsOf, weekdayOf } from '../kernel/time.ts'
import { uniform } from './random.ts'
import type { Day } from '../kernel/time.ts'
import type { Stream } from './random.ts'

/** A quarter of a fiscal year, which is labelled by the calendar year it ends in. */
export interface FiscalQuarter {
  /** `fiscalYear` × 4 + `quarter` − 1: consecutive quarters have consecutive numbers. */
  number: number
  fiscalYear: number
  quarter: 1 | 2 | 3 | 4
  start: Day
  end: Day
}

const QUARTERS = [1, 2, 3, 4] as const
/** Days from the end of a quarter to the publication of its results; annual accounts take longer. */
const SHORTEST_LAG = 30
const LAG_SPREAD = 14
const ANNUAL_EXTRA = 12

/** The quarter of a number, for fiscal years that end with the given month (1 to 12). */
export function fiscalQuarter(yearEnd: number, number: number): FiscalQuarter {
  const fiscalYear = Math.floor(number / 4)
  const quarter = QUARTERS[number - fiscalYear * 4] ?? 1
  const firstOfEndMonth = addMonths(dayOf(fiscalYear, yearEnd, 1), -3 * (4 - quarter))
  const { year, month } = fieldsOf(firstOfEndMonth)
  return {
    number,
    fiscalYear,
    quarter,
    start: addMonths(firstOfEndMonth, -2),
    end: dayOf(year, month, daysInMonth(year, month)),
  }
}

/** The number of the quarter a day falls in. */
export function quarterNumberOn(yearEnd: number, day: Day): number {
  const { year, month } = fieldsOf(day)
  const monthsIntoYear = (((month - yearEnd - 1) % 12) + 12) % 12
  const fiscalYear = month > yearEnd ? year + 1 : year
  return fiscalYear * 4 + Math.floor(monthsIntoYear / 3)
}

/** The weekday on which a quarter's results are published, before the market opens. */
export function publicationDay(results: Stream, quarter: FiscalQuarter): Day {
  const annual = quarter.quarter === 4 ? ANNUAL_EXTRA : 0
  const lag = SHORTEST_LAG + annual + Math.floor(LAG_SPREAD * uniform(results, 0))
  const day = quarter.end + lag
  return day + (WEEKEND_SHIFT[weekdayOf(day)] ?? 0)
}

/** Days from Sunday or Saturday to the Monday after. */
const WEEKEND_SHIFT: Readonly<Record<number, number>> = { 0: 1, 6: 2 }
