import type { CostBasisMethod } from '../../../market/vocabulary.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Day } from '../../../kernel/time.ts'
import { Exact, ZERO } from './entry.ts'

/** Shares that were bought together, or sold short together, and what of them is left. */
export interface Lot {
  /** The transaction that opened it. */
  id: Id
  openedOn: Day
  /** As it was opened, on today's basis; negative for a short. */
  opened: Exact
  remaining: Exact
  /** What the rest has cost with fees and taxes, in the instrument's currency and in the base currency; negative for a short. */
  cost: Exact
  costBase: Exact
  /** All splits since it was opened. */
  splitFactor: Exact
}

/** What closing a part of a position has brought. */
export interface Closing {
  quantity: Exact
  /** After fees and taxes. */
  proceeds: Exact
  cost: Exact
  gain: Exact
  proceedsBase: Exact
  costBase: Exact
  gainBase: Exact
  /** When what was closed had been opened, the first of them. */
  openedOn: Day
  lotIds: readonly Id[]
}

/** Shares and the money for them, in both currencies; positive for a purchase, negative for a sale. */
export interface Trade {
  id: Id
  day: Day
  quantity: Exact
  /** What was paid, fees and taxes included; negative: what was received. */
  value: Exact
  valueBase: Exact
}

/**
 * One instrument in one account. A trade first closes what stands against it, by the cost basis method, and opens a lot with the rest. With
 * `average` there is one pooled lot.
 */
export class Position {
  lots: Lot[] = []
  private readonly method: CostBasisMethod

  constructor(method: CostBasisMethod) {
    this.method = method
  }

  get quantity(): Exact {
    return this.lots.reduce((sum, { remaining }) => sum.plus(remaining), ZERO)
  }

  get cost(): Exact {
    return this.lots.reduce((sum, { cost }) => sum.plus(cost), ZERO)
  }

  get costBase(): Exact {
    return this.lots.reduce((sum, { costBase }) => sum.plus(costBase), ZERO)
  }

  /** Null where the trade closes nothing. */
  trade(trade: Trade): Closing | null {
    const held = this.quantity
    const closes =
      held.isZero() || held.isNegative() === trade.quantity.isNegative()
        ? ZERO
        : Exact.min(held.abs(), trade.quantity.abs())
    const share = trade.quantity.isZero() ? ZERO : closes.div(trade.quantity.abs())
    const closing = closes.isZero() ? null : this.close(trade, closes, share)
    if (share.lt(1)) this.open(trade, new Exact(1).minus(share))
    return closing
  }

  /** Takes shares out at their cost, or puts them in with one; nothing is gained. */
  remove(quantity: Exact): { cost: Exact; costBase: Exact } {
    const { cost, costBase } = this.take(Exact.min(quantity, this.quantity.abs()))
    return { cost, costBase }
  }

  split(factor: Exact): void {
    for (const lot of this.lots) {
      lot.opened = lot.opened.times(factor)
      lot.remaining = lot.remaining.times(factor)
      lot.splitFactor = lot.splitFactor.times(factor)
    }
  }

  /** Gives a share of the cost away with the shares of a spin-off: what goes with each lot, lot by lot. */
  spinOff(costFraction: Exact): Lot[] {
    return this.lots.map((lot) => {
      const [cost, costBase] = [lot.cost.times(costFraction), lot.costBase.times(costFraction)]
      lot.cost = lot.cost.minus(cost)
      lot.costBase = lot.costBase.minus(costBase)
      return { ...lot, cost, costBase }
    })
  }

  /** Takes in what was held as another instrument, with its date and cost; not null where it covers a short. */
  receive(lot: Lot): Closing | null {
    const { quantity } = this
    if (!quantity.isZero() && quantity.isNegative() !== lot.remaining.isNegative()) {
      const { id, openedOn: day, remaining, cost: value, costBase: valueBase } = lot
      return this.trade({ id, day, quantity: remaining, value, valueBase })
    }
    const known = this.method === 'average' ? this.lots[0] : this.lots.find(({ id }) => id === lot.id)
    if (known === undefined) this.lots.push(lot)
    else {
      merge(known, lot)
      known.openedOn = Math.min(known.openedOn, lot.openedOn)
    }
    // Others may have been bought since these were.
    this.lots = this.lots.toSorted((one, other) => one.openedOn - other.openedOn)
    return null
  }

  /** Money that comes back lowers the cost; what exceeds it is returned, as a gain. */
  returnCapital(amount: Exact, amountBase: Exact): { gain: Exact; gainBase: Exact } {
    const { cost, quantity } = this
    const returned = Exact.min(amount, Exact.max(cost, ZERO))
    const part = amount.isZero() ? ZERO : returned.div(amount)
    for (const lot of this.lots) {
      const share = quantity.isZero() ? ZERO : lot.remaining.div(quantity)
      lot.cost = lot.cost.minus(returned.times(share))
      lot.costBase = lot.costBase.minus(amountBase.times(part).times(share))
    }
    return { gain: amount.minus(returned), gainBase: amountBase.times(new Exact(1).minus(part)) }
  }

  private close({ value, valueBase }: Trade, quantity: Exact, share: Exact): Closing {
    const { cost, costBase, lotIds, openedOn } = this.take(quantity)
    // Sold for less than nothing is paid: of a sale the value is negative, of covering a short the cost is.
    const [got, gotBase] = [value.times(share).negated(), valueBase.times(share).negated()]
    return {
      quantity,
      proceeds: got,
      cost,
      gain: got.minus(cost),
      proceedsBase: gotBase,
      costBase,
      gainBase: gotBase.minus(costBase),
      openedOn,
      lotIds,
    }
  }

  private open({ id, day, quantity, value, valueBase }: Trade, share: Exact): void {
    const opened = quantity.times(share)
    if (opened.isZero()) return
    const lot: Lot = {
      id,
      openedOn: day,
      opened,
      remaining: opened,
      cost: value.times(share),
      costBase: valueBase.times(share),
      splitFactor: new Exact(1),
    }
    const pool = this.method === 'average' ? this.lots[0] : undefined
    if (pool === undefined) this.lots.push(lot)
    else merge(pool, lot)
  }

  /** Takes shares from the lots, without regard to their sign, and returns what they had cost. */
  private take(quantity: Exact): { cost: Exact; costBase: Exact; lotIds: Id[]; openedOn: Day } {
    let [left, cost, costBase] = [quantity, ZERO, ZERO]
    const lotIds: Id[] = []
    let openedOn = Number.POSITIVE_INFINITY
    for (const lot of this.inOrderOfClosing()) {
      if (left.lte(0)) break
      const size = lot.remaining.abs()
      const taken = Exact.min(left, size)
      const share = taken.eq(size) ? new Exact(1) : taken.div(size)
      const [own, ownBase] = [lot.cost.times(share), lot.costBase.times(share)]
      cost = cost.plus(own)
      costBase = costBase.plus(ownBase)
      lot.cost = lot.cost.minus(own)
      lot.costBase = lot.costBase.minus(ownBase)
      lot.remaining = lot.remaining.minus(lot.remaining.isNegative() ? taken.negated() : taken)
      left = left.minus(taken)
      lotIds.push(lot.id)
      openedOn = Math.min(openedOn, lot.openedOn)
    }
    this.lots = this.lots.filter(({ remaining }) => !remaining.isZero())
    return { cost, costBase, lotIds, openedOn }
  }

  private inOrderOfClosing(): Lot[] {
    switch (this.method) {
      case 'lifo':
        return this.lots.toReversed()
      case 'hifo':
        return this.lots.toSorted((one, other) =>
          other.cost.div(other.remaining).cmp(one.cost.div(one.remaining)),
        )
      default:
        return this.lots
    }
  }
}

function merge(into: Lot, lot: Lot): void {
  into.opened = into.opened.plus(lot.opened)
  into.remaining = into.remaining.plus(lot.remaining)
  into.cost = into.cost.plus(lot.cost)
  into.costBase = into.costBase.plus(lot.costBase)
}
