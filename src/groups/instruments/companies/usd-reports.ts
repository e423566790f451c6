import { wireNumber } from '../../../kernel/numbers.ts'
import { addMonths, type Day } from '../../../kernel/time.ts'
import type { BalancePoint, CompanyReports, FlowPeriod } from '../../../ports/fundamentals.ts'
import type { FxRates } from '../../../ports/fx.ts'

/** A company's reports with all money in US dollars at period-average rates. */
export interface UsdReports {
  annual: ReadonlyArray<InUsd<FlowPeriod>>
  quarterly: ReadonlyArray<InUsd<FlowPeriod>>
  /** Balance sheets at the average rate of the fiscal year that ends with them, and of the quarter. */
  balances: {
    annual: ReadonlyArray<InUsd<BalancePoint>>
    quarterly: ReadonlyArray<InUsd<BalancePoint>>
  }
}

/** Without a rate every amount is null; which lines were reported nevertheless is only in `unconverted`. */
export type InUsd<Period> = Period & { unconverted?: Period }

const USD = 'USD'
const QUARTER_MONTHS = 3
const YEAR_MONTHS = 12

/** Converts every amount; what has no rate is unavailable, never left in another currency. */
export async function toUsd(reports: CompanyReports, fx: FxRates): Promise<UsdReports> {
  const flows = (periods: readonly FlowPeriod[]) =>
    Promise.all(periods.map((period) => flowToUsd(period, fx)))
  const balances = (months: number, periods: readonly FlowPeriod[]) =>
    Promise.all(reports.balances.map((point) => balanceToUsd(point, startOf(point.end, months, periods), fx)))
  const [annual, quarterly, annualBalances, quarterlyBalances] = await Promise.all([
    flows(reports.annual),
    flows(reports.quarterly),
    balances(YEAR_MONTHS, reports.annual),
    balances(QUARTER_MONTHS, reports.quarterly),
  ])
  return {
    annual,
    quarterly,
    balances: { annual: annualBalances, quarterly: quarterlyBalances },
  }
}

/** First day of the period that ends on `end`: as reported, else that many months before. */
function startOf(end: Day, months: number, periods: readonly FlowPeriod[]): Day {
  return periods.find((period) => period.end === end)?.start ?? addMonths(end + 1, -months)
}

async function flowToUsd(period: FlowPeriod, fx: FxRates): Promise<InUsd<FlowPeriod>> {
  if (period.currency === USD) return period
  const rate = await fx.averageUsd(period.currency, period.start, period.end)
  const convert = converter(rate)
  return {
    ...period,
    ...(rate === null && { unconverted: period }),
    currency: USD,
    revenue: convert(period.revenue),
    grossProfit: convert(period.grossProfit),
    operatingIncome: convert(period.operatingIncome),
    netIncome: convert(period.netIncome),
    epsDiluted: convert(period.epsDiluted),
    depreciationAmortization: convert(period.depreciationAmortization),
    operatingCashFlow: convert(period.operatingCashFlow),
    capex: convert(period.capex),
  }
}

async function balanceToUsd(point: BalancePoint, start: Day, fx: FxRates): Promise<InUsd<BalancePoint>> {
  if (point.currency === USD) return point
  const rate = await fx.averageUsd(point.currency, start, point.end)
  const convert = converter(rate)
  return {
    ...point,
    ...(rate === null && { unconverted: point }),
    currency: USD,
    totalAssets: convert(point.totalAssets),
    totalLiabilities: convert(point.totalLiabilities),
    totalEquity: convert(point.totalEquity),
    cashAndEquivalents: convert(point.cashAndEquivalents),
    totalDebt: convert(point.totalDebt),
  }
}

function converter(rate: number | null): (amount: number | null) => number | null {
  return (amount) => (rate === null || amount === null ? null : wireNumber(amount * rate))
}
