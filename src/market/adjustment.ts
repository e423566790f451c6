import type { Bars } from './bars.ts'
import { type Day, utcDay } from '../kernel/time.ts'

/** Shares after for each share before: 4 for 4-for-1, 0.1 for a 1-for-10 reverse split. */
export interface SplitEvent {
  exDay: Day
  factor: number
}

/** Cash per share on the split basis of the ex-date. */
export interface DividendEvent {
  exDay: Day
  amount: number
}

export interface AdjustmentEvents {
  splits: readonly SplitEvent[]
  dividends: readonly DividendEvent[]
}

/**
 * Factors that carry splits and dividends back over the closes of an as-traded daily series, by the method of the Center for
 * Research in Security Prices: before a split of k the factor is divided by k; before a dividend D it is multiplied by
 * 1 − D / C, where C is the close of the last session before the ex-date. `adjusted close = close × factor`; the factor
 * of the newest bar is 1. An event whose ex-date no bar has reached yet changes nothing; a dividend of at least the close
 * before it (a liquidation) is left out, because it would turn prices negative.
 */
export function adjustmentFactors(daily: Bars, { splits, dividends }: AdjustmentEvents): Float64Array {
  const factors = new Float64Array(daily.at.length)
  const events = mergeEvents(splits, dividends)
  let factor = 1
  let next = events.length - 1
  for (let i = daily.at.length - 1; i >= 0; i--) {
    factors[i] = factor
    const day = utcDay(daily.at[i] ?? 0)
    const dayBefore = i === 0 ? Number.NEGATIVE_INFINITY : utcDay(daily.at[i - 1] ?? 0)
    // Events after the newest bar have not happened for this series.
    while (next >= 0 && (events[next]?.exDay ?? 0) > day) next--
    while (next >= 0 && (events[next]?.exDay ?? 0) > dayBefore) {
      factor *= factorOf(events[next], i === 0 ? null : (daily.close[i - 1] ?? null))
      next--
    }
  }
  return factors
}

/** The same factors by day, for the intraday bars of the security: those of the newest daily bar on or before the day. */
export function factorByDay(daily: Bars, factors: Float64Array): (day: Day) => number {
  const days = daily.at.map((at) => utcDay(at))
  return (day) => {
    let [low, high] = [0, days.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((days[middle] ?? 0) <= day) low = middle + 1
      else high = middle
    }
    return low === 0 ? (factors[0] ?? 1) : (factors[low - 1] ?? 1)
  }
}

interface Event {
  exDay: Day
  split: number
  dividend: number
}

/** One event a day, ascending: on a day with both, the dividend is per share after the split. */
function mergeEvents(splits: readonly SplitEvent[], dividends: readonly DividendEvent[]): Event[] {
  const byDay = new Map<Day, Event>()
  const at = (exDay: Day): Event => {
    let event = byDay.get(exDay)
    if (event === undefined) byDay.set(exDay, (event = { exDay, split: 1, dividend: 0 }))
    return event
  }
  for (const { exDay, factor } of splits) at(exDay).split *= factor
  for (const { exDay, amount } of dividends) at(exDay).dividend += amount
  return [...byDay.values()].sort((a, b) => a.exDay - b.exDay)
}

function factorOf(event: Event | undefined, closeBefore: number | null): number {
  if (event === undefined) return 1
  const { split, dividend } = event
  // The close before stands on the basis before the split.
  const reference = closeBefore === null ? null : closeBefore / split
  const paid = reference === null || dividend >= reference ? 1 : 1 - dividend / reference
  return paid / split
}

/** Product of the splits after a day: prices of that day are divided by it, per-share amounts too. */
export function splitFactorAfter(splits: readonly SplitEvent[], day: Day): number {
  return splits.reduce((product, { exDay, factor }) => (exDay > day ? product * factor : product), 1)
}

/** As-traded daily bars on the split basis of the newest one; volume grows as prices shrink. */
export function onSplitBasis(daily: Bars, splits: readonly SplitEvent[]): Bars {
  if (splits.length === 0) return daily
  const factors = Float64Array.from(daily.at, (at) => splitFactorAfter(splits, utcDay(at)))
  const divided = (column: Float64Array): Float64Array => column.map((each, i) => each / (factors[i] ?? 1))
  return {
    ...daily,
    open: divided(daily.open),
    high: divided(daily.high),
    low: divided(daily.low),
    close: divided(daily.close),
    volume: daily.volume.map((each, i) => each * (factors[i] ?? 1)),
  }
}

/**
 * Whole numbers `to`:`from` of a split factor, such as 3:2 for 1.5 and 1:10 for 0.1; terms up to 1,000,000.
 * @param precision How far the ratio may be from the factor.
 */
export function splitRatio(factor: number, precision = factor * 1e-6): { to: number; from: number } {
  // Continued fraction: the first convergent that is as good as the factor's own precision.
  let [to, from, previousTo, previousFrom] = [Math.floor(factor), 1, 1, 0]
  let rest = factor - Math.floor(factor)
  while (Math.abs(to / from - factor) > precision && rest > 1e-9) {
    const inverse = 1 / rest
    const digit = Math.floor(inverse)
    ;[to, previousTo] = [digit * to + previousTo, to]
    ;[from, previousFrom] = [digit * from + previousFrom, from]
    rest = inverse - digit
  }
  return { to: Math.max(1, to), from }
}
