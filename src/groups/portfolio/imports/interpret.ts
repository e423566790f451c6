import { MOST_OF_A_NUMBER } from '../../../contract/transactions.ts'
import { TRANSACTION_TYPES, type TransactionType } from '../../../market/vocabulary.ts'
import { isUuid } from '../../../kernel/ids.ts'
import { cleanName, clip, isLonger } from '../../../kernel/text.ts'
import { needsInstrument } from '../ledger/fields.ts'
import { dateIn, numberIn } from './cells.ts'
import { type Cost, type Fields, hasNumber, type Layout } from './layout.ts'
import type { RawRow, RawRows } from './read-rows.ts'
import { type Given, reconcile } from './reconcile.ts'
import { type Meaning, meaningOf, RECORDED_SPLITS } from './type-words.ts'

/** How a row names its instrument; null for none. */
export type InstrumentName = {
  by: 'entity_id' | 'isin' | 'ticker'
  value: string
  exchange: string | null
  /** That of the row: what is listed in several is named by it. */
  currency: string | null
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
const TRUE = /^(true|1|yes|y)$/i

/** The row in our words, or every reason why it cannot be understood. */
export function interpret(row: RawRow, file: RawRows): Interpreted | { errors: string[] } {
  if (row.broken !== null) return { errors: [row.broken] }
  const { fields } = row
  const errors: string[] = []
  const meaning = meaningIn(file.layout, fields.type ?? '')
  const type = meaning !== null && 'type' in meaning ? meaning.type : null
  if (meaning !== null && 'refused' in meaning)
    errors.push(`type ${shown(fields.type)} is not read: ${meaning.refused}.`)
  else if (type === null)
    errors.push(`type must be one of ${TRANSACTION_TYPES.join(', ')}, not ${shown(fields.type)}.`)
  const date = dateIn(fields.trade_date ?? '', file.dayOrder)
  if (date === null) {
    errors.push(
      `trade_date must be a day such as 2026-01-15, not ${shown(fields.trade_date)}${openOrder(fields, file)}.`,
    )
  }
  const numbers = numbersOf(row, file, errors)
  errors.push(...otherCurrencies(fields))
  const { note = '', external_id: id = '' } = fields
  if (isLonger(note, LONGEST_NOTE)) errors.push(`note must have at most ${LONGEST_NOTE} characters.`)
  if (isLonger(id, LONGEST_ID)) errors.push(`external_id must have at most ${LONGEST_ID} characters.`)
  if (/[\r\n\t]/.test(id)) errors.push('external_id must be on one line.')
  const currency = currencyOf(fields)
  if (type === null || date === null || errors.length > 0) return { errors }
  const entered = asEntered(type, numbers, { fields, file })
  if ('error' in entered) return { errors: [entered.error] }
  const instrument = MONEY_TYPES.has(type) && file.layout.name !== 'generic' ? null : nameOf(fields)
  if (instrument === null && needsInstrument(type))
    return { errors: [`ticker, isin or entity_id must be given for type ${type}.`] }
  return {
    type,
    trade_date: date,
    ...entered,
    instrument,
    currency,
    external: TRUE.test(fields.external ?? ''),
    note: note === '' ? null : note,
    external_id: id === '' ? null : id,
  }
}

/** A tracker or broker counts the shares that a split gave; one of ours has how many there are for each. */
function meaningIn({ name }: Layout, word: string): Meaning | null {
  const meaning = meaningOf(word)
  const isRatio = name === 'generic' || meaning === null || !('type' in meaning) || meaning.type !== 'split'
  return isRatio ? meaning : { refused: RECORDED_SPLITS }
}

const shown = (text: string | undefined): string =>
  text === undefined || text === '' ? 'nothing' : `"${clip(text, LONGEST_ECHO)}"`

const openOrder = ({ trade_date: date = '' }: Fields, { dayOrder }: RawRows): string =>
  dayOrder === null && /^\d{1,2}[-/]\d{1,2}[-/]\d{4}/.test(date)
    ? ' (whether days or months come first is not known: nothing in the file tells it, or its dates contradict each other)'
    : ''

/** Signs that say of which currency an amount is not: several currencies are dollars. */
const SIGNS = [
  { sign: '€', name: 'euros', isOf: (currency: string) => currency === 'EUR' },
  { sign: '£', name: 'pounds', isOf: (currency: string) => currency === 'GBP' },
  { sign: '$', name: 'dollars', isOf: (currency: string) => !/^(EUR|GB[PX])$/.test(currency) },
]

/** Amounts with the sign of another currency than that of their row: read by their digits they would be off by a rate. */
function otherCurrencies(fields: Fields): string[] {
  const currency = fields.currency?.toUpperCase() ?? ''
  if (currency === '') return []
  return (['price', 'amount', 'fee', 'tax'] as const).flatMap((field) => {
    const other = SIGNS.find(({ sign, isOf }) => fields[field]?.includes(sign) && !isOf(currency))
    return other === undefined
      ? []
      : [`${field} must be in the currency of the row (${shown(currency)}), not in ${other.name}.`]
  })
}

type Numbers = Record<
  'quantity' | 'price' | 'amount' | 'fee' | 'tax' | 'fx_rate' | 'total' | 'rate',
  number | null
> & { costs: Given['costs'] }

function numbersOf({ fields, costs }: RawRow, { decimalSign, layout }: RawRows, errors: string[]): Numbers {
  const read = (name: string, text: string | undefined, isSigned = false): number | null => {
    const number = numberIn(text ?? '', decimalSign)
    if (number === null) return null
    const value = layout.isSigned && !isSigned ? Math.abs(number) : number
    if (Number.isNaN(value)) errors.push(`${name} must be a number, not ${shown(text)}.`)
    else if (value < 0 && !isSigned) errors.push(`${name} must be at least 0: type gives the sign.`)
    else if (Math.abs(value) > MOST_OF_A_NUMBER) errors.push(`${name} must be at most ${MOST_OF_A_NUMBER}.`)
    return value
  }
  return {
    quantity: read('quantity', fields.quantity),
    price: read('price', fields.price),
    amount: read('amount', fields.amount),
    fee: read('fee', fields.fee),
    tax: read('tax', fields.tax),
    fx_rate: read('fx_rate', fields.fx_rate),
    total: read('total', fields.total, true),
    // "Not available" is none.
    rate: hasNumber(fields.rate ?? '') ? read('rate', fields.rate) : null,
    costs: costs.map(({ field, text, currency }) => ({ field, amount: read(field, text) ?? 0, currency })),
  }
}

type Amounts = Pick<Interpreted, 'quantity' | 'price' | 'amount' | 'fee' | 'tax' | 'fx_rate' | 'fx_currency'>

/** Quantity, price and amount as the ledger has them: before fees and taxes, and money alone without shares. */
function asEntered(
  type: TransactionType,
  { fx_rate: rate, fee, tax, costs, ...numbers }: Numbers,
  { fields, file: { layout } }: { fields: Fields; file: RawRows },
): Amounts | { error: string } {
  const { quantity, price, amount } = numbers
  if (layout.name === 'generic') {
    const own = { fee: fee ?? 0, tax: tax ?? 0, fx_rate: rate, fx_currency: null }
    return { quantity, price, amount: amount ?? undefined, ...own }
  }
  const plain = Object.entries({ fee, tax }).flatMap(([field, value]) =>
    value === null ? [] : [{ field: field as Cost['field'], amount: value, currency: '' }],
  )
  const { currency = '', total_currency: totalCurrency = '' } = fields
  const settled = reconcile(
    type,
    { ...numbers, currency, totalCurrency, costs: [...costs, ...plain] },
    layout,
  )
  if ('error' in settled) return settled
  const { rate: brokers, ...money } = settled
  const shares = MONEY_TYPES.has(type) ? { quantity: null, price: null } : { quantity, price }
  return {
    ...shares,
    ...money,
    fx_rate: rate ?? brokers?.value ?? null,
    fx_currency: rate === null ? (brokers?.into ?? null) : null,
  }
}

function currencyOf({ currency = '' }: Fields): string | undefined {
  if (currency === '') return undefined
  return currency === 'GBp' ? 'GBX' : currency.toUpperCase()
}

function nameOf(fields: Fields): InstrumentName {
  const { entity_id: id = '', isin = '', ticker = '', exchange = '' } = fields
  const place = { exchange: exchange === '' ? null : exchange, currency: currencyOf(fields) ?? null }
  if (id !== '')
    return {
      by: 'entity_id',
      value: isUuid(id.toLowerCase()) ? id.toLowerCase() : id,
      exchange: null,
      currency: null,
    }
  if (isin !== '') return { by: 'isin', value: cleanName(isin).toUpperCase(), ...place }
  return ticker === '' ? null : { by: 'ticker', value: cleanName(ticker), ...place }
}
