import { whole } from '../support/tables.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { migrate } from '../../src/adapters/storage/migrate.ts'
import { openPostgresStorage, type Storage } from '../../src/adapters/storage/storage.ts'
import { createProfiles, interleave, OWNERS } from '../support/interleaved-owners.ts'
import { randomOf, SEED } from '../support/measured.ts'
import { startPgBouncer } from '../support/pgbouncer.ts'
import { createPostgresDatabase, hasPostgres } from '../support/postgres.ts'
import { describeTools } from '../support/tools.ts'

/** `npm run faults -- a06` takes 10,000. */
const STEPS = 1_500

const withPostgres = hasPostgres ? describe : describe.skip

withPostgres('isolation', () => {
  describeTools(['pgbouncer'], 'behind PgBouncer in transaction mode, one connection for all', () => {
    let gateways: Storage[]
    let drop: () => Promise<void>

    beforeAll(async () => {
      const database = await createPostgresDatabase()
      drop = database.drop
      const url = await startPgBouncer(database.url)
      gateways = [openPostgresStorage(url), openPostgresStorage(url)]
      await migrate(gateways[0]!.pool)
      await createProfiles(gateways[0]!.db)
    })
    afterAll(async () => {
      await Promise.all(gateways.map((gateway) => gateway.close()))
      await drop()
    })

    it('holds while two gateways take turns on it for four users of two tenants', async () => {
      const { leaks, backends, taken } = await interleave(
        gateways.map(({ db }) => db),
        STEPS,
        randomOf(SEED),
      )
      expect(leaks, `FAULT_SEED=${SEED}`).toEqual([])
      // They did share it, and did all there is to do.
      expect(backends.size).toBe(1)
      expect(Math.min(...taken.values())).toBeGreaterThan(STEPS / 10)
    })

    it('would not hold with a setting of the session: the next client has it (positive control)', async () => {
      const [first, second] = gateways as [Storage, Storage]
      const { tenantId, userId } = OWNERS[0]!
      const asNobody = () =>
        whole(second.db)
          .transaction()
          .execute(async (trx) => {
            await sql`select set_config('role', 'tidemark_user', true)`.execute(trx)
            return trx.selectFrom('user_profile').select(['tenant_id', 'user_id']).execute()
          })
      expect(await asNobody()).toEqual([])
      await first.pool.query(
        `select set_config('tidemark.tenant_id', $1, false), set_config('tidemark.user_id', $2, false)`,
        [tenantId, userId],
      )
      expect(await asNobody()).toEqual([{ tenant_id: tenantId, user_id: userId }])
      await first.pool.query('discard all')
      expect(await asNobody()).toEqual([])
    })
  })
})
