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

/** Decimals of a per-share value restated for splits: more than filings have, and no float noise. */
const PER_SHARE_DECIMALS = 4

/** The value of an item in one period; null when no filing reports it. */
type Item = (name: FlowName) => number | null

/** How each line is made of its items, preferred ones asked first; see docs/fundamentals.md for the formulas. */
export const FLOW_FORMULAS: Readonly<
  Record<keyof FlowLines, (item: Item, isFinancial: boolean) => number | null>
> = {
  revenue,
  grossProfit: (item, isFinancial) =>
    item('grossProfit') ?? (isFinancial ? null : subtract(revenue(item), costOfRevenue(item))),
  operatingIncome: (item) => item('operatingIncome'),
  netIncome: (item) =>
    item('netIncome') ??
    subtract(item('netIncomeWithMinorities'), item('minorityShareOfIncome') ?? 0) ??
    item('netIncomeToCommon'),
  epsDiluted: (item) => {
    const eps = item('epsDiluted')
    return eps === null ? null : roundTo(eps, PER_SHARE_DECIMALS)
  },
  depreciationAmortization: (item) =>
    item('depreciationAmortization') ?? add(item('depreciation'), item('amortization') ?? 0),
  operatingCashFlow: (item) => item('operatingCashFlow'),
  capex: (item) => item('capex'),
}

/** Makes the lines of one period of its items. */
export function flowLines(item: Item, isFinancial: boolean): FlowLines {
  const line = (name: keyof FlowLines): number | null => FLOW_FORMULAS[name](item, isFinancial)
  return {
    revenue: line('revenue'),
    grossProfit: line('grossProfit'),
    operatingIncome: line('operatingIncome'),
    netIncome: line('netIncome'),
    epsDiluted: line('epsDiluted'),
    depreciationAmortization: line('depreciationAmortization'),
    operatingCashFlow: line('operatingCashFlow'),
    capex: line('capex'),
  }
}

function revenue(item: Item): number | null {
  return item('revenue') ?? add(item('netInterestIncome'), item('noninterestIncome'))
}

/** Null when the filer sells both goods and services and reports the cost of one of them. */
function costOfRevenue(item: Item): number | null {
  const whole = item('costOfRevenue')
  if (whole !== null) return whole
  const [goods, services] = [item('costOfGoods'), item('costOfServices')]
  if (goods !== null && services !== null) return goods + services
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
