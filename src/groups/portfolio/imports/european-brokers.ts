import {
  type CellOf,
  column,
  hasNumber,
  havingAll,
  isNegative,
  type Layout,
  type LayoutFinder,
  moneyMoved,
  paid,
} from './layout.ts'
import { besideOf } from './column-names.ts'

/** "USD 400", "$400" and "-USD 0.10": the currency has a column of its own. */
const withoutCode =
  (name: string) =>
  (cell: CellOf): string =>
    cell(name).replace(/\b[A-Z]{3}\b/, '')

const REVOLUT_COLUMNS = ['date', 'ticker', 'type', 'quantity', 'price per share', 'total amount', 'currency']

/** Amounts are what moved; its rate is that of the day into another currency, for information. */
const REVOLUT = havingAll(REVOLUT_COLUMNS, {
  name: 'revolut',
  columns: REVOLUT_COLUMNS,
  leaves: ['fx rate'],
  dayOrder: null,
  isSigned: true,
  totalSign: 'sometimes',
  read: {
    trade_date: column('date'),
    type: column('type'),
    ticker: column('ticker'),
    quantity: column('quantity'),
    price: withoutCode('price per share'),
    currency: column('currency'),
  },
  asides: { total: withoutCode('total amount') },
})

const DEGIRO_COLUMNS = [
  'date',
  'product',
  'isin',
  'venue',
  'quantity',
  'price',
  'local value',
  'exchange rate',
]

/** Newer files have it one to the right. */
const ORDERS = ['order id', besideOf('order id')]

/**
 * Transactions of DEGIRO in English: currencies stand in columns without a name behind their amounts or, in newer files, in the name, as in `Total EUR`.
 * An order that was filled in parts has one id for all of them, so that is none of a transaction.
 */
function degiro(header: ReadonlySet<string>): Layout | null {
  const money = (pattern: RegExp): Array<{ name: string; currency: (cell: CellOf) => string }> =>
    [...header]
      .filter((name) => pattern.test(name))
      .map((name) => {
        const [, own] = / (?!fee$)([a-z]{3})$/.exec(name) ?? []
        const beside = besideOf(name)
        return {
          name,
          currency: (cell) => (header.has(beside) ? cell(beside) : (own ?? '').toUpperCase()),
        }
      })
  const [total] = money(/^total(?: [a-z]{3})?$/)
  const isOne = [...DEGIRO_COLUMNS, besideOf('price')].every((name) => header.has(name))
  if (!isOne || total === undefined) return null
  const fees = money(/^(?:autofx fee|transaction and\/or third.*)(?<!\(2\))$/)
  const priceCurrency = column(besideOf('price'))
  const totalCurrency = total.currency
  const isForeign = (peek: CellOf): boolean => priceCurrency(peek, peek) !== totalCurrency(peek)
  const columns = [
    'date',
    'isin',
    'quantity',
    'price',
    'exchange rate',
    total.name,
    ...fees.map(({ name }) => name),
  ]
  const read = [...columns, ...columns.map(besideOf)]
  return {
    name: 'degiro',
    columns: read,
    leaves: [...header].filter((name) => !read.includes(name)),
    dayOrder: 'dmy',
    isSigned: true,
    totalSign: 'always',
    read: {
      trade_date: column('date'),
      type: (_, peek) => {
        // Splits and the like are a sale and a purchase that nobody has ordered.
        if (ORDERS.every((name) => peek(name) === '')) return 'corporate action'
        return isNegative(peek('quantity')) ? 'sell' : 'buy'
      },
      isin: column('isin'),
      quantity: column('quantity'),
      price: column('price'),
      currency: priceCurrency,
    },
    asides: {
      total: column(total.name),
      total_currency: totalCurrency,
      rate: (cell, peek) => (isForeign(peek) ? cell('exchange rate') : ''),
    },
    costs: fees.map(({ name, currency }) => ({
      field: 'fee',
      amount: paid(name),
      // What a fee of 0 is in, or of one that is blank, says nothing.
      currency: (cell, peek) => (hasNumber(peek(name)) ? currency(cell) || totalCurrency(cell) : ''),
    })),
    rateColumn: 'exchange rate',
  }
}

const ACCOUNT_COLUMNS = [
  'date',
  'value date',
  'isin',
  'description',
  'change',
  besideOf('change'),
  'balance',
  'order id',
]
/** What moved; its currency stands left of it. */
const CHANGE = besideOf('change')

/** What DEGIRO calls movements of money that have words of others in them, or signs of both kinds. */
const ACCOUNT_WORDS: ReadonlyArray<readonly [pattern: RegExp, type: (peek: CellOf) => string | null]> = [
  [/sweep|transfer (to|from) your cash account/i, () => 'cash sweep'],
  [/deposit|withdrawal/i, (peek) => moneyMoved(peek(CHANGE))],
  [/^fx (credit|debit)/i, (peek) => ({ deposit: 'transfer_in', withdrawal: 'transfer_out' })[moved(peek)]],
  [/interest/i, (peek) => (moved(peek) === 'withdrawal' ? 'broker interest paid' : 'interest')],
  [/\bfees?\b/i, (peek) => (moved(peek) === 'withdrawal' ? 'fee' : 'fee refund')],
]
const moved = (peek: CellOf): 'deposit' | 'withdrawal' => moneyMoved(peek(CHANGE)) ?? 'deposit'

/** The account of DEGIRO in English, beside its transactions: what has an order is in those, with all that was paid for it. */
const DEGIRO_ACCOUNT = havingAll(ACCOUNT_COLUMNS, {
  name: 'degiro',
  columns: ['date', 'isin', 'description', 'change', CHANGE, 'order id'],
  leaves: ['time', 'value date', 'product', 'fx', 'balance', besideOf('balance')],
  dayOrder: 'dmy',
  isSigned: true,
  totalSign: 'always',
  read: {
    trade_date: column('date'),
    type: (cell, peek) => {
      const said = cell('description')
      if (cell('order id') !== '') return 'part of a trade'
      const [, typeIn] = ACCOUNT_WORDS.find(([pattern]) => pattern.test(said)) ?? []
      return typeIn?.(peek) ?? said
    },
    isin: column('isin'),
    currency: column('change'),
    note: column('description'),
  },
  asides: { total: column(CHANGE) },
})

export const EUROPEAN_BROKERS: readonly LayoutFinder[] = [REVOLUT, degiro, DEGIRO_ACCOUNT]
