import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { zeroBars, type Bars } from '../../../market/bars.ts'
import { DAY_MS, MINUTE_MS } from '../../../kernel/time.ts'
import type { Interval } from '../../../market/vocabulary.ts'
import { encodeBars, sliceBars } from './encoded-bars.ts'
import { barsOf } from '../testing/fixtures.ts'

const EVERYTHING = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/** Bars of the contract, made without the code under test; prices must have at most 8 decimals. */
function wireBars(bars: Bars, interval: Interval): object[] {
  return Array.from(bars.at, (instant, i) => {
    const iso = new Date(instant).toISOString()
    return {
      date: interval === '1d' ? iso.slice(0, 10) : iso.replace('.000Z', 'Z'),
      open: bars.open[i]!,
      high: bars.high[i]!,
      low: bars.low[i]!,
      close: bars.close[i]!,
      volume: Math.round(bars.volume[i]!),
      adjusted_close: bars.adjustedClose[i]!,
    }
  })
}

const text = (bytes: Uint8Array): string => `[${Buffer.from(bytes).toString()}]`

/** Series of up to 30 bars with gaps and with prices of at most 8 decimals. */
function series(stepMs: number): fc.Arbitrary<Bars> {
  const price = fc.integer({ min: 0, max: 999_999_999_999 }).map((units) => units / 1e8)
  const row = fc.tuple(
    fc.integer({ min: 1, max: 9 }),
    price,
    price,
    price,
    fc.double({ min: 0, max: 1e12, noNaN: true }),
  )
  return fc.array(row, { maxLength: 30 }).map((rows) => {
    const bars = zeroBars(rows.length)
    let instant = Date.UTC(2020, 0, 1)
    rows.forEach(([gap, high, low, adjusted, volume], i) => {
      instant += gap * stepMs
      bars.at[i] = instant
      bars.open[i] = low
      bars.high[i] = high
      bars.low[i] = low
      bars.close[i] = high
      bars.adjustedClose[i] = adjusted
      bars.volume[i] = volume
    })
    return bars
  })
}

describe('encodeBars', () => {
  test.each([
    ['1d', DAY_MS],
    ['1min', MINUTE_MS],
    ['5min', 5 * MINUTE_MS],
  ] as const)('%s bars are byte for byte what JSON.stringify makes of them', (interval, stepMs) => {
    fc.assert(
      fc.property(series(stepMs), (bars) => {
        const { bytes } = sliceBars(encodeBars(bars, interval), EVERYTHING)
        expect(text(bytes)).toBe(JSON.stringify(wireBars(bars, interval)))
      }),
      { numRuns: 150 },
    )
  })

  test('prices have at most eight decimals and volumes none', () => {
    const bars = barsOf([['2025-01-02', 10, 2.5]])
    bars.open[0] = 1 / 3
    bars.low[0] = 0.000000123456
    bars.adjustedClose[0] = 1.005
    const [bar] = JSON.parse(text(sliceBars(encodeBars(bars, '1d'), EVERYTHING).bytes))
    expect(bar).toEqual({
      date: '2025-01-02',
      open: 0.33333333,
      high: 12,
      low: 0.00000012,
      close: 10,
      volume: 3,
      adjusted_close: 1.005,
    })
  })
})

describe('sliceBars', () => {
  test('a range is what a filter of the same bars gives, both ends included', () => {
    fc.assert(
      fc.property(
        series(DAY_MS),
        fc.integer({ min: -2, max: 300 }),
        fc.integer({ min: -2, max: 300 }),
        (bars, a, b) => {
          const start = Date.UTC(2020, 0, 1)
          const range = { from: start + a * DAY_MS, to: start + b * DAY_MS }
          const { bytes, count } = sliceBars(encodeBars(bars, '1d'), range)
          const expected = wireBars(bars, '1d').filter(
            (_bar, i) => bars.at[i]! >= range.from && bars.at[i]! <= range.to,
          )
          expect(text(bytes)).toBe(JSON.stringify(expected))
          expect(count).toBe(expected.length)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('no bars are no bytes', () => {
    expect(sliceBars(encodeBars(zeroBars(0), '1d'), EVERYTHING)).toMatchObject({ count: 0 })
    const one = encodeBars(barsOf([['2025-01-02', 1]]), '1d')
    expect(sliceBars(one, { from: 0, to: 1 }).bytes.byteLength).toBe(0)
  })

  test('a slice is a view of the block, not a copy', () => {
    const block = encodeBars(
      barsOf([
        ['2025-01-02', 1],
        ['2025-01-03', 2],
      ]),
      '1d',
    )
    expect(sliceBars(block, EVERYTHING).bytes.buffer).toBe(block.bytes.buffer)
  })
})
