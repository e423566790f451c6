import { expect, it } from 'vitest'
import { nameId } from '../../../../kernel/ids.ts'
import { DAY_MS, parseDay } from '../../../../kernel/time.ts'
import type { InstrumentQuote } from '../../../../ports/instruments.ts'
import type { PayoutAsk } from '../../understanding/intents/dividend-questions.ts'
import { withPayout } from './payout-fact.ts'
import { quoteFact } from './price-facts.ts'

const TODAY = parseDay('2026-11-27') ?? 0
const ACME = { entityId: nameId('test', 'ACME'), ticker: 'ACME', name: 'Acme Inc.' }
const quoteOf = (price: number, currency: string): InstrumentQuote => ({
  ...ACME,
  price,
  previousClose: null,
  bid: null,
  ask: null,
  bidSize: null,
  askSize: null,
  volume: 1,
  currency,
  at: TODAY * DAY_MS,
  marketStatus: 'CLOSED',
  source: null,
  simulated: false,
})
const rates = {
  ratesInto: (quote: string) => async (base: string) => () =>
    quote === 'USD' && base === 'EUR' ? 1.25 : null,
}
const DIVIDENDS = [
  { exDay: TODAY - 400, amount: 9 },
  { exDay: TODAY - 300, amount: 4 },
  { exDay: TODAY - 100, amount: 1 },
]
/** Of the first in the twelve months one share has become two. */
const SPLITS = [{ exDay: TODAY - 200, factor: 2 }]

async function said(
  ask: Partial<PayoutAsk>,
  { price = 50, currency = 'USD', dividends = DIVIDENDS } = {},
): Promise<string[]> {
  const quote = quoteOf(price, currency)
  const fact = { ...quoteFact(ACME, quote), sentences: ['Told.'], also: [] }
  const found = await withPayout(rates, fact, {
    instrument: ACME,
    quote,
    ask: { amount: 1_000, currency: 'USD', isNeeded: false, period: 'year', times: 1, ...ask },
    dividends,
    splits: SPLITS,
    now: TODAY * DAY_MS,
  })
  return [...found.sentences]
}

const PARTS = 'Parts of shares are counted, and what will be paid is not known.'

it('what a sum would have been paid is the dividends of twelve months, on the split basis of now', async () => {
  expect(await said({})).toEqual([
    `At the last price of Acme Inc. (ACME), USD 50, USD 1,000 of it would have had USD 60 of dividends in the last twelve months, before tax (1,000 / 50 × 3). ${PARTS}`,
    'Told.',
  ])
  expect((await said({ period: 'month', times: 12 }))[0]).toContain(', which is USD 5 a month: 60 / 12.')
})

it('what it takes to be paid so much is told as shares and what they are worth', async () => {
  expect((await said({ amount: 10, isNeeded: true, period: 'month', times: 12 }))[0]).toBe(
    `It took 40 shares of Acme Inc. (ACME) to have had USD 10 of dividends a month in the last twelve months, before tax: 10 × 12 / 3. At the last price, USD 50, they are worth USD 2,000: 10 × 12 / 3 × 50. ${PARTS}`,
  )
})

it('pence are told as pounds, and other money by the rate of the day', async () => {
  expect((await said({ currency: 'GBP' }, { price: 5_000, currency: 'GBX' }))[0]).toContain(
    'GBP 50, GBP 1,000 of it would have had GBP 0.60 of dividends in the last twelve months, before tax (1,000 / 50 × 0.03)',
  )
  const [rate, told] = await said({ currency: 'EUR' })
  expect(rate).toMatch(/^EUR 1,000 is USD 1,250: EUR 1,000 × 1.25; EUR 1 is USD 1.25/)
  expect(told).toContain('USD 1,250 of it would have had USD 75 ')
})

it('nothing is told without a rate, and of what paid nothing', async () => {
  expect((await said({ currency: 'SEK' })).at(-1)).toMatch(/no exchange rate of SEK into USD is stored/)
  expect(await said({}, { dividends: DIVIDENDS.slice(0, 1) })).toEqual(['Told.'])
})
