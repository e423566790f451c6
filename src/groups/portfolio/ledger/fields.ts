import { MOST_OF_A_NUMBER, type TransactionInput } from '../../../contract/transactions.ts'
import { HUNDREDTHS, unitsOf, wholeOf } from '../../../market/currencies.ts'
import type { TransactionType } from '../../../market/vocabulary.ts'
import { fail } from '../../../kernel/fail.ts'
import type { Id } from '../../../kernel/ids.ts'
import { type Instant, latestDay, parseDay } from '../../../kernel/time.ts'
import type { InstrumentProfile } from '../../../ports/instruments.ts'
import { checkCurrency } from './accounts.ts'
import { isAmountOf } from './amount-check.ts'
import { Exact, toMoney } from './entry.ts'
import type { TransactionFields } from '../tables.ts'

/** A transaction as somebody gives it, its account being there. */
export type GivenTransaction = TransactionInput & { account_id: Id }

/** What the rules need to know of the world. */
export interface FieldContext {
  instrument: InstrumentProfile | null
  accountCurrency: string
  now: Instant
  /** True where the row has its numbers already: it may be older than the rule for its amount. */
  keepsNumbers?: boolean
}

/** Of numbers that are stored. */
const DECIMALS = 12
const FIRST_DAY = parseDay('1950-01-01') ?? 0

/** What a type needs: an instrument, shares, money. */
interface Needs {
  instrument: 'needed' | 'allowed' | 'none'
  quantity: 'needed' | 'with instrument' | 'allowed' | 'none'
  money: 'needed' | 'none'
}

const TRADE: Needs = { instrument: 'needed', quantity: 'needed', money: 'needed' }
const MONEY: Needs = { instrument: 'none', quantity: 'none', money: 'needed' }
const NEEDS: Readonly<Record<TransactionType, Needs>> = {
  buy: TRADE,
  sell: TRADE,
  dividend: { instrument: 'needed', quantity: 'allowed', money: 'needed' },
  return_of_capital: { instrument: 'needed', quantity: 'allowed', money: 'needed' },
  split: { instrument: 'needed', quantity: 'needed', money: 'none' },
  transfer_in: { instrument: 'allowed', quantity: 'with instrument', money: 'needed' },
  transfer_out: { instrument: 'allowed', quantity: 'with instrument', money: 'needed' },
  interest: { instrument: 'allowed', quantity: 'none', money: 'needed' },
  fee: { instrument: 'allowed', quantity: 'none', money: 'needed' },
  tax: { instrument: 'allowed', quantity: 'none', money: 'needed' },
  deposit: MONEY,
  withdrawal: MONEY,
}

/** Whether a type is about an instrument in every row. */
export const needsInstrument = (type: TransactionType): boolean => NEEDS[type].instrument === 'needed'

/** The row that a transaction becomes. Throws 422 `VALIDATION_ERROR` with the field and the rule. */
export function fieldsFrom(entered: GivenTransaction, context: FieldContext): TransactionFields {
  const given = context.instrument === null ? entered : inHundredths(entered, context.instrument.currency)
  const { type, external = false } = given
  const needs = NEEDS[type]
  checkDay(given.trade_date, context.now)
  checkInstrument(given, needs)
  if (external && type !== 'transfer_in' && type !== 'transfer_out') {
    refuse('external is for transfer_in and transfer_out alone.')
  }
  const quantity = quantityOf(given, needs)
  const price = priceOf(given, needs, { quantity, isChecked: context.keepsNumbers !== true })
  const currency = currencyOf(given, context)
  const isHome = currency === context.accountCurrency
  const fxRate = stored(given.fx_rate ?? (isHome ? 1 : null))
  if (fxRate?.isZero() === true) refuse('fx_rate must be above 0, at twelve decimals.')
  if (isHome && fxRate?.eq(1) === false) {
    refuse(`fx_rate must be 1 or left out: the account is in ${currency}, too.`)
  }
  return {
    account_id: given.account_id,
    type,
    entity_id: context.instrument?.entityId ?? null,
    trade_date: given.trade_date,
    quantity: text(quantity),
    price: text(price),
    amount: amountOf(given, needs, {
      quantity,
      price,
      currency,
      isChecked: context.keepsNumbers !== true,
    }).toFixed(),
    fee: costOf(given.fee).toFixed(),
    tax: costOf(given.tax).toFixed(),
    currency,
    fx_rate: text(fxRate),
    external,
    note: given.note ?? null,
    external_id: given.external_id ?? null,
  }
}

/** Whether a transaction says what a row has. */
export function hasNumbersOf(given: GivenTransaction, row: TransactionFields): boolean {
  const numbers = ['quantity', 'price', 'amount', 'fee', 'tax'] as const
  return given.type === row.type && numbers.every((name) => given[name] === numberOf(row[name]))
}

export const numberOf = (text: string | null): number | null => (text === null ? null : Number(text))

function checkDay(date: string, now: Instant): void {
  const day = parseDay(date)
  if (day === null || day < FIRST_DAY) refuse('trade_date must be a day from 1950-01-01 on.')
  else if (day > latestDay(now))
    refuse('trade_date must not be after today, wherever on earth that is (UTC+14).')
}

function checkInstrument(
  { type, entity_id: entityId = null }: GivenTransaction,
  { instrument }: Needs,
): void {
  if (instrument === 'needed' && entityId === null) refuse(`entity_id must be given for type ${type}.`)
  if (instrument === 'none' && entityId !== null) refuse(`entity_id must be left out for type ${type}.`)
}

function quantityOf(
  { type, quantity = null, entity_id: entityId = null }: GivenTransaction,
  needs: Needs,
): Exact | null {
  const isNeeded = needs.quantity === 'needed' || (needs.quantity === 'with instrument' && entityId !== null)
  if (!isNeeded && needs.quantity !== 'allowed') return none('quantity', quantity, type)
  const exact = stored(quantity)
  if (isNeeded && exact === null) refuse(`quantity must be given for type ${type}.`)
  if (exact !== null && exact.isZero()) refuse('quantity must be above 0.')
  return exact
}

/** A split has none, whatever the shares are worth; 0 is what many write for nothing. */
function priceOf(
  { type, price = null }: GivenTransaction,
  { money }: Needs,
  { quantity, isChecked }: { quantity: Exact | null; isChecked: boolean },
): Exact | null {
  if (quantity === null) return none('price', price, type)
  if (money === 'needed' || !isChecked) return stored(price)
  if (price !== null && price !== 0) refuse(`price must be null or left out for type ${type}.`)
  return null
}

function amountOf(
  { type, amount, fee, tax }: GivenTransaction,
  { money }: Needs,
  {
    quantity,
    price,
    currency,
    isChecked,
  }: { quantity: Exact | null; price: Exact | null; currency: string; isChecked: boolean },
): Exact {
  if (money === 'none') {
    const money = Object.entries({ amount, fee, tax }).find(([, value = 0]) => value !== 0)
    if (money !== undefined && isChecked) refuse(`${money[0]} must be left out for type ${type}.`)
    return new Exact(0)
  }
  const given = amount === undefined ? null : stored(amount)
  const computed = quantity === null || price === null ? null : toMoney(quantity.times(price))
  const isTrade = type === 'buy' || type === 'sell'
  if (isTrade && isChecked && given !== null && quantity !== null && price !== null && computed !== null) {
    const trade = { type, quantity, price, amount: given, fee: costOf(fee), tax: costOf(tax), currency }
    if (!isAmountOf(trade)) {
      refuse(
        `amount must be quantity times price, ${computed.toFixed()}, before fee and tax: correct or leave out one of the three, or say in fee and tax where the difference comes from.`,
      )
    }
  }
  const entered = given ?? computed ?? refuse('amount must be given, or quantity and price.')
  if (isChecked && entered.gt(MOST_OF_A_NUMBER)) {
    const of = given === null ? ', and it is quantity times price' : ''
    refuse(`amount must be at most ${MOST_OF_A_NUMBER}${of}.`)
  }
  return entered
}

type Numbers = Partial<Pick<GivenTransaction, 'currency' | 'price' | 'amount' | 'fee' | 'tax' | 'fx_rate'>>

/** Brokers write pounds of what is listed in pence: a hundred of it each, at a hundredth of the rate. Anything else as it is. */
export function inHundredths<T extends Numbers>(given: T, listed: string): T {
  if (given.currency === undefined || given.currency !== wholeOf(listed)) return given
  const pence: T = { ...given, currency: listed }
  for (const name of ['price', 'amount', 'fee', 'tax'] as const) {
    const value = given[name]
    if (typeof value === 'number') pence[name] = new Exact(value).times(HUNDREDTHS).toNumber()
  }
  if (typeof given.fx_rate === 'number') pence.fx_rate = new Exact(given.fx_rate).div(HUNDREDTHS).toNumber()
  return pence
}

function currencyOf({ currency }: GivenTransaction, { instrument, accountCurrency }: FieldContext): string {
  if (instrument !== null) {
    if (currency !== undefined && currency !== instrument.currency) {
      const own = unitsOf(instrument.currency).join(' or ')
      refuse(`currency must be that of the instrument, ${own}; fx_rate says what it cost in the account's.`)
    }
    return instrument.currency
  }
  if (currency !== undefined) checkCurrency(currency)
  return currency ?? accountCurrency
}

function none(name: string, value: number | null | undefined, type: TransactionType): null {
  if (value !== undefined && value !== null)
    refuse(`${name} must be left out for type ${type} without an instrument's shares.`)
  return null
}

/** As it is kept: doubles have up to 17 digits, of which those behind the twelfth decimal are noise. */
function stored(value: number | null): Exact | null {
  return value === null ? null : new Exact(value).toDecimalPlaces(DECIMALS)
}

const costOf = (value: number | undefined): Exact => stored(value ?? 0) ?? new Exact(0)

const text = (value: Exact | null): string | null => value?.toFixed() ?? null

function refuse(sentence: string): never {
  return fail('VALIDATION_ERROR', sentence)
}
