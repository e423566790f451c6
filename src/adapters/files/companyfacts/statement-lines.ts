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

/** Decimals of a per-share value restated for splits: more than filings tell, and no float noise. */
const PER_SHARE_DECIMALS = 4

/** Makes the lines of one period of its items; see docs/fundamentals.md for the formulas. */
export function flowLines(item: (name: FlowItem) => number | null, isFinancial: boolean): FlowLines {
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

function costOfRevenue(item: (name: FlowItem) => number | null): number | null {
  return item('costOfRevenue') ?? sumOf([item('costOfGoods'), item('costOfServices')])
}

/** Null when a part is missing. */
export function add(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b
}

/** Null when a part is missing. */
export function subtract(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b
}

/** The sum of the parts that exist; null when none does. */
export function sumOf(parts: readonly (number | null)[]): number | null {
  return parts.reduce((sum, part) => (part === null ? sum : (sum ?? 0) + part), null)
}
