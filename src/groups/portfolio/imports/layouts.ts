import type { ImportField } from '../../../contract/transaction-files.ts'
import type { TransactionType } from '../../../market/vocabulary.ts'
import { type CellOf, column, type Layout } from './layout.ts'
import { TRADING_212 } from './trading-212.ts'

const WORDS: ReadonlyArray<readonly [TransactionType, RegExp]> = [
  ['transfer_in', /^(transfer[ _(]*in|delivery \(inbound|transfer \(inbound|journaled shares in)/],
  ['transfer_out', /^(transfer[ _(]*out|delivery \(outbound|transfer \(outbound|journaled shares out)/],
  ['return_of_capital', /return[ _]of[ _]capital/],
  ['tax', /^(tax|taxes|withholding tax|tax withholding|nra tax adj|foreign tax paid)$/],
  ['fee', /^(fee|fees|service fee|adr mgmt fee|commission|interest charge|margin interest)$/],
  ['buy', /^(buy|bought|purchase|reinvest shares|((market|limit|stop|stop limit) buy))$/],
  ['sell', /^(sell|sold|sale|((market|limit|stop|stop limit) sell))$/],
  ['dividend', /dividend|\bdiv\b|^distribution$|^pr yr cash div|^long term cap gain|^short term cap gain/],
  ['interest', /interest/],
  ['deposit', /^(deposit|cash deposit|wire received|cash in|card deposit)$/],
  ['withdrawal', /^(withdrawal|removal|withdraw|cash withdrawal|wire sent|cash out)$/],
  ['split', /^split$/],
]

/** What a file's word for a type means; null for one that nobody knows. */
export function typeOf(word: string): TransactionType | null {
  const text = word.trim().toLowerCase()
  return WORDS.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}

/** Names under which the fields of a plain file are found. */
const NAMES: Readonly<Record<ImportField, readonly string[]>> = {
  trade_date: ['trade_date', 'date', 'trade date', 'day', 'transaction date'],
  type: ['type', 'action', 'transaction type', 'side'],
  entity_id: ['entity_id'],
  isin: ['isin'],
  ticker: ['ticker', 'symbol', 'code'],
  exchange: ['exchange', 'mic', 'market'],
  quantity: ['quantity', 'shares', 'units', 'qty', 'no. of shares'],
  price: ['price', 'unit price', 'price per share', 'unit_price'],
  amount: ['amount', 'value', 'gross amount', 'gross'],
  fee: ['fee', 'fees', 'commission'],
  tax: ['tax', 'taxes', 'withholding tax'],
  currency: ['currency', 'ccy'],
  fx_rate: ['fx_rate', 'exchange rate', 'fx rate'],
  external: ['external'],
  note: ['note', 'notes', 'comment', 'description'],
  external_id: ['external_id', 'id', 'transaction id', 'reference', 'order id'],
}

/** Columns of our own export that say nothing of a new row. */
const OWN_OTHERS = ['account', 'account_id', 'transaction_id', 'warnings', 'created_at', 'updated_at']

const GENERIC: Layout = {
  name: 'generic',
  signature: [],
  columns: Object.values(NAMES).flat(),
  leaves: OWN_OTHERS,
  dayOrder: null,
  isSigned: false,
  read: Object.fromEntries(
    Object.entries(NAMES).map(([field, names]) => [
      field,
      (cell: CellOf, peek: CellOf) => cell(names.find((name) => peek(name) !== '') ?? field),
    ]),
  ),
}

/** `Value` is what moved on the account: the fees and taxes of a purchase are in it, those of a sale are off it. */
const PORTFOLIO_PERFORMANCE: Layout = {
  name: 'portfolio-performance',
  signature: ['date', 'type', 'value', 'transaction currency', 'shares', 'security name'],
  columns: [
    'date',
    'type',
    'value',
    'transaction currency',
    'gross amount',
    'currency gross amount',
    'exchange rate',
    'fees',
    'taxes',
    'shares',
    'isin',
    'note',
  ],
  leaves: [
    'time',
    'wkn',
    'ticker symbol',
    'security name',
    'cash account',
    'offset account',
    'securities account',
    'offset securities account',
    'source',
  ],
  dayOrder: null,
  isSigned: true,
  read: {
    trade_date: column('date'),
    type: column('type'),
    isin: column('isin'),
    ticker: (cell, peek) => (peek('isin') === '' ? cell('ticker symbol') : ''),
    quantity: column('shares'),
    amount: column('value'),
    fee: column('fees'),
    tax: column('taxes'),
    currency: column('transaction currency'),
    note: column('note'),
  },
}

const GHOSTFOLIO: Layout = {
  name: 'ghostfolio',
  signature: ['date', 'code', 'currency', 'price', 'quantity', 'action', 'fee'],
  columns: ['date', 'code', 'currency', 'price', 'quantity', 'action', 'fee', 'note'],
  leaves: ['datasource', 'account'],
  dayOrder: 'dmy',
  isSigned: false,
  read: {
    trade_date: column('date'),
    type: column('action'),
    ticker: column('code'),
    quantity: column('quantity'),
    price: column('price'),
    fee: column('fee'),
    currency: column('currency'),
    note: column('note'),
  },
}

const isTrade = (peek: CellOf): boolean => peek('quantity') !== '' && peek('price') !== ''

/** Dollars throughout; amounts are signed, and net of fees for trades. */
const SCHWAB: Layout = {
  name: 'schwab',
  signature: ['date', 'action', 'symbol', 'description', 'quantity', 'price', 'fees & comm', 'amount'],
  columns: ['date', 'action', 'symbol', 'description', 'quantity', 'price', 'fees & comm'],
  // Of trades it follows from the others.
  leaves: ['amount'],
  dayOrder: 'mdy',
  isSigned: true,
  read: {
    // "12/05/2025 as of 12/04/2025": booked on the one, of the other.
    trade_date: (cell) => cell('date').split(' as of ').at(-1) ?? '',
    type: (cell, peek) => {
      const moves = /^(moneylink|wire|journal|funds)/i.test(cell('action')) && !isTrade(peek)
      if (!moves) return cell('action')
      return cell('amount').startsWith('-') ? 'withdrawal' : 'deposit'
    },
    ticker: column('symbol'),
    quantity: (cell, peek) => (isTrade(peek) ? cell('quantity') : ''),
    price: (cell, peek) => (isTrade(peek) ? cell('price') : ''),
    amount: (cell, peek) => (isTrade(peek) ? '' : cell('amount')),
    fee: column('fees & comm'),
    currency: () => 'USD',
    note: column('description'),
  },
}

const LAYOUTS: readonly Layout[] = [PORTFOLIO_PERFORMANCE, TRADING_212, SCHWAB, GHOSTFOLIO]

/** The layout that a header has; the plain one where it has none. */
export function layoutOf(header: ReadonlySet<string>): Layout {
  return LAYOUTS.find(({ signature }) => signature.every((column) => header.has(column))) ?? GENERIC
}

export { GENERIC as GENERIC_LAYOUT }

/** Whether an amount of the layout has fees and taxes in it, or off it. */
export const isNet = ({ name }: Layout): boolean => name === PORTFOLIO_PERFORMANCE.name
