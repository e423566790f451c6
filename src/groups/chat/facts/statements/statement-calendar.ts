import type { Day } from '../../../../kernel/time.ts'
import type { CompanyStatements } from '../../../../ports/instruments.ts'
import type { BalancePoint, FlowPeriod } from '../../../../ports/fundamentals.ts'
import { isMixedShare, isOfBalance, type StatementMetric } from '../../understanding/intents/metrics.ts'
import type { CalendarStretch } from '../../understanding/times/periods.ts'
import type { Days } from '../../understanding/times/time-spans.ts'
import type { AnswerPeriod } from './statement-periods.ts'

/** Most days by which fiscal periods of whole weeks differ from their calendar months. */
const NEAR_DAYS = 10
/** How long a balance sheet counts as the newest. */
const BALANCE_DAYS = 200
const MOST_QUARTERS = 20
/** Most periods listed for a range that no periods cover. */
const MOST_OVERLAPPING = 12

const isNear = (one: Day, other: Day): boolean => Math.abs(one - other) <= NEAR_DAYS

/** How a range is answered: as one, by its two ends, or by each period in it. */
export type CalendarTelling = 'whole' | 'ends' | 'each'

/**
 * The fiscal periods that calendar ranges mean: the balance sheet at the end of one, or the last before it; for flows the year or the
 * quarters that cover it, which are summed; otherwise the quarters it overlaps, with a note. Null when flows are asked for and no quarters
 * are stored at all, so that only fiscal years can answer; empty when nothing is known for the range. For a range that is open at one end,
 * every period that ended in it.
 */
export function calendarPeriods(
  statements: CompanyStatements,
  metrics: readonly StatementMetric[],
  { stretches, telling }: { stretches: readonly CalendarStretch[]; telling: CalendarTelling },
): AnswerPeriod[] | null {
  const balances = metrics.filter((metric) => isOfBalance(metric))
  const ratios = metrics.filter(isOfYears)
  const flows = metrics.filter((metric) => !isOfBalance(metric) && !isOfYears(metric))
  const found = stretches.flatMap(({ days: all, ends, isOpen }) => {
    const { balancesOf, flowsOf } = READ[isOpen ? 'ended' : telling]
    return (telling === 'ends' && ends !== null ? ends : [all]).flatMap((days) => [
      ...balancesOf(statements, balances, days),
      ...flowsOf(statements, flows, days),
      ...yearsCovering(statements, ratios, days),
    ])
  })
  return found.length === 0 && flows.length > 0 && statements.quarterly.length === 0 ? null : found
}

type Read = (statements: CompanyStatements, metrics: readonly StatementMetric[], days: Days) => AnswerPeriod[]

const AS_ONE: { balancesOf: Read; flowsOf: Read } = { balancesOf: balanceAtEnd, flowsOf: flowsCovering }

/** How balances and flows of a range are read. */
const READ: Readonly<Record<CalendarTelling | 'ended', { balancesOf: Read; flowsOf: Read }>> = {
  whole: AS_ONE,
  ends: AS_ONE,
  each: { balancesOf: balancesIn, flowsOf: flowsIn },
  // Only one end is named.
  ended: {
    balancesOf: ({ balances }, metrics, days) => endedIn(balances, metrics, days),
    flowsOf: ({ quarterly }, metrics, days) => endedIn(quarterly, metrics, days),
  },
}

/** Yearly earnings relative to a balance: answered for the last fiscal year that has ended. */
const OF_YEARS: ReadonlySet<StatementMetric> = new Set([
  'returnOnEquity',
  'returnOnAssets',
  'netDebtToEbitda',
])

const isOfYears = (metric: StatementMetric): boolean => OF_YEARS.has(metric) || isMixedShare(metric)

function yearsCovering(
  { annual }: CompanyStatements,
  metrics: readonly StatementMetric[],
  [, to]: Days,
): AnswerPeriod[] {
  const year = annual.find(({ end }) => end <= to + NEAR_DAYS)
  return metrics.length === 0 || year === undefined
    ? []
    : [{ period: { year: year.fiscalYear, quarter: null }, metrics }]
}

function balanceAtEnd(
  { balances }: CompanyStatements,
  metrics: readonly StatementMetric[],
  [, to]: Days,
): AnswerPeriod[] {
  if (metrics.length === 0) return []
  const near = balances.filter(({ end }) => isNear(end, to))
  const before = balances.filter(({ end }) => end <= to && end > to - BALANCE_DAYS)
  // Newest first, as they are stored.
  const found =
    near.toSorted((one, other) => Math.abs(one.end - to) - Math.abs(other.end - to))[0] ?? before[0]
  return found === undefined ? [] : [{ period: periodOf(found), metrics }]
}

function balancesIn(
  { balances }: CompanyStatements,
  metrics: readonly StatementMetric[],
  [from, to]: Days,
): AnswerPeriod[] {
  const inside = balances.filter(({ end }) => end >= from - NEAR_DAYS && end <= to + NEAR_DAYS)
  return metrics.length === 0
    ? []
    : inside.toReversed().map((point) => ({ period: periodOf(point), metrics }))
}

function flowsIn(
  { quarterly }: CompanyStatements,
  metrics: readonly StatementMetric[],
  [from, to]: Days,
): AnswerPeriod[] {
  const inside = quarterly.filter(({ start, end }) => start <= to && end >= from)
  return metrics.length === 0 ? [] : inside.toReversed().map((flow) => ({ period: periodOf(flow), metrics }))
}

function endedIn(
  newestFirst: ReadonlyArray<FlowPeriod | BalancePoint>,
  metrics: readonly StatementMetric[],
  [from, to]: Days,
): AnswerPeriod[] {
  const ended = newestFirst.filter(({ end }) => end >= from && end <= to + NEAR_DAYS)
  return metrics.length === 0 ? [] : ended.toReversed().map((point) => ({ period: periodOf(point), metrics }))
}

function flowsCovering(
  { annual, quarterly }: CompanyStatements,
  metrics: readonly StatementMetric[],
  [from, to]: Days,
): AnswerPeriod[] {
  if (metrics.length === 0) return []
  const year = annual.find(({ start, end }) => isNear(end, to) && (isNear(start, from) || from === to))
  if (year !== undefined) return [{ period: periodOf(year), metrics }]
  const ascending = quarterly.toReversed()
  const inside = ascending.filter(({ start, end }) => start >= from - NEAR_DAYS && end <= to + NEAR_DAYS)
  const [first, last] = [inside[0], inside.at(-1)]
  const covers =
    first !== undefined && last !== undefined && isNear(first.start, from) && isNear(last.end, to)
  if (covers && inside.length <= MOST_QUARTERS)
    return [
      inside.length === 1
        ? { period: periodOf(last), metrics }
        : { period: periodOf(last), metrics, quarters: inside.length },
    ]
  const overlapping =
    from === to
      ? endingAt(ascending, to)
      : ascending.filter(({ start, end }) => start <= to && end >= from).slice(-MOST_OVERLAPPING)
  // The note is needed once.
  return overlapping.map((flow, at) => ({
    period: periodOf(flow),
    metrics,
    onlyOverlaps: at === 0 && (from !== to || !isNear(flow.end, to)),
  }))
}

/** The quarter that ends near a day, otherwise the one that contains it. */
function endingAt(ascending: readonly FlowPeriod[], day: Day): FlowPeriod[] {
  const found =
    ascending.find(({ end }) => isNear(end, day)) ??
    ascending.find(({ start, end }) => start <= day && end >= day)
  return found === undefined ? [] : [found]
}

const periodOf = ({
  fiscalYear: year,
  fiscalQuarter: quarter,
}: FlowPeriod | BalancePoint): AnswerPeriod['period'] => ({
  year,
  quarter,
})
