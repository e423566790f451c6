import { expect, it } from 'vitest'
import { nameId } from '../../../../kernel/ids.ts'
import type { PortfolioReader, PortfolioView } from '../../../../ports/portfolio.ts'
import type { Question } from '../../answer.ts'
import { portfolioIn } from './portfolio-currency.ts'

const OWNER = { tenantId: nameId('test', 'tenant'), userId: 'u' }
const { signal } = new AbortController()

/** Readers of which each valuation is noted. */
function readers(): { portfolios: PortfolioReader; valued: string[] } {
  const valued: string[] = []
  const readerIn = (code: string): PortfolioReader => ({
    inCurrency: readerIn,
    baseCurrency: async () => code,
    view: async () => {
      valued.push(code)
      const view: PortfolioView = {
        baseCurrency: code,
        isOwnCurrency: code === 'USD',
        totalValue: 0,
        cash: 0,
        on: null,
        asOf: 0,
        simulated: false,
        holdings: [],
      }
      return view
    },
    returns: async () => null,
    shares: async () => [],
    realized: async () => Promise.reject(new Error('not asked for')),
    income: async () => Promise.reject(new Error('not asked for')),
    trades: async () => ({ items: [], total: 0 }),
  })
  return { portfolios: readerIn('USD'), valued }
}

const asked = (message: string): Question => ({
  owner: OWNER,
  message,
  history: [],
  instruments: [],
  includePortfolio: false,
  now: 0,
})

it.each([
  ['What is my portfolio worth?', 'USD'],
  ['What is my portfolio worth in euros?', 'EUR'],
  ['What is my portfolio worth in dollars?', 'USD'],
  ['What is my portfolio worth in yen?', 'USD'],
])('values a portfolio once: %s', async (message, code) => {
  const { portfolios, valued } = readers()
  const instruments = {
    ratesInto: () => async (currency: string) => () => (currency === 'EUR' ? 1.1 : null),
  }
  const { portfolio } = await portfolioIn({ portfolios, instruments }, asked(message), signal)
  expect(portfolio?.baseCurrency).toBe(code)
  expect(valued).toEqual([code])
})
