import type { PriceSeries } from '../../../contract/indicators.ts'
import type { IndicatorName, Interval } from '../../../market/vocabulary.ts'

/** Which indicator of which bars. */
export interface IndicatorChoice {
  name: IndicatorName
  interval: Interval
  /** Whole bars, 2 to 400. */
  window: number
  series: PriceSeries
}

export const MACD_BARS = { fast: 12, slow: 26, signal: 9 } as const

/**
 * What an average began with, the mean of a whole window, fades by e² in each window of an exponential one and by e in
 * each of a Wilder one, so after this many further windows it weighs e⁻²⁰ (2·10⁻⁹) at most.
 */
const SETTLED_WINDOWS = { exponential: 1 + 10, wilder: 1 + 20 } as const

/** Bars before the first one of a range, by window. */
const WARM_UP: Readonly<Record<IndicatorName, (window: number) => number>> = {
  sma: (window) => window - 1,
  ema: (window) => SETTLED_WINDOWS.exponential * window,
  rsi: (window) => SETTLED_WINDOWS.wilder * window,
  macd: () => SETTLED_WINDOWS.exponential * (MACD_BARS.slow + MACD_BARS.signal),
  bbands: (window) => window - 1,
  atr: (window) => SETTLED_WINDOWS.wilder * window,
  volatility: (window) => window,
}

/**
 * How many bars before a range make its first bar as good as any: a window for what looks at a window alone, several
 * for averages that never forget.
 */
export function warmUpBars({ name, window }: Pick<IndicatorChoice, 'name' | 'window'>): number {
  return WARM_UP[name](window)
}
