import { describe, expect, test } from 'vitest'
import type { MoversQuery } from '../../../contract/discovery.ts'
import type { AssetClass } from '../../../market/vocabulary.ts'
import { toSummary } from '../catalogue/listing-detail.ts'
import { type QuoteRow, rankMovers } from './movers.ts'
import { instrumentOf } from '../testing/fixtures.ts'

const row = (
  ticker: string,
  price: number,
  fields: Partial<QuoteRow> & { assetClass?: AssetClass } = {},
): QuoteRow => {
  const { assetClass = 'equity', ...rest } = fields
  return {
    instrument: toSummary(instrumentOf({ entityId: ticker, ticker, assetClass })),
    price,
    previousClose: 100,
    volume: 1_000,
    marketCap: 1e9,
    usd: 1,
    ...rest,
  }
}

const ranked = (rows: readonly QuoteRow[], query: Partial<MoversQuery> = {}) =>
  rankMovers(rows, { direction: 'gainers', limit: 10, ...query })

const tickers = (rows: readonly QuoteRow[], query: Partial<MoversQuery> = {}) =>
  ranked(rows, query).items.map(({ instrument }) => instrument.ticker)

const ROWS = [
  row('DOWN', 90, { volume: 500 }),
  row('UP', 110, { volume: 3_000 }),
  row('SAME', 100, { volume: 2_000 }),
  row('CRASH', 50, { volume: 9_000 }),
  row('RALLY', 150, { volume: 10 }),
]

describe('rankMovers', () => {
  test('has exactly the specified fields', () => {
    expect(ranked([row('UP', 101.5, { volume: 12.6 })])).toEqual({
      items: [
        {
          instrument: {
            entity_id: 'UP',
            ticker: 'UP',
            name: 'Apple Inc.',
            exchange: 'NASDAQ',
            asset_class: 'equity',
            sector: 'Technology',
            currency: 'USD',
          },
          last_price: 101.5,
          day_change_pct: 1.5,
          volume: 13,
        },
      ],
      total: 1,
    })
  })

  test.each([
    ['gainers', ['RALLY', 'UP']],
    ['losers', ['CRASH', 'DOWN']],
    ['most_active', ['CRASH', 'UP', 'SAME', 'DOWN', 'RALLY']],
  ] as const)('%s', (direction, expected) => {
    expect(tickers(ROWS, { direction })).toEqual(expected)
    expect(ranked(ROWS, { direction, limit: 1 })).toMatchObject({ total: expected.length })
    expect(tickers(ROWS, { direction, limit: 1 })).toEqual(expected.slice(0, 1))
  })

  test('the first of many, whatever their order', () => {
    const rows = Array.from({ length: 500 }, (_, index) => row(`T${index}`, 101 + ((index * 37) % 500)))
    const found = ranked(rows, { limit: 5 })
    expect(found.items.map(({ last_price: price }) => price)).toEqual([600, 599, 598, 597, 596])
    expect(found.total).toBe(500)
    expect(ranked(rows.toReversed(), { limit: 5 })).toEqual(found)
  })

  test('equal moves by size, then by ticker; unknown sizes last', () => {
    const rows = [
      row('NONE', 110, { marketCap: null }),
      row('B', 110),
      row('A', 110),
      row('LARGE', 110, { marketCap: 1e12 }),
    ]
    expect(tickers(rows)).toEqual(['LARGE', 'A', 'B', 'NONE'])
    expect(tickers(rows, { limit: 2 })).toEqual(['LARGE', 'A'])
  })

  test('a move that rounds to nothing is none', () => {
    expect(ranked([row('FLAT', 100.000001)])).toEqual({ items: [], total: 0 })
  })

  test.each([[null], [0]])('with a close before of %s there is no change, only activity', (previousClose) => {
    const rows = [row('NEW', 120, { previousClose })]
    expect(ranked(rows).total).toBe(0)
    expect(ranked(rows, { direction: 'losers' }).total).toBe(0)
    expect(ranked(rows, { direction: 'most_active' }).items).toMatchObject([{ day_change_pct: null }])
  })

  test('most active is what most money went into, not what most shares changed hands of', () => {
    const rows = [
      row('PENNY', 0.5, { volume: 9_000_000 }),
      row('DEAR', 900, { volume: 10_000 }),
      row('YEN', 5_000, { volume: 100_000, usd: 0.0065 }),
      row('NO RATE', 1, { volume: 10, usd: null }),
      row('NO RATE, MORE', 1, { volume: 20, usd: null }),
    ]
    const active = tickers(rows, { direction: 'most_active' })
    expect(active).toEqual(['DEAR', 'PENNY', 'YEN', 'NO RATE, MORE', 'NO RATE'])
    expect(tickers(rows, { direction: 'most_active', limit: 1 })).toEqual(['DEAR'])
  })

  test('what nobody traded is not active', () => {
    expect(tickers([row('IDLE', 110, { volume: 0 })], { direction: 'most_active' })).toEqual([])
  })

  test('only the asked asset class', () => {
    const rows = [...ROWS, row('BTC-USD', 105, { assetClass: 'crypto' })]
    expect(tickers(rows, { asset_class: 'crypto' })).toEqual(['BTC-USD'])
    expect(tickers(rows)).toEqual(['RALLY', 'UP', 'BTC-USD'])
  })

  test('an index is active only among indices', () => {
    const rows = [row('^GSPC', 110, { assetClass: 'index', volume: 1e9 }), row('UP', 110)]
    expect(tickers(rows, { direction: 'most_active' })).toEqual(['UP'])
    expect(tickers(rows, { direction: 'most_active', asset_class: 'index' })).toEqual(['^GSPC'])
    expect(tickers(rows)).toEqual(['UP', '^GSPC'])
  })

  test('the least market capitalisation is inclusive and leaves unknown ones out', () => {
    const rows = [
      row('SMALL', 110, { marketCap: 9e8 }),
      row('EXACT', 110, { marketCap: 1e9 }),
      row('NONE', 110, { marketCap: null }),
    ]
    expect(tickers(rows, { min_market_cap: 1e9 })).toEqual(['EXACT'])
    expect(tickers(rows, { min_market_cap: 0 })).toEqual(['EXACT', 'SMALL'])
  })
})
