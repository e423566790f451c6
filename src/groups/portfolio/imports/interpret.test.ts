import { expect, it } from 'vitest'
import { readAll } from '../../../../tests/support/interpreted.ts'

const HEADER = 'date,type,ticker,quantity,price,fee,currency'
const refused = (field: string, currency: string, sign: string): string =>
  `${field} must be in the currency of the row ("${currency}"), not in ${sign}.`

it.each([
  ['10€', '', 'USD', { errors: [refused('price', 'USD', 'euros')] }],
  ['£10', '', 'GBX', { errors: [refused('price', 'GBX', 'pounds')] }],
  ['$10', '$1', 'eur', { errors: [refused('price', 'EUR', 'dollars'), refused('fee', 'EUR', 'dollars')] }],
  ['10 €', '€1', 'EUR', { price: 10, fee: 1 }],
  ['£10', '', 'GBP', { price: 10, fee: 0 }],
  ['$10', '', 'CAD', { price: 10, fee: 0 }],
  // The account or the listing says which.
  ['€10', '', '', { price: 10, fee: 0 }],
])(
  'an amount with the sign of a currency is in that of its row: %s, %s in %s',
  async (price, fee, currency, expected) => {
    const { rows } = await readAll(HEADER, `2026-01-15,buy,AAPL,10,${price},${fee},${currency}`)
    expect(rows).toMatchObject([expected])
  },
)
