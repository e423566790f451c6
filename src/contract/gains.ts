import { Type, type Static } from 'typebox'
import { COST_BASIS_METHODS } from '../market/vocabulary.ts'
import { AccountId } from './accounts.ts'
import { date, EntityId, nullable, oneOf, page, PAGE_QUERY, Ticker } from './common.ts'
import { endpoint } from './endpoint.ts'
import { baseCurrency, money, plain, PORTFOLIO_COST, SCOPE_QUERY } from './holdings.ts'
import { TransactionId } from './transactions.ts'

const ACCOUNT_ID = '018f9d1c-3a4b-7c0d-9e1f-2b3c4d5e6f70'
const TRANSACTION_ID = '018f9d1c-4b5c-7d0e-8f1a-3c4d5e6f7081'
const ENTITY_ID = '7f9d1c1e-2f0b-5d6a-9b1e-0a4c2d8e6f10'

const RealizedGain = Type.Object(
  {
    transaction_id: TransactionId,
    account_id: AccountId,
    entity_id: EntityId,
    ticker: Ticker,
    currency: Type.String({ description: 'Of proceeds, cost, fee and gain.', examples: ['USD'] }),
    sold_on: date('Day of the sale, or of the covering of a short.'),
    quantity: plain('Shares that were closed.', 5),
    proceeds: plain(
      'What they brought in `currency`, after fee and tax; of a short when it was opened.',
      594,
    ),
    cost: plain(
      'What they had cost in `currency`, fees and taxes included; of a short what covered it did.',
      503,
    ),
    fee: plain('Of the whole transaction, in `currency`; it is in the proceeds, of a short in the cost.', 5),
    gain: plain('Proceeds less cost, in `currency`.', 91),
    gain_base: money('The same, each side at the rate of its own day', 91),
    holding_days: Type.Integer({
      minimum: 0,
      description: 'Days since the oldest of the closed lots was opened.',
      examples: [32],
    }),
    lot_ids: Type.Array(TransactionId, {
      description: 'Lots that were closed, at most 100; one pool with average cost.',
    }),
  },
  {
    $id: 'RealizedGain',
    additionalProperties: false,
    description: 'What a sale has brought.',
    examples: [
      {
        transaction_id: TRANSACTION_ID,
        account_id: ACCOUNT_ID,
        entity_id: ENTITY_ID,
        ticker: 'AAPL',
        currency: 'USD',
        sold_on: '2026-01-15',
        quantity: 5,
        proceeds: 594,
        cost: 503,
        fee: 5,
        gain: 91,
        gain_base: 91,
        holding_days: 32,
        lot_ids: [TRANSACTION_ID],
      },
    ],
  },
)
export type RealizedGain = Static<typeof RealizedGain>
const RealizedGainPage = page(RealizedGain)
export type RealizedGainPage = Static<typeof RealizedGainPage>

const INCOME_ITEM = {
  key: '2026-01',
  name: '2026-01',
  dividends: 12,
  interest: 1.5,
  tax: 1.8,
  suggested: null,
}
const PortfolioIncome = Type.Object(
  {
    base_currency: baseCurrency,
    items: Type.Array(
      Type.Object(
        {
          key: Type.String({
            description: 'Month as `YYYY-MM`, or the entity_id; `cash` for interest on money.',
            examples: ['2026-01'],
          }),
          name: Type.String({ description: 'Month, or ticker.', examples: ['2026-01'] }),
          dividends: money('Dividends before tax', 12),
          interest: money('Interest before tax', 1.5),
          tax: money('Tax on both', 1.8),
          suggested: nullable(
            money(
              'Dividends that went ex on shares you held and that you have not entered; null unless asked for',
              4.2,
            ),
          ),
        },
        { additionalProperties: false, description: 'A part.', examples: [INCOME_ITEM] },
      ),
      { description: 'Months ascending; instruments by what they paid.' },
    ),
    total: money('Dividends and interest before tax', 13.5),
  },
  {
    $id: 'PortfolioIncome',
    additionalProperties: false,
    description: 'What a portfolio has paid.',
    examples: [{ base_currency: 'USD', items: [INCOME_ITEM], total: 13.5 }],
  },
)
export type PortfolioIncome = Static<typeof PortfolioIncome>

export const listRealizedGains = endpoint({
  id: 'portfolio.listRealizedGains',
  method: 'GET',
  path: '/v1/portfolio/realized-gains',
  auth: 'user',
  cost: PORTFOLIO_COST,
  summary: 'What your sales have brought',
  description:
    'The newest first. Days of sale are inclusive; unless said from the first of January of the year of the last day.',
  query: Type.Object({
    ...SCOPE_QUERY,
    from: Type.Optional(date('First day of sale, inclusive.')),
    to: Type.Optional(date('Last day of sale, inclusive; today unless said, and at the latest.')),
    method: Type.Optional(
      oneOf(COST_BASIS_METHODS, 'As if all accounts had it; that of each account unless said.'),
    ),
    ...PAGE_QUERY,
  }),
  reply: RealizedGainPage,
  errors: ['ACCOUNT_NOT_FOUND', 'INVALID_DATE_RANGE'],
})

export const getIncome = endpoint({
  id: 'portfolio.getIncome',
  method: 'GET',
  path: '/v1/portfolio/income',
  auth: 'user',
  cost: PORTFOLIO_COST,
  summary: 'What your portfolio has paid',
  description:
    'Dividends and interest that were entered; of the twelve months up to the last day unless said. With `include_suggested` also recorded dividends on ' +
    'shares that were held at the close before their ex-date, where the account has no dividend of the instrument in the 75 days from it ' +
    'on: under their ex-date, before tax, at the rate of that day, and in no total.',
  query: Type.Object({
    ...SCOPE_QUERY,
    from: Type.Optional(date('First day, inclusive.')),
    to: Type.Optional(date('Last day, inclusive; today unless said, and at the latest.')),
    group_by: oneOf(['month', 'entity'], 'What rows are of.', { default: 'month' }),
    include_suggested: Type.Boolean({
      default: false,
      description: 'Whether dividends that you have not entered are suggested.',
    }),
  }),
  reply: PortfolioIncome,
  errors: ['ACCOUNT_NOT_FOUND', 'INVALID_DATE_RANGE'],
})
