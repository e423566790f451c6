import type { Id } from '../../../kernel/ids.ts'
import type { Day } from '../../../kernel/time.ts'
import type { JobResult } from '../../../kernel/worker-pool.ts'
import type { SplitFact } from './entry.ts'
import { decodeEntries } from './packed-entries.ts'
import { walkQuantity } from './quantities.ts'

export interface ShortageInput {
  /** Rows of one account, as the store packs them. */
  packs: readonly string[]
  splits: ReadonlyMap<Id, readonly SplitFact[]>
}

/** Where an instrument becomes less than nothing first. */
export interface Shortage {
  day: Day
  entityId: Id
}

/** The first shortage of any instrument; null for none. */
export function shortageOf({ packs, splits }: ShortageInput): Shortage | null {
  for (const [entityId, rows] of Map.groupBy(decodeEntries(packs), (entry) => entry.entityId)) {
    if (entityId === null) continue
    const { short } = walkQuantity(rows, { splits: splits.get(entityId) ?? [], mayDrop: () => false })
    if (short !== null) return { day: short.day, entityId }
  }
  return null
}

/** The job of a worker thread: walks a long ledger. */
export const run = (input: ShortageInput): JobResult<Shortage | null> => ({
  value: shortageOf(input),
  transfer: [],
})
