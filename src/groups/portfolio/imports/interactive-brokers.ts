import { type CellOf, column, type Layout, moneyMoved, paid } from './layout.ts'

/** Of what kind a row of several that say the same is. */
const LEVELS: ReadonlySet<string> = new Set(['', 'execution', 'detail'])
/** Stocks and funds; of others a contract is more than a share, or the price is no price of one. */
const SHARES: ReadonlySet<string> = new Set(['', 'stk', 'fund'])
/** `EUR.USD`. */
const PAIR = /^[A-Z]{3}\.[A-Z]{3}$/
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

type OfSection = Required<Pick<Layout, 'read' | 'asides' | 'costs'>>

/** What says how much, or of what; the dozens of other columns say nothing new. */
function section(
  header: ReadonlySet<string>,
  { currency, id, date }: Common,
  { names, read, ...rest }: OfSection & { names: readonly string[] },
): Layout {
  const columns = [...names, 'symbol', 'isin', currency, date, ...(id === undefined ? [] : [id])]
  return {
    name: 'interactive-brokers',
    account: ['clientaccountid'],
    columns,
    leaves: [...header].filter((name) => !columns.includes(name)),
    dayOrder: null,
    isSigned: true,
    totalSign: 'always',
    read: {
      trade_date: column(date),
      isin: column('isin'),
      ticker: column('symbol'),
      currency: column(currency),
      ...(id === undefined ? {} : { external_id: column(id) }),
      ...read,
    },
    ...rest,
  }
}

/** The level of a row that says what others say as well; null for one of its own. */
const otherLevel = (peek: CellOf): string | null => {
  const level = peek('levelofdetail')
  return LEVELS.has(level.toLowerCase()) ? null : level
}

/** The class of a row whose query has no column for it, inferred from other columns; empty for stocks. */
function classOf(peek: CellOf): string {
  if (peek('put/call') !== '') return 'opt'
  if (PAIR.test(peek('symbol'))) return 'cash'
  const multiplier = peek('multiplier')
  return multiplier === '' || Number(multiplier) === 1 ? '' : `contract of ${multiplier}`
}

const trades = (header: ReadonlySet<string>, common: Common): Layout =>
  section(header, common, {
    names: [
      ['buy/sell', 'quantity', 'tradeprice', 'netcash', 'assetclass'],
      ['ibcommission', 'ibcommissioncurrency', 'taxes'],
    ].flat(),
    read: {
      type: (cell, peek) => {
        const assetClass = cell('assetclass').toLowerCase() || classOf(peek)
        const other = otherLevel(peek)
        if (other !== null) return other
        return SHARES.has(assetClass) ? cell('buy/sell') : (OTHER_CLASSES[assetClass] ?? assetClass)
      },
      quantity: column('quantity'),
      price: column('tradeprice'),
    },
    asides: { total: column('netcash') },
    costs: [
      { field: 'fee', amount: paid('ibcommission'), currency: column('ibcommissioncurrency') },
      { field: 'tax', amount: paid('taxes'), currency: () => '' },
    ],
  })

const cash = (header: ReadonlySet<string>, common: Common): Layout =>
  section(header, common, {
    names: ['type', 'amount'],
    read: {
      type: (cell, peek) => {
        const type = otherLevel(peek) ?? cell('type')
        return /^deposits?\b.*\bwithdrawals?$/i.test(type) ? (moneyMoved(peek('amount')) ?? type) : type
      },
    },
    asides: { total: column('amount') },
    costs: [],
  })
