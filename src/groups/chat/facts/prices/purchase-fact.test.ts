import { expect, it } from 'vitest'
import { nameId } from '../../../../kernel/ids.ts'
import { parseDay } from '../../../../kernel/time.ts'
import type { InstrumentQuote } from '../../../../ports/instruments.ts'
import { quoteFact } from './price-facts.ts'
import { withPurchase } from './purchase-fact.ts'

const AT = (parseDay('2026-11-27') ?? 0) * 86_400_000
const quoteOf = (price: number, currency = 'USD'): InstrumentQuote => ({
  entityId: nameId('test', 'ACME'),
  ticker: 'ACME',
  price,
  previousClose: null,
  bid: null,
  ask: null,
  bidSize: null,
  askSize: null,
  volume: 1,
  currency,
  at: AT,
  marketStatus: 'CLOSED',
  source: null,
  simulated: false,
})
const rates = {
  ratesInto: (quote: string) => async (base: string) => () =>
    quote === 'USD' && base === 'EUR' ? 1.16 : null,
}

async function said(
  ticker: string,
  quote: InstrumentQuote,
  ask: { amount: number; currency: string },
): Promise<string> {
  const instrument = { entityId: nameId('test', ticker), ticker, name: 'Acme Inc.' }
  const fact = await withPurchase(rates, quoteFact(instrument, quote), { instrument, quote, ask })
  return fact.sentences.slice(1).join(' ')
}

it('counts whole shares and what is left', async () => {
  expect(await said('ACME', quoteOf(289.56), { amount: 1_000, currency: 'USD' })).toBe(
    'At that price USD 1,000 buys 3 whole shares of it (1,000 / 289.56 = 3.4535), for USD 868.68 (3 × 289.56), and USD 131.32 is left. Fees and taxes are left out.',
  )
})

it('says that a sum is less than one share', async () => {
  expect(await said('ACME', quoteOf(400), { amount: 100, currency: 'USD' })).toContain(
    'buys no whole share of it: 100 / 400 = 0.25.',
  )
})

it('converts a sum by the exchange rate that is stored, and cites it', async () => {
  const instrument = { entityId: nameId('test', 'ACME'), ticker: 'ACME', name: 'Acme Inc.' }
  const quote = quoteOf(100)
  const ask = { amount: 500, currency: 'EUR' }
  const fact = await withPurchase(rates, quoteFact(instrument, quote), { instrument, quote, ask })
  expect(fact.sentences[1]).toContain('EUR 500 is USD 580: EUR 500 × 1.16; EUR 1 is USD 1.16, by')
  expect(fact.sentences[2]).toContain('USD 580 buys 5 whole shares of it')
  expect(fact.also?.map(({ record }) => record.headline)).toEqual(['Exchange rate EUR/USD 2026-11-27'])
})

it('says where no rate is stored', async () => {
  expect(await said('ACME', quoteOf(100), { amount: 500, currency: 'PLN' })).toBe(
    'How many shares PLN 500 buys is not computed: no exchange rate of PLN into USD is stored for that day. Name a sum in USD.',
  )
})

it('takes pounds for a price of pence, and parts of a coin', async () => {
  expect(await said('ACME.L', quoteOf(3_178, 'GBX'), { amount: 1_000, currency: 'GBP' })).toContain(
    'GBP 1,000 buys 31 whole shares of it (1,000 / 31.78 = 31.466), for GBP 985.18',
  )
  expect(await said('BTC-USD', quoteOf(50_000), { amount: 500, currency: 'USD' })).toContain(
    'buys 0.01 of it',
  )
})
