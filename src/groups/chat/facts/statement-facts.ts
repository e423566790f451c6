import { nameId } from '../../../kernel/ids.ts'
import { DAY_MS, dayOf, formatDay } from '../../../kernel/time.ts'
import type { BalancePoint, FlowPeriod } from '../../../ports/fundamentals.ts'
import type { CompanyStatements, InstrumentSummary } from '../../../ports/instruments.ts'
import { METRIC_NAMES, type StatementMetric } from '../understanding/metrics.ts'
import type { Against, FiscalPeriod, ReportedPeriods } from '../understanding/periods.ts'
import type { Fact, Measure } from './facts.ts'
import { nameOf, percent } from './say.ts'
import {
  calledInside,
  changeSentence,
  compoundSentence,
  isFraction,
  type Period,
  say,
  valueOf,
  workings,
} from './statement-lines.ts'
import { quarterBefore, trailingQuarters, trailingSum } from './trailing-quarters.ts'

/** What is asked of a company's statements. */
export interface StatementQuestion {
  metrics: readonly StatementMetric[]
  periods: readonly FiscalPeriod[]
  /** The newest of them where no period is named; null for the newest year. */
  reported: ReportedPeriods | null
  /** Whether the change is asked for, against the same period a year before if nothing else is said. */
  change: boolean
  /** Whether the compound annual growth rate over the years is asked for. */
  compound?: boolean
  /** What the change is measured against. `period` asks for the change by itself. */
  against?: Against | null
}

/** Periods of one company that one answer tells of, the newest. */
const MOST_PERIODS = 12
const YEARS_OF_GROWTH = 5
/** Days by which a quarter of whole weeks may end after the month that it is named after. */
const DAYS_LATE = 7
const BALANCES: ReadonlySet<StatementMetric> = new Set([
  'totalAssets',
  'totalLiabilities',
  'totalEquity',
  'cashAndEquivalents',
  'totalDebt',
  'debtToEquity',
])

/** What is told of one period. */
interface Told {
  period: FiscalPeriod
  metrics: readonly StatementMetric[]
  /** Whether it is of the twelve months to the end of the period, a quarter. */
  isTrailing?: boolean
}

/**
 * Lines of a company's statements, one record for each period. A period that is not known gives none: what is missing is said by whoever asked.
 */
export function statementFacts(
  company: InstrumentSummary,
  statements: CompanyStatements,
  { metrics, periods, reported: asked, change, against = null, compound = false }: StatementQuestion,
): Fact[] {
  const reported = compound ? yearsOfGrowth(asked) : asked
  const all =
    periods.length === 0 && reported?.unit === 'twelveMonths'
      ? trailingTold(statements, metrics)
      : (periods.length > 0 ? periods : newestPeriods(statements, reported)).map((period) => ({
          period,
          metrics,
        }))
  const measured = change || against === 'period' ? (against ?? 'year') : null
  const known = newestOf(all.filter((told) => isKnown(periodOf(statements, told))))
  const facts = known.flatMap((told) => {
    const fact = factOf(company, statements, { told, against: measured })
    return fact === null ? [] : [fact]
  })
  return compound ? withGrowth(facts, growthOf(company, statements, { metrics, told: known })) : facts
}

/** Five years of growth are between six. */
function yearsOfGrowth(asked: ReportedPeriods | null): ReportedPeriods {
  const { unit, count } = asked ?? { unit: 'year', count: YEARS_OF_GROWTH }
  return { unit: 'year', count: (unit === 'year' && count > 1 ? count : YEARS_OF_GROWTH) + 1 }
}

/** The growth between the first and the last of the years that are told. */
function growthOf(
  company: InstrumentSummary,
  statements: CompanyStatements,
  { metrics, told }: { metrics: readonly StatementMetric[]; told: readonly Told[] },
): string[] {
  const years = told.filter(({ period }) => period.quarter === null)
  const sorted = years.toSorted((one, other) => one.period.year - other.period.year)
  return metrics.flatMap((metric) => {
    const known = sorted.flatMap((each) => {
      const value = valueOf(periodOf(statements, each), metric)
      return value === null ? [] : [{ year: each.period.year, value }]
    })
    const [from, to] = [known[0], known.at(-1)]
    if (from === undefined || to === undefined) return []
    const said = compoundSentence(metric, nameOf(company), { from, to })
    return said === null ? [] : [said]
  })
}

/** Said first, of the record that lists all the years. */
function withGrowth([first, ...others]: readonly Fact[], growth: readonly string[]): Fact[] {
  if (first === undefined) return []
  const sentences = [...growth, ...first.sentences]
  return [{ ...first, sentences, record: { ...first.record, text: sentences.join(' ') } }, ...others]
}

const isKnown = ({ flow, balance }: Period): boolean => flow !== undefined || balance !== undefined

/** The newest of many, in their order. */
function newestOf(all: readonly Told[]): readonly Told[] {
  if (all.length <= MOST_PERIODS) return all
  const orderOf = ({ period: { year, quarter } }: Told): number => year * 4 + (quarter ?? 4)
  const kept = new Set(all.toSorted((one, other) => orderOf(other) - orderOf(one)).slice(0, MOST_PERIODS))
  return all.filter((told) => kept.has(told))
}

/** Flows of the newest four quarters together, and the newest balance sheet, which has no sum. */
function trailingTold(
  { quarterly, balances }: CompanyStatements,
  metrics: readonly StatementMetric[],
): Told[] {
  const told = (newest: FlowPeriod | BalancePoint | undefined, isTrailing: boolean): Told[] => {
    const asked = metrics.filter((metric) => BALANCES.has(metric) !== isTrailing)
    return newest === undefined || asked.length === 0
      ? []
      : [{ period: fiscalOf(newest), metrics: asked, isTrailing }]
  }
  return [...told(quarterly[0], true), ...told(balances[0], false)]
}

const fiscalOf = ({ fiscalYear: year, fiscalQuarter: quarter }: FlowPeriod | BalancePoint): FiscalPeriod => ({
  year,
  quarter,
})

function newestPeriods(
  { annual, quarterly, balances }: CompanyStatements,
  reported: ReportedPeriods | null,
): FiscalPeriod[] {
  const { unit = 'year', count = 1, quarters, endsIn } = reported ?? {}
  const flows = unit === 'quarter' ? quarterly : annual
  // A company may publish its balance sheets alone.
  const all = unit === 'quarter' ? [...flows, ...balances] : flows
  if (endsIn !== undefined) {
    const [from, to] = [dayOf(endsIn.year, endsIn.month, 1), dayOf(endsIn.year, endsIn.month + 1, DAYS_LATE)]
    return all
      .filter(({ end }) => end >= from && end <= to)
      .slice(0, 1)
      .map(fiscalOf)
  }
  if (quarters !== undefined) {
    return quarters.flatMap((quarter) => {
      const newest = all.find(({ fiscalQuarter }) => fiscalQuarter === quarter)
      return newest === undefined ? [] : [fiscalOf(newest)]
    })
  }
  return flows.slice(0, count).map(fiscalOf)
}

/** The period with which one is compared: the one directly before, or the same one a year before. */
function comparedWith({ period, ...told }: Told, against: Against): Told {
  const { year, quarter } = period
  const isDirect = against === 'period' && quarter !== null && told.isTrailing !== true
  return { ...told, period: isDirect ? quarterBefore({ year, quarter }) : { year: year - 1, quarter } }
}

function factOf(
  company: InstrumentSummary,
  statements: CompanyStatements,
  { told, against }: { told: Told; against: Against | null },
): Fact | null {
  const now = periodOf(statements, told)
  const before = against === null ? null : periodOf(statements, comparedWith(told, against))
  const end = now.flow?.end ?? now.balance?.end
  if (end === undefined) return null
  const lines = told.metrics.flatMap((metric) => {
    const value = valueOf(now, metric)
    return value === null ? [] : [{ metric, value, old: before === null ? null : valueOf(before, metric) }]
  })
  const sentences = lines.flatMap(({ metric, value, old }) => {
    const name = `${METRIC_NAMES[metric]} of ${nameOf(company)}`
    const said = `${name} in ${now.called}, to ${formatDay(end)}, was ${say(metric, value)}${workings(now, metric)}.`
    return before === null || old === null || old === 0
      ? [said]
      : [said, changeSentence(metric, { label: now.label, base: before.label, value, old })]
  })
  if (sentences.length === 0) return null
  const mode = told.period.quarter === null ? 'annual' : 'quarterly'
  return {
    sentences,
    measures: lines.flatMap((line) => measuresOf(company, now.label, line)),
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'fundamentals', company.entityId, now.label),
      headline: `Fundamentals ${company.ticker} ${now.label}`,
      url: `/v1/instruments/${company.entityId}/fundamentals?period=${mode}&limit=20`,
      text: sentences.join(' '),
      asOf: end * DAY_MS,
      simulated: statements.simulated,
    },
  }
}

/** A line and its growth. What is spent is negative and no matter of more or less. */
function measuresOf(
  company: InstrumentSummary,
  when: string,
  { metric, value, old }: { metric: StatementMetric; value: number; old: number | null },
): Measure[] {
  if (metric === 'capex') return []
  const what = calledInside(metric)
  const common = { of: nameOf(company), when, unit: '' }
  const line = { ...common, what, value, said: say(metric, value), isChange: false }
  // From a loss nothing grows by a share of it.
  if (old === null || old <= 0 || isFraction(metric)) return [line]
  const growth = (value - old) / old
  return [
    line,
    { ...common, what: `growth of ${what}`, value: growth, said: percent(growth), isChange: true },
  ]
}

function periodOf(statements: CompanyStatements, { period, isTrailing }: Told): Period {
  if (isTrailing === true) return trailingPeriod(statements, period)
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

function trailingPeriod({ quarterly }: CompanyStatements, last: FiscalPeriod): Period {
  const parts = trailingQuarters(quarterly, last)
  const [first, newest] = [parts[0], parts.at(-1)]
  if (first === undefined || newest === undefined)
    return { label: '', called: '', flow: undefined, balance: undefined, parts: [] }
  return {
    label: `TTM to ${formatDay(newest.end)}`,
    called: `the trailing twelve months (TTM, ${labelOf(fiscalOf(first))} to ${labelOf(fiscalOf(newest))})`,
    flow: trailingSum(parts, newest),
    balance: undefined,
    parts,
  }
}

function labelOf({ year, quarter }: FiscalPeriod): string {
  return quarter === null ? `FY${year}` : `Q${quarter}FY${year}`
}
