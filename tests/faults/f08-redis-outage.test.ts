import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../acceptance/process.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { freePort } from '../support/free-port.ts'
import { measured } from '../support/measured.ts'
import { createPostgresDatabase, hasPostgres } from '../support/postgres.ts'
import { eventually } from '../support/redis.ts'
import { type OwnRedis, startRedisServer } from '../support/redis-server.ts'
import { findTool } from '../support/tools.ts'

const LIMIT = 60
/** A limit of a minute is shared out between two gateways. */
const SHARE = LIMIT / 2
const OUTAGE_MS = 30_000

interface Answer {
  status: number
  milliseconds: number
}

function quantile(answers: readonly Answer[], share: number): number {
  const times = answers.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b)
  return times[Math.floor((times.length - 1) * share)] ?? Number.NaN
}

const count = (answers: readonly Answer[], status: number): number =>
  answers.filter((each) => each.status === status).length

const here = hasPostgres && findTool('redis-server') !== null ? describe : describe.skip

here('F08 two gateways whose Redis fails', { timeout: 180_000 }, () => {
  let servers: RunningServer[]
  let redis: OwnRedis
  let proxy: FaultProxy
  let drop: () => Promise<void>
  const opsPorts: number[] = []

  beforeAll(async () => {
    redis = await startRedisServer()
    proxy = await startFaultProxy(redis.url)
    const database = await createPostgresDatabase()
    drop = database.drop
    opsPorts.push(await freePort(), await freePort())
    const settings = {
      DATABASE_URL: database.url,
      REDIS_URL: proxy.url,
      DEFAULT_TIER: 'free',
      UPSTREAMS: '',
      DEV_LOGIN_ENABLED: 'true',
    }
    const command = [process.execPath, 'src/main.ts']
    servers = [await startServer({ ...settings, OPS_PORT: String(opsPorts[0]) }, command)]
    servers.push(await startServer({ ...settings, OPS_PORT: String(opsPorts[1]) }, command))
    // They announce themselves every three seconds.
    await eventually(async () => (await redis.client.zcard('tidemark:replicas')) === 2, 15_000)
    await delay(3_500)
  }, 120_000)
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop('SIGINT')))
    await drop()
  })

  async function token(): Promise<string> {
    const response = await fetch(`${servers[0]!.url}/v1/auth/dev-login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${randomUUID()}@f08.test` }),
    })
    return ((await response.json()) as { access_token: string }).access_token
  }

  /** Asks that often, one gateway after the other or one alone. */
  async function ask(bearer: string, times: number, only?: number): Promise<Answer[]> {
    const answers: Answer[] = []
    for (let each = 0; each < times; each++) {
      const began = performance.now()
      const response = await fetch(`${servers[only ?? each % 2]!.url}/v1/instruments/markets`, {
        headers: { authorization: `Bearer ${bearer}` },
      })
      await response.arrayBuffer()
      answers.push({ status: response.status, milliseconds: performance.now() - began })
    }
    return answers
  }

  async function metric(which: number, name: string): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${opsPorts[which]}/metrics`)).text()
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  }

  const said = (which: number, message: string): number => servers[which]!.output().split(message).length - 1

  /** Commands that the server has carried out. */
  async function commands(): Promise<number> {
    const info = await redis.client.info('stats')
    return Number(/total_commands_processed:(\d+)/.exec(info)?.[1])
  }

  interface Fault {
    name: string
    begin(): Promise<void> | void
    end(): Promise<void> | void
    /** That the server really cannot be asked. */
    bites(): Promise<boolean>
  }

  const silent = async (): Promise<boolean> =>
    (await Promise.race([redis.client.ping(), delay(300, 'silence')])) === 'silence'

  const FAULTS: Fault[] = [
    {
      name: 'stopped (SIGSTOP)',
      begin: () => redis.signal('SIGSTOP'),
      end: () => redis.signal('SIGCONT'),
      bites: silent,
    },
    {
      name: 'killed, and started again empty',
      begin: () => redis.kill(),
      end: () => redis.start(),
      bites: silent,
    },
    {
      name: 'cut off, every packet lost',
      begin: () => proxy.freeze(),
      end: () => proxy.thaw(),
      bites: async () => (await metric(0, 'tidemark_redis_up')) === 0,
    },
    {
      name: 'resetting connections',
      begin: () => proxy.refuse(),
      end: () => proxy.accept(),
      bites: async () => (await metric(0, 'tidemark_redis_up')) === 0,
    },
  ]

  test.each(FAULTS)(
    '$name for 30 s: nobody waits, nobody gets a 5xx, each admits its share',
    async (fault) => {
      const row = (what: string, figure: string): void => measured('F08', `${fault.name}: ${what}`, figure)
      const spent = await token()
      const good = (await Promise.all(Array.from({ length: 4 }, token))).map((each) => ({ each }))
      const outageTokens = await Promise.all(Array.from({ length: 12 }, token))
      const fresh = await token()
      const calm: Answer[] = []
      for (const { each } of good) calm.push(...(await ask(each, 50)))
      expect(count(calm, 200)).toBe(200)
      expect(count(await ask(spent, 70), 200)).toBe(LIMIT)
      const lines = [0, 1].map((which) => said(which, 'Redis is unreachable'))

      await fault.begin()
      const began = performance.now()
      const first = await ask(fresh, 10)
      // The breaker looks once a second whether Redis is back, which costs one request 50 ms.
      const later: Answer[] = []
      for (const each of outageTokens) {
        later.push(...(await ask(each, 60)))
        await delay(Math.max(0, Math.min(2_000, began + OUTAGE_MS - performance.now())))
      }
      expect(await fault.bites()).toBe(true)
      const share = await ask(fresh, 80)
      const ready = await Promise.all(servers.map(({ url }) => fetch(`${url}/readyz`)))
      expect(ready.map(({ status }) => status)).toEqual([200, 200])
      expect(await Promise.all([0, 1].map((which) => metric(which, 'tidemark_redis_up')))).toEqual([0, 0])
      await delay(Math.max(0, began + OUTAGE_MS - performance.now()))

      await fault.end()
      const back = performance.now()
      // Alone each would admit its share.
      for (const which of [0, 1]) {
        await expect
          .poll(async () => count(await ask(await token(), LIMIT + 4, which), 200), {
            timeout: 15_000,
            interval: 50,
          })
          .toBe(LIMIT)
      }
      const backMs = performance.now() - back
      row('counting together again after', `${(backMs / 1_000).toFixed(2)} s`)
      expect(backMs).toBeLessThan(5_000)
      const before = await commands()
      await delay(1_000)
      const burst = (await commands()) - before
      row('commands in a second after that', String(burst))

      const base = quantile(calm, 0.99)
      row('p50 and p99 before', `${quantile(calm, 0.5).toFixed(1)}, ${base.toFixed(1)} ms`)
      row('slowest of the first calls, more than p99 before', `${(quantile(first, 1) - base).toFixed(1)} ms`)
      row('p50 and p99 during', `${quantile(later, 0.5).toFixed(1)}, ${quantile(later, 0.99).toFixed(1)} ms`)
      row('admitted of one token', `${count([...first, ...share], 200)} of ${LIMIT}`)
      const all = [...calm, ...first, ...later, ...share]
      expect(all.filter(({ status }) => status >= 500)).toEqual([])
      // 60 ms on a machine of its own.
      expect(quantile(first, 1) - base).toBeLessThan(500)
      expect(quantile(later, 0.5)).toBeLessThan(Math.max(30, 4 * quantile(calm, 0.5)))
      // Two gateways, half of the limit each.
      expect(count([...first, ...share], 200)).toBe(2 * SHARE)
      const outages = [0, 1].map((which) => said(which, 'Redis is unreachable') - lines[which]!)
      row('lines in the log of each', outages.join(' and '))
      // One on a machine of its own; on a busy one 50 ms may pass for other reasons when it is just back.
      for (const each of outages) {
        expect(each).toBeGreaterThanOrEqual(1)
        expect(each).toBeLessThanOrEqual(3)
      }
      expect(burst).toBeLessThan(50)
    },
  )

  test('flushed: one more window at most, and no 5xx', async () => {
    const bearer = await token()
    const before = await ask(bearer, 70)
    expect(count(before, 200)).toBe(LIMIT)
    await redis.client.flushall()
    const after = await ask(bearer, 70)
    measured(
      'F08',
      'FLUSHALL: admitted before and after',
      `${count(before, 200)}, ${count(after, 200)} of ${LIMIT}`,
    )
    // The flush was felt.
    expect(count(after, 200)).toBeGreaterThan(0)
    expect(count(after, 200)).toBeLessThanOrEqual(LIMIT)
    expect([...before, ...after].filter(({ status }) => status >= 500)).toEqual([])
  })
})
