import { type CellOf, column, havingAll, type Layout, type LayoutFinder } from './layout.ts'

/** The columns of its exports in the languages that it has them in. */
const ENGLISH = {
  date: 'date',
  exDate: 'ex-date',
  type: 'type',
  value: 'value',
  currency: 'transaction currency',
  gross: 'gross amount',
  grossCurrency: 'currency gross amount',
  rate: 'exchange rate',
  fees: 'fees',
  taxes: 'taxes',
  shares: 'shares',
  ticker: 'ticker symbol',
  security: 'security name',
  note: 'note',
}
const GERMAN: typeof ENGLISH = {
  date: 'datum',
  exDate: 'ex-tag',
  type: 'typ',
  value: 'wert',
  currency: 'buchungswährung',
  gross: 'bruttobetrag',
  grossCurrency: 'währung bruttobetrag',
  rate: 'wechselkurs',
  fees: 'gebühren',
  taxes: 'steuern',
  shares: 'stück',
  ticker: 'ticker-symbol',
  security: 'wertpapiername',
  note: 'notiz',
}
const OTHERS = [
  ['time', 'cash account', 'offset account', 'securities account', 'offset securities account', 'source'],
  ['wkn', 'zeit', 'konto', 'gegenkonto', 'depot', 'gegendepot', 'quelle'],
].flat()

const DELIVERY = /^(delivery|einlieferung|auslieferung)/i

/**
 * `Value` is what moved on the account, negative in some files where money goes and in others where shares do: the fees and taxes of a purchase are in
 * it, those of a sale, a dividend or interest are off it. Of a security in another currency `Gross Amount` is before them, in that currency.
 */
function layoutIn(names: typeof ENGLISH): LayoutFinder {
  const { currency, grossCurrency } = names
  const isForeign = (peek: CellOf): boolean =>
    peek(names.shares) !== '' && peek(grossCurrency) !== '' && peek(grossCurrency) !== peek(currency)
  const leaves = [...OTHERS, names.exDate, names.ticker, names.security]
  const layout: Layout = {
    name: 'portfolio-performance',
    columns: [...Object.values(names), 'isin'].filter((name) => !leaves.includes(name)),
    leaves,
    dayOrder: null,
    isSigned: true,
    totalSign: 'never',
    read: {
      trade_date: column(names.date),
      type: column(names.type),
      isin: column('isin'),
      ticker: (cell, peek) => (peek('isin') === '' ? cell(names.ticker) : ''),
      quantity: column(names.shares),
      amount: (cell, peek) => (isForeign(peek) ? cell(names.gross) : ''),
      currency: (cell, peek) => cell(isForeign(peek) ? grossCurrency : currency),
      note: column(names.note),
      // What is delivered comes from outside or goes there; what is transferred stays with the user.
      external: (_, peek) => (DELIVERY.test(peek(names.type)) ? 'true' : ''),
    },
    asides: {
      total: column(names.value),
      total_currency: column(currency),
      rate: (cell, peek) => (isForeign(peek) ? cell(names.rate) : ''),
    },
    costs: [
      { field: 'fee', amount: column(names.fees), currency: column(currency) },
      { field: 'tax', amount: column(names.taxes), currency: column(currency) },
    ],
    rateColumn: names.rate,
  }
  const { date, type, value, shares, security } = names
  return havingAll([date, type, value, currency, shares, security], layout)
}

export const PORTFOLIO_PERFORMANCE: readonly LayoutFinder[] = [layoutIn(ENGLISH), layoutIn(GERMAN)]
