import type { Metric, StatementMetric } from './metrics.ts'

/** Components and measures of a line, which show how it moved, though not why. */
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

/** The lines reported with one whose move is asked about; none for several. */
export function relatedLines(asked: readonly StatementMetric[]): readonly StatementMetric[] {
  const [only, ...others] = asked
  return only === undefined || others.length > 0 ? [] : (RELATED[only] ?? [])
}
