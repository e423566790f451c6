import { describe, expect, test } from 'vitest'
import { toLiveQuote } from '../../../contract/live-quote.ts'
import type { Quote } from '../../../ports/market-data.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { marketStatus } from './market-status.ts'
import { at, instrumentOf, quoteOf } from '../testing/fixtures.ts'

const AAPL = instrumentOf()
const BITCOIN = instrumentOf({ ticker: 'BTC-USD', mic: 'CCC', assetClass: 'crypto' })
const INDEX = instrumentOf({ ticker: '^GSPC', mic: 'SNP', assetClass: 'index' })
const TOKYO = instrumentOf({ ticker: '7203', mic: 'XTKS', currency: 'JPY' })
const UNLISTED = instrumentOf({ mic: 'NOWHERE' })

describe('marketStatus', () => {
  test.each([
    ['2025-11-05T08:59:59Z', 'CLOSED'],
    ['2025-11-05T09:00:00Z', 'PRE_MARKET'],
    ['2025-11-05T14:29:59Z', 'PRE_MARKET'],
    ['2025-11-05T14:30:00Z', 'OPEN'],
    ['2025-11-05T20:59:59Z', 'OPEN'],
    ['2025-11-05T21:00:00Z', 'AFTER_HOURS'],
    ['2025-11-06T00:59:59Z', 'AFTER_HOURS'],
    ['2025-11-06T01:00:00Z', 'CLOSED'],
    ['2025-07-03T16:59:59Z', 'OPEN'],
    ['2025-07-03T17:00:00Z', 'AFTER_HOURS'],
    ['2025-07-04T15:00:00Z', 'CLOSED'],
    ['2025-11-08T15:00:00Z', 'CLOSED'],
    ['2025-11-28T18:30:00Z', 'AFTER_HOURS'],
  ])('a stock in New York at %s is %s', (instant, status) => {
    expect(marketStatus(AAPL, quoteOf(), at(instant))).toBe(status)
  })

  test('an index follows its main venue, a lunch break is CLOSED, a coin is always OPEN', () => {
    expect(marketStatus(INDEX, quoteOf(), at('2025-11-05T15:00:00Z'))).toBe('OPEN')
    expect(marketStatus(INDEX, quoteOf(), at('2025-11-08T15:00:00Z'))).toBe('CLOSED')
    expect(marketStatus(TOKYO, quoteOf(), at('2025-11-05T02:00:00Z'))).toBe('OPEN')
    expect(marketStatus(TOKYO, quoteOf(), at('2025-11-05T03:00:00Z'))).toBe('CLOSED')
    for (const instant of ['2025-12-25T03:00:00Z', '2025-11-08T15:00:00Z']) {
      expect(marketStatus(BITCOIN, quoteOf(), at(instant))).toBe('OPEN')
    }
  })

  test('a halt is HALTED while the venue is open, and the venue’s own state otherwise', () => {
    const halted = quoteOf({ halted: true })
    expect(marketStatus(AAPL, halted, at('2025-11-05T15:00:00Z'))).toBe('HALTED')
    expect(marketStatus(AAPL, halted, at('2025-11-05T22:00:00Z'))).toBe('AFTER_HOURS')
    expect(marketStatus(AAPL, halted, at('2025-11-08T15:00:00Z'))).toBe('CLOSED')
  })

  test('a venue whose calendar is unknown is said to be neither open nor closed', () => {
    expect(marketStatus(UNLISTED, quoteOf(), at('2025-11-05T15:00:00Z'))).toBe('UNKNOWN')
  })
})

describe('toLiveQuote', () => {
  const NOW = at('2025-11-05T15:00:00.500Z')

  const shown = ({ entityId, ticker, ...rest }: Instrument, quote: Quote) =>
    toLiveQuote({
      ...quote,
      entityId,
      ticker,
      marketStatus: marketStatus({ entityId, ticker, ...rest }, quote, NOW),
    })

  test('has exactly the specified fields, the timestamp of the tick and not of the request', () => {
    expect(shown(AAPL, quoteOf())).toEqual({
      entity_id: AAPL.entityId,
      ticker: 'AAPL',
      price: 100,
      bid: 99.99,
      ask: 100.01,
      bid_size: 300,
      ask_size: 500,
      volume: 1_000_000,
      timestamp: '2025-11-05T15:00:00.000Z',
      market_status: 'OPEN',
    })
  })

  test('a side that was never seen is null, not 0', () => {
    const quote = quoteOf({ bid: null, ask: null, bidSize: null, askSize: null })
    expect(shown(AAPL, quote)).toMatchObject({
      bid: null,
      ask: null,
      bid_size: null,
      ask_size: null,
    })
  })

  test('fractional coins are rounded to whole ones in sizes and volume; nothing on offer stays 0', () => {
    const quote = quoteOf({ volume: 1_234.56, bidSize: 0.4, askSize: 0 })
    expect(shown(BITCOIN, quote)).toMatchObject({ volume: 1_235, bid_size: 0, ask_size: 0 })
  })
})
