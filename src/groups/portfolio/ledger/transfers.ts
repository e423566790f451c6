import { splitFactorAfter } from '../../../market/adjustment.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Day } from '../../../kernel/time.ts'
import { type Entry, Exact, type SplitFact, ZERO } from './entry.ts'
import { isTransfer } from './money.ts'
import type { MovedPrices, Replayed } from './replayed.ts'

/** Under which {@link MovedPrices} has an instrument's price of a day. */
export const movedKey = (entityId: Id, day: Day): string => `${entityId} ${day}`
export const dayOfMoved = (key: string): Day => Number(key.slice(key.lastIndexOf(' ') + 1))

/**
 * The border of a portfolio, which its owner says that a transfer crosses (`external`), or of some of its accounts: what is moved to, or from,
 * those on the other side. No row names the account on the other side, so there a transfer stays inside only where its other half is to be seen.
 */
export class Border {
  /** Of some accounts: transfers between them. Null for all accounts, between which all others are. */
  private readonly inside: ReadonlySet<Id> | null
  private readonly prices: MovedPrices
  private readonly splits: ReadonlyMap<Id, readonly SplitFact[]>
  /** What was last paid, by instrument, of the first so many payments. */
  private readonly lastPaid = new Map<Id, Replayed['paid'][number]>()
  private known = 0

  constructor(
    entries: readonly Entry[],
    {
      isPart,
      prices,
      splits,
    }: { isPart: boolean; prices: MovedPrices; splits: ReadonlyMap<Id, readonly SplitFact[]> },
  ) {
    this.inside = isPart ? pairsIn(entries) : null
    this.prices = prices
    this.splits = splits
  }

  /**
   * What a transfer takes over the border, in its currency; null where it stays inside. Shares are worth what the portfolio values them at on the
   * day: the last close, else what was last paid. `amount`: what its row says, at the rate of the row, of what comes from outside of the portfolio or goes there as money or as shares without a
   * close.
   */
  worthOf(entry: Entry, paid: Replayed['paid']): Exact | 'amount' | null {
    const { id, external, entityId, quantity, day, amount } = entry
    if (!external && (this.inside === null || this.inside.has(id))) return null
    if (entityId === null || quantity === null) return external ? 'amount' : amount
    const close = this.prices.get(movedKey(entityId, day))
    if (close !== undefined) return quantity.times(close)
    // Also where the reading goes on from a snapshot, after which nothing is known of what was paid before.
    if (external) return 'amount'
    const last = this.lastOf(entityId, paid)
    if (last === undefined) return ZERO
    const splits = this.splits.get(entityId) ?? []
    const factor = new Exact(splitFactorAfter(splits, day)).div(splitFactorAfter(splits, last.day))
    return quantity.times(last.price).times(factor)
  }

  /** The list only grows: each payment is looked at once, however many transfers there are. */
  private lastOf(entityId: Id, paid: Replayed['paid']): Replayed['paid'][number] | undefined {
    for (const each of paid.slice(this.known)) this.lastPaid.set(each.entityId, each)
    this.known = paid.length
    return this.lastPaid.get(entityId)
  }
}

/**
 * Transfers that are both halves of one: out of an account and into another on the same day, of as many shares of an instrument, or of as much
 * money of a currency. Each is half of one pair.
 */
function pairsIn(entries: readonly Entry[]): ReadonlySet<Id> {
  const inside = new Set<Id>()
  const moved = entries.filter(({ type, external }) => isTransfer(type) && !external)
  for (const same of Map.groupBy(moved, whatMoves).values()) {
    const arrived = same.filter(({ type }) => type === 'transfer_in')
    // By account, so that many alike are paired in time linear in them.
    const waiting = [...Map.groupBy(arrived, ({ accountId }) => accountId)].map(([accountId, rows]) => ({
      accountId,
      rows: rows.toReversed(),
    }))
    for (const out of same.filter(({ type }) => type === 'transfer_out')) {
      const into = waiting
        .find(({ accountId, rows }) => accountId !== out.accountId && rows.length > 0)
        ?.rows.pop()
      if (into !== undefined) inside.add(out.id).add(into.id)
    }
  }
  return inside
}

const whatMoves = ({ day, entityId, quantity, amount, currency }: Entry): string =>
  entityId === null ? `${day} ${currency} ${amount.toFixed()}` : `${day} ${entityId} ${quantity?.toFixed()}`
