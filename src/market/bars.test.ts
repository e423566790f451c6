import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aggregateMinutes, type Bars, barsWithin, joinBars, lowerBound, viewBars, zeroBars } from './bars.ts'
import { MINUTE_MS } from '../kernel/time.ts'

interface Row {
  at: number
  open: number
  high: number
  low: number
  close: number
  volume: number
  adjustedClose: number
}

const COLUMNS = ['at', 'open', 'high', 'low', 'close', 'volume', 'adjustedClose'] as const

function barsOf(rows: readonly Row[]): Bars {
  const bars = zeroBars(rows.length)
  rows.forEach((row, index) => COLUMNS.forEach((column) => bars[column].fill(row[column], index, index + 1)))
  return bars
}

function rowsOf(bars: Bars): Row[] {
  return Array.from(bars.at, (_, index) => {
    const [at = 0, open = 0, high = 0, low = 0, close = 0, volume = 0, adjustedClose = 0] = COLUMNS.map(
      (column) => bars[column][index],
    )
    return { at, open, high, low, close, volume, adjustedClose }
  })
}

const price = fc.integer({ min: 1, max: 10_000 })
/** Minutes in ascending order with gaps, from before 1970 on. */
const minuteRows: fc.Arbitrary<Row[]> = fc
  .uniqueArray(fc.integer({ min: -600, max: 600 }), { maxLength: 60 })
  .map((minutes) => minutes.sort((a, b) => a - b))
  .chain((minutes) =>
    fc.tuple(
      ...minutes.map((minute) =>
        fc.tuple(price, price, price, price, fc.nat(1_000_000)).map(([open, close, one, other, volume]) => ({
          at: minute * MINUTE_MS,
          open,
          high: Math.max(open, close, one, other),
          low: Math.min(open, close, one, other),
          close,
          volume,
          adjustedClose: close / 2,
        })),
      ),
    ),
  )

describe('aggregating minutes', () => {
  it('gives one bar for each stretch that has a minute, and no other', () => {
    fc.assert(
      fc.property(minuteRows, fc.constantFrom(1, 5, 60), (rows, length) => {
        const stretches = Map.groupBy(rows, ({ at }) => Math.floor(at / (length * MINUTE_MS)))
        const expected = [...stretches].map(([index, group]) => ({
          at: index * length * MINUTE_MS,
          open: group[0]?.open,
          high: Math.max(...group.map(({ high }) => high)),
          low: Math.min(...group.map(({ low }) => low)),
          close: group.at(-1)?.close,
          volume: group.reduce((sum, { volume }) => sum + volume, 0),
          adjustedClose: group.at(-1)?.adjustedClose,
        }))
        expect(rowsOf(aggregateMinutes(barsOf(rows), length))).toEqual(expected)
      }),
    )
  })

  it('leaves the minutes as they were', () => {
    const row = { open: 1, high: 2, low: 1, close: 2, volume: 3, adjustedClose: 2 }
    const minutes = barsOf([0, 1, 2].map((minute) => ({ ...row, at: minute * MINUTE_MS })))
    const before = rowsOf(minutes)
    aggregateMinutes(minutes, 5)
    expect(rowsOf(minutes)).toEqual(before)
  })
})

describe('cutting and joining bars', () => {
  it('within a range keeps exactly the bars from its first to its last instant, both included', () => {
    const bound = fc.integer({ min: -700, max: 700 }).map((minute) => minute * MINUTE_MS)
    fc.assert(
      fc.property(minuteRows, bound, bound, (rows, from, to) => {
        expect(rowsOf(barsWithin(barsOf(rows), { from, to }))).toEqual(
          rows.filter(({ at }) => at >= from && at <= to),
        )
      }),
    )
  })

  it('joined again, the pieces are the whole', () => {
    fc.assert(
      fc.property(minuteRows, fc.array(fc.nat(60)), (rows, cuts) => {
        const bars = barsOf(rows)
        const ends = [...cuts.map((cut) => Math.min(cut, rows.length)).sort((a, b) => a - b), rows.length]
        const parts = ends.map((end, index) => viewBars(bars, ends[index - 1] ?? 0, end))
        expect(rowsOf(joinBars(parts))).toEqual(rows)
      }),
    )
    expect(rowsOf(joinBars([]))).toEqual([])
  })
})

describe('lowerBound', () => {
  it('is the first index that is not below the value', () => {
    const numbers = fc.array(fc.integer({ min: -20, max: 20 }), { maxLength: 40 })
    fc.assert(
      fc.property(numbers, fc.integer({ min: -22, max: 22 }), (values, value) => {
        const sorted = Float64Array.from(values).sort()
        const found = sorted.findIndex((each) => each >= value)
        expect(lowerBound(sorted, value)).toBe(found === -1 ? sorted.length : found)
      }),
    )
  })
})
