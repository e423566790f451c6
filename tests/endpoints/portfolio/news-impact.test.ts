import { beforeAll, describe, expect, test } from 'vitest'
import { instant } from '../../support/factories.ts'
import { boot, type Reply } from '../../support/harness.ts'
import { newsroom, posted } from '../../support/news.ts'
import { TestClock } from '../../support/test-clock.ts'

const api = await boot({
  clock: new TestClock(Date.now(), instant('2025-11-05T15:00:00Z')),
  env: { DEFAULT_TIER: 'enterprise', ADMIN_EMAILS: 'admin@news.test' },
})
const admin = `Bearer ${await api.token('admin@news.test')}`
const token = `Bearer ${await api.token('owner@news.test')}`
const PATH = '/v1/portfolio/news-impact'
const outcome = ({ status, body }: Reply): [number, string | undefined] => [status, body.code]

/** Closes of the week: Monday 3 November is what an article of Tuesday morning is measured against. */
const CLOSES = [
  ['2025-10-31', 100],
  ['2025-11-03', 110],
  ['2025-11-04', 121],
] as const

let contoso: string
let fabrikam: string
let docId: string

beforeAll(async () => {
  const room = newsroom(api, admin)
  ;[contoso = '', fabrikam = ''] = await room.companies({
    CTSO: 'Contoso Corporation',
    FBKM: 'Fabrikam Industries',
  })
  for (const id of [contoso, fabrikam]) {
    const bars = CLOSES.map(([date, close]) => ({
      date,
      open: close,
      high: close,
      low: close,
      close,
      volume: 1,
    }))
    const json = { interval: '1d', bars }
    const { body } = await api.call(`/v1/instruments/${id}/ohlcv`, { method: 'PUT', token: admin, json })
    if (body.inserted !== 3) throw new Error(JSON.stringify(body))
  }
  const { body: account } = await api.call('/v1/portfolio/accounts', {
    token,
    json: { name: 'A', currency: 'USD' },
  })
  const enter = (fields: object) =>
    api.call('/v1/portfolio/transactions', { token, json: { account_id: account.account_id, ...fields } })
  await enter({ type: 'deposit', trade_date: '2025-10-31', amount: 2_000 })
  await enter({ type: 'buy', entity_id: contoso, trade_date: '2025-10-31', quantity: 10, price: 100 })
  ;[docId = ''] = await room.publish([
    posted({
      headline: 'Contoso Corporation wins a large order',
      published_at: '2025-11-04T12:00:00Z',
      entity_ids: [contoso],
    }),
    posted({
      headline: 'Fabrikam Industries loses a large order',
      published_at: '2025-11-04T12:00:00Z',
      entity_ids: [fabrikam],
    }),
  ])
}, 60_000)

describe('GET /v1/portfolio/news-impact', () => {
  test('200: weight at the base close times impact, of what is held alone', async () => {
    const { status, body } = await api.get(PATH, { token })
    expect(status).toBe(200)
    expect(body).toMatchObject({ total: 1, has_more: false })
    const [item] = body.items
    expect(item.article).toMatchObject({ doc_id: docId, headline: 'Contoso Corporation wins a large order' })
    expect(item.entity_id).toBe(contoso)
    // 121 / 110 − 1; 10 shares at 110 beside 1,000 of money: 1,100 / 2,100.
    expect(item.impact_return).toBeCloseTo(0.1, 8)
    expect(item.position_weight).toBeCloseTo(1_100 / 2_100, 8)
    expect(item.contribution_return).toBeCloseTo(110 / 2_100, 7)
  })

  test('200: a window that has not elapsed is null, and so is its contribution', async () => {
    const { body } = await api.get(`${PATH}?window=day_t5`, { token })
    expect(body.items[0]).toMatchObject({ impact_return: null, contribution_return: null })
    expect(body.items[0].position_weight).not.toBeNull()
  })

  test('200: nothing for whoever holds nothing, and nothing before from', async () => {
    const other = `Bearer ${await api.token('other@news.test')}`
    expect((await api.get(PATH, { token: other })).body).toEqual({ items: [], total: 0, has_more: false })
    expect((await api.get(`${PATH}?from=2025-11-05`, { token })).body.total).toBe(0)
  })

  test.each(['from=2025-11-06', 'from=2025-10-01'])('422 INVALID_DATE_RANGE: %s', async (query) => {
    expect(outcome(await api.get(`${PATH}?${query}`, { token }))).toEqual([422, 'INVALID_DATE_RANGE'])
  })

  test.each(['window=day_t3', 'limit=0', 'limit=101'])('422 INVALID_PARAMETER: %s', async (query) => {
    expect(outcome(await api.get(`${PATH}?${query}`, { token }))).toEqual([422, 'INVALID_PARAMETER'])
  })
})
