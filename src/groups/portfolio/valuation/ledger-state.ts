import type { CostBasisMethod } from '../../../market/vocabulary.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Day } from '../../../kernel/time.ts'
import type { SpinOffBasis } from '../../../contract/holdings.ts'
import type { Actions } from '../ledger/actions.ts'
import { type Entry, type Exact, type ValuedSpinOff, ZERO } from '../ledger/entry.ts'
import type { Lot } from '../ledger/position.ts'
import { decodeEntries } from '../ledger/packed-entries.ts'
import { replay } from '../ledger/replay.ts'
import type { AccountRules, Holding, Received, Replayed, UnappliedAction } from '../ledger/replayed.ts'
import { type LedgerColumns, type LedgerLists, packLists } from './ledger-columns.ts'

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
  actions: Actions<ValuedSpinOff>
  /** The one instrument that the state is about; null for all. */
  only: Id | null
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
  /** Currencies of which a rate was missing, and since when. */
  missingRates: ReadonlyArray<{ currency: string; day: Day }>
  unapplied: readonly UnappliedAction[]
  received: readonly StateReceived[]
  /** Lists as long as the ledger. */
  columns: LedgerColumns
}

/** Reads rows into a state. Decimals all the way; the result is rounded to doubles. */
export function stateOf({ packs, method, accounts, ...rest }: LedgerInput): LedgerState {
  const rules =
    method === null ? accounts : new Map([...accounts].map(([id, each]) => [id, { ...each, method }]))
  return stateOfEntries(decodeEntries(packs), { ...rest, accounts: rules })
}

export function stateOfEntries(
  all: readonly Entry[],
  { accounts, actions, only, rates, until }: Omit<LedgerInput, 'packs' | 'method'>,
): LedgerState {
  const entries = all.filter(({ day }) => day <= until)
  const rateOn = (currency: string, day: Day): number | null => rateIn(rates.get(currency), day)
  const replayed = replay({ entries, accounts, actions, only, rateOn, until })
  const isAsked = ({ entityId }: { entityId: Id | null }): boolean => only === null || entityId === only
  const lists = listsOf(replayed, isAsked)
  const days = [...entries, ...replayed.quantities].filter(isAsked).map(({ day }) => day)
  return {
    firstDay: days.length === 0 ? null : days.reduce((min, day) => Math.min(min, day)),
    positions: replayed.holdings.filter(isAsked).map(toPosition),
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
    totals: totalsOf(lists),
    missingRates: [...replayed.missingRates].map(([currency, day]) => ({ currency, day })),
    unapplied: replayed.unapplied,
    received: replayed.received.map(toReceived),
    columns: packLists(lists),
  }
}

/** The rate of a day; of the last day of the table after it, and null before its first. */
export function rateIn(table: RateTable | undefined, day: Day): number | null {
  if (table === undefined || table.values.length === 0) return null
  const rate = table.values[Math.min(day - table.from, table.values.length - 1)]
  return rate === undefined || Number.isNaN(rate) ? null : rate
}

function listsOf(
  { quantities, balances, flows, paid, costs }: Replayed,
  isAsked: (row: { entityId: Id }) => boolean,
): LedgerLists {
  return {
    quantities: quantities.filter(isAsked).map((each) => ({ ...each, quantity: each.quantity.toNumber() })),
    balances: balances.map((each) => ({ ...each, balance: each.balance.toNumber() })),
    flows: flows.map(({ day, amountBase }) => ({ day, amountBase: amountBase.toNumber() })),
    paid: paid.filter(isAsked).map((each) => ({ ...each, price: each.price.toNumber() })),
    costs: [...costs].map(([day, { fees, taxes }]) => ({
      day,
      fees: fees.toNumber(),
      taxes: taxes.toNumber(),
    })),
  }
}

function totalsOf({ flows, costs }: LedgerLists): LedgerState['totals'] {
  const totals = { netContributions: 0, paidIn: 0, fees: 0, taxes: 0 }
  for (const { amountBase } of flows) {
    totals.netContributions += amountBase
    totals.paidIn += Math.max(0, amountBase)
  }
  for (const { fees, taxes } of costs) {
    totals.fees += fees
    totals.taxes += taxes
  }
  return totals
}

const toReceived = ({ accountId, spinOff, quantity, cost }: Received): StateReceived => ({
  accountId,
  parentId: spinOff.parentId,
  childId: spinOff.childId,
  day: spinOff.exDay,
  to: spinOff.to,
  from: spinOff.from,
  quantity: quantity.toNumber(),
  costFraction: spinOff.costFraction,
  basis: spinOff.basis,
  cost: cost.toNumber(),
})

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
