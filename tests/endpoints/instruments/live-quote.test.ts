import { describe, expect, test } from 'vitest'
import { instant, listing } from '../../support/factories.ts'
import { boot, type Reply } from '../../support/harness.ts'
import { TestClock } from '../../support/test-clock.ts'

const clock = new TestClock(instant('2025-11-05T15:00:00Z'))
const api = await boot({ clock, env: { DEFAULT_TIER: 'enterprise' } })

const quote = async (ticker: string): Promise<Reply> =>
  api.get(`/v1/instruments/${await api.idOf(ticker)}/live-quote`)

/** The quote when market time is what is said, seen fresh. */
async function quoteAt(ticker: string, market: string): Promise<Reply> {
  const id = await api.idOf(ticker)
  clock.advance(5_000)
  clock.setMarket(instant(market))
  return api.get(`/v1/instruments/${id}/live-quote`)
}

describe('GET /v1/instruments/{entity_id}/live-quote', () => {
  test('200 with exactly the specified fields', async () => {
    const { status, body, headers } = await quote('AAPL')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual([
      'entity_id',
      'ticker',
      'price',
      'bid',
      'ask',
      'bid_size',
      'ask_size',
      'volume',
      'timestamp',
      'market_status',
    ])
    expect(body.bid).toBeLessThanOrEqual(body.price)
    expect(body.ask).toBeGreaterThanOrEqual(body.price)
    expect(headers.get('x-data-source')).toBe('demo')
    expect(headers.get('cache-control')).toBe('private, no-cache')
  })

  test('200: while the market is open a new tick is there every one to two seconds', async () => {
    clock.setMarket(instant('2025-11-05T16:00:00Z'))
    clock.advance(2_000)
    let last = instant((await quote('AAPL')).body.timestamp)
    let volume = 0
    for (let step = 0; step < 20; step++) {
      clock.advance(2_000)
      const { body } = await quote('AAPL')
      const tick = instant(body.timestamp)
      expect(tick).toBeGreaterThan(last)
      expect(clock.market() - tick).toBeGreaterThanOrEqual(0)
      expect(clock.market() - tick).toBeLessThanOrEqual(2_000)
      expect(body.volume).toBeGreaterThanOrEqual(volume)
      ;[last, volume] = [tick, body.volume]
    }
  })

  test('200: within a second everybody gets the same tick', async () => {
    const first = await quote('AAPL')
    clock.advance(999)
    expect((await quote('AAPL')).body).toEqual(first.body)
  })

  test.each([
    ['2025-11-05T08:59:00Z', 'CLOSED'],
    ['2025-11-05T09:00:00Z', 'PRE_MARKET'],
    ['2025-11-05T14:29:59Z', 'PRE_MARKET'],
    ['2025-11-05T14:30:00Z', 'OPEN'],
    ['2025-11-05T20:59:59Z', 'OPEN'],
    ['2025-11-05T21:00:00Z', 'AFTER_HOURS'],
    ['2025-11-06T01:00:00Z', 'CLOSED'],
    ['2025-11-08T16:00:00Z', 'CLOSED'],
    ['2025-11-27T16:00:00Z', 'CLOSED'],
    ['2025-11-28T17:59:00Z', 'OPEN'],
    ['2025-11-28T18:30:00Z', 'AFTER_HOURS'],
  ])('200: at %s New York is %s', async (market, status) => {
    expect((await quoteAt('AAPL', market)).body.market_status).toBe(status)
  })

  test('200: other venues keep their own hours, lunch included; an index follows its venue', async () => {
    expect((await quoteAt('7203.T', '2025-11-05T02:00:00Z')).body.market_status).toBe('OPEN')
    expect((await quoteAt('7203.T', '2025-11-05T03:00:00Z')).body.market_status).toBe('CLOSED')
    expect((await quoteAt('^GSPC', '2025-11-05T15:00:00Z')).body.market_status).toBe('OPEN')
    expect((await quoteAt('^GSPC', '2025-11-08T15:00:00Z')).body.market_status).toBe('CLOSED')
  })

  test.each(['2025-11-08T16:00:00Z', '2025-12-25T03:00:00Z', '2026-01-01T00:00:00Z'])(
    '200: at %s a coin is OPEN and ticks',
    async (market) => {
      const { body } = await quoteAt('BTC-USD', market)
      expect(body.market_status).toBe('OPEN')
      expect(clock.market() - instant(body.timestamp)).toBeLessThanOrEqual(2_000)
    },
  )

  test('200: after hours the last tick stays, with its own time and the last seen bid and ask', async () => {
    const closed = await quoteAt('AAPL', '2025-11-06T02:00:00Z')
    expect(closed.body).toMatchObject({
      market_status: 'CLOSED',
      bid: expect.any(Number),
      ask: expect.any(Number),
    })
    expect(instant(closed.body.timestamp)).toBeLessThanOrEqual(instant('2025-11-06T01:00:00Z'))
    const later = await quoteAt('AAPL', '2025-11-06T06:00:00Z')
    expect(later.body).toEqual(closed.body)
    const weekend = [
      await quoteAt('AAPL', '2025-11-08T12:00:00Z'),
      await quoteAt('AAPL', '2025-11-09T20:00:00Z'),
    ]
    expect(weekend[0]?.body).toEqual(weekend[1]?.body)
  })

  test('503 QUOTE_UNAVAILABLE with Retry-After when nothing has a price', async () => {
    await api.importer().listings([listing({ ticker: 'ZZTOP', name: 'Priceless Widgets' })], 'import')
    await expect.poll(async () => (await api.get('/v1/instruments/search?q=ZZTOP')).body.total).toBe(1)
    const { status, body, headers } = await quote('ZZTOP')
    expect(status).toBe(503)
    expect(body).toEqual({
      detail: 'No source has a price for ZZTOP.',
      code: 'QUOTE_UNAVAILABLE',
      status: 503,
    })
    expect(headers.get('retry-after')).toBe('60')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('404 INSTRUMENT_NOT_FOUND for an unknown id', async () => {
    const { status, body } = await api.get('/v1/instruments/00000000-0000-4000-8000-000000000000/live-quote')
    expect(status).toBe(404)
    expect(body.code).toBe('INSTRUMENT_NOT_FOUND')
  })
})
