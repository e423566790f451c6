import type { ImportField } from '../../../contract/transaction-files.ts'
import { type CellOf, column, havingAll, type Layout, type LayoutFinder } from './layout.ts'
import { EUROPEAN_BROKERS } from './european-brokers.ts'
import { interactiveBrokers } from './interactive-brokers.ts'
import { PORTFOLIO_PERFORMANCE } from './portfolio-performance.ts'
import { trading212 } from './trading-212.ts'
import { US_BROKERS } from './us-brokers.ts'

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
  // Others write theirs either way round.
  fx_rate: ['fx_rate'],
  external: ['external'],
  note: ['note', 'notes', 'comment', 'description'],
  external_id: ['external_id', 'id', 'transaction id', 'reference', 'order id'],
}

/** Columns of our own export that say nothing of a new row. */
const OWN_OTHERS = ['account', 'account_id', 'transaction_id', 'warnings', 'created_at', 'updated_at']

const GENERIC: Layout = {
  name: 'generic',
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

const GHOSTFOLIO = havingAll(['date', 'code', 'currency', 'price', 'quantity', 'action', 'fee'], {
  name: 'ghostfolio',
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
})

const LAYOUTS: readonly LayoutFinder[] = [
  ...PORTFOLIO_PERFORMANCE,
  trading212,
  ...US_BROKERS,
  interactiveBrokers,
  ...EUROPEAN_BROKERS,
  GHOSTFOLIO,
]

/** The layout that a header has; null for a line that is not known to be one. */
export function layoutOf(header: ReadonlySet<string>): Layout | null {
  for (const find of LAYOUTS) {
    const layout = find(header)
    if (layout !== null) return layout
  }
  const isPlain = [NAMES.trade_date, NAMES.type].every((names) => names.some((name) => header.has(name)))
  return isPlain ? GENERIC : null
}

export { GENERIC as GENERIC_LAYOUT }
