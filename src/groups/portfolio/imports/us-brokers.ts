import { monthCalled } from '../../../kernel/month-names.ts'
import type { TransactionType } from '../../../market/vocabulary.ts'
import { type CellOf, column, hasNumber, type Layout, type LayoutFinder, moneyMoved } from './layout.ts'
import { unnamedAfter } from './column-names.ts'

/** `moved` is a deposit or a withdrawal, by the sign of the amount. */
type Word = readonly [
  pattern: RegExp,
  meaning: TransactionType | 'moved' | 'stock split' | 'corporate action',
]

/** How a broker of the United States names what all of them have. */
interface Statement {
  name: string
  date: string
  action: string
  symbol: string
  quantity: string
  price: string
  fees: readonly string[]
  /** What moved, after fees and with its sign. */
  amount: string
  note: string
  /** What it calls transactions where that is not what others do. */
  words: readonly Word[]
  /** Whether its action ends with the name of the security, which may contain words such as "dividend". */
  hasNames?: boolean
  /** Where it has one; dollars otherwise. */
  currency?: string
  /** Columns that say something in some rows only, which is then not read. */
  others?: readonly string[]
  /** What stands behind the shares of a row that takes some away. */
  takenAway?: RegExp
  leaves: readonly string[]
  /** Where a file may be of several accounts. */
  account?: readonly string[]
  /** Without these a header is another's; the others may be missing. */
  signature: readonly string[]
}

const SCHWAB: Statement = {
  name: 'schwab',
  date: 'date',
  action: 'action',
  symbol: 'symbol',
  quantity: 'quantity',
  price: 'price',
  fees: ['fees & comm'],
  amount: 'amount',
  note: 'description',
  words: [[/^(moneylink|wire|journal|funds)/i, 'moved']],
  leaves: [],
  signature: ['date', 'action', 'symbol', 'description', 'quantity', 'price', 'fees & comm', 'amount'],
}

const FIDELITY: Statement = {
  name: 'fidelity',
  account: ['account', 'account number'],
  date: 'run date',
  action: 'action',
  symbol: 'symbol',
  quantity: 'quantity',
  price: 'price',
  fees: ['commission', 'fees'],
  amount: 'amount',
  note: 'action',
  currency: 'currency',
  others: ['exchange quantity', 'exchange currency', 'exchange rate'],
  hasNames: true,
  words: [
    [/^you bought|^reinvestment/i, 'buy'],
    [/^you sold/i, 'sell'],
    [/^dividend received|^(long|short)-term cap gain/i, 'dividend'],
    [/^interest earned/i, 'interest'],
    [/^(foreign tax paid|non-resident tax|(federal|state) tax withheld)/i, 'tax'],
    [/^return of capital/i, 'return_of_capital'],
    [/^(fee charged|advisory fee)/i, 'fee'],
    [/^(electronic funds transfer|direct (deposit|debit)|cash contribution|wire transfer|check )/i, 'moved'],
  ],
  leaves: [
    ['account', 'account number', 'account name', 'description', 'security description', 'type'],
    ['security type', 'cash balance', 'settlement date'],
  ].flat(),
  signature: ['run date', 'action', 'symbol', 'quantity', 'price', 'amount'],
}

const VANGUARD: Statement = {
  name: 'vanguard',
  account: ['account number'],
  date: 'trade date',
  action: 'transaction type',
  symbol: 'symbol',
  quantity: 'shares',
  price: 'share price',
  fees: ['commissions and fees', 'commission fees'],
  amount: 'net amount',
  note: 'transaction description',
  words: [
    [/^capital gain/i, 'dividend'],
    [/^funds received|^contribution/i, 'moved'],
    [/^(withdrawal|distribution)/i, 'moved'],
  ],
  leaves: [
    'account number',
    'settlement date',
    'investment name',
    'principal amount',
    'account type',
    unnamedAfter('account type'),
  ],
  signature: ['trade date', 'transaction type', 'symbol', 'shares', 'share price', 'net amount'],
}

const ROBINHOOD: Statement = {
  name: 'robinhood',
  date: 'activity date',
  action: 'trans code',
  symbol: 'instrument',
  quantity: 'quantity',
  price: 'price',
  fees: [],
  amount: 'amount',
  note: 'description',
  words: [
    [/^[CM]DIV$/i, 'dividend'],
    [/^(INT|SLIP)$/i, 'interest'],
    [/^(GOLD|DFEE|AFEE|MINT)$/i, 'fee'],
    [/^DTAX$/i, 'tax'],
    [/^ROC$/i, 'return_of_capital'],
    [/^(ACH|RTP|WIRE)$/i, 'moved'],
    [/^SP[LR]$/i, 'stock split'],
    [/^(SOFF|MRG[SC]|SXCH|CONV|CIL)$/i, 'corporate action'],
  ],
  takenAway: /(?<=\d)S$/,
  leaves: ['process date', 'settle date'],
  signature: ['activity date', 'instrument', 'trans code', 'quantity', 'price', 'amount'],
}

/** What is about an option: an underlying with a day and a price, or a code that only options have. */
const OPTION = /^-|\d{6}[CP]\d|\d \$[\d.,]+ (call|put)$/i
const OPTION_CODE = /^(STO|STC|BTO|BTC|OEXP|OASGN|OEXCS|OCA)$/

const FIRST_WORDS = /^\S*(?: \S+)?/

/** "DIVIDEND RECEIVED as of Jan-30-2026 APPLE INC", also as 01/30/2026, 01-30-26 or 2026-01-30. */
const AS_OF = /\bas of (?:(\d{4}-\d{2}-\d{2})|([a-z]{3}|\d{1,2})[-/](\d{1,2})[-/](\d{4}|\d{2}))\b/i

/** The day of a row, when its action states it; the date column is that of the booking. */
function dayIn(action: string): string | null {
  const [, iso, month = '', day = '', year = ''] = AS_OF.exec(action) ?? []
  if (iso !== undefined) return iso
  const named = monthCalled(month)
  if (day === '' || (named === 0 && !/\d/.test(month))) return null
  return `${named === 0 ? month : named}/${day}/${year.length === 2 ? `20${year}` : year}`
}

/** Of dollars, as a rule; a column may be called `Amount ($)` as well as `Amount`. */
const statementLayout =
  (statement: Statement): LayoutFinder =>
  (header) => {
    const inHeader = (name: string): string => (header.has(`${name} ($)`) ? `${name} ($)` : name)
    if (!statement.signature.every((name) => header.has(inHeader(name)))) return null
    return layoutFrom({
      ...statement,
      quantity: inHeader(statement.quantity),
      price: inHeader(statement.price),
      amount: inHeader(statement.amount),
      fees: statement.fees.map(inHeader).filter((name) => header.has(name)),
      leaves: statement.leaves.map(inHeader),
    })
  }

function layoutFrom(statement: Omit<Statement, 'signature'>): Layout {
  const { date, action, symbol, quantity, price, amount, note, fees } = statement
  // Dividends and interest have a quantity of 0, or none.
  const isTrade = (peek: CellOf): boolean => hasNumber(peek(quantity)) && hasNumber(peek(price))
  const typeOf = (said: string, peek: CellOf): string => {
    if (OPTION.test(peek(symbol)) || OPTION_CODE.test(said)) return 'option'
    const [, meaning] = statement.words.find(([pattern]) => pattern.test(said)) ?? []
    if (meaning === undefined) return statement.hasNames === true ? (FIRST_WORDS.exec(said)?.[0] ?? '') : said
    if (meaning !== 'moved') return meaning
    // Shares that are moved are no money, and nothing is none.
    if (hasNumber(peek(quantity))) return `${said} of shares`
    return moneyMoved(peek(amount)) ?? said
  }
  return {
    name: statement.name,
    ...(statement.account === undefined ? {} : { account: statement.account }),
    columns: [
      date,
      action,
      symbol,
      quantity,
      price,
      amount,
      note,
      ...fees,
      'accrued interest',
      'accrued interest ($)',
      ...(statement.currency === undefined ? [] : [statement.currency]),
      ...(statement.others ?? []),
    ],
    leaves: statement.leaves,
    dayOrder: 'mdy',
    isSigned: true,
    totalSign: 'always',
    read: {
      // "12/05/2025 as of 12/04/2025": booked on the one, of the other.
      trade_date: (cell, peek) => {
        const booked = cell(date).split(' as of ').at(-1) ?? ''
        return dayIn(peek(action)) ?? booked
      },
      type: (cell, peek) => typeOf(cell(action), peek),
      ticker: column(symbol),
      quantity: (cell, peek) => (isTrade(peek) ? cell(quantity).replace(statement.takenAway ?? '', '') : ''),
      price: (cell, peek) => {
        // Without shares, such as 1.0 beside a dividend, it says nothing.
        const written = cell(price)
        return isTrade(peek) ? written : ''
      },
      currency: (cell) => (statement.currency === undefined ? '' : cell(statement.currency)) || 'USD',
      note: column(note),
    },
    asides: { total: column(amount) },
    costs: fees.map((fee) => ({ field: 'fee', amount: column(fee), currency: () => '' })),
  }
}

export const US_BROKERS: readonly LayoutFinder[] = [SCHWAB, FIDELITY, VANGUARD, ROBINHOOD].map(
  statementLayout,
)
