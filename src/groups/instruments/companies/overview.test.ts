import { describe, expect, test } from 'vitest'
import { type OverviewParts, toOverview } from './overview.ts'
import { at, barsOf, instrumentOf, quoteOf } from '../testing/fixtures.ts'

const NOTHING: OverviewParts = {
  quote: null,
  year: null,
  marketCap: null,
  peTtm: null,
  evEbitda: null,
  builtAt: at('2025-11-05T15:00:00.250Z'),
}
const instrument = instrumentOf()
const overview = (parts: Partial<OverviewParts>) => toOverview(instrument, { ...NOTHING, ...parts })

describe('toOverview', () => {
  test('has every field, null where nothing is known', () => {
    expect(overview({})).toEqual({
      entity_id: instrument.entityId,
      ticker: 'AAPL',
      name: 'Apple Inc.',
      last_price: null,
      day_change: null,
      day_change_pct: null,
      market_cap: null,
      pe_ttm: null,
      ev_ebitda: null,
      week_52_high: null,
      week_52_low: null,
      updated_at: '2025-11-05T15:00:00.250Z',
    })
  })

  test.each([
    [101.5, 100, 1.5, 1.5],
    [98, 100, -2, -2],
    [100, 100, 0, 0],
    [0.1 + 0.2, 0.3, 0, 0],
    [231.44, 230.24, 1.2, 0.5212],
    [1, 3, -2, -66.6667],
    [5, 0, 5, null],
    [5, null, null, null],
  ])('price %d after a close of %s changed by %s, in percent %s', (price, previousClose, change, percent) => {
    const { day_change, day_change_pct, last_price } = overview({ quote: quoteOf({ price, previousClose }) })
    expect(last_price).toBeCloseTo(price, 8)
    expect(day_change).toBe(change)
    expect(day_change_pct).toBe(percent)
  })

  test('the year’s extremes are of highs and lows, and of today so far', () => {
    const year = barsOf([
      ['2025-01-02', 50],
      ['2025-06-02', 150],
      ['2025-09-02', 90],
    ])
    expect(overview({ year })).toMatchObject({ week_52_high: 152, week_52_low: 48 })
    expect(overview({ year, quote: quoteOf({ price: 160 }) })).toMatchObject({
      week_52_high: 160,
      week_52_low: 48,
    })
    expect(overview({ year, quote: quoteOf({ price: 40 }) })).toMatchObject({
      week_52_high: 152,
      week_52_low: 40,
    })
    expect(overview({ quote: quoteOf({ price: 40 }) })).toMatchObject({ week_52_high: 40, week_52_low: 40 })
  })

  test('a last price that is older than the year is shown, and is no extreme of it', () => {
    const quote = quoteOf({ price: 40, at: at('2017-09-01T20:00:00Z') })
    expect(overview({ quote, year: barsOf([]) })).toMatchObject({
      last_price: 40,
      week_52_high: null,
      week_52_low: null,
    })
  })

  test('figures are rounded to eight decimals, and what is not finite is unavailable', () => {
    expect(
      overview({ marketCap: 1e12 + 0.123456789, peTtm: 1 / 3, evEbitda: Number.POSITIVE_INFINITY }),
    ).toMatchObject({
      pe_ttm: 0.33333333,
      ev_ebitda: null,
    })
  })
})
