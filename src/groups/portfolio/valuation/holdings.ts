import type { Holding, HoldingDetail } from '../../../contract/holdings.ts'
import { percentOf, ratio, wireNumber } from '../../../kernel/numbers.ts'
import type { Id } from '../../../kernel/ids.ts'
import { formatDay, formatInstant } from '../../../kernel/time.ts'
import type { LedgerState, StateLot, StatePosition, StateReceived } from '../state/ledger-state.ts'
import type { Mark } from './marks.ts'
import type { ValuedHolding, ValuedLedger } from './valued.ts'

/** Of lots and dividends. */
const MOST_PARTS = 1_000

/** A number that is there, as it leaves the server. */
export const sent = (value: number): number => wireNumber(value) ?? 0

/** @param total Of the portfolio; weights are null where it is not positive. */
export function toHolding(held: ValuedHolding, total: number): Holding {
  const { profile, mark, quantity, cost, costBase } = held
  return {
    entity_id: profile.entityId,
    ticker: profile.ticker,
    name: profile.name,
    asset_class: profile.assetClass,
    sector: profile.sector,
    currency: profile.currency,
    quantity: sent(quantity),
    average_cost: quantity === 0 ? null : sent(cost / quantity),
    cost_basis: sent(cost),
    price: wireNumber(mark?.price),
    price_as_of: mark === null ? null : formatInstant(mark.at),
    market_value: wireNumber(held.value),
    market_value_base: wireNumber(held.valueBase),
    weight: ratio(held.valueBase, total),
    day_change_base: wireNumber(held.dayChangeBase),
    day_change_pct: dayChangePercent(mark),
    unrealized_gain_base: wireNumber(held.unrealizedBase),
    unrealized_gain_pct: percentOf(held.unrealizedBase, costBase === null ? null : Math.abs(costBase)),
    fx_effect_base: wireNumber(held.fxEffectBase),
    realized_gain_base: sent(held.realizedBase),
    income_base: sent(held.incomeBase),
    first_acquired_on: formatDay(held.firstAcquiredOn),
    account_ids: [...new Set(held.positions.map(({ accountId }) => accountId))],
    stale: held.isStale,
  }
}

function dayChangePercent(mark: Mark | null): number | null {
  const before = mark?.previousClose ?? null
  return mark === null || before === null ? null : percentOf(mark.price - before, before)
}

/** The holding with its lots and dividends. */
export function toDetail(
  held: ValuedHolding,
  {
    total,
    state,
    performance,
  }: Pick<ValuedLedger, 'total'> & {
    state: LedgerState
    performance: HoldingDetail['performance']
  },
): HoldingDetail {
  const lots = held.positions.flatMap((position) => position.lots.map((lot) => toLot(position, lot)))
  const dividends = state.income.filter(
    ({ kind, entityId }) => kind === 'dividend' && entityId === held.profile.entityId,
  )
  return {
    ...toHolding(held, total),
    lots: lots
      .toSorted((one, other) => one.acquired_on.localeCompare(other.acquired_on))
      .slice(0, MOST_PARTS),
    performance,
    dividends: dividends
      .toSorted((one, other) => other.day - one.day)
      .slice(0, MOST_PARTS)
      .map(({ day, amountBase, taxBase }) => ({
        paid_on: formatDay(day),
        amount_base: sent(amountBase),
        tax_base: sent(taxBase),
      })),
    spin_offs: spinOffsOf(held.profile.entityId, state.received),
    transactions_count: held.transactions,
  }
}

/** Those that have given the instrument and those that were given out of it. */
function spinOffsOf(id: Id, received: readonly StateReceived[]): HoldingDetail['spin_offs'] {
  return received
    .filter(({ parentId, childId }) => parentId === id || childId === id)
    .toSorted((one, other) => other.day - one.day)
    .slice(0, MOST_PARTS)
    .map((each) => ({
      account_id: each.accountId,
      ex_date: formatDay(each.day),
      parent_entity_id: each.parentId,
      child_entity_id: each.childId,
      ratio_to: each.to,
      ratio_from: each.from,
      quantity: sent(each.quantity),
      cost_fraction: wireNumber(each.costFraction),
      cost_fraction_basis: each.basis,
      cost: sent(each.cost),
    }))
}

function toLot({ accountId }: StatePosition, lot: StateLot): HoldingDetail['lots'][number] {
  return {
    lot_id: lot.transactionId,
    transaction_id: lot.transactionId,
    account_id: accountId,
    acquired_on: formatDay(lot.openedOn),
    quantity: sent(lot.quantity),
    remaining_quantity: sent(lot.remaining),
    unit_cost: sent(lot.cost / lot.remaining),
    cost_basis: sent(lot.cost),
    split_factor: sent(lot.splitFactor),
  }
}

const SORT_KEYS: Readonly<Record<string, (holding: Holding) => number | string | null>> = {
  market_value_base: (holding) => holding.market_value_base,
  ticker: (holding) => holding.ticker,
  weight: (holding) => holding.weight,
  unrealized_gain_base: (holding) => holding.unrealized_gain_base,
  day_change_pct: (holding) => holding.day_change_pct,
}

/** By a key, `-` for the largest first; nulls last, then by ticker and id. */
export function sortHoldings(holdings: readonly Holding[], sort: string): Holding[] {
  const isDescending = sort.startsWith('-')
  const keyOf = SORT_KEYS[isDescending ? sort.slice(1) : sort] ?? (() => null)
  return holdings.toSorted((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)]
    if (a === null || b === null) return a === b ? byTicker(one, other) : a === null ? 1 : -1
    const order = a < b ? -1 : a > b ? 1 : 0
    return order === 0 ? byTicker(one, other) : isDescending ? -order : order
  })
}

const byTicker = (one: Holding, other: Holding): number =>
  one.ticker.localeCompare(other.ticker, 'en') || one.entity_id.localeCompare(other.entity_id)
