import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Rows of one statement: a response may have megabytes, and what else works on the table must not wait. */
const BATCH = 200
/** The rest is left to the next turn. */
const MOST_BATCHES = 500

/**
 * Removes what idempotency keys of any user have kept for more than 24 hours, and returns how many. Several processes may
 * do so at once; an aborted signal ends it after the batch under way. The policies let it see nothing that has not expired,
 * whatever the login is.
 */
export async function sweepIdempotencyKeys(db: Database, signal?: AbortSignal): Promise<number> {
  let removed = 0
  for (let batch = 0; batch < MOST_BATCHES && signal?.aborted !== true; batch++) {
    const count = await removeBatch(db)
    removed += count
    if (count < BATCH) break
  }
  return removed
}

async function removeBatch(db: Database): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('tidemark.sweep', 'expired', true)`.execute(trx)
    const { numAffectedRows } = await sql`delete from idempotency_key where ctid = any(array(
      select ctid from idempotency_key where created_at < now() - interval '24 hours'
      order by created_at limit ${sql.lit(BATCH)}))`.execute(trx)
    return Number(numAffectedRows ?? 0n)
  })
}
