import type { Day } from '../../../kernel/time.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { ReadLedger } from '../state/ledger-reader.ts'
import type { StateRealized } from '../state/ledger-state.ts'

/** Sales of a range, both days inclusive, the newest first; of all instruments where none is named. */
export function salesOf(
  { realized }: ReadLedger['state'],
  { from, to, entityId }: { from: Day | null; to: Day; entityId: Id | null },
): StateRealized[] {
  return realized
    .filter((sale) => entityId === null || sale.entityId === entityId)
    .filter(({ day }) => day >= (from ?? day) && day <= to)
    .toSorted((one, other) => other.day - one.day || other.transactionId.localeCompare(one.transactionId))
}
