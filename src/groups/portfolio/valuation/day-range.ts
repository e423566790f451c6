import { fail } from '../../../kernel/fail.ts'
import { type Day, parseDay } from '../../../kernel/time.ts'

/** Days of a query, which the schema has found to be days. */
export interface DayRangeQuery {
  from?: string
  to?: string
}

/**
 * The days that a query means, both inclusive: up to today unless said, and at the latest; from what follows from the last day unless said. Throws 422
 * `INVALID_DATE_RANGE` where they end before they begin.
 */
export function rangeOf<First extends Day | null>(
  query: DayRangeQuery,
  { today, first }: { today: Day; first: (to: Day) => First },
): { from: Day | First; to: Day } {
  const to = Math.min(parseDay(query.to ?? '') ?? today, today)
  const from = query.from === undefined ? first(to) : (parseDay(query.from) ?? first(to))
  if (from !== null && from > to) fail('INVALID_DATE_RANGE', 'from must not be after to, or after today.')
  return { from, to }
}

/**
 * The first day of a range that something is stored of, its last where nothing is: no query makes anybody compute days without anything.
 * @param stored The first day of what is stored; null for nothing.
 */
export const firstStored = ({ from, to }: { from: Day; to: Day }, stored: Day | null): Day =>
  Math.min(Math.max(from, stored ?? to), to)

/** The last day of which rows count in a range: up to today they do also where their day has begun in the east alone, as in what is held now. */
export const lastRowDay = (to: Day, today: Day): Day => (to >= today ? Number.POSITIVE_INFINITY : to)
