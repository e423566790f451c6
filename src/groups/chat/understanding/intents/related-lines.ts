import type { Metric, StatementMetric } from './metrics.ts'

/** What a line is made of or measured by, which says how it moved, and not why. */
const RELATED: Partial<Record<Metric, readonly StatementMetric[]>> = {
  netIncome: ['revenue', 'operatingIncome', 'netMargin'],
  epsDiluted: ['netIncome', 'revenue'],
  operatingIncome: ['revenue', 'operatingMargin'],
  grossProfit: ['revenue', 'grossMargin'],
  ebitda: ['revenue', 'ebitdaMargin'],
  freeCashFlow: ['operatingCashFlow', 'capex'],
  netMargin: ['netIncome', 'revenue'],
  operatingMargin: ['operatingIncome', 'revenue'],
  grossMargin: ['grossProfit', 'revenue'],
  netDebt: ['totalDebt', 'cashAndEquivalents'],
}

/** The lines that are told beside the one of which it is asked why it moved; none beside several. */
export function relatedLines(asked: readonly StatementMetric[]): readonly StatementMetric[] {
  const [only, ...others] = asked
  return only === undefined || others.length > 0 ? [] : (RELATED[only] ?? [])
}
