import { Type, type Static } from 'typebox'
import { ASSET_CLASSES, INTERVALS, MARKET_STATUSES, PERIODS } from '../market/vocabulary.ts'
import { date, EntityId, nullable, oneOf, Ticker, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

/** Where numbers come from. */
export const DATA_SOURCE_HEADER = {
  'X-Data-Source':
    'Where the numbers come from: `demo` (simulated), `import` (files you imported) or an upstream.',
}

/** How old a price is, where an answer is made with one. */
export const PRICE_HEADERS = {
  ...DATA_SOURCE_HEADER,
  'X-Data-As-Of': 'Instant of the newest price that is known, ISO 8601 UTC; absent where there is none.',
}

const price = (description: string, example: number) =>
  Type.Number({ description: `${description}, in the instrument's currency.`, examples: [example] })

/** What the examples of the contract show. */
export const APPLE = {
  entity_id: '7f9d1c1e-2f0b-5d6a-9b1e-0a4c2d8e6f10',
  ticker: 'AAPL',
  name: 'Apple Inc.',
  exchange: 'NASDAQ',
  asset_class: 'equity',
  sector: 'Technology',
  currency: 'USD',
}

const APPLE_BAR = {
  date: '2026-01-15',
  open: 229.1,
  high: 232.04,
  low: 228.7,
  close: 231.44,
  volume: 51234567,
  adjusted_close: 231.44,
}

export const Instrument = Type.Object(
  {
    entity_id: EntityId,
    ticker: Ticker,
    name: Type.String({ description: 'Name of the company, fund, index or coin.', examples: ['Apple Inc.'] }),
    exchange: Type.String({ description: 'Name of the venue it is listed on.', examples: ['NASDAQ'] }),
    asset_class: oneOf(ASSET_CLASSES, 'Kind of instrument.', { examples: ['equity'] }),
    sector: nullable(
      Type.String({ description: 'Economic sector; null when unknown.', examples: ['Technology'] }),
    ),
    currency: Type.String({ description: 'Trading currency, ISO 4217.', examples: ['USD'] }),
  },
  {
    $id: 'Instrument',
    additionalProperties: false,
    description: 'An instrument as search results show it.',
    examples: [APPLE],
  },
)
export type Instrument = Static<typeof Instrument>

const InstrumentSearchReply = Type.Object(
  {
    items: Type.Array(Instrument, { description: 'Best match first.' }),
    total: Type.Integer({ description: 'How many instruments match in all.', examples: [1] }),
  },
  {
    $id: 'InstrumentSearchReply',
    additionalProperties: false,
    description: 'Search result.',
    examples: [{ items: [APPLE], total: 1 }],
  },
)
export type InstrumentSearchReply = Static<typeof InstrumentSearchReply>

export const InstrumentOverview = Type.Object(
  {
    entity_id: EntityId,
    ticker: Ticker,
    name: Type.String({ description: 'Name of the company, fund, index or coin.', examples: ['Apple Inc.'] }),
    last_price: nullable(price('Newest price', 231.44)),
    day_change: nullable(price('Newest price minus the close of the session before', 1.2)),
    day_change_pct: nullable(
      Type.Number({
        description: 'Day change in percent of the close before (1.5 = +1.5 %).',
        examples: [0.5213],
      }),
    ),
    market_cap: nullable(
      Type.Number({ description: 'Shares outstanding times price, in US dollars.', examples: [3.44e12] }),
    ),
    pe_ttm: nullable(
      Type.Number({
        description: 'Price over diluted earnings per share of the newest four quarters.',
        examples: [31.2],
      }),
    ),
    ev_ebitda: nullable(
      Type.Number({
        description: 'Enterprise value over EBITDA of the newest four quarters.',
        examples: [22.9],
      }),
    ),
    week_52_high: nullable(price('Highest price of the last 52 weeks, on the split basis of today', 260.1)),
    week_52_low: nullable(price('Lowest price of the last 52 weeks, on the split basis of today', 169.21)),
    updated_at: timestamp('When this overview was built; it is cached for 60 seconds.'),
  },
  {
    $id: 'InstrumentOverview',
    additionalProperties: false,
    description: 'Last price, day change and headline ratios; null where unavailable.',
    examples: [
      {
        entity_id: '7f9d1c1e-2f0b-5d6a-9b1e-0a4c2d8e6f10',
        ticker: 'AAPL',
        name: 'Apple Inc.',
        last_price: 231.44,
        day_change: 1.2,
        day_change_pct: 0.5213,
        market_cap: 3440000000000,
        pe_ttm: 31.2,
        ev_ebitda: 22.9,
        week_52_high: 260.1,
        week_52_low: 169.21,
        updated_at: '2026-01-15T14:30:01.250Z',
      },
    ],
  },
)
export type InstrumentOverview = Static<typeof InstrumentOverview>

export const Bar = Type.Object(
  {
    date: Type.String({
      description:
        'Daily bars: the session date, YYYY-MM-DD. Intraday bars: the UTC instant of the open, YYYY-MM-DDTHH:MM:SSZ.',
      examples: ['2026-01-15'],
    }),
    open: price('First price', 229.1),
    high: price('Highest price', 232.04),
    low: price('Lowest price', 228.7),
    close: price('Last price', 231.44),
    volume: Type.Integer({
      description: 'Shares or coins traded, rounded to a whole number.',
      examples: [51234567],
    }),
    adjusted_close: price('Close with all later splits and dividends carried back', 231.44),
  },
  {
    $id: 'Bar',
    additionalProperties: false,
    description: 'One finished bar.',
    examples: [APPLE_BAR],
  },
)

export const Ohlcv = Type.Object(
  {
    entity_id: EntityId,
    ticker: Ticker,
    interval: oneOf(INTERVALS, 'Length of each bar.', { examples: ['1d'] }),
    bars: Type.Array(Bar, { description: 'Finished bars, oldest first; empty when there are none.' }),
  },
  {
    $id: 'Ohlcv',
    additionalProperties: false,
    description: 'A series of bars.',
    examples: [{ entity_id: APPLE.entity_id, ticker: 'AAPL', interval: '1d', bars: [APPLE_BAR] }],
  },
)
export type Ohlcv = Static<typeof Ohlcv>

const size = (side: string, example: number) =>
  nullable(
    Type.Integer({
      description: `Shares or coins at the ${side}; null when never seen.`,
      examples: [example],
    }),
  )

export const LiveQuote = Type.Object(
  {
    entity_id: EntityId,
    ticker: Ticker,
    price: price('Price of the newest tick', 231.44),
    bid: nullable(price('Best bid; null when never seen', 231.43)),
    ask: nullable(price('Best ask; null when never seen', 231.45)),
    bid_size: size('bid', 300),
    ask_size: size('ask', 500),
    volume: Type.Integer({
      description: 'Shares or coins traded in the session so far.',
      examples: [18234567],
    }),
    timestamp: timestamp('Time of the tick itself, not of the request.'),
    market_status: oneOf(
      MARKET_STATUSES,
      'State of the venue now. A lunch break, a holiday and the night are CLOSED; crypto is always OPEN; UNKNOWN where no ' +
        'calendar knows the venue or the day.',
      { examples: ['OPEN'] },
    ),
  },
  {
    $id: 'LiveQuote',
    additionalProperties: false,
    description: 'The most recent tick.',
    examples: [
      {
        entity_id: '7f9d1c1e-2f0b-5d6a-9b1e-0a4c2d8e6f10',
        ticker: 'AAPL',
        price: 231.44,
        bid: 231.43,
        ask: 231.45,
        bid_size: 300,
        ask_size: 500,
        volume: 18234567,
        timestamp: '2026-01-15T14:30:01.250Z',
        market_status: 'OPEN',
      },
    ],
  },
)
export type LiveQuote = Static<typeof LiveQuote>

const EntityParams = Type.Object({ entity_id: EntityId })

export const searchInstruments = endpoint({
  id: 'instruments.search',
  method: 'GET',
  path: '/v1/instruments/search',
  auth: 'user',
  priority: 'low',
  summary: 'Find instruments by ticker or name',
  description:
    'Best match first: exact ticker, ticker prefix, words of the name in any order, then matches with one typo a word ' +
    '(of up to six words). ' +
    'Case, accents and legal suffixes do not matter; ISIN, FIGI and CIK (`0000320193`, `CIK320193`) are found too, and `NASDAQ:AAPL` is the listing at that exchange.',
  query: Type.Object({
    q: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Ticker or name, 1 to 200 characters after trimming.',
      examples: ['apple'],
    }),
    limit: Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'How many items to return.' }),
    asset_class: Type.Optional(oneOf(ASSET_CLASSES, 'Only this kind of instrument.')),
  }),
  reply: InstrumentSearchReply,
  errors: [],
})

export const getOverview = endpoint({
  id: 'instruments.overview',
  method: 'GET',
  path: '/v1/instruments/{entity_id}/overview',
  auth: 'user',
  summary: 'Last price, day change and headline ratios of one instrument',
  description: 'Built at most once in 60 seconds; `updated_at` is the time it was built.',
  params: EntityParams,
  reply: InstrumentOverview,
  errors: ['INSTRUMENT_NOT_FOUND'],
  replyHeaders: PRICE_HEADERS,
})

export const getOhlcv = endpoint({
  id: 'instruments.ohlcv',
  method: 'GET',
  path: '/v1/instruments/{entity_id}/ohlcv',
  auth: 'user',
  summary: 'Open, high, low, close and volume as a series of finished bars',
  description:
    'Explicit dates beat `period`: with `from` the period is ignored; without it the range starts one period before `to`. ' +
    '`1d` and `5d` are the last one and five finished sessions, `1m` to `5y` calendar months and years, `max` starts at the ' +
    'first bar. Both ends are inclusive and are days of the exchange; a `to` in the future means today. What is stored ' +
    'bounds the response. More than 100,000 bars are refused.',
  params: EntityParams,
  query: Type.Object({
    period: oneOf(PERIODS, 'How far back from `to`.', { default: '1y' }),
    interval: oneOf(INTERVALS, 'Length of each bar.', { default: '1d' }),
    from: Type.Optional(date('First day, inclusive. Default: start of the period.')),
    to: Type.Optional(date('Last day, inclusive. Default: today.')),
  }),
  reply: Ohlcv,
  errors: ['INSTRUMENT_NOT_FOUND', 'INVALID_DATE_RANGE', 'RANGE_TOO_LARGE'],
  replyHeaders: {
    ...DATA_SOURCE_HEADER,
    'X-Data-Range':
      'Where the range holds no bar but the series has some: its first and last day, `YYYY-MM-DD/YYYY-MM-DD`.',
  },
})

export const getLiveQuote = endpoint({
  id: 'instruments.liveQuote',
  method: 'GET',
  path: '/v1/instruments/{entity_id}/live-quote',
  auth: 'user',
  summary: 'The most recent tick',
  description:
    'Refreshed every 1 to 2 seconds while the venue is open. Outside its hours the last tick with its own timestamp.',
  params: EntityParams,
  reply: LiveQuote,
  errors: ['INSTRUMENT_NOT_FOUND', 'QUOTE_UNAVAILABLE'],
  replyHeaders: PRICE_HEADERS,
})

const LiveQuotesReply = Type.Object(
  {
    items: Type.Array(LiveQuote, { description: 'In the order of the request.' }),
    total: Type.Integer({ description: 'How many quotes there are.', examples: [1] }),
    missing: Type.Array(Type.String({ description: 'An id of the request.', examples: ['42'] }), {
      description: 'Ids that are unknown or that no source has a price for.',
    }),
  },
  {
    $id: 'LiveQuotesReply',
    additionalProperties: false,
    description: 'The most recent ticks of several instruments.',
    examples: [{ items: [], total: 0, missing: ['42'] }],
  },
)
export type LiveQuotesReply = Static<typeof LiveQuotesReply>

export const getLiveQuotes = endpoint({
  id: 'instruments.liveQuotes',
  method: 'GET',
  path: '/v1/instruments/live-quotes',
  auth: 'user',
  priority: 'low',
  cost: 3,
  summary: 'The most recent ticks of up to 100 instruments',
  description: 'As the live quote of each; an unknown id is listed in `missing` and is no error.',
  query: Type.Object({
    entity_ids: Type.String({
      maxLength: 4_000,
      description: '1 to 100 ids, separated by commas; each counts once.',
      examples: ['7f9d1c1e-2f0b-5d6a-9b1e-0a4c2d8e6f10'],
    }),
  }),
  reply: LiveQuotesReply,
  errors: [],
  replyHeaders: DATA_SOURCE_HEADER,
})
