import { type CellOf, column, type Layout } from './layout.ts'

/** Of what kind a row of several that say the same is. */
const LEVELS: ReadonlySet<string> = new Set(['', 'execution', 'detail'])
/** Stocks and funds; of others a contract is more than a share, or the price is no price of one. */
const SHARES: ReadonlySet<string> = new Set(['', 'stk', 'fund'])
const OTHER_CLASSES: Readonly<Record<string, string>> = { opt: 'option', fop: 'option', cash: 'fx trade' }

/**
 * Flex queries of Interactive Brokers: trades, or cash transactions. Which columns they have is up to the user. The broker keeps the money of each
 * currency, so its rate into the base currency, which is that of the day, is no rate of a conversion.
 */
export function interactiveBrokers(header: ReadonlySet<string>): Layout | null {
  const first = (...names: string[]): string | undefined => names.find((name) => header.has(name))
  const currency = first('currencyprimary', 'currency')
  const id = first('transactionid', 'tradeid')
  if (currency === undefined) return null
  const common = { currency, id }
  const tradeDate = first('tradedate', 'trade date', 'datetime', 'date/time')
  if (
    header.has('buy/sell') &&
    header.has('tradeprice') &&
    header.has('quantity') &&
    tradeDate !== undefined
  ) {
    return trades(header, { ...common, date: tradeDate })
  }
  const cashDate = first('date/time', 'datetime', 'settledate', 'reportdate')
  const isCash = header.has('currencyprimary') && header.has('type') && header.has('amount')
  return isCash && cashDate !== undefined ? cash(header, { ...common, date: cashDate }) : null
}

interface Common {
  currency: string
  id: string | undefined
  date: string
}

/** What says how much, or of what: the dozens of others say nothing new. */
const known = (header: ReadonlySet<string>, names: ReadonlyArray<string | undefined>) => {
  const columns = names.filter((name) => name !== undefined)
  return { columns, leaves: [...header].filter((name) => !columns.includes(name)) }
}

const isDetail = (peek: CellOf): boolean => LEVELS.has(peek('levelofdetail').toLowerCase())

function trades(header: ReadonlySet<string>, { currency, id, date }: Common): Layout {
  const names = [
    'buy/sell',
    'quantity',
    'tradeprice',
    'netcash',
    'ibcommission',
    'ibcommissioncurrency',
    'taxes',
  ]
  const own = ['symbol', 'isin', 'assetclass', currency, id, date]
  return {
    name: 'interactive-brokers',
    ...known(header, [...names, ...own]),
    dayOrder: null,
    isSigned: true,
    totalSign: 'always',
    read: {
      trade_date: column(date),
      type: (cell, peek) => {
        const assetClass = cell('assetclass').toLowerCase()
        if (!isDetail(peek)) return peek('levelofdetail')
        const other = OTHER_CLASSES[assetClass] ?? assetClass
        return SHARES.has(assetClass) ? cell('buy/sell') : other
      },
      isin: column('isin'),
      ticker: column('symbol'),
      quantity: column('quantity'),
      price: column('tradeprice'),
      currency: column(currency),
      ...(id === undefined ? {} : { external_id: column(id) }),
    },
    asides: { total: column('netcash') },
    costs: [
      { field: 'fee', amount: column('ibcommission'), currency: (cell) => cell('ibcommissioncurrency') },
      { field: 'tax', amount: column('taxes'), currency: () => '' },
    ],
  }
}

function cash(header: ReadonlySet<string>, { currency, id, date }: Common): Layout {
  const names = ['type', 'amount', 'symbol', 'isin', currency, id, date]
  return {
    name: 'interactive-brokers',
    ...known(header, names),
    dayOrder: null,
    isSigned: true,
    totalSign: 'always',
    read: {
      trade_date: column(date),
      type: (cell, peek) => {
        if (!isDetail(peek)) return peek('levelofdetail')
        const type = cell('type')
        if (!/^deposits?\b.*\bwithdrawals?$/i.test(type)) return type
        return peek('amount').startsWith('-') ? 'withdrawal' : 'deposit'
      },
      isin: column('isin'),
      ticker: column('symbol'),
      currency: column(currency),
      ...(id === undefined ? {} : { external_id: column(id) }),
    },
    asides: { total: column('amount') },
  }
}
