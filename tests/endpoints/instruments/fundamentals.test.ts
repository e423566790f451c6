import { describe, expect, test } from 'vitest'
import { createDemoMarket } from '../../../src/demo-market/index.ts'
import { instant } from '../../support/factories.ts'
import { boot } from '../../support/harness.ts'
import { TestClock } from '../../support/test-clock.ts'

const NOW = instant('2025-11-05T15:00:00Z')
const clock = new TestClock(NOW)
const api = await boot({ clock, env: { DEFAULT_TIER: 'enterprise' } })

const HOUR = 3_600_000
const RATIOS = ['pe_ttm', 'ps_ttm', 'pb', 'ev_ebitda', 'ev_revenue', 'peg_ratio', 'dividend_yield']
const NO_RATIOS = Object.fromEntries(RATIOS.map((name) => [name, null]))
const EMPTY = { income_statement: [], balance_sheet: [], cash_flow: [] }
const STATEMENTS = ['income_statement', 'balance_sheet', 'cash_flow'] as const

const fundamentals = async (ticker: string, query: string = '') =>
  api.get(`/v1/instruments/${await api.idOf(ticker)}/fundamentals${query}`)

describe('GET /v1/instruments/{entity_id}/fundamentals', () => {
  test('200 with exactly the specified fields, at every depth', async () => {
    const { status, body, headers } = await fundamentals('AAPL')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['entity_id', 'ticker', 'as_of', 'valuation', ...STATEMENTS])
    expect(Object.keys(body.valuation)).toEqual(RATIOS)
    expect(Object.keys(body.income_statement[0])).toEqual([
      'period',
      'end_date',
      'revenue',
      'gross_profit',
      'operating_income',
      'net_income',
      'eps_diluted',
    ])
    expect(Object.keys(body.balance_sheet[0])).toEqual([
      'period',
      'end_date',
      'total_assets',
      'total_liabilities',
      'total_equity',
      'cash_and_equivalents',
      'total_debt',
    ])
    expect(Object.keys(body.cash_flow[0])).toEqual([
      'period',
      'end_date',
      'operating_cash_flow',
      'capex',
      'free_cash_flow',
    ])
    expect(body.as_of).toBe('2025-11-05')
    expect(headers.get('x-data-source')).toBe('demo')
  })

  test('200: five years by default, newest first, labelled FY and Q4FY', async () => {
    const { body } = await fundamentals('AAPL')
    for (const name of STATEMENTS) {
      const items: Array<{ period: string; end_date: string }> = body[name]
      expect(items).toHaveLength(5)
      const pattern = name === 'balance_sheet' ? /^Q4FY(\d{4})$/ : /^FY(\d{4})$/
      const years = items.map(({ period }) => Number(pattern.exec(period)?.[1]))
      expect(years).toEqual(years.map((_, index) => (years[0] ?? 0) - index))
      const ends = items.map(({ end_date: date }) => date)
      expect(ends).toEqual(ends.toSorted().toReversed())
      expect((ends[0] ?? '') <= '2025-11-05').toBe(true)
    }
    expect(await fundamentals('AAPL', '?period=annual&limit=5')).toMatchObject({ body })
  })

  test('200: quarters are labelled Q1FY to Q4FY and follow each other', async () => {
    const { body } = await fundamentals('AAPL', '?period=quarterly&limit=20')
    for (const name of STATEMENTS) {
      const items: Array<{ period: string }> = body[name]
      expect(items).toHaveLength(20)
      const indexes = items.map(({ period }) => {
        const [, quarter = '', year = ''] = /^Q([1-4])FY(\d{4})$/.exec(period) ?? []
        return Number(year) * 4 + Number(quarter)
      })
      expect(indexes).toEqual(indexes.map((_, back) => (indexes[0] ?? 0) - back))
    }
  })

  test.each([1, 20])('200: limit=%i is taken', async (limit) => {
    const { status, body } = await fundamentals('AAPL', `?period=quarterly&limit=${limit}`)
    expect(status).toBe(200)
    for (const name of STATEMENTS) expect(body[name]).toHaveLength(limit)
  })

  test('200: free cash flow is operating cash flow plus capex, and capex is an outflow', async () => {
    const { body } = await fundamentals('AAPL', '?period=quarterly&limit=20')
    for (const { operating_cash_flow: operating, capex, free_cash_flow: free } of body.cash_flow) {
      expect(capex).toBeLessThan(0)
      expect(free).toBeCloseTo(operating + capex, 2)
    }
  })

  test('200: the ratios follow from price, shares and the newest four quarters', async () => {
    const {
      valuation,
      income_statement: income,
      balance_sheet: balance,
    } = (await fundamentals('AAPL', '?period=quarterly&limit=4')).body
    const { last_price: price, market_cap: cap } = (
      await api.get(`/v1/instruments/${await api.idOf('AAPL')}/overview`)
    ).body
    const sum = (line: string): number => income.reduce((total: number, each: any) => total + each[line], 0)
    expect(valuation.pe_ttm).toBeCloseTo(price / sum('eps_diluted'), 6)
    expect(valuation.ps_ttm).toBeCloseTo(cap / sum('revenue'), 6)
    expect(valuation.pb).toBeCloseTo(cap / balance[0].total_equity, 6)
    const enterpriseValue = cap + balance[0].total_debt - balance[0].cash_and_equivalents
    expect(valuation.ev_revenue).toBeCloseTo(enterpriseValue / sum('revenue'), 6)
  })

  test('200: a company that reports in yen is shown in dollars at each period’s average rate', async () => {
    const market = createDemoMarket({ seed: 'tidemark' })
    const toyota = market.find('XTKS', '7203.T')!
    const reports = market.reports(toyota, NOW)!
    expect(reports.annual[0]?.currency).toBe('JPY')
    const { body } = await fundamentals('7203.T', '?limit=3')
    expect(body.income_statement).toHaveLength(3)
    for (const [index, item] of body.income_statement.entries()) {
      const year = reports.annual[index]!
      const rate = market.averageUsd('JPY', year.start, year.end)!
      expect(rate).toBeLessThan(0.05)
      expect(item.revenue).toBeCloseTo(year.revenue! * rate, 0)
      expect(item.eps_diluted).toBeCloseTo(year.epsDiluted! * rate, 6)
      const point = reports.balances.find(({ end }) => end === year.end)!
      expect(body.balance_sheet[index].total_assets).toBeCloseTo(point.totalAssets! * rate, 0)
      expect(body.cash_flow[index].capex).toBeCloseTo(year.capex! * rate, 0)
    }
  })

  test('200: an ETF has its distribution yield, the P/E of its holdings and empty statements', async () => {
    const { body } = await fundamentals('SPY')
    expect(body).toEqual({
      entity_id: await api.idOf('SPY'),
      ticker: 'SPY',
      as_of: '2025-11-05',
      valuation: { ...NO_RATIOS, pe_ttm: expect.any(Number), dividend_yield: expect.any(Number) },
      ...EMPTY,
    })
    expect(body.valuation.dividend_yield).toBeGreaterThan(0)
    expect(body.valuation.dividend_yield).toBeLessThan(0.2)
  })

  test.each(['^GSPC', 'BTC-USD'])('200: of %s only the ids are filled', async (ticker) => {
    expect((await fundamentals(ticker)).body).toEqual({
      entity_id: await api.idOf(ticker),
      ticker,
      as_of: null,
      valuation: NO_RATIOS,
      ...EMPTY,
    })
  })

  test('200: cached for 24 hours, which Cache-Control and Age tell', async () => {
    const first = await fundamentals('MSFT')
    expect(first.headers.get('cache-control')).toBe('private, max-age=86400')
    clock.advance(HOUR)
    const second = await fundamentals('MSFT')
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('cache-control')).toBe('private, max-age=86400')
    expect(second.headers.get('age')).toBe('3600')
    clock.advance(23 * HOUR - 1)
    expect((await fundamentals('MSFT')).body.as_of).toBe('2025-11-05')
    clock.advance(1)
    expect((await fundamentals('MSFT')).body.as_of).toBe('2025-11-06')
  })

  test.each([
    ['?limit=0', 'limit must be at least 1.'],
    ['?limit=21', 'limit must be at most 20.'],
    ['?limit=-5', 'limit must be at least 1.'],
    ['?limit=5.0', 'limit must be a whole number, not "5.0".'],
    ['?limit=', 'limit must be a whole number, not "".'],
    ['?period=', 'period must not be empty.'],
    ['?period=ANNUAL', 'period must be one of quarterly, annual, not "ANNUAL".'],
    ['?period=1y', 'period must be one of quarterly, annual, not "1y".'],
    ['?period=annual&period=annual', 'period is given 2 times: give it once.'],
  ])('422 INVALID_PARAMETER for %s', async (query, detail) => {
    const { status, body } = await fundamentals('AAPL', query)
    expect(status).toBe(422)
    expect(body).toEqual({ detail, code: 'INVALID_PARAMETER', status: 422 })
  })

  test('404 INSTRUMENT_NOT_FOUND for an unknown id, after 422 for its parameters', async () => {
    const path = '/v1/instruments/00000000-0000-4000-8000-000000000000/fundamentals'
    expect((await api.get(path)).body.code).toBe('INSTRUMENT_NOT_FOUND')
    expect((await api.get(`${path}?limit=0`)).body.code).toBe('INVALID_PARAMETER')
  })
})
