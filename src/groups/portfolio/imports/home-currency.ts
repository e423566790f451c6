import { Exact, toMoney } from '../ledger/entry.ts'
import { type DecimalSign, numberIn } from './cells.ts'
import type { Fields } from './layout.ts'

interface Given {
  quantity: number | null
  price: number | null
  fee: number | null
  tax: number | null
  fx_rate: number | null
}

/** Costs in the currency of the row, and what one unit of it is in that of the broker's account. */
interface Settled {
  fee: number | null
  tax: number | null
  fx_rate: number | null
  /** That of the broker's account, where the rate is the broker's; null where the rate is into the currency of whatever account. */
  fx_currency: string | null
}

/** What a broker says in the currency of its account, in that of the row. */
export function settledOf(
  fields: Fields,
  given: Given,
  { decimalSign, errors }: { decimalSign: DecimalSign; errors: string[] },
): Settled {
  const home = homeOf(fields, given, decimalSign)
  const own = (name: 'fee' | 'tax'): number | null => {
    const [amount, currency = ''] = [given[name], fields[`${name}_currency`]]
    if (amount === null || amount === 0 || currency === '' || currency === fields.currency) return amount
    if (home?.currency === currency) return toMoney(new Exact(amount).div(home.rate)).toNumber()
    errors.push(`${name} is in ${currency}, and what that is in ${fields.currency} is not known.`)
    return null
  }
  const isBrokers = given.fx_rate === null && home !== null
  return {
    fee: own('fee'),
    tax: own('tax'),
    fx_rate: isBrokers ? home.rate.toNumber() : given.fx_rate,
    fx_currency: isBrokers ? home.currency : null,
  }
}

/**
 * The currency of the broker's account, and units of it for one of the row's. Brokers write rates either way round, Trading 212 one way for trades and
 * the other for dividends: the way is meant that leads from shares times price, before or after tax, to the total.
 */
function homeOf(
  { home_rate: rate = '', home_total: total = '', home_currency: currency = '', ...fields }: Fields,
  { quantity, price, tax }: Given,
  sign: DecimalSign,
): { currency: string; rate: Exact } | null {
  const [written, settled] = [Math.abs(numberIn(rate, sign) ?? 0), Math.abs(numberIn(total, sign) ?? 0)]
  const product = (quantity ?? 0) * (price ?? 0)
  if (currency === '' || currency === fields.currency || !(written > 0 && settled > 0 && product > 0))
    return null
  const net = product - (fields.tax_currency === fields.currency ? (tax ?? 0) : 0)
  const misses = (one: Exact): number =>
    Math.min(
      ...[product, net]
        .filter((sum) => sum > 0)
        .map((sum) => Math.abs(Math.log((sum * one.toNumber()) / settled))),
    )
  const [direct, inverse] = [new Exact(written), new Exact(1).div(written)]
  return { currency, rate: misses(direct) < misses(inverse) ? direct : inverse }
}
