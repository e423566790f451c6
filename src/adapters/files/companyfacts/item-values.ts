import { type Reported, spanKey, type YearSpans } from './reported.ts'
import type { FlowName } from './statement-lines.ts'
import { type Period, PERIODS, synonyms, yearValues, type YearValues } from './year-values.ts'

/** True when a tag's value for a period is to be taken before the one found in a tag of higher preference. */
type Choice = (value: Reported, best: Reported) => boolean

const isNewer: Choice = (value, best) => value.filed > best.filed

/**
 * Lines whose tags are names for one thing that filers change between: the value filed last counts, so that a restatement
 * under a new name replaces the value under the old one.
 */
const SYNONYMS: ReadonlySet<FlowName> = new Set<FlowName>([
  'revenue',
  'costOfRevenue',
  'epsDiluted',
  'dilutedShares',
])

/** Notes use the tags of depreciation for parts of it: the largest is the total. */
const CHOICES: Readonly<Partial<Record<FlowName, Choice>>> = {
  depreciationAmortization: (value, best) => value.value > best.value,
}

/** The values of an item over a year: for each period what is reported in any tag, then what a tag yields. */
export function itemValues(name: FlowName, tags: readonly YearSpans[]): YearValues {
  const derivation = { perShare: name === 'epsDiluted' }
  const values = tags.map((spans) => yearValues(spans, derivation))
  if (!SYNONYMS.has(name)) return PERIODS.map((period) => choose(values, period, CHOICES[name]))
  const reported = tags.map(reportedValues)
  // Two names for revenue may be a total and a part of it: a tag's own difference is safer than another's figure.
  const best = name === 'revenue' ? values : reported
  // A filer that changes names during a year leaves quarters that are the rest between two of them.
  const mixed = yearValues(synonyms(tags), derivation)
  return PERIODS.map(
    (period) => choose(best, period, isNewer) ?? choose(values, period, isNewer) ?? mixed[period] ?? null,
  )
}

/** The year and its quarters as far as they are reported themselves. */
export function reportedValues(spans: YearSpans): YearValues {
  return PERIODS.map(
    (period) => spans.get(period === 0 ? spanKey(0, 4) : spanKey(period - 1, period)) ?? null,
  )
}

function choose(
  tags: readonly YearValues[],
  period: Period,
  isBetter: Choice = () => false,
): Reported | null {
  let best: Reported | null = null
  for (const values of tags) {
    const value = values[period] ?? null
    if (value !== null && (best === null || isBetter(value, best))) best = value
  }
  return best
}
