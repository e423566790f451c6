import { dayOf, formatDay } from '../../../../kernel/time.ts'
import type { BalancePoint, FlowPeriod } from '../../../../ports/fundamentals.ts'
import type { CompanyStatements } from '../../../../ports/instruments.ts'
import { isOfBalance, type StatementMetric } from '../../understanding/intents/metrics.ts'
import { movedPeriods } from '../../understanding/times/period-moves.ts'
import { quartersOf } from '../../understanding/times/fiscal-periods.ts'
import type { FiscalPeriod, PeriodMove, ReportedPeriods } from '../../understanding/times/periods.ts'
import type { Period } from './statement-lines.ts'
import { trailingQuarters, trailingSum } from './trailing-quarters.ts'

/** Most days by which a quarter of whole weeks ends after its calendar month. */
const DAYS_LATE = 7
/** Most years listed by quarter. */
const MOST_BY_QUARTER = 10

/** A period to be reported. */
export interface AnswerPeriod {
  period: FiscalPeriod
  metrics: readonly StatementMetric[]
  /** Whether it is the twelve months up to a quarter's end. */
  isTrailing?: boolean
  /** How many quarters up to the period are summed. */
  quarters?: number
  /** Whether it only overlaps the range that was asked for. */
  onlyOverlaps?: boolean
}

/** The chronological order of periods, a year counting as its last quarter. */
export const orderOf = ({ period: { year, quarter } }: AnswerPeriod): number => year * 4 + (quarter ?? 4)

/** Whether anything is stored for a period. */
export const isKnown = ({ flow, balance }: Period): boolean => flow !== undefined || balance !== undefined

/** Flows summed over the newest four quarters, and the newest balance sheet, which has no sum. */
export function trailingPeriods(
  { quarterly, balances }: CompanyStatements,
  metrics: readonly StatementMetric[],
  moves: readonly PeriodMove[],
): AnswerPeriod[] {
  const periodsFrom = (
    newest: FlowPeriod | BalancePoint | undefined,
    isTrailing: boolean,
  ): AnswerPeriod[] => {
    const asked = metrics.filter((metric) => isOfBalance(metric) !== isTrailing)
    return newest === undefined || asked.length === 0
      ? []
      : moves
          .reduce(movedPeriods, [fiscalOf(newest)])
          .map((period) => ({ period, metrics: asked, isTrailing }))
  }
  return [...periodsFrom(quarterly[0], true), ...periodsFrom(balances[0], false)]
}

/** Flows of the newest year, and lines of the newest balance sheet, which may be of a later quarter. */
export function latestPeriods(
  statements: CompanyStatements,
  metrics: readonly StatementMetric[],
): AnswerPeriod[] {
  const { annual, balances } = statements
  const [year, balance] = [annual[0], balances[0]]
  const isLater = balance !== undefined && (year === undefined || balance.end > year.end)
  const periodsFrom = (
    period: FlowPeriod | BalancePoint | undefined,
    asked: readonly StatementMetric[],
  ): AnswerPeriod[] =>
    period === undefined || asked.length === 0 ? [] : [{ period: fiscalOf(period), metrics: asked }]
  if (!isLater) return periodsFrom(year, metrics)
  const ofBalances = metrics.filter((metric) => isOfBalance(metric))
  return [
    ...periodsFrom(
      year,
      metrics.filter((metric) => !isOfBalance(metric)),
    ),
    ...periodsFrom(balance, ofBalances),
  ]
}

const fiscalOf = ({ fiscalYear: year, fiscalQuarter: quarter }: FlowPeriod | BalancePoint): FiscalPeriod => ({
  year,
  quarter,
})

/** The newest reported periods that a question asks for, shifted as it says. */
export const askedPeriods = (
  statements: CompanyStatements,
  reported: ReportedPeriods | null,
): FiscalPeriod[] => (reported?.moves ?? []).reduce(movedPeriods, newestPeriods(statements, reported))

function newestPeriods(
  { annual, quarterly, balances }: CompanyStatements,
  reported: ReportedPeriods | null,
): FiscalPeriod[] {
  const { unit = 'year', count = 1, quarters, endsIn, isByQuarter = false } = reported ?? {}
  const flows = unit === 'quarter' ? quarterly : annual
  // A company may publish balance sheets alone.
  const all = unit === 'quarter' ? [...flows, ...balances] : flows
  if (endsIn !== undefined) {
    return [endsIn.year, ...(endsIn.others ?? [])].flatMap((year) => {
      const [from, to] = [dayOf(year, endsIn.month, 1), dayOf(year, endsIn.month + 1, DAYS_LATE)]
      return all
        .filter(({ end }) => end >= from && end <= to)
        .slice(0, 1)
        .map(fiscalOf)
    })
  }
  if (quarters !== undefined) {
    return quarters.flatMap((quarter) => {
      const newest = all.find(({ fiscalQuarter }) => fiscalQuarter === quarter)
      return newest === undefined ? [] : [fiscalOf(newest)]
    })
  }
  const newest = flows.slice(0, count).map(fiscalOf)
  return isByQuarter
    ? newest.slice(0, MOST_BY_QUARTER).flatMap((year) => quartersOf(year).toReversed())
    : newest
}

/** What is stored for a period. */
export function periodOf(
  statements: CompanyStatements,
  { period, isTrailing, quarters }: AnswerPeriod,
): Period {
  if (isTrailing === true) return trailingPeriod(statements, period)
  if (quarters !== undefined) return quartersTogether(statements, period, quarters)
  const { annual, quarterly, balances } = statements
  const { year, quarter } = period
  const flows = quarter === null ? annual : quarterly
  const label = labelOf(period)
  return {
    label,
    called: label,
    flow: flows.find((flow) => flow.fiscalYear === year && flow.fiscalQuarter === quarter),
    balance: balances.find((point) => point.fiscalYear === year && point.fiscalQuarter === (quarter ?? 4)),
    parts: [],
  }
}

const NO_PERIOD: Period = { label: '', called: '', flow: undefined, balance: undefined, parts: [] }

function quartersTogether({ quarterly }: CompanyStatements, last: FiscalPeriod, count: number): Period {
  const parts = trailingQuarters(quarterly, last, count)
  const [first, newest] = [parts[0], parts.at(-1)]
  if (first === undefined || newest === undefined) return NO_PERIOD
  const label = `${labelOf(fiscalOf(first))} to ${labelOf(fiscalOf(newest))}`
  return {
    label,
    called: `${label} together`,
    start: first.start,
    flow: trailingSum(parts, newest),
    balance: undefined,
    parts,
  }
}

function trailingPeriod({ quarterly }: CompanyStatements, last: FiscalPeriod): Period {
  const parts = trailingQuarters(quarterly, last)
  const [first, newest] = [parts[0], parts.at(-1)]
  if (first === undefined || newest === undefined) return NO_PERIOD
  return {
    label: `TTM to ${formatDay(newest.end)}`,
    called: `the trailing twelve months (TTM, ${labelOf(fiscalOf(first))} to ${labelOf(fiscalOf(newest))})`,
    flow: trailingSum(parts, newest),
    balance: undefined,
    parts,
  }
}

/** `FY2024`, `Q3FY2024`. */
function labelOf({ year, quarter }: FiscalPeriod): string {
  return quarter === null ? `FY${year}` : `Q${quarter}FY${year}`
}
