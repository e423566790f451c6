import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Exact } from '../ledger/entry.ts'
import { moneySign } from '../ledger/money.ts'
import type { Layout } from './layout.ts'
import { reconcile } from './reconcile.ts'

const LAYOUT: Layout = {
  name: 'any',
  columns: [],
  leaves: [],
  read: {},
  dayOrder: null,
  isSigned: true,
  totalSign: 'sometimes',
}
const TYPES = ['buy', 'sell', 'dividend', 'interest', 'deposit', 'withdrawal', 'fee', 'tax'] as const
const cents = (most: number) => fc.integer({ min: 0, max: most }).map((value) => value / 100)

/** Rows of brokers whose account is in pounds, about dollars or pounds, with costs in either; rates to five digits and totals to the cent. */
const rows = fc.record({
  type: fc.constantFrom(...TYPES),
  currency: fc.constantFrom('USD', 'GBP'),
  quantity: fc.integer({ min: 1, max: 5_000_000 }).map((value) => value / 10_000),
  price: fc.integer({ min: 100, max: 9_000_000 }).map((value) => value / 100),
  rate: fc.integer({ min: 30_000, max: 200_000 }).map((value) => value / 100_000),
  isInverse: fc.boolean(),
  share: fc.tuple(cents(4), cents(4), cents(4)),
})

it('leads from every row to what moved on the account, to the cent, with all that was paid', () => {
  fc.assert(
    fc.property(rows, ({ type, currency, quantity, price, rate, isInverse, share }) => {
      const sign = moneySign(type, true) ?? 0
      const gross = new Exact(quantity).times(price)
      const into = currency === 'GBP' ? new Exact(1) : isInverse ? new Exact(1).div(rate) : new Exact(rate)
      const [ownFee, homeFee, homeTax] = share.map((part) => gross.times(part).toDecimalPlaces(2).toNumber())
      const costs = [
        { field: 'fee' as const, amount: ownFee ?? 0, currency },
        { field: 'fee' as const, amount: homeFee ?? 0, currency: 'GBP' },
        { field: 'tax' as const, amount: homeTax ?? 0, currency: 'GBP' },
      ]
      const paid = new Exact(ownFee ?? 0)
        .times(into)
        .plus(homeFee ?? 0)
        .plus(homeTax ?? 0)
      const total = gross.times(into).minus(paid.times(sign)).toDecimalPlaces(2)
      fc.pre(total.gt(1))
      const numbers = { quantity, price, amount: null, total: total.toNumber(), rate }
      const settled = reconcile(type, { ...numbers, currency, totalCurrency: 'GBP', costs }, LAYOUT)
      expect(settled).not.toHaveProperty('error')
      const { amount = 0, fee, tax, rate: found } = settled as Exclude<typeof settled, { error: string }>
      const moved = new Exact(amount)
        .times(sign)
        .minus(fee)
        .minus(tax)
        .times(found?.value ?? 1)
      expect(moved.times(sign).toDecimalPlaces(2).toFixed(2)).toBe(total.toFixed(2))
      expect(found?.into ?? 'GBP').toBe('GBP')
    }),
    { numRuns: 2_000 },
  )
})
