import fc from 'fast-check'
import { type Entry, Exact } from '../../src/groups/portfolio/ledger/entry.ts'
import { parseDay } from '../../src/kernel/time.ts'

export const ACCOUNT = 'account'

export const day = (text: string): number => parseDay(text) ?? 0

let sequence = 0

/**
 * A row of a ledger: `('2025-01-02', 'buy', 'P', 100, 95)` is a hundred shares of P at 95. Money alone has no
 * instrument and no shares, and its price is the amount.
 */
export function row(
  date: string,
  type: Entry['type'],
  entityId: string | null,
  quantity: number | null,
  price: number,
  more: Partial<Entry> = {},
): Entry {
  const shares = quantity === null ? null : new Exact(quantity)
  sequence++
  return {
    id: `t${sequence}`,
    accountId: ACCOUNT,
    type,
    entityId,
    day: day(date),
    sequence,
    quantity: shares,
    amount: shares === null ? new Exact(price) : shares.times(price),
    fee: new Exact(0),
    tax: new Exact(0),
    currency: 'USD',
    fxRate: null,
    external: false,
    ...more,
  }
}

/** Lists as they are generated, each beside itself in another order. */
export const inTwoOrders = <T>(lists: fc.Arbitrary<T[]>): fc.Arbitrary<[T[], T[]]> =>
  lists.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })))
