import { roundTo } from '../../../kernel/numbers.ts'
import type { FlowPeriod } from '../../../ports/fundamentals.ts'
import type { FlowItem } from './tags.ts'

/** The lines of a flow statement. */
export type FlowLines = Pick<
  FlowPeriod,
  | 'revenue'
  | 'grossProfit'
  | 'operatingIncome'
  | 'netIncome'
  | 'epsDiluted'
  | 'depreciationAmortization'
  | 'operatingCashFlow'
  | 'capex'
>

/** What the lines are made of: items, and the lines that are sums of a filing's lines. */
export type FlowName = FlowItem | 'revenue' | 'capex'

/** Decimals of a per-share value restated for splits: more than filings tell, and no float noise. */
const PER_SHARE_DECIMALS = 4

/** Makes the lines of one period of its items; see docs/fundamentals.md for the formulas. */
export function flowLines(item: (name: FlowName) => number | null, isFinancial: boolean): FlowLines {
  const revenue = item('revenue') ?? add(item('netInterestIncome'), item('noninterestIncome'))
  const eps = item('epsDiluted')
  return {
    revenue,
    grossProfit: item('grossProfit') ?? (isFinancial ? null : subtract(revenue, costOfRevenue(item))),
    operatingIncome: item('operatingIncome'),
    netIncome:
      item('netIncome') ??
      subtract(item('netIncomeWithMinorities'), item('minorityShareOfIncome') ?? 0) ??
      item('netIncomeToCommon'),
    epsDiluted: eps === null ? null : roundTo(eps, PER_SHARE_DECIMALS),
    depreciationAmortization:
      item('depreciationAmortization') ?? add(item('depreciation'), item('amortization') ?? 0),
    operatingCashFlow: item('operatingCashFlow'),
    capex: item('capex'),
  }
}

/** Null where the filer sells both goods and services and tells what one of them cost. */
function costOfRevenue(item: (name: FlowName) => number | null): number | null {
  const whole = item('costOfRevenue')
  const [goods, services] = [item('costOfGoods'), item('costOfServices')]
  if (whole !== null || (goods !== null && services !== null)) return whole ?? add(goods, services)
  const uncosted = item(goods === null ? 'goodsRevenue' : 'servicesRevenue') ?? 0
  return uncosted === 0 || uncosted === item('revenue') ? (goods ?? services) : null
}

/** Null when a part is missing. */
export function add(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b
}

/** Null when a part is missing. */
export function subtract(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b
}
