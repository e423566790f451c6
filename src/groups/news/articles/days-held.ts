import { DAY_MS, type Instant } from '../../../kernel/time.ts'
import type { ArticleIndex } from './article-index.ts'

/** The archive begins on the first day with this part of the articles of an average day: feeds bring some older ones when they are first read. */
const PART_OF_AVERAGE = 0.25

/** How many days before a moment the archive reaches back, rounded and at most `most`. */
export function daysHeld(index: Pick<ArticleIndex, 'places'>, before: Instant, most: number): number {
  const count = (from: Instant, to: Instant): number => {
    const { first, end } = index.places({ from, to: to - 1 })
    return end - first
  }
  const counts = Array.from({ length: most }, (_, day) =>
    count(before - (day + 1) * DAY_MS, before - day * DAY_MS),
  )
  const average = counts.reduce((sum, each) => sum + each, 0) / most
  const first = counts.findLastIndex((each) => each > 0 && each >= PART_OF_AVERAGE * average)
  if (first < 0) return 0
  const begin = before - (first + 1) * DAY_MS
  return count(begin, begin + DAY_MS / 2) > 0 ? first + 1 : first
}
