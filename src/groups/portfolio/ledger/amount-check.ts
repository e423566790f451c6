import { Exact } from './entry.ts'

/** What two sources of one purchase differ by: half a percent, or a cent. */
const ROUNDING = 0.005
const CENT = 0.01
/** Brokers give prices to the cent and parts of shares to the thousandth at least. */
const PRICE_DIGITS = 2
const SHARE_DIGITS = 3
const SIGNS = [0, 1, -1]

export interface Trade {
  quantity: Exact
  price: Exact
  amount: Exact
  fee: Exact
  tax: Exact
}

/** Whether the amount is quantity times price but for rounding, whichever of fee and tax are in it or off it. */
export function isAmountOf({ quantity, price, amount, fee, tax }: Trade): boolean {
  const product = quantity.times(price)
  const sharesInDoubt = quantity.isInteger() ? new Exact(0) : halfDigit(quantity, SHARE_DIGITS)
  const unseen = quantity.times(halfDigit(price, PRICE_DIGITS)).plus(price.times(sharesInDoubt))
  const tolerance = Exact.max(product.times(ROUNDING), CENT, unseen)
  return SIGNS.some((ofFee) =>
    SIGNS.some((ofTax) =>
      product.plus(fee.times(ofFee)).plus(tax.times(ofTax)).minus(amount).abs().lte(tolerance),
    ),
  )
}

/** What rounding has taken from a number, or added to it, at most. */
const halfDigit = (value: Exact, fewestDigits: number): Exact =>
  new Exact(10).pow(-Math.max(value.decimalPlaces(), fewestDigits)).times(0.5)
