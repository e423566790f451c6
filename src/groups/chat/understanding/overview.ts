import { DAY_MS } from '../../../kernel/time.ts'
import type { Metric } from './intents/metrics.ts'
import type { NamedTimes } from './times/periods.ts'

/** Metrics of an overview: an instrument is named and nothing in particular is asked. */
const OVERVIEW: readonly Metric[] = ['price', 'marketCap', 'peTtm', 'revenue', 'netIncome', 'news']
/** The same when a time is named: "Tesla last week". */
const OF_A_TIME: readonly Metric[] = ['performance', 'news']
/** The same for a day at some distance from another: "Apple one year after its listing". */
const OF_A_DAY: readonly Metric[] = ['price', 'performance']
/** A shorter period has no statements. */
const SHORT_MS = 80 * DAY_MS

/** The metrics of an overview, by the time that the question names. */
export function overviewOf({ range, fiscal, edge }: NamedTimes): readonly Metric[] {
  // A year may be a fiscal year as well.
  const isOfStatements = range !== null && fiscal.length > 0 && range.to - range.from > SHORT_MS
  if (isOfStatements && edge !== null) return OF_A_DAY
  return range === null || isOfStatements ? OVERVIEW : OF_A_TIME
}
