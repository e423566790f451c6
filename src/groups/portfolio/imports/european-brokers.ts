import { degiro, degiroAccount } from './degiro.ts'
import { type CellOf, column, havingAll, type LayoutFinder } from './layout.ts'
import { TRADE_REPUBLIC } from './trade-republic.ts'

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

export const EUROPEAN_BROKERS: readonly LayoutFinder[] = [REVOLUT, degiro, degiroAccount, TRADE_REPUBLIC]
