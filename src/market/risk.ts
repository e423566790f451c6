/** With fewer returns a deviation says nothing. */
export const FEWEST_RETURNS = 20
/** A sum of squared deviations below this is that of a price that stands still, or grows by the same fraction: rounding makes as much. */
const STILL_VARIANCE = 1e-24

/** Returns of the same day, or the same days, of two series. */
export interface ReturnPair {
  own: number
  benchmark: number
}

/**
 * The sample standard deviation of the returns, times the square root of how many there are in a year; null for fewer than 20.
 * @param perYear Returns in a year: some 252 of a stock exchange, 365 of coins.
 */
export function volatilityOf(returns: readonly number[], perYear: number): number | null {
  if (returns.length < FEWEST_RETURNS) return null
  const mean = meanOf(returns)
  const squares = returns.reduce((sum, each) => sum + (each - mean) ** 2, 0)
  return Math.sqrt((squares / (returns.length - 1)) * perYear)
}

/** A fall from a high: positions of the high and of the low after it, and what was lost as a fraction of the high. */
export interface Fall {
  from: number
  to: number
  fraction: number
}

/** The deepest fall from a peak among levels, the maximum drawdown; of a fraction of 0 where they never fell. */
export function deepestFall(levels: readonly number[]): Fall {
  let peak = 0
  let deepest: Fall = { from: 0, to: 0, fraction: 0 }
  for (const [at, level] of levels.entries()) {
    const high = levels[peak] ?? level
    if (level > high) peak = at
    const fraction = high > 0 ? (high - level) / high : 0
    if (fraction > deepest.fraction) deepest = { from: peak, to: at, fraction }
  }
  return deepest
}

/** Covariance with the benchmark's returns over their variance; null for fewer than 20 pairs or a benchmark that never moved. */
export function betaOf(pairs: readonly ReturnPair[]): number | null {
  if (pairs.length < FEWEST_RETURNS) return null
  const { covariance, ofBenchmark } = momentsOf(pairs)
  return ofBenchmark < STILL_VARIANCE ? null : covariance / ofBenchmark
}

/** Pearson's coefficient of the two, −1 to 1; null for fewer than 20 pairs or one that never moved. */
export function correlationOf(pairs: readonly ReturnPair[]): number | null {
  if (pairs.length < FEWEST_RETURNS) return null
  const { covariance, ofOwn, ofBenchmark } = momentsOf(pairs)
  if (Math.min(ofOwn, ofBenchmark) < STILL_VARIANCE) return null
  // Rounding makes what moves alike a little more than 1.
  return Math.max(-1, Math.min(1, covariance / Math.sqrt(ofOwn * ofBenchmark)))
}

/** Sums of products of deviations. */
function momentsOf(pairs: readonly ReturnPair[]): {
  covariance: number
  ofOwn: number
  ofBenchmark: number
} {
  const own = meanOf(pairs.map((pair) => pair.own))
  const benchmark = meanOf(pairs.map((pair) => pair.benchmark))
  const sums = { covariance: 0, ofOwn: 0, ofBenchmark: 0 }
  for (const pair of pairs) {
    const [x, y] = [pair.own - own, pair.benchmark - benchmark]
    sums.covariance += x * y
    sums.ofOwn += x * x
    sums.ofBenchmark += y * y
  }
  return sums
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, each) => sum + each, 0) / values.length
