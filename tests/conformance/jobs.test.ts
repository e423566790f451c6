import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createJobs,
  type ExecuteSql,
  type JobRunner,
  migrateJobs,
  NoJobSchema,
} from '../../src/adapters/jobs/pg-boss.ts'
import { plainSql } from '../../src/adapters/storage/plain-sql.ts'
import { openPostgresStorage } from '../../src/adapters/storage/storage.ts'
import type { JobDefinition, JobRun } from '../../src/ports/jobs.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'
import { createPostgresDatabase, dropPostgresRole, hasPostgres } from '../support/postgres.ts'

/** For `expect.poll`: queues are asked twice a second, and the machine may be busy. */
const SOON = { timeout: 30_000, interval: 50 }
/** Longer than any test. */
const LONG_MS = 60_000

const definition = (given: Partial<JobDefinition> & Pick<JobDefinition, 'name' | 'run'>): JobDefinition => ({
  retryLimit: 0,
  retryDelaySeconds: 0,
  timeoutSeconds: 600,
  ...given,
})

/** A job whose first attempt ends when it is aborted, and the others at once. */
function hangingOnce() {
  const begun = Promise.withResolvers<void>()
  const attempts: number[] = []
  const run = async (_: object, { signal, attempt }: JobRun): Promise<void> => {
    attempts.push(attempt)
    begun.resolve()
    if (attempt === 1) await once(signal, 'abort')
  }
  return { begun, attempts, run }
}

describeEngines('jobs', (engine) => {
  let database: TestDatabase
  let started: JobRunner[]
  let log: string[]

  beforeAll(async () => {
    database = await engine.create()
    await migrateJobs(plainSql(database.storage.pool))
  })
  afterAll(() => database.drop())
  beforeEach(() => {
    started = []
    log = []
  })
  afterEach(async () => {
    await Promise.all(started.map((each) => each.stop(1_000)))
    await database.closeOthers()
  })

  const logger = {
    warn: (_: object, message: string) => void log.push(message),
    error: (_: object, message: string) => void log.push(message),
  }

  /** The jobs of one more process. */
  async function start(definitions: JobDefinition[], { works = true } = {}): Promise<JobRunner> {
    const executeSql = plainSql(database.another().pool)
    return startWith(executeSql, definitions, works)
  }

  async function startWith(
    executeSql: ExecuteSql,
    definitions: JobDefinition[],
    works: boolean,
  ): Promise<JobRunner> {
    const jobs = createJobs({ executeSql, logger, pollSeconds: 0.5, superviseSeconds: 1 })
    started.push(jobs)
    await jobs.start(definitions, { works })
    return jobs
  }

  async function states(queue: string): Promise<string[]> {
    const { rows } = await database.storage.pool.query<{ state: string }>(
      `select state::text from pgboss.job where name = $1 order by created_on`,
      [queue],
    )
    return rows.map(({ state }) => state)
  }

  it('that are sent are done once each, by whichever process is free', async () => {
    const done: unknown[] = []
    const queue = definition({ name: 'numbers', run: async ({ n }) => void done.push(n) })
    const [first, gateway] = [await start([queue]), await start([queue], { works: false })]
    await start([queue])
    for (let n = 0; n < 10; n++) await (n % 2 === 0 ? first : gateway).send('numbers', { n })
    await expect.poll(() => states('numbers'), SOON).toEqual(Array(10).fill('completed'))
    expect(done.toSorted((a, b) => Number(a) - Number(b))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(log).toEqual([])
  })

  it('are not done by a process that only sends them', async () => {
    const queue = definition({ name: 'left', run: async () => expect.fail('done') })
    const gateway = await start([queue], { works: false })
    await gateway.send('left')
    await gateway.stop(1_000)
    expect(await states('left')).toEqual(['created'])
  })

  it('that fail are tried again, and have failed after the last attempt', async () => {
    const attempts: number[] = []
    const run = async (_: object, { attempt }: JobRun): Promise<void> => {
      attempts.push(attempt)
      throw new Error('no luck')
    }
    const jobs = await start([definition({ name: 'failing', retryLimit: 2, run })])
    await jobs.send('failing')
    await expect.poll(() => states('failing'), SOON).toEqual(['failed'])
    expect(attempts).toEqual([1, 2, 3])
    expect(log).toEqual(Array(3).fill('a job failed'))
  })

  it('that take too long are told so and have failed', async () => {
    const run = async (_: object, { signal }: JobRun): Promise<void> => void (await once(signal, 'abort'))
    const jobs = await start([definition({ name: 'slow', timeoutSeconds: 1, run })])
    await jobs.send('slow')
    await expect.poll(() => states('slow'), SOON).toEqual(['failed'])
  })

  it('of a queue that does one at a time never run beside one another, whatever the processes', async () => {
    let [running, most, done] = [0, 0, 0]
    const run = async (): Promise<void> => {
      most = Math.max(most, ++running)
      await database.storage.pool.query('select 1')
      running--
      done++
    }
    const queue = definition({ name: 'alone', oneAtATime: true, run })
    const jobs = await start([queue])
    await start([queue])
    for (let n = 0; n < 6; n++) await jobs.send('alone')
    await expect.poll(() => done, SOON).toBe(6)
    expect(most).toBe(1)
  })

  it('of a schedule by seconds are sent once in each stretch of time, by two processes too', async () => {
    let runs = 0
    const run = async (): Promise<void> => void runs++
    const queue = definition({ name: 'daily', schedule: { everySeconds: 86_400 }, run })
    await Promise.all([start([queue]), start([queue])])
    await expect.poll(() => states('daily'), SOON).toEqual(['completed'])
    await start([queue])
    // Behind whatever a schedule has sent.
    await started[0]?.send('daily')
    await expect.poll(() => states('daily'), SOON).toEqual(['completed', 'completed'])
    expect(runs).toBe(2)
  })

  it('of a cron expression are sent once by two processes, and made up for once', async () => {
    let runs = 0
    const run = async (): Promise<void> => void runs++
    const queue = definition({ name: 'monthly', schedule: { cron: '0 0 1 * *' }, run })
    const before = await start([queue])
    await expect.poll(() => claimed(), SOON).not.toBeNull()
    await before.stop(1_000)
    // Nobody was there for three months.
    await database.storage.pool.query(
      `update pgboss.schedule set created_on = now() - interval '100 days', updated_on = now() - interval '100 days'`,
    )
    await database.storage.pool.query(`update pgboss.version set cron_on = now() - interval '95 days'`)
    await Promise.all([start([queue]), start([queue])])
    await expect.poll(() => states('monthly'), SOON).toEqual(['completed'])
    expect(runs).toBe(1)
  })

  async function claimed(): Promise<unknown> {
    const { rows } = await database.storage.pool.query<{ cron_on: unknown }>(
      'select cron_on from pgboss.version',
    )
    return rows[0]?.cron_on ?? null
  }

  it('are sent by no schedule that is defined no more', async () => {
    const run = async (): Promise<void> => undefined
    const cron = definition({ name: 'gone', schedule: { cron: '* * * * *' }, run })
    await (await start([cron])).stop(1_000)
    await start([definition({ name: 'gone', run })])
    expect((await database.storage.pool.query('select from pgboss.schedule')).rowCount).toBe(0)
  })

  it('under way are waited for when the process ends', async () => {
    const begun = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const run = async (_: object, { signal }: JobRun): Promise<void> => {
      begun.resolve()
      await finish.promise
      expect(signal.aborted).toBe(false)
    }
    const jobs = await start([definition({ name: 'under-way', run })])
    await jobs.send('under-way')
    await begun.promise
    let stopped = false
    const stopping = jobs.stop(LONG_MS).then(() => (stopped = true))
    await database.storage.pool.query('select 1')
    expect(stopped).toBe(false)
    finish.resolve()
    await stopping
    expect(await states('under-way')).toEqual(['completed'])
  })

  it('that the end of the process interrupts are no failures in the log', async () => {
    const begun = Promise.withResolvers<void>()
    const run = async (_: object, { signal }: JobRun): Promise<void> => {
      begun.resolve()
      await once(signal, 'abort')
      signal.throwIfAborted()
    }
    const jobs = await start([definition({ name: 'interrupted', run })])
    await jobs.send('interrupted')
    await begun.promise
    await jobs.stop(1_000)
    expect(log).toEqual([])
  })

  it('that go on beyond that are aborted, and done again by another process', async () => {
    const { begun, attempts, run } = hangingOnce()
    const queue = definition({ name: 'cut-off', retryLimit: 1, run })
    const jobs = await start([queue])
    await jobs.send('cut-off')
    await begun.promise
    await jobs.stop(1_000)
    expect(await states('cut-off')).toEqual(['retry'])
    await start([queue])
    await expect.poll(() => states('cut-off'), SOON).toEqual(['completed'])
    expect(attempts).toEqual([1, 2])
  })

  it('whose process is heard of no more are done again by another one, long before their time is up', async () => {
    const { begun, attempts, run } = hangingOnce()
    const queue = definition({ name: 'orphaned', retryLimit: 1, oneAtATime: true, run })
    const sql = plainSql(database.another().pool)
    let dead = false
    const mortal: ExecuteSql = async (text, values) => {
      if (dead) throw new Error('cut off')
      return sql(text, values)
    }
    const dying = await startWith(mortal, [queue], true)
    await dying.send('orphaned')
    await begun.promise
    dead = true
    await start([queue])
    // What half a minute does by itself.
    await database.storage.pool.query(
      `update pgboss.job set heartbeat_on = now() - interval '31 seconds' where name = 'orphaned'`,
    )
    await expect.poll(() => states('orphaned'), SOON).toEqual(['completed'])
    expect(attempts).toEqual([1, 2])
  })

  it('cannot be sent to a queue that nobody has defined', async () => {
    const idle = createJobs({ executeSql: () => expect.fail('asked the database'), logger })
    await expect(idle.send('none')).rejects.toThrow('no queue "none"')
    await idle.stop(1_000)
    const jobs = await start([definition({ name: 'some', run: async () => undefined })])
    await expect(jobs.send('none')).rejects.toThrow('none')
  })

  it('need tables that four processes may make at once', async () => {
    const { pool } = database.storage
    await pool.query('drop schema if exists pgboss cascade')
    await Promise.all(Array.from({ length: 4 }, () => migrateJobs(plainSql(database.another().pool))))
    expect((await pool.query('select from pgboss.version')).rowCount).toBe(1)
  })
})

const onPostgres = hasPostgres ? describe : describe.skip

onPostgres('a login that may make no schema', () => {
  it('is told so, and needs to make nothing once somebody else has', async () => {
    const { url, drop } = await createPostgresDatabase()
    const login = `tidemark_login_${randomUUID().replaceAll('-', '')}`
    const owner = openPostgresStorage(url)
    const own = new URL(url)
    own.username = login
    const storage = openPostgresStorage(own.href)
    const logger = { warn: () => expect.fail('warned'), error: () => expect.fail('failed') }
    const jobs = createJobs({ executeSql: plainSql(storage.pool), logger, pollSeconds: 0.5 })
    try {
      await owner.pool.query(`create role ${login} login`)
      await expect(migrateJobs(plainSql(storage.pool))).rejects.toBeInstanceOf(NoJobSchema)
      await migrateJobs(plainSql(owner.pool))
      await owner.pool.query(`grant usage on schema pgboss to ${login}`)
      await owner.pool.query(
        `grant select, insert, update, delete on all tables in schema pgboss to ${login}`,
      )
      const done = Promise.withResolvers<void>()
      const run = async (): Promise<void> => done.resolve()
      await jobs.start([definition({ name: 'humble', run })], { works: true })
      await jobs.send('humble')
      await done.promise
    } finally {
      await jobs.stop(1_000)
      await storage.close()
      await owner.close()
      await drop()
      await dropPostgresRole(login)
    }
  })
})
