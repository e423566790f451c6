import { Decimal } from 'decimal.js'
import type { SpinOffBasis } from '../../../contract/holdings.ts'
import type { TransactionType } from '../../../market/vocabulary.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Day } from '../../../kernel/time.ts'

/** Decimal arithmetic of the ledger: 34 significant digits, as IEEE 754's decimal128 has. */
export const Exact = Decimal.clone({ precision: 34, rounding: Decimal.ROUND_HALF_EVEN })
export type Exact = Decimal
export const ZERO: Exact = new Exact(0)

/** Of money that is computed from what somebody has entered. */
const MONEY_DECIMALS = 8

/** Computed money as it is entered: to 8 decimals, halves to even. */
export const toMoney = (value: Exact): Exact => value.toDecimalPlaces(MONEY_DECIMALS)

/** A row of the ledger as it is computed with. Numbers are at least 0; the type gives the sign. */
export interface Entry {
  id: Id
  accountId: Id
  type: TransactionType
  entityId: Id | null
  day: Day
  /** Ascending in the order in which rows were entered. */
  sequence: number
  /** Of a split: shares after it for each share before. */
  quantity: Exact | null
  /** Before fee and tax. */
  amount: Exact
  fee: Exact
  tax: Exact
  currency: string
  /** Units of the account's currency for one of `currency`, where the user has said so. */
  fxRate: Exact | null
  /** Of a transfer: whether it crosses the portfolio's border. */
  external: boolean
}

/** A split of an instrument: `factor` shares for each share held before the ex-date. */
export interface SplitFact {
  exDay: Day
  factor: number
}

/** Shares of another instrument that holders were given: `to` for every `from`, as both counted on the ex-date. */
export interface SpinOffFact {
  parentId: Id
  childId: Id
  exDay: Day
  to: number
  from: number
}

/** A spin-off with what it is booked at. */
export interface ValuedSpinOff extends SpinOffFact {
  /** Of the child. */
  currency: string
  /** The share of the parent's cost that goes with the new shares; null where nobody knows it, and then none does. */
  costFraction: number | null
  /** The same of what others that the parent gave on the day have left. */
  ofRest: number
  /** Where the fraction comes from: published, or the market values after the first session. */
  basis: SpinOffBasis
  /** What a new share was worth on the ex-date, in the child's currency; null where nobody knows. */
  price: number | null
}

/**
 * The order within a day: splits, which take effect before trading; what comes in; what neither comes nor goes; what goes out. Rows of the
 * same kind stand in the order in which they were entered.
 */
const RANKS: Readonly<Record<TransactionType, number>> = {
  split: 0,
  deposit: 1,
  transfer_in: 1,
  buy: 2,
  dividend: 3,
  interest: 3,
  return_of_capital: 3,
  fee: 4,
  tax: 4,
  sell: 5,
  withdrawal: 6,
  transfer_out: 6,
}

/** Rows in the order in which they count. */
export function inOrder(entries: readonly Entry[]): Entry[] {
  return entries.toSorted(
    (one, other) =>
      one.day - other.day || RANKS[one.type] - RANKS[other.type] || one.sequence - other.sequence,
  )
}
