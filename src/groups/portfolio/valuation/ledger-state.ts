import type { CostBasisMethod } from '../../../market/vocabulary.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Day } from '../../../kernel/time.ts'
import { type Entry, type Exact, type SplitFact, ZERO } from '../ledger/entry.ts'
import type { Lot } from '../ledger/position.ts'
import { decodeEntries } from '../ledger/packed-entries.ts'
import { type AccountRules, type Holding, replay } from '../ledger/replay.ts'

/** Units of the base currency for one of another, day by day from `from` on; NaN where none is known. */
export interface RateTable {
  from: Day
  values: Float64Array
}

/** What a ledger is read with; plain, so that it can move to a worker thread. */
export interface LedgerInput {
  /** Rows as the store packs them. */
  packs: readonly string[]
  accounts: ReadonlyMap<Id, AccountRules>
  /** Stands in the place of the accounts' own. */
  method: CostBasisMethod | null
  splits: ReadonlyMap<Id, readonly SplitFact[]>
  /** By currency, of all currencies of rows and accounts. */
  rates: ReadonlyMap<string, RateTable>
  until: Day
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
  costBase: number
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

/** What a ledger says up to a day, in numbers that are rounded once. */
export interface LedgerState {
  /** Of the first row; null for an empty ledger. */
  firstDay: Day | null
  positions: readonly StatePosition[]
  cash: ReadonlyArray<{ accountId: Id; currency: string; amount: number }>
  realized: readonly StateRealized[]
  income: readonly StateIncome[]
  /** Positive: into the portfolio. */
  flows: ReadonlyArray<{ day: Day; amountBase: number }>
  /** Fees and taxes by the day on which they were paid. */
  costs: ReadonlyArray<{ day: Day; fees: number; taxes: number }>
  missingRates: readonly string[]
  unapplied: ReadonlyArray<{ accountId: Id; entityId: Id; day: Day }>
  paid: ReadonlyArray<{ day: Day; entityId: Id; price: number }>
  quantities: ReadonlyArray<{ day: Day; accountId: Id; entityId: Id; quantity: number }>
  balances: ReadonlyArray<{ day: Day; accountId: Id; currency: string; balance: number }>
}

/** Reads rows into a state. Decimals all the way; the result is rounded to doubles. */
export function stateOf({ packs, method, accounts, ...rest }: LedgerInput): LedgerState {
  const rules =
    method === null ? accounts : new Map([...accounts].map(([id, each]) => [id, { ...each, method }]))
  return stateOfEntries(decodeEntries(packs), { ...rest, accounts: rules })
}

export function stateOfEntries(
  all: readonly Entry[],
  { accounts, splits, rates, until }: Omit<LedgerInput, 'packs' | 'method'>,
): LedgerState {
  const entries = all.filter(({ day }) => day <= until)
  const rateOn = (currency: string, day: Day): number | null => rateIn(rates.get(currency), day)
  const replayed = replay({ entries, accounts, splits, rateOn, until })
  return {
    firstDay: entries.length === 0 ? null : entries.reduce((min, { day }) => Math.min(min, day), Infinity),
    positions: replayed.holdings.map(toPosition),
    cash: [...replayed.cash].flatMap(([accountId, balances]) =>
      [...balances].map(([currency, amount]) => ({ accountId, currency, amount: amount.toNumber() })),
    ),
    realized: replayed.realized.map(({ fee, ...each }) => ({
      transactionId: each.transactionId,
      accountId: each.accountId,
      entityId: each.entityId,
      currency: each.currency,
      day: each.day,
      openedOn: each.openedOn,
      lotIds: each.lotIds,
      quantity: each.quantity.toNumber(),
      proceeds: each.proceeds.toNumber(),
      cost: each.cost.toNumber(),
      fee: fee.toNumber(),
      gain: each.gain.toNumber(),
      gainBase: each.gainBase.toNumber(),
    })),
    income: replayed.income.map(({ kind, accountId, entityId, day, amountBase, taxBase }) => ({
      kind,
      accountId,
      entityId,
      day,
      amountBase: amountBase.toNumber(),
      taxBase: taxBase.toNumber(),
    })),
    flows: replayed.flows.map(({ day, amountBase }) => ({ day, amountBase: amountBase.toNumber() })),
    costs: [...replayed.costs].map(([day, { fees, taxes }]) => ({
      day,
      fees: fees.toNumber(),
      taxes: taxes.toNumber(),
    })),
    missingRates: [...replayed.missingRates],
    unapplied: replayed.unapplied,
    paid: replayed.paid.map((each) => ({ ...each, price: each.price.toNumber() })),
    quantities: replayed.quantities.map((each) => ({ ...each, quantity: each.quantity.toNumber() })),
    balances: replayed.balances.map((each) => ({ ...each, balance: each.balance.toNumber() })),
  }
}

/** The rate of a day; of the last day of the table after it, and null before its first. */
export function rateIn(table: RateTable | undefined, day: Day): number | null {
  if (table === undefined || table.values.length === 0) return null
  const rate = table.values[Math.min(day - table.from, table.values.length - 1)]
  return rate === undefined || Number.isNaN(rate) ? null : rate
}

function toPosition({ position, ...holding }: Holding): StatePosition {
  const sum = (of: (lot: Lot) => Exact): number =>
    position.lots.reduce((total, lot) => total.plus(of(lot)), ZERO).toNumber()
  return {
    ...holding,
    quantity: sum(({ remaining }) => remaining),
    cost: sum(({ cost }) => cost),
    costBase: sum(({ costBase }) => costBase),
    lots: position.lots.map((lot) => ({
      transactionId: lot.id,
      openedOn: lot.openedOn,
      quantity: lot.opened.toNumber(),
      remaining: lot.remaining.toNumber(),
      cost: lot.cost.toNumber(),
      splitFactor: lot.splitFactor.toNumber(),
    })),
  }
}
