import { describe, expect, it } from 'vitest'
import { isAmountOf } from './amount-check.ts'
import { Exact } from './entry.ts'

type Rest = { type?: 'buy' | 'sell'; fee?: number; tax?: number; currency?: string }

const isAmount = (
  quantity: number,
  price: number,
  amount: number,
  { type = 'buy', fee = 0, tax = 0, currency = 'USD' }: Rest = {},
): boolean =>
  isAmountOf({
    type,
    currency,
    quantity: new Exact(quantity),
    price: new Exact(price),
    amount: new Exact(amount),
    fee: new Exact(fee),
    tax: new Exact(tax),
  })

describe('an amount is quantity times price', () => {
  it.each([
    ['exactly', 10, 100, 1_000],
    ['half a percent more', 10, 100, 1_005],
    ['half a percent less', 10, 100, 995],
    ['to the cent', 0.333, 1.01, 0.34],
    ['of a price to the cent', 100_000, 0.01, 1_490],
    ['of shares to the thousandth', 0.012, 4_000, 50],
    ['of a price of more digits', 1_000_000, 0.0000123, 12.3],
    ['of nothing', 10, 0, 0],
  ])('%s', (_, quantity, price, amount) => {
    for (const type of ['buy', 'sell'] as const)
      expect(isAmount(quantity, price, amount, { type })).toBe(true)
  })

  it.each([
    [1_130, 'both in it'],
    [870, 'both off it'],
    [1_070, 'the fee in it and the tax off it'],
    [930, 'the tax in it and the fee off it'],
    [1_100, 'the fee in it'],
    [970, 'the tax off it'],
    [1_000, 'neither'],
  ])('%d, with fee and tax: %s', (amount) => {
    for (const type of ['buy', 'sell'] as const) {
      expect(isAmount(10, 100, amount, { type, fee: 100, tax: 30 })).toBe(true)
    }
  })

  it.each([
    ['JPY', 1, 85.5, 86],
    ['JPY', 3, 12.5, 38],
    ['JPY', 1_000, 86, 85_501],
    ['HUF', 1, 19.6, 20],
    ['TWD', 1, 99.5, 99],
    ['GBX', 1, 85.5, 86],
  ])('in whole units of %s: %d at %d is %d', (currency, quantity, price, amount) => {
    // Costs that nothing names only ever take from a sale.
    const type = amount < quantity * price ? 'buy' : 'sell'
    expect(isAmount(quantity, price, amount, { type, currency })).toBe(true)
    expect(isAmount(quantity, price, amount, { type, currency: 'EUR' })).toBe(false)
  })

  it.each([
    ['a sale whose fee is more', 5, 0, { type: 'sell', fee: 10 }],
    ['a sale whose fee and tax are more', 5, 0, { type: 'sell', fee: 3, tax: 3 }],
    ['a purchase with stamp duty and commission', 1_000, 1_010, {}],
    ['a purchase with 2 %', 100_000, 102_000, {}],
    ['a small purchase with the minimum of an order', 20, 29.9, {}],
    ['a purchase with 50', 1_000, 1_050, {}],
    ['a sale less 2 %', 100_000, 98_000, { type: 'sell' }],
    ['a small sale less the minimum of an order', 20, 10.1, { type: 'sell' }],
    ['a purchase with the minimum in yen', 9_000, 13_900, { currency: 'JPY' }],
    ['a purchase with its fee and 2 %', 1_000, 1_120, { fee: 100 }],
  ] as Array<[string, number, number, Rest]>)(
    'with costs that nothing names: %s',
    (_, price, amount, rest) => {
      expect(isAmount(1, price, amount, rest)).toBe(true)
    },
  )
})

it.each([
  ['more than was sold', 10, 100, 1_005.01, { type: 'sell' }],
  ['less than was bought', 10, 100, 994.99, {}],
  ['nothing', 10, 100, 0, {}],
  ['nothing of what was sold', 10, 100, 0, { type: 'sell' }],
  ['nothing of what was sold for more than its fee', 1, 15, 0, { type: 'sell', fee: 10 }],
  ['nothing of what was bought for less than its fee', 1, 5, 0, { fee: 3 }],
  ['of a price of more digits', 1_000_000, 0.0000123, 20, { type: 'sell' }],
  ['of whole shares', 12, 4_000, 50_000, {}],
  ['of half a share', 0.5, 100, 51, { type: 'sell' }],
  ['neither with the fee nor without', 10, 100, 1_050, { fee: 100 }],
  ['more than costs are', 10, 100, 1_050.01, {}],
  ['more than costs are of much', 1, 100_000, 102_000.01, {}],
  ['less than costs leave', 10, 100, 949.99, { type: 'sell' }],
  ['of twice the shares', 1, 10, 20, {}],
  ['of ten times the shares', 1, 1, 10, {}],
  ['of half the shares', 2, 10, 10, { type: 'sell' }],
  ['beside a fee that is named', 10, 100, 1_031, { fee: 10 }],
  ['in whole units', 1, 85.5, 87, { type: 'sell', currency: 'JPY' }],
] as Array<[string, number, number, number, Rest]>)(
  'an amount is not quantity times price: %s',
  (_, quantity, price, amount, rest) => {
    expect(isAmount(quantity, price, amount, rest)).toBe(false)
  },
)
