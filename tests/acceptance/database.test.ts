import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { askedAgain } from '../support/asked-again.ts'
import { ask, type Caller, logIn } from '../support/caller.ts'
import { eventually } from '../support/eventually.ts'
import { startPgBouncer } from '../support/pgbouncer.ts'
import { hasPostgresServer, type PostgresCluster, startPostgresCluster } from '../support/postgres-cluster.ts'
import { describeTools } from '../support/tools.ts'
import { cli, type RunningServer, startServer } from './process.ts'

const OUT = 'the database is unreachable'
const BACK = 'the database is reachable again'
const SETTINGS = { DEFAULT_TIER: 'enterprise', ADMIN_EMAILS: 'admin@demo.test', LOG_LEVEL: 'info' }

const here = hasPostgresServer ? describe : describe.skip

// Each starts a server or two of its own.
vi.setConfig({ testTimeout: 60_000 })

const count = (text: string, part: string): number => text.split(part).length - 1

here('a gateway whose PostgreSQL server', () => {
  let cluster: PostgresCluster
  let server: RunningServer
  let admin: Caller
  let cached = ''
  let uncached = ''

  beforeAll(async () => {
    cluster = await startPostgresCluster()
    server = await startServer({ DATABASE_URL: cluster.url, ...SETTINGS })
    admin = await logIn(server.url, 'admin@demo.test', askedAgain)
    const { body } = await admin.get('/v1/instruments/search?q=app&limit=2')
    const [first, second] = body.items as Array<{ entity_id: string }>
    cached = `/v1/instruments/${first?.entity_id}/overview`
    uncached = `/v1/instruments/${second?.entity_id}/corporate-actions`
  })
  afterEach(() => cluster.thaw())
  afterAll(() => server.stop('SIGKILL'))

  const ready = async (): Promise<number> => (await ask(`${server.url}/readyz`)).status

  test('freezes answers 503, serves what it knows, says so at /readyz, and is whole when the server goes on', async () => {
    // At a second try the first outage may not be over yet.
    await eventually(async () => (await ready()) === 200)
    const told = (): number[] => [count(server.output(), OUT), count(server.output(), BACK)]
    const [out = 0, back = 0] = told()
    expect((await admin.get(cached)).status).toBe(200)
    expect((await admin.get(uncached)).status).toBe(200)
    cluster.freeze()
    // How soon is measured by `npm run faults` (F10), on a machine where nothing else runs.
    const asked = await Promise.all(Array.from({ length: 30 }, () => admin.get(uncached)))
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([503]))
    await eventually(async () => (await ready()) === 503)
    const refused = await admin.get(uncached)
    expect([refused.status, refused.code]).toEqual([503, 'UPSTREAM_UNAVAILABLE'])
    expect((await admin.get(cached)).status).toBe(200)
    expect((await ask(`${server.url}/healthz`)).status).toBe(200)

    cluster.thaw()
    await eventually(async () => (await ready()) === 200)
    const healed = await Promise.all(Array.from({ length: 30 }, () => admin.get(uncached)))
    expect(new Set(healed.map(({ status }) => status))).toEqual(new Set([200]))
    expect(told()).toEqual([out + 1, back + 1])
  })

  test('crashes under writes answers 503 and never 500, and repeated writes are there once', async ({
    task,
  }) => {
    const { body } = await admin.get('/v1/instruments/search?q=app&limit=1')
    const path = `/v1/instruments/${body.items[0].entity_id}/corporate-actions`
    // Other days at a second try: those of the first are there already.
    const first = 1_000 * (task.result?.retryCount ?? 0)
    const write = (day: number, key: string) =>
      admin.send(
        'POST',
        path,
        { type: 'cash_dividend', ex_date: dayText(first + day), amount: 1 + day / 1_000, currency: 'USD' },
        { 'idempotency-key': key },
      )
    const statuses = new Set<number>()
    let crash: Promise<void> | null = null
    let written = 0
    // Until the crash has been felt: forty writes may be done before the server has gone.
    for (let day = 0; day < 60 || (!statuses.has(503) && day < 300); day += 1) {
      written += 1
      if (day === 20) crash = cluster.crash()
      const key = randomUUID()
      // As clients do: until there is a response, and once more, which may be the one that feels the crash. One whose answer was lost is
      // done, and refused as a duplicate.
      for (let time = 0; time < 2; time += 1) {
        await eventually(async () => {
          const { status, body: answer } = await write(day, key)
          statuses.add(status)
          return status === 201 || (status === 409 && !answer.detail.includes('being answered'))
        })
      }
    }
    await crash
    expect(statuses.isSubsetOf(new Set([201, 409, 503]))).toBe(true)
    expect(statuses).toContain(503)
    const stored = await admin.get(
      `${path}?type=cash_dividend&from=${dayText(first)}&to=${dayText(first + 999)}&page_size=100`,
    )
    expect(stored.body.total).toBe(written)
    expect(await ready()).toBe(200)
    expect(count(server.output(), OUT)).toBe(count(server.output(), BACK))
    // Nothing of it was a failure of ours.
    expect(server.output()).not.toMatch(/"level":(50|60)/)
  })

  test('hangs ends all the same when it is told to', async () => {
    const other = await startServer({ DATABASE_URL: cluster.url, ...SETTINGS })
    const caller = await logIn(other.url, 'somebody@demo.test', askedAgain)
    expect((await caller.get(uncached)).status).toBe(200)
    cluster.freeze()
    const asking = caller.get(uncached)
    expect((await other.stop('SIGTERM')).code).toBe(0)
    await asking
    cluster.thaw()
  })
})

here('a start', () => {
  test('waits for what another process has locked, longer than a request would', async () => {
    const cluster = await startPostgresCluster()
    const settings = { ...SETTINGS, DATABASE_URL: cluster.url }
    expect((await cli(['migrate'], settings)).code).toBe(0)
    const other = new pg.Client(cluster.url)
    await other.connect()
    onTestFinished(() => other.end())
    await other.query('begin; lock table portfolio_ledger')
    const starting = startServer(settings)
    // A process needs seconds to start where both cores are busy.
    await eventually(async () => (await waiting(other)) > 0, 30_000)
    // Requests are refused after 1.5 s.
    await delay(2_000)
    await other.query('commit')
    const server = await starting
    expect((await ask(`${server.url}/readyz`)).status).toBe(200)
    await server.stop('SIGINT')
  })
})

/** How many others wait for a lock. */
async function waiting(client: pg.Client): Promise<number> {
  const { rows } = await client.query('select count(*)::int as count from pg_locks where not granted')
  return rows[0].count
}

const dayText = (day: number): string => new Date(Date.UTC(1990, 0, 1 + day)).toISOString().slice(0, 10)

here('gateways behind PgBouncer in transaction mode', () => {
  describeTools(['pgbouncer'], 'with few connections', () => {
    let cluster: PostgresCluster
    let pooled = ''

    beforeAll(async () => {
      cluster = await startPostgresCluster()
      pooled = await startPgBouncer(cluster.url, { poolSize: 4 })
    })

    test('serve, migrate, and hear each other at DATABASE_DIRECT_URL', async () => {
      const settings = { ...SETTINGS, DATABASE_URL: pooled, DATABASE_DIRECT_URL: cluster.url }
      const servers = await Promise.all([startServer(settings), startServer(settings)])
      const [one, two] = servers
      const here = await logIn(one.url, 'somebody@demo.test', askedAgain)
      const { body } = await here.get('/v1/instruments/search?q=app&limit=1')
      const path = `/v1/instruments/${body.items[0].entity_id}/corporate-actions`
      const asked = await Promise.all(Array.from({ length: 100 }, () => here.get(path)))
      expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]))
      // What the command line says through the pooler is heard by both.
      const caller = await logIn(two.url, 'somebody@demo.test', askedAgain)
      const { tenant_id: tenant, tier } = (await caller.get('/v1/auth/me')).body
      expect(tier).toBe('enterprise')
      const set = await cli(['tenant', 'set', tenant, '--tier', 'free'], settings)
      expect(set.code).toBe(0)
      for (const each of [here, caller]) {
        await eventually(async () => (await each.get('/v1/auth/usage')).body.limit === 60)
      }
      for (const server of servers) expect(server.output()).not.toContain('DATABASE_DIRECT_URL')
      await Promise.all(servers.map((server) => server.stop('SIGINT')))
    })

    test('serve without it as well, and say what they do not hear', async () => {
      const server = await startServer({ ...SETTINGS, DATABASE_URL: pooled })
      const caller = await logIn(server.url, 'other@demo.test', askedAgain)
      expect((await caller.get('/v1/auth/me')).status).toBe(200)
      await eventually(() => server.output().includes('set DATABASE_DIRECT_URL'))
      await server.stop('SIGINT')
    })
  })
})
