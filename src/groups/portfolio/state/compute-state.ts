import type { CostBasisMethod } from '../../../market/vocabulary.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Day } from '../../../kernel/time.ts'
import type { Actions } from '../ledger/actions.ts'
import { type Entry, type Exact, type ValuedSpinOff, ZERO } from '../ledger/entry.ts'
import { keptMoney, type KeptMoney } from '../ledger/money.ts'
import { decodeEntries } from '../ledger/packed-entries.ts'
import type { Lot } from '../ledger/open-lots.ts'
import { replay } from '../ledger/replay.ts'
import type {
  AccountRules,
  Cut,
  Holding,
  MovedPrices,
  Realized,
  Received,
  Replayed,
  ReplayInput,
  Standing,
} from '../ledger/replayed.ts'
import { type LedgerColumns, unpackList } from './ledger-columns.ts'
import { type DaysLists, decodePart, joinParts, partOf } from './ledger-part.ts'
import {
  type LedgerState,
  rateIn,
  type RateTable,
  type StatePosition,
  type StateRealized,
  type StateReceived,
} from './ledger-state.ts'
import { cutDaysOf, isKeepable, type MadeSnapshot, type SnapshotAbout, snapshotsOf } from './snapshots.ts'

/** What a ledger is read with; plain, so that it can move to a worker thread. */
export interface LedgerInput {
  /** Rows as the store packs them; those after `since` where there is one. */
  packs: readonly string[]
  since: LedgerSince | null
  /** After how many rows a snapshot shall be made; null for none. */
  rowsPerSnapshot: number | null
  /** From then on it stops where the next snapshot is made, as {@link timeOfAllThreads} tells it. */
  stopsAt: number
  accounts: ReadonlyMap<Id, AccountRules>
  /** Stands in the place of the accounts' own. */
  method: CostBasisMethod | null
  actions: Actions<ValuedSpinOff>
  /** The one instrument that the state is about; null for all. */
  only: Id | null
  /** By currency, of all currencies of rows and accounts. */
  rates: ReadonlyMap<string, RateTable>
  until: Day
  /** Whether only some accounts are read. */
  isPart?: boolean
  /** What shares were worth that were moved over the border of what is read. */
  movedPrices?: MovedPrices
}

/** What snapshots say of the rows up to the last of them. */
export interface LedgerSince {
  day: Day
  /** Of the ledger's first row. */
  firstDay: Day
  /** By any row, also of later days. */
  kept: KeptMoney
  about: SnapshotAbout
  /** JSON of a {@link Standing}. */
  standing: string
  /** What each of them has brought, as `encodePart` writes it. */
  parts: readonly string[]
}

export interface ComputedLedger {
  /** Null where it has stopped: the snapshots say how far it is, and the next reading goes on from the last of them. */
  state: LedgerState | null
  /** New ones, ascending. */
  snapshots: readonly MadeSnapshot[]
}

/** Milliseconds by which threads can tell each other a time: `performance.now()` begins with each of them. */
export const timeOfAllThreads = (): number => performance.timeOrigin + performance.now()

/** Reads rows into a state. Decimals all the way; the result is rounded to doubles. */
export function computeState({ packs, method, accounts, stopsAt, ...rest }: LedgerInput): ComputedLedger {
  const rules =
    method === null ? accounts : new Map([...accounts].map(([id, each]) => [id, { ...each, method }]))
  const stops = (cut: Cut): boolean => timeOfAllThreads() > stopsAt && isKeepable(cut)
  return computeEntries(decodeEntries(packs), { ...rest, accounts: rules, stops })
}

export function computeEntries(
  all: readonly Entry[],
  {
    rates,
    since,
    rowsPerSnapshot,
    ...input
  }: Omit<LedgerInput, 'packs' | 'method' | 'stopsAt'> & Pick<ReplayInput, 'stops'>,
): ComputedLedger {
  const { actions, only, until } = input
  const entries = all.filter(({ day }) => day <= until)
  const rateOn = (currency: string, day: Day): number | null => rateIn(rates.get(currency), day)
  const start = since === null ? null : { day: since.day, standing: JSON.parse(since.standing) as Standing }
  // What an account keeps does not change with the day that is asked about: the same rows then move the same money.
  const kept = keptMoney(all, since?.kept)
  const cutDays = rowsPerSnapshot === null ? [] : cutDaysOf(entries, actions.spinOffs, rowsPerSnapshot)
  const replayed = replay({ ...input, entries, rateOn, start, kept, cutDays })
  const isAsked = ({ entityId }: { entityId: Id | null }): boolean => only === null || entityId === only
  const lists = listsOf(replayed, isAsked)
  const snapshots = snapshotsOf(replayed.cuts, { entries, lists, since })
  if (!replayed.isWhole) return { state: null, snapshots }
  const part = partOf(lists)
  const { columns, ...whole } = since === null ? part : joinParts([...since.parts.map(decodePart), part])
  return {
    state: {
      ...whole,
      firstDay: since?.firstDay ?? firstDayOf([...entries, ...replayed.quantities].filter(isAsked)),
      positions: replayed.holdings.filter(isAsked).map(toPosition),
      cash: [...replayed.cash].flatMap(([accountId, balances]) =>
        [...balances].map(([currency, amount]) => ({ accountId, currency, amount: amount.toNumber() })),
      ),
      totals: totalsOf(columns),
      missingRates: [...replayed.missingRates].map(([currency, days]) => ({ currency, days })),
      columns,
    },
    snapshots,
  }
}

const firstDayOf = (rows: ReadonlyArray<{ day: Day }>): Day | null =>
  rows.length === 0 ? null : rows.reduce((min, { day }) => Math.min(min, day), Number.POSITIVE_INFINITY)

function listsOf(
  { quantities, balances, flows, paid, costs, realized, income, unapplied, received }: Replayed,
  isAsked: (row: { entityId: Id }) => boolean,
): DaysLists {
  return {
    realized: realized.map(toRealized),
    income: income.map(({ kind, accountId, entityId, day, amountBase, taxBase }) => ({
      kind,
      accountId,
      entityId,
      day,
      amountBase: amountBase.toNumber(),
      taxBase: taxBase.toNumber(),
    })),
    unapplied,
    received: received.map(toReceived),
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

const toRealized = ({ fee, ...each }: Realized): StateRealized => ({
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
  // What is not known counts as nothing, with a warning.
  gainBase: each.gainBase.isNaN() ? 0 : each.gainBase.toNumber(),
})

function totalsOf(columns: LedgerColumns): LedgerState['totals'] {
  const totals = { netContributions: 0, paidIn: 0, fees: 0, taxes: 0 }
  for (const { amountBase } of unpackList(columns, 'flows')) {
    totals.netContributions += amountBase
    totals.paidIn += Math.max(0, amountBase)
  }
  for (const { fees, taxes } of unpackList(columns, 'costs')) {
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
  const { lots } = position
  const sum = (of: (lot: Lot) => Exact): number =>
    lots.reduce((total, lot) => total.plus(of(lot)), ZERO).toNumber()
  return {
    ...holding,
    quantity: sum(({ remaining }) => remaining),
    cost: sum(({ cost }) => cost),
    costBase: lots.some(({ costBase }) => costBase.isNaN()) ? null : sum(({ costBase }) => costBase),
    lots: lots.map((lot) => ({
      transactionId: lot.id,
      openedOn: lot.openedOn,
      quantity: lot.opened.toNumber(),
      remaining: lot.remaining.toNumber(),
      cost: lot.cost.toNumber(),
      splitFactor: lot.splitFactor.toNumber(),
    })),
  }
}
