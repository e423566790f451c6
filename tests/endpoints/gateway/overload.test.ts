import { describe, expect, test } from 'vitest'
import { crowd, getText } from '../../support/crowd.ts'
import { freePort } from '../../support/free-port.ts'
import { boot } from '../../support/harness.ts'

const opsPort = await freePort()
const api = await boot({
  env: { DEFAULT_TIER: 'enterprise', OPS_PORT: String(opsPort) },
  shedsLoad: true,
})
const token = await api.token()
const apple = await api.idOf('AAPL')

/** Some milliseconds of computing each. */
const COSTLY = '/v1/instruments/markets/XNYS/sessions?from=2024-01-01&to=2025-01-30'
const OVERVIEW = `/v1/instruments/${apple}/overview`

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

const notable = (from: number): unknown[] =>
  api.log
    .slice(from)
    .filter(({ level, message }) => level !== 'debug' && message !== 'request')
    .map(({ level, message }) => [level, message])

describe('the load of the server', () => {
  test('503 OVERLOADED for what costs most while the event loop is late, health never; and soon all is well again', async () => {
    const logged = api.log.length
    const requests = [
      ...Array.from({ length: 8 }, () => ({ kind: 'costly', text: getText(COSTLY, token) })),
      { kind: 'overview', text: getText(OVERVIEW, token) },
      { kind: 'health', text: getText('/healthz', null) },
    ]
    const many = crowd({
      url: api.url,
      rate: 2_000,
      seconds: 8,
      connections: 500,
      patienceMs: 20_000,
      hangUp: false,
      requests,
    })
    await expect.poll(() => api.get(COSTLY).then(({ status }) => status), { timeout: 15_000 }).toBe(503)
    await expect.poll(() => metric('tidemark_overloaded'), { timeout: 10_000 }).toBe(1)
    // The harness has held the body against the contract.
    const refusals = await Promise.all(Array.from({ length: 30 }, () => api.get(COSTLY)))
    const refused = refusals.find(({ status }) => status === 503)
    expect(refused?.body.code).toBe('OVERLOADED')
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    const login = { token: null, json: { email: 'late@load.test' } }
    expect((await api.call('/v1/auth/dev-login', login)).status).toBe(200)

    const { costly, overview, health } = await many
    expect(Object.keys(health?.statuses ?? {})).toEqual(['200'])
    expect(costly?.statuses['200']).toBeGreaterThan(0)
    expect(costly?.statuses['503']).toBeGreaterThan(100)
    const share = (report: typeof costly): number => (report?.statuses['503'] ?? 0) / (report?.sent ?? 1)
    expect(share(overview)).toBeLessThan(share(costly))
    await expect.poll(() => metric('tidemark_overloaded'), { timeout: 10_000 }).toBe(0)
    expect((await api.get(COSTLY)).status).toBe(200)
    expect(await metric('tidemark_requests_shed_total')).toBeGreaterThanOrEqual(costly?.statuses['503'] ?? 0)
    // Said once and once more, with no line for each refusal.
    expect(notable(logged)).toEqual([
      ['warn', 'overloaded: the most expensive requests are refused first'],
      ['info', 'no longer overloaded'],
    ])
    expect(
      api.log.slice(logged).filter(({ level, fields }) => level === 'warn' && fields['status'] === 503),
    ).toEqual([])
  }, 60_000)
})
