import { describe, expect, test } from 'vitest'
import { zeroBars } from '../../../market/bars.ts'
import type { CompanyReports, FundamentalsSource } from '../../../ports/fundamentals.ts'
import type { FxRates } from '../../../ports/fx.ts'
import type { Dividend, PriceSource, Quote } from '../../../ports/market-data.ts'
import {
  buildFundamentals,
  type CompanyFacts,
  type FundamentalsDeps,
  marketCap,
  ratioPrice,
  readFacts,
  readValuation,
} from './fundamentals.ts'
import type { PriceBook } from '../prices/price-book.ts'
import { at, day, instrumentOf, quoteOf, ScriptedSource } from '../testing/fixtures.ts'
import { annualOf, balanceOf, quarterOf } from '../testing/reports.ts'
import { NO_VALUATION } from './valuation.ts'

const NOW = at('2025-11-05T15:00:00Z')
const AAPL = instrumentOf()
const TOYOTA = instrumentOf({ ticker: '7203', mic: 'XTKS', currency: 'JPY' })
const SPY = instrumentOf({ ticker: 'SPY', mic: 'ARCX', assetClass: 'etf' })
const INDEX = instrumentOf({ ticker: '^GSPC', mic: 'SNP', assetClass: 'index' })
const BITCOIN = instrumentOf({ ticker: 'BTC-USD', mic: 'CCC', assetClass: 'crypto' })

const REPORTS: CompanyReports = {
  annual: [annualOf(2024), annualOf(2023)],
  quarterly: [3, 2, 1].map((quarter) => quarterOf(2025, quarter)).concat(quarterOf(2024, 4)),
  balances: [balanceOf(2025, 3), balanceOf(2024, 4)],
}

const NO_FACTS: CompanyFacts = { reports: null, fund: null, sharesOutstanding: null, source: null }
const FACTS: CompanyFacts = {
  ...NO_FACTS,
  reports: { ...REPORTS, balances: { annual: REPORTS.balances, quarterly: REPORTS.balances } },
  sharesOutstanding: 10,
}

/** 150 yen a dollar, and no other currency. */
const FX: FxRates = {
  averageUsd: async (currency) => (currency === 'JPY' ? 1 / 150 : null),
  usdOn: async (currency) => ({ USD: 1, JPY: 1 / 150 })[currency] ?? null,
  usdBetween: async (currency) => () => ({ USD: 1, JPY: 1 / 150 })[currency] ?? null,
}

function depsOf(
  options: { dividends?: readonly Dividend[] | null; sources?: FundamentalsSource[] } = {},
): FundamentalsDeps {
  const { dividends = [], sources = [] } = options
  const prices: PriceSource = Object.assign(new ScriptedSource(zeroBars(0)), {
    dividends: async () => dividends,
  })
  return {
    prices: { sourceOf: async () => prices } as unknown as PriceBook,
    fundamentals: sources,
    fx: FX,
    clock: { market: () => NOW },
  }
}

function sourceOf(name: string, fields: Partial<FundamentalsSource>): FundamentalsSource {
  return {
    name,
    reports: async () => null,
    fund: async () => null,
    sharesOutstanding: async () => null,
    ...fields,
  }
}

const quoted = (fields: Partial<Quote> = {}): Quote => quoteOf({ price: 50, at: NOW, ...fields })

describe('readFacts', () => {
  test('takes everything from the first source that knows anything of the instrument', async () => {
    const sources = [
      sourceOf('nothing', {}),
      sourceOf('shares', { sharesOutstanding: async () => 7 }),
      sourceOf('reports', { reports: async () => REPORTS }),
    ]
    expect(await readFacts(AAPL, depsOf({ sources }))).toEqual({
      ...NO_FACTS,
      sharesOutstanding: 7,
      source: 'shares',
    })
    expect(await readFacts(AAPL, depsOf())).toEqual(NO_FACTS)
  })

  test('asks for the reports of companies and the facts of funds alone', async () => {
    const everything = sourceOf('all', {
      reports: async () => REPORTS,
      fund: async () => ({ distributionYield: 0.01, holdingsPe: 20 }),
      sharesOutstanding: async () => 5,
    })
    const deps = depsOf({ sources: [everything] })
    expect(await readFacts(AAPL, deps)).toMatchObject({ fund: null, reports: { annual: REPORTS.annual } })
    expect(await readFacts(SPY, deps)).toMatchObject({ reports: null, fund: { holdingsPe: 20 } })
    expect(await readFacts(INDEX, deps)).toMatchObject({ reports: null, fund: null, sharesOutstanding: 5 })
  })
})

describe('ratioPrice', () => {
  test('is the newest price in dollars with the exchange’s date of it', async () => {
    expect(await ratioPrice(AAPL, quoted(), depsOf())).toEqual({ day: day('2025-11-05'), usd: 50 })
    expect(await ratioPrice(TOYOTA, quoted({ price: 3_000 }), depsOf())).toEqual({
      day: day('2025-11-06'),
      usd: 20,
    })
  })

  test('ten days old is recent enough, a millisecond more is not', async () => {
    const tenDaysAgo = at('2025-10-26T15:00:00Z')
    expect(await ratioPrice(AAPL, quoted({ at: tenDaysAgo }), depsOf())).toMatchObject({ usd: 50 })
    expect(await ratioPrice(AAPL, quoted({ at: tenDaysAgo - 1 }), depsOf())).toBeNull()
    expect(await ratioPrice(AAPL, null, depsOf())).toBeNull()
  })

  test('in a currency without a rate has a date and no amount', async () => {
    const swiss = instrumentOf({ currency: 'CHF' })
    expect(await ratioPrice(swiss, quoted(), depsOf())).toEqual({ day: day('2025-11-05'), usd: null })
  })
})

describe('readValuation', () => {
  const PRICE = { day: day('2025-11-05'), usd: 50 }
  const ratiosOf = async (...of: Parameters<typeof readValuation>) => (await readValuation(...of)).ratios

  test('uses the newest balance sheet, four quarters and the dividends of twelve months', async () => {
    const dividends = [
      { exDay: day('2024-11-05'), amount: 100 },
      { exDay: day('2024-11-06'), amount: 0.5 },
      { exDay: day('2025-11-05'), amount: 1 },
      { exDay: day('2025-11-06'), amount: 100 },
    ]
    expect(await ratiosOf(AAPL, FACTS, PRICE, depsOf({ dividends }))).toEqual({
      pe_ttm: 10,
      ps_ttm: 1.25,
      pb: 2,
      ev_ebitda: 8.75,
      ev_revenue: 1.75,
      peg_ratio: null,
      dividend_yield: 0.03,
    })
  })

  test('says of what the ratios are made', async () => {
    const dividends = [{ exDay: day('2025-06-01'), amount: 1.5 }]
    const { basis } = await readValuation(AAPL, FACTS, PRICE, depsOf({ dividends }))
    expect(basis).toMatchObject({
      price: 50,
      sharesOutstanding: 10,
      balance: { totalEquity: 250 },
      enterpriseValue: 700,
      epsTtm: 5,
      hasQuarters: true,
      revenueTtm: 400,
      freeCashFlowTtm: 48,
      dividendsTtm: 1.5,
    })
    const late = { ...PRICE, day: day('2028-11-05') }
    expect((await readValuation(AAPL, FACTS, late, depsOf())).basis).toMatchObject({
      sharesOutstanding: 10,
      balance: null,
      epsTtm: null,
      hasQuarters: false,
      freeCashFlowTtm: null,
    })
  })

  test('dividends in another currency count in dollars', async () => {
    const dividends = [{ exDay: day('2025-06-01'), amount: 150 }]
    expect(await ratiosOf(TOYOTA, FACTS, PRICE, depsOf({ dividends }))).toMatchObject({
      dividend_yield: 0.02,
    })
    const swiss = instrumentOf({ currency: 'CHF' })
    expect(await ratiosOf(swiss, FACTS, PRICE, depsOf({ dividends }))).toMatchObject({
      dividend_yield: null,
    })
  })

  test('a source that knows nothing of dividends leaves the yield null, never 0', async () => {
    expect(await ratiosOf(AAPL, FACTS, PRICE, depsOf({ dividends: null }))).toMatchObject({
      dividend_yield: null,
      pe_ttm: 10,
    })
    expect(await ratiosOf(AAPL, FACTS, PRICE, depsOf({ dividends: [] }))).toMatchObject({
      dividend_yield: 0,
    })
  })

  test('without a recent price everything is null, of a fund too', async () => {
    const fund = { ...NO_FACTS, fund: { distributionYield: 0.01, holdingsPe: 20 } }
    expect(await ratiosOf(SPY, fund, null, depsOf())).toEqual(NO_VALUATION)
    expect(await ratiosOf(AAPL, FACTS, null, depsOf())).toEqual(NO_VALUATION)
    expect(await ratiosOf(SPY, fund, PRICE, depsOf())).toMatchObject({
      pe_ttm: 20,
      dividend_yield: 0.01,
    })
  })
})

describe('marketCap', () => {
  test('is price times shares, and what a file said when their count is unknown', () => {
    const price = { day: day('2025-11-05'), usd: 50 }
    expect(marketCap(AAPL, FACTS, price)).toBe(500)
    expect(marketCap(AAPL, FACTS, null)).toBeNull()
    expect(marketCap(instrumentOf({ marketCap: 9e11 }), NO_FACTS, price)).toBe(9e11)
    expect(marketCap(instrumentOf({ marketCap: 9e11 }), FACTS, price)).toBe(500)
    expect(marketCap(AAPL, NO_FACTS, price)).toBeNull()
  })
})

describe('buildFundamentals', () => {
  const asked = (quote: Quote | null) => ({ quote, mode: 'annual', limit: 5 }) as const
  const EMPTY = { income_statement: [], balance_sheet: [], cash_flow: [] }

  test('of a company are dated by the price the ratios use', async () => {
    const found = await buildFundamentals(AAPL, FACTS, asked(quoted()), depsOf())
    expect(Object.keys(found)).toEqual([
      'entity_id',
      'ticker',
      'as_of',
      'valuation',
      'income_statement',
      'balance_sheet',
      'cash_flow',
    ])
    expect(found).toMatchObject({ as_of: '2025-11-05', valuation: { pe_ttm: 10 } })
    expect(found.income_statement.map(({ period }) => period)).toEqual(['FY2024', 'FY2023'])
  })

  test.each([
    ['annual', '2024-12-31'],
    ['quarterly', '2025-09-30'],
  ] as const)(
    'of a company without a recent price are dated by the newest %s statement',
    async (mode, date) => {
      const found = await buildFundamentals(AAPL, FACTS, { quote: null, mode, limit: 5 }, depsOf())
      expect(found).toMatchObject({ as_of: date, valuation: NO_VALUATION })
    },
  )

  test('of an ETF have the fund’s figures and empty statements', async () => {
    const fund = { ...NO_FACTS, fund: { distributionYield: 0.0123, holdingsPe: 24 } }
    expect(await buildFundamentals(SPY, fund, asked(quoted()), depsOf())).toMatchObject({
      as_of: '2025-11-05',
      valuation: { ...NO_VALUATION, pe_ttm: 24, dividend_yield: 0.0123 },
      ...EMPTY,
    })
    expect(await buildFundamentals(SPY, fund, asked(null), depsOf())).toMatchObject({
      as_of: null,
      valuation: NO_VALUATION,
    })
  })

  test.each([
    ['an index', INDEX],
    ['a coin', BITCOIN],
    ['a company of which nothing is known', AAPL],
  ])('of %s are its ids and nothing else, price or not', async (_name, instrument) => {
    for (const quote of [quoted(), null]) {
      expect(
        await buildFundamentals(instrument, { ...NO_FACTS, sharesOutstanding: 5 }, asked(quote), depsOf()),
      ).toEqual({
        entity_id: instrument.entityId,
        ticker: instrument.ticker,
        as_of: null,
        valuation: NO_VALUATION,
        ...EMPTY,
      })
    }
  })
})
