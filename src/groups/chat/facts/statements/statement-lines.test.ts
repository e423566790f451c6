import { describe, expect, test } from 'vitest'
import { nameId } from '../../../../kernel/ids.ts'
import { dayOf } from '../../../../kernel/time.ts'
import type { BalancePoint, FlowPeriod } from '../../../../ports/fundamentals.ts'
import type { StatementMetric } from '../../understanding/intents/metrics.ts'
import { statementFacts, type StatementQuestion } from './statement-facts.ts'
import { compoundGrowth } from './statement-lines.ts'

const COMPANY = { entityId: nameId('test', 'ALFA'), ticker: 'ALFA', name: 'Alfa Inc.' }
const MILLION = 1e6

const flow = (fiscalYear: number, netIncome: number, fiscalQuarter: 4 | null = null): FlowPeriod => ({
  fiscalYear,
  fiscalQuarter,
  start: dayOf(fiscalYear, fiscalQuarter === null ? 1 : 10, 1),
  end: dayOf(fiscalYear, 12, 31),
  currency: 'USD',
  revenue: 10 * netIncome * MILLION,
  grossProfit: null,
  operatingIncome: 2 * netIncome * MILLION,
  netIncome: netIncome * MILLION,
  epsDiluted: null,
  depreciationAmortization: 0.5 * netIncome * MILLION,
  operatingCashFlow: null,
  capex: null,
})

const balance = (fiscalYear: number, totalEquity: number): BalancePoint => ({
  fiscalYear,
  fiscalQuarter: 4,
  end: dayOf(fiscalYear, 12, 31),
  currency: 'USD',
  totalAssets: 1_000 * MILLION,
  totalLiabilities: null,
  totalEquity: totalEquity * MILLION,
  cashAndEquivalents: 40 * MILLION,
  totalDebt: 300 * MILLION,
})

const YEARS = [2025, 2024, 2023, 2022, 2021, 2020, 2019]

/** Net income doubles from year to year, and equity is 400 million but for 2024. */
function said(metrics: readonly StatementMetric[], question: Partial<StatementQuestion> = {}): string[] {
  const statements = {
    annual: YEARS.map((year) => flow(year, 2 ** (year - 2019))),
    quarterly: [flow(2025, 16, 4)],
    balances: YEARS.map((year) => balance(year, year === 2024 ? -5 : 400)),
    simulated: false,
  }
  const asked = { metrics, periods: [], reported: null, change: false, ...question }
  return statementFacts(COMPANY, statements, asked).flatMap(({ sentences }) => sentences)
}

describe('ratios of statements', () => {
  test('are of what a year has earned and of the balance at its end, with their computation', () => {
    expect(said(['returnOnEquity', 'returnOnAssets', 'debtToEquity'])).toEqual([
      'Return on equity of Alfa Inc. (ALFA) in FY2025, to 2025-12-31, was 16.0 %: USD 64 million / USD 400 million.',
      'Return on assets of Alfa Inc. (ALFA) in FY2025, to 2025-12-31, was 6.4 %: USD 64 million / USD 1,000 million.',
      'Debt to equity of Alfa Inc. (ALFA) in FY2025, to 2025-12-31, was 0.75: USD 300 million / USD 400 million.',
    ])
  })

  test('tell EBITDA, its margin and what of it the net debt is', () => {
    expect(said(['ebitda', 'ebitdaMargin', 'netDebtToEbitda'])).toEqual([
      'EBITDA of Alfa Inc. (ALFA) in FY2025, to 2025-12-31, was USD 160 million: operating income of USD 128 million plus USD 32 million of depreciation and amortisation.',
      'EBITDA margin of Alfa Inc. (ALFA) in FY2025, to 2025-12-31, was 25.0 %: USD 160 million / USD 640 million.',
      'Net debt to EBITDA of Alfa Inc. (ALFA) in FY2025, to 2025-12-31, was 1.63: USD 260 million / USD 160 million.',
    ])
    expect(said(['ebitda'], { change: true })[1]).toBe(
      'Against FY2024 (USD 80 million) it changed by (160 − 80) / 80 = 100.0 %.',
    )
    expect(said(['netDebtToEbitda'], { periods: [{ year: 2025, quarter: 4 }] })).toEqual([])
    expect(said(['ebitda'], { compound: true })[0]).toMatch(/^The compound .* of the EBITDA of Alfa/)
  })

  test('are none against equity that is negative, and of a quarter only where both are of its end', () => {
    const of = (year: number, quarter: 4 | null): Partial<StatementQuestion> => ({
      periods: [{ year, quarter }],
    })
    expect(said(['returnOnEquity', 'debtToEquity'], of(2024, null))).toEqual([])
    expect(said(['returnOnEquity'], of(2025, 4))).toEqual([])
    expect(said(['debtToEquity'], of(2025, 4))).toHaveLength(1)
  })
})

describe('the compound annual growth rate', () => {
  test('is of five years unless something else is asked, first, with its computation', () => {
    const sentences = said(['netIncome'], { compound: true })
    expect(sentences[0]).toBe(
      'The compound annual growth rate (CAGR) of the net income of Alfa Inc. (ALFA) from FY2020 to FY2025 is 100.0 %: (USD 64 million / USD 2 million)^(1/5) − 1.',
    )
    expect(sentences).toHaveLength(7)
    const three = { compound: true, reported: { unit: 'year', count: 3 } } as const
    expect(said(['netIncome'], three)[0]).toMatch(/from FY2022 to FY2025 is 100\.0 %/)
    const named = { compound: true, periods: [2021, 2023].map((year) => ({ year, quarter: null })) }
    expect(said(['netIncome'], named)[0]).toMatch(/from FY2021 to FY2023 is 100\.0 %: .*\^\(1\/2\) − 1\.$/)
  })

  test('is none of ratios, of one year, and from or to a loss', () => {
    expect(said(['netMargin'], { compound: true })[0]).toMatch(/^Net margin/)
    expect(said(['netIncome'], { compound: true, periods: [{ year: 2025, quarter: null }] })).toHaveLength(1)
    expect([
      compoundGrowth(-1, 5, 3),
      compoundGrowth(5, -1, 3),
      compoundGrowth(0, 5, 3),
      compoundGrowth(1, 2, 0),
    ]).toEqual([null, null, null, null])
    expect(compoundGrowth(100, 121, 2)).toBeCloseTo(0.1, 12)
  })
})
