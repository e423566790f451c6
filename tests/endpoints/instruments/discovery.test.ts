import { describe, expect, test } from 'vitest'
import { boot } from '../../support/harness.ts'
import { bars, instant, listing } from '../../support/factories.ts'
import { TestClock } from '../../support/test-clock.ts'

/** Wednesday, half an hour after the open in New York. */
const clock = new TestClock(instant('2025-11-05T15:00:00Z'))
const api = await boot({ clock, env: { DEFAULT_TIER: 'enterprise' } })

interface PeerItem {
  instrument: {
    entity_id: string
    ticker: string
    asset_class: string
    currency: string
    sector: string | null
  }
  score: number
  basis: string[]
}

interface MoverItem {
  instrument: { entity_id: string; ticker: string; asset_class: string; currency: string }
  last_price: number
  day_change_pct: number | null
  volume: number
}

const peers = async (ticker: string, query = '') =>
  api.get(`/v1/instruments/${await api.idOf(ticker)}/peers${query}`)

const movers = (query = '') => api.get(`/v1/instruments/movers${query}`)

const tickersOf = (items: ReadonlyArray<{ instrument: { ticker: string } }>): string[] =>
  items.map(({ instrument }) => instrument.ticker)

const changesOf = (items: readonly MoverItem[]): number[] =>
  items.map(({ day_change_pct: change }) => change ?? Number.NaN)

describe('GET /v1/instruments/{entity_id}/peers', () => {
  test('200 with exactly the specified fields', async () => {
    const { status, body } = await peers('AAPL')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['items', 'total'])
    expect(body.items).toHaveLength(10)
    expect(body.total).toBeGreaterThan(10)
    for (const item of body.items as PeerItem[]) {
      expect(Object.keys(item)).toEqual(['instrument', 'score', 'basis'])
      expect(Object.keys(item.instrument)).toEqual([
        'entity_id',
        'ticker',
        'name',
        'exchange',
        'asset_class',
        'sector',
        'currency',
      ])
      expect(item.instrument).toMatchObject({ asset_class: 'equity', sector: 'Information Technology' })
      expect(item.score).toBeGreaterThan(0)
      expect(item.score).toBeLessThanOrEqual(1)
      expect(item.basis.length).toBeGreaterThan(0)
    }
  })

  test('200: the best first, and never the instrument itself', async () => {
    const { body } = await peers('MSFT', '?limit=50')
    const scores = body.items.map(({ score }: PeerItem) => score)
    expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a))
    expect(tickersOf(body.items)).not.toContain('MSFT')
    expect(new Set(tickersOf(body.items)).size).toBe(body.items.length)
  })

  test.each([
    ['KO', ['PEP']],
    ['V', ['MA']],
    ['MA', ['V']],
    ['AAPL', ['MSFT']],
    ['TSLA', ['GM', 'F', 'RIVN']],
    ['XOM', ['CVX']],
    ['JPM', ['BAC', 'WFC']],
    ['HD', ['LOW']],
    ['UPS', ['FDX']],
    ['BTC-USD', ['ETH-USD']],
  ])('200: the first peer of %s is one that a person would name', async (ticker, named) => {
    const { body } = await peers(ticker, '?limit=1')
    expect(named).toContain(body.items[0]?.instrument.ticker)
  })

  test('200: limit bounds the items and not the total', async () => {
    const { body: all } = await peers('AAPL', '?limit=50')
    const { body: three } = await peers('AAPL', '?limit=3')
    expect(three.items).toEqual(all.items.slice(0, 3))
    expect(three.total).toBe(all.total)
  })

  test('200: both bases are the default, each may be asked for alone, in any order', async () => {
    const { body: both } = await peers('JPM')
    expect((await peers('JPM', '?basis=correlation,%20sector')).body).toEqual(both)
    const { body: sector } = await peers('JPM', '?basis=sector&limit=50')
    expect(new Set(sector.items.flatMap(({ basis }: PeerItem) => basis))).toEqual(new Set(['sector']))
    const { body: correlation } = await peers('JPM', '?basis=correlation&limit=50')
    expect(new Set(correlation.items.flatMap(({ basis }: PeerItem) => basis))).toEqual(
      new Set(['correlation']),
    )
    expect(correlation.total).toBeLessThanOrEqual(60)
  })

  test('200: a coin has no sector; its peers are coins, by correlation', async () => {
    const { body } = await peers('BTC-USD')
    expect(body.items.length).toBeGreaterThan(0)
    for (const { instrument, basis } of body.items as PeerItem[]) {
      expect(instrument.asset_class).toBe('crypto')
      expect(basis).toEqual(['correlation'])
    }
    expect((await peers('BTC-USD', '?basis=sector')).body).toEqual({ items: [], total: 0 })
  })

  test('200: another listing of the same company is no peer', async () => {
    await api
      .importer()
      .listings(
        [
          listing({ ticker: 'TWIN-A', name: 'Twin Works Inc. Class A', sector: 'Twins' }),
          listing({ ticker: 'TWIN-B', name: 'Twin Works Inc. Class B', sector: 'Twins' }),
          listing({ ticker: 'COUSIN', name: 'Cousin Works Inc.', sector: 'Twins' }),
        ],
        'import',
      )
    await expect.poll(async () => (await api.get('/v1/instruments/search?q=TWIN-A')).body.total).toBe(1)
    const { body } = await peers('TWIN-A')
    expect(body).toMatchObject({ items: [{ score: 0.15, basis: ['sector'] }], total: 1 })
    expect(tickersOf(body.items)).toEqual(['COUSIN'])
  })

  test('200: cached for an hour', async () => {
    const { headers } = await peers('IBM')
    expect(headers.get('cache-control')).toBe('private, max-age=3600')
  })

  test.each(['graph', 'sector,graph', 'sector,correlation,news,graph'])(
    '422 INVALID_PARAMETER for the basis %s, which comes later',
    async (basis) => {
      const { status, body } = await peers('AAPL', `?basis=${basis}`)
      expect(status).toBe(422)
      expect(body).toMatchObject({
        code: 'INVALID_PARAMETER',
        detail: expect.stringContaining('comes later'),
      })
    },
  )

  test.each(['limit=0', 'limit=51', 'limit=x', 'basis=', 'basis=size', 'basis=sector,', 'basis=SECTOR'])(
    '422 INVALID_PARAMETER for %s',
    async (query) => {
      const { status, body } = await peers('AAPL', `?${query}`)
      expect(status).toBe(422)
      expect(body).toMatchObject({
        code: 'INVALID_PARAMETER',
        detail: expect.stringMatching(/^(limit|basis) /),
      })
    },
  )

  test('422 before 404 when both the basis and the id are wrong', async () => {
    expect((await api.get('/v1/instruments/42/peers?basis=graph')).status).toBe(422)
  })

  test.each(['00000000-0000-4000-8000-000000000000', '42', 'AAPL'])(
    '404 INSTRUMENT_NOT_FOUND for %s',
    async (id) => {
      const { status, body } = await api.get(`/v1/instruments/${id}/peers`)
      expect(status).toBe(404)
      expect(body.code).toBe('INSTRUMENT_NOT_FOUND')
    },
  )
})

describe('GET /v1/instruments/movers', () => {
  test('200 with exactly the specified fields', async () => {
    const { status, body } = await movers()
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['items', 'total', 'as_of'])
    expect(body.items).toHaveLength(10)
    expect(body.total).toBeGreaterThan(10)
    expect(Object.keys(body.items[0])).toEqual(['instrument', 'last_price', 'day_change_pct', 'volume'])
    expect(body.as_of).toBe('2025-11-05T15:00:00.000Z')
  })

  test('200: gainers rise, losers fall, the largest move first', async () => {
    const gains = changesOf((await movers('?limit=50')).body.items)
    expect(gains).toEqual(gains.toSorted((a, b) => b - a))
    expect(Math.min(...gains)).toBeGreaterThan(0)
    const losses = changesOf((await movers('?direction=losers&limit=50')).body.items)
    expect(losses).toEqual(losses.toSorted((a, b) => a - b))
    expect(Math.max(...losses)).toBeLessThan(0)
  })

  test('200: the most active by traded value, indices only when asked for', async () => {
    const { body } = await movers('?direction=most_active&limit=50')
    const inDollars = body.items.filter(({ instrument }: MoverItem) => instrument.currency === 'USD')
    const values = inDollars.map(({ last_price: price, volume }: MoverItem) => price * volume)
    expect(values).toEqual(values.toSorted((a: number, b: number) => b - a))
    // What is traded most in life: the largest fund, coin and chip maker, not the cheapest coins.
    expect(tickersOf(body.items.slice(0, 12))).toEqual(expect.arrayContaining(['SPY', 'BTC-USD', 'NVDA']))
    expect(tickersOf(body.items.slice(0, 12))).not.toContain('VET-USD')
    expect(body.items.some(({ instrument }: MoverItem) => instrument.asset_class === 'index')).toBe(false)
    const indices = await movers('?direction=most_active&asset_class=index')
    expect(indices.body.total).toBeGreaterThan(0)
  })

  test('200: its numbers are those of the quote at that time', async () => {
    const { body } = await movers('?asset_class=equity&limit=3')
    for (const { instrument, last_price: price, day_change_pct: change } of body.items as MoverItem[]) {
      const overview = (await api.get(`/v1/instruments/${instrument.entity_id}/overview`)).body
      expect(price).toBe(overview.last_price)
      expect(change).toBe(overview.day_change_pct)
    }
  })

  test('200: only the asked asset class and size', async () => {
    const { body } = await movers('?asset_class=crypto&limit=50')
    expect(new Set(body.items.map(({ instrument }: MoverItem) => instrument.asset_class))).toEqual(
      new Set(['crypto']),
    )
    const large = (await movers('?min_market_cap=500000000000')).body
    expect(large.total).toBeGreaterThan(0)
    expect(large.total).toBeLessThan((await movers()).body.total)
    expect((await movers('?min_market_cap=1e30')).status).toBe(422)
    expect((await movers('?min_market_cap=100000000000000')).body).toMatchObject({ items: [], total: 0 })
  })

  test('200: read again after 60 s; a price of another week is no move of today', async () => {
    const importer = api.importer()
    for (const [ticker, ...days] of [
      ['OLDJUMP', '2025-10-27', '2025-10-28'],
      ['NEWJUMP', '2025-11-03', '2025-11-04'],
    ] as const) {
      await importer.listings([listing({ ticker })], 'import')
      const { entityId } = await importer.find({ ticker, exchange: 'NASDAQ' })
      const columns = bars([
        [days[0], 1],
        [days[1], 1_000],
      ])
      await importer.bars(entityId, { interval: '1d', basis: 'split_adjusted', columns })
    }
    const before = (await movers()).body.as_of
    clock.advance(60_000)
    // The kept prices answer until the new ones are there.
    await expect.poll(async () => (await movers()).body.as_of).not.toBe(before)
    const { body } = await movers('?limit=50')
    expect(body.items[0]).toMatchObject({
      instrument: { ticker: 'NEWJUMP' },
      last_price: 1_000,
      day_change_pct: 99_900,
    })
    expect(tickersOf(body.items)).not.toContain('OLDJUMP')
  })

  test.each([
    'direction=up',
    'direction=',
    'asset_class=bond',
    'min_market_cap=-1',
    'min_market_cap=x',
    'limit=0',
    'limit=51',
  ])('422 INVALID_PARAMETER for %s', async (query) => {
    const { status, body } = await movers(`?${query}`)
    expect(status).toBe(422)
    expect(body.code).toBe('INVALID_PARAMETER')
  })
})
