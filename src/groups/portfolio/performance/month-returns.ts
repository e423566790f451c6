import { type Day, fieldsOf } from '../../../kernel/time.ts'
import type { MonthReturn } from '../../../ports/portfolio.ts'
import type { PerformanceNumbers } from './performance-reply.ts'

/** What was returned in each calendar month up to a day, ascending; none where a return is not known. */
export function monthReturns(
  { first, points: { twr } }: Pick<PerformanceNumbers, 'first'> & { points: { twr: Float64Array } },
  to: Day,
): MonthReturn[] {
  const months: MonthReturn[] = []
  let before = 1
  for (const [at, total] of twr.entries()) {
    const day = first + at
    if (day > to || (day < to && fieldsOf(day + 1).date !== 1)) continue
    const level = 1 + total
    if (!(level > 0)) return []
    months.push({ to: day, twr: level / before - 1 })
    before = level
  }
  return months
}
