import { describe, expect, test } from 'vitest'
import { toStatements } from './statements.ts'
import { annualOf, balanceOf, quarterOf } from '../testing/reports.ts'
import type { UsdReports } from './usd-reports.ts'

const years = [2025, 2024, 2023]
const quarters = years.flatMap((year) => [4, 3, 2, 1].map((quarter) => [year, quarter] as const))
const balances = quarters.map(([year, quarter]) => balanceOf(year, quarter))
const REPORTS: UsdReports = {
  annual: years.map((year) => annualOf(year)),
  quarterly: quarters.map(([year, quarter]) => quarterOf(year, quarter)),
  balances: { annual: balances, quarterly: balances },
}
const labels = (items: ReadonlyArray<{ period: string }>): string[] => items.map(({ period }) => period)

describe('annual mode', () => {
  const statements = toStatements(REPORTS, 'annual', 5)

  test('labels years FY2025 and their balance sheets Q4FY2025, newest first', () => {
    expect(labels(statements.income_statement)).toEqual(['FY2025', 'FY2024', 'FY2023'])
    expect(labels(statements.cash_flow)).toEqual(['FY2025', 'FY2024', 'FY2023'])
    expect(labels(statements.balance_sheet)).toEqual(['Q4FY2025', 'Q4FY2024', 'Q4FY2023'])
  })

  test('has exactly the specified fields', () => {
    expect(statements.income_statement[0]).toEqual({
      period: 'FY2025',
      end_date: '2025-12-31',
      revenue: 1_000,
      gross_profit: 400,
      operating_income: 150,
      net_income: 120,
      eps_diluted: 8,
    })
    expect(statements.balance_sheet[0]).toEqual({
      period: 'Q4FY2025',
      end_date: '2025-12-31',
      total_assets: 900,
      total_liabilities: 650,
      total_equity: 250,
      cash_and_equivalents: 100,
      total_debt: 300,
    })
    expect(statements.cash_flow[0]).toEqual({
      period: 'FY2025',
      end_date: '2025-12-31',
      operating_cash_flow: 200,
      capex: -80,
      free_cash_flow: 120,
    })
  })
})

describe('quarterly mode', () => {
  test('labels quarters, balance sheets too', () => {
    const statements = toStatements(REPORTS, 'quarterly', 3)
    for (const items of Object.values(statements)) {
      expect(labels(items)).toEqual(['Q4FY2025', 'Q3FY2025', 'Q2FY2025'])
    }
  })
})

describe('the limit', () => {
  test.each([1, 2, 20])('%i counts for each statement', (limit) => {
    for (const mode of ['annual', 'quarterly'] as const) {
      for (const items of Object.values(toStatements(REPORTS, mode, limit))) {
        expect(items).toHaveLength(Math.min(limit, mode === 'annual' ? 3 : 12))
      }
    }
  })

  test('a period without a line of one statement is left out there and does not count', () => {
    const noCashFlow = { operatingCashFlow: null, capex: null }
    const reports = { ...REPORTS, annual: [annualOf(2025, noCashFlow), annualOf(2024), annualOf(2023)] }
    const statements = toStatements(reports, 'annual', 2)
    expect(labels(statements.income_statement)).toEqual(['FY2025', 'FY2024'])
    expect(labels(statements.cash_flow)).toEqual(['FY2024', 'FY2023'])
  })
})

describe('what is unavailable', () => {
  test('is null in every statement that was reported in a currency without a rate, and in no other', () => {
    const flow = annualOf(2025, { operatingCashFlow: null, capex: null })
    const amounts = {
      revenue: null,
      grossProfit: null,
      operatingIncome: null,
      netIncome: null,
      epsDiluted: null,
    }
    const sheet = balanceOf(2025, 4)
    const unknown = {
      totalAssets: null,
      totalLiabilities: null,
      totalEquity: null,
      cashAndEquivalents: null,
      totalDebt: null,
    }
    const points = [{ ...sheet, ...unknown, unconverted: sheet }]
    const reports: UsdReports = {
      annual: [{ ...flow, ...amounts, unconverted: { ...flow, currency: 'EUR' } }, annualOf(2024)],
      quarterly: [],
      balances: { annual: points, quarterly: points },
    }
    const statements = toStatements(reports, 'annual', 1)
    expect(statements.income_statement).toEqual([
      {
        period: 'FY2025',
        end_date: '2025-12-31',
        revenue: null,
        gross_profit: null,
        operating_income: null,
        net_income: null,
        eps_diluted: null,
      },
    ])
    expect(statements.balance_sheet).toEqual([
      expect.objectContaining({ period: 'Q4FY2025', total_assets: null, total_debt: null }),
    ])
    expect(labels(statements.cash_flow)).toEqual(['FY2024'])
  })

  test('is null while another line of the statement is there', () => {
    const reports = { ...REPORTS, annual: [annualOf(2025, { revenue: null, grossProfit: null })] }
    expect(toStatements(reports, 'annual', 1).income_statement[0]).toMatchObject({
      revenue: null,
      gross_profit: null,
      net_income: 120,
    })
  })

  test.each([
    [200, -80, 120],
    [-50, -80, -130],
    [200, 0, 200],
    [200, null, null],
    [null, -80, null],
    [0.1, 0.2, 0.3],
  ])('operating cash flow %s with capex %s leaves %s', (operatingCashFlow, capex, free) => {
    const reports = { ...REPORTS, annual: [annualOf(2025, { operatingCashFlow, capex })] }
    expect(toStatements(reports, 'annual', 1).cash_flow[0]).toEqual({
      period: 'FY2025',
      end_date: '2025-12-31',
      operating_cash_flow: operatingCashFlow,
      capex,
      free_cash_flow: free,
    })
  })

  test('a reported zero stays a zero', () => {
    const reports = { ...REPORTS, annual: [annualOf(2025, { revenue: 0 })] }
    expect(toStatements(reports, 'annual', 1).income_statement[0]?.revenue).toBe(0)
  })
})
