import { setImmediate } from 'node:timers/promises'
import { type Bars, type InstantRange, lowerBound, zeroBars } from '../../../market/bars.ts'
import { DAY_MS, utcDay } from '../../../kernel/time.ts'
import type { Interval } from '../../../market/vocabulary.ts'
import { JsonWriter } from './json-writer.ts'

/** Bars as JSON that is ready to be sent, in whole or in part, without being copied. */
export interface EncodedBars {
  /** Objects with commas between them, ASCII. */
  bytes: Buffer
  /** Where each bar begins in `bytes`, and one past the end. */
  starts: Uint32Array
  at: Float64Array
}

/** More than most bars take: dates of 20 characters and prices of 12. */
const BAR_BYTES = 190

/** Encodes bars in the contract's shape; prices to 8 decimals, volume to a whole number. */
export function encodeBars(bars: Bars, interval: Interval): EncodedBars {
  const { at, open, high, low, close, volume, adjustedClose } = bars
  const starts = new Uint32Array(at.length + 1)
  const json = new JsonWriter(at.length * BAR_BYTES)
  for (let i = 0; i < at.length; i++) {
    starts[i] = json.length
    const instant = at[i] ?? 0
    json.ascii('{"date":"')
    if (interval === '1d') json.day(utcDay(instant))
    else json.instant(instant)
    json.ascii('","open":')
    json.price(open[i] ?? 0)
    json.ascii(',"high":')
    json.price(high[i] ?? 0)
    json.ascii(',"low":')
    json.price(low[i] ?? 0)
    json.ascii(',"close":')
    json.price(close[i] ?? 0)
    json.ascii(',"volume":')
    json.whole(Math.round(volume[i] ?? 0))
    json.ascii(',"adjusted_close":')
    json.price(adjustedClose[i] ?? 0)
    json.ascii('},')
  }
  starts[at.length] = json.length
  return { bytes: json.finish(), starts, at }
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

/** Enough for the compiler to have optimised what runs for each bar. */
const WARM_ROUNDS = 8
const WARM_BARS = 1_500

/**
 * Encodes bars that nobody asked for, a few milliseconds at a time: until V8 has optimised it, encoding takes five times as long, and the first
 * callers of long series would wait for that, and everybody else behind them.
 */
export async function warmEncoding(): Promise<void> {
  const bars = zeroBars(WARM_BARS)
  for (let i = 0; i < WARM_BARS; i++) {
    bars.at[i] = i * DAY_MS
    bars.volume[i] = i * 1_000
    for (const column of [bars.open, bars.high, bars.low, bars.close]) column[i] = 100 + (i % 900) / 100
    bars.adjustedClose[i] = 100 / (i + 1)
  }
  for (let round = 0; round < WARM_ROUNDS; round++) {
    encodeBars(bars, '1d')
    await setImmediate()
  }
}
