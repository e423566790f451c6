import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import pg from 'pg'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { freePort } from '../support/free-port.ts'
import { createPostgresDatabase, hasPostgres } from '../support/postgres.ts'
import { hasRedis, REDIS_URL } from '../support/redis.ts'
import { cli, main, type RunningServer, type Settings, startServer } from './process.ts'

const here = hasPostgres && hasRedis ? describe : describe.skip
/** For `expect.poll`: a lease is asked for every five seconds, and the machine may be busy. */
const SOON = { timeout: 40_000, interval: 100 }

describe('a role that does not fit the configuration', () => {
  test.each(['gateway', 'worker'])(
    'ROLE=%s without DATABASE_URL is one sentence and code 78',
    async (ROLE) => {
      const settings = { ROLE, REDIS_URL, DEV_LOGIN_ENABLED: 'true' }
      const { code, stderr } = await main([], settings)
      expect([code, stderr]).toEqual([78, `ROLE=${ROLE} needs DATABASE_URL and REDIS_URL.\n`])
    },
  )
})

here('gateways and workers on one database', { timeout: 90_000 }, () => {
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>
  let client: pg.Client
  let common: Settings
  let gateway: RunningServer
  const servers: RunningServer[] = []

  beforeAll(async () => {
    database = await createPostgresDatabase()
    client = new pg.Client({ connectionString: database.url })
    common = { DATABASE_URL: database.url, REDIS_URL, LOG_LEVEL: 'info' }
    gateway = await start({ ROLE: 'gateway', DEV_LOGIN_ENABLED: 'true' })
    await client.connect()
  }, 90_000)
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop('SIGINT')))
    await client.end()
    await database.drop()
  })

  async function start(settings: Settings): Promise<RunningServer> {
    const server = await startServer({ ...common, ...settings }, [process.execPath, 'src/main.ts'])
    servers.push(server)
    return server
  }

  /** A worker needs to know nobody's identity provider. */
  const startWorker = (settings: Settings = {}): Promise<RunningServer> =>
    start({ ROLE: 'worker', ...settings })

  const get = async (url: string): Promise<{ status: number; body: string }> => {
    const response = await fetch(url)
    return { status: response.status, body: await response.text() }
  }

  /** A response of the day before yesterday, whose user does not come back. */
  async function expiredKey(): Promise<string> {
    const key = randomUUID()
    await client.query(
      `insert into idempotency_key (tenant_id, subject, method, path, key, body_hash, status, answer, created_at)
       values ($1, 'anna', 'POST', '/', $2, 'h', 200, '{}', now() - interval '2 days')`,
      [randomUUID(), key],
    )
    return key
  }

  const isThere = async (key: string): Promise<boolean> =>
    (await client.query('select from idempotency_key where key = $1', [key])).rowCount === 1

  async function leases(): Promise<Array<{ name: string; holder: string | null; token: number }>> {
    const { rows } = await client.query('select name, holder, token::int from lease order by name')
    return rows
  }

  test('a gateway answers requests and runs no worker', async () => {
    expect(gateway.output()).toMatch(/"role":"gateway".*"msg":"ready"/)
    expect((await get(`${gateway.url}/v1/instruments/markets`)).status).toBe(401)
    expect((await get(`${gateway.url}/docs`)).status).toBe(200)
    expect((await get(`${gateway.url}/readyz`)).status).toBe(200)
    expect(await leases()).toEqual([])
  })

  test('a worker says how it is and nothing else, and ends with 0', async () => {
    const opsPort = await freePort()
    const worker = await startWorker({ OPS_PORT: String(opsPort) })
    expect(worker.output()).toMatch(/"role":"worker".*"msg":"ready"/)
    expect(await get(`${worker.url}/healthz`)).toEqual({ status: 200, body: '{"status":"ok"}' })
    const ready = await get(`${worker.url}/readyz`)
    expect([ready.status, JSON.parse(ready.body)]).toEqual([
      200,
      { status: 'ready', checks: [{ name: 'database', ok: true }] },
    ])
    for (const path of ['/', '/docs', '/v1/openapi.json', '/v1/instruments/markets', '/v1/auth/dev-login']) {
      const { status, body } = await get(worker.url + path)
      expect([path, status, JSON.parse(body)]).toEqual([
        path,
        404,
        expect.objectContaining({ code: 'NOT_FOUND', status: 404 }),
      ])
    }
    const metrics = (): Promise<string> => get(`http://127.0.0.1:${opsPort}/metrics`).then(({ body }) => body)
    await expect.poll(metrics, SOON).toMatch(/^tidemark_leases_held 5$/m)
    expect((await worker.stop('SIGTERM')).code).toBe(0)
    // Given back, so that another worker need not wait.
    expect(await leases()).toEqual(
      [
        'corporate-actions',
        'expired-idempotency-keys',
        'news-enrichment',
        'news-postings',
        'news-scores',
      ].map((name) => ({ name, holder: null, token: 1 })),
    )
  })

  test('a worker whose database hangs ends with 0 too, though it cannot give its lease back', async () => {
    const proxy = await startFaultProxy(database.url)
    const worker = await startWorker({ DATABASE_URL: proxy.url })
    const held = async (): Promise<boolean> => (await leases()).some(({ holder }) => holder !== null)
    await expect.poll(held, SOON).toBe(true)
    proxy.freeze()
    expect((await worker.stop('SIGTERM')).code).toBe(0)
    expect(worker.output()).not.toContain('ends without it')
    await proxy.refuse()
    await client.query('update lease set expires_at = now()')
  })

  test('responses of users who do not come back vanish with a worker alone', async () => {
    const key = await expiredKey()
    const second = await start({ ROLE: 'gateway', DEV_LOGIN_ENABLED: 'true' })
    expect((await second.stop('SIGINT')).code).toBe(0)
    expect(await isThere(key)).toBe(true)
    const worker = await startWorker()
    await expect.poll(() => isThere(key), SOON).toBe(false)
    expect((await worker.stop('SIGTERM')).code).toBe(0)
  })

  test('of two workers one works, and the other one takes over when that is killed', async () => {
    const first = await startWorker()
    const holder = async (): Promise<string | null | undefined> => (await leases())[0]?.holder
    const ends = (server: RunningServer): RegExp => new RegExp(` ${server.child.pid}$`)
    await expect.poll(holder, SOON).toMatch(ends(first))
    const second = await startWorker()
    const key = await expiredKey()
    await first.stop('SIGKILL')
    // What half a minute does by itself.
    await client.query('update lease set expires_at = now()')
    await expect.poll(holder, SOON).toMatch(ends(second))
    await expect.poll(() => isThere(key), SOON).toBe(false)
    expect((await second.stop('SIGTERM')).code).toBe(0)
  })

  test('the command migrate makes what jobs need, again and again', async () => {
    const there = async (): Promise<unknown> =>
      (await client.query(`select to_regclass('pgboss.job') is not null as there`)).rows[0]?.there
    // Nothing has jobs so far, and a gateway that needs none makes nothing for them.
    expect(await there()).toBe(false)
    const upToDate = { code: 0, stdout: 'The database is up to date.\n', stderr: '' }
    expect(await cli(['migrate'], common)).toEqual(upToDate)
    expect(await there()).toBe(true)
    expect(await cli(['migrate'], common)).toEqual(upToDate)
  })

  test('a gateway ends with 0', async () => {
    expect((await gateway.stop('SIGTERM')).code).toBe(0)
  })
})
