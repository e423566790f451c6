import { Type, type Static } from 'typebox'
import { LISTING_TEXT } from '../market/listing-text.ts'
import { ASSET_CLASSES } from '../market/vocabulary.ts'
import { date, EntityId, MOST_WRITTEN_BYTES, nullable, oneOf, textOf, Ticker, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { TRADING_CURRENCY } from './patterns.ts'
import { APPLE, Instrument } from './instruments.ts'

const identifier = (description: string, example: string) =>
  nullable(Type.String({ description: `${description}; null when unknown.`, examples: [example] }))

const Identifiers = Type.Object(
  {
    isin: identifier('International Securities Identification Number, ISO 6166', 'US0378331005'),
    figi: identifier('Financial Instrument Global Identifier', 'BBG000B9XRY4'),
    lei: identifier('Legal Entity Identifier of the issuer, ISO 17442', 'HWUPKR0MPOU8FGXBT394'),
    cik: identifier("The issuer's number at the US Securities and Exchange Commission", '320193'),
  },
  {
    $id: 'Identifiers',
    additionalProperties: false,
    description: 'Public identifiers of a listing and its issuer.',
    examples: [{ isin: 'US0378331005', figi: 'BBG000B9XRY4', lei: 'HWUPKR0MPOU8FGXBT394', cik: '320193' }],
  },
)

const PreviousTicker = Type.Object(
  {
    ticker: Ticker,
    from: nullable(date('First day under this ticker; null when unknown.')),
    to: nullable(date('Last day under this ticker, inclusive; null when unknown.')),
  },
  {
    $id: 'PreviousTicker',
    additionalProperties: false,
    description: 'A ticker that the listing had before.',
    examples: [{ ticker: 'FB', from: '2012-05-18', to: '2022-06-08' }],
  },
)

export const InstrumentDetail = Type.Object(
  {
    ...Instrument.properties,
    mic: Type.String({
      description: "ISO 10383 code of the venue, or the venue's own name where it has none.",
      examples: ['XNAS'],
    }),
    country: identifier('Country of the issuer, ISO 3166-1 alpha-2', 'US'),
    timezone: Type.String({
      description: 'IANA time zone in which its days are counted.',
      examples: ['America/New_York'],
    }),
    status: oneOf(['active', 'delisted', 'suspended'], 'Whether it is still listed.', {
      examples: ['active'],
    }),
    identifiers: Identifiers,
    previous_tickers: Type.Array(PreviousTicker, { description: 'Oldest first; empty when none is known.' }),
    listed_on: nullable(date('First day of trading; null when unknown.')),
    delisted_on: nullable(date('Last day of trading; null while it is listed.')),
    successor_entity_id: nullable(
      Type.String({
        description: 'The listing that took its place; null without one.',
        examples: [APPLE.entity_id],
      }),
    ),
    updated_at: timestamp('When this record last changed.'),
  },
  {
    $id: 'InstrumentDetail',
    additionalProperties: false,
    description: 'Everything that is known of one listing but its prices and reports.',
    examples: [
      {
        ...APPLE,
        mic: 'XNAS',
        country: 'US',
        timezone: 'America/New_York',
        status: 'active',
        identifiers: { isin: 'US0378331005', figi: null, lei: null, cik: '320193' },
        previous_tickers: [],
        listed_on: null,
        delisted_on: null,
        successor_entity_id: null,
        updated_at: '2026-01-15T14:30:01.250Z',
      },
    ],
  },
)
export type InstrumentDetail = Static<typeof InstrumentDetail>

export const getInstrument = endpoint({
  id: 'instruments.get',
  method: 'GET',
  path: '/v1/instruments/{entity_id}',
  auth: 'user',
  summary: 'Everything known of one listing',
  description: 'Venue, identifiers, previous tickers and whether it is still listed.',
  params: Type.Object({ entity_id: EntityId }),
  reply: InstrumentDetail,
  errors: ['INSTRUMENT_NOT_FOUND'],
})

export const ID_TYPES = ['ticker', 'isin', 'figi', 'lei', 'cik', 'name'] as const

const ResolveItem = Type.Object(
  {
    id_type: oneOf(ID_TYPES, 'What `value` is.', { examples: ['ticker'] }),
    value: textOf(
      { kind: 'query', maxLength: 200 },
      'The identifier or name, 1 to 200 characters; invisible characters do not count.',
      'AAPL',
    ),
    exchange: Type.Optional(
      textOf(
        { ...LISTING_TEXT.exchange, kind: 'query' },
        'Name or MIC of the venue; distinguishes listings of the same ticker.',
        'NASDAQ',
      ),
    ),
    as_of: Type.Optional(
      date('A day on which the listing had the ticker; with it previous tickers count too. Tickers only.'),
    ),
  },
  {
    $id: 'ResolveItem',
    additionalProperties: false,
    description: 'One identifier to be looked up.',
    examples: [{ id_type: 'ticker', value: 'AAPL' }],
  },
)
export type ResolveItem = Static<typeof ResolveItem>

const Resolution = Type.Object(
  {
    input: ResolveItem,
    status: oneOf(['matched', 'ambiguous', 'not_found'], 'Whether exactly one listing fits.', {
      examples: ['matched'],
    }),
    entity_id: nullable(
      Type.String({ description: 'The one listing that fits; null otherwise.', examples: [APPLE.entity_id] }),
    ),
    candidates: Type.Array(Instrument, { maxItems: 5, description: 'Listings that fit, at most five.' }),
  },
  {
    $id: 'Resolution',
    additionalProperties: false,
    description: 'What became of one identifier.',
    examples: [
      {
        input: { id_type: 'ticker', value: 'AAPL' },
        status: 'matched',
        entity_id: APPLE.entity_id,
        candidates: [APPLE],
      },
    ],
  },
)

const ResolveReply = Type.Object(
  {
    items: Type.Array(Resolution, { description: 'In the order of the request.' }),
    total: Type.Integer({ description: 'How many there are.', examples: [1] }),
  },
  {
    $id: 'ResolveReply',
    additionalProperties: false,
    description: 'What became of the identifiers.',
    examples: [
      {
        items: [
          {
            input: { id_type: 'ticker', value: 'AAPL' },
            status: 'matched',
            entity_id: APPLE.entity_id,
            candidates: [APPLE],
          },
        ],
        total: 1,
      },
    ],
  },
)
export type ResolveReply = Static<typeof ResolveReply>

export const resolveInstruments = endpoint({
  id: 'instruments.resolve',
  method: 'POST',
  path: '/v1/instruments/resolve',
  auth: 'user',
  priority: 'low',
  cost: 3,
  summary: 'Turn tickers, ISINs, FIGIs, LEIs, CIKs or names into entity ids',
  description:
    'Identifiers match exactly, tickers in either case, names word by word as whole names. Changes nothing.',
  body: Type.Object(
    {
      items: Type.Array(ResolveItem, {
        minItems: 1,
        maxItems: 100,
        description: '1 to 100 identifiers.',
        examples: [[{ id_type: 'ticker', value: 'AAPL' }]],
      }),
    },
    { additionalProperties: false, description: 'What to look up.' },
  ),
  reply: ResolveReply,
  errors: [],
})

const ListingInput = Type.Object(
  {
    ticker: textOf(LISTING_TEXT.ticker, 'Ticker at the venue.', 'AAPL'),
    name: textOf(LISTING_TEXT.name, 'Name of the company, fund, index or coin.', 'Apple Inc.'),
    exchange: textOf(LISTING_TEXT.exchange, 'Name or MIC of the venue.', 'NASDAQ'),
    asset_class: oneOf(ASSET_CLASSES, 'Kind of instrument.', { examples: ['equity'] }),
    currency: Type.String({
      pattern: TRADING_CURRENCY,
      description: 'Trading currency, ISO 4217.',
      examples: ['USD'],
    }),
    sector: Type.Optional(nullable(textOf(LISTING_TEXT.sector, 'Economic sector.', 'Technology'))),
    entity_id: Type.Optional(
      Type.String({
        description: 'Of an existing listing, to rename it or to move it to another venue.',
        examples: [APPLE.entity_id],
      }),
    ),
  },
  {
    $id: 'ListingInput',
    additionalProperties: false,
    description: 'A listing to be stored.',
    examples: [
      {
        ticker: 'AAPL',
        name: 'Apple Inc.',
        exchange: 'NASDAQ',
        asset_class: 'equity',
        currency: 'USD',
        sector: 'Technology',
      },
    ],
  },
)
export type ListingInput = Static<typeof ListingInput>

const UpsertReply = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          entity_id: EntityId,
          created: Type.Boolean({ description: 'True if it was not listed before.', examples: [true] }),
        },
        { additionalProperties: false, description: 'One stored listing.' },
      ),
      { description: 'In the order of the request.' },
    ),
    total: Type.Integer({ description: 'How many there are.', examples: [1] }),
  },
  {
    $id: 'UpsertReply',
    additionalProperties: false,
    description: 'What was stored.',
    examples: [{ items: [{ entity_id: APPLE.entity_id, created: true }], total: 1 }],
  },
)
export type UpsertReply = Static<typeof UpsertReply>

export const upsertInstruments = endpoint({
  id: 'instruments.upsert',
  method: 'POST',
  path: '/v1/instruments',
  auth: 'admin',
  priority: 'low',
  summary: 'Store listings',
  description:
    'A listing of the same ticker and venue is updated, another one is created; all of them are stored or none. ' +
    'With the same `Idempotency-Key` a repeated request is answered as the first one.',
  body: Type.Object(
    {
      items: Type.Array(ListingInput, {
        minItems: 1,
        maxItems: 500,
        description: '1 to 500 listings.',
        examples: [
          [
            {
              ticker: 'AAPL',
              name: 'Apple Inc.',
              exchange: 'NASDAQ',
              asset_class: 'equity',
              currency: 'USD',
            },
          ],
        ],
      }),
    },
    { additionalProperties: false, description: 'Listings to be stored.' },
  ),
  bodyLimitBytes: MOST_WRITTEN_BYTES,
  reply: UpsertReply,
  idempotent: true,
  errors: ['INSTRUMENT_NOT_FOUND'],
})
