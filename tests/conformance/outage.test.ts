import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../src/adapters/storage/database.ts'
import { openPostgresStorage, type Storage } from '../../src/adapters/storage/storage.ts'
import type { Failure } from '../../src/kernel/fail.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'
import { eventually } from '../support/eventually.ts'
import { startPgBouncer } from '../support/pgbouncer.ts'
import { hasPostgresServer, type PostgresCluster, startPostgresCluster } from '../support/postgres-cluster.ts'
import { describeTools } from '../support/tools.ts'

const log: string[] = []
const logger = {
  warn: (_: object, message: string) => void log.push(message),
  info: (_: object, message: string) => void log.push(message),
}
const OUT = 'the database is unreachable'
const BACK = 'the database is reachable again'

const one = (db: Database) => sql<{ n: number }>`select 1 as n`.execute(db)

interface Outcome {
  code: string
  milliseconds: number
}

/** How a piece of work ends, and after how long; the code of a success is `ok`. */
async function outcome(work: Promise<unknown>): Promise<Outcome> {
  const began = performance.now()
  const code = await work.then(
    () => 'ok',
    (error: Failure) => error.code,
  )
  return { code, milliseconds: performance.now() - began }
}

/** What stands in the server's own list of who does what. */
async function running(url: string, text: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from pg_stat_activity where state = 'active' and query like $1 and pid <> pg_backend_pid()`,
    [`${text}%`],
  )
  await client.end()
  return Number(rows[0]?.count)
}

const withServer = hasPostgresServer ? describe : describe.skip

withServer('the database of requests on a PostgreSQL server', () => {
  let cluster: PostgresCluster
  let storage: Storage

  beforeAll(async () => {
    cluster = await startPostgresCluster()
    storage = openPostgresStorage(cluster.url, { logger })
    await storage.pool.query('create table note (id integer primary key)')
  })
  beforeEach(() => void log.splice(0))
  afterEach(() => cluster.thaw())
  afterAll(() => storage.close())

  it('frozen: refused within three seconds, then at once, and as good as new when it goes on', async () => {
    const control = new pg.Client({ connectionString: cluster.url })
    await control.connect()
    await Promise.all(Array.from({ length: 10 }, () => one(storage.requests)))
    cluster.freeze()
    const [unanswered, background] = [outcome(control.query('select 1')), outcome(one(storage.db))]
    const first = await Promise.all(Array.from({ length: 30 }, () => outcome(one(storage.requests))))
    expect(new Set(first.map(({ code }) => code))).toEqual(new Set(['UPSTREAM_UNAVAILABLE', 'OVERLOADED']))
    expect(Math.max(...first.map(({ milliseconds }) => milliseconds))).toBeLessThan(3_000)
    await eventually(() => log.length > 0)
    expect(await storage.reachable()).toBe(false)
    const later = await Promise.all(Array.from({ length: 100 }, () => outcome(one(storage.requests))))
    expect(new Set(later.map(({ code }) => code))).toEqual(new Set(['UPSTREAM_UNAVAILABLE']))
    // Half of them at least, whatever else the machine has to do.
    expect(later.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b)[50]).toBeLessThan(500)

    cluster.thaw()
    await eventually(async () => (await outcome(one(storage.requests))).code === 'ok')
    const healed = await Promise.all(Array.from({ length: 100 }, () => outcome(one(storage.requests))))
    expect(new Set(healed.map(({ code }) => code))).toEqual(new Set(['ok']))
    expect(storage.load()).toEqual({ inUse: 0, waiting: 0 })
    expect(log).toEqual([OUT, BACK])
    // The fault was one, and long work has only waited.
    for (const each of [await unanswered, await background]) {
      expect(each.code).toBe('ok')
      expect(each.milliseconds).toBeGreaterThan(2_000)
    }
    await control.end()
  })

  it('crashed and started again: refused meanwhile, whole soon after, and said once', async () => {
    const transaction = storage.requests.transaction().execute(async (trx) => {
      await sql`insert into note values (1)`.execute(trx)
      await cluster.stop('immediate')
      await sql`insert into note values (2)`.execute(trx)
    })
    expect((await outcome(transaction)).code).toBe('UPSTREAM_UNAVAILABLE')
    await eventually(() => log.length > 0)
    const refused = await Promise.all(Array.from({ length: 50 }, () => outcome(one(storage.requests))))
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['UPSTREAM_UNAVAILABLE']))
    expect(await storage.reachable()).toBe(false)
    await cluster.start()
    await eventually(async () => (await outcome(one(storage.requests))).code === 'ok')
    expect(await storage.reachable()).toBe(true)
    expect((await sql`select * from note`.execute(storage.requests)).rows).toEqual([])
    expect(log).toEqual([OUT, BACK])
  })

  it('with a statement that does not end: refused in time, ended at the server, and nobody else notices', async () => {
    const sleeping = outcome(sql`select pg_sleep(30)`.execute(storage.requests))
    await eventually(async () => (await running(cluster.url, 'select pg_sleep(30)')) === 1)
    const { code, milliseconds } = await sleeping
    expect(code).toBe('UPSTREAM_UNAVAILABLE')
    expect(milliseconds).toBeLessThan(3_000)
    expect((await outcome(one(storage.requests))).code).toBe('ok')
    await eventually(async () => (await running(cluster.url, 'select pg_sleep(30)')) === 0)
    expect(storage.load()).toEqual({ inUse: 0, waiting: 0 })
    expect(log).toEqual([])
    // The same takes its time in the background.
    expect((await outcome(sql`select pg_sleep(2)`.execute(storage.db))).code).toBe('ok')
  })

  it('with every connection taken by slow queries: overloaded after a second, while readiness stays truthful', async () => {
    const holder = await storage.pool.connect()
    await holder.query('begin; lock table note')
    const slow = Array.from({ length: 10 }, () => outcome(sql`select * from note`.execute(storage.requests)))
    const waiting = outcome(one(storage.requests))
    await eventually(async () => (await running(cluster.url, 'select * from note')) === 10)
    expect(storage.load().inUse).toBe(10)
    expect(await storage.reachable()).toBe(true)
    const { code, milliseconds } = await waiting
    expect(code).toBe('OVERLOADED')
    expect(milliseconds).toBeLessThan(1_500)
    expect(new Set((await Promise.all(slow)).map((each) => each.code))).toEqual(
      new Set(['UPSTREAM_UNAVAILABLE']),
    )
    await holder.query('rollback')
    holder.release()
    await eventually(async () => (await outcome(one(storage.requests))).code === 'ok')
    expect(log).toEqual([])
  })

  it('that has no connection left: overloaded, and not unreachable', async () => {
    const url = new URL(cluster.url)
    await storage.pool.query('drop role if exists app')
    await storage.pool.query(`create role app login connection limit 2`)
    url.username = 'app'
    const app = openPostgresStorage(url.href, { logger })
    expect(await app.reachable()).toBe(true)
    const outcomes = await Promise.all(
      Array.from({ length: 3 }, () => outcome(sql`select pg_sleep(0.5)`.execute(app.requests))),
    )
    expect(outcomes.map(({ code }) => code).toSorted()).toEqual(['OVERLOADED', 'OVERLOADED', 'ok'])
    expect(log).toEqual([])
    await app.close()
  })

  describeTools(['pgbouncer'], 'behind PgBouncer in transaction mode', () => {
    it('ends a statement that does not end at the server as well', async () => {
      const pooled = openPostgresStorage(await startPgBouncer(cluster.url, { poolSize: 2 }), { logger })
      const sleeping = outcome(sql`select pg_sleep(31)`.execute(pooled.requests))
      await eventually(async () => (await running(cluster.url, 'select pg_sleep(31)')) === 1)
      expect((await sleeping).code).toBe('UPSTREAM_UNAVAILABLE')
      await eventually(async () => (await running(cluster.url, 'select pg_sleep(31)')) === 0)
      expect((await outcome(one(pooled.requests))).code).toBe('ok')
      expect(log).toEqual([])
      await pooled.close()
    })
  })
})

describeEngines('a full disk', (engine) => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await engine.create()
    await database.storage.pool.query(`
      create table note (id integer primary key);
      create function no_room() returns trigger language plpgsql as $$
        begin raise exception using errcode = '53100', message = 'could not extend file: No space left on device'; end $$;
      create trigger no_room before insert on note for each row execute function no_room()`)
  })
  afterAll(() => database.drop())

  it('refuses what is to be stored, in and outside of transactions, and reading goes on', async () => {
    const { requests } = database.storage
    const insert = (db: Database) => sql`insert into note values (1)`.execute(db)
    expect((await outcome(insert(requests))).code).toBe('STORAGE_FULL')
    const within = requests.transaction().execute((trx) => insert(trx))
    expect((await outcome(within)).code).toBe('STORAGE_FULL')
    expect((await sql`select * from note`.execute(requests)).rows).toEqual([])
    await database.storage.pool.query('drop trigger no_room on note')
    expect((await outcome(insert(requests))).code).toBe('ok')
  })
})
