import { fail } from '../../../kernel/fail.ts'
import type { Id } from '../../../kernel/ids.ts'
import { formatDay } from '../../../kernel/time.ts'
import { WORK_OVERLOADED } from '../../../kernel/work-gate.ts'
import type { WorkerPool } from '../../../kernel/worker-pool.ts'
import { type Actions, NO_ACTIONS, tiedTo, withChildren } from './actions.ts'
import type { TransactionFields } from '../tables.ts'
import { ANY_TRANSACTION, type AccountFields, type LedgerRows } from './ledger-store.ts'
import { mayLessen } from './quantities.ts'
import { shortageOf, type Shortage, type ShortageInput } from './shortage-job.ts'

const JOB = new URL('./shortage-job.ts', import.meta.url)
/** Some thousand rows: longer ledgers are walked in a thread. */
const CHARACTERS_INLINE = 200_000
const DEADLINE_MS = 3_000

/** The account whose instruments must not become less than nothing. */
export interface CheckedAccount extends Pick<AccountFields, 'allow_short' | 'auto_corporate_actions'> {
  account_id: Id
}

/**
 * Throws 422 `INSUFFICIENT_QUANTITY` where an account without shorts would have less than nothing of an instrument on some day, and 503
 * `OVERLOADED` where that is not known in time. No gate stands before the threads: whoever writes holds the lock of the user, and a connection.
 */
export async function checkQuantities(
  rows: LedgerRows,
  {
    account,
    entityId,
    actions,
    workers,
  }: {
    account: CheckedAccount
    /** Null for all of the account's. */
    entityId: Id | null
    actions: Actions
    workers: WorkerPool
  },
): Promise<void> {
  if (account.allow_short) return
  const applied = account.auto_corporate_actions ? actions : NO_ACTIONS
  // What is given out of an instrument depends on its rows, and it itself on those of what it came out of.
  const tied = entityId === null ? null : tiedTo([entityId], applied.spinOffs)
  const accountIds = [account.account_id]
  const packs = await rows.packed({ ...ANY_TRANSACTION, accountIds, entityIds: tied })
  const entityIds = entityId === null ? null : withChildren([entityId], applied.spinOffs)
  const input = { packs, actions: applied, entityIds }
  const isShort = packs.reduce((sum, { length }) => sum + length, 0) <= CHARACTERS_INLINE
  const shortage = isShort ? shortageOf(input) : await inThread(input, workers)
  if (shortage === null) return
  fail(
    'INSUFFICIENT_QUANTITY',
    `On ${formatDay(shortage.day)} the account would have less than nothing of the instrument "${shortage.entityId}": enter what was bought first, or set allow_short.`,
  )
}

type WrittenRow = Pick<TransactionFields, 'account_id' | 'entity_id' | 'type'>

/** Throws what `checkQuantities` throws, of each account and instrument of which there may be less now that rows are entered or removed. */
export async function checkWritten(
  rows: LedgerRows,
  { entered = [], removed = [] }: { entered?: readonly WrittenRow[]; removed?: readonly WrittenRow[] },
  context: { actions: Actions; workers: WorkerPool },
): Promise<void> {
  const isSpunOff = (id: Id | null): boolean =>
    context.actions.spinOffs.some(({ parentId, childId }) => parentId === id || childId === id)
  const ofLess = (written: readonly WrittenRow[], isEntered: boolean): WrittenRow[] =>
    written.filter(({ type, entity_id: id }) => mayLessen(type, { isEntered, isSpunOff: isSpunOff(id) }))
  const places = [...ofLess(entered, true), ...ofLess(removed, false)].map(
    (row) => [`${row.account_id} ${row.entity_id}`, row] as const,
  )
  for (const { account_id: accountId, entity_id: entityId } of new Map(places).values()) {
    const account = entityId === null ? undefined : await rows.account(accountId)
    if (account !== undefined) await checkQuantities(rows, { ...context, account, entityId })
  }
}

async function inThread(input: ShortageInput, workers: WorkerPool): Promise<Shortage | null> {
  const deadline = AbortSignal.timeout(DEADLINE_MS)
  try {
    return await workers.run<Shortage | null, ShortageInput>({ module: JOB, input }, deadline)
  } catch (error) {
    if (deadline.aborted) throw WORK_OVERLOADED
    throw error
  }
}
