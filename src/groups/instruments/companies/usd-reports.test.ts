import { describe, expect, test } from 'vitest'
import { formatDay } from '../../../kernel/time.ts'
import type { CompanyReports } from '../../../ports/fundamentals.ts'
import type { FxRates } from '../../../ports/fx.ts'
import { day } from '../testing/fixtures.ts'
import { annualOf, balanceOf, quarterOf } from '../testing/reports.ts'
import { toUsd } from './usd-reports.ts'

/** Rates by the period they are the average of; asking for a dollar's rate is a mistake. */
function ratesOf(rates: Record<string, number>): FxRates & { asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    averageUsd: async (currency, from, to) => {
      const key = `${currency} ${formatDay(from)} ${formatDay(to)}`
      asked.push(key)
      return rates[key] ?? null
    },
    usdOn: async () => {
      throw new Error('the rate of one day')
    },
    usdBetween: async () => {
      throw new Error('the rates of days')
    },
  }
}

const YEN: CompanyReports = {
  annual: [annualOf(2025, { currency: 'JPY' })],
  quarterly: [quarterOf(2025, 4, { currency: 'JPY' })],
  balances: [balanceOf(2025, 4, { currency: 'JPY' }), balanceOf(2025, 3, { currency: 'JPY' })],
}

describe('toUsd', () => {
  test('leaves dollars as they are, without asking for a rate', async () => {
    const reports = {
      annual: [annualOf(2025)],
      quarterly: [quarterOf(2025, 4)],
      balances: [balanceOf(2025, 4)],
    }
    const fx = ratesOf({})
    const usd = await toUsd(reports, fx)
    expect(usd).toEqual({ ...reports, balances: { annual: reports.balances, quarterly: reports.balances } })
    expect(fx.asked).toEqual([])
  })

  test('converts every amount, per share too, at the average of its own period', async () => {
    const fx = ratesOf({
      'JPY 2025-01-01 2025-12-31': 0.01,
      'JPY 2025-10-01 2025-12-31': 0.02,
      'JPY 2025-07-01 2025-09-30': 0.03,
      'JPY 2024-10-01 2025-09-30': 0.04,
    })
    const { annual, quarterly, balances } = await toUsd(YEN, fx)
    expect(annual[0]).toEqual({
      ...YEN.annual[0],
      currency: 'USD',
      revenue: 10,
      grossProfit: 4,
      operatingIncome: 1.5,
      netIncome: 1.2,
      epsDiluted: 0.08,
      depreciationAmortization: 0.5,
      operatingCashFlow: 2,
      capex: -0.8,
    })
    expect(quarterly[0]).toMatchObject({ revenue: 2, epsDiluted: 0.025, capex: -0.16 })
    expect(balances.annual[0]).toEqual({
      ...YEN.balances[0],
      currency: 'USD',
      totalAssets: 9,
      totalLiabilities: 6.5,
      totalEquity: 2.5,
      cashAndEquivalents: 1,
      totalDebt: 3,
    })
    expect(balances.quarterly.map(({ totalAssets }) => totalAssets)).toEqual([18, 27])
    expect(balances.annual.map(({ totalAssets }) => totalAssets)).toEqual([9, 36])
  })

  test('takes the period as it was reported for a balance sheet that ends with it', async () => {
    const odd = quarterOf(2025, 4, { currency: 'JPY', start: day('2025-09-28') })
    const fx = ratesOf({})
    await toUsd({ ...YEN, quarterly: [odd] }, fx)
    expect(fx.asked.filter((key) => key === 'JPY 2025-09-28 2025-12-31')).toHaveLength(2)
  })

  test('what has no rate is unavailable and never left in another currency', async () => {
    const { annual, quarterly, balances } = await toUsd(YEN, ratesOf({}))
    for (const { revenue, epsDiluted, capex, currency } of [...annual, ...quarterly]) {
      expect([revenue, epsDiluted, capex, currency]).toEqual([null, null, null, 'USD'])
    }
    for (const { totalAssets, totalDebt } of [...balances.annual, ...balances.quarterly]) {
      expect([totalAssets, totalDebt]).toEqual([null, null])
    }
    expect(annual[0]?.unconverted).toEqual(YEN.annual[0])
    expect(balances.annual[0]?.unconverted).toEqual(YEN.balances[0])
  })

  test('what was not reported stays unavailable', async () => {
    const reports = { ...YEN, annual: [annualOf(2025, { currency: 'JPY', grossProfit: null, revenue: 0 })] }
    const { annual } = await toUsd(reports, ratesOf({ 'JPY 2025-01-01 2025-12-31': 0.01 }))
    expect(annual[0]).toMatchObject({ grossProfit: null, revenue: 0 })
  })
})
