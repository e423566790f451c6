import { splitRatio } from '../../../market/adjustment.ts'
import { Exact, ZERO } from './entry.ts'

const ONE = new Exact(1)
/** As many as shares are entered with. */
const ENTERED_DECIMALS = 12
/** Half of the last decimal that is shown. */
const UNSHOWN = new Exact('5e-9')
/** Of a ratio that somebody has written as a decimal number, and of one that was divided. */
const MOST_IN_RATIO = 10_000
const DECIMAL_PRECISION = 5e-13
const DOUBLE_PRECISION = 2 ** -52

/**
 * Shares after some came or, negative, went. A third of some has more decimals than anybody can enter: what is left of it when what is shown of it
 * has gone is nothing.
 */
export function sharesAfter(held: Exact, change: Exact): Exact {
  const after = held.plus(change)
  return after.abs().lte(UNSHOWN) && held.decimalPlaces() > ENTERED_DECIMALS ? ZERO : after
}

/** Whole shares after a split for whole shares before it: of 0.333333333333 they are 1 and 3. What is no such ratio is what it says. */
export function splitTerms(factor: Exact): { to: Exact; from: Exact } {
  const number = factor.toNumber()
  const precision = Math.max(DECIMAL_PRECISION, number * DOUBLE_PRECISION)
  const { to, from } = splitRatio(number, precision)
  const isRatio =
    from <= MOST_IN_RATIO && Number.isSafeInteger(to) && Math.abs(to / from - number) <= precision
  return isRatio ? { to: new Exact(to), from: new Exact(from) } : { to: factor, from: ONE }
}

/** A number of shares, or of what counts like them, after a split. */
export const afterSplit = (number: Exact, { to, from }: { to: Exact; from: Exact }): Exact =>
  number.times(to).div(from)
