import type { Id } from '../../../kernel/ids.ts'
import type { Day } from '../../../kernel/time.ts'
import type { SpinOffBasis } from '../../../contract/holdings.ts'
import type { UnappliedAction } from '../ledger/replayed.ts'
import type { LedgerColumns } from './ledger-columns.ts'

/** Units of the base currency for one of another, day by day from `from` on; NaN where none is known. */
export interface RateTable {
  from: Day
  values: Float64Array
}

/** Shares that were bought together and what is left of them; money in the instrument's currency. */
export interface StateLot {
  transactionId: Id
  openedOn: Day
  quantity: number
  remaining: number
  cost: number
  splitFactor: number
}

/** An instrument in an account; closed where the quantity is 0. */
export interface StatePosition {
  accountId: Id
  entityId: Id
  currency: string
  quantity: number
  cost: number
  /** Null where a rate of the days on which it was bought is not known. */
  costBase: number | null
  firstAcquiredOn: Day
  transactions: number
  lots: readonly StateLot[]
}

export interface StateRealized {
  transactionId: Id
  accountId: Id
  entityId: Id
  currency: string
  day: Day
  openedOn: Day
  quantity: number
  proceeds: number
  cost: number
  fee: number
  gain: number
  gainBase: number
  lotIds: readonly Id[]
}

export interface StateIncome {
  kind: 'dividend' | 'interest'
  accountId: Id
  entityId: Id | null
  day: Day
  amountBase: number
  taxBase: number
}

/** Shares that a spin-off gave. */
export interface StateReceived {
  accountId: Id
  parentId: Id
  childId: Id
  day: Day
  to: number
  from: number
  quantity: number
  costFraction: number | null
  basis: SpinOffBasis
  /** What of the parent's cost went with them, in the child's currency. */
  cost: number
}

/** What a ledger says up to a day, in numbers that are rounded once. */
export interface LedgerState {
  /** Of the first row, or the first shares that were given; null for an empty ledger. */
  firstDay: Day | null
  positions: readonly StatePosition[]
  cash: ReadonlyArray<{ accountId: Id; currency: string; amount: number }>
  realized: readonly StateRealized[]
  income: readonly StateIncome[]
  /** Of all days, in the base currency. */
  totals: { netContributions: number; paidIn: number; fees: number; taxes: number }
  /** Currencies of which a rate was missing, and on which days of transactions. */
  missingRates: ReadonlyArray<{ currency: string; days: readonly Day[] }>
  unapplied: readonly UnappliedAction[]
  received: readonly StateReceived[]
  /** Lists as long as the ledger. */
  columns: LedgerColumns
}

/** The rates of all days of a range, both ends included. */
export function rateTable(
  rateOn: (day: Day) => number | null,
  { from, to }: { from: Day; to: Day },
): RateTable {
  return {
    from,
    values: Float64Array.from({ length: to - from + 1 }, (_, at) => rateOn(from + at) ?? Number.NaN),
  }
}

/** The rate of a day; of the last day of the table after it, and null before its first. */
export function rateIn(table: RateTable | undefined, day: Day): number | null {
  if (table === undefined || table.values.length === 0) return null
  const rate = table.values[Math.min(day - table.from, table.values.length - 1)]
  return rate === undefined || Number.isNaN(rate) ? null : rate
}

/** Whether the rates of all transactions of some days, both inclusive, are known. */
export const hasRatesIn = (
  { missingRates }: Pick<LedgerState, 'missingRates'>,
  { from, to }: { from: Day; to: Day },
): boolean => missingRates.every(({ days }) => !days.some((day) => day >= from && day <= to))
