import { Type, type Static } from 'typebox'
import { date, EntityId, nullable, oneOf } from './common.ts'
import { endpoint } from './endpoint.ts'
import { fraction, PORTFOLIO_COST, SCOPE_QUERY } from './holdings.ts'
import { Article } from './news.ts'

const ENTITY_ID = '7f9d1c1e-2f0b-5d6a-9b1e-0a4c2d8e6f10'

/** Days that a range may have: each day of a base close is valued by itself. */
export const MOST_NEWS_DAYS = 31

const PortfolioNewsItem = Type.Object(
  {
    article: Article,
    entity_id: EntityId,
    impact_return: nullable(
      fraction(
        'What the price of the holding did in the window after publication; null until it has elapsed, or without a price',
        0.012,
      ),
    ),
    position_weight: nullable(
      fraction(
        'Share of the holding in the total value at the close that the window is against; null without one',
        0.2,
      ),
    ),
    contribution_return: nullable(
      fraction('position_weight × impact_return: what the move did to the portfolio', 0.0024),
    ),
  },
  {
    $id: 'PortfolioNewsItem',
    additionalProperties: false,
    description: 'An article about something that is held, and what followed.',
    examples: [
      {
        article: (Article as unknown as { examples: object[] }).examples[0],
        entity_id: ENTITY_ID,
        impact_return: 0.012,
        position_weight: 0.2,
        contribution_return: 0.0024,
      },
    ],
  },
)

const PortfolioNews = Type.Object(
  {
    items: Type.Array(PortfolioNewsItem, {
      description: 'The largest contribution, up or down, first; those without one last.',
    }),
    total: Type.Integer({ minimum: 0, description: 'How many there are.', examples: [1] }),
    has_more: Type.Boolean({ description: 'Whether there are more than were asked for.', examples: [false] }),
  },
  {
    $id: 'PortfolioNews',
    additionalProperties: false,
    description: 'News on what is held, with what it did to the portfolio.',
    examples: [
      {
        items: (PortfolioNewsItem as unknown as { examples: object[] }).examples,
        total: 1,
        has_more: false,
      },
    ],
  },
)
export type PortfolioNews = Static<typeof PortfolioNews>

export const getNewsImpact = endpoint({
  id: 'portfolio.getNewsImpact',
  method: 'GET',
  path: '/v1/portfolio/news-impact',
  auth: 'user',
  cost: PORTFOLIO_COST,
  summary: 'What news did to your portfolio',
  description:
    `Of the 500 most relevant articles about what is held now, published from \`from\` on, at most ${MOST_NEWS_DAYS} days back. ` +
    'A move after an article is no proof that the article caused it; several articles of a day share one move.',
  query: Type.Object({
    ...SCOPE_QUERY,
    from: Type.Optional(date('First day of publication; seven days ago unless said.')),
    window: oneOf(['day_t0', 'day_t1', 'day_t2', 'day_t5'], 'Sessions after publication, as of articles.', {
      default: 'day_t0',
    }),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'How many items to return.' }),
  }),
  reply: PortfolioNews,
  errors: ['ACCOUNT_NOT_FOUND', 'INVALID_DATE_RANGE'],
})
