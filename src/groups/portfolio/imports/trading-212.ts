import { type CellOf, column, type CostColumn, hasNumber, type Layout } from './layout.ts'

const TIMES = ['time', 'time (utc)']
/** What moved on the account, the best first: an export has one of them, or both of the others. */
const TOTALS = ['total', 'net total', 'gross total']
/** Of which nothing was paid: what a card was charged with before a fee, what was changed into what, what a sale has gained. */
const NO_COSTS = /^(?:price \/ share|result|(?:gross |net )?total|.* amount)$/
const TAX = /\b(?:tax|taxes|duty|levy)\b/
const FEE = /\bfees?\b/
/** Names, sums of what is read, and what rows have that are refused in any case. */
const LEAVES = [
  ['ticker', 'name', 'merchant name', 'merchant category', 'result', 'taxes', ...TOTALS],
  ['currency conversion from amount', 'currency conversion to amount'],
].flat()
/** `Total (EUR)`, as older exports name what newer ones have beside `Currency (Total)`. */
const WITH_CURRENCY = /^(?!currency \()(.+) \(([a-z]{3})\)$/

/** A column of money, and what its currency is in. */
interface Money {
  column: string
  /** Read from a cell, or of all rows. */
  currency: (cell: CellOf) => string
}

/** Columns of money by what they are called without a currency. */
function moneyIn(header: ReadonlySet<string>): ReadonlyMap<string, Money> {
  const found = new Map<string, Money>()
  for (const name of header) {
    if (TIMES.includes(name)) continue
    const [, what, currency] = WITH_CURRENCY.exec(name) ?? []
    if (what !== undefined && currency !== undefined) {
      found.set(what, { column: name, currency: () => currency.toUpperCase() })
    } else if (header.has(`currency (${name})`)) {
      found.set(name, { column: name, currency: (cell) => cell(`currency (${name})`) })
    }
  }
  return found
}

const hasShares = (peek: CellOf): boolean => peek('no. of shares') !== ''

/**
 * Any of its headers: which columns an export has depends on what is in it, and how they are named on when it was made. Prices are in the currency
 * of the instrument, the total in that of the account; costs in either.
 */
export function trading212(header: ReadonlySet<string>): Layout | null {
  const time = TIMES.find((name) => header.has(name))
  const money = moneyIn(header)
  if (!header.has('action') || time === undefined || (money.size === 0 && !header.has('no. of shares'))) {
    return null
  }
  const total = TOTALS.map((name) => money.get(name)).find((each) => each !== undefined)
  const totalCurrency = (cell: CellOf): string => total?.currency(cell) ?? ''
  const priceCurrency = (cell: CellOf): string => money.get('price / share')?.currency(cell) ?? ''
  const currencyOf = (cell: CellOf, peek: CellOf): string =>
    hasShares(peek) && priceCurrency(peek) !== '' ? priceCurrency(cell) : totalCurrency(cell)
  /** With the total it is known which way round the rate is. */
  const hasRate = (peek: CellOf): boolean =>
    hasShares(peek) &&
    totalCurrency(peek) !== '' &&
    ['exchange rate', total?.column ?? '', 'price / share'].every((name) => hasNumber(peek(name)))
  /** Of one currency into the same, or "Not available". */
  const saysNothing = (peek: CellOf): boolean =>
    !hasNumber(peek('exchange rate')) || priceCurrency(peek) === totalCurrency(peek)
  const costs = costsIn(header, money)
  const leaves = LEAVES.flatMap((name) => [money.get(name)?.column ?? name, `currency (${name})`])
  const known = ['price / share', 'charge amount', ...costs.map(({ column: name }) => name)]
  return {
    name: 'trading-212',
    columns: [
      ['action', time, 'isin', 'no. of shares', 'exchange rate', 'notes', 'id'],
      known.flatMap((name) => [money.get(name)?.column ?? name, `currency (${name})`]),
    ].flat(),
    leaves,
    dayOrder: null,
    isSigned: true,
    totalSign: 'sometimes',
    paysAfterTax: true,
    read: {
      trade_date: column(time),
      type: column('action'),
      isin: (cell, peek) => (hasShares(peek) ? cell('isin') : ''),
      ticker: (cell, peek) => (hasShares(peek) && peek('isin') === '' ? cell('ticker') : ''),
      quantity: column('no. of shares'),
      price: column('price / share'),
      currency: currencyOf,
      note: column('notes'),
      external_id: column('id'),
    },
    asides: {
      total: (cell) => (total === undefined ? '' : cell(total.column)),
      total_currency: totalCurrency,
      rate: (cell, peek) => (hasRate(peek) || saysNothing(peek) ? cell('exchange rate') : ''),
    },
    costs: costs.map(({ field, column: name, currency }) => ({
      field,
      // Where its currency is that of the row, or can be converted into it.
      amount: (cell, peek) => {
        const own = currency(peek)
        const isOwn = own === '' || own === currencyOf(peek, peek)
        return isOwn || (hasRate(peek) && own === totalCurrency(peek)) ? cell(name) : ''
      },
      currency: (cell) => currency(cell),
    })),
    rateColumn: 'exchange rate',
  }
}

/** What its name calls a fee or a tax; `Taxes` is the sum of the others where there are any. */
function costsIn(
  header: ReadonlySet<string>,
  money: ReadonlyMap<string, Money>,
): Array<Money & Pick<CostColumn, 'field'>> {
  const bare = [...header]
    .filter((name) => !money.has(name) && !WITH_CURRENCY.test(name) && !name.startsWith('currency ('))
    .map((name): [string, Money] => [name, { column: name, currency: () => '' }])
  const named = [...money, ...bare].flatMap(([name, each]) => {
    const field = NO_COSTS.test(name) ? null : TAX.test(name) ? 'tax' : FEE.test(name) ? 'fee' : null
    return field === null ? [] : [{ ...each, name, field } as const]
  })
  const isSum = (name: string): boolean =>
    name === 'taxes' && named.some(({ field, name: other }) => field === 'tax' && other !== 'taxes')
  return named.filter(({ name }) => !isSum(name))
}
