import type { WholeDatabase } from '../support/tables.ts'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockDataDir } from '../../src/adapters/storage/data-dir.ts'
import { asOwner, atomically } from '../../src/adapters/storage/database.ts'
import { migrate, pendingMigrations } from '../../src/adapters/storage/migrate.ts'
import { UnusableDatabase } from '../../src/adapters/storage/session.ts'
import { openEmbeddedStorage, openPostgresStorage, type Storage } from '../../src/adapters/storage/storage.ts'
import { Failure } from '../../src/kernel/fail.ts'
import { explainFailure } from '../../src/messages.ts'
import { freshDataDir } from '../support/database.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'
import { startPgBouncer } from '../support/pgbouncer.ts'
import { createPostgresDatabase, hasPostgres } from '../support/postgres.ts'
import { describeTools } from '../support/tools.ts'

/** What a role may be configured to, and nothing of ours may notice. */
const ODD_SETTINGS = {
  datestyle: 'German, DMY',
  timezone: 'Asia/Kolkata',
  intervalstyle: 'sql_standard',
  extra_float_digits: '-10',
  bytea_output: 'escape',
  default_transaction_isolation: 'serializable',
  row_security: 'off',
  standard_conforming_strings: 'off',
  statement_timeout: '50ms',
  lock_timeout: '50ms',
}

/** Makes every later session begin with these, as an administrator may: no setting of a role comes before these. */
async function configure(storage: Pick<Storage, 'pool'>, settings: Record<string, string>): Promise<void> {
  const { rows } = await storage.pool.query<{ database: string }>('select current_database() as database')
  for (const [name, value] of Object.entries(settings)) {
    await storage.pool.query(`alter role postgres in database ${rows[0]?.database} set ${name} = '${value}'`)
  }
}

const OWNER = { tenantId: '11111111-1111-4111-8111-111111111111', userId: 'ann' }

/** What a session of ours reads, whatever it is configured to. */
const OURS = [
  {
    day: '2026-02-01',
    at: Date.UTC(2026, 1, 1, 10),
    sum: 0.1 + 0.2,
    bytes: Buffer.from([0, 255]),
    text: 'a\\b',
    encoding: 'UTF8',
  },
]

async function readSession(db: WholeDatabase): Promise<unknown> {
  const { rows } = await sql`select '2026-02-01'::date as day, '2026-02-01T10:00:00Z'::timestamptz as at,
    0.1::float8 + 0.2::float8 as sum, '\\x00ff'::bytea as bytes, 'a\\b' as text,
    current_setting('server_encoding') as encoding`.execute(db)
  return rows
}

/** The isolation of both kinds of transactions, and how many rows an owner without any sees. */
async function readTransactions(db: WholeDatabase): Promise<unknown> {
  const isolation = async (trx: WholeDatabase): Promise<string | undefined> =>
    (await sql<{ level: string }>`select current_setting('transaction_isolation') as level`.execute(trx))
      .rows[0]?.level
  const profiles = await asOwner(db, OWNER, (trx) => trx.selectFrom('user_profile').selectAll().execute())
  return [await atomically(db, isolation), await asOwner(db, OWNER, isolation), profiles]
}

const OUR_TRANSACTIONS = ['read committed', 'read committed', []]

const withPostgres = hasPostgres ? describe : describe.skip

describe('a session on embedded', () => {
  it('is ours, however the role in the data directory is configured', async () => {
    const path = await freshDataDir()
    const open = async (): Promise<{ storage: Storage; close: () => Promise<void> }> => {
      const dataDir = lockDataDir(path)
      const storage = await openEmbeddedStorage(dataDir)
      return { storage, close: () => storage.close().then(() => dataDir.release()) }
    }
    const first = await open()
    await configure(first.storage, ODD_SETTINGS)
    await first.close()
    const { storage, close } = await open()
    try {
      expect(await readSession(storage.requests)).toEqual(OURS)
      expect(await readTransactions(storage.requests)).toEqual(OUR_TRANSACTIONS)
    } finally {
      await close()
      rmSync(path, { recursive: true })
    }
  })
})

withPostgres('a session on postgres', () => {
  let database: { url: string; drop: () => Promise<void> }
  let storage: Storage

  beforeAll(async () => {
    database = await createPostgresDatabase()
    const before = openPostgresStorage(database.url)
    await configure(before, ODD_SETTINGS)
    await before.close()
    storage = openPostgresStorage(database.url)
    await migrate(storage.pool)
  })
  afterAll(async () => {
    await storage.close()
    await database.drop()
  })

  it('would not be ours without being asked for (positive control)', async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query(
      `select '2026-02-01'::date::text as day, 0.1::float8 + 0.2::float8 as sum`,
    )
    await client.end()
    expect(rows).toEqual([{ day: '01.02.2026', sum: 0.3 }])
  })

  it('is ours, however the role is configured', async () => {
    for (const db of [storage.db, storage.requests]) {
      expect(await readSession(db)).toEqual(OURS)
      expect(await readTransactions(db)).toEqual(OUR_TRANSACTIONS)
    }
    const { rows } = await storage.pool.query(`select pg_sleep(0.1), current_setting('row_security') as rls`)
    expect(rows).toMatchObject([{ rls: 'on' }])
  })

  describeTools(['pgbouncer'], 'behind PgBouncer in transaction mode', () => {
    it('is ours but for the digits of numbers, and that is told before anything is read', async () => {
      const pooled = openPostgresStorage(await startPgBouncer(database.url))
      const failure: unknown = await migrate(pooled.pool).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(UnusableDatabase)
      expect((failure as Error).message).toMatch(
        /ALTER ROLE "postgres" IN DATABASE .* extra_float_digits = 1/,
      )
      await pooled.close()

      await configure(storage, { extra_float_digits: '1', statement_timeout: '0', bytea_output: 'hex' })
      const repaired = openPostgresStorage(await startPgBouncer(database.url))
      await migrate(repaired.pool)
      for (const db of [repaired.db, repaired.requests]) {
        expect(await readSession(db)).toEqual(OURS)
        expect(await readTransactions(db)).toEqual(OUR_TRANSACTIONS)
      }
      await repaired.close()
    })
  })
})

withPostgres('a database of another encoding than UTF8', () => {
  it.each(['LATIN1', 'SQL_ASCII'])('%s is refused at the start with one sentence', async (encoding) => {
    const { url, drop } = await createPostgresDatabase({ encoding })
    const storage = openPostgresStorage(url)
    try {
      for (const start of [migrate, pendingMigrations]) {
        const failure: unknown = await start(storage.pool).catch((error: unknown) => error)
        expect(failure).toBeInstanceOf(UnusableDatabase)
        const { lines, exitCode } = explainFailure(failure)
        expect(lines).toEqual([expect.stringContaining(`has the encoding ${encoding}: create one with`)])
        expect(exitCode).toBe(1)
      }
      const { rows } = await storage.pool.query(`select to_regclass('migration') as made`)
      expect(rows).toEqual([{ made: null }])
    } finally {
      await storage.close()
      await drop()
    }
  })
})

describeEngines('what others are in the way of', (engine) => {
  let database: TestDatabase
  let storage: Storage

  beforeAll(async () => {
    database = await engine.create()
    storage = database.storage
    await storage.pool.query(
      `create sequence attempts; create table note (id integer primary key, text text unique)`,
    )
    await storage.pool.query(`insert into note values (1, 'one'), (2, 'two')`)
    await storage.pool
      .query(`create function fail_until(success integer, state text) returns bigint language plpgsql
      as $$ declare attempt bigint := nextval('attempts'); begin
        if attempt < success then raise exception using errcode = state; end if; return attempt; end $$`)
  })
  afterAll(() => database.drop())

  const attempt = (success: number, state: string) =>
    sql<{
      attempt: number
    }>`select fail_until(${success}, ${state}) as attempt`

  const restart = () => storage.pool.query('alter sequence attempts restart')

  it.each(['40001', '40P01'])(
    'is tried again after %s, a statement and a transaction alike',
    async (state) => {
      for (const db of [storage.requests, storage.db]) {
        await restart()
        expect((await attempt(3, state).execute(db)).rows).toEqual([{ attempt: 3 }])
        await restart()
        await atomically(db, async (trx) => {
          await sql`update note set text = text || '!' where id = 1`.execute(trx)
          await attempt(3, state).execute(trx)
        })
      }
      const { rows } = await storage.pool.query('select text from note where id = 1')
      expect(rows[0].text).toMatch(state === '40001' ? /^one!!$/ : /^one!!!!$/)
    },
  )

  it('is overload after five attempts, and no other error is tried again', async () => {
    await restart()
    await expect(attempt(9, '40001').execute(storage.requests)).rejects.toMatchObject({ code: 'OVERLOADED' })
    expect((await attempt(0, '40001').execute(storage.requests)).rows).toEqual([{ attempt: 6 }])
    await restart()
    await expect(attempt(9, 'P0001').execute(storage.requests)).rejects.toMatchObject({ code: 'P0001' })
    expect((await attempt(0, '40001').execute(storage.requests)).rows).toEqual([{ attempt: 2 }])
  })

  it.skipIf(engine.name === 'embedded')('never makes a deadlock a failure of either side', async () => {
    let arrived = 0
    let open: () => void = () => undefined
    const both = new Promise<void>((resolve) => (open = resolve))
    const lock = (first: number, second: number): Promise<void> =>
      atomically(storage.requests, async (trx) => {
        await sql`select from note where id = ${first} for update`.execute(trx)
        if (++arrived === 2) open()
        await both
        await sql`select from note where id = ${second} for update`.execute(trx)
      })
    await storage.pool.query(
      `alter database ${new URL(database.where).pathname.slice(1)} set deadlock_timeout = '50ms'`,
    )
    await Promise.all([lock(1, 2), lock(2, 1)])
    // One of them came again.
    expect(arrived).toBeGreaterThanOrEqual(3)
  })

  const refusal = async (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

  it.each([
    ['a NUL', sql`select ${'a\0b'}::text`],
    ['a number that is none', sql`select ${'x'}::int`],
    ['a number out of range', sql`select ${'99999999999'}::int`],
    ['a date out of range', sql`select ${'99999-99-99'}::date`],
    [
      'a key longer than an index takes',
      sql`insert into note values (3, ${randomBytes(9_000).toString('hex')})`,
    ],
  ])('a value that the database does not take is the caller’s fault: %s', async (_name, query) => {
    const failure = await refusal(query.execute(storage.requests))
    expect(failure).toBeInstanceOf(Failure)
    expect(failure).toMatchObject({
      code: 'VALIDATION_ERROR',
      cause: { code: expect.stringMatching(/^(22|54)/) },
    })
  })

  it('a division by zero is ours', async () => {
    expect(await refusal(sql`select 1 / 0`.execute(storage.requests))).not.toBeInstanceOf(Failure)
  })
})
