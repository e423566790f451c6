import type { FlowPeriod } from '../../../../ports/fundamentals.ts'
import type { FiscalPeriod } from '../../understanding/times/periods.ts'

const QUARTERS_A_YEAR = 4
/** Decimals to which sums are exact: amounts per share have at most four. */
const DIGITS = 4

type Quarter = NonNullable<FiscalPeriod['quarter']>

/** The fiscal quarter before one. */
export function quarterBefore({ year, quarter }: { year: number; quarter: Quarter }): FiscalPeriod {
  return quarter === 1 ? { year: year - 1, quarter: 4 } : { year, quarter: (quarter - 1) as Quarter }
}

/** The quarters up to one, four by default, oldest first; empty when one is missing or has another currency. */
export function trailingQuarters(
  quarterly: readonly FlowPeriod[],
  last: FiscalPeriod,
  count = QUARTERS_A_YEAR,
): FlowPeriod[] {
  const found: FlowPeriod[] = []
  let wanted = last
  while (found.length < count && wanted.quarter !== null) {
    const { year, quarter } = wanted
    const flow = quarterly.find((each) => each.fiscalYear === year && each.fiscalQuarter === quarter)
    if (flow === undefined || flow.currency !== (found[0]?.currency ?? flow.currency)) return []
    found.unshift(flow)
    wanted = quarterBefore({ year, quarter })
  }
  return found
}

/** Flows summed over quarters; a line that one of them lacks is null. */
export function trailingSum(parts: readonly FlowPeriod[], newest: FlowPeriod): FlowPeriod {
  const sum = (valueOf: (flow: FlowPeriod) => number | null): number | null => {
    const values = parts.map(valueOf).filter((value) => value !== null)
    return values.length < parts.length ? null : total(values)
  }
  return {
    ...newest,
    start: parts[0]?.start ?? newest.start,
    revenue: sum(({ revenue }) => revenue),
    grossProfit: sum(({ grossProfit }) => grossProfit),
    operatingIncome: sum(({ operatingIncome }) => operatingIncome),
    netIncome: sum(({ netIncome }) => netIncome),
    epsDiluted: sum(({ epsDiluted }) => epsDiluted),
    depreciationAmortization: sum(({ depreciationAmortization }) => depreciationAmortization),
    operatingCashFlow: sum(({ operatingCashFlow }) => operatingCashFlow),
    capex: sum(({ capex }) => capex),
  }
}

/** A sum rounded to hide binary fractions. */
export function total(values: readonly number[]): number {
  return Number(values.reduce((sum, value) => sum + value, 0).toFixed(DIGITS))
}
