import { paidDecimalsOf } from '../../../market/currencies.ts'
import { Exact } from './entry.ts'

/** What two sources of one trade differ by: half a percent, or the smallest sum that is paid. */
const ROUNDING = 0.005
/** Brokers give parts of shares to the thousandth at least, and prices as they are paid. */
const SHARE_DIGITS = 3
const SIGNS = [0, 1, -1]
/** What stamp duties and commissions come to that no column names. */
const COSTS = 0.02
/** What an order may cost however small it is, in the smallest sums that are paid: 50 dollars. */
const MINIMUM_COSTS = 5_000

export interface Trade {
  type: 'buy' | 'sell'
  quantity: Exact
  price: Exact
  amount: Exact
  fee: Exact
  tax: Exact
  currency: string
}

/**
 * Whether the amount is quantity times price but for rounding, whichever of fee and tax are in it or off it, and for costs that
 * nothing names: those make a purchase dearer and take from a sale, never the other way round.
 */
export function isAmountOf(trade: Trade): boolean {
  const { type, quantity, price, amount, fee, tax } = trade
  const product = quantity.times(price)
  const rounding = roundingOf(trade, product)
  const most = Exact.max(rounding, product.times(COSTS), minimumOf(trade))
  // Twice the shares of a purchase, or half of those of a sale, are no costs, however few they are.
  const least = Exact.min(product, amount)
  return SIGNS.some((ofFee) =>
    SIGNS.some((ofTax) => {
      const whole = product.plus(fee.times(ofFee)).plus(tax.times(ofTax))
      // Of a sale that is worth less than it costs, nothing is left.
      const expected = type === 'sell' ? Exact.max(0, whole) : whole
      const dearer = type === 'sell' ? expected.minus(amount) : amount.minus(expected)
      if (dearer.abs().lte(rounding)) return true
      return dearer.isPositive() && dearer.lte(most) && dearer.lt(least)
    }),
  )
}

function roundingOf({ quantity, price, currency }: Trade, product: Exact): Exact {
  const decimals = paidDecimalsOf(currency)
  const sharesInDoubt = quantity.isInteger() ? new Exact(0) : halfDigit(quantity, SHARE_DIGITS)
  const unseen = quantity.times(halfDigit(price, decimals)).plus(price.times(sharesInDoubt))
  return Exact.max(product.times(ROUNDING), smallest(decimals), unseen)
}

/** Where costs are named, an order's minimum is one of them. */
const minimumOf = ({ fee, tax, currency }: Trade): Exact =>
  fee.isZero() && tax.isZero() ? smallest(paidDecimalsOf(currency)).times(MINIMUM_COSTS) : new Exact(0)

const smallest = (decimals: number): Exact => new Exact(10).pow(-decimals)

/** What rounding has taken from a number, or added to it, at most. */
const halfDigit = (value: Exact, fewestDigits: number): Exact =>
  smallest(Math.max(value.decimalPlaces(), fewestDigits)).times(0.5)
