import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner, type Database } from '../../src/adapters/storage/database.ts'
import { sweepIdempotencyKeys } from '../../src/adapters/storage/sweep.ts'
import { migrate } from '../../src/adapters/storage/migrate.ts'
import { openPostgresStorage } from '../../src/adapters/storage/storage.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'
import { createPostgresDatabase, dropPostgresRole, hasPostgres } from '../support/postgres.ts'

/** Keys of several users, `old` of them from the day before yesterday and one each from now. */
async function fill(db: Database, old: number): Promise<void> {
  for (const user of ['anna', 'bert']) {
    const tenantId = randomUUID()
    await asOwner(db, { tenantId, userId: user }, (trx) =>
      sql`insert into idempotency_key (tenant_id, subject, method, path, key, body_hash, status, answer, created_at)
        select ${tenantId}::uuid, ${user}, 'POST', '/', n::text, 'h', 200, '{}',
          now() - case when n = 0 then interval '23 hours' else interval '25 hours' end
        from generate_series(0, ${old}::int) n`.execute(trx),
    )
  }
}

async function count(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from idempotency_key`.execute(db)
  return Number(rows[0]?.n)
}

describeEngines('expired idempotency keys', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.create()
  })
  afterAll(() => database.drop())

  it('of users who do not come back are removed, and what has not expired stays', async () => {
    const { db } = database.storage
    await fill(db, 450)
    expect(await count(db)).toBe(902)
    expect(await sweepIdempotencyKeys(db)).toBe(900)
    expect(await count(db)).toBe(2)
    expect(await sweepIdempotencyKeys(db)).toBe(0)
  })

  it('are not shown to a request, whoever it is', async () => {
    const { db } = database.storage
    await fill(db, 3)
    const seen = await asOwner(db, { tenantId: randomUUID(), userId: 'carl' }, (trx) => count(trx))
    expect(seen).toBe(0)
  })

  it('are left to the next turn when the process is to end', async () => {
    const { db } = database.storage
    await fill(db, 3)
    expect(await sweepIdempotencyKeys(db, AbortSignal.abort())).toBe(0)
  })
})

const onPostgres = hasPostgres ? describe : describe.skip

onPostgres('expired idempotency keys, where the server’s login is bound by the policies itself', () => {
  it('are removed all the same, and nothing else can be seen or removed on this way', async () => {
    const { url, drop } = await createPostgresDatabase()
    const login = `tidemark_login_${randomUUID().replaceAll('-', '')}`
    const administrator = openPostgresStorage(url)
    const own = new URL(url)
    own.username = login
    try {
      await administrator.pool.query(`create role ${login} login`)
      await administrator.pool.query(`alter schema public owner to ${login}`)
      const storage = openPostgresStorage(own.href)
      try {
        await migrate(storage.pool)
        await fill(storage.db, 3)
        expect(await count(administrator.db)).toBe(8)
        const left = await storage.db.transaction().execute(async (trx) => {
          await sql`select set_config('tidemark.sweep', 'expired', true)`.execute(trx)
          await sql`delete from idempotency_key where created_at >= now() - interval '24 hours'`.execute(trx)
          return count(trx)
        })
        expect([left, await count(administrator.db)]).toEqual([6, 8])
        expect(await sweepIdempotencyKeys(storage.db)).toBe(6)
        expect([await count(storage.db), await count(administrator.db)]).toEqual([0, 2])
      } finally {
        await storage.close()
      }
    } finally {
      await administrator.close()
      await drop()
      await dropPostgresRole(login)
    }
  })
})
