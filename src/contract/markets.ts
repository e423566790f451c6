import { Type, type Static } from 'typebox'
import { MARKET_STATUSES } from '../market/vocabulary.ts'
import { date, nullable, oneOf } from './common.ts'
import { endpoint } from './endpoint.ts'

const SESSION_KINDS = ['regular', 'early_close', 'special', 'holiday'] as const

const instant = (description: string, example: string) =>
  nullable(
    Type.String({ format: 'date-time', description: `${description}, ISO 8601, UTC`, examples: [example] }),
  )

const NEW_YORK = {
  mic: 'XNYS',
  name: 'New York Stock Exchange',
  country: 'US',
  timezone: 'America/New_York',
  market_status: 'CLOSED',
  next_open: '2026-11-27T14:30:00.000Z',
  next_close: '2026-11-27T18:00:00.000Z',
  reason: 'Thanksgiving Day',
  calendar_from: '1960-01-01',
  calendar_to: '2099-12-31',
}

const THANKSGIVING = {
  date: '2026-11-26',
  kind: 'holiday',
  pre_open: null,
  open: null,
  close: null,
  post_close: null,
  name: 'Thanksgiving Day',
}

const DAY_AFTER = {
  date: '2026-11-27',
  kind: 'early_close',
  pre_open: '2026-11-27T09:00:00.000Z',
  open: '2026-11-27T14:30:00.000Z',
  close: '2026-11-27T18:00:00.000Z',
  post_close: '2026-11-27T22:00:00.000Z',
  name: 'Day after Thanksgiving',
}

const Market = Type.Object(
  {
    mic: Type.String({
      description: 'Market identifier code, ISO 10383; CCC stands for crypto assets.',
      examples: ['XNYS'],
    }),
    name: Type.String({ description: 'Name of the market.', examples: ['New York Stock Exchange'] }),
    country: nullable(
      Type.String({
        description: 'ISO 3166-1 alpha-2; null where the market has no country, as for crypto assets.',
        examples: ['US'],
      }),
    ),
    timezone: Type.String({
      description: 'IANA time zone that the market trades by.',
      examples: ['America/New_York'],
    }),
    market_status: oneOf(
      MARKET_STATUSES,
      'State of the market now. A lunch break, a holiday and the night are CLOSED; crypto is always OPEN; UNKNOWN outside ' +
        'the days that the calendar knows. HALTED is a state of single instruments and is not used here.',
      { examples: ['CLOSED'] },
    ),
    next_open: instant(
      'When the status next turns OPEN, the end of a lunch break included; null for a market that never closes and where the calendar ends before it',
      '2026-11-27T14:30:00.000Z',
    ),
    next_close: instant(
      'When the status next stops being OPEN, the start of a lunch break included; null for a market that never closes and where the calendar ends before it',
      '2026-11-27T18:00:00.000Z',
    ),
    reason: nullable(
      Type.String({
        description:
          'Name of the holiday or closure of today, a date at the market; null on weekends and session days.',
        examples: ['Thanksgiving Day'],
      }),
    ),
    calendar_from: date('First day that the calendar knows.'),
    calendar_to: date('Last day that the calendar knows.'),
  },
  {
    $id: 'Market',
    additionalProperties: false,
    description: 'A market and its state now.',
    examples: [NEW_YORK],
  },
)
export type Market = Static<typeof Market>

const MarketsReply = Type.Object(
  {
    items: Type.Array(Market, { description: 'Every market with a calendar, ascending by mic.' }),
    total: Type.Integer({ description: 'How many markets there are.', examples: [1] }),
  },
  {
    $id: 'MarketsReply',
    additionalProperties: false,
    description: 'The markets.',
    examples: [{ items: [NEW_YORK], total: 1 }],
  },
)
export type MarketsReply = Static<typeof MarketsReply>

const MarketSession = Type.Object(
  {
    date: date('Date at the market, YYYY-MM-DD.'),
    kind: oneOf(
      SESSION_KINDS,
      'A `holiday` is a weekday without a session; an `early_close` ends before the usual time; a `special` session has hours ' +
        'of its own: a late start, or trading on a weekend or a holiday.',
      { examples: ['early_close'] },
    ),
    pre_open: instant(
      'Start of pre-market trading; null on a holiday and where there is none',
      '2026-11-27T09:00:00.000Z',
    ),
    open: instant('Start of the regular session; null on a holiday', '2026-11-27T14:30:00.000Z'),
    close: instant('End of the regular session; null on a holiday', '2026-11-27T18:00:00.000Z'),
    post_close: instant(
      'End of after-hours trading; null on a holiday and where there is none',
      '2026-11-27T22:00:00.000Z',
    ),
    name: nullable(
      Type.String({
        description:
          'What the holiday, the early close or the special session is for; null on a regular day.',
        examples: ['Day after Thanksgiving'],
      }),
    ),
  },
  {
    $id: 'MarketSession',
    additionalProperties: false,
    description: 'One trading day or holiday of a market.',
    examples: [DAY_AFTER],
  },
)
export type MarketSession = Static<typeof MarketSession>

const MarketSessionsReply = Type.Object(
  {
    items: Type.Array(MarketSession, {
      description: 'Oldest first; weekends without a session are not listed.',
    }),
    total: Type.Integer({ description: 'How many days are listed.', examples: [2] }),
  },
  {
    $id: 'MarketSessionsReply',
    additionalProperties: false,
    description: 'Trading days and holidays of one market.',
    examples: [{ items: [THANKSGIVING, DAY_AFTER], total: 2 }],
  },
)
export type MarketSessionsReply = Static<typeof MarketSessionsReply>

export const listMarkets = endpoint({
  id: 'instruments.listMarkets',
  method: 'GET',
  path: '/v1/instruments/markets',
  auth: 'user',
  summary: 'Every market with its state now and its next open and close',
  description:
    'Computed from the calendars of the markets, holidays, early closes and lunch breaks included. Venues that only follow ' +
    "another venue's calendar are not listed.",
  reply: MarketsReply,
  errors: [],
})

export const listSessions = endpoint({
  id: 'instruments.listSessions',
  method: 'GET',
  path: '/v1/instruments/markets/{mic}/sessions',
  auth: 'user',
  priority: 'low',
  summary: 'Trading days and holidays of one market',
  description:
    'Both ends are inclusive and are dates at the market. A weekend without a session is not listed, a holiday on a weekday is, with its name ' +
    'and without times; crypto assets have a session on every day, from midnight to midnight UTC. A lunch break lies ' +
    'between `open` and `close` and is not shown. The list of markets says which days a ' +
    'calendar knows; others are 422.',
  params: Type.Object({
    mic: Type.String({
      description:
        'Market identifier code, ISO 10383, in either case; that of a segment means its market (XNGS means XNAS). CCC ' +
        'stands for crypto assets.',
      examples: ['XNYS'],
    }),
  }),
  query: Type.Object({
    from: Type.Optional(date('First day, inclusive. Default: today at the market.')),
    to: Type.Optional(
      date('Last day, inclusive: the range has at most 400 days. Default: 30 days after `from`.'),
    ),
  }),
  reply: MarketSessionsReply,
  errors: ['MARKET_NOT_FOUND', 'INVALID_DATE_RANGE', 'RANGE_TOO_LARGE'],
})
