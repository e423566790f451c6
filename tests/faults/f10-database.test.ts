import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type RunningServer, startServer } from '../acceptance/process.ts'
import { ask, type Asked, type Caller, logIn } from '../support/caller.ts'
import { eventually } from '../support/eventually.ts'
import { measured, randomOf, SEED } from '../support/measured.ts'
import { hasPostgresServer, type PostgresCluster, startPostgresCluster } from '../support/postgres-cluster.ts'

const CRASHES = 5
const FROZEN_MS = 60_000
const HELD_MS = 15_000

interface Outcome extends Asked {
  kind: string
  begunAt: number
}

/** Requests at a constant rate, whatever becomes of them. */
function startLoad(perSecond: number, next: () => { kind: string; request: Promise<Asked> }) {
  const outcomes: Outcome[] = []
  const pending = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const begunAt = performance.now()
    const { kind, request } = next()
    const asking = request.then((asked) => {
      outcomes.push({ ...asked, kind, begunAt })
      pending.delete(asking)
    })
    pending.add(asking)
  }, 1_000 / perSecond)
  const stop = async (): Promise<void> => {
    clearInterval(timer)
    await Promise.all(pending)
  }
  onTestFinished(stop)
  return { outcomes, stop }
}

/** The key is held by an attempt that has failed and could not let go of it yet. */
const isRunning = ({ body }: Asked): boolean => /being answered/.test(body?.detail ?? '')
const isGood = ({ status }: Asked): boolean => status === 200 || status === 201
const slowest = (all: readonly Asked[]): number => Math.max(...all.map(({ milliseconds }) => milliseconds))
const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(2)} s`
const statusesOf = (all: readonly Asked[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { status, code } of all) {
    const name = code === null ? String(status) : `${status} ${code}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}
const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

const here = hasPostgresServer ? describe : describe.skip

here('a gateway under load whose PostgreSQL server', () => {
  let cluster: PostgresCluster
  let server: RunningServer
  let admin: Caller
  let ids: string[]

  beforeAll(async () => {
    cluster = await startPostgresCluster()
    server = await startServer({
      DATABASE_URL: cluster.url,
      DEFAULT_TIER: 'enterprise',
      ADMIN_EMAILS: 'admin@demo.test',
      LOG_LEVEL: 'info',
    })
    admin = await logIn(server.url, 'admin@demo.test')
    const { body } = await admin.get('/v1/instruments/search?q=a&limit=20')
    ids = body.items.map((item: { entity_id: string }) => item.entity_id)
  })
  afterAll(() => server.stop('SIGKILL'))

  /** A caller and an overview that were both looked up a moment ago: the server knows them for a minute. */
  async function knownOverview(id: string | undefined): Promise<() => Promise<Asked>> {
    const caller = await logIn(server.url, `${randomUUID()}@demo.test`)
    const overview = (): Promise<Asked> => caller.get(`/v1/instruments/${id}/overview`)
    expect((await overview()).status).toBe(200)
    return overview
  }
  const random = randomOf(SEED)
  const actions = (): Promise<Asked> =>
    admin.get(`/v1/instruments/${ids[Math.floor(random() * ids.length)]}/corporate-actions`)
  const readyz = (): Promise<Asked> => ask(`${server.url}/readyz`)
  const healthz = (): Promise<Asked> => ask(`${server.url}/healthz`)

  test('is restarted -m immediate: it survives, answers 503, is whole within five seconds, and writes are there once', async () => {
    let written = 0
    const acknowledged = new Set<number>()
    /** A client that repeats its request with the same key until it is answered. */
    async function write(): Promise<Asked> {
      const day = written++
      const headers = { 'idempotency-key': randomUUID() }
      const action = {
        type: 'cash_dividend',
        ex_date: dayText(day),
        amount: 1,
        currency: 'USD',
      }
      let first: Asked | null = null
      for (;;) {
        const asked = await admin.send('POST', `/v1/instruments/${ids[0]}/corporate-actions`, action, headers)
        first ??= asked
        if (asked.status === 201) acknowledged.add(day)
        // A write whose answer was lost is there all the same, and says so.
        const done = asked.status === 201 || (asked.status === 409 && !isRunning(asked))
        if (done) return first
        if (asked.status !== 503 && asked.status !== 409) return asked
        await wait(100)
      }
    }
    let turn = 0
    const load = startLoad(100, () => {
      turn++
      return turn % 10 === 0 ? { kind: 'write', request: write() } : { kind: 'read', request: actions() }
    })
    await wait(2_000)
    const heals: number[] = []
    for (let crash = 0; crash < CRASHES; crash += 1) {
      const before = load.outcomes.length
      await cluster.stop('immediate')
      await wait(500)
      await cluster.start()
      const accepts = performance.now()
      await wait(6_000)
      const since = load.outcomes.slice(before)
      const failures = since.filter((each) => !isGood(each))
      // The control: the server was away, and it was noticed.
      expect(failures.length).toBeGreaterThan(10)
      heals.push(Math.max(0, ...failures.map(({ begunAt }) => begunAt - accepts)))
      const later = since.filter(({ begunAt }) => begunAt > accepts + 1_000)
      const share = later.filter(isGood).length / later.length
      expect(share, `${JSON.stringify(statusesOf(later))}`).toBeGreaterThanOrEqual(0.99)
    }
    await load.stop()
    measured(
      'F10',
      `${CRASHES} restarts, ${load.outcomes.length} requests`,
      JSON.stringify(statusesOf(load.outcomes)),
    )
    measured('F10', 'last failure after the server accepts', heals.map(seconds).join(', '))
    expect(new Set(load.outcomes.map(({ status }) => status)).isSubsetOf(new Set([200, 201, 409, 503]))).toBe(
      true,
    )
    expect(Math.max(...heals)).toBeLessThan(5_000)

    const stored = await storedDays()
    expect(new Set(stored).size).toBe(stored.length)
    expect(stored).toHaveLength(written)
    expect(new Set(stored).isSupersetOf(acknowledged)).toBe(true)
    measured(
      'F10',
      'writes: sent, answered 201, stored',
      `${written}, ${acknowledged.size}, ${stored.length}`,
    )
    expect(server.child.exitCode).toBeNull()
    expect(server.output()).not.toMatch(/"level":(50|60)/)
  })

  async function storedDays(): Promise<number[]> {
    const client = new pg.Client({ connectionString: cluster.url })
    await client.connect()
    const { rows } = await client.query<{ day: number }>(
      `select ex_date - date '1980-01-01' as day from corporate_action where source = 'api'`,
    )
    await client.end()
    return rows.map(({ day }) => day)
  }

  test('is frozen for a minute: 503 within three seconds, /readyz says so, /healthz does not, and it heals', async () => {
    const overview = await knownOverview(ids[1])
    const control = new pg.Client({ connectionString: cluster.url })
    control.on('error', () => undefined)
    await control.connect()
    cluster.freeze()
    const frozenAt = performance.now()
    let answered = false
    const unanswered = control.query('select 1').then(() => (answered = true))
    let turn = 0
    const load = startLoad(50, () => {
      turn++
      if (turn % 25 === 0) return { kind: 'ready', request: readyz() }
      if (turn % 25 === 1) return { kind: 'health', request: healthz() }
      return { kind: 'read', request: actions() }
    })
    await wait(20_000)
    expect((await overview()).status).toBe(200)
    await wait(FROZEN_MS - 20_000)
    expect(answered).toBe(false)
    const during = [...load.outcomes]
    cluster.thaw()
    const thawedAt = performance.now()
    await unanswered
    await wait(5_000)
    await load.stop()

    const of = (kind: string, from: readonly Outcome[]): Outcome[] =>
      from.filter((each) => each.kind === kind)
    expect(statusesOf(of('health', load.outcomes))).toEqual({ 200: of('health', load.outcomes).length })
    const firstNotReady = of('ready', during).find(({ status }) => status === 503)
    const noticed = (firstNotReady?.begunAt ?? Infinity) + (firstNotReady?.milliseconds ?? 0) - frozenAt
    expect(noticed).toBeLessThan(5_000)
    expect(new Set(of('read', during).map(({ status }) => status))).toEqual(new Set([503]))
    expect(slowest(load.outcomes)).toBeLessThan(3_000)
    const after = load.outcomes.filter(({ begunAt }) => begunAt > thawedAt)
    const healed = Math.max(
      0,
      ...after.filter((each) => !isGood(each)).map(({ begunAt }) => begunAt - thawedAt),
    )
    measured('F10', 'frozen for a minute', JSON.stringify(statusesOf(of('read', during))))
    measured(
      'F10',
      'slowest answer; /readyz false after',
      `${seconds(slowest(load.outcomes))}; ${seconds(noticed)}`,
    )
    measured('F10', 'last failure after it goes on', seconds(healed))
    expect(healed).toBeLessThan(5_000)
    expect((await readyz()).status).toBe(200)
    await control.end()
  })

  test('has every connection taken by slow queries: overloaded, /readyz stays true, and the pool heals', async () => {
    const overview = await knownOverview(ids[2])
    const holder = new pg.Client({ connectionString: cluster.url })
    const looker = new pg.Client({ connectionString: cluster.url })
    for (const each of [holder, looker]) {
      each.on('error', () => undefined)
      await each.connect()
    }
    await holder.query('begin; lock table corporate_action')
    let turn = 0
    const load = startLoad(50, () => {
      turn++
      return turn % 25 === 0 ? { kind: 'ready', request: readyz() } : { kind: 'read', request: actions() }
    })
    let most = 0
    const until = performance.now() + HELD_MS
    while (performance.now() < until) {
      const { rows } = await looker.query<{ count: string }>(
        `select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query like '%from "corporate_action" where "entity_id" = %'`,
      )
      most = Math.max(most, Number(rows[0]?.count))
      await wait(200)
    }
    // The control: of requests as many wait at the server as their pool has connections, and they are not left there. A worker may wait beside them.
    expect(most).toBe(10)
    const during = [...load.outcomes]
    expect((await overview()).status).toBe(200)
    await holder.query('rollback')
    const freeAt = performance.now()
    await wait(4_000)
    await load.stop()
    const codes = statusesOf(during.filter(({ kind }) => kind === 'read'))
    measured('F10', 'every connection held', JSON.stringify(codes))
    expect(new Set(Object.keys(codes))).toEqual(new Set(['503 OVERLOADED', '503 UPSTREAM_UNAVAILABLE']))
    expect(new Set(load.outcomes.filter(({ kind }) => kind === 'ready').map(({ status }) => status))).toEqual(
      new Set([200]),
    )
    expect(slowest(load.outcomes)).toBeLessThan(3_000)
    const late = load.outcomes.filter((each) => !isGood(each)).map(({ begunAt }) => begunAt - freeAt)
    measured(
      'F10',
      'slowest answer; last failure after',
      `${seconds(slowest(during))}; ${seconds(Math.max(0, ...late))}`,
    )
    expect(Math.max(...late)).toBeLessThan(3_000)
    await eventually(async () => (await actions()).status === 200)
    await Promise.all([holder.end(), looker.end()])
  })
})

const dayText = (day: number): string => new Date(Date.UTC(1980, 0, 1 + day)).toISOString().slice(0, 10)
