import { MOST_OF_A_NUMBER } from '../../../contract/transactions.ts'
import { TRANSACTION_TYPES, type TransactionType } from '../../../market/vocabulary.ts'
import { isUuid } from '../../../kernel/ids.ts'
import { cleanName, clip, isLonger } from '../../../kernel/text.ts'
import { Exact, toMoney } from '../ledger/entry.ts'
import { dateIn, numberIn } from './cells.ts'
import { settledOf } from './home-currency.ts'
import type { Fields } from './layout.ts'
import { isNet, typeOf } from './layouts.ts'
import type { RawRow, RawRows } from './read-rows.ts'

/** How a row names its instrument; null for none. */
export type InstrumentName = {
  by: 'entity_id' | 'isin' | 'ticker'
  value: string
  exchange: string | null
} | null

/** A row in our own words; the instrument has a name as yet. */
export interface Interpreted {
  type: TransactionType
  trade_date: string
  instrument: InstrumentName
  quantity: number | null
  price: number | null
  amount: number | undefined
  fee: number
  tax: number
  currency: string | undefined
  fx_rate: number | null
  /** Into which the rate is; null for that of the account that the row is entered in. */
  fx_currency: string | null
  external: boolean
  note: string | null
  external_id: string | null
}

const LONGEST_ECHO = 40
const LONGEST_NOTE = 500
const LONGEST_ID = 128
/** Types of money alone: whatever a layout has beside the amount says nothing more. */
const MONEY_TYPES: ReadonlySet<TransactionType> = new Set(['deposit', 'withdrawal', 'interest', 'fee', 'tax'])
const INCOMING: ReadonlySet<TransactionType> = new Set(['sell', 'dividend', 'interest', 'return_of_capital'])
const TRUE = /^(true|1|yes|y)$/i

/** The row in our words, or every reason why it cannot be understood. */
export function interpret(row: RawRow, file: RawRows): Interpreted | { errors: string[] } {
  if (row.broken !== null) return { errors: [row.broken] }
  const { fields } = row
  const errors: string[] = []
  const type = ownType(fields.type ?? '') ?? typeOf(fields.type ?? '')
  if (type === null) {
    errors.push(`type must be one of ${TRANSACTION_TYPES.join(', ')}, not ${shown(fields.type)}.`)
  }
  const date = dateIn(fields.trade_date ?? '', file.dayOrder)
  if (date === null) {
    errors.push(
      `trade_date must be a day such as 2026-01-15, not ${shown(fields.trade_date)}${openOrder(fields, file)}.`,
    )
  }
  const given = numbersOf(fields, file, errors)
  const { fx_currency: rateCurrency, ...settled } = settledOf(fields, given, {
    decimalSign: file.decimalSign,
    errors,
  })
  const numbers = { ...given, ...settled }
  const { note = '', external_id: id = '' } = fields
  if (isLonger(note, LONGEST_NOTE)) errors.push(`note must have at most ${LONGEST_NOTE} characters.`)
  if (isLonger(id, LONGEST_ID)) errors.push(`external_id must have at most ${LONGEST_ID} characters.`)
  if (/[\r\n\t]/.test(id)) errors.push('external_id must be on one line.')
  const currency = fields.currency === undefined || fields.currency === '' ? undefined : fields.currency
  if (type === null || date === null || errors.length > 0) return { errors }
  return {
    type,
    trade_date: date,
    ...amounts(type, numbers, file),
    fx_rate: numbers.fx_rate,
    fx_currency: rateCurrency,
    instrument: MONEY_TYPES.has(type) && file.layout.name !== 'generic' ? null : nameOf(fields),
    currency: currency === 'GBX' || currency === 'GBp' ? 'GBX' : currency?.toUpperCase(),
    external: TRUE.test(fields.external ?? ''),
    note: note === '' ? null : note,
    external_id: id === '' ? null : id,
  }
}

const ownType = (word: string): TransactionType | null =>
  TRANSACTION_TYPES.find((each) => each === word.trim().toLowerCase()) ?? null

const shown = (text: string | undefined): string =>
  text === undefined || text === '' ? 'nothing' : `"${clip(text, LONGEST_ECHO)}"`

const openOrder = ({ trade_date: date = '' }: Fields, { dayOrder }: RawRows): string =>
  dayOrder === null && /^\d{1,2}[-/]\d{1,2}[-/]\d{4}/.test(date)
    ? ' (nothing in the file tells whether days or months come first)'
    : ''

type Numbers = Record<'quantity' | 'price' | 'amount' | 'fee' | 'tax' | 'fx_rate', number | null>

function numbersOf(fields: Fields, { decimalSign, layout }: RawRows, errors: string[]): Numbers {
  const read = (name: keyof Numbers): number | null => {
    const number = numberIn(fields[name] ?? '', decimalSign)
    if (number === null) return null
    const value = layout.isSigned ? Math.abs(number) : number
    if (Number.isNaN(value)) errors.push(`${name} must be a number, not ${shown(fields[name])}.`)
    else if (value < 0) errors.push(`${name} must be at least 0: type gives the sign.`)
    else if (value > MOST_OF_A_NUMBER) errors.push(`${name} must be at most ${MOST_OF_A_NUMBER}.`)
    return value
  }
  return {
    quantity: read('quantity'),
    price: read('price'),
    amount: read('amount'),
    fee: read('fee'),
    tax: read('tax'),
    fx_rate: read('fx_rate'),
  }
}

/** Quantity, price and amount as the ledger has them: before fees and taxes, and money alone without shares. */
function amounts(
  type: TransactionType,
  { quantity, price, amount, fee, tax }: Numbers,
  { layout }: RawRows,
): Pick<Interpreted, 'quantity' | 'price' | 'amount' | 'fee' | 'tax'> {
  const costs = { fee: fee ?? 0, tax: tax ?? 0 }
  if (layout.name === 'generic') return { quantity, price, amount: amount ?? undefined, ...costs }
  if (MONEY_TYPES.has(type)) {
    const product =
      quantity === null || price === null ? undefined : moneyOf(new Exact(quantity).times(price))
    const money = amount ?? product
    // Of a fee the amount is the fee.
    return {
      quantity: null,
      price: null,
      amount: money ?? fee ?? tax ?? undefined,
      fee: 0,
      tax: type === 'interest' ? costs.tax : 0,
    }
  }
  if (amount === null || !isNet(layout)) return { quantity, price, amount: amount ?? undefined, ...costs }
  const both = new Exact(costs.fee).plus(costs.tax)
  const before = INCOMING.has(type) ? both.plus(amount) : both.neg().plus(amount)
  return { quantity, price, amount: Math.max(0, moneyOf(before)), ...costs }
}

const moneyOf = (value: Exact): number => toMoney(value).toNumber()

function nameOf({ entity_id: id = '', isin = '', ticker = '', exchange = '' }: Fields): InstrumentName {
  const venue = exchange === '' ? null : exchange
  if (id !== '')
    return { by: 'entity_id', value: isUuid(id.toLowerCase()) ? id.toLowerCase() : id, exchange: null }
  if (isin !== '') return { by: 'isin', value: cleanName(isin).toUpperCase(), exchange: venue }
  return ticker === '' ? null : { by: 'ticker', value: cleanName(ticker), exchange: venue }
}
