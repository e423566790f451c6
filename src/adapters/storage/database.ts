import { type Kysely, sql } from 'kysely'
import type { Id } from '../../kernel/ids.ts'
import { retried } from './retry.ts'

export { endedBy } from './query-signal.ts'

/**
 * A handle on the database that knows some of its tables. Groups get one that knows none and say which are theirs with
 * Kysely's `withTables`; the engine behind it is storage's business.
 */
export type Database<Tables = object> = Kysely<Tables>

/**
 * All of the work or nothing of it, alone or as a part of what is under way already. Work that others were in the way of
 * is done again: it must change nothing but rows.
 */
export function atomically<T, Tables>(
  db: Database<Tables>,
  work: (trx: Database<Tables>) => Promise<T>,
): Promise<T> {
  if (!db.isTransaction) return inTransaction(db, work)
  return rehearsals.has(db.getExecutor()) ? withinSavepoint(db, work) : work(db)
}

/** By what every handle on a transaction shares. */
const rehearsals = new WeakSet<object>()

/**
 * Does work in one transaction and takes all of it back: what the work says is what it would say in earnest. A part of it that fails, fails
 * alone, as it would in a transaction of its own. Whoever shares the embedded engine waits for the end.
 */
export async function rehearse<T, Tables>(
  db: Database<Tables>,
  work: (trx: Database<Tables>) => Promise<T>,
): Promise<T> {
  const done: { value: T }[] = []
  const takenBack = new Error('a rehearsal ends in a rollback')
  try {
    await db
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (trx) => {
        rehearsals.add(trx.getExecutor())
        done.push({ value: await work(trx) })
        throw takenBack
      })
  } catch (error) {
    if (error !== takenBack) throw error
  }
  const [first] = done
  if (first === undefined) throw new Error('nothing was rehearsed')
  return first.value
}

async function withinSavepoint<T, Tables>(
  db: Database<Tables>,
  work: (trx: Database<Tables>) => Promise<T>,
): Promise<T> {
  await sql`savepoint part`.execute(db)
  try {
    const value = await work(db)
    await sql`release savepoint part`.execute(db)
    return value
  } catch (error) {
    await sql`rollback to savepoint part; release savepoint part`.execute(db)
    throw error
  }
}

/** States its isolation level, because behind a pooler the default is that of the server and the role. */
function inTransaction<T, Tables>(
  db: Database<Tables>,
  work: (trx: Database<Tables>) => Promise<T>,
): Promise<T> {
  return retried(() => db.transaction().setIsolationLevel('read committed').execute(work))
}

/** Whose rows a piece of work may touch. */
export interface RowOwner {
  tenantId: Id
  userId: string
}

/** The role of requests where this login may take it; one that may not is no superuser, and the policies bind it. */
const REQUEST_ROLE = sql`coalesce((select rolname::text from pg_roles
  where rolname = 'tidemark_user' and pg_has_role(current_user, oid, 'member')), current_user::text)`

/**
 * Works on users' tables as their owner: in one transaction, under the role that the row-level policies bind. Both end
 * with the transaction, so that nothing is left on the connection, also behind a pooler.
 */
export function asOwner<T, Tables>(
  db: Database<Tables>,
  { tenantId, userId }: RowOwner,
  work: (trx: Database<Tables>) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (trx) => {
    await sql`select set_config('tidemark.tenant_id', ${tenantId}, true),
      set_config('tidemark.user_id', ${userId}, true), set_config('row_security', 'on', true),
      set_config('role', ${REQUEST_ROLE}, true)`.execute(trx)
    return work(trx)
  })
}
