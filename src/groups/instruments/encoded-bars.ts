import { type Bars, type InstantRange, lowerBound } from '../../kernel/bars.ts'
import { roundTo } from '../../kernel/numbers.ts'
import { formatDay, formatInstantSeconds, utcDay } from '../../kernel/time.ts'
import type { Interval } from '../../kernel/vocabulary.ts'

/** Bars as JSON that is ready to be sent, in whole or in part, without being copied. */
export interface EncodedBars {
  /** Objects with commas between them, ASCII. */
  bytes: Buffer
  /** Where each bar begins in `bytes`, and one past the end. */
  starts: Uint32Array
  at: Float64Array
}

const WIRE_DECIMALS = 8

/** Encodes bars in the contract's shape; prices to 8 decimals, volume to a whole number. */
export function encodeBars(bars: Bars, interval: Interval): EncodedBars {
  const { at, open, high, low, close, volume, adjustedClose } = bars
  const starts = new Uint32Array(at.length + 1)
  const parts: string[] = []
  let length = 0
  for (let i = 0; i < at.length; i++) {
    starts[i] = length
    const instant = at[i] ?? 0
    const text =
      `{"date":"${interval === '1d' ? formatDay(utcDay(instant)) : formatInstantSeconds(instant)}"` +
      `,"open":${price(open[i])},"high":${price(high[i])},"low":${price(low[i])},"close":${price(close[i])}` +
      `,"volume":${Math.round(volume[i] ?? 0)},"adjusted_close":${price(adjustedClose[i])}},`
    parts.push(text)
    length += text.length
  }
  starts[at.length] = length
  return { bytes: Buffer.from(parts.join(''), 'latin1'), starts, at }
}

function price(value: number | undefined): number {
  return roundTo(value ?? 0, WIRE_DECIMALS)
}

/** The bytes of the bars of a range (without a comma at their end) and how many they are. */
export function sliceBars(
  block: EncodedBars,
  { from, to }: InstantRange,
): { bytes: Uint8Array; count: number } {
  const first = lowerBound(block.at, from)
  const last = lowerBound(block.at, to + 1)
  const count = Math.max(0, last - first)
  const start = block.starts[first] ?? 0
  const end = count === 0 ? start : (block.starts[last] ?? 1) - 1
  return { bytes: block.bytes.subarray(start, end), count }
}
