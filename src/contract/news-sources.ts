import { Type, type Static } from 'typebox'
import { EntityId, MOST_WRITTEN_BYTES, nullable, oneOf, textOf, Ticker } from './common.ts'
import { endpoint } from './endpoint.ts'
import { LANGUAGE } from './patterns.ts'
import { DocId, RoutingTier } from './news.ts'
import { ASSET_CLASSES } from '../market/vocabulary.ts'

/** Largest body of one article, in bytes of UTF-8. */
export const MOST_BODY_BYTES = 1_048_576

const ENTITY = { entity_id: '7f9d1c1e-2f0b-5d6a-9b1e-0a4c2d8e6f10', ticker: 'AAPL', name: 'Apple Inc.' }
const TREND = { ...ENTITY, mentions: 42, baseline: 12.5, surge_ratio: 3.1852, sentiment_balance: 0.31 }
const SOURCE = { source: 'Reuters', routing_tier: 'TIER_2', articles_30d: 812, languages: ['en'] }
const POINT = { date: '2026-01-15', positive: 3, neutral: 5, negative: 1, mentions: 9, avg_relevance: 0.62 }
const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] })

const Trending = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          entity_id: EntityId,
          ticker: Ticker,
          name: Type.String({
            description: 'Name of the instrument as it is now.',
            examples: ['Apple Inc.'],
          }),
          mentions: count('How many articles about it are in the window.', 42),
          baseline: Type.Number({
            minimum: 0,
            description:
              'How many articles a window of that length has, on the average of the 30 days before the window, or of as many as articles are held of; 0 where they do not reach back a day.',
            examples: [12.5],
          }),
          surge_ratio: Type.Number({
            minimum: 0,
            description:
              '(mentions + 1) / (baseline + 1), as a fraction: above 1, more is written than usual.',
            examples: [3.1852],
          }),
          sentiment_balance: Type.Number({
            minimum: -1,
            maximum: 1,
            description: '(positive − negative) / mentions, as a fraction.',
            examples: [0.31],
          }),
        },
        { additionalProperties: false, description: 'An instrument about which much is written.' },
      ),
      { description: 'The largest surge first, then the most mentions.' },
    ),
    total: count('How many there are before `limit`.', 1),
    has_more: Type.Boolean({ description: 'True when there are more after these.', examples: [false] }),
  },
  {
    $id: 'Trending',
    additionalProperties: false,
    description: 'What is written about more than usual.',
    examples: [{ items: [TREND], total: 1, has_more: false }],
  },
)
export type Trending = Static<typeof Trending>

const NewsSource = Type.Object(
  {
    source: Type.String({ description: 'Name of the publisher.', examples: ['Reuters'] }),
    routing_tier: RoutingTier,
    articles_30d: count('How many articles are of the last 30 days.', 812),
    languages: Type.Array(Type.String({ description: 'ISO 639-1 code.', examples: ['en'] }), {
      description: 'Languages of the articles of the last 30 days, ascending.',
    }),
  },
  {
    $id: 'NewsSource',
    additionalProperties: false,
    description: 'A publisher.',
    examples: [SOURCE],
  },
)
export type NewsSource = Static<typeof NewsSource>

const NewsSources = Type.Object(
  {
    items: Type.Array(NewsSource, { description: 'By tier, then the most articles first, then by name.' }),
    total: count('How many there are.', 1),
  },
  {
    $id: 'NewsSources',
    additionalProperties: false,
    description: 'The publishers of all articles, also of older ones, and those with a tier of their own.',
    examples: [{ items: [SOURCE], total: 1 }],
  },
)
export type NewsSources = Static<typeof NewsSources>

const EntitySentiment = Type.Object(
  {
    entity_id: EntityId,
    interval: oneOf(['1h', '1d'], 'Length of a point.', { examples: ['1d'] }),
    points: Type.Array(
      Type.Object(
        {
          date: Type.String({
            description: 'Beginning in UTC: a date for 1d, a timestamp for 1h.',
            examples: ['2026-01-15'],
          }),
          positive: count('How many mentions have a positive tone.', 3),
          neutral: count('How many mentions have a neutral tone.', 5),
          negative: count('How many mentions have a negative tone.', 1),
          mentions: count('How many mentions there are.', 9),
          avg_relevance: Type.Number({
            minimum: 0,
            maximum: 1,
            description: 'Mean relevance of the entity in its articles, a fraction to 4 decimals.',
            examples: [0.62],
          }),
        },
        { additionalProperties: false, description: 'What was written in one hour or day.' },
      ),
      { description: 'Ascending; hours or days without a mention are left out.' },
    ),
  },
  {
    $id: 'EntitySentiment',
    additionalProperties: false,
    description: 'The tone in which an entity was written about, over time.',
    examples: [{ entity_id: ENTITY.entity_id, interval: '1d', points: [POINT] }],
  },
)
export type EntitySentiment = Static<typeof EntitySentiment>

const instant = (description: string) =>
  Type.String({ maxLength: 40, description, examples: ['2026-01-15T21:30:00Z'] })

const INPUT = {
  headline: 'Apple raises its dividend',
  url: 'https://www.reuters.com/a',
  source: 'Reuters',
  published_at: '2026-01-15T21:30:00Z',
}

const ArticleInput = Type.Object(
  {
    headline: textOf(
      { kind: 'lines', maxLength: 1_000 },
      'Headline; markup is removed.',
      'Apple raises its dividend',
    ),
    url: textOf(
      { kind: 'identifier', maxLength: 2_048 },
      'http or https address, without a user name or password.',
      'https://www.reuters.com/a',
    ),
    source: textOf({ kind: 'name', maxLength: 200 }, 'Name of the publisher; markup is removed.', 'Reuters'),
    published_at: Type.String({
      format: 'date-time',
      description: "The publisher's time, ISO 8601; without an offset UTC.",
      examples: ['2026-01-15T21:30:00Z'],
    }),
    body: Type.Optional(
      Type.String({
        'x-text': 'lines',
        maxLength: MOST_BODY_BYTES,
        description: 'Full text; markup is removed. At most 1 MiB of UTF-8.',
        examples: ['Apple raised its quarterly dividend by 4 percent.'],
      }),
    ),
    summary: Type.Optional(
      Type.String({
        'x-text': 'lines',
        maxLength: 10_000,
        description: 'Summary; markup is removed.',
        examples: ['In short.'],
      }),
    ),
    language: Type.Optional(
      Type.String({
        pattern: LANGUAGE,
        maxLength: 35,
        description: 'Language tag; default: what the words look like.',
        examples: ['en'],
      }),
    ),
    entity_ids: Type.Optional(
      Type.Array(EntityId, {
        maxItems: 50,
        description: 'Instruments that it is about, in addition to those found in the text.',
        examples: [[ENTITY.entity_id]],
      }),
    ),
  },
  {
    $id: 'ArticleInput',
    additionalProperties: false,
    description: 'An article to be stored.',
    examples: [INPUT],
  },
)
export type ArticleInput = Static<typeof ArticleInput>

const ArticlesWritten = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          doc_id: DocId,
          created: Type.Boolean({ description: 'True when it was not known before.', examples: [true] }),
          duplicate_of: nullable(
            Type.String({
              description:
                'The article with the same title, publisher and beginning of the text that it repeats under another address; null where it is none.',
              examples: ['0b54f3c2-97f5-5a0c-8d6a-2f2f3a1b4c5d'],
            }),
          ),
        },
        { additionalProperties: false, description: 'What became of an article.' },
      ),
      { description: 'In the order of the request.' },
    ),
    total: count('How many there are.', 1),
  },
  {
    $id: 'ArticlesWritten',
    additionalProperties: false,
    description: 'What became of the articles.',
    examples: [
      {
        items: [{ doc_id: '0b54f3c2-97f5-5a0c-8d6a-2f2f3a1b4c5d', created: true, duplicate_of: null }],
        total: 1,
      },
    ],
  },
)
export type ArticlesWritten = Static<typeof ArticlesWritten>

export const trending = endpoint({
  id: 'news.trending',
  method: 'GET',
  path: '/v1/news/trending',
  auth: 'user',
  cost: 2,
  summary: 'What is written about more than usual',
  description:
    'Counts the articles that mention each instrument in the window, against the 30 days before it or as many of them as articles are held of.',
  query: Type.Object({
    window: oneOf(['24h', '7d'], 'Length of the window, which ends now.', { default: '24h' }),
    asset_class: Type.Optional(oneOf(ASSET_CLASSES, 'Only instruments of this class.')),
    min_mentions: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 3,
      description: 'How many mentions there must be in the window.',
    }),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'How many items to return.' }),
  }),
  reply: Trending,
  errors: [],
})

export const listSources = endpoint({
  id: 'news.sources',
  method: 'GET',
  path: '/v1/news/sources',
  auth: 'user',
  cost: 2,
  summary: 'Publishers and their tiers',
  description: 'Counts are at most 60 seconds old.',
  reply: NewsSources,
  errors: [],
})

export const entitySentiment = endpoint({
  id: 'news.entitySentiment',
  method: 'GET',
  path: '/v1/entities/{entity_id}/sentiment',
  auth: 'user',
  cost: 2,
  summary: 'The tone about an entity over time',
  description:
    'Mentions by the tone of the statements about this entity, which may differ from that of the article.',
  params: Type.Object({ entity_id: EntityId }),
  query: Type.Object({
    interval: oneOf(['1h', '1d'], 'Length of a point.', { default: '1d' }),
    from: Type.Optional(instant('Oldest time of publication, inclusive. Default: 30 days before `to`.')),
    to: Type.Optional(instant('Newest time of publication, inclusive. Default: now.')),
  }),
  reply: EntitySentiment,
  errors: ['ENTITY_NOT_FOUND', 'INVALID_DATE_RANGE', 'RANGE_TOO_LARGE'],
})

export const postArticles = endpoint({
  id: 'news.postArticles',
  method: 'POST',
  path: '/v1/news/articles',
  auth: 'admin',
  bodyLimitBytes: MOST_WRITTEN_BYTES,
  summary: 'Store articles',
  description:
    'Linking and scoring run after the response: an article is served, usually within seconds, only when they are done. An article ' +
    'with the canonical URL of a known one is an edit of it and keeps its doc_id; one with the title and publisher of a known ' +
    'one is a duplicate, unless both have texts that begin otherwise. Storing the same again changes nothing. All or nothing: one article that cannot be stored refuses the request.',
  body: Type.Object(
    { items: Type.Array(ArticleInput, { minItems: 1, maxItems: 100, description: 'The articles.' }) },
    {
      $id: 'ArticlesInput',
      additionalProperties: false,
      description: 'Articles to be stored.',
      examples: [{ items: [INPUT] }],
    },
  ),
  reply: ArticlesWritten,
  idempotent: true,
  errors: [],
})

export const updateSource = endpoint({
  id: 'news.updateSource',
  method: 'PATCH',
  path: '/v1/news/sources/{source}',
  auth: 'admin',
  summary: 'Set the tier of a publisher',
  description:
    'Holds for articles to come and, within a minute, for those that are stored; the kind of an article may still raise it.',
  params: Type.Object({
    source: Type.String({ description: 'Name of the publisher.', examples: ['Reuters'] }),
  }),
  body: Type.Object(
    { routing_tier: RoutingTier },
    {
      $id: 'NewsSourceInput',
      additionalProperties: false,
      description: 'What to change.',
      examples: [{ routing_tier: 'TIER_2' }],
    },
  ),
  reply: NewsSource,
  errors: ['SOURCE_NOT_FOUND'],
})
