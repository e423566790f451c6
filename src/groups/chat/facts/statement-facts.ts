import { nameId } from '../../../kernel/ids.ts'
import { DAY_MS, formatDay } from '../../../kernel/time.ts'
import type { BalancePoint, FlowPeriod } from '../../../ports/fundamentals.ts'
import type { CompanyStatements, InstrumentSummary } from '../../../ports/instruments.ts'
import { METRIC_NAMES, type StatementMetric } from '../understanding/metrics.ts'
import type { FiscalPeriod, ReportedPeriods } from '../understanding/periods.ts'
import type { Fact } from './facts.ts'
import { money, percent, shownChange } from './say.ts'

/** What is asked of a company's statements. */
export interface StatementQuestion {
  metrics: readonly StatementMetric[]
  periods: readonly FiscalPeriod[]
  /** The newest of them where no period is named; null for the newest year. */
  reported: ReportedPeriods | null
  /** Whether the change against the period a year before is asked for. */
  change: boolean
}

/** Periods of one company that one answer tells of. */
const MOST_PERIODS = 6
const RATIOS: ReadonlySet<StatementMetric> = new Set(['grossMargin', 'operatingMargin', 'netMargin'])

/**
 * Lines of a company's statements, one record for each period. A period that is not known gives none: what is missing is said by whoever asked.
 */
export function statementFacts(
  company: InstrumentSummary,
  statements: CompanyStatements,
  { metrics, periods, reported, change }: StatementQuestion,
): Fact[] {
  const wanted = periods.length > 0 ? periods : newestPeriods(statements, reported)
  return wanted.slice(0, MOST_PERIODS).flatMap((period) => {
    const fact = factOf(company, statements, { period, metrics, change })
    return fact === null ? [] : [fact]
  })
}

function newestPeriods(
  { annual, quarterly }: CompanyStatements,
  reported: ReportedPeriods | null,
): FiscalPeriod[] {
  const flows = reported?.unit === 'quarter' ? quarterly : annual
  return flows
    .slice(0, reported?.count ?? 1)
    .map(({ fiscalYear: year, fiscalQuarter: quarter }) => ({ year, quarter }))
}

function factOf(
  company: InstrumentSummary,
  statements: CompanyStatements,
  { period, metrics, change }: { period: FiscalPeriod; metrics: readonly StatementMetric[]; change: boolean },
): Fact | null {
  const now = periodOf(statements, period)
  const before = change ? periodOf(statements, { ...period, year: period.year - 1 }) : null
  const end = now.flow?.end ?? now.balance?.end
  if (end === undefined) return null
  const label = labelOf(period)
  const sentences = metrics.flatMap((metric) => {
    const value = valueOf(now, metric)
    if (value === null) return []
    const name = `${METRIC_NAMES[metric]} of ${company.name} (${company.ticker})`
    const said = `${name} in ${label}, to ${formatDay(end)}, was ${say(metric, value)}${workings(now, metric)}.`
    const old = before === null ? null : valueOf(before, metric)
    return old === null || old === 0 ? [said] : [said, changeSentence(metric, { label, period, value, old })]
  })
  if (sentences.length === 0) return null
  const mode = period.quarter === null ? 'annual' : 'quarterly'
  return {
    sentences,
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'fundamentals', company.entityId, label),
      headline: `Fundamentals ${company.ticker} ${label}`,
      url: `/v1/instruments/${company.entityId}/fundamentals?period=${mode}&limit=20`,
      text: sentences.join(' '),
      asOf: end * DAY_MS,
      simulated: statements.simulated,
    },
  }
}

interface Period {
  flow: FlowPeriod | undefined
  balance: BalancePoint | undefined
}

function periodOf(
  { annual, quarterly, balances }: CompanyStatements,
  { year, quarter }: FiscalPeriod,
): Period {
  const flows = quarter === null ? annual : quarterly
  return {
    flow: flows.find((flow) => flow.fiscalYear === year && flow.fiscalQuarter === quarter),
    balance: balances.find((point) => point.fiscalYear === year && point.fiscalQuarter === (quarter ?? 4)),
  }
}

function valueOf({ flow, balance }: Period, metric: StatementMetric): number | null {
  const share = (part: number | null | undefined): number | null =>
    part === null || part === undefined || !flow?.revenue ? null : part / flow.revenue
  switch (metric) {
    case 'grossMargin':
      return share(flow?.grossProfit)
    case 'operatingMargin':
      return share(flow?.operatingIncome)
    case 'netMargin':
      return share(flow?.netIncome)
    case 'freeCashFlow': {
      const { operatingCashFlow = null, capex = null } = flow ?? {}
      return operatingCashFlow === null || capex === null ? null : operatingCashFlow + capex
    }
    case 'totalAssets':
    case 'totalLiabilities':
    case 'totalEquity':
    case 'cashAndEquivalents':
    case 'totalDebt':
      return balance?.[metric] ?? null
    default:
      return flow?.[metric] ?? null
  }
}

function say(metric: StatementMetric, value: number): string {
  if (RATIOS.has(metric)) return percent(value)
  return metric === 'epsDiluted' ? `USD ${value}` : money(value)
}

/** How a computed value came about. */
function workings({ flow }: Period, metric: StatementMetric): string {
  if (flow === undefined || flow.revenue === null) return ''
  const part = {
    grossMargin: flow.grossProfit,
    operatingMargin: flow.operatingIncome,
    netMargin: flow.netIncome,
  }[metric as 'grossMargin']
  if (RATIOS.has(metric) && part !== null && part !== undefined)
    return `: ${money(part)} / ${money(flow.revenue)}`
  if (metric === 'freeCashFlow' && flow.operatingCashFlow !== null && flow.capex !== null) {
    return `: ${money(flow.operatingCashFlow)} less ${money(-flow.capex)} of capital expenditure`
  }
  return ''
}

function changeSentence(
  metric: StatementMetric,
  { label, period, value, old }: { label: string; period: FiscalPeriod; value: number; old: number },
): string {
  const base = labelOf({ ...period, year: period.year - 1 })
  if (RATIOS.has(metric)) {
    const points = ((value - old) * 100).toFixed(1).replace('-', '−')
    return `Against ${base} (${percent(old)}) it changed by ${points} percentage points in ${label}.`
  }
  return `Against ${base} (${say(metric, old)}) it changed by ${shownChange(old, value, metric !== 'epsDiluted')}.`
}

function labelOf({ year, quarter }: FiscalPeriod): string {
  return quarter === null ? `FY${year}` : `Q${quarter}FY${year}`
}
