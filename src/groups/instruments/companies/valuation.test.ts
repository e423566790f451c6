import { describe, expect, test } from 'vitest'
import {
  companyValuation,
  fundValuation,
  marketCapOf,
  NO_VALUATION,
  type ValuationInput,
} from './valuation.ts'
import { dayOf } from '../../../kernel/time.ts'
import { annualOf, balanceOf, quarterOf } from '../testing/reports.ts'

/**
 * Price 50, 10 shares: market cap 500. Four quarters: revenue 400, EPS 5, operating income 60, depreciation 20: EBITDA 80.
 * Debt 300, cash 100: enterprise value 700. Equity 250. EPS of the four quarters before: 4, growth 25 %. Dividends 1.5.
 */
const COMPANY: ValuationInput = {
  day: dayOf(2026, 2, 20),
  priceUsd: 50,
  quarterly: [
    ...[4, 3, 2, 1].map((quarter) => quarterOf(2025, quarter)),
    ...[4, 3, 2, 1].map((quarter) => quarterOf(2024, quarter, { epsDiluted: 1 })),
  ],
  annual: [annualOf(2025), annualOf(2024)],
  balance: balanceOf(2025, 4),
  sharesOutstanding: 10,
  dividendsUsd: 1.5,
}
const valuation = (over: Partial<ValuationInput>) => companyValuation({ ...COMPANY, ...over }).ratios
const replaceQuarter = (index: number, over: object) =>
  COMPANY.quarterly.map((quarter, at) => (at === index ? { ...quarter, ...over } : quarter))

describe('a company', () => {
  test('has the ratios that a calculator gives', () => {
    expect(companyValuation(COMPANY).ratios).toEqual({
      pe_ttm: 10, // 50 / 5
      ps_ttm: 1.25, // 500 / 400
      pb: 2, // 500 / 250
      ev_ebitda: 8.75, // 700 / 80
      ev_revenue: 1.75, // 700 / 400
      peg_ratio: 0.4, // 10 / 25
      dividend_yield: 0.03, // 1.5 / 50
    })
  })

  test('has no multiple beyond sense: what it is divided by is next to nothing', () => {
    // EPS 5 after 4.99: growth 0.2 %, PEG 49.9; after 4.996: growth 0.08 %, PEG 124.9.
    const grownFrom = (eps: number) => [
      ...COMPANY.quarterly.slice(0, 4),
      ...[4, 3, 2, 1].map((quarter) => quarterOf(2024, quarter, { epsDiluted: eps / 4 })),
    ]
    expect(valuation({ quarterly: grownFrom(4.99) }).peg_ratio).toBeCloseTo(49.9, 6)
    expect(valuation({ quarterly: grownFrom(4.996) })).toMatchObject({ pe_ttm: 10, peg_ratio: null })
    // A thousand years of earnings are the last that is said.
    expect(valuation({ priceUsd: 5_000 })).toMatchObject({ pe_ttm: 1_000, ps_ttm: 125 })
    expect(valuation({ priceUsd: 5_001 })).toMatchObject({ pe_ttm: null, ps_ttm: 125.025, peg_ratio: null })
    expect(valuation({ balance: balanceOf(2025, 4, { totalEquity: 0.4 }) }).pb).toBeNull()
  })

  test('without a price has none', () => {
    expect(valuation({ priceUsd: null })).toEqual(NO_VALUATION)
  })

  test('has no ratio of a period that ended more than 18 months before the price', () => {
    expect(valuation({ day: dayOf(2027, 6, 30) })).toEqual(companyValuation(COMPANY).ratios)
    expect(valuation({ day: dayOf(2027, 7, 1) })).toEqual({ ...NO_VALUATION, dividend_yield: 0.03 })
  })

  test('uses the year when the quarters are outdated, and the balance sheet by its own date', () => {
    const day = dayOf(2027, 7, 1)
    const annual = [annualOf(2026)]
    expect(valuation({ day, annual })).toMatchObject({ pe_ttm: 6.25, ps_ttm: 0.5, pb: null, ev_ebitda: null })
    expect(valuation({ day, annual, balance: balanceOf(2026, 4) })).toMatchObject({ pb: 2, ev_revenue: 0.7 })
  })

  test('without a count of shares lacks what needs the market capitalisation', () => {
    expect(valuation({ sharesOutstanding: null })).toEqual({
      ...NO_VALUATION,
      pe_ttm: 10,
      peg_ratio: 0.4,
      dividend_yield: 0.03,
    })
  })

  test('without a balance sheet lacks what needs equity, debt or cash', () => {
    expect(valuation({ balance: null })).toMatchObject({
      pb: null,
      ev_ebitda: null,
      ev_revenue: null,
      ps_ttm: 1.25,
    })
    expect(valuation({ balance: balanceOf(2025, 4, { totalDebt: null }) })).toMatchObject({
      pb: 2,
      ev_ebitda: null,
    })
    expect(valuation({ balance: balanceOf(2025, 4, { cashAndEquivalents: null }) })).toMatchObject({
      ev_revenue: null,
    })
  })

  test.each([
    [
      'losses',
      { quarterly: replaceQuarter(0, { epsDiluted: -20 }) },
      { pe_ttm: null, peg_ratio: null, ps_ttm: 1.25 },
    ],
    [
      'earnings of exactly zero',
      { quarterly: replaceQuarter(0, { epsDiluted: -3.75 }) },
      { pe_ttm: null, peg_ratio: null },
    ],
    ['negative equity', { balance: balanceOf(2025, 4, { totalEquity: -1 }) }, { pb: null, ev_ebitda: 8.75 }],
    [
      'negative EBITDA',
      { quarterly: replaceQuarter(0, { operatingIncome: -500 }) },
      { ev_ebitda: null, ev_revenue: 1.75 },
    ],
    [
      'no revenue at all',
      { quarterly: COMPANY.quarterly.map((each) => ({ ...each, revenue: 0 })) },
      { ps_ttm: null, ev_revenue: null },
    ],
    [
      'shrinking earnings',
      { quarterly: replaceQuarter(0, { epsDiluted: 0 }) },
      { pe_ttm: 13.33333333, peg_ratio: null },
    ],
    [
      'losses the year before',
      { quarterly: replaceQuarter(5, { epsDiluted: -9 }) },
      { pe_ttm: 10, peg_ratio: null },
    ],
  ])('%s: a base of zero or less gives null', (_name, over, expected) => {
    expect(valuation(over)).toMatchObject(expected)
  })

  test('more cash than market value and debt is a negative multiple, not null', () => {
    expect(valuation({ balance: balanceOf(2025, 4, { cashAndEquivalents: 880 }) })).toMatchObject({
      ev_ebitda: -1,
    })
  })

  test.each([
    [
      'a line missing in one quarter',
      replaceQuarter(2, { revenue: null, epsDiluted: null }),
      { ps_ttm: null, pe_ttm: null },
    ],
    ['a missing quarter', COMPANY.quarterly.toSpliced(1, 1), { ps_ttm: null, pe_ttm: null, pb: 2 }],
    ['three quarters only', COMPANY.quarterly.slice(0, 3), { ps_ttm: null, pe_ttm: null, pb: 2 }],
  ])('%s: a sum of fewer than four quarters is not offered for one', (_name, quarterly, expected) => {
    expect(valuation({ quarterly })).toMatchObject(expected)
  })

  test('four quarters may lie in two fiscal years', () => {
    const quarterly = [quarterOf(2026, 1, { epsDiluted: 2.25 }), ...COMPANY.quarterly]
    expect(valuation({ quarterly })).toMatchObject({ pe_ttm: 8.33333333 }) // 50 / (2.25 + 3 × 1.25)
  })

  test('growth needs the four quarters before; P/E does not', () => {
    expect(valuation({ quarterly: COMPANY.quarterly.slice(0, 4) })).toMatchObject({
      pe_ttm: 10,
      peg_ratio: null,
    })
  })

  test('a company that reports no quarters is measured by its fiscal years', () => {
    // Year 2025: revenue 1000, EPS 8, EBITDA 150 + 50; year 2024: EPS 5, growth 60 %.
    const annual = [annualOf(2025), annualOf(2024, { epsDiluted: 5 })]
    expect(valuation({ quarterly: [], annual })).toMatchObject({
      pe_ttm: 6.25,
      ps_ttm: 0.5,
      ev_ebitda: 3.5,
      peg_ratio: 0.10416667,
    })
    expect(valuation({ quarterly: [], annual: [] })).toMatchObject({ pe_ttm: null, ps_ttm: null, pb: 2 })
  })

  test('no dividends are a yield of zero, unknown ones are none', () => {
    expect(valuation({ dividendsUsd: 0 }).dividend_yield).toBe(0)
    expect(valuation({ dividendsUsd: null }).dividend_yield).toBeNull()
  })
})

describe('a fund', () => {
  test('has its distribution yield and the P/E of its holdings, and nothing else', () => {
    expect(fundValuation({ distributionYield: 0.0123456789, holdingsPe: 21.5 })).toEqual({
      ...NO_VALUATION,
      pe_ttm: 21.5,
      dividend_yield: 0.01234568,
    })
    expect(fundValuation({ distributionYield: null, holdingsPe: null })).toEqual(NO_VALUATION)
    expect(fundValuation(null)).toEqual(NO_VALUATION)
  })
})

test.each([
  [2, 3, 6],
  [null, 3, null],
  [2, null, null],
])('the market capitalisation of price %s and %s shares is %s', (price, shares, expected) => {
  expect(marketCapOf(price, shares)).toBe(expected)
})
