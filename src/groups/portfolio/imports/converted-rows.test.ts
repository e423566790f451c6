import { expect, test } from 'vitest'
import { parseDay } from '../../../kernel/time.ts'
import { inInstrumentCurrency } from './converted-rows.ts'
import type { Interpreted } from './interpret.ts'
import { instrumentKey } from './resolve.ts'

const CURRENCIES: Readonly<Record<string, string>> = { us: 'USD', london: 'GBX', xetra: 'EUR' }
/** Euros for one unit, from the second of May on. */
const RATES: Readonly<Record<string, number>> = { USD: 0.8, GBP: 1.25 }
const FIRST = parseDay('2026-05-02') ?? 0

const named = (value: string) => ({ by: 'isin', value, exchange: null, currency: 'EUR' }) as const

const bought = (of: string, day: string): Interpreted => ({
  type: 'buy',
  trade_date: day,
  instrument: named(of),
  quantity: 2,
  price: 40,
  amount: 80,
  fee: 1,
  tax: 0.4,
  currency: 'EUR',
  fx_rate: null,
  fx_currency: null,
  external: false,
  note: null,
  external_id: null,
})

const convert = (...rows: Array<Interpreted | { errors: string[] }>) =>
  inInstrumentCurrency(
    rows,
    {
      resolved: new Map(Object.keys(CURRENCIES).map((id) => [instrumentKey(named(id)), { id }])),
      profiles: new Map(Object.entries(CURRENCIES).map(([id, currency]) => [id, { currency }])),
    },
    {
      ratesInto: (quote) => async (base) => (day) =>
        quote === 'EUR' && day >= FIRST ? (RATES[base] ?? null) : null,
    },
  )

test('rows are told in the currency of their instrument, by the rate of their day', async () => {
  const [us, london] = await convert(bought('us', '2026-05-04'), bought('london', '2026-05-04'))
  expect(us).toMatchObject({
    currency: 'USD',
    quantity: 2,
    price: 50,
    amount: 100,
    fee: 1.25,
    tax: 0.5,
    fx_rate: 0.8,
    fx_currency: 'EUR',
  })
  // Pounds, which the ledger has in pence.
  expect(london).toMatchObject({ currency: 'GBP', price: 32, amount: 64, fx_rate: 1.25 })
})

test('what is in that already, and what was not understood, stays as it is', async () => {
  const rows = [
    bought('xetra', '2026-05-04'),
    bought('unknown', '2026-05-04'),
    { errors: ['no.'] },
    { ...bought('us', '2026-05-04'), instrument: null },
  ]
  expect(await convert(...rows)).toEqual(rows)
})

test('a day without a rate is an error of its row alone', async () => {
  const [early, later] = await convert(bought('us', '2026-05-01'), bought('us', '2026-05-02'))
  expect(early).toEqual({
    errors: [
      'currency is EUR, and the instrument is traded in USD: no exchange rate between the two is stored for 2026-05-01.',
    ],
  })
  expect(later).toMatchObject({ price: 50 })
})
