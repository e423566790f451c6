import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { describeRealData, realData } from '../../../../tests/support/real-data.ts'
import { readBars } from '../../../adapters/files/bars-csv.ts'
import { IndicatorSeries, PRICE_SERIES } from '../../../contract/indicators.ts'
import { type Bars, viewBars, zeroBars } from '../../../market/bars.ts'
import { roundTo } from '../../../kernel/numbers.ts'
import { DAY_MS, formatDay, MINUTE_MS, utcDay } from '../../../kernel/time.ts'
import { type IndicatorChoice, warmUpBars } from './indicator-choice.ts'
import { computeIndicator, toIndicatorSeries } from './indicators.ts'
import { at, instrumentOf } from '../testing/fixtures.ts'
import { type IndicatorName, INDICATORS } from '../../../market/vocabulary.ts'

const APPLE = instrumentOf()
const EVERYTHING = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

const choose = (fields: Partial<IndicatorChoice>): IndicatorChoice => ({
  name: 'sma',
  interval: '1d',
  window: 14,
  series: 'close',
  ...fields,
})

type Row = readonly [open: number, high: number, low: number, close: number, volume: number]

/** Daily bars of consecutive days; the adjusted close is its own series. */
function barsOfRows(rows: readonly Row[], stepMs: number = DAY_MS): Bars {
  const bars = zeroBars(rows.length)
  rows.forEach(([open, high, low, close, volume], index) => {
    bars.at[index] = at('2020-01-01') + index * stepMs
    bars.open[index] = open
    bars.high[index] = high
    bars.low[index] = low
    bars.close[index] = close
    bars.volume[index] = volume
    bars.adjustedClose[index] = close * (0.5 + index / (4 * rows.length))
  })
  return bars
}

const barsOfCloses = (closes: readonly number[]): Bars =>
  barsOfRows(closes.map((close) => [close, close, close, close, 1_000]))

const cents = fc.integer({ min: 1_000, max: 30_000 }).map((each) => each / 100)
const row: fc.Arbitrary<Row> = fc
  .tuple(cents, cents, cents, cents, fc.nat(2_000_000_000))
  .map(([open, close, one, other, volume]) => [
    open,
    Math.max(open, close, one, other),
    Math.min(open, close, one, other),
    close,
    volume,
  ])
const randomBars = fc.array(row, { minLength: 0, maxLength: 120 }).map((rows) => barsOfRows(rows))
const window = fc.integer({ min: 2, max: 40 })

/** The formulas as a textbook has them, each bar from scratch; null where they say nothing. */
type Column = Array<number | null>

const each = (count: number, value: (index: number) => number | null): Column =>
  Array.from({ length: count }, (_, index) => value(index))
const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
const mean = (values: readonly number[]): number => total(values) / values.length
const ending = (values: readonly number[], index: number, count: number): number[] =>
  values.slice(index - count + 1, index + 1)

function squaredDeviations(values: readonly number[]): number {
  const middle = mean(values)
  return total(values.map((value) => (value - middle) ** 2))
}

const naiveSma = (values: readonly number[], count: number): Column =>
  each(values.length, (index) => (index < count - 1 ? null : mean(ending(values, index, count))))

/** The weighted sum that the recursion stands for: the mean of the first window, then one value after the other. */
const naiveEma = (values: readonly number[], count: number): Column => {
  const weight = 2 / (count + 1)
  const start = mean(values.slice(0, count))
  return each(values.length, (index) => {
    if (index < count - 1) return null
    const later = values.slice(count, index + 1)
    const weighted = later.map((value, at) => value * weight * (1 - weight) ** (later.length - 1 - at))
    return start * (1 - weight) ** later.length + total(weighted)
  })
}

/** Wilder: the mean of the first window, then (before × (n − 1) + value) / n. */
function naiveWilder(values: readonly number[], count: number): Column {
  const column: Column = []
  for (const [index, value] of values.entries()) {
    const before = column[index - 1] ?? null
    if (index < count - 1) column.push(null)
    else if (before === null) column.push(mean(values.slice(0, count)))
    else column.push((before * (count - 1) + value) / count)
  }
  return column
}

function naiveRsi(values: readonly number[], count: number): Column {
  const changes = values.slice(1).map((value, index) => value - values[index]!)
  const gains = naiveWilder(
    changes.map((change) => Math.max(change, 0)),
    count,
  )
  const losses = naiveWilder(
    changes.map((change) => Math.max(-change, 0)),
    count,
  )
  return each(values.length, (index) => {
    const [gain = null, loss = null] = [gains[index - 1], losses[index - 1]]
    return gain === null || loss === null || gain + loss === 0 ? null : (100 * gain) / (gain + loss)
  })
}

function naiveMacd(values: readonly number[]): Record<'macd' | 'signal' | 'histogram', Column> {
  const [fast, slow] = [naiveEma(values, 12), naiveEma(values, 26)]
  const macd = each(values.length, (index) => (index < 25 ? null : fast[index]! - slow[index]!))
  const signal = naiveEma(macd.slice(25) as number[], 9)
  const late = (value: (index: number) => number): Column =>
    each(values.length, (index) => (index < 33 ? null : value(index)))
  return {
    macd,
    signal: late((index) => signal[index - 25]!),
    histogram: late((index) => macd[index]! - signal[index - 25]!),
  }
}

function naiveBands(values: readonly number[], count: number): Record<'lower' | 'middle' | 'upper', Column> {
  const bands = (side: number): Column =>
    each(values.length, (index) => {
      if (index < count - 1) return null
      const seen = ending(values, index, count)
      return mean(seen) + side * 2 * Math.sqrt(squaredDeviations(seen) / count)
    })
  return { lower: bands(-1), middle: bands(0), upper: bands(1) }
}

function naiveAtr({ high, low, close }: Bars, count: number): Column {
  const ranges = Array.from(high, (top, index) => {
    const [bottom, before] = [low[index]!, close[index - 1] ?? close[index]!]
    return Math.max(top, before) - Math.min(bottom, before)
  })
  return naiveWilder(ranges, count)
}

function naiveVolatility(values: readonly number[], count: number, periods: number): Column {
  return each(values.length, (index) => {
    if (index < count) return null
    const seen = ending(values, index, count + 1)
    if (seen.some((value) => value <= 0)) return null
    const returns = seen.slice(1).map((value, from) => Math.log(value) - Math.log(seen[from]!))
    return Math.sqrt((periods * squaredDeviations(returns)) / (count - 1))
  })
}

function naive(
  bars: Bars,
  { name, series, window: count, interval }: IndicatorChoice,
): Record<string, Column> {
  const values = [...(series === 'adjusted_close' ? bars.adjustedClose : bars[series])]
  switch (name) {
    case 'sma':
      return { sma: naiveSma(values, count) }
    case 'ema':
      return { ema: naiveEma(values, count) }
    case 'rsi':
      return { rsi: naiveRsi(values, count) }
    case 'macd':
      return naiveMacd(values)
    case 'bbands':
      return naiveBands(values, count)
    case 'atr':
      return { atr: naiveAtr(bars, count) }
    case 'volatility':
      return { volatility: naiveVolatility(values, count, interval === '1d' ? 252 : 1) }
  }
}

const absent = (value: number | null | undefined): boolean =>
  value === null || value === undefined || Number.isNaN(value)

/** Where two sets of columns differ by more than 1e-9 of the largest of the numbers that made them. */
function differences(bars: Bars, choice: IndicatorChoice): string[] {
  const columns = computeIndicator(bars, choice)
  const expected = naive(bars, choice)
  expect([...columns.keys()]).toEqual(Object.keys(expected))
  const scale = choice.series === 'volume' && choice.name !== 'rsi' ? 2e9 : 300
  return [...columns].flatMap(([name, column]) => {
    expect(column).toHaveLength(bars.at.length)
    return [...column].flatMap((value, index) => {
      const right = expected[name]![index]!
      if (absent(value) !== absent(right)) return [`${name}[${index}] is ${value} and not ${right}`]
      const off = absent(right) ? 0 : Math.abs(value - right)
      return off > 1e-9 * scale ? [`${name}[${index}] is ${value} and not ${right}`] : []
    })
  })
}

describe('indicators against the formulas', () => {
  test.each(INDICATORS)('%s of random series', (name) => {
    fc.assert(
      fc.property(randomBars, window, fc.constantFrom(...PRICE_SERIES), (bars, count, series) => {
        expect(differences(bars, choose({ name, series, window: count }))).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  test('a spike leaves nothing behind once it is out of the window', () => {
    const bars = barsOfCloses([
      ...Array.from({ length: 20 }, () => 7),
      2e9,
      ...Array.from({ length: 40 }, () => 7),
    ])
    const columns = computeIndicator(bars, choose({ name: 'bbands', window: 14 }))
    for (const name of ['lower', 'middle', 'upper'] as const) expect(columns.get(name)?.at(-1)).toBe(7)
  })

  test('the widest window', () => {
    const bars = walk(950)
    for (const name of INDICATORS) expect(differences(bars, choose({ name, window: 400 }))).toEqual([])
  })

  test('worked by hand', () => {
    const bars = barsOfCloses([10, 12, 11, 14])
    const last = (name: IndicatorName, count: number) =>
      Object.fromEntries(
        [...computeIndicator(bars, choose({ name, window: count }))].map(([key, column]) => [
          key,
          column.at(-1),
        ]),
      )
    expect(last('sma', 4)['sma']).toBeCloseTo(11.75, 12)
    // The mean of 10 and 12, then (11 + 2·11)/3 = 11, (11 + 2·14)/3 = 13.
    expect(last('ema', 2)['ema']).toBeCloseTo(13, 12)
    // Gains 2, 0, 3 and losses 0, 1, 0: means of two 1 and 0.5, then 2 and 0.25.
    expect(last('rsi', 2)['rsi']).toBeCloseTo((100 * 2) / 2.25, 12)
    expect(last('bbands', 2)).toEqual({ lower: 9.5, middle: 12.5, upper: 15.5 })
    // True ranges 0, 2, 1, 3: the mean of two is 1, then 1 and 2.
    expect(last('atr', 2)['atr']).toBeCloseTo(2, 12)
    const [one, other] = [Math.log(11 / 12), Math.log(14 / 11)]
    expect(last('volatility', 2)['volatility']).toBeCloseTo((other - one) * Math.sqrt(126), 12)
  })

  test('volatility of intraday bars is that of one bar', () => {
    const bars = walk(60)
    const daily = computeIndicator(bars, choose({ name: 'volatility' })).get('volatility')!
    for (const interval of ['1min', '5min'] as const) {
      expect(differences(bars, choose({ name: 'volatility', interval }))).toEqual([])
      const own = computeIndicator(bars, choose({ name: 'volatility', interval })).get('volatility')!
      expect(own.at(-1)! * Math.sqrt(252)).toBeCloseTo(daily.at(-1)!, 12)
    }
  })

  test('a return from or to a volume of 0 has no logarithm', () => {
    const volumes = [5, 7, 6, 0, 8, 9, 7, 8]
    const bars = barsOfRows(volumes.map((volume) => [1, 1, 1, 1, volume]))
    const column = computeIndicator(bars, choose({ name: 'volatility', series: 'volume', window: 2 }))
    const known = [...column.get('volatility')!].map((value) => Number.isFinite(value))
    expect(known).toEqual([false, false, true, false, false, false, true, true])
  })
})

describe('special series', () => {
  const last = (bars: Bars, name: IndicatorName) =>
    toIndicatorSeries(APPLE, choose({ name }), bars, EVERYTHING).points.at(-1)?.values

  test('a constant one', () => {
    const bars = barsOfCloses(Array.from({ length: 60 }, () => 0.1))
    expect(last(bars, 'sma')).toEqual({ sma: 0.1 })
    expect(last(bars, 'ema')).toEqual({ ema: 0.1 })
    expect(last(bars, 'macd')).toEqual({ macd: 0, signal: 0, histogram: 0 })
    expect(last(bars, 'bbands')).toEqual({ lower: 0.1, middle: 0.1, upper: 0.1 })
    expect(last(bars, 'atr')).toEqual({ atr: 0 })
    expect(last(bars, 'volatility')).toEqual({ volatility: 0 })
    expect(toIndicatorSeries(APPLE, choose({ name: 'rsi' }), bars, EVERYTHING).points).toEqual([])
  })

  test('one that only rises, only falls, or stands still after it has moved', () => {
    const rising = Array.from({ length: 40 }, (_, index) => 100 + index)
    const strength = (closes: readonly number[]) => last(barsOfCloses(closes), 'rsi')
    expect(strength(rising)).toEqual({ rsi: 100 })
    expect(strength(rising.toReversed())).toEqual({ rsi: 0 })
    expect(strength([...rising, ...Array.from({ length: 40 }, () => 139)])).toEqual({ rsi: 100 })
    expect(strength([...Array.from({ length: 40 }, () => 100), 101])).toEqual({ rsi: 100 })
  })

  test.each([
    ['sma', 13],
    ['ema', 13],
    ['rsi', 14],
    ['macd', 33],
    ['bbands', 13],
    ['atr', 13],
    ['volatility', 14],
  ] as const)('%s begins at bar %i, and there is nothing before', (name, first) => {
    const bars = walk(first + 1)
    const points = (count: number) =>
      toIndicatorSeries(APPLE, choose({ name }), viewBars(bars, 0, count), EVERYTHING).points
    expect(points(0)).toEqual([])
    expect(points(first)).toEqual([])
    expect(points(first + 1).map(({ date }) => date)).toEqual([formatDay(utcDay(bars.at[first]!))])
  })
})

/** A random walk that never stands still and is the same each time. */
function walk(count: number, stepMs: number = DAY_MS): Bars {
  let state = 12_345
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  let close = 100
  const rows = Array.from({ length: count }, (): Row => {
    const open = close
    close *= Math.exp((random() - 0.5) / 20)
    const [high, low] = [Math.max(open, close) * (1 + random() / 50), Math.min(open, close) / 1.01]
    return [open, high, low, close, Math.ceil(random() * 1e6)]
  })
  return barsOfRows(rows, stepMs)
}

describe('warm-up', () => {
  test.each([
    ['sma', 14, 13],
    ['bbands', 400, 399],
    ['volatility', 14, 14],
    ['ema', 14, 154],
    ['rsi', 14, 294],
    ['atr', 400, 8_400],
    ['macd', 14, 385],
    ['macd', 400, 385],
  ] as const)('%s of %i needs %i bars', (name, count, bars) => {
    expect(warmUpBars({ name, window: count })).toBe(bars)
  })

  const history = walk(9_000)
  const spread = Math.max(...history.high) - Math.min(...history.low)
  /** What remains of the beginning, e⁻²⁰ of the spread on either side, and half a last decimal; of rsi a millionth. */
  const tolerance = (name: IndicatorName): number =>
    name === 'rsi' ? 1e-6 : 2 * Math.exp(-20) * spread + 1e-8

  test.each(INDICATORS)('%s of a range is that of the whole history', (name) => {
    fc.assert(
      fc.property(
        fc.constantFrom(2, 3, 14, 50, 200, 400),
        fc.integer({ min: 8_400, max: 8_900 }),
        (count, first) => {
          const choice = choose({ name, window: count })
          const range = { from: history.at[first]!, to: history.at[first + 60]! }
          const { points } = toIndicatorSeries(APPLE, choice, history, range)
          const columns = computeIndicator(history, choice)
          expect(points).toHaveLength(61)
          expect(points[0]!.date).toBe(formatDay(utcDay(history.at[first]!)))
          const faults = points.flatMap(({ values }, index) =>
            [...columns].filter(([key, column]) => {
              const off = Math.abs(values[key]! - column[first + index]!)
              return !(off <= tolerance(name))
            }),
          )
          expect(faults).toEqual([])
        },
      ),
      { numRuns: 12 },
    )
  })

  test.each(INDICATORS)('%s does not depend on how much more was read', (name) => {
    const choice = choose({ name, window: 20 })
    const first = 8_500
    const range = { from: history.at[first]!, to: history.at[first + 30]! }
    const start = first - warmUpBars(choice)
    const exact = toIndicatorSeries(APPLE, choice, viewBars(history, start, first + 31), range)
    expect(toIndicatorSeries(APPLE, choice, history, range)).toEqual(exact)
    expect(exact.points).toHaveLength(31)
    const short = viewBars(history, first, first + 31)
    expect(toIndicatorSeries(APPLE, choice, short, range).points.length).toBeLessThan(31)
  })
})

const fits = new Ajv2020({ strict: false }).compile(IndicatorSeries)

describe('the reply', () => {
  const bars = walk(80)

  test.each([
    ['sma', { window: 20, series: 'adjusted_close' }],
    ['ema', { window: 20, series: 'adjusted_close' }],
    ['rsi', { window: 20, series: 'adjusted_close' }],
    ['macd', { fast: 12, slow: 26, signal: 9, series: 'adjusted_close' }],
    ['bbands', { window: 20, series: 'adjusted_close', deviations: 2 }],
    ['atr', { window: 20 }],
    ['volatility', { window: 20, series: 'adjusted_close', annualization: 252 }],
  ] as const)('%s has the shape of the contract and says what it used', (name, params) => {
    const choice = choose({ name, window: 20, series: 'adjusted_close' })
    const reply = toIndicatorSeries(APPLE, choice, bars, EVERYTHING)
    expect(reply).toMatchObject({ entity_id: APPLE.entityId, ticker: 'AAPL', interval: '1d', name })
    expect(reply.params).toEqual(params)
    expect(reply.points.length).toBeGreaterThan(40)
    const values = reply.points.flatMap((point) => Object.values(point.values))
    expect(values.filter((value) => value !== roundTo(value, 8))).toEqual([])
    expect(fits(reply)).toBe(true)
  })

  test('intraday points are dated by the opens of their bars', () => {
    const minutes = walk(20, MINUTE_MS)
    const choice = choose({ interval: '1min', name: 'volatility' })
    const { points, params } = toIndicatorSeries(APPLE, choice, minutes, EVERYTHING)
    expect(points.map(({ date }) => date)).toEqual(
      [14, 15, 16, 17, 18, 19].map((minute) => `2020-01-01T00:${minute}:00Z`),
    )
    expect(params).toEqual({ window: 14, series: 'close', annualization: 1 })
  })

  test('both ends of the range are inclusive', () => {
    const range = { from: bars.at[40]!, to: bars.at[42]! }
    const { points } = toIndicatorSeries(APPLE, choose({}), bars, range)
    expect(points.map(({ date }) => date)).toEqual(['2020-02-10', '2020-02-11', '2020-02-12'])
  })

  test.each([
    ['before the bars', { from: at('2001-01-01'), to: at('2001-02-01') }],
    ['after them', { from: at('2031-01-01'), to: at('2031-02-01') }],
    ['between two', { from: at('2020-02-01') + 1, to: at('2020-02-01') + 2 }],
  ])('a range %s has no points', (_where, range) => {
    for (const name of INDICATORS) {
      expect(toIndicatorSeries(APPLE, choose({ name }), bars, range).points).toEqual([])
    }
  })

  test('100,000 bars are served, not counting those before the range, and one more is RANGE_TOO_LARGE', () => {
    const many = walk(100_020, MINUTE_MS)
    const choice = choose({ interval: '1min' })
    const from = (index: number) => ({ from: many.at[index]!, to: Number.POSITIVE_INFINITY })
    expect(toIndicatorSeries(APPLE, choice, many, from(20)).points).toHaveLength(100_000)
    expect(() => toIndicatorSeries(APPLE, choice, many, from(19))).toThrow(
      expect.objectContaining({ code: 'RANGE_TOO_LARGE' }),
    )
  })
})

describeRealData('indicators of Apple', () => {
  let bars: Bars

  beforeAll(async () => {
    ;({ bars } = await readBars(realData('prices', 'yahoo-csv', 'AAPL.csv'), '1d', () => {}))
  })

  it('are those of the formulas', () => {
    for (const name of INDICATORS) {
      for (const series of ['close', 'adjusted_close'] as const) {
        expect(differences(bars, choose({ name, series, window: 50 }))).toEqual([])
      }
    }
  })

  it('have a value for every session of a range in the middle, the first included', () => {
    const range = { from: at('2016-01-01'), to: at('2016-12-31') }
    const sessions = [...bars.at].filter((each) => each >= range.from && each <= range.to)
    for (const name of INDICATORS) {
      const { points } = toIndicatorSeries(APPLE, choose({ name }), bars, range)
      expect(points.map(({ date }) => date)).toEqual(sessions.map((each) => formatDay(utcDay(each))))
    }
  })

  it('lie where they must', () => {
    const values = (name: IndicatorName) =>
      toIndicatorSeries(APPLE, choose({ name, series: 'adjusted_close' }), bars, EVERYTHING).points.map(
        (point) => point.values,
      )
    expect(values('rsi').filter(({ rsi = -1 }) => rsi < 0 || rsi > 100)).toEqual([])
    expect(values('atr').filter(({ atr = 0 }) => atr <= 0 || atr > 10)).toEqual([])
    expect(values('volatility').filter(({ volatility = 0 }) => volatility < 0.03 || volatility > 1)).toEqual(
      [],
    )
    expect(
      values('bbands').filter(({ lower = 0, middle = 0, upper = 0 }) => !(lower < middle && middle < upper)),
    ).toEqual([])
  })
})
