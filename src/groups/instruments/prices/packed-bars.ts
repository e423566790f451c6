import { type Bars, COLUMNS, lowerBound, viewBars, zeroBars } from '../../../market/bars.ts'
import { DAY_MS } from '../../../kernel/time.ts'
import type { Interval } from '../../../market/vocabulary.ts'

/**
 * How much time a stored block spans: some 250 to 400 bars, so that a new bar rewrites 20 kB and a long series is a few
 * dozen rows. Migration 0014 knows these too.
 */
const STORED_BLOCK_MS: Record<Interval, number> = {
  '1d': 365 * DAY_MS,
  '5min': 7 * DAY_MS,
  '1min': DAY_MS,
}

const DOUBLE_BYTES = 8
const BAR_BYTES = COLUMNS.length * DOUBLE_BYTES

/** The bars of a block and which stretch they lie in. */
export interface BarBlock {
  number: number
  bars: Bars
}

/** Bars by the stretch they lie in, as views. Throws a RangeError unless they are ascending and could be bars. */
export function blocksOf(bars: Bars, interval: Interval): BarBlock[] {
  assertBars(bars)
  const width = STORED_BLOCK_MS[interval]
  const blocks: BarBlock[] = []
  for (let first = 0; first < bars.at.length;) {
    const number = Math.floor((bars.at[first] ?? 0) / width)
    const end = lowerBound(bars.at, (number + 1) * width)
    blocks.push({ number, bars: viewBars(bars, first, end) })
    first = end
  }
  return blocks
}

/** What the database cannot check within a block; the rules of docs/price-rules.md leave nothing of this over. */
function assertBars({ at, open, high, low, close, volume, adjustedClose }: Bars): void {
  let before = Number.NEGATIVE_INFINITY
  for (let i = 0; i < at.length; i++) {
    const [instant = NaN, top = NaN, bottom = NaN] = [at[i], high[i], low[i]]
    const least = Math.min(open[i] ?? NaN, close[i] ?? NaN, adjustedClose[i] ?? NaN, bottom)
    const most = Math.max(open[i] ?? NaN, close[i] ?? NaN, adjustedClose[i] ?? NaN, top, volume[i] ?? NaN)
    const isBar = instant > before && least > 0 && most < Infinity && top >= bottom && (volume[i] ?? NaN) >= 0
    if (!isBar || !Number.isFinite(instant)) throw new RangeError(`no bar at index ${i}`)
    before = instant
  }
}

/** Column after column, doubles in network byte order, which both engines' `float8send` writes too. */
export function packBars(bars: Bars): Buffer {
  const length = bars.at.length
  const doubles = new Float64Array(COLUMNS.length * length)
  for (const [place, column] of COLUMNS.entries()) doubles.set(bars[column], place * length)
  return Buffer.from(doubles.buffer).swap64()
}

/** The bars of blocks that follow each other, in new columns. */
export function unpackBars(blocks: readonly Buffer[]): Bars {
  const bars = zeroBars(blocks.reduce((sum, block) => sum + block.byteLength / BAR_BYTES, 0))
  let start = 0
  // One for all of them: a long series has many, and what each leaves behind has to be collected.
  const doubles = new Float64Array(
    blocks.reduce((most, block) => Math.max(most, block.byteLength), 0) / DOUBLE_BYTES,
  )
  const bytes = Buffer.from(doubles.buffer)
  for (const block of blocks) {
    bytes.set(block)
    bytes.subarray(0, block.byteLength).swap64()
    const length = block.byteLength / BAR_BYTES
    for (const [place, column] of COLUMNS.entries()) {
      bars[column].set(doubles.subarray(place * length, (place + 1) * length), start)
    }
    start += length
  }
  return bars
}

/** What is known with what is given in its place or between it, and how much of that is new. */
export interface MergedBars {
  bars: Bars
  inserted: number
  updated: number
}

/** Both ascending; the given bar of two at the same instant counts. */
export function mergeBars(known: Bars, given: Bars): MergedBars {
  const merged = zeroBars(known.at.length + given.at.length)
  let [from, taken, length, inserted, updated] = [0, 0, 0, 0, 0]
  while (from < known.at.length || taken < given.at.length) {
    const [old, fresh] = [known.at[from] ?? Infinity, given.at[taken] ?? Infinity]
    if (old < fresh) copyBar(known, from++, merged, length++)
    else {
      if (fresh < old) inserted++
      else if (differs(known, from++, given, taken)) updated++
      copyBar(given, taken++, merged, length++)
    }
  }
  return { bars: viewBars(merged, 0, length), inserted, updated }
}

function copyBar(from: Bars, index: number, to: Bars, at: number): void {
  for (const column of COLUMNS) to[column][at] = from[column][index] ?? Number.NaN
}

function differs(a: Bars, first: number, b: Bars, second: number): boolean {
  return COLUMNS.some((column) => a[column][first] !== b[column][second])
}
