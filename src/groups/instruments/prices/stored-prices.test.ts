import { beforeEach, describe, expect, test } from 'vitest'
import { barsWithin, type Bars, type InstantRange } from '../../../market/bars.ts'
import { DAY_MS, formatInstant, type Instant, MINUTE_MS } from '../../../kernel/time.ts'
import type { Interval } from '../../../market/vocabulary.ts'
import type { PriceSource } from '../../../ports/market-data.ts'
import type { BarStore, StoredSeries } from './bar-store.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { createStoredPrices } from './stored-prices.ts'
import { at, type BarRow, barsOf, instrumentOf } from '../testing/fixtures.ts'

const EVERYTHING: InstantRange = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
const signal = new AbortController().signal

let now: Instant
let reads: InstantRange[]
beforeEach(() => {
  now = at('2026-01-01T00:00:00Z')
  reads = []
})

/** Prices of an instrument from rows that lie in a store. */
function prices(
  rows: Partial<Record<Interval, readonly BarRow[]>>,
  instrument: Instrument = instrumentOf(),
  source: string = 'import',
): PriceSource {
  const stored = new Map<number, Bars>()
  const series = (Object.keys(rows) as Interval[]).map((interval, index): StoredSeries => {
    const bars = barsOf(rows[interval] ?? [])
    stored.set(index, bars)
    const span = { from: bars.at[0] ?? 0, to: bars.at.at(-1) ?? 0 }
    const kept = { span, adjustedUntil: span.to }
    return { seriesId: index, interval, source, basis: 'split_adjusted', version: 7, ...kept }
  })
  const read: BarStore['read'] = async (id, range) => {
    reads.push(range)
    return barsWithin(stored.get(id) ?? barsOf([]), range)
  }
  return createStoredPrices(
    instrument,
    { series, splits: [], dividends: [] },
    { read } as BarStore,
    () => now,
  )
}

const listing = instrumentOf()
const dates = (bars: Bars): string[] => Array.from(bars.at, (instant) => formatInstant(instant).slice(0, 16))

const DAILY: BarRow[] = [
  ['2025-11-03', 100, 10],
  ['2025-11-04', 101, 11],
  ['2025-11-05', 102, 12],
  ['2025-11-26', 103, 13],
  ['2025-11-28', 104, 14],
]

describe('daily bars as of market time', () => {
  test.each([
    ['2025-11-01T00:00:00Z', []],
    ['2025-11-03T20:59:59.999Z', []],
    ['2025-11-03T21:00:00Z', ['2025-11-03T00:00']],
    ['2025-11-05T15:00:00Z', ['2025-11-03T00:00', '2025-11-04T00:00']],
    ['2025-11-05T21:00:00Z', ['2025-11-03T00:00', '2025-11-04T00:00', '2025-11-05T00:00']],
  ])('at %s only finished sessions are there', async (instant, expected) => {
    now = at(instant)
    const source = prices({ '1d': DAILY })
    expect(dates(await source.bars(listing, '1d', EVERYTHING))).toEqual(expected)
    const span = await source.span(listing, '1d')
    expect(span === null ? [] : [formatInstant(span.from).slice(0, 16)]).toEqual(expected.slice(0, 1))
  })

  test('an early close finishes the bar early', async () => {
    now = at('2025-11-28T17:59:59Z')
    const source = prices({ '1d': DAILY })
    expect((await source.span(listing, '1d'))?.to).toBe(at('2025-11-26'))
    now = at('2025-11-28T18:00:00Z')
    expect((await source.span(listing, '1d'))?.to).toBe(at('2025-11-28'))
  })

  test('at a venue without a calendar a bar is finished at the end of its day', async () => {
    const unlisted = instrumentOf({ mic: 'NOWHERE' })
    now = at('2025-11-04T23:59:59Z')
    const source = prices({ '1d': DAILY }, unlisted)
    expect((await source.span(unlisted, '1d'))?.to).toBe(at('2025-11-03'))
    now = at('2025-11-05T00:00:00Z')
    expect((await source.span(unlisted, '1d'))?.to).toBe(at('2025-11-04'))
  })

  test('a range outside of what is visible is not even read', async () => {
    now = at('2025-11-04T22:00:00Z')
    const source = prices({ '1d': DAILY })
    const later = { from: at('2025-11-05'), to: at('2025-12-01') }
    expect((await source.bars(listing, '1d', later)).at).toHaveLength(0)
    expect((await source.bars(listing, '5min', EVERYTHING)).at).toHaveLength(0)
    expect(reads).toEqual([])
  })
})

describe('intraday bars as of market time', () => {
  const rows = (...times: string[]): BarRow[] => times.map((time) => [`2025-11-05T${time}:00Z`, 1])
  const BARS = { '1min': rows('14:30', '14:31', '14:35'), '5min': rows('14:30', '14:35', '14:45') }

  test.each([
    ['1min', '2025-11-05T14:30:59.999Z', 0],
    ['1min', '2025-11-05T14:31:00Z', 1],
    ['1min', '2025-11-05T14:31:59.999Z', 1],
    ['1min', '2025-11-05T14:32:00Z', 2],
    ['1min', '2025-11-05T14:36:00Z', 3],
    ['5min', '2025-11-05T14:34:59.999Z', 0],
    ['5min', '2025-11-05T14:35:00Z', 1],
    ['5min', '2025-11-05T14:39:59.999Z', 1],
    ['5min', '2025-11-05T14:49:59.999Z', 2],
    ['5min', '2025-11-05T14:50:00Z', 3],
  ] as const)('%s bars at %s: %i of 3 are finished', async (interval, instant, count) => {
    now = at(instant)
    const source = prices({ [interval]: BARS[interval] })
    expect((await source.bars(listing, interval, EVERYTHING)).at).toHaveLength(count)
  })
})

describe('the version', () => {
  const range = { from: 0, to: at('2030-01-01') }

  test('changes with the newest visible bar and not in between', async () => {
    const rows: BarRow[] = Array.from({ length: 60 }, (_, minute) => [
      formatInstant(at('2025-11-05T14:30:00Z') + minute * MINUTE_MS),
      minute,
    ])
    const source = prices({ '1min': rows })
    const versionAt = (instant: string): Promise<string> => {
      now = at(instant)
      return source.version(listing, '1min', range)
    }
    const first = await versionAt('2025-11-05T14:40:00.000Z')
    expect(await versionAt('2025-11-05T14:40:31.250Z')).toBe(first)
    expect(await versionAt('2025-11-05T14:40:59.999Z')).toBe(first)
    expect(await versionAt('2025-11-05T14:41:00.000Z')).not.toBe(first)
  })

  test('of a range that lies before the newest bar does not change with it', async () => {
    const source = prices({ '1d': DAILY })
    const past = { from: at('2025-11-03'), to: at('2025-11-03') + DAY_MS - 1 }
    now = at('2025-11-05T15:00:00Z')
    const before = await source.version(listing, '1d', past)
    now = at('2025-12-05T15:00:00Z')
    expect(await source.version(listing, '1d', past)).toBe(before)
  })

  test('names the stored edition, and is empty for what is not stored', async () => {
    const source = prices({ '1d': DAILY })
    expect(await source.version(listing, '1d', range)).toMatch(/^7\./)
    expect(await source.version(listing, '1min', range)).toBe('')
  })
})

describe('the quote', () => {
  test('is the last finished close, stamped with the end of its session', async () => {
    now = at('2025-11-05T15:00:00Z')
    expect(await prices({ '1d': DAILY }).quote(listing, signal)).toEqual({
      price: 101,
      bid: null,
      ask: null,
      bidSize: null,
      askSize: null,
      volume: 11,
      at: at('2025-11-04T21:00:00Z'),
      previousClose: 100,
      halted: false,
      freshUntil: at('2025-11-05T15:01:00Z'),
    })
  })

  test('of the first bar has no close before it, and there is none before the first bar', async () => {
    now = at('2025-11-03T22:00:00Z')
    expect(await prices({ '1d': DAILY }).quote(listing, signal)).toMatchObject({
      price: 100,
      previousClose: null,
    })
    now = at('2025-11-03T12:00:00Z')
    expect(await prices({ '1d': DAILY }).quote(listing, signal)).toBeNull()
    expect(await prices({}).quote(listing, signal)).toBeNull()
  })

  test('keeps the time of a bar that nothing has followed', async () => {
    now = at('2025-11-20T15:00:00Z')
    expect(await prices({ '1d': DAILY }).quote(listing, signal)).toMatchObject({
      price: 102,
      at: at('2025-11-05T21:00:00Z'),
    })
  })

  const INTRADAY: BarRow[] = [
    ['2025-11-04T20:58:00Z', 90, 1],
    ['2025-11-04T20:59:00Z', 91, 2],
    ['2025-11-05T14:30:00Z', 92, 4],
    ['2025-11-05T14:31:00Z', 93, 8],
    ['2025-11-05T14:32:00Z', 94, 16],
    ['2025-11-06T14:30:00Z', 95, 32],
  ]

  test('from minutes has the volume of its day and the close of the day before', async () => {
    now = at('2025-11-05T14:32:30Z')
    expect(await prices({ '1min': INTRADAY }).quote(listing, signal)).toMatchObject({
      price: 93,
      volume: 12,
      previousClose: 91,
      at: at('2025-11-05T14:32:00Z'),
    })
  })

  test('from minutes keeps the end of the last minute when the market has closed', async () => {
    now = at('2025-11-06T03:00:00Z')
    expect(await prices({ '1min': INTRADAY }).quote(listing, signal)).toMatchObject({
      price: 94,
      volume: 28,
      at: at('2025-11-05T14:33:00Z'),
    })
  })

  test('comes from whichever series ended last', async () => {
    const both = { '1d': DAILY, '1min': INTRADAY }
    now = at('2025-11-05T14:32:30Z')
    expect(await prices(both).quote(listing, signal)).toMatchObject({ price: 93 })
    now = at('2025-11-05T22:00:00Z')
    expect(await prices(both).quote(listing, signal)).toMatchObject({
      price: 102,
      at: at('2025-11-05T21:00:00Z'),
    })
    now = at('2025-11-06T15:00:00Z')
    expect(await prices(both).quote(listing, signal)).toMatchObject({ price: 95 })
    now = at('2025-12-01T15:00:00Z')
    expect(await prices(both).quote(listing, signal)).toMatchObject({ price: 104 })
  })

  test('comes from the daily bar when both end at the close', async () => {
    now = at('2025-11-04T23:00:00Z')
    const both = { '1min': INTRADAY, '1d': DAILY }
    expect(await prices(both).quote(listing, signal)).toMatchObject({
      price: 101,
      volume: 11,
      previousClose: 100,
    })
  })
})

describe('the source', () => {
  test('is named after what the bars came from', () => {
    expect(prices({ '1d': DAILY, '1min': [] }).name).toBe('import')
    expect(prices({ '1d': DAILY }, listing, 'lean').name).toBe('lean')
    expect(prices({ '1d': DAILY }).covers(listing)).toBe(true)
  })

  test('knows nothing of dividends, which is not the same as none', async () => {
    expect(await prices({ '1d': DAILY }).dividends(listing)).toBeNull()
  })
})
