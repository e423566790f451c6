import { ATR, RSI, SMA } from 'trading-signals'
import type {
  IndicatorParams,
  IndicatorSeries,
  IndicatorValues,
  PriceSeries,
} from '../../../contract/indicators.ts'
import { type Bars, type InstantRange, lowerBound, viewBars } from '../../../market/bars.ts'
import { roundTo } from '../../../kernel/numbers.ts'
import { formatDay, formatInstantSeconds, utcDay } from '../../../kernel/time.ts'
import type { IndicatorName, Interval } from '../../../market/vocabulary.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { type IndicatorChoice, MACD_BARS, warmUpBars } from './indicator-choice.ts'
import { MAX_RANGE_BARS, rangeTooLarge } from './ohlcv-range.ts'

/** Columns by name, each as long as the bars; NaN where there is no value. */
export type IndicatorColumns = ReadonlyMap<keyof IndicatorValues, Float64Array>

interface Indicator {
  params: (choice: IndicatorChoice) => IndicatorParams
  compute: (bars: Bars, choice: IndicatorChoice) => IndicatorColumns
}

const DECIMALS = 8
const YEAR_SESSIONS = 252
const DEVIATIONS = 2

const INDICATORS: Readonly<Record<IndicatorName, Indicator>> = {
  sma: { params: windowAndSeries, compute: sma },
  ema: { params: windowAndSeries, compute: ema },
  rsi: { params: windowAndSeries, compute: rsi },
  macd: {
    params: ({ series }) => ({ ...MACD_BARS, series }),
    compute: macd,
  },
  bbands: {
    params: (choice) => ({ ...windowAndSeries(choice), deviations: DEVIATIONS }),
    compute: bbands,
  },
  atr: {
    params: ({ window }) => ({ window }),
    compute: atr,
  },
  volatility: {
    params: (choice) => ({ ...windowAndSeries(choice), annualization: returnsPerYear(choice.interval) }),
    compute: volatility,
  },
}

/** The indicator at each bar, of these bars alone. */
export function computeIndicator(bars: Bars, choice: IndicatorChoice): IndicatorColumns {
  return INDICATORS[choice.name].compute(bars, choice)
}

/**
 * The reply for a range, from bars that begin {@link warmUpBars} before it, or where the history begins. Further ones
 * are not looked at, so that the response does not depend on how much was read. Throws 422 `RANGE_TOO_LARGE` beyond
 * 100,000 bars.
 */
export function toIndicatorSeries(
  { entityId, ticker }: Pick<Instrument, 'entityId' | 'ticker'>,
  choice: IndicatorChoice,
  bars: Bars,
  { from, to }: InstantRange,
): IndicatorSeries {
  const [first, end] = [lowerBound(bars.at, from), lowerBound(bars.at, to + 1)]
  if (end - first > MAX_RANGE_BARS) throw rangeTooLarge()
  const start = Math.max(0, first - warmUpBars(choice))
  const used = viewBars(bars, start, Math.max(first, end))
  const columns = computeIndicator(used, choice)
  const { name, interval } = choice
  const points: IndicatorSeries['points'] = []
  for (let i = first - start; i < used.at.length; i++) {
    const values = valuesAt(columns, i)
    if (values !== null) points.push({ date: dateOf(used.at[i] ?? 0, interval), values })
  }
  return { entity_id: entityId, ticker, interval, name, params: INDICATORS[name].params(choice), points }
}

/** The rounded values of a bar; null unless it has all of them. */
function valuesAt(columns: IndicatorColumns, index: number): IndicatorValues | null {
  const values: IndicatorValues = {}
  for (const [name, column] of columns) {
    const value = column[index]
    if (value === undefined || !Number.isFinite(value)) return null
    values[name] = roundTo(value, DECIMALS)
  }
  return values
}

function dateOf(at: number, interval: Interval): string {
  return interval === '1d' ? formatDay(utcDay(at)) : formatInstantSeconds(at)
}

function windowAndSeries({ window, series }: IndicatorChoice): IndicatorParams {
  return { window, series }
}

function columnOf(bars: Bars, series: PriceSeries): Float64Array {
  return series === 'adjusted_close' ? bars.adjustedClose : bars[series]
}

function sma(bars: Bars, { series, window }: IndicatorChoice): IndicatorColumns {
  const average = new SMA(window)
  return new Map([['sma', columnOf(bars, series).map((value) => average.add(value) ?? Number.NaN)]])
}

function ema(bars: Bars, { series, window }: IndicatorChoice): IndicatorColumns {
  return new Map([['ema', exponentialMean(columnOf(bars, series), window)]])
}

/**
 * Not the library's, which begins with the first value alone: like TA-Lib and the charting sites it begins, `window`
 * finite values on, with their mean. NaN before. Weight of the newest value: 2 / (window + 1).
 */
function exponentialMean(values: Float64Array, window: number): Column {
  const [means] = emptyColumns(values.length)
  const weight = 2 / (window + 1)
  let [count, mean] = [0, 0]
  for (const [index, value] of values.entries()) {
    if (count === 0 && !Number.isFinite(value)) continue
    count++
    mean = count <= window ? mean + (value - mean) / count : mean + weight * (value - mean)
    if (count >= window) means[index] = mean
  }
  return means
}

/** The library says 100 of what never fell, even if it never rose: without any movement there is no value. */
function rsi(bars: Bars, { series, window }: IndicatorChoice): IndicatorColumns {
  const input = columnOf(bars, series)
  const strength = new RSI(window)
  let moved = false
  const column = input.map((value) => {
    moved ||= value !== input[0]
    const percent = strength.add(value)
    return moved && percent !== null ? percent : Number.NaN
  })
  return new Map([['rsi', column]])
}

/** Each of the three averages begins with the mean of its own first window. */
function macd(bars: Bars, { series }: IndicatorChoice): IndicatorColumns {
  const input = columnOf(bars, series)
  const [fast, slow] = [exponentialMean(input, MACD_BARS.fast), exponentialMean(input, MACD_BARS.slow)]
  const difference = fast.map((value, index) => value - (slow[index] ?? Number.NaN))
  const signal = exponentialMean(difference, MACD_BARS.signal)
  return new Map([
    ['macd', difference],
    ['signal', signal],
    ['histogram', difference.map((value, index) => value - (signal[index] ?? Number.NaN))],
  ])
}

/** Not the library's: it looks at the whole window again for each bar, 40 million values for a year of minutes. */
function bbands(bars: Bars, { series, window }: IndicatorChoice): IndicatorColumns {
  const { mean, squares } = rollingMoments(columnOf(bars, series), window)
  const deviation = squares.map((sum) => DEVIATIONS * Math.sqrt(sum / window))
  return new Map([
    ['lower', mean.map((value, index) => value - (deviation[index] ?? Number.NaN))],
    ['middle', mean],
    ['upper', mean.map((value, index) => value + (deviation[index] ?? Number.NaN))],
  ])
}

/** The first bar's true range is its high minus its low. */
function atr({ high, low, close }: Bars, { window }: IndicatorChoice): IndicatorColumns {
  const range = new ATR(window)
  const column = close.map((value, index) => {
    const candle = { high: high[index] ?? Number.NaN, low: low[index] ?? Number.NaN, close: value }
    return range.add(candle) ?? Number.NaN
  })
  return new Map([['atr', column]])
}

/** Not the library's: its deviation is that of a population, and its returns throw where a volume is 0. */
function volatility(bars: Bars, { series, window, interval }: IndicatorChoice): IndicatorColumns {
  const input = columnOf(bars, series)
  const returns = input.map((value, index) => logReturn(input[index - 1], value))
  const scale = Math.sqrt(returnsPerYear(interval))
  const { squares } = rollingMoments(returns, window)
  return new Map([['volatility', squares.map((sum) => scale * Math.sqrt(sum / (window - 1)))]])
}

/** NaN unless both are positive. */
function logReturn(before: number | undefined, after: number): number {
  return before !== undefined && before > 0 && after > 0 ? Math.log(after / before) : Number.NaN
}

/** After so many steps the moments are taken from the window itself again: what rounding adds up to stays below 1e-12. */
const FRESH_EVERY = 256
/**
 * And when the sum has fallen to this share of what it was: the rounding of the large one would be a deviation of its own
 * after a spike has left the window.
 */
const CANCELLED = 1e-4

/**
 * Mean and sum of squared deviations of the last `window` values at each index, NaN where one of them is not finite or
 * there are too few. One value enters and one leaves at each step (B. P. Welford, Technometrics 4, 1962, run both ways).
 */
function rollingMoments(
  values: Float64Array,
  window: number,
): { mean: Float64Array<ArrayBuffer>; squares: Float64Array<ArrayBuffer> } {
  const [means, sums] = emptyColumns(values.length)
  let [mean, squares, finite, most] = [0, 0, 0, 0]
  for (let i = 0; i < values.length; i++) {
    const [entering, leaving] = [values[i] ?? Number.NaN, values[i - window] ?? Number.NaN]
    const isWhole = finite >= window
    finite = Number.isFinite(entering) ? finite + 1 : 0
    if (finite < window) continue
    if (isWhole && i % FRESH_EVERY !== 0) {
      const before = mean
      mean += (entering - leaving) / window
      squares += (entering - leaving) * (entering - mean + leaving - before)
    }
    if (!isWhole || i % FRESH_EVERY === 0 || squares < most * CANCELLED) {
      ;[mean, squares] = momentsOf(values.subarray(i - window + 1, i + 1))
      most = squares
    }
    most = Math.max(most, squares)
    means[i] = mean
    sums[i] = squares
  }
  return { mean: means, squares: sums }
}

/** In loops: with callbacks it takes nearly twice as long. */
function momentsOf(values: Float64Array): [mean: number, squares: number] {
  let sum = 0
  for (const value of values) sum += value
  const mean = sum / values.length
  let squares = 0
  for (const value of values) squares += (value - mean) ** 2
  return [mean, squares]
}

/** Intraday returns are not annualised: how many make a year depends on the venue. */
function returnsPerYear(interval: Interval): number {
  return interval === '1d' ? YEAR_SESSIONS : 1
}

type Column = Float64Array<ArrayBuffer>

function emptyColumns(length: number): [Column, Column, Column] {
  const empty = (): Column => new Float64Array(length).fill(Number.NaN)
  return [empty(), empty(), empty()]
}
