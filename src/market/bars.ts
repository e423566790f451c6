import { type Instant, MINUTE_MS } from '../kernel/time.ts'

/**
 * Bars as columns of equal length, ascending. `at` is the UTC midnight of the session's date for daily bars and the
 * instant of the bar's open for intraday ones. Prices in the instrument's currency.
 */
export interface Bars {
  at: Float64Array
  open: Float64Array
  high: Float64Array
  low: Float64Array
  close: Float64Array
  volume: Float64Array
  /** `close` with all later splits and dividends carried back; equal to `close` on the newest bar. */
  adjustedClose: Float64Array
}

/** Inclusive at both ends. */
export interface InstantRange {
  from: Instant
  to: Instant
}

/** The columns of bars. */
export const COLUMNS = ['at', 'open', 'high', 'low', 'close', 'volume', 'adjustedClose'] as const

/** Bars of that many rows, all zero. */
export function zeroBars(length: number): Bars {
  return {
    at: new Float64Array(length),
    open: new Float64Array(length),
    high: new Float64Array(length),
    low: new Float64Array(length),
    close: new Float64Array(length),
    volume: new Float64Array(length),
    adjustedClose: new Float64Array(length),
  }
}

/** The bars from index `first` up to and without `end`; the columns are views. */
export function viewBars(bars: Bars, first: number, end: number): Bars {
  return {
    at: bars.at.subarray(first, end),
    open: bars.open.subarray(first, end),
    high: bars.high.subarray(first, end),
    low: bars.low.subarray(first, end),
    close: bars.close.subarray(first, end),
    volume: bars.volume.subarray(first, end),
    adjustedClose: bars.adjustedClose.subarray(first, end),
  }
}

/** The bars of a range, as views. */
export function barsWithin(bars: Bars, { from, to }: InstantRange): Bars {
  return viewBars(bars, lowerBound(bars.at, from), lowerBound(bars.at, to + 1))
}

/** Bars one after the other; each part must begin after the end of the one before. */
export function joinBars(parts: readonly Bars[]): Bars {
  const joined = zeroBars(parts.reduce((sum, { at }) => sum + at.length, 0))
  let length = 0
  for (const part of parts) {
    for (const column of COLUMNS) joined[column].set(part[column], length)
    length += part.at.length
  }
  return joined
}

/**
 * Longer bars from minute bars: first open, highest high, lowest low, last close, summed volume. Bars begin at whole
 * multiples of their length; minutes that are missing are simply not there.
 */
export function aggregateMinutes(minutes: Bars, lengthMinutes: number): Bars {
  const width = lengthMinutes * MINUTE_MS
  const bars = zeroBars(minutes.at.length)
  let count = 0
  for (let i = 0; i < minutes.at.length; i++) {
    const at = Math.floor((minutes.at[i] ?? 0) / width) * width
    if (count > 0 && bars.at[count - 1] === at) extendBar(bars, count - 1, minutes, i)
    else {
      for (const column of COLUMNS) bars[column][count] = minutes[column][i] ?? 0
      bars.at[count++] = at
    }
  }
  return viewBars(bars, 0, count)
}

function extendBar(bars: Bars, to: number, minutes: Bars, from: number): void {
  bars.high[to] = Math.max(bars.high[to] ?? 0, minutes.high[from] ?? 0)
  bars.low[to] = Math.min(bars.low[to] ?? 0, minutes.low[from] ?? 0)
  bars.close[to] = minutes.close[from] ?? 0
  bars.adjustedClose[to] = minutes.adjustedClose[from] ?? 0
  bars.volume[to] = (bars.volume[to] ?? 0) + (minutes.volume[from] ?? 0)
}

/** Index of the first element that is not below `value`. */
export function lowerBound(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}
