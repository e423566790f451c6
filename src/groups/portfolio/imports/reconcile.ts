import { paidDecimalsOf } from '../../../market/currencies.ts'
import type { TransactionType } from '../../../market/vocabulary.ts'
import { Exact, toMoney, ZERO } from '../ledger/entry.ts'
import { moneySign } from '../ledger/money.ts'
import type { Layout } from './layout.ts'

/** The numbers of a row as they are in the file. */
export interface Given {
  quantity: number | null
  price: number | null
  /** Before costs. */
  amount: number | null
  /** What moved on the broker's account, with its sign. */
  total: number | null
  currency: string
  totalCurrency: string
  /** Between the two, in either direction. */
  rate: number | null
  costs: ReadonlyArray<{ field: 'fee' | 'tax'; amount: number; currency: string }>
}

/** The same as the ledger has them: the amount before fee and tax, all in the currency of the row. */
export interface ReconciledRow {
  amount: number | undefined
  fee: number
  tax: number
  /** Units of the broker's currency for one of the row's; null where they are the same, or where it is not known. */
  rate: { value: number; into: string } | null
}

type Costs = Record<'fee' | 'tax', Exact>

/** What two sources of one sum differ by at most: a twentieth, or this many of the smallest sums that are paid. */
const MOST_APART = 0.05
const SMALLEST_APART = 2

/** The row as the ledger has it, or why it contradicts itself. */
export function reconcile(
  type: TransactionType,
  given: Given,
  layout: Layout,
): ReconciledRow | { error: string } {
  const { quantity, price, currency, totalCurrency } = given
  const isHome = totalCurrency !== '' && currency !== '' && totalCurrency !== currency
  const strange = given.costs.find(
    (cost) =>
      cost.amount !== 0 && ![currency, '', ...(isHome ? [totalCurrency] : [])].includes(cost.currency),
  )
  if (strange !== undefined) return unknownCost(strange, currency)
  const sumOf = (field: 'fee' | 'tax', into: boolean): Exact =>
    given.costs
      .filter((cost) => cost.field === field && (isHome && cost.currency === totalCurrency) === into)
      .reduce((sum, cost) => sum.plus(cost.amount), ZERO)
  const own: Costs = { fee: sumOf('fee', false), tax: sumOf('tax', false) }
  const home: Costs = { fee: sumOf('fee', true), tax: sumOf('tax', true) }
  const product = quantity === null || price === null ? null : new Exact(quantity).times(price)
  const sign = moneySign(type, quantity !== null)
  const row: Row = {
    type,
    own,
    home,
    product,
    isMoved: sign === 0,
    direction: sign === 1 || (sign === 0 && type === 'transfer_out') ? 1 : -1,
    net: netOf(given, { sign, layout }),
  }
  const settled = isHome ? abroad(row, given, layout) : atHome(row, given)
  return 'error' in settled ? settled : asEntered(row, { ...settled, isHome })
}

interface Row {
  type: TransactionType
  /** Shares from one account to another: no money moves with them. */
  isMoved: boolean
  /** 1 of money that comes, −1 of money that goes; shares that are moved are worth what they would be bought or sold for. */
  direction: -1 | 1
  own: Costs
  home: Costs
  product: Exact | null
  /** What came in, of types that bring money; what went, of others. Null where the file does not say it. */
  net: Exact | null
}

interface Found {
  amount: Exact | null
  costs: Costs
  rate: ReconciledRow['rate']
}

const both = ({ fee, tax }: Costs): Exact => fee.plus(tax)

/** What the total of a row says, in the direction of its type. */
function netOf(
  { total }: Given,
  { sign, layout: { totalSign = 'never' } }: { sign: -1 | 0 | 1 | null; layout: Layout },
): Exact | null {
  if (total === null) return null
  const isSigned = totalSign === 'always' || (totalSign === 'sometimes' && sign === 1)
  return isSigned && sign !== 0 && sign !== null ? new Exact(total).times(sign) : new Exact(total).abs()
}

function atHome(row: Row, { amount }: Given): Found | { error: string } {
  const { own, product, net, direction } = row
  const found = { costs: own, rate: null }
  if (amount !== null) return { ...found, amount: new Exact(amount) }
  if (net === null) return { ...found, amount: product }
  const before = net.plus(both(own).times(direction))
  if (before.isNegative()) return takenBack(row, net)
  return { ...found, amount: before }
}

/** In two currencies: by the rate that leads from what the row says to what moved, so that all of it together is that to the last digit. */
function abroad(row: Row, given: Given, { paysAfterTax = false }: Layout): Found | { error: string } {
  const { type, own, home, product, net, direction } = row
  const { rate, totalCurrency, currency } = given
  const before = given.amount === null ? product : new Exact(given.amount)
  const afterTax =
    type === 'dividend' && paysAfterTax && given.amount === null && before !== null && !own.tax.isZero()
      ? before.plus(own.tax)
      : null
  const amounts = [afterTax, before].filter((each) => each !== null)
  const [first] = amounts
  if (net?.isNegative() === true) return takenBack(row, net)
  if (first === undefined || rate === null || rate === 0 || net === null || net.isZero()) {
    const unconverted = given.costs.find((cost) => cost.amount !== 0 && cost.currency === totalCurrency)
    if (unconverted !== undefined) return unknownCost(unconverted, currency)
    return { amount: first ?? null, costs: own, rate: null }
  }
  const moved = net.plus(both(home).times(direction))
  const options = amounts.flatMap((amount) =>
    [new Exact(rate), new Exact(1).div(rate)].map((written) => {
      const there = amount.minus(both(own).times(direction))
      return { amount, there, miss: there.times(written).minus(moved).abs() }
    }),
  )
  const best = options.reduce((least, each) => (each.miss.lt(least.miss) ? each : least))
  const smallest = new Exact(10).pow(-paidDecimalsOf(totalCurrency)).times(SMALLEST_APART)
  const isNear = best.miss.lte(Exact.max(moved.times(MOST_APART), smallest))
  if (!best.there.gt(0) || !moved.gt(0) || !isNear) {
    return {
      error: `the total, ${net.toFixed()} ${totalCurrency}, does not follow from the ${currency} of the row and its exchange rate.`,
    }
  }
  const value = moved.div(best.there)
  const costs = { fee: own.fee.plus(home.fee.div(value)), tax: own.tax.plus(home.tax.div(value)) }
  return { amount: best.amount, costs, rate: { value: value.toNumber(), into: totalCurrency } }
}

/** Of a fee the amount is the fee, of a tax the tax; shares that are moved are worth what they cost with all costs, and no money moves with them. */
function asEntered(
  { type, isMoved, net }: Row,
  { amount, costs, rate, isHome }: Found & { isHome: boolean },
): ReconciledRow {
  const entered = (value: Exact | null, { fee, tax }: Costs): ReconciledRow => ({
    amount: value === null ? undefined : toMoney(value).toNumber(),
    fee: toMoney(fee).toNumber(),
    tax: toMoney(tax).toNumber(),
    rate,
  })
  if (isMoved && net !== null && (rate !== null || !isHome)) {
    return entered(rate === null ? net : net.div(rate.value), { fee: ZERO, tax: ZERO })
  }
  if ((type !== 'fee' && type !== 'tax') || costs[type].isZero()) return entered(amount, costs)
  return entered((amount ?? ZERO).plus(costs[type]), { ...costs, [type]: ZERO })
}

function takenBack({ type, direction }: Row, net: Exact): { error: string } {
  if (!net.isNegative()) return { error: 'fee and tax must be at most the total, which they are in.' }
  const [other, own] = direction === 1 ? ['goes', 'comes'] : ['comes', 'goes']
  return {
    error: `the total has the sign of money that ${other}, and ${type} is money that ${own}: what takes back another row is none of its own, so change or delete that row.`,
  }
}

const unknownCost = ({ field, currency }: Given['costs'][number], own: string): { error: string } => ({
  error: `${field} is in ${currency}, and what that is in ${own} is not known.`,
})
