import { describe, expect, it } from 'vitest'
import { isAmountOf } from './amount-check.ts'
import { Exact } from './entry.ts'

const isAmount = (quantity: number, price: number, amount: number, fee = 0, tax = 0): boolean =>
  isAmountOf({
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
    expect(isAmount(quantity, price, amount)).toBe(true)
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
    expect(isAmount(10, 100, amount, 100, 30)).toBe(true)
  })
})

it.each([
  ['more', 10, 100, 1_005.01],
  ['less', 10, 100, 994.99],
  ['nothing', 10, 100, 0],
  ['of a price of more digits', 1_000_000, 0.0000123, 20],
  ['of whole shares', 12, 4_000, 50_000],
  ['of half a share', 0.5, 100, 51],
  ['neither with the fee nor without', 10, 100, 1_050, 100],
])('an amount is not quantity times price: %s', (_, quantity, price, amount, fee = 0) => {
  expect(isAmount(quantity, price, amount, fee)).toBe(false)
})
