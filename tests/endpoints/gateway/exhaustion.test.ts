import { describe, expect, test } from 'vitest'
import { WorkGate } from '../../../src/kernel/work-gate.ts'
import { instant } from '../../support/factories.ts'
import { boot, type Reply } from '../../support/harness.ts'
import { TestClock } from '../../support/test-clock.ts'

/** The short form of `npm run faults -- exhaustion`: that the bounds are there, not how fast the machine is. */
const clock = new TestClock(instant('2026-02-03T15:00:00Z'))
/** How soon a busy machine is done is not asked here: what takes too long has a gate of its own. */
const gate = new WorkGate({ deadlineMs: 60_000 })
const api = await boot({ clock, gate, env: { DEFAULT_TIER: 'free' } })
const apple = await api.idOf('AAPL')

const call = (token: string, path: string, signal?: AbortSignal): Promise<Response> =>
  fetch(api.url + path, {
    headers: { authorization: `Bearer ${token}` },
    ...(signal === undefined ? {} : { signal }),
  })

/** A long computation: half a year of five minutes. */
const long = (window: number): string =>
  `/v1/instruments/${apple}/indicators?name=bbands&window=${window}&interval=5min&period=6m`

describe('dear endpoints', () => {
  test.each([
    ['indicators', `/v1/instruments/${apple}/indicators?name=sma`, 3],
    ['peers', `/v1/instruments/${apple}/peers`, 3],
    ['movers', '/v1/instruments/movers', 2],
    ['live quotes', `/v1/instruments/live-quotes?entity_ids=${apple}`, 3],
    ['an overview', `/v1/instruments/${apple}/overview`, 1],
  ])('%s cost what OpenAPI says', async (_, path, cost) => {
    const token = `Bearer ${await api.token()}`
    const { headers } = await api.get(path, { token })
    expect(Number(headers.get('ratelimit-remaining'))).toBe(60 - cost)
    const openApi: Reply = await api.get('/v1/openapi.json')
    const template = path.split('?')[0]?.replace(apple, '{entity_id}') ?? ''
    expect(openApi.body.paths[template].get['x-cost'] ?? 1).toBe(cost)
  })

  test('are refused once the quota has no room for all of their units, cheap ones are not', async () => {
    const token = `Bearer ${await api.token()}`
    const dear = `/v1/instruments/${apple}/indicators?name=sma`
    for (let each = 0; each < 19; each++) expect((await api.get(dear, { token })).status).toBe(200)
    expect((await api.get('/v1/instruments/movers', { token })).status).toBe(200)
    const refused = await api.get(dear, { token })
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
    expect((await api.get(`/v1/instruments/${apple}/overview`, { token })).status).toBe(200)
  })
})

describe('long computations', () => {
  test('whose callers leave are ended, and the next one is answered', async () => {
    const token = await api.token()
    const leaving = new AbortController()
    const gone = Array.from({ length: 10 }, (_, n) =>
      call(token, long(100 + n), leaving.signal).catch(() => null),
    )
    await expect.poll(() => gate.running).toBeGreaterThan(0)
    leaving.abort()
    await Promise.all(gone)
    await expect.poll(() => [gate.running, gate.waiting]).toEqual([0, 0])
    const next = await call(await api.token(), long(150))
    expect(next.status).toBe(200)
    const { points } = (await next.json()) as { points: unknown[] }
    expect(points.length).toBeGreaterThan(5_000)
    expect(api.log.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('run two at a time, however many ask', async () => {
    const tokens = await Promise.all(Array.from({ length: 12 }, () => api.token()))
    let most = 0
    const watching = setInterval(() => (most = Math.max(most, gate.running)), 1)
    const replies = await Promise.all(tokens.map((token, n) => call(token, long(200 + n))))
    clearInterval(watching)
    expect(most).toBe(2)
    expect(replies.map(({ status }) => status)).toEqual(tokens.map(() => 200))
  })

  test('that take too long are refused with 503, and the server says when to come again', async () => {
    const hasty = await boot({ clock, gate: new WorkGate({ deadlineMs: 1 }) })
    const id = await hasty.idOf('AAPL')
    const path = `/v1/instruments/${id}/indicators?name=sma&interval=5min&period=6m`
    const { status, body, headers } = await hasty.get(path, { token: `Bearer ${await hasty.token()}` })
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'OVERLOADED', '3'])
  })
})

describe('a bar of long ago', () => {
  test('makes a range of minutes no dearer: two bars are read, not the days between them', async () => {
    const row = (at: string) => `${at},10,11,9,10,1000`
    const csv = [
      'timestamp,open,high,low,close,volume',
      row('1960-01-04T14:30:00Z'),
      row('2025-11-04T14:30:00Z'),
    ]
    const id = await imported(csv.join('\n'))
    const { status, body } = await api.get(`/v1/instruments/${id}/ohlcv?interval=1min&period=max`)
    expect(status).toBe(200)
    expect(body.bars.map(({ date }: { date: string }) => date)).toEqual([
      '1960-01-04T14:30:00Z',
      '2025-11-04T14:30:00Z',
    ])
  })
})

/** Puts minutes on a listing of their own and returns its id. */
async function imported(csv: string): Promise<string> {
  const admin = `Bearer ${await api.token('admin@demo.test')}`
  const listing = {
    ticker: 'OLDMIN',
    name: 'Old Minutes',
    exchange: 'NASDAQ',
    asset_class: 'equity',
    currency: 'USD',
  }
  const created = await api.call('/v1/instruments', { token: admin, json: { items: [listing] } })
  const id: string = created.body.items[0].entity_id
  const bars = csv
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .map(([date, open, high, low, close, volume]) => ({
      date,
      open: Number(open),
      high: Number(high),
      low: Number(low),
      close: Number(close),
      volume: Number(volume),
    }))
  const put = await api.call(`/v1/instruments/${id}/ohlcv`, {
    token: admin,
    method: 'PUT',
    json: { interval: '1min', bars },
  })
  expect(put.body).toMatchObject({ inserted: 2 })
  return id
}
