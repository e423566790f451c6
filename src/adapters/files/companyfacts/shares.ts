import type { Day } from '../../../kernel/time.ts'
import { type Fact, factsOf, type FactTable } from './facts.ts'
import { DATE_SLACK_DAYS } from './fiscal-quarters.ts'
import { byFiling } from './reported.ts'
import { type InferredSplit, sharesSince } from './splits.ts'
import { COVER_SHARES, STATEMENT_TAXONOMIES, TAGS } from './tags.ts'

const SHARES = 'shares'
/** A count from more than an annual filing before the newest statement says nothing of today. */
const MAX_AGE_DAYS = 400
/** A cover page counts its shares that many days after the end of its period at most; the next one counts later. */
const COVER_DAYS = 90
/** The cover page, then the balance sheets. */
const COUNT_TAGS = [
  COVER_SHARES,
  ...STATEMENT_TAXONOMIES.flatMap((taxonomy) =>
    TAGS[taxonomy].sharesOutstanding.map((tag) => `${taxonomy}:${tag}`),
  ),
]

/**
 * The newest count of shares on today's split basis: the cover page's, the classes of one cover page summed, else the
 * balance sheet's. Null when neither is within 400 days of `newest`, the end of the newest period reported.
 */
export function sharesOutstanding(
  table: FactTable,
  splits: readonly InferredSplit[],
  newest: Day | null,
): number | null {
  const counts = COUNT_TAGS.map((tag) => newestCount(factsOf(table, tag, SHARES))).filter(
    (count) => count !== null,
  )
  // The cover page comes first and is younger than the balance sheet of its filing, unless it stopped to give a count.
  const [count] = counts.toSorted((a, b) => b.end - a.end)
  if (count === undefined || (newest !== null && count.end < newest - MAX_AGE_DAYS)) return null
  return wholeShares(count.value * sharesSince(splits, count.filed))
}

/** Null for a part of one share, which a wrong count makes of a reverse split. */
function wholeShares(count: number): number | null {
  return Math.round(count) || null
}

/**
 * The count nearest to the end of a period, on the split basis of the newest filing: the balance sheet's, else that of the
 * cover page of a report about the period.
 */
export function sharesAt(table: FactTable, splits: readonly InferredSplit[], end: Day): number | null {
  const nearest = shareCountAt(table, end)
  return nearest === null ? null : wholeShares(nearest.value * sharesSince(splits, nearest.filed))
}

/** The same as it was filed, with the facts that it is the sum of. */
export function shareCountAt(table: FactTable, end: Day): ShareCount | null {
  const counts = COUNT_TAGS.flatMap((tag) => {
    const near = factsOf(table, tag, SHARES).filter(
      (fact) => fact.value > 0 && fact.end >= end - DATE_SLACK_DAYS && fact.end <= end + COVER_DAYS,
    )
    const day = Math.min(...near.map((fact) => fact.end))
    return newestCount(near.filter((fact) => fact.end === day)) ?? []
  })
  return counts.toSorted((a, b) => a.end - b.end)[0] ?? null
}

interface ShareCount extends Pick<Fact, 'end' | 'filed' | 'value'> {
  facts: readonly Fact[]
}

/** The count of the newest day, as its newest filing has it; a filing with several counts for a day has classes. */
function newestCount(facts: readonly Fact[]): ShareCount | null {
  const counted = facts.filter(({ value }) => value > 0)
  const end = Math.max(...counted.map((fact) => fact.end))
  const newest = counted.filter((fact) => fact.end === end).toSorted(byFiling)
  const last = newest.at(-1)
  if (last === undefined) return null
  const ofFiling = newest.filter(({ accession }) => accession === last.accession)
  const classes = ofFiling.filter(
    ({ value }, at) => ofFiling.findIndex((other) => other.value === value) === at,
  )
  const value = classes.reduce((sum, each) => sum + each.value, 0)
  return { end, filed: last.filed, value, facts: classes }
}
