import type { Id } from '../../../kernel/ids.ts'
import type { Day } from '../../../kernel/time.ts'
import type { JobResult } from '../../../kernel/worker-pool.ts'
import type { Actions } from './actions.ts'
import { decodeEntries } from './packed-entries.ts'
import { walkQuantities } from './quantities.ts'

export interface ShortageInput {
  /** Rows of one account, as the store packs them. */
  packs: readonly string[]
  actions: Actions
  /** What must not be short; null for everything. */
  entityIds: readonly Id[] | null
}

/** Where an instrument becomes less than nothing first. */
export interface Shortage {
  day: Day
  entityId: Id
}

/** The first shortage of any instrument; null for none. */
export function shortageOf({ packs, actions, entityIds }: ShortageInput): Shortage | null {
  const { shorts } = walkQuantities(decodeEntries(packs), { actions, mayDrop: () => false })
  for (const [entityId, { day }] of shorts) {
    if (entityIds?.includes(entityId) ?? true) return { day, entityId }
  }
  return null
}

/** The job of a worker thread: walks a long ledger. */
export const run = (input: ShortageInput): JobResult<Shortage | null> => ({
  value: shortageOf(input),
  transfer: [],
})
