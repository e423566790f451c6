import type { Day } from '../../../../kernel/time.ts'
import type { BalancePoint, FlowPeriod } from '../../../../ports/fundamentals.ts'
import {
  calledInside,
  isFraction,
  isMixedShare,
  isRatio,
  type LineShare,
  MULTIPLES,
  shareParts,
  type StatementMetric,
} from '../../understanding/intents/metrics.ts'
import { money, percent, ratio, shownChange } from '../number-format.ts'
import { total } from './trailing-quarters.ts'

/** What is stored for a fiscal period of a company. */
export interface Period {
  /** `Q3FY2026`. */
  label: string
  /** Its name within a sentence. */
  called: string
  flow: FlowPeriod | undefined
  balance: BalancePoint | undefined
  /** Its first day, when the sentence states it. */
  start?: Day
  /** The quarters that the flow sums, oldest first. */
  parts: readonly FlowPeriod[]
}

type Of = Pick<Period, 'flow' | 'balance'>

/** Whether it is an amount of the whole company, and not per share. */
export const isMoney = (metric: StatementMetric): boolean => metric !== 'epsDiluted' && !isRatio(metric)

/** A line of a period, or a value derived from its lines; null when it is not known. */
export function valueOf(period: Of, metric: StatementMetric): number | null {
  const { flow, balance } = period
  if (isShare(metric)) {
    const parts = ratioParts(period, metric)
    return parts === null ? null : parts.part / parts.whole
  }
  switch (metric) {
    case 'grossMargin':
    case 'operatingMargin':
    case 'netMargin':
    case 'ebitdaMargin':
    case 'freeCashFlowMargin':
    case 'returnOnEquity':
    case 'returnOnAssets':
    case 'debtToEquity':
    case 'netDebtToEbitda': {
      const parts = ratioParts(period, metric)
      return parts === null ? null : parts.part / parts.whole
    }
    case 'freeCashFlow': {
      const { operatingCashFlow = null, capex = null } = flow ?? {}
      return operatingCashFlow === null || capex === null ? null : operatingCashFlow + capex
    }
    case 'ebitda': {
      const { operatingIncome = null, depreciationAmortization = null } = flow ?? {}
      return operatingIncome === null || depreciationAmortization === null
        ? null
        : operatingIncome + depreciationAmortization
    }
    // Capital expenditure is stated without the sign it has in a cash flow statement.
    case 'capex': {
      const { capex = null } = flow ?? {}
      return capex === null ? null : 0 - capex
    }
    case 'netDebt': {
      const { totalDebt = null, cashAndEquivalents = null } = balance ?? {}
      return totalDebt === null || cashAndEquivalents === null ? null : totalDebt - cashAndEquivalents
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

/**
 * Numerator and denominator of a ratio. Earnings are related only to the balance at the end of a whole year, and never to equity that is
 * not positive.
 */
function ratioParts({ flow, balance }: Of, metric: StatementMetric): { part: number; whole: number } | null {
  const year = flow?.fiscalQuarter === null ? flow : undefined
  const parts: Partial<Record<StatementMetric, readonly [Line, Line]>> = {
    grossMargin: [flow?.grossProfit, flow?.revenue],
    operatingMargin: [flow?.operatingIncome, flow?.revenue],
    netMargin: [flow?.netIncome, flow?.revenue],
    ebitdaMargin: [valueOf({ flow, balance }, 'ebitda'), flow?.revenue],
    freeCashFlowMargin: [valueOf({ flow, balance }, 'freeCashFlow'), flow?.revenue],
    returnOnEquity: [year?.netIncome, balance?.totalEquity],
    returnOnAssets: [year?.netIncome, balance?.totalAssets],
    debtToEquity: [balance?.totalDebt, balance?.totalEquity],
    netDebtToEbitda: [valueOf({ flow, balance }, 'netDebt'), valueOf({ flow: year, balance }, 'ebitda')],
  }
  const [part, whole] = isShare(metric) ? sharedLines({ flow, balance }, metric) : (parts[metric] ?? [])
  return part === undefined || part === null || whole === undefined || whole === null || whole <= 0
    ? null
    : { part, whole }
}

type Line = number | null | undefined

const isShare = (metric: StatementMetric): metric is LineShare => shareParts(metric) !== null

/** Both lines of a share; a flow and a balance only for a whole year. */
function sharedLines({ flow, balance }: Of, metric: LineShare): Line[] {
  const of = { flow: isMixedShare(metric) && flow?.fiscalQuarter !== null ? undefined : flow, balance }
  return (shareParts(metric) ?? []).map((line) => valueOf(of, line))
}

/** A value as it is written in a sentence. */
export function say(metric: StatementMetric, value: number): string {
  if (isFraction(metric)) return percent(value)
  if (MULTIPLES.has(metric)) return ratio(value)
  return metric === 'epsDiluted' ? `USD ${value}` : money(value)
}

/** The computation behind a derived value. */
export function workings(period: Period, metric: StatementMetric): string {
  const { flow, balance, parts } = period
  const of = ratioParts(period, metric)
  if (of !== null) return `: ${money(of.part)} / ${money(of.whole)}`
  const { totalDebt = null, cashAndEquivalents = null } = balance ?? {}
  if (metric === 'netDebt' && totalDebt !== null && cashAndEquivalents !== null)
    return `: ${money(totalDebt)} less ${money(cashAndEquivalents)} of cash and equivalents`
  if (flow === undefined) return ''
  if (metric === 'freeCashFlow' && flow.operatingCashFlow !== null && flow.capex !== null) {
    return `: ${money(flow.operatingCashFlow)} less ${money(-flow.capex)} of capital expenditure`
  }
  if (metric === 'ebitda' && flow.operatingIncome !== null && flow.depreciationAmortization !== null) {
    return `: operating income of ${money(flow.operatingIncome)} plus ${money(flow.depreciationAmortization)} of depreciation and amortisation`
  }
  return parts.length === 0 ? '' : sumOf(parts, metric)
}

/** `: 69,492 + 72,302 + 76,189 + 75,000 = 292,983 million`. */
function sumOf(parts: readonly FlowPeriod[], metric: StatementMetric): string {
  const values = parts.map((flow) => valueOf({ flow, balance: undefined }, metric) ?? 0)
  const said = [...values, total(values)].map((value) => say(metric, value).replace(/^USD /, ''))
  const isInMillions = said.every((each) => each.endsWith(' million'))
  const [sum = '', ...addends] = said
    .map((each, at) => (isInMillions && at < values.length ? each.replace(/ million$/, '') : each))
    .toReversed()
  return `: ${addends.toReversed().join(' + ').replaceAll('+ −', '− ')} = ${sum}`
}

/** The change of a line between two periods, with the computation. */
export function changeSentence(
  metric: StatementMetric,
  { label, base, value, old }: { label: string; base: string; value: number; old: number },
): string {
  if (isFraction(metric)) {
    const points = ((value - old) * 100)
      .toFixed(1)
      .replace(/^-0\.0$/, '0.0')
      .replace('-', '−')
    return `Against ${base} (${percent(old)}) it changed by ${points} percentage points in ${label}.`
  }
  if (old < 0)
    return `Against ${base} (${say(metric, old)}) it changed by ${say(metric, value - old)}; no percentage is given on a negative base.`
  return `Against ${base} (${say(metric, old)}) it changed by ${shownChange(old, value, isMoney(metric))}.`
}

/**
 * The compound annual growth rate between two years, a fraction; null when it is undefined: over no time, or from or to a value that is not
 * positive.
 */
export function compoundGrowth(from: number, to: number, years: number): number | null {
  return years <= 0 || from <= 0 || to <= 0 ? null : (to / from) ** (1 / years) - 1
}

/** `The compound annual growth rate (CAGR) of revenue …`, with the computation. */
export function compoundSentence(
  metric: StatementMetric,
  name: string,
  { from, to }: { from: { year: number; value: number }; to: { year: number; value: number } },
): string | null {
  const years = to.year - from.year
  const rate = compoundGrowth(from.value, to.value, years)
  if (rate === null || isRatio(metric)) return null
  return `The compound annual growth rate (CAGR) of the ${calledInside(metric)} of ${name} from FY${from.year} to FY${to.year} is ${percent(rate)}: (${say(metric, to.value)} / ${say(metric, from.value)})^(1/${years}) − 1.`
}
