import type { Id } from '../../../kernel/ids.ts'
import type { Day } from '../../../kernel/time.ts'
import { Exact } from './entry.ts'
import type { Lot } from './open-lots.ts'
import { Position } from './position.ts'
import type { AccountRules, Holding, PackedLot, Standing } from './replayed.ts'

/** What a reading of a ledger has at hand while it goes on. */
export interface Held {
  /** By account and instrument, in the order in which they were first had. */
  holdings: Map<string, Holding>
  /** By account and currency. */
  cash: Map<Id, Map<string, Exact>>
  missingRates: Map<string, Day[]>
}

export const holdingKey = (accountId: Id, entityId: Id): string => `${accountId} ${entityId}`

export const standingOf = ({ holdings, cash, missingRates }: Held): Standing => ({
  holdings: [...holdings.values()].map((each) => [
    each.accountId,
    each.entityId,
    each.currency,
    each.firstAcquiredOn,
    each.transactions,
    each.position.lots.map(packLot),
  ]),
  cash: [...cash].flatMap(([accountId, balances]) =>
    [...balances].map(([currency, balance]) => [accountId, currency, balance.toString()] as const),
  ),
  missingRates: [...missingRates].map(([currency, days]) => [currency, [...days]] as const),
})

/** The same as it was; of an empty ledger where there is nothing to go on from. */
export function heldOf(standing: Standing | null, accounts: ReadonlyMap<Id, AccountRules>): Held {
  const missing = new Map(standing?.missingRates.map(([currency, days]) => [currency, [...days]]))
  const held: Held = { holdings: new Map(), cash: new Map(), missingRates: missing }
  for (const [accountId, entityId, currency, firstAcquiredOn, transactions, lots] of standing?.holdings ??
    []) {
    const position = new Position(accounts.get(accountId)?.method ?? 'average', lots.map(unpackLot))
    const holding = { accountId, entityId, currency, position, firstAcquiredOn, transactions }
    held.holdings.set(holdingKey(accountId, entityId), holding)
  }
  for (const [accountId, currency, balance] of standing?.cash ?? []) {
    const balances = held.cash.get(accountId) ?? new Map<string, Exact>()
    held.cash.set(accountId, balances.set(currency, new Exact(balance)))
  }
  return held
}

const packLot = (lot: Lot): PackedLot => [
  lot.id,
  lot.openedOn,
  lot.opened.toString(),
  lot.remaining.toString(),
  lot.cost.toString(),
  lot.costBase.toString(),
  lot.splitFactor.toString(),
]

const unpackLot = ([id, openedOn, opened, remaining, cost, costBase, splitFactor]: PackedLot): Lot => ({
  id,
  openedOn,
  opened: new Exact(opened),
  remaining: new Exact(remaining),
  cost: new Exact(cost),
  costBase: new Exact(costBase),
  splitFactor: new Exact(splitFactor),
})
