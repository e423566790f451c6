import type { Fundamentals } from '../../../contract/fundamentals.ts'
import { wireNumber } from '../../../kernel/numbers.ts'
import { formatDay } from '../../../kernel/time.ts'
import type { BalancePoint, FlowPeriod } from '../../../ports/fundamentals.ts'
import type { InUsd, UsdReports } from './usd-reports.ts'

type Statements = Pick<Fundamentals, 'income_statement' | 'balance_sheet' | 'cash_flow'>

export const NO_STATEMENTS: Statements = { income_statement: [], balance_sheet: [], cash_flow: [] }

/**
 * The newest `limit` periods of each statement, newest first. A statement without any reported line is left out of its
 * list, so that the limit counts what is there; what was reported and cannot be converted is there, its amounts null.
 */
export function toStatements(reports: UsdReports, mode: 'annual' | 'quarterly', limit: number): Statements {
  const flows = mode === 'annual' ? reports.annual : reports.quarterly
  const balances =
    mode === 'annual'
      ? reports.balances.annual.filter(({ fiscalQuarter }) => fiscalQuarter === 4)
      : reports.balances.quarterly
  return {
    income_statement: newest(flows, toIncomeStatement, limit),
    balance_sheet: newest(balances, toBalanceSheet, limit),
    cash_flow: newest(flows, toCashFlow, limit),
  }
}

function newest<Period, Item extends Record<string, unknown>>(
  periods: ReadonlyArray<InUsd<Period>>,
  toItem: (period: Period) => Item,
  limit: number,
): Item[] {
  return periods
    .filter((period) => hasValue(toItem(period.unconverted ?? period)))
    .slice(0, limit)
    .map(toItem)
}

function toIncomeStatement(period: FlowPeriod): Fundamentals['income_statement'][number] {
  return {
    period: labelOf(period),
    end_date: formatDay(period.end),
    revenue: wireNumber(period.revenue),
    gross_profit: wireNumber(period.grossProfit),
    operating_income: wireNumber(period.operatingIncome),
    net_income: wireNumber(period.netIncome),
    eps_diluted: wireNumber(period.epsDiluted),
  }
}

function toBalanceSheet(point: BalancePoint): Fundamentals['balance_sheet'][number] {
  return {
    period: labelOf(point),
    end_date: formatDay(point.end),
    total_assets: wireNumber(point.totalAssets),
    total_liabilities: wireNumber(point.totalLiabilities),
    total_equity: wireNumber(point.totalEquity),
    cash_and_equivalents: wireNumber(point.cashAndEquivalents),
    total_debt: wireNumber(point.totalDebt),
  }
}

function toCashFlow(period: FlowPeriod): Fundamentals['cash_flow'][number] {
  const { operatingCashFlow, capex } = period
  return {
    period: labelOf(period),
    end_date: formatDay(period.end),
    operating_cash_flow: wireNumber(operatingCashFlow),
    capex: wireNumber(capex),
    free_cash_flow:
      operatingCashFlow === null || capex === null ? null : wireNumber(operatingCashFlow + capex),
  }
}

/** `FY2025` for a year, `Q3FY2025` for a quarter. */
function labelOf({
  fiscalYear,
  fiscalQuarter,
}: {
  fiscalYear: number
  fiscalQuarter: number | null
}): string {
  return fiscalQuarter === null ? `FY${fiscalYear}` : `Q${fiscalQuarter}FY${fiscalYear}`
}

function hasValue(item: Record<string, unknown>): boolean {
  return Object.values(item).some((value) => typeof value === 'number')
}
