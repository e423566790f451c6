import { once } from 'node:events'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { Role } from '../../src/config/config.ts'
import type { WorkerDefinition, WorkerTurn } from '../../src/groups/group.ts'
import type { JobDefinition } from '../../src/ports/jobs.ts'
import { Background } from '../../src/wiring/background.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'

const SOON = { timeout: 30_000, interval: 50 }
/** Longer than any test. */
const NEVER_MS = 3_600_000

interface Line {
  fields: object
  message: string
}

describeEngines('work in the background', (engine) => {
  let database: TestDatabase
  let started: Background[]
  let log: Line[]
  beforeEach(async () => {
    database = await engine.create()
    started = []
    log = []
  })
  afterEach(async () => {
    await Promise.all(started.map((each) => each.stop()))
    await database.drop()
  })

  const tell = (fields: object, message: string): void => void log.push({ fields, message })
  const logger = {
    isLevelEnabled: () => true,
    debug: tell,
    info: tell,
    warn: tell,
    error: tell,
    fatal: tell,
  }

  /** One more process. */
  async function start(
    role: Role,
    { workers = [], jobs = [] }: { workers?: WorkerDefinition[]; jobs?: JobDefinition[] },
  ): Promise<Background> {
    const background = new Background({ role, storage: database.another(), logger })
    started.push(background)
    await background.start({ workers, jobs })
    return background
  }

  async function holders(): Promise<Record<string, string | null>> {
    const { rows } = await sql<{
      name: string
      holder: string | null
    }>`select name, holder from lease`.execute(database.storage.db)
    return Object.fromEntries(rows.map(({ name, holder }) => [name, holder]))
  }

  it('has a turn at once and then every so often, in one process alone', async () => {
    let [turns, running] = [0, 0]
    const worker: WorkerDefinition = {
      name: 'counting',
      everyMs: 5,
      run: async ({ fenced }) => {
        expect(++running).toBe(1)
        await fenced((trx) => sql`select 1`.execute(trx))
        running--
        turns++
      },
    }
    const both = await Promise.all([
      start('all', { workers: [worker] }),
      start('worker', { workers: [worker] }),
    ])
    await expect.poll(() => turns, SOON).toBeGreaterThan(5)
    // This one, and the server's own.
    await expect.poll(() => both[0].gauge.read() + both[1].gauge.read(), SOON).toBe(2)
    // A busy machine may let a request for the lease run into its limit, which is asked for again.
    expect(log.filter(({ message }) => message !== 'the lease of a worker cannot be asked for')).toEqual([])
  })

  it('is none of a gateway’s, which sends jobs all the same', async () => {
    const done: unknown[] = []
    const job: JobDefinition = {
      name: 'sent',
      retryLimit: 0,
      retryDelaySeconds: 0,
      timeoutSeconds: 60,
      run: async ({ n }) => void done.push(n),
    }
    const worker = { name: 'idle', everyMs: NEVER_MS, run: () => Promise.resolve() }
    const gateway = await start('gateway', { workers: [worker], jobs: [job] })
    await gateway.jobs.send('sent', { n: 1 })
    await gateway.stop()
    expect([await holders(), done]).toEqual([{}, []])
    await start('worker', { workers: [worker], jobs: [job] })
    await expect.poll(() => done, SOON).toEqual([1])
    await expect
      .poll(async () => Object.keys(await holders()).toSorted(), SOON)
      .toEqual(['expired-idempotency-keys', 'idle'])
    expect(log).toEqual([])
  })

  it('makes no tables of queues where there are none', async () => {
    await start('all', {})
    const { rows } = await database.storage.pool.query(`select from pg_namespace where nspname = 'pgboss'`)
    expect(rows).toEqual([])
  })

  it('goes on after a turn that failed, which the log tells of', async () => {
    let turns = 0
    const run = async (): Promise<void> => {
      if (++turns === 1) throw new Error('no luck')
    }
    await start('all', { workers: [{ name: 'failing', everyMs: 5, run }] })
    await expect.poll(() => turns, SOON).toBeGreaterThan(1)
    expect(log).toEqual([
      {
        message: 'a turn of a worker failed',
        fields: expect.objectContaining({ worker: 'failing', error: 'no luck' }),
      },
    ])
  })

  it('is told of the end, is waited for, and gives its lease back', async () => {
    const begun = Promise.withResolvers<void>()
    let ended = false
    const run = async ({ signal }: WorkerTurn): Promise<void> => {
      begun.resolve()
      await once(signal, 'abort')
      await sql`select 1`.execute(database.storage.db)
      ended = true
    }
    const background = await start('all', { workers: [{ name: 'long', everyMs: NEVER_MS, run }] })
    await begun.promise
    expect((await holders())['long']).toMatch(new RegExp(` ${process.pid}$`))
    await Promise.all([background.stop(), background.stop()])
    expect(ended).toBe(true)
    expect(await holders()).toEqual({ long: null, 'expired-idempotency-keys': null })
    expect(background.gauge.read()).toBe(0)
  })

  it('says once that the database cannot be asked for a lease, and goes on when it can', async () => {
    const { db } = database.storage
    await sql`alter table lease rename to lease_elsewhere`.execute(db)
    let turns = 0
    const run = async (): Promise<void> => void turns++
    await start('all', { workers: [{ name: 'late', everyMs: NEVER_MS, run }] })
    await expect.poll(() => log.length, SOON).toBe(2)
    await sql`alter table lease_elsewhere rename to lease`.execute(db)
    await expect.poll(() => turns, SOON).toBe(1)
    expect(log.map(({ message }) => message)).toEqual(
      Array.from({ length: 2 }, () => 'the lease of a worker cannot be asked for'),
    )
  })
})
