import { Type, type Static } from 'typebox'
import { INDICATORS, INTERVALS, PERIODS } from '../market/vocabulary.ts'
import { date, EntityId, oneOf, Ticker } from './common.ts'
import { endpoint } from './endpoint.ts'
import { DATA_SOURCE_HEADER } from './instruments.ts'

export const PRICE_SERIES = ['open', 'high', 'low', 'close', 'adjusted_close', 'volume'] as const
export type PriceSeries = (typeof PRICE_SERIES)[number]

const bars = (description: string, example: number) =>
  Type.Optional(Type.Integer({ description: `How many bars ${description}.`, examples: [example] }))

/** A value in the unit of the series. */
const level = (description: string, example: number) =>
  Type.Optional(
    Type.Number({
      description: `${description}, in the instrument's currency (shares or coins for the series volume).`,
      examples: [example],
    }),
  )

const IndicatorParams = Type.Object(
  {
    window: bars('the indicator looks at; absent for macd', 14),
    series: Type.Optional(
      oneOf(PRICE_SERIES, 'Column of the bars it is computed from; absent for atr.', { examples: ['close'] }),
    ),
    fast: bars('the fast average of macd spans', 12),
    slow: bars('the slow average of macd spans', 26),
    signal: bars('the signal average of macd spans', 9),
    deviations: Type.Optional(
      Type.Integer({
        description: 'How many standard deviations the bands of bbands lie from the middle.',
        examples: [2],
      }),
    ),
    annualization: Type.Optional(
      Type.Integer({
        description:
          'Of volatility, how many returns make a year: 252 for daily bars; 1 for intraday bars, which are not annualised.',
        examples: [252],
      }),
    ),
  },
  {
    additionalProperties: false,
    description: 'The parameters that were used, and no others.',
    examples: [{ window: 14, series: 'close' }],
  },
)
export type IndicatorParams = Static<typeof IndicatorParams>

const IndicatorValues = Type.Object(
  {
    sma: level('Simple moving average', 228.41),
    ema: level('Exponential moving average', 229.07),
    rsi: Type.Optional(
      Type.Number({
        description: 'Relative strength index: average gain in percent of average gain and loss, 0 to 100.',
        examples: [61.3],
      }),
    ),
    macd: level('Fast minus slow exponential moving average', 1.83),
    signal: level('Exponential moving average of macd', 1.21),
    histogram: level('macd minus signal', 0.62),
    lower: level('Middle minus the deviations', 219.6),
    middle: level('Simple moving average', 228.41),
    upper: level('Middle plus the deviations', 237.22),
    atr: Type.Optional(
      Type.Number({ description: "Average true range, in the instrument's currency.", examples: [3.72] }),
    ),
    volatility: Type.Optional(
      Type.Number({
        description:
          'Standard deviation of log returns, a fraction (0.25 = 25 %): a year for daily bars, one bar for intraday ones.',
        examples: [0.2514],
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      'Every value of the indicator and no other: macd has macd, signal and histogram; bbands lower, middle and upper; ' +
      'the others one value of their own name. To 8 decimals.',
    examples: [{ sma: 228.41 }],
  },
)
export type IndicatorValues = Static<typeof IndicatorValues>

const IndicatorPoint = Type.Object(
  {
    date: Type.String({
      description:
        'Of the bar: the session date, YYYY-MM-DD, for daily bars; the UTC instant of the open, YYYY-MM-DDTHH:MM:SSZ, ' +
        'for intraday ones.',
      examples: ['2026-01-15'],
    }),
    values: IndicatorValues,
  },
  {
    $id: 'IndicatorPoint',
    additionalProperties: false,
    description: 'The indicator at the end of one finished bar.',
    examples: [{ date: '2026-01-15', values: { sma: 228.41 } }],
  },
)

export const IndicatorSeries = Type.Object(
  {
    entity_id: EntityId,
    ticker: Ticker,
    interval: oneOf(INTERVALS, 'Length of each bar.', { examples: ['1d'] }),
    name: oneOf(INDICATORS, 'The indicator.', { examples: ['sma'] }),
    params: IndicatorParams,
    points: Type.Array(IndicatorPoint, {
      description: 'Oldest first; bars without a value are left out. Empty when no bar has one.',
    }),
  },
  {
    $id: 'IndicatorSeries',
    additionalProperties: false,
    description: 'A technical indicator over a series of bars.',
    examples: [
      {
        entity_id: '7f9d1c1e-2f0b-5d6a-9b1e-0a4c2d8e6f10',
        ticker: 'AAPL',
        interval: '1d',
        name: 'sma',
        params: { window: 14, series: 'close' },
        points: [{ date: '2026-01-15', values: { sma: 228.41 } }],
      },
    ],
  },
)
export type IndicatorSeries = Static<typeof IndicatorSeries>

export const getIndicators = endpoint({
  id: 'instruments.indicators',
  method: 'GET',
  path: '/v1/instruments/{entity_id}/indicators',
  auth: 'user',
  priority: 'low',
  cost: 3,
  summary: 'A technical indicator over a series of finished bars',
  description:
    'The range is that of the series of bars. Bars before it are used too, so that its first bar has a value already; ' +
    'where the stored history begins, points begin when the window is full. ' +
    '`ema` and `macd` smooth by 2 / (window + 1), `rsi` and `atr` by 1 / window (Wilder), each beginning with the mean of ' +
    'its first window; the history read before the ' +
    'range is so long that what lies before that weighs less than 3 parts in 1,000,000,000. ' +
    '`macd` is always 12, 26 and 9 and takes no window; `atr` is of high, low and close and takes no series. `rsi` has ' +
    'no value where the series has not moved at all. `bbands` are two standard deviations of the population wide. ' +
    '`volatility` is the sample standard deviation of the log returns of as many bars as the window, for daily bars ' +
    'times √252 (coins too), for intraday bars not annualised: a year of minutes depends on the venue. Prices as ' +
    'traded jump at splits and dividends, `adjusted_close` does not. More than 100,000 bars are refused.',
  params: Type.Object({ entity_id: EntityId }),
  query: Type.Object({
    name: oneOf(INDICATORS, 'The indicator.', { examples: ['sma'] }),
    period: oneOf(PERIODS, 'How far back from `to`.', { default: '1y' }),
    interval: oneOf(INTERVALS, 'Length of each bar.', { default: '1d' }),
    from: Type.Optional(date('First day, inclusive. Default: start of the period.')),
    to: Type.Optional(date('Last day, inclusive. Default: today.')),
    window: Type.Integer({
      minimum: 2,
      maximum: 400,
      default: 14,
      description: 'How many bars the indicator looks at; ignored by macd.',
    }),
    series: oneOf(PRICE_SERIES, 'Column of the bars it is computed from; ignored by atr.', {
      default: 'close',
    }),
  }),
  reply: IndicatorSeries,
  errors: ['INSTRUMENT_NOT_FOUND', 'INVALID_DATE_RANGE', 'RANGE_TOO_LARGE'],
  replyHeaders: DATA_SOURCE_HEADER,
})
