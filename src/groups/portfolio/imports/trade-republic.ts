import { type CellOf, column, hasNumber, havingAll, isNegative, moneyMoved, paid } from './layout.ts'

const SIGNATURE = [
  'date',
  'account_type',
  'category',
  'type',
  'symbol',
  'shares',
  'amount',
  'fee',
  'tax',
  'currency',
  'transaction_id',
]
/** Who a row is of, and what a payment was in another currency, of which the account has none. */
const LEAVES = [
  'account_type',
  'datetime',
  'asset_class',
  'name',
  'counterparty_name',
  'counterparty_iban',
  'payment_reference',
  'mcc_code',
  'original_amount',
  'original_currency',
  'fx_rate',
]
/** Money from and to outside of the account, gifts of the broker as well: the sign says which way it went. */
const MOVED =
  /^(?:customer|transfer|card|manual_cash|benefits|referral|promo|bonus|stockperk|gift|saveback)(?:_|$)/
const OF_SHARES = /^(?:delivery|corporate_action|migration)$/

function typeOf(peek: CellOf): string {
  const [category, type] = [peek('category').toLowerCase(), peek('type').toLowerCase()]
  const said = type.replaceAll('_', ' ')
  if (/cancel/.test(type)) return said
  if (category === 'trading') return type.startsWith('savings') ? 'buy' : said
  if (type === 'migration') return 'custody migration'
  if (OF_SHARES.test(category)) return type === 'split' ? 'stock split' : 'corporate action'
  if (type.endsWith('fee')) return 'fee'
  if (/^(?:distribution|dividend)/.test(type)) return 'dividend'
  if (/^(?:interest|coupon)/.test(type))
    return isNegative(peek('amount')) ? 'broker interest paid' : 'interest'
  if (type.startsWith('tax')) return isNegative(net(peek)) ? 'tax' : 'tax refund'
  return MOVED.test(type) ? (moneyMoved(peek('amount')) ?? said) : said
}

/** What moved: amounts are before fees and taxes, and signed as these. One that was paid back is in no other. */
function net(peek: CellOf): string {
  const costs = ['fee', 'tax'].filter((name) => isNegative(peek(name)))
  const parts = ['amount', ...costs].map(peek).filter(hasNumber).map(Number)
  return parts.length === 0 ? '' : parts.reduce((sum, part) => sum + part, 0).toFixed(6)
}

/** The transactions of Trade Republic, of all countries the same. */
export const TRADE_REPUBLIC = havingAll(SIGNATURE, {
  name: 'trade-republic',
  columns: [
    'date',
    'category',
    'type',
    'symbol',
    'shares',
    'price',
    'amount',
    'fee',
    'tax',
    'currency',
    'description',
    'transaction_id',
  ],
  leaves: LEAVES,
  account: ['account_type'],
  dayOrder: null,
  isSigned: true,
  totalSign: 'always',
  isConverted: true,
  read: {
    trade_date: column('date'),
    type: (cell, peek) => {
      cell('category')
      cell('type')
      return typeOf(peek)
    },
    isin: column('symbol'),
    quantity: column('shares'),
    price: column('price'),
    currency: column('currency'),
    note: column('description'),
    external_id: column('transaction_id'),
  },
  asides: {
    total: (cell, peek) => {
      cell('amount')
      return net(peek)
    },
  },
  costs: (['fee', 'tax'] as const).map((field) => ({
    field,
    amount: paid(field),
    currency: column('currency'),
  })),
})
