import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate, readMigrations } from '../../src/adapters/storage/migrate.ts'
import { openPostgresStorage, type Storage } from '../../src/adapters/storage/storage.ts'
import { eventually } from '../support/eventually.ts'
import { measured } from '../support/measured.ts'
import { startPgBouncer } from '../support/pgbouncer.ts'
import { createPostgresDatabase, hasPostgres } from '../support/postgres.ts'
import { startProcess } from '../support/processes.ts'
import { describeTools, findTool } from '../support/tools.ts'

/** The table on which they are stopped, and the migrations before the one that changes it. */
const TABLE = 'user_profile'
const BEFORE = readMigrations().filter(({ name }) => name < '0006')
const NAMES = readMigrations().map(({ name }) => name)
const NEW = NAMES.slice(BEFORE.length)

/** What a database is like, in one number. */
function schemaOf(url: string): string {
  const dump = execFileSync(findTool('pg_dump') ?? '', ['--schema-only', '--dbname', url], {
    encoding: 'utf8',
  })
  // What begins with a backslash is drawn by lot.
  return createHash('sha256')
    .update(dump.replaceAll(/^\\.*$/gm, ''))
    .digest('hex')
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** How many wait for a lock on a table. */
async function waiting(on: pg.Client): Promise<number> {
  const { rows } = await on.query<{ count: string }>(
    `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and wait_event = 'relation'`,
  )
  return Number(rows[0]?.count)
}

const withPostgres = hasPostgres ? describe : describe.skip

withPostgres('four processes that start at once', () => {
  describeTools(['pgbouncer', 'pg_dump'], 'on PostgreSQL', () => {
    let reference = ''
    let bouncer: URL
    const drops: Array<() => Promise<void>> = []

    beforeAll(async () => {
      const { url } = await fresh()
      await at(url, ({ pool }) => migrate(pool))
      reference = schemaOf(url)
      bouncer = new URL(await startPgBouncer(url, { poolSize: 3 }))
    })
    afterAll(() => Promise.all(drops.map((drop) => drop())))

    async function fresh(): Promise<{ url: string; pooled: string }> {
      const database = await createPostgresDatabase()
      drops.push(database.drop)
      const pooled = new URL(bouncer ?? database.url)
      pooled.pathname = new URL(database.url).pathname
      return { url: database.url, pooled: pooled.href }
    }

    /** On a database of one process. */
    async function at<T>(url: string, work: (storage: Storage) => Promise<T>): Promise<T> {
      const storage = openPostgresStorage(url)
      try {
        return await work(storage)
      } finally {
        await storage.close()
      }
    }

    /** Starts four; what each has applied. */
    async function four(where: string): Promise<string[]> {
      const processes = Array.from({ length: 4 }, () => startProcess('migrate-process.ts', [where]))
      const ends = await Promise.all(processes.map((each) => each.ended()))
      expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual(ends.map(() => [0, '']))
      return ends.flatMap(({ stdout }) => JSON.parse(stdout) as string[])
    }

    /** Starts one and kills it in the middle of a migration. */
    async function killHalfWay(url: string, where: string): Promise<void> {
      const holder = await connect(url)
      await holder.query(`begin; lock table ${TABLE}`)
      const process = startProcess('migrate-process.ts', [where])
      const looker = await connect(url)
      await eventually(async () => (await waiting(looker)) === 1, 20_000)
      process.kill('SIGKILL')
      expect((await process.ended()).signal).toBe('SIGKILL')
      await holder.query('rollback')
      await Promise.all([holder.end(), looker.end()])
    }

    describe.each(['direct', 'pooled'] as const)('%s', (way) => {
      const prepare = {
        empty: async () => undefined,
        'of the release before': (url: string) => at(url, ({ pool }) => migrate(pool, BEFORE)),
        'left by one that was killed half-way': async (url: string, where: string) => {
          await at(url, ({ pool }) => migrate(pool, BEFORE))
          await killHalfWay(url, where)
        },
      }

      it.each(Object.entries(prepare))(
        'migrate a database that is %s once, and none of them fails',
        async (state, make) => {
          const { url, pooled } = await fresh()
          const where = way === 'direct' ? url : pooled
          await make(url, where)
          const began = performance.now()
          const applied = await four(where)
          measured('F11', `${way}, ${state}: four starts`, `${Math.round(performance.now() - began)} ms`)
          expect(applied.toSorted()).toEqual(state === 'empty' ? NAMES : NEW)
          expect(schemaOf(url)).toBe(reference)
        },
      )
    })

    it('differ in nothing that a dump would not show (positive control)', async () => {
      const { url } = await fresh()
      await at(url, ({ pool }) => migrate(pool, BEFORE))
      expect(schemaOf(url)).not.toBe(reference)
    })

    it('keep nobody waiting who serves with the release before, even when a table is busy for long', async () => {
      const { url } = await fresh()
      await at(url, async (serving) => {
        await migrate(serving.pool, BEFORE)
        // A long piece of work reads the table that is to be changed.
        const long = await connect(url)
        await long.query(`begin; select * from ${TABLE}`)
        const starting = four(url)
        const looker = await connect(url)
        await eventually(async () => (await waiting(looker)) > 0, 20_000)
        const until = performance.now() + 4_000
        let reads = 0
        let slowest = 0
        while (performance.now() < until) {
          const began = performance.now()
          await sql`select * from ${sql.table(TABLE)}`.execute(serving.requests)
          slowest = Math.max(slowest, performance.now() - began)
          reads++
        }
        // The migration did stand in the way, for a turn at a time.
        expect(slowest).toBeGreaterThan(100)
        expect(reads).toBeGreaterThan(10)
        measured(
          'F11',
          'slowest read of the release before meanwhile',
          `${Math.round(slowest)} ms of ${reads}`,
        )
        await long.query('commit')
        expect((await starting).toSorted()).toEqual(NEW)
        await Promise.all([long.end(), looker.end()])
      })
      expect(schemaOf(url)).toBe(reference)
    })
  })
})
