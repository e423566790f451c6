import type { AuthDatabase } from './tables.ts'
import { sql } from 'kysely'
import { formatInstant, type Instant } from '../../kernel/time.ts'
import type { Clock } from '../../ports/clock.ts'
import type { KeptRecord, LoginState } from '../../ports/login-state.ts'

const COLUMNS = ['payload', 'consumed_at'] as const

/** The bundled identity provider's records in the database; each write removes those that have expired. */
export function createLoginState(db: AuthDatabase, clock: Clock): LoginState {
  const timestamp = (instant: Instant) => sql<Instant>`${formatInstant(instant)}::timestamptz`

  const kept = (row: { payload: string; consumed_at: Instant | null } | undefined): KeptRecord | null =>
    row === undefined ? null : { payload: JSON.parse(row.payload) as object, consumedAt: row.consumed_at }

  return {
    async put(kind, id, { payload, grantId, sessionUid, expiresAt }) {
      const values = {
        payload: JSON.stringify(payload),
        grant_id: grantId,
        session_uid: sessionUid,
        expires_at: formatInstant(expiresAt),
      }
      await db.deleteFrom('login_state').where('expires_at', '<', timestamp(clock.now())).execute()
      await db
        .insertInto('login_state')
        .values({ kind, id, ...values })
        .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet(values))
        .execute()
    },

    async find(kind, id) {
      const found = db.selectFrom('login_state').select(COLUMNS).where('kind', '=', kind).where('id', '=', id)
      return kept(await found.executeTakeFirst())
    },

    async findBySessionUid(kind, sessionUid) {
      const found = db
        .selectFrom('login_state')
        .select(COLUMNS)
        .where('kind', '=', kind)
        .where('session_uid', '=', sessionUid)
      return kept(await found.executeTakeFirst())
    },

    async consume(kind, id) {
      const { numUpdatedRows } = await db
        .updateTable('login_state')
        .set({ consumed_at: formatInstant(clock.now()) })
        .where('kind', '=', kind)
        .where('id', '=', id)
        .where('consumed_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async remove(kind, id) {
      await db.deleteFrom('login_state').where('kind', '=', kind).where('id', '=', id).execute()
    },

    async removeGrant(kind, grantId) {
      await db.deleteFrom('login_state').where('kind', '=', kind).where('grant_id', '=', grantId).execute()
    },
  }
}
