import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Storage } from '../../src/adapters/storage/storage.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'

/** The connection under a client of `pg`, to be cut as a network does. */
function cut(client: object): void {
  ;(client as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
}

describeEngines('transactions', (engine) => {
  let database: TestDatabase
  let storage: Storage

  beforeAll(async () => {
    database = await engine.create()
    storage = database.storage
    await storage.pool.query('create table note (id integer primary key, text text not null)')
    await storage.pool.query('create table tally (id integer primary key, count integer not null)')
  })
  beforeEach(async () => {
    await storage.pool.query('truncate note, tally; insert into tally values (1, 0)')
  })
  afterAll(() => database.drop())

  async function notes(from: Storage = storage): Promise<string[]> {
    const { rows } = await from.pool.query<{ text: string }>('select text from note order by id')
    return rows.map(({ text }) => text)
  }

  const insert = (id: number, text: string) => sql`insert into note values (${id}, ${text})`

  it('keep everything or nothing', async () => {
    await storage.db.transaction().execute(async (trx) => {
      await insert(1, 'kept').execute(trx)
      await insert(2, 'too').execute(trx)
    })
    const failed = storage.db.transaction().execute(async (trx) => {
      await insert(3, 'lost').execute(trx)
      throw new Error('on second thoughts')
    })
    await expect(failed).rejects.toThrow('on second thoughts')
    expect(await notes()).toEqual(['kept', 'too'])
  })

  it('that fail in the database leave their connection as good as new', async () => {
    for (let round = 0; round < 15; round += 1) {
      const failed = storage.db.transaction().execute(async (trx) => {
        await insert(1, 'lost').execute(trx)
        await insert(1, 'twice').execute(trx)
      })
      await expect(failed).rejects.toThrow('duplicate key')
      await storage.db.transaction().execute((trx) => insert(round + 10, `round ${round}`).execute(trx))
    }
    expect(await notes()).toHaveLength(15)
  })

  it('that go on after an error see nothing but errors and commit nothing', async () => {
    const client = await storage.pool.connect()
    await client.query('begin')
    await client.query(`insert into note values (1, 'lost')`)
    await expect(client.query('select 1 / 0')).rejects.toThrow('division by zero')
    await expect(client.query('select 1')).rejects.toThrow('current transaction is aborted')
    await client.query('commit')
    client.release()
    expect(await notes()).toEqual([])
  })

  it('show nobody what they have not committed', async () => {
    const other = database.another()
    const [wrote, mayEnd] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    const rolledBack = storage.db.transaction().execute(async (trx) => {
      await insert(1, 'never').execute(trx)
      wrote.resolve(undefined)
      await mayEnd.promise
      throw new Error('roll back')
    })
    await wrote.promise
    // The embedded engine lets the reader wait, PostgreSQL does not; neither may show the row.
    const [seen, alsoSeen] = [notes(other), notes()]
    mayEnd.resolve(undefined)
    await expect(rolledBack).rejects.toThrow('roll back')
    expect(await Promise.all([seen, alsoSeen])).toEqual([[], []])
  })

  it('at the same time on one row lose no update', async () => {
    const other = database.another()
    const bump = ({ db }: Storage) =>
      db.transaction().execute(async (trx) => {
        const { rows } = await sql<{
          count: number
        }>`select count from tally where id = 1 for update`.execute(trx)
        await sql`update tally set count = ${(rows[0]?.count ?? 0) + 1} where id = 1`.execute(trx)
      })
    await Promise.all(Array.from({ length: 40 }, (_, index) => bump(index % 4 === 0 ? other : storage)))
    const { rows } = await storage.pool.query('select count from tally')
    expect(rows).toEqual([{ count: 40 }])
  })

  it('and single queries in any number get each its own answer', async () => {
    const asked = Array.from({ length: 200 }, (_, index) => index)
    const failures: string[] = []
    const answers = await Promise.all(
      asked.map(async (index) => {
        if (index % 10 === 0) {
          failures.push(await storage.pool.query('select no_such_column').then(String, String))
        }
        if (index % 7 === 0) {
          return storage.db.transaction().execute(async (trx) => {
            await sql`select pg_sleep(0.001)`.execute(trx)
            return (await sql<{ n: number }>`select ${index}::int as n`.execute(trx)).rows[0]?.n
          })
        }
        return (await storage.pool.query<{ n: number }>('select $1::int as n', [index])).rows[0]?.n
      }),
    )
    expect(answers).toEqual(asked)
    expect(failures).toHaveLength(20)
    expect(failures.every((failure) => failure.includes('no_such_column'))).toBe(true)
  })

  it('are over when their connection is cut, and what they wrote is gone', async () => {
    const client = await database.another().pool.connect()
    await client.query('begin')
    await client.query(`insert into note values (1, 'gone')`)
    cut(client)
    await expect(client.query('commit')).rejects.toThrow(/connection|closed|terminated/i)
    client.release(true)
    await storage.pool.query(`insert into note values (1, 'mine')`)
    expect(await notes()).toEqual(['mine'])
  })

  it('cut off while they are being used end with an error of theirs, and the pool goes on', async () => {
    for (let round = 0; round < 15; round += 1) {
      const client = await storage.pool.connect()
      await client.query('begin')
      const answered = client.query('select 1').catch((error: unknown) => error)
      cut(client)
      await answered
      client.release(true)
    }
    expect(await notes()).toEqual([])
  })
})

describeEngines('a pool', (engine) => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await engine.create()
  })
  afterAll(() => database.drop())

  it('survives more errors than it has connections', async () => {
    const { pool } = database.storage
    for (const broken of ['select', 'selec 1', 'select 1 / 0', 'select * from nowhere', 'select $1::int']) {
      const failures = Array.from({ length: 15 }, () =>
        pool.query(broken, broken.includes('$1') ? ['x'] : []),
      )
      const outcomes = await Promise.allSettled(failures)
      expect(
        outcomes.every(({ status }) => status === (broken === 'select' ? 'fulfilled' : 'rejected')),
      ).toBe(true)
    }
    expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
  })

  it('hands out several statements in one text, as migrations are', async () => {
    const { pool } = database.storage
    await pool.query(
      'create table several (n int); insert into several values (1), (2); delete from several where n = 1',
    )
    expect((await pool.query('select n from several')).rows).toEqual([{ n: 2 }])
    await expect(pool.query('insert into several values (3); select 1 / 0')).rejects.toThrow(
      'division by zero',
    )
    expect((await pool.query('select n from several')).rows).toEqual([{ n: 2 }])
  })
})

describeEngines('a pool whose connections the server ends', (engine) => {
  it.skipIf(engine.name === 'embedded')('makes new ones, in use or idle', async () => {
    const database = await engine.create()
    const { pool, db } = database.storage
    const [client, ...idle] = await Promise.all(Array.from({ length: 5 }, () => pool.connect()))
    for (const each of idle) each.release()
    await client?.query('begin')
    const lost = db
      .transaction()
      .execute(async (trx) => {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`.execute(trx)
        await sql`select pg_sleep(0.05)`.execute(trx)
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
      })
      .catch((error: unknown) => error)
    expect(await lost).toBeInstanceOf(Error)
    await expect(client?.query('select 1')).rejects.toThrow(/terminat|connection/i)
    client?.release(true)
    // A connection whose end has not arrived yet is as good as any other.
    await expect.poll(() => pool.idleCount).toBe(0)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => pool.query('select $1::int as n', [n])),
    )
    expect(answers.map(({ rows }) => rows[0])).toEqual(answers.map((_, n) => ({ n })))
    await database.drop()
  })
})
