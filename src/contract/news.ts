import { Type, type Static } from 'typebox'
import { EntityId, nullable, oneOf, textOf, Ticker, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { ROUTING_TIERS, SENTIMENTS } from '../market/vocabulary.ts'

const DOC_ID = '0b54f3c2-97f5-5a0c-8d6a-2f2f3a1b4c5d'
const ENTITY = { entity_id: '7f9d1c1e-2f0b-5d6a-9b1e-0a4c2d8e6f10', ticker: 'AAPL', name: 'Apple Inc.' }

const ARTICLE = {
  doc_id: DOC_ID,
  headline: 'Apple raises its dividend after a record quarter',
  source: 'Reuters',
  published_at: '2026-01-15T21:30:00.000Z',
  url: 'https://www.reuters.com/technology/apple-raises-its-dividend',
  display_relevance_score: 0.8123,
  sentiment: 'positive',
  routing_tier: 'TIER_2',
  entities: [ENTITY],
  summary: 'Apple raised its quarterly dividend by 4 percent.',
}

const IMPACT = { day_t0: 0.012, day_t1: 0.0173, day_t2: 0.0098, day_t5: null }

export const DocId = Type.String({
  description: 'Opaque id of an article; an edited article keeps it.',
  examples: [DOC_ID],
})

const window = (sessions: string) =>
  nullable(
    Type.Number({
      description: `Price return through the close of ${sessions}, as a fraction (0.012 = +1.2 %); null until that session has closed, or without a price.`,
      examples: [0.012],
    }),
  )

export const ImpactWindows = Type.Object(
  {
    day_t0: window('t0, the first session that ended after publication'),
    day_t1: window('the session after t0'),
    day_t2: window('the second session after t0'),
    day_t5: window('the fifth session after t0'),
  },
  {
    $id: 'ImpactWindows',
    additionalProperties: false,
    description:
      'What the price did after publication: adjusted closes of the sessions of the venue, against the last close before publication.',
    examples: [IMPACT],
  },
)
export type ImpactWindows = Static<typeof ImpactWindows>

export const ArticleEntity = Type.Object(
  {
    entity_id: EntityId,
    ticker: Ticker,
    name: Type.String({ description: 'Name of the instrument as it is now.', examples: ['Apple Inc.'] }),
  },
  {
    $id: 'ArticleEntity',
    additionalProperties: false,
    description: 'An instrument that an article is about.',
    examples: [ENTITY],
  },
)

/** A measure from 0 to 1. */
const score = (meaning: string) =>
  Type.Number({ minimum: 0, maximum: 1, description: `${meaning} A fraction, 0 to 1.`, examples: [0.8123] })
const sentiment = oneOf(SENTIMENTS, 'Tone of the article.', { examples: ['positive'] })
export const RoutingTier = oneOf(
  ROUTING_TIERS,
  'TIER_1: filings, official releases, regulators and central banks; TIER_2: the large newswires; TIER_3: financial media; ' +
    'TIER_4: social, aggregated or unknown sources.',
  { $id: 'RoutingTier', examples: ['TIER_2'] },
)

const FIELDS = {
  doc_id: DocId,
  headline: Type.String({ description: 'Headline, without markup.', examples: [ARTICLE.headline] }),
  source: Type.String({ description: 'Name of the publisher.', examples: ['Reuters'] }),
  published_at: timestamp("The publisher's time, ISO 8601, UTC."),
  url: Type.String({ description: 'Address of the article, as it was supplied.', examples: [ARTICLE.url] }),
  display_relevance_score: score(
    '0.5 × market_score + 0.4 × llm_relevance_score + 0.1 × routing_tier_weight, to 4 decimals.',
  ),
  sentiment,
  routing_tier: RoutingTier,
  entities: Type.Array(ArticleEntity, { description: 'What it is about, the most relevant first.' }),
  summary: nullable(
    Type.String({
      description: 'Summary or beginning of the text, without markup; null for none.',
      examples: [ARTICLE.summary],
    }),
  ),
}

export const Article = Type.Object(FIELDS, {
  $id: 'Article',
  additionalProperties: false,
  description: 'A news article.',
  examples: [ARTICLE],
})
export type Article = Static<typeof Article>

const ArticleWithImpact = Type.Object(
  { ...FIELDS, impact_windows: ImpactWindows },
  {
    $id: 'ArticleWithImpact',
    additionalProperties: false,
    description: 'A news article with what the price of the entity did after it.',
    examples: [{ ...ARTICLE, impact_windows: IMPACT }],
  },
)
export type ArticleWithImpact = Static<typeof ArticleWithImpact>

/** What every list of articles says besides its items. */
const listFields = {
  total: Type.Integer({ minimum: 0, description: 'How many there are in all.', examples: [1] }),
  has_more: Type.Boolean({ description: 'True when there are more after these.', examples: [false] }),
}

const ArticleList = Type.Object(
  { items: Type.Array(Article, { description: 'A stretch of the list.' }), ...listFields },
  {
    $id: 'ArticleList',
    additionalProperties: false,
    description: 'Articles.',
    examples: [{ items: [ARTICLE], total: 1, has_more: false }],
  },
)
export type ArticleList = Static<typeof ArticleList>

const ArticleWithImpactList = Type.Object(
  { items: Type.Array(ArticleWithImpact, { description: 'A stretch of the list.' }), ...listFields },
  {
    $id: 'ArticleWithImpactList',
    additionalProperties: false,
    description: 'Articles with their impact windows.',
    examples: [{ items: [{ ...ARTICLE, impact_windows: IMPACT }], total: 1, has_more: false }],
  },
)

const EntityDetail = Type.Object(
  {
    entity_id: EntityId,
    ticker: Ticker,
    name: Type.String({ description: 'Name of the instrument as it is now.', examples: ['Apple Inc.'] }),
    relevance: score('How much the article is about it; from 0.75 on it is a main subject.'),
    sentiment: oneOf(SENTIMENTS, 'Tone of the statements about it.', { examples: ['positive'] }),
    impact_windows: ImpactWindows,
  },
  {
    additionalProperties: false,
    description: 'An instrument that the article is about, with the measures of the pair.',
  },
)

export const ArticleDetail = Type.Object(
  {
    ...FIELDS,
    published_at: nullable(
      timestamp("The publisher's time, ISO 8601, UTC; null where it could not be read."),
    ),
    score: Type.Object(
      {
        market_score: score('What the market did and the weight of the entities; see docs/news-scores.md.'),
        llm_relevance_score: score(
          'Of the language model where one is configured, else the documented estimate.',
        ),
        routing_tier_weight: score('TIER_1 1.0, TIER_2 0.8, TIER_3 0.5, TIER_4 0.2.'),
      },
      { additionalProperties: false, description: 'The parts of display_relevance_score, unrounded.' },
    ),
    entities_detail: Type.Array(EntityDetail, { description: 'The entities, in their order.' }),
    language: Type.String({
      description: 'ISO 639 code, of two letters where there is one; `und` where it is not known.',
      examples: ['en'],
    }),
    story_id: Type.String({
      description:
        'Id of the story: articles about one event share it, each within 48 hours of another of them.',
      examples: [DOC_ID],
    }),
  },
  {
    $id: 'ArticleDetail',
    additionalProperties: false,
    description: 'An article with the parts of its score and the measures of each entity.',
    examples: [
      {
        ...ARTICLE,
        score: { market_score: 0.86, llm_relevance_score: 0.7558, routing_tier_weight: 0.8 },
        entities_detail: [{ ...ENTITY, relevance: 0.95, sentiment: 'positive', impact_windows: IMPACT }],
        language: 'en',
        story_id: DOC_ID,
      },
    ],
  },
)
export type ArticleDetail = Static<typeof ArticleDetail>

const SimilarArticles = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        { article: Article, similarity: score('1 for the same words, 0 for none in common.') },
        { additionalProperties: false, description: 'An article and how similar it is.' },
      ),
      { description: 'The most similar first.' },
    ),
    ...listFields,
  },
  {
    $id: 'SimilarArticles',
    additionalProperties: false,
    description: 'Articles about the same thing.',
    examples: [{ items: [{ article: ARTICLE, similarity: 0.93 }], total: 1, has_more: false }],
  },
)
export type SimilarArticles = Static<typeof SimilarArticles>

const WINDOW = {
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'How many items to return.' }),
  offset: Type.Integer({
    minimum: 0,
    maximum: 999_999_999_999_999,
    default: 0,
    description: 'How many to leave out. For pages that stay the same, give `to` as well.',
  }),
}

const instantText = (description: string) =>
  Type.String({ maxLength: 40, description, examples: ['2026-01-15T00:00:00Z'] })

const FILTERS = {
  scope: oneOf(['all', 'watchlist'], 'watchlist: only articles about instruments on your watchlists.', {
    default: 'all',
  }),
  min_relevance: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 0,
    description: 'The lowest display_relevance_score, a fraction.',
  }),
  tier: oneOf(['tier1', 'tier1_2', 'all'], 'tier1: TIER_1 alone; tier1_2: TIER_1 and TIER_2.', {
    default: 'all',
  }),
  sentiment: oneOf(['positive', 'negative', 'all'], 'Tone of the article.', { default: 'all' }),
  from: Type.Optional(
    instantText(
      'Oldest time of publication, inclusive, ISO 8601; a date alone is midnight UTC. Default: 24 hours before `to`.',
    ),
  ),
  to: Type.Optional(instantText('Newest time of publication, inclusive, ISO 8601. Default: now.')),
}

const LIST_QUERY = { ...WINDOW, ...FILTERS }
const docParams = Type.Object({ doc_id: DocId })

export const topArticles = endpoint({
  id: 'news.top',
  method: 'GET',
  path: '/v1/news/top',
  auth: 'user',
  summary: 'The most relevant articles',
  description:
    'Ordered by display_relevance_score, then the newest first, then by doc_id. Every distinct article is listed: stories never ' +
    'shorten the list. Pages are cut from the order of the moment, so an article whose score changes meanwhile may stand on two ' +
    'pages or on none. With `scope=watchlist` and no instrument on any of your watchlists it is empty.',
  query: Type.Object(LIST_QUERY),
  reply: ArticleList,
  errors: ['INVALID_DATE_RANGE'],
})

export const entityArticles = endpoint({
  id: 'news.entityArticles',
  method: 'GET',
  path: '/v1/entities/{entity_id}/articles',
  auth: 'user',
  costWith: { parameter: 'with_impact_windows', cost: 5 },
  summary: 'Articles about an entity',
  description:
    'As /v1/news/top, of the articles that mention the entity. With `with_impact_windows=true` each has the windows of this entity, ' +
    'and the call counts 5. The default range is the last 24 hours, in which `day_t1` to `day_t5` are almost always null: give `from` ' +
    'to see them.',
  params: Type.Object({ entity_id: EntityId }),
  query: Type.Object({
    ...LIST_QUERY,
    with_impact_windows: Type.Boolean({ default: false, description: 'Whether items have impact windows.' }),
  }),
  reply: Type.Union([ArticleList, ArticleWithImpactList]),
  errors: ['ENTITY_NOT_FOUND', 'INVALID_DATE_RANGE'],
})

export const getArticle = endpoint({
  id: 'news.article',
  method: 'GET',
  path: '/v1/news/articles/{doc_id}',
  auth: 'user',
  cost: 2,
  summary: 'An article with the parts of its score',
  description:
    'An article is there once it has been linked and scored. `published_at` is null where no date could be read: such an article ' +
    'is in no list.',
  params: docParams,
  reply: ArticleDetail,
  errors: ['ARTICLE_NOT_FOUND'],
})

export const searchArticles = endpoint({
  id: 'news.search',
  method: 'GET',
  path: '/v1/news/search',
  auth: 'user',
  priority: 'low',
  cost: 5,
  summary: 'Search articles',
  description:
    'Every word and every "phrase" must occur in headline, summary or text, and no -word. `sort=relevance` puts first what ' +
    'has the words in its headline and often, weighed with display_relevance_score. The default range is the last 30 days.',
  query: Type.Object({
    q: textOf(
      { kind: 'query', maxLength: 200 },
      'Words, "phrases" and at most 8 -words that must not occur.',
      'forecasts "strong quarter"',
    ),
    ...LIST_QUERY,
    from: Type.Optional(
      instantText('Oldest time of publication, inclusive, ISO 8601. Default: 30 days before `to`.'),
    ),
    entity_ids: Type.Optional(
      Type.String({
        maxLength: 2_000,
        description: 'Articles about any of these, separated by commas; at most 50.',
      }),
    ),
    source: Type.Optional(
      Type.String({
        description:
          'Names of publishers, separated by commas, in any case; at most 50. GET /v1/news/sources lists them.',
        examples: ['Reuters,bloomberg'],
      }),
    ),
    language: Type.Optional(
      Type.String({
        description:
          'Codes of languages (ISO 639), separated by commas; at most 50. Of `pt-BR` the language counts; `und` finds articles whose language is not known.',
        examples: ['en,de'],
      }),
    ),
    sort: oneOf(['relevance', 'published_at'], 'published_at: the newest first.', { default: 'relevance' }),
  }),
  reply: ArticleList,
  errors: ['INVALID_DATE_RANGE'],
})

export const similarArticles = endpoint({
  id: 'news.similar',
  method: 'GET',
  path: '/v1/news/articles/{doc_id}/similar',
  auth: 'user',
  cost: 3,
  summary: 'Articles about the same thing',
  description:
    'Articles of the same story, others with the same words, and others about the same entities within seven days, at most 200 of each: ' +
    'of the story and of the entities those nearest in time. ' +
    'Similarity is the share of words in common; texts whose numbers differ are never 1.',
  params: docParams,
  query: Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'How many items to return.' }),
  }),
  reply: SimilarArticles,
  errors: ['ARTICLE_NOT_FOUND'],
})
