import { beforeEach, describe, expect, test } from 'vitest'
import { LoadShedder } from '../../../src/gateway/load.ts'
import { freePort } from '../../support/free-port.ts'
import { boot } from '../../support/harness.ts'

// What is refused when. That a real event loop comes to that, and back, is `npm run faults -- f15`.

const opsPort = await freePort()
const load = new LoadShedder()
const api = await boot({ env: { DEFAULT_TIER: 'enterprise', OPS_PORT: String(opsPort) }, load })
const apple = await api.idOf('AAPL')

/** Of low priority, because it costs much. */
const COSTLY = '/v1/instruments/markets/XNYS/sessions?from=2024-01-01&to=2024-02-01'
const OVERVIEW = `/v1/instruments/${apple}/overview`
const [CALM_MS, LATE_MS] = [0, 400]
const LOOK_MS = 250

let now = 0

/** Turns of the event loop were that late for ten seconds. */
function turnsOf(delayMs: number): void {
  for (let looks = 0; looks < 40; looks++) load.look(delayMs, (now += LOOK_MS))
}

/** The turn that takes up the next requests has used so much processor time. */
function turnHasUsed(milliseconds: number): void {
  const { user, system } = process.threadCpuUsage()
  load.turn((user + system) / 1_000 - milliseconds)
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

const statuses = (...paths: string[]): Promise<number[]> =>
  Promise.all(paths.map(async (path) => (await api.get(path)).status))

beforeEach(() => {
  turnsOf(CALM_MS)
  load.lookAtMemory({ heap: 0, heapLimit: 1, buffers: 0 })
})

describe('while turns of the event loop are late', () => {
  test('503 OVERLOADED for what costs most once a turn is long, for all but what matters most once it is longer', async () => {
    turnsOf(LATE_MS)
    turnHasUsed(-60_000)
    expect(await statuses(COSTLY, OVERVIEW)).toEqual([200, 200])
    // More than the share of low priority, by far less than that of the others; the calls themselves use some.
    turnHasUsed(220)
    expect((await api.get(COSTLY)).status).toBe(503)
    turnHasUsed(60_000)
    expect(await statuses(COSTLY, OVERVIEW)).toEqual([503, 503])
  })

  test('503 OVERLOADED says when to come back, in the one shape, and no line of the log is written for it', async () => {
    turnsOf(LATE_MS)
    turnHasUsed(60_000)
    const logged = api.log.length
    const before = await metric('tidemark_requests_shed_total')
    const { status, body, headers } = await api.get(COSTLY)
    expect([status, body.code]).toEqual([503, 'OVERLOADED'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(api.log.slice(logged).filter(({ level }) => level === 'warn')).toEqual([])
    expect(await metric('tidemark_requests_shed_total')).toBe(before + 1)
    expect(await metric('tidemark_overloaded')).toBe(1)
  })

  test('health and logins are served however long the turn is', async () => {
    turnsOf(LATE_MS)
    turnHasUsed(60_000)
    expect((await api.get('/healthz', { token: null })).status).toBe(200)
    const login = { token: null, json: { email: 'late@load.test' } }
    expect((await api.call('/v1/auth/dev-login', login)).status).toBe(200)
  })

  test('all is well again once they are short', async () => {
    turnsOf(LATE_MS)
    turnHasUsed(60_000)
    expect(await statuses(COSTLY)).toEqual([503])
    turnsOf(CALM_MS)
    expect(await statuses(COSTLY, OVERVIEW)).toEqual([200, 200])
    expect(await metric('tidemark_overloaded')).toBe(0)
  })

  test('a single long turn refuses nothing', async () => {
    load.look(5_000, (now += 5_000))
    turnHasUsed(60_000)
    expect(await statuses(COSTLY, OVERVIEW)).toEqual([200, 200])
  })
})

describe('while memory is short', () => {
  test('503 OVERLOADED for what is of low priority or costs several units, and nothing else', async () => {
    load.lookAtMemory({ heap: 0.9, heapLimit: 1, buffers: 0 })
    const indicators = `/v1/instruments/${apple}/indicators?name=sma`
    expect(await statuses(COSTLY, indicators, OVERVIEW)).toEqual([503, 503, 200])
    load.lookAtMemory({ heap: 0.5, heapLimit: 1, buffers: 0 })
    expect(await statuses(COSTLY, indicators, OVERVIEW)).toEqual([200, 200, 200])
  })
})
