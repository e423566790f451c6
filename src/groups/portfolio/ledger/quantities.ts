import { type Id, isUuid } from '../../../kernel/ids.ts'
import type { InstrumentReader } from '../../../ports/instruments.ts'
import { type Entry, type Exact, inOrder, type SplitFact, ZERO } from './entry.ts'
import type { AccountFields } from './ledger-store.ts'
import type { AccountRules } from './replay.ts'

/** Ids separated by commas; what is none is nobody's. */
export function idsOf(list: string): Id[] {
  return list
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter(isUuid)
}

/** By instrument; null stands for money. */
export async function splitsOf(
  ids: ReadonlyArray<Id | null>,
  instruments: Pick<InstrumentReader, 'splits'>,
): Promise<Map<Id, readonly SplitFact[]>> {
  const found = new Map<Id, readonly SplitFact[]>()
  for (const id of new Set(ids)) if (id !== null) found.set(id, await instruments.splits(id))
  return found
}

/** What a row of an account says to whoever replays its ledger. */
export const rulesOf = (
  account: Pick<AccountFields, 'currency' | 'cost_basis_method' | 'auto_corporate_actions'>,
): AccountRules => ({
  currency: account.currency,
  method: account.cost_basis_method,
  appliesSplits: account.auto_corporate_actions,
})

/**
 * Walks the quantity of one instrument in one account, linear in its rows. Rows that may be left out, and by which it would become negative, do not
 * count and are `dropped`; `short` is the first other row by which it does.
 */
export function walkQuantity(
  rows: readonly Entry[],
  { splits, mayDrop }: { splits: readonly SplitFact[]; mayDrop: (id: Id) => boolean },
): { dropped: Entry[]; short: Entry | null } {
  const own = new Set(rows.filter(({ type }) => type === 'split').map(({ day }) => day))
  const recorded = splits.filter(({ exDay }) => !own.has(exDay))
  const dropped: Entry[] = []
  let [quantity, next, short]: [Exact, number, Entry | null] = [ZERO, 0, null]
  for (const row of inOrder(rows)) {
    let split = recorded[next]
    while (split !== undefined && split.exDay <= row.day) {
      quantity = quantity.times(split.factor)
      split = recorded[++next]
    }
    const after = quantityAfter(quantity, row)
    if (after.lt(0) && mayDrop(row.id)) dropped.push(row)
    else {
      if (after.lt(0)) short ??= row
      quantity = after
    }
  }
  return { dropped, short }
}

function quantityAfter(quantity: Exact, { type, quantity: own }: Entry): Exact {
  if (own === null) return quantity
  switch (type) {
    case 'buy':
    case 'transfer_in':
      return quantity.plus(own)
    case 'sell':
    case 'transfer_out':
      return quantity.minus(own)
    case 'split':
      return quantity.times(own)
    default:
      return quantity
  }
}
