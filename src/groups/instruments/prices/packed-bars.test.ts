import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../kernel/time.ts'
import { type Bars, COLUMNS, joinBars, viewBars, zeroBars } from '../../../market/bars.ts'
import { blocksOf, mergeBars, packBars, unpackBars } from './packed-bars.ts'

const DAY = Date.UTC(2025, 10, 3)

/** Bars at these instants; the price tells them apart. */
function barsAt(instants: readonly number[], price = 1): Bars {
  const bars = zeroBars(instants.length)
  bars.at.set(instants)
  for (const column of COLUMNS) if (column !== 'at') bars[column].fill(price)
  return bars
}

const rowsOf = (bars: Bars): number[][] =>
  [...bars.at.keys()].map((index) => COLUMNS.map((column) => bars[column][index] ?? Number.NaN))

const instants = fc
  .uniqueArray(fc.integer({ min: -400, max: 400 }), { maxLength: 60 })
  .map((days) => days.toSorted((a, b) => a - b).map((day) => day * DAY_MS))

describe('packed bars', () => {
  it('are read back as they were, block after block', () => {
    fc.assert(
      fc.property(instants, fc.double({ min: 1e-9, max: 1e12, noNaN: true }), (at, price) => {
        const bars = barsAt(at, price)
        const blocks = blocksOf(bars, '1d')
        expect(rowsOf(unpackBars(blocks.map((block) => packBars(block.bars))))).toEqual(rowsOf(bars))
        expect(rowsOf(joinBars(blocks.map((block) => block.bars)))).toEqual(rowsOf(bars))
      }),
    )
  })

  it('are doubles in network byte order, column after column', () => {
    const packed = packBars(barsAt([DAY, DAY + DAY_MS], 2))
    expect(packed.byteLength).toBe(2 * 7 * 8)
    expect([0, 8, 16, 104].map((place) => packed.readDoubleBE(place))).toEqual([DAY, DAY + DAY_MS, 2, 2])
  })

  it('lie in stretches counted from 1970, the ones before it too', () => {
    const at = [-DAY_MS - 1, -1, 0, DAY_MS - MINUTE_MS, DAY_MS]
    expect(blocksOf(barsAt(at), '1min').map(({ number, bars }) => [number, bars.at.length])).toEqual([
      [-2, 1],
      [-1, 1],
      [0, 2],
      [1, 1],
    ])
    expect(blocksOf(barsAt([6 * DAY_MS, 7 * DAY_MS]), '5min').map(({ number }) => number)).toEqual([0, 1])
    expect(blocksOf(barsAt([364 * DAY_MS, 365 * DAY_MS]), '1d').map(({ number }) => number)).toEqual([0, 1])
  })

  it.each([
    ['two of one instant', barsAt([DAY, DAY])],
    ['one before the other', barsAt([DAY + 1, DAY])],
    ['a price of nothing', barsAt([DAY], 0)],
    ['an endless price', barsAt([DAY], Infinity)],
    ['no price', barsAt([DAY], Number.NaN)],
    ['no instant', barsAt([Number.NaN])],
    ['a high below its low', { ...barsAt([DAY]), low: Float64Array.of(2) }],
    ['a negative volume', { ...barsAt([DAY]), volume: Float64Array.of(-1) }],
  ])('%s is no series of bars', (_, bars) => {
    expect(() => blocksOf(bars, '1d')).toThrow(RangeError)
  })
})

describe('merging', () => {
  it('is what a map by instant would give, and counts what is new', () => {
    fc.assert(
      fc.property(instants, instants, fc.constantFrom(1, 2), (old, fresh, price) => {
        const { bars, inserted, updated } = mergeBars(barsAt(old), barsAt(fresh, price))
        const byInstant = new Map(old.map((at) => [at, 1]))
        for (const at of fresh) byInstant.set(at, price)
        const expected = [...byInstant].toSorted(([a], [b]) => a - b)
        expect(rowsOf(bars).map(([at, open]) => [at, open])).toEqual(expected)
        const known = fresh.filter((at) => old.includes(at)).length
        expect([inserted, updated]).toEqual([fresh.length - known, price === 1 ? 0 : known])
      }),
    )
  })

  it('takes views and leaves what it was given as it was', () => {
    const all = barsAt([1, 2, 3, 4].map((day) => DAY + day * DAY_MS))
    const before = rowsOf(all)
    mergeBars(viewBars(all, 0, 2), barsAt([DAY + 2 * DAY_MS], 9))
    expect(rowsOf(all)).toEqual(before)
  })
})
