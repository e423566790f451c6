import { sql } from 'kysely'
import pg from 'pg'
import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Database, endedBy } from '../../src/adapters/storage/database.ts'
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
/** Long enough for what looks on, on a busy machine, to see a statement that does not end. */
const QUERY_MS = 3_000
const OUT = 'the database is unreachable'
const BACK = 'the database is reachable again'

const one = (db: Database) => sql<{ n: number }>`select 1 as n`.execute(db)

/** How a piece of work ends: the code of its failure, `ok` for a success. */
const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: Failure) => error.code,
  )

/** The same of what ends before the next turn of the event loop. */
const outcomeAtOnce = (work: Promise<unknown>): Promise<string> =>
  Promise.race([outcome(work), setImmediate('not at once')])

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

/** Takes a number of the sequence and does not end. Numbers are taken for good, so that it has run shows at any time, however it ended. */
const endless = (sequence: string) => sql`select nextval(${sequence}), pg_sleep(60)`

/** Whether anything has taken a number of the sequence. */
async function hasRun(storage: Storage, sequence: string): Promise<boolean> {
  const { rows } = await storage.pool.query<{ run: boolean }>(`select is_called as run from ${sequence}`)
  return rows[0]?.run === true
}

const withServer = hasPostgresServer ? describe : describe.skip

withServer('the database of requests on a PostgreSQL server', () => {
  let cluster: PostgresCluster
  let storage: Storage

  beforeAll(async () => {
    cluster = await startPostgresCluster()
    storage = openPostgresStorage(cluster.url, { logger, queryMs: QUERY_MS })
    await storage.pool.query(`
      create table note (id integer primary key);
      create sequence in_time; create sequence by_caller; create sequence by_pooler`)
  })
  beforeEach(() => void log.splice(0))
  afterEach(() => cluster.thaw())
  afterAll(() => storage.close())

  it('frozen: refused, then at once, and as good as new when it goes on', async () => {
    const control = new pg.Client({ connectionString: cluster.url })
    // Where the test fails the server ends before it does.
    control.on('error', () => undefined)
    await control.connect()
    await Promise.all(Array.from({ length: 10 }, () => one(storage.requests)))
    cluster.freeze()
    let ended = 0
    const waiting = [control.query('select 1'), one(storage.db)].map((work) =>
      outcome(work).finally(() => ended++),
    )
    const first = await Promise.all(Array.from({ length: 30 }, () => outcome(one(storage.requests))))
    expect(new Set(first)).toEqual(new Set(['UPSTREAM_UNAVAILABLE', 'OVERLOADED']))
    await eventually(() => log.length > 0)
    expect(await storage.reachable()).toBe(false)
    for (let each = 0; each < 100; each++)
      expect(await outcomeAtOnce(one(storage.requests))).toBe('UPSTREAM_UNAVAILABLE')

    // What runs in the background has waited all the time.
    expect(ended).toBe(0)

    cluster.thaw()
    await eventually(async () => (await outcome(one(storage.requests))) === 'ok')
    const healed = await Promise.all(Array.from({ length: 100 }, () => outcome(one(storage.requests))))
    expect(new Set(healed)).toEqual(new Set(['ok']))
    expect(storage.load()).toEqual({ inUse: 0, waiting: 0 })
    expect(log).toEqual([OUT, BACK])
    expect(await Promise.all(waiting)).toEqual(['ok', 'ok'])
    await control.end()
  })

  it('crashed and started again: refused meanwhile, whole soon after, and said once', async () => {
    const transaction = storage.requests.transaction().execute(async (trx) => {
      await sql`insert into note values (1)`.execute(trx)
      await cluster.stop('immediate')
      await sql`insert into note values (2)`.execute(trx)
    })
    expect(await outcome(transaction)).toBe('UPSTREAM_UNAVAILABLE')
    await eventually(() => log.length > 0)
    const refused = await Promise.all(Array.from({ length: 50 }, () => outcome(one(storage.requests))))
    expect(new Set(refused)).toEqual(new Set(['UPSTREAM_UNAVAILABLE']))
    expect(await storage.reachable()).toBe(false)
    await cluster.start()
    await eventually(async () => (await outcome(one(storage.requests))) === 'ok')
    expect(await storage.reachable()).toBe(true)
    expect((await sql`select * from note`.execute(storage.requests)).rows).toEqual([])
    expect(log).toEqual([OUT, BACK])
  })

  it('with a statement that does not end: refused in time, ended at the server, and nobody else notices', async () => {
    expect(await outcome(endless('in_time').execute(storage.requests))).toBe('UPSTREAM_UNAVAILABLE')
    expect(await hasRun(storage, 'in_time')).toBe(true)
    expect(await outcome(one(storage.requests))).toBe('ok')
    await eventually(async () => (await running(cluster.url, 'select nextval')) === 0)
    expect(storage.load()).toEqual({ inUse: 0, waiting: 0 })
    expect(log).toEqual([])
    // The same takes its time in the background.
    expect(await outcome(sql`select pg_sleep(4)`.execute(storage.db))).toBe('ok')
  })

  it('with a statement that nobody waits for any more: ended at the server, with the reason, and nobody else notices', async () => {
    const patient = openPostgresStorage(cluster.url, { logger, queryMs: 60_000 })
    const leaving = new AbortController()
    const reason = new Error('the caller has left')
    const read = endedBy(leaving.signal, async () => {
      await one(patient.requests)
      return endless('by_caller').execute(patient.requests)
    })
    const failure = read.catch((error: unknown) => error)
    await eventually(() => hasRun(storage, 'by_caller'))
    leaving.abort(reason)
    await eventually(async () => (await running(cluster.url, 'select nextval')) === 0)
    expect(await failure).toBe(reason)
    expect(await outcome(one(patient.requests))).toBe('ok')
    expect(patient.load()).toEqual({ inUse: 0, waiting: 0 })
    expect(log).toEqual([])
    await patient.close()
  })

  it('with every connection taken by slow queries: overloaded after a second, while readiness stays truthful', async () => {
    const holder = await storage.pool.connect()
    await holder.query('begin; lock table note')
    const slow = Array.from({ length: 10 }, () => outcome(sql`select * from note`.execute(storage.requests)))
    // Timers end in their order, on a slow machine too.
    const waiting = Promise.race([outcome(one(storage.requests)), delay(1_500, 'later')])
    await eventually(async () => (await running(cluster.url, 'select * from note')) === 10)
    expect(storage.load().inUse).toBe(10)
    expect(await storage.reachable()).toBe(true)
    expect(await waiting).toBe('OVERLOADED')
    expect(new Set(await Promise.all(slow))).toEqual(new Set(['UPSTREAM_UNAVAILABLE']))
    await holder.query('rollback')
    holder.release()
    await eventually(async () => (await outcome(one(storage.requests))) === 'ok')
    expect(log).toEqual([])
  })

  it('that has no connection left: overloaded, and not unreachable', async () => {
    const url = new URL(cluster.url)
    await storage.pool.query('drop role if exists app')
    await storage.pool.query(`create role app login connection limit 2`)
    url.username = 'app'
    const app = openPostgresStorage(url.href, { logger, queryMs: QUERY_MS })
    expect(await app.reachable()).toBe(true)
    const outcomes = await Promise.all(
      Array.from({ length: 3 }, () => outcome(sql`select pg_sleep(0.5)`.execute(app.requests))),
    )
    expect(outcomes.toSorted()).toEqual(['OVERLOADED', 'OVERLOADED', 'ok'])
    expect(log).toEqual([])
    await app.close()
  })

  describeTools(['pgbouncer'], 'behind PgBouncer in transaction mode', () => {
    it('ends a statement that does not end at the server as well', async () => {
      const pooled = openPostgresStorage(await startPgBouncer(cluster.url, { poolSize: 2 }), {
        logger,
        queryMs: QUERY_MS,
      })
      expect(await outcome(endless('by_pooler').execute(pooled.requests))).toBe('UPSTREAM_UNAVAILABLE')
      expect(await hasRun(storage, 'by_pooler')).toBe(true)
      await eventually(async () => (await running(cluster.url, 'select nextval')) === 0)
      expect(await outcome(one(pooled.requests))).toBe('ok')
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
    expect(await outcome(insert(requests))).toBe('STORAGE_FULL')
    const within = requests.transaction().execute((trx) => insert(trx))
    expect(await outcome(within)).toBe('STORAGE_FULL')
    expect((await sql`select * from note`.execute(requests)).rows).toEqual([])
    await database.storage.pool.query('drop trigger no_room on note')
    expect(await outcome(insert(requests))).toBe('ok')
  })
})
