import { type Kysely, sql } from 'kysely'
import type { Id } from '../../kernel/ids.ts'
import { retried } from './retry.ts'

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
  return db.isTransaction ? work(db) : inTransaction(db, work)
}

/** Says how isolated it is, because behind a pooler the default is whatever server and role say. */
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
