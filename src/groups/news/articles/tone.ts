import { fail } from '../../../kernel/fail.ts'
import { createPause } from '../../../kernel/pause.ts'
import type { Instant } from '../../../kernel/time.ts'
import type { Mentions, Sign } from './article-index.ts'

/** Points of a chart: more than two years of days, three months of hours. */
const MOST_POINTS = 2_200
/** Mentions between two looks at the clock. */
const PIECE = 1_024

/**
 * Mentions of each stretch of time that has any, by its number since 1970, ascending. Of the largest companies there are hundreds of
 * thousands: what else waits has its turn in between. Throws 422 `RANGE_TOO_LARGE`.
 */
export async function toneOverTime(
  mentions: Iterable<{ at: Instant; relevance: number; sentiment: Sign }>,
  { widthMs, signal }: { widthMs: number; signal: AbortSignal },
): Promise<Array<[at: number, Mentions]>> {
  const pause = createPause(signal)
  const points = new Map<number, Mentions>()
  let read = 0
  for (const mention of mentions) {
    if (++read % PIECE === 0) await pause()
    const at = Math.floor(mention.at / widthMs)
    let point = points.get(at)
    if (point === undefined) {
      point = { mentions: 0, positive: 0, negative: 0, relevance: 0 }
      points.set(at, point)
      if (points.size > MOST_POINTS) {
        fail(
          'RANGE_TOO_LARGE',
          `The range has more than ${MOST_POINTS} points: shorten it or use interval=1d.`,
        )
      }
    }
    point.mentions++
    point.relevance += mention.relevance
    if (mention.sentiment > 0) point.positive++
    if (mention.sentiment < 0) point.negative++
  }
  return [...points].toSorted(([one], [other]) => one - other)
}
