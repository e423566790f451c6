import type { BalancePoint, FlowPeriod } from '../../../ports/fundamentals.ts'
import { dayOf } from '../../../kernel/time.ts'

type Quarter = 1 | 2 | 3 | 4

/** A fiscal quarter of the calendar year in dollars, a quarter of nobody's company. */
export function quarterOf(fiscalYear: number, quarter: number, over: Partial<FlowPeriod> = {}): FlowPeriod {
  return {
    fiscalYear,
    fiscalQuarter: quarter as Quarter,
    start: dayOf(fiscalYear, quarter * 3 - 2, 1),
    end: dayOf(fiscalYear, quarter * 3 + 1, 1) - 1,
    currency: 'USD',
    revenue: 100,
    grossProfit: 40,
    operatingIncome: 15,
    netIncome: 12,
    epsDiluted: 1.25,
    depreciationAmortization: 5,
    operatingCashFlow: 20,
    capex: -8,
    ...over,
  }
}

/** A full fiscal year of the calendar year in dollars. */
export function annualOf(fiscalYear: number, over: Partial<FlowPeriod> = {}): FlowPeriod {
  return {
    ...quarterOf(fiscalYear, 1),
    fiscalQuarter: null,
    end: dayOf(fiscalYear, 12, 31),
    revenue: 1_000,
    grossProfit: 400,
    operatingIncome: 150,
    netIncome: 120,
    epsDiluted: 8,
    depreciationAmortization: 50,
    operatingCashFlow: 200,
    capex: -80,
    ...over,
  }
}

/** The balance sheet at the end of a fiscal quarter. */
export function balanceOf(
  fiscalYear: number,
  quarter: number,
  over: Partial<BalancePoint> = {},
): BalancePoint {
  return {
    fiscalYear,
    fiscalQuarter: quarter as Quarter,
    end: dayOf(fiscalYear, quarter * 3 + 1, 1) - 1,
    currency: 'USD',
    totalAssets: 900,
    totalLiabilities: 650,
    totalEquity: 250,
    cashAndEquivalents: 100,
    totalDebt: 300,
    ...over,
  }
}
