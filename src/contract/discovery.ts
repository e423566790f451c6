import { Type, type Static } from 'typebox'
import { ASSET_CLASSES } from '../market/vocabulary.ts'
import { EntityId, nullable, oneOf, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Instrument } from './instruments.ts'

export const PEER_BASES = ['sector', 'correlation', 'news', 'graph'] as const
export type PeerBasis = (typeof PEER_BASES)[number]

const MOVER_DIRECTIONS = ['gainers', 'losers', 'most_active'] as const

const MICROSOFT = {
  entity_id: '2c1de1a5-5c0e-5b52-8f43-6a3c1f0b7d21',
  ticker: 'MSFT',
  name: 'Microsoft Corporation',
  exchange: 'NASDAQ',
  asset_class: 'equity',
  sector: 'Technology',
  currency: 'USD',
}

const MICROSOFT_AS_PEER = { instrument: MICROSOFT, score: 0.7312, basis: ['sector', 'correlation'] }

const MICROSOFT_AS_MOVER = {
  instrument: MICROSOFT,
  last_price: 431.2,
  day_change_pct: 2.4107,
  volume: 21034567,
}

const Peer = Type.Object(
  {
    instrument: Instrument,
    score: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'Likeness as a fraction from above 0 to 1, to 4 decimals: the mean of the asked bases that can be computed for the two.',
      examples: [0.7312],
    }),
    basis: Type.Array(oneOf(PEER_BASES, 'A basis.', { examples: ['sector'] }), {
      description: 'The asked bases by which the two are alike: those that gave more than 0.',
      examples: [['sector', 'correlation']],
    }),
  },
  {
    $id: 'Peer',
    additionalProperties: false,
    description: 'An instrument that is like another one.',
    examples: [MICROSOFT_AS_PEER],
  },
)

const PeersReply = Type.Object(
  {
    items: Type.Array(Peer, {
      description: 'Highest score first; equal scores by market capitalisation, then by ticker.',
    }),
    total: Type.Integer({ description: 'How many peers there are before `limit`.', examples: [1] }),
  },
  {
    $id: 'PeersReply',
    additionalProperties: false,
    description: 'The peers of an instrument.',
    examples: [{ items: [MICROSOFT_AS_PEER], total: 1 }],
  },
)
export type PeersReply = Static<typeof PeersReply>

const Mover = Type.Object(
  {
    instrument: Instrument,
    last_price: Type.Number({
      description: "Newest price, in the instrument's currency.",
      examples: [431.2],
    }),
    day_change_pct: nullable(
      Type.Number({
        description:
          'Newest price against the close of the session before, in percent of that close (1.5 = +1.5 %), to 4 decimals; ' +
          'null when that close is unknown, which only `most_active` lists.',
        examples: [2.4107],
      }),
    ),
    volume: Type.Integer({
      description: 'Shares or coins traded in the session so far, rounded to a whole number.',
      examples: [21034567],
    }),
  },
  {
    $id: 'Mover',
    additionalProperties: false,
    description: 'An instrument with its move of the day.',
    examples: [MICROSOFT_AS_MOVER],
  },
)

export const MoversReply = Type.Object(
  {
    items: Type.Array(Mover, {
      description: 'Largest move or traded value first; equal ones by market capitalisation, then by ticker.',
    }),
    total: Type.Integer({ description: 'How many instruments there are before `limit`.', examples: [1] }),
    as_of: timestamp(
      'When reading the prices began; they are read again at most once in 60 seconds, and none is older than that by more than 4 days.',
    ),
  },
  {
    $id: 'MoversReply',
    additionalProperties: false,
    description: 'The instruments that moved most.',
    examples: [{ items: [MICROSOFT_AS_MOVER], total: 1, as_of: '2026-01-15T14:30:01.250Z' }],
  },
)
export type MoversReply = Static<typeof MoversReply>

const limit = Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'How many items to return.' })

export const getPeers = endpoint({
  id: 'instruments.peers',
  method: 'GET',
  path: '/v1/instruments/{entity_id}/peers',
  auth: 'user',
  priority: 'low',
  cost: 3,
  summary: 'Instruments that are like one instrument',
  description:
    'Instruments of the same asset class and sector are compared, or of the same asset class when the instrument has no ' +
    'sector; other listings of the same company (same name, ISIN or CIK) are left out. `sector` is 1 for the same ' +
    'industry and 0.6 otherwise, times a factor for market capitalisation: 1 when equal, falling with the logarithm of ' +
    'their ratio to 0.25 at a hundredfold, and 0.25 when one is unknown; and times 0.85 when they are at home in different ' +
    'countries. `correlation` is that of daily log returns over ' +
    'the last 252 common sessions, 0 when negative; with fewer than 60 there is none. The score is the mean of the asked ' +
    'bases that can be computed. `news` is the number of articles of the last 90 days that mention both, two at least, divided by that of ' +
    'the instrument most often mentioned together with this one, in any sector; instruments that score 0 are left out. When correlation is asked for, only the 60 ' +
    'instruments nearest by market capitalisation are compared. Cached for one hour.',
  params: Type.Object({ entity_id: EntityId }),
  query: Type.Object({
    limit,
    basis: Type.String({
      maxLength: 200,
      default: 'sector,correlation',
      description:
        'What peers are found by, separated by commas: sector, correlation, news. `graph` comes later and answers 422 until then.',
      examples: ['sector,correlation'],
    }),
  }),
  reply: PeersReply,
  errors: ['INSTRUMENT_NOT_FOUND'],
})

export const listMovers = endpoint({
  id: 'instruments.movers',
  method: 'GET',
  path: '/v1/instruments/movers',
  auth: 'user',
  priority: 'low',
  cost: 2,
  summary: 'The instruments that moved most today, or were traded most',
  description:
    'Every instrument with a price is ranked, from prices that are kept for 60 seconds; while they are read again the ' +
    'kept ones, up to 10 minutes old, answer. A price older than 4 days is no move of the day and is left out. ' +
    '`gainers` are those above the close of the session before, `losers` those below it. `most_active` ranks by ' +
    'what was traded in the session, price times volume in US dollars, and what has no exchange rate comes last, by volume; an index, ' +
    'which is not traded itself, is among them only with `asset_class=index`, by volume.',
  query: Type.Object({
    direction: oneOf(MOVER_DIRECTIONS, 'What to rank by.', { default: 'gainers' }),
    asset_class: Type.Optional(oneOf(ASSET_CLASSES, 'Only this kind of instrument.')),
    min_market_cap: Type.Optional(
      Type.Number({
        minimum: 0,
        description:
          'Least market capitalisation, in US dollars, as the listing has it, which does not follow the price as that of the ' +
          'overview does; leaves out instruments whose listing has none.',
        examples: [10_000_000_000],
      }),
    ),
    limit,
  }),
  reply: MoversReply,
  errors: [],
})
export type MoversQuery = Static<NonNullable<(typeof listMovers)['query']>>
