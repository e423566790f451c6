import type { CostBasisMethod } from '../../../market/vocabulary.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Day } from '../../../kernel/time.ts'
import { Exact, ZERO } from './entry.ts'
import { type Lot, OpenLots } from './open-lots.ts'
import { afterSplit, sharesAfter, splitTerms } from './shares.ts'

const ONE = new Exact(1)
/** Of what is held: a third of some shares and two thirds of them are rarely all of them, in the last of 34 digits. */
const NOISE = new Exact('1e-28')

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
  private readonly open: OpenLots

  /** @param lots What is held already, in the order in which it was opened. */
  constructor(method: CostBasisMethod, lots: Lot[] = []) {
    this.open = new OpenLots(method, lots)
  }

  /** The open lots, in the order in which they were opened. */
  get lots(): Lot[] {
    return this.open.list()
  }

  get quantity(): Exact {
    return this.open.quantity
  }

  get cost(): Exact {
    return this.lots.reduce((sum, { cost }) => sum.plus(cost), ZERO)
  }

  /** Null where the trade closes nothing. */
  trade(trade: Trade): Closing | null {
    const held = this.quantity
    if (held.isZero() || held.isNegative() === trade.quantity.isNegative()) {
      this.begin(trade, trade.quantity, ONE)
      return null
    }
    const after = sharesAfter(held, trade.quantity)
    const isTurned = !after.isZero() && after.isNegative() !== held.isNegative()
    const rest = isTurned ? after.div(trade.quantity) : ZERO
    const closes = isTurned || after.isZero() ? held.abs() : trade.quantity.abs()
    const closing = closes.isZero() ? null : this.close(trade, closes, ONE.minus(rest))
    if (isTurned) this.begin(trade, after, rest)
    return closing
  }

  /** Takes shares out at their cost, by which nothing is gained; says how many were not there. */
  remove(quantity: Exact): Exact {
    const held = Exact.max(this.quantity, ZERO)
    const after = sharesAfter(held, quantity.negated())
    this.take(after.lte(0) ? held : quantity)
    return Exact.max(after.negated(), ZERO)
  }

  split(factor: Exact): void {
    const terms = splitTerms(factor)
    this.open.change((lot) => {
      lot.opened = afterSplit(lot.opened, terms)
      lot.remaining = afterSplit(lot.remaining, terms)
      lot.splitFactor = afterSplit(lot.splitFactor, terms)
    })
  }

  /** Gives a share of the cost away with the shares of a spin-off: what goes with each lot, lot by lot. */
  spinOff(costFraction: Exact): Lot[] {
    const given: Lot[] = []
    this.open.change((lot) => {
      const [cost, costBase] = [lot.cost.times(costFraction), lot.costBase.times(costFraction)]
      lot.cost = lot.cost.minus(cost)
      lot.costBase = lot.costBase.minus(costBase)
      given.push({ ...lot, cost, costBase })
    })
    return given
  }

  /** Takes in what was held as another instrument, with its dates and costs; says which lots cover a short. */
  receive(lots: readonly Lot[]): Array<{ lot: Lot; closing: Closing }> {
    const closed: Array<{ lot: Lot; closing: Closing }> = []
    const kept: Lot[] = []
    for (const lot of lots) {
      const { id, openedOn: day, remaining, cost: value, costBase: valueBase } = lot
      const isAgainst = !this.quantity.isZero() && this.quantity.isNegative() !== remaining.isNegative()
      const closing = isAgainst ? this.trade({ id, day, quantity: remaining, value, valueBase }) : null
      if (closing === null) kept.push(lot)
      else closed.push({ lot, closing })
    }
    this.open.takeIn(kept)
    return closed
  }

  /** Money that comes back lowers the cost; what exceeds it is returned, as a gain. */
  returnCapital(amount: Exact, amountBase: Exact): { gain: Exact; gainBase: Exact } {
    const { cost, quantity } = this
    const returned = Exact.min(amount, Exact.max(cost, ZERO))
    const part = amount.isZero() ? ZERO : returned.div(amount)
    const even = new Map(this.lots.map((lot) => [lot, returned.times(lot.remaining.div(quantity))]))
    const isTooMuch = (lot: Lot): boolean => even.get(lot)?.gt(lot.cost) === true
    const given = returned.gt(0) && this.lots.some(isTooMuch) ? this.partsOf(returned) : even
    this.open.change((lot) => {
      const own = given.get(lot) ?? ZERO
      if (own.isZero()) return
      lot.cost = lot.cost.minus(own)
      lot.costBase = lot.costBase.minus(amountBase.times(part).times(own.div(returned)))
    })
    return { gain: amount.minus(returned), gainBase: amountBase.times(ONE.minus(part)) }
  }

  /** What each lot gives of what is returned, and none more than it has cost: what it cannot give comes from those that have cost more for a share. */
  private partsOf(returned: Exact): Map<Lot, Exact> {
    // Of divided numbers something would be left, in the last of their digits.
    if (returned.eq(this.cost)) return new Map(this.lots.map((lot) => [lot, lot.cost]))
    let [left, held] = [returned, this.quantity]
    const unitCosts = new Map(this.lots.map((lot) => [lot, lot.cost.div(lot.remaining.abs())]))
    const unitCost = (lot: Lot): Exact => unitCosts.get(lot) ?? ZERO
    const given = new Map<Lot, Exact>()
    for (const lot of this.lots.toSorted((one, other) => unitCost(one).cmp(unitCost(other)))) {
      const own = Exact.min(left.times(lot.remaining).div(held), Exact.max(lot.cost, ZERO))
      given.set(lot, own)
      left = left.minus(own)
      held = held.minus(lot.remaining)
    }
    return given
  }

  private close({ value, valueBase }: Trade, quantity: Exact, share: Exact): Closing {
    const isShort = this.quantity.isNegative()
    const { cost: opening, costBase: openingBase, lotIds, openedOn } = this.take(quantity)
    const [ending, endingBase] = [value.times(share), valueBase.times(share)]
    // What is received is negative. A short brings its proceeds when it is opened, and costs what covers it.
    const [cost, costBase] = isShort ? [ending, endingBase] : [opening, openingBase]
    const [proceeds, proceedsBase] = isShort
      ? [opening.negated(), openingBase.negated()]
      : [ending.negated(), endingBase.negated()]
    return {
      quantity,
      proceeds,
      cost,
      gain: proceeds.minus(cost),
      proceedsBase,
      costBase,
      gainBase: proceedsBase.minus(costBase),
      openedOn,
      lotIds,
    }
  }

  /** @param share That of the trade which opens something. */
  private begin({ id, day, value, valueBase }: Trade, opened: Exact, share: Exact): void {
    if (opened.isZero()) return
    this.open.add({
      id,
      openedOn: day,
      opened,
      remaining: opened,
      cost: value.times(share),
      costBase: valueBase.times(share),
      splitFactor: ONE,
    })
  }

  /** Takes shares from the lots, without regard to their sign, and returns what they had cost. */
  private take(quantity: Exact): { cost: Exact; costBase: Exact; lotIds: Id[]; openedOn: Day } {
    let [left, cost, costBase] = [quantity, ZERO, ZERO]
    const lotIds: Id[] = []
    const noise = this.quantity.abs().times(NOISE)
    let openedOn = Number.POSITIVE_INFINITY
    while (left.gt(noise)) {
      const lot = this.open.next()
      if (lot === undefined) break
      const size = lot.remaining.abs()
      const isWhole = size.minus(left).lte(noise)
      const taken = isWhole ? size : left
      const share = isWhole ? ONE : taken.div(size)
      const [own, ownBase] = [lot.cost.times(share), lot.costBase.times(share)]
      cost = cost.plus(own)
      costBase = costBase.plus(ownBase)
      left = left.minus(taken)
      lotIds.push(lot.id)
      openedOn = Math.min(openedOn, lot.openedOn)
      const remaining = lot.remaining.isNegative() ? taken.negated() : taken
      this.open.takeNext({ remaining, cost: own, costBase: ownBase })
    }
    return { cost, costBase, lotIds, openedOn }
  }
}
