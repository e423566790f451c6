import { describe, expect, test } from 'vitest'
import { boot } from '../../support/harness.ts'
import { instant } from '../../support/factories.ts'
import { TestClock } from '../../support/test-clock.ts'

/** Wednesday, half an hour after the open in New York. */
const clock = new TestClock(instant('2025-11-05T15:00:00Z'))
const api = await boot({ clock, env: { DEFAULT_TIER: 'enterprise' } })

const overview = async (ticker: string) => api.get(`/v1/instruments/${await api.idOf(ticker)}/overview`)

describe('GET /v1/instruments/{entity_id}/overview', () => {
  test('200 with exactly the specified fields', async () => {
    const { status, body, headers } = await overview('AAPL')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual([
      'entity_id',
      'ticker',
      'name',
      'last_price',
      'day_change',
      'day_change_pct',
      'market_cap',
      'pe_ttm',
      'ev_ebitda',
      'week_52_high',
      'week_52_low',
      'updated_at',
    ])
    expect(body.entity_id).toBe(await api.idOf('AAPL'))
    expect(headers.get('x-data-source')).toBe('demo')
  })

  test('200: its numbers agree with those of the other endpoints', async () => {
    const id = await api.idOf('AAPL')
    const path = `/v1/instruments/${id}`
    const { body } = await api.get(`${path}/overview`)
    const quote = (await api.get(`${path}/live-quote`)).body
    const { bars } = (await api.get(`${path}/ohlcv?from=2024-11-06`)).body
    const { valuation } = (await api.get(`${path}/fundamentals`)).body
    expect(body.last_price).toBe(quote.price)
    expect(body.day_change).toBeCloseTo(quote.price - bars.at(-1).close, 8)
    expect(body.day_change_pct).toBeCloseTo((body.day_change / bars.at(-1).close) * 100, 4)
    expect(body.pe_ttm).toBe(valuation.pe_ttm)
    expect(body.ev_ebitda).toBe(valuation.ev_ebitda)
    expect(body.market_cap / valuation.ps_ttm).toBeGreaterThan(0)
    expect(body.week_52_high).toBe(Math.max(quote.price, ...bars.map(({ high }: { high: number }) => high)))
    expect(body.week_52_low).toBe(Math.min(quote.price, ...bars.map(({ low }: { low: number }) => low)))
  })

  test('200: cached for exactly 60 s: the same updated_at until then, another after', async () => {
    const first = await overview('MSFT')
    expect(first.body.updated_at).toBe(new Date(clock.market()).toISOString())
    expect(first.headers.get('cache-control')).toBe('private, max-age=60')
    clock.advance(25_000)
    const second = await overview('MSFT')
    expect(second.body).toEqual(first.body)
    // RFC 9111: the lifetime counts from when it was made, and Age says how long ago that was.
    expect(second.headers.get('cache-control')).toBe('private, max-age=60')
    expect([first, second].map(({ headers }) => headers.get('age'))).toEqual(['0', '25'])
    clock.advance(34_999)
    expect((await overview('MSFT')).body).toEqual(first.body)
    clock.advance(1)
    const third = await overview('MSFT')
    expect(third.body.updated_at).toBe(new Date(clock.market()).toISOString())
    expect(third.body.last_price).not.toBe(first.body.last_price)
  })

  test('200 and 304: the tag stands for the body', async () => {
    const { headers } = await overview('IBM')
    const etag = headers.get('etag') ?? ''
    const path = `/v1/instruments/${await api.idOf('IBM')}/overview`
    const again = await api.get(path, { headers: { 'if-none-match': `"other", W/${etag}` } })
    expect(again.status).toBe(304)
    expect(again.text).toBe('')
    expect(again.headers.get('etag')).toBe(etag)
    expect(again.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/)
    expect(again.headers.get('ratelimit-limit')).toBe(headers.get('ratelimit-limit'))
    clock.advance(60_000)
    expect((await api.get(path, { headers: { 'if-none-match': etag } })).status).toBe(200)
  })

  test('200: an ETF has the P/E of its holdings; an index and a coin have no ratios', async () => {
    expect((await overview('SPY')).body).toMatchObject({ pe_ttm: expect.any(Number), ev_ebitda: null })
    expect((await overview('^GSPC')).body).toMatchObject({ market_cap: null, pe_ttm: null, ev_ebitda: null })
    expect((await overview('BTC-USD')).body).toMatchObject({
      pe_ttm: null,
      ev_ebitda: null,
      last_price: expect.any(Number),
    })
  })

  test('200: prices are in the instrument’s currency and the market capitalisation in dollars', async () => {
    const id = await api.idOf('7203.T')
    const [{ body: one }, { body: found }] = [
      await api.get(`/v1/instruments/${id}/overview`),
      await api.get('/v1/instruments/search?q=7203.T&limit=1'),
    ]
    expect(found.items[0].currency).toBe('JPY')
    // Some 13 billion shares at some thousand yen: hundreds of billions in dollars, a hundred times that in yen.
    expect(one.last_price).toBeGreaterThan(100)
    expect(one.market_cap).toBeGreaterThan(1e10)
    expect(one.market_cap).toBeLessThan(2e12)
  })

  test('200: the id is read in either case', async () => {
    const id = await api.idOf('AAPL')
    const { status, body } = await api.get(`/v1/instruments/${id.toUpperCase()}/overview`)
    expect(status).toBe(200)
    expect(body.entity_id).toBe(id)
  })

  test.each([
    '00000000-0000-4000-8000-000000000000',
    '42',
    'AAPL',
    '%20',
    '__proto__',
    'x%2Fy',
    '..%2f..',
    '%F0%9F%98%80',
    'x'.repeat(500),
  ])('404 INSTRUMENT_NOT_FOUND for %s', async (id) => {
    const { status, body } = await api.get(`/v1/instruments/${id}/overview`)
    expect(status).toBe(404)
    expect(body).toMatchObject({
      code: 'INSTRUMENT_NOT_FOUND',
      status: 404,
      detail: expect.stringMatching(/^No instrument has the entity_id "/),
    })
  })
})
