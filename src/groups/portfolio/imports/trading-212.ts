import { type CellOf, type CellReader, column, type Layout } from './layout.ts'

const hasShares = (peek: CellOf): boolean => peek('no. of shares') !== ''

/** Whether a number other than 0 may be in a cell. */
const hasNumber = (text: string): boolean => /[1-9]/.test(text)

/** Whether a row of shares tells its rate into the currency of the account: with the total it is known which way round the rate is. */
const hasRate = (peek: CellOf): boolean =>
  hasShares(peek) &&
  peek('currency (total)') !== '' &&
  ['exchange rate', 'total', 'price / share'].every((name) => hasNumber(peek(name)))

/** Of one currency into the same, or "Not available". */
const saysNothing = (peek: CellOf): boolean =>
  !hasNumber(peek('exchange rate')) || peek('currency (price / share)') === peek('currency (total)')

/** A cost where its currency is that of the row, or can be converted into it. */
const cost =
  (name: string): CellReader =>
  (cell, peek) => {
    const currency = peek(`currency (${name})`)
    const isOwn = currency === '' || currency === peek(currencyColumn(peek))
    return isOwn || (hasRate(peek) && currency === peek('currency (total)')) ? cell(name) : ''
  }

const currencyColumn = (peek: CellOf): string =>
  hasShares(peek) ? 'currency (price / share)' : 'currency (total)'

const whereRated =
  (name: string): CellReader =>
  (cell, peek) =>
    hasRate(peek) ? cell(name) : ''

/** Prices are in the currency of the instrument, totals in that of the account; costs in either. */
export const TRADING_212: Layout = {
  name: 'trading-212',
  signature: ['action', 'time', 'isin', 'no. of shares', 'price / share', 'currency (price / share)'],
  columns: [
    'action',
    'time',
    'isin',
    'no. of shares',
    'price / share',
    'currency (price / share)',
    'exchange rate',
    'withholding tax',
    'notes',
    'id',
    'currency (withholding tax)',
    'currency conversion fee',
    'currency (currency conversion fee)',
    'charge amount',
    'currency (charge amount)',
  ],
  leaves: [
    'ticker',
    'name',
    'result',
    'currency (result)',
    'total',
    'currency (total)',
    'merchant name',
    'merchant category',
  ],
  dayOrder: null,
  isSigned: true,
  read: {
    trade_date: column('time'),
    type: column('action'),
    isin: (cell, peek) => (hasShares(peek) ? cell('isin') : ''),
    ticker: (cell, peek) => (hasShares(peek) && peek('isin') === '' ? cell('ticker') : ''),
    quantity: column('no. of shares'),
    price: column('price / share'),
    amount: (cell, peek) => (hasShares(peek) ? '' : cell('total')),
    fee: (cell, peek) => (hasShares(peek) ? cost('currency conversion fee')(cell, peek) : ''),
    tax: cost('withholding tax'),
    currency: (cell, peek) => cell(currencyColumn(peek)),
    note: column('notes'),
    external_id: column('id'),
  },
  rateColumn: 'exchange rate',
  asides: {
    fee_currency: column('currency (currency conversion fee)'),
    tax_currency: column('currency (withholding tax)'),
    home_rate: (cell, peek) => (hasRate(peek) || saysNothing(peek) ? cell('exchange rate') : ''),
    home_total: whereRated('total'),
    home_currency: whereRated('currency (total)'),
  },
}
