import { Type, type Static } from 'typebox'
import { nullable, oneOf } from './common.ts'
import { endpoint } from './endpoint.ts'
import { baseCurrency, fraction, money, PORTFOLIO_COST, SCOPE_QUERY } from './holdings.ts'

export const ALLOCATION_KEYS = ['asset_class', 'sector', 'country', 'currency', 'account', 'entity'] as const
export type AllocationKey = (typeof ALLOCATION_KEYS)[number]

const ALLOCATION_ITEM = {
  key: 'equity',
  name: 'equity',
  value_base: 10_400,
  weight: 0.832,
  benchmark_weight: null,
}
const Allocation = Type.Object(
  {
    base_currency: baseCurrency,
    items: Type.Array(
      Type.Object(
        {
          key: Type.String({
            description:
              'What is shared: a class, a sector, a country, a currency, an id. `cash` for money and `unknown` where it is not known.',
            examples: ['equity'],
          }),
          name: Type.String({ description: 'The same for people.', examples: ['equity'] }),
          value_base: money('Value', 10_400),
          weight: fraction(
            'Share of the total or, where that is not positive, of the gross exposure: the sizes of all parts added up',
            0.832,
          ),
          benchmark_weight: nullable(
            fraction(
              'By sector: share of what the default benchmark holds or, where that is not known, of the market value of the listed equities of its country; null otherwise',
              0.3,
            ),
          ),
        },
        { additionalProperties: false, description: 'A part.', examples: [ALLOCATION_ITEM] },
      ),
      { description: 'The largest first.' },
    ),
    total: money('Everything that has a price, and money', 12_500),
  },
  {
    $id: 'Allocation',
    additionalProperties: false,
    description: 'What a portfolio is made of.',
    examples: [{ base_currency: 'USD', items: [ALLOCATION_ITEM], total: 12_500 }],
  },
)
export type Allocation = Static<typeof Allocation>

export const getAllocation = endpoint({
  id: 'portfolio.getAllocation',
  method: 'GET',
  path: '/v1/portfolio/allocation',
  auth: 'user',
  cost: PORTFOLIO_COST,
  summary: 'What your portfolio is made of',
  description:
    'Shares of the total value, cash included. Shorts count as negative. By sector each row also has the weight of the benchmark.',
  query: Type.Object({
    ...SCOPE_QUERY,
    by: oneOf(ALLOCATION_KEYS, 'What is shared.', { default: 'asset_class' }),
    look_through: Type.Boolean({
      default: false,
      description:
        'Whether funds count as what they hold, and as `unknown` as far as that is not known. By account they count as themselves.',
    }),
  }),
  reply: Allocation,
  errors: ['ACCOUNT_NOT_FOUND'],
})
