import TinyQueue from 'tinyqueue'
import type { Id } from '../../../kernel/ids.ts'
import type { Day } from '../../../kernel/time.ts'
import type { CostBasisMethod } from '../../../market/vocabulary.ts'
import { type Exact, ZERO } from './entry.ts'

/** Shares that were bought together, or sold short together, and what of them is left. */
export interface Lot {
  /** The transaction that opened it. */
  id: Id
  openedOn: Day
  /** As it was opened, on today's basis; negative for a short. */
  opened: Exact
  remaining: Exact
  /** What the rest has cost with fees and taxes, in the instrument's currency and in the base currency; negative for a short. The latter is NaN where the rate of its day is not known. */
  cost: Exact
  costBase: Exact
  /** All splits since it was opened. */
  splitFactor: Exact
}

/** A lot with the cost of a share and its place among those of equal cost. */
interface Ranked {
  lot: Lot
  unitCost: Exact
  place: number
}

/** So many closed lots are kept among the open ones at least. */
const CLOSED_AT_LEAST = 32

/** The last digits of what was divided would decide between lots of equal cost. */
const COMPARED_DIGITS = 28

const isOpen = ({ remaining }: Lot): boolean => !remaining.isZero()

const dearestFirst = (one: Ranked, other: Ranked): number =>
  other.unitCost.cmp(one.unitCost) || one.place - other.place

/**
 * The open lots of one instrument in one account, and which of them is closed next by a cost basis method. What a trade does takes the time of the
 * lots that it closes, however many there are: somebody who buys a little every day has thousands.
 */
export class OpenLots {
  private readonly method: CostBasisMethod
  /** In the order in which they were opened, closed ones among them. */
  private lots: Lot[]
  /** None before it is open. */
  private first = 0
  private count = 0
  private places = 0
  private total: Exact = ZERO
  private byCost: TinyQueue<Ranked> | null = null

  /** @param lots All of them open. */
  constructor(method: CostBasisMethod, lots: Lot[] = []) {
    this.method = method
    this.lots = lots
    this.arrange()
  }

  /** Shares of all of them. */
  get quantity(): Exact {
    return this.total
  }

  /** In the order in which they were opened. */
  list(): Lot[] {
    return this.lots.filter(isOpen)
  }

  /** The one that is closed next. */
  next(): Lot | undefined {
    if (this.count === 0) return undefined
    if (this.byCost !== null) return this.byCost.peek()?.lot
    if (this.method === 'lifo') {
      while (this.lots.at(-1)?.remaining.isZero() === true) this.lots.pop()
      return this.lots.at(-1)
    }
    while (this.lots[this.first]?.remaining.isZero() === true) this.first++
    return this.lots[this.first]
  }

  /** Adds one that is opened after all others; with `average` there is one pool. */
  add(lot: Lot): void {
    this.total = this.total.plus(lot.remaining)
    const pool = this.method === 'average' ? this.next() : undefined
    if (pool !== undefined) return merge(pool, lot)
    this.lots.push(lot)
    this.count++
    this.byCost?.push(ranked(lot, this.places++))
  }

  /** Takes shares, with the sign of the lot, and their cost out of the one that is closed next. */
  takeNext({ remaining, cost, costBase }: Pick<Lot, 'remaining' | 'cost' | 'costBase'>): void {
    const lot = this.next()
    if (lot === undefined) return
    const place = this.byCost?.pop()?.place ?? 0
    lot.remaining = lot.remaining.minus(remaining)
    lot.cost = lot.cost.minus(cost)
    lot.costBase = lot.costBase.minus(costBase)
    this.total = this.total.minus(remaining)
    if (isOpen(lot)) this.byCost?.push(ranked(lot, place))
    else this.count--
    // What rounding has left is nobody's.
    if (this.count === 0) this.total = ZERO
    if (this.lots.length > 2 * this.count + CLOSED_AT_LEAST) this.dropClosed()
  }

  /** Takes in lots of any days, each merged with the one of the same transaction, or with the pool. */
  takeIn(lots: readonly Lot[]): void {
    const all = this.list()
    const known = new Map(all.map((lot) => [lot.id, lot]))
    for (const lot of lots) {
      const into = this.method === 'average' ? all[0] : known.get(lot.id)
      if (into === undefined) {
        all.push(lot)
        known.set(lot.id, lot)
      } else {
        merge(into, lot)
        into.openedOn = Math.min(into.openedOn, lot.openedOn)
      }
    }
    this.lots = all.toSorted((one, other) => one.openedOn - other.openedOn)
    this.arrange()
  }

  /** Changes each of them. */
  change(each: (lot: Lot) => void): void {
    this.lots = this.list()
    for (const lot of this.lots) each(lot)
    this.arrange()
  }

  private arrange(): void {
    this.first = 0
    this.count = this.lots.length
    this.places = this.count
    this.total = this.lots.reduce((sum, { remaining }) => sum.plus(remaining), ZERO)
    this.byCost = this.method === 'hifo' ? new TinyQueue(this.lots.map(ranked), dearestFirst) : null
  }

  private dropClosed(): void {
    this.lots = this.list()
    this.first = 0
  }
}

const ranked = (lot: Lot, place: number): Ranked => ({
  lot,
  unitCost: lot.cost.div(lot.remaining).toSignificantDigits(COMPARED_DIGITS),
  place,
})

function merge(into: Lot, lot: Lot): void {
  into.opened = into.opened.plus(lot.opened)
  into.remaining = into.remaining.plus(lot.remaining)
  into.cost = into.cost.plus(lot.cost)
  into.costBase = into.costBase.plus(lot.costBase)
}
