import { DAY_MS } from '../../../kernel/time.ts'
import type { Metric } from './intents/metrics.ts'
import type { NamedTimes } from './times/periods.ts'

/** What is told of an instrument of which nothing in particular is asked. */
const OVERVIEW: readonly Metric[] = ['price', 'marketCap', 'peTtm', 'revenue', 'netIncome', 'news']
/** The same where a time is named: "Tesla last week". */
const OF_A_TIME: readonly Metric[] = ['performance', 'news']
/** The same of a day that is so far from another: "Apple one year after its listing". */
const OF_A_DAY: readonly Metric[] = ['price', 'performance']
/** Of less no statements are. */
const SHORT_MS = 80 * DAY_MS

/** What is told where nothing in particular is asked, by the time that is named. */
export function overviewOf({ range, fiscal, edge }: NamedTimes): readonly Metric[] {
  // A year alone is one of statements, too.
  const isOfStatements = range !== null && fiscal.length > 0 && range.to - range.from > SHORT_MS
  if (isOfStatements && edge !== null) return OF_A_DAY
  return range === null || isOfStatements ? OVERVIEW : OF_A_TIME
}
