import { Type, type Static } from 'typebox'
import { ASSET_CLASSES } from '../market/vocabulary.ts'
import { AccountId } from './accounts.ts'
import { date, EntityId, nullable, oneOf, page, PAGE_QUERY, Ticker, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { CURRENCY } from './patterns.ts'
import { PortfolioWarning } from './portfolio-warnings.ts'
import { TransactionId } from './transactions.ts'

/** What valuing a portfolio costs of a quota. */
export const PORTFOLIO_COST = 5

const ACCOUNT_ID = '018f9d1c-3a4b-7c0d-9e1f-2b3c4d5e6f70'
const TRANSACTION_ID = '018f9d1c-4b5c-7d0e-8f1a-3c4d5e6f7081'
const ENTITY_ID = '7f9d1c1e-2f0b-5d6a-9b1e-0a4c2d8e6f10'

export const baseCurrency = Type.String({
  pattern: CURRENCY,
  description: 'ISO 4217: what all amounts named base are in.',
  examples: ['USD'],
})

/** Which part of the portfolio is meant, and in which currency. */
export const SCOPE_QUERY = {
  account_id: Type.Optional(
    Type.String({
      maxLength: 2_000,
      description: 'Only these accounts, separated by commas; all of them unless said.',
      examples: [ACCOUNT_ID],
    }),
  ),
  base_currency: Type.Optional(
    Type.String({
      pattern: CURRENCY,
      description: 'ISO 4217; that of the preferences unless said.',
      examples: ['USD'],
    }),
  ),
}

/** An amount of the base currency. */
export const money = (description: string, example: number) =>
  Type.Number({ description: `${description}, in the base currency.`, examples: [example] })
export const plain = (description: string, example: number) =>
  Type.Number({ description, examples: [example] })
export const fraction = (description: string, example: number) =>
  Type.Number({ description: `${description}, as a fraction (0.012 = 1.2 %).`, examples: [example] })
const percent = (description: string, example: number) =>
  Type.Number({ description: `${description}, in percent (1.5 = +1.5 %).`, examples: [example] })

const PortfolioSummary = Type.Object(
  {
    base_currency: baseCurrency,
    total_value: money('Everything that is held, and money', 12_500),
    cash: money('Money; 0 in accounts that have never had a deposit or a withdrawal', 2_100),
    invested: money('Cost of what is held', 9_000),
    day_change: money(
      'What is held now, at the newest prices against the closes of the session before',
      120.5,
    ),
    day_change_pct: percent('Day change of the size of the value before; 0 where there was none', 0.97),
    unrealized_gain: money('Value of what is held over its cost, exchange rates included', 1_400),
    realized_gain: money('What sales have brought over their cost, after fees and taxes', 310),
    income: money('Dividends and interest, before tax', 84),
    fees: money('All fees, also those that are in costs and proceeds', 12),
    taxes: money('All taxes', 9.5),
    net_contributions: money('What was paid in less what was taken out', 10_800),
    holdings_count: Type.Integer({
      minimum: 0,
      description: 'How many instruments are held.',
      examples: [4],
    }),
    as_of: timestamp('Market time of the answer, ISO 8601, UTC.'),
    simulated: Type.Boolean({
      description: 'Whether a price among them is simulated.',
      examples: [false],
    }),
    warnings: Type.Array(PortfolioWarning, { description: 'At most 100.' }),
  },
  {
    $id: 'PortfolioSummary',
    additionalProperties: false,
    description: 'A portfolio in one view.',
    examples: [
      {
        base_currency: 'USD',
        total_value: 12_500,
        cash: 2_100,
        invested: 9_000,
        day_change: 120.5,
        day_change_pct: 0.97,
        unrealized_gain: 1_400,
        realized_gain: 310,
        income: 84,
        fees: 12,
        taxes: 9.5,
        net_contributions: 10_800,
        holdings_count: 4,
        as_of: '2026-01-15T14:30:01.250Z',
        simulated: false,
        warnings: [],
      },
    ],
  },
)
export type PortfolioSummary = Static<typeof PortfolioSummary>

const HOLDING_FIELDS = {
  entity_id: EntityId,
  ticker: Ticker,
  name: Type.String({ description: 'Name of the instrument.', examples: ['Apple Inc.'] }),
  asset_class: oneOf(ASSET_CLASSES, 'What it is.', { examples: ['equity'] }),
  sector: nullable(Type.String({ description: 'Sector, or null.', examples: ['Technology'] })),
  currency: Type.String({
    description: 'Of the instrument: average_cost, cost_basis, price and market_value are in it.',
    examples: ['USD'],
  }),
  quantity: plain('Shares; negative for a short.', 10),
  average_cost: nullable(plain('Cost of one share, in `currency`; null for none.', 101.6)),
  cost_basis: plain('What the shares have cost in `currency`, fees and taxes included.', 1_016),
  price: nullable(plain('Newest price in `currency`; of a past day its close.', 231)),
  price_as_of: nullable(
    timestamp(
      'When that was, ISO 8601, UTC; of a past day the end of the venue’s session, or of the venue’s day where its calendar is not known; null without a price.',
    ),
  ),
  market_value: nullable(plain('Quantity times price, in `currency`.', 2_310)),
  market_value_base: nullable(money('The same', 2_310)),
  weight: nullable(fraction('Share of the total value, money included', 0.185)),
  day_change_base: nullable(money('Price against the close of the session before, times quantity', 12)),
  day_change_pct: nullable(percent('The same of that close', 0.52)),
  unrealized_gain_base: nullable(money('Market value over cost', 1_294)),
  unrealized_gain_pct: nullable(percent('The same of the cost', 127.4)),
  fx_effect_base: nullable(
    money(
      'What of the unrealised gain exchange rates have done: cost at today’s rate less cost as it was',
      0,
    ),
  ),
  realized_gain_base: money('What sales have brought over their cost', 0),
  income_base: money('Dividends and interest, before tax', 4.1),
  first_acquired_on: date(
    'Day of the first transaction; of what a spin-off gave, that of the shares it was given for.',
  ),
  account_ids: Type.Array(AccountId, { description: 'Accounts that have, or had, some.' }),
  stale: Type.Boolean({ description: 'Whether the price is older than seven days.', examples: [false] }),
}

const HOLDING = {
  entity_id: ENTITY_ID,
  ticker: 'AAPL',
  name: 'Apple Inc.',
  asset_class: 'equity',
  sector: 'Technology',
  currency: 'USD',
  quantity: 10,
  average_cost: 101.6,
  cost_basis: 1_016,
  price: 231,
  price_as_of: '2026-01-15T14:30:01.250Z',
  market_value: 2_310,
  market_value_base: 2_310,
  weight: 0.185,
  day_change_base: 12,
  day_change_pct: 0.52,
  unrealized_gain_base: 1_294,
  unrealized_gain_pct: 127.4,
  fx_effect_base: 0,
  realized_gain_base: 0,
  income_base: 4.1,
  first_acquired_on: '2025-03-03',
  account_ids: [ACCOUNT_ID],
  stale: false,
}

const Holding = Type.Object(HOLDING_FIELDS, {
  $id: 'Holding',
  additionalProperties: false,
  description: 'An instrument that is, or was, held.',
  examples: [HOLDING],
})
export type Holding = Static<typeof Holding>

const HoldingPage = page(Holding)
export type HoldingPage = Static<typeof HoldingPage>

const LOT = {
  lot_id: TRANSACTION_ID,
  transaction_id: TRANSACTION_ID,
  account_id: ACCOUNT_ID,
  acquired_on: '2025-03-03',
  quantity: 10,
  remaining_quantity: 10,
  unit_cost: 101.6,
  cost_basis: 1_016,
  split_factor: 1,
}

const Lot = Type.Object(
  {
    lot_id: Type.String({
      description:
        'That of the transaction that opened it; of what a spin-off gave, the one that opened the lot it was given for.',
      examples: [TRANSACTION_ID],
    }),
    transaction_id: TransactionId,
    account_id: AccountId,
    acquired_on: date('When it was bought; of what a spin-off gave, when that which it was given for was.'),
    quantity: plain('Shares as they were bought, on today’s split basis; negative for a short.', 10),
    remaining_quantity: plain('What is left of these shares.', 10),
    unit_cost: plain('Cost of one share, on today’s split basis, in the instrument’s currency.', 101.6),
    cost_basis: plain('Cost of the rest, in the instrument’s currency.', 1_016),
    split_factor: plain('All splits since: shares today for one of then.', 1),
  },
  {
    $id: 'Lot',
    additionalProperties: false,
    description: 'Shares that were bought together; with average cost one pool for each account.',
    examples: [LOT],
  },
)

const DIVIDEND = { paid_on: '2025-05-15', amount_base: 2.6, tax_base: 0.4 }
const SPIN_OFF_BASES = ['published', 'market_value', 'unknown'] as const
export type SpinOffBasis = (typeof SPIN_OFF_BASES)[number]

const SPIN_OFF = {
  account_id: ACCOUNT_ID,
  ex_date: '2025-11-03',
  parent_entity_id: '0b8f7f0e-6b1f-5f0a-8a51-6f2f0e3c9d21',
  child_entity_id: ENTITY_ID,
  ratio_to: 1,
  ratio_from: 3,
  quantity: 10,
  cost_fraction: 0.105,
  cost_fraction_basis: 'published' as const,
  cost: 105,
}
const SpinOff = Type.Object(
  {
    account_id: AccountId,
    ex_date: date('First day on which a buyer no longer got the new shares.'),
    parent_entity_id: EntityId,
    child_entity_id: EntityId,
    ratio_to: Type.Integer({ description: 'New shares for each `ratio_from`.', examples: [1] }),
    ratio_from: Type.Integer({ description: 'Shares held for each `ratio_to`.', examples: [3] }),
    quantity: plain('New shares, as they counted on the ex-date.', 10),
    cost_fraction: nullable(
      fraction(
        'The share of the cost that they took over; null if it is not known, and then they took none',
        0.105,
      ),
    ),
    cost_fraction_basis: oneOf(
      SPIN_OFF_BASES,
      'Where it comes from: published with the action, or from the closes of the first session in which both were traded.',
      { examples: ['published'] },
    ),
    cost: plain('The cost that went with them, in the currency of the new shares.', 105),
  },
  { additionalProperties: false, description: 'Shares that a spin-off gave.', examples: [SPIN_OFF] },
)

const HoldingDetail = Type.Object(
  {
    ...HOLDING_FIELDS,
    lots: Type.Array(Lot, { description: 'What is held, lot by lot, the oldest first; at most 1,000.' }),
    performance: Type.Object(
      {
        twr: nullable(fraction('Time-weighted return since the first transaction', 0.184)),
        mwr: nullable(fraction('Money-weighted return over the same days', 0.171)),
      },
      { additionalProperties: false, description: 'Returns of this holding alone.' },
    ),
    dividends: Type.Array(
      Type.Object(
        {
          paid_on: date('Day of the payment.'),
          amount_base: money('Before tax', 2.6),
          tax_base: money('Tax', 0.4),
        },
        { additionalProperties: false, description: 'A dividend.', examples: [DIVIDEND] },
      ),
      { description: 'The newest first; at most 1,000.' },
    ),
    spin_offs: Type.Array(SpinOff, {
      description:
        'Those that gave it, and those that gave others out of it; the newest first, at most 1,000.',
    }),
    transactions_count: Type.Integer({
      minimum: 0,
      description: 'How many rows of the ledger are about it.',
      examples: [3],
    }),
  },
  {
    $id: 'HoldingDetail',
    additionalProperties: false,
    description: 'A holding with its parts.',
    examples: [
      {
        ...HOLDING,
        lots: [LOT],
        performance: { twr: 0.184, mwr: 0.171 },
        dividends: [DIVIDEND],
        spin_offs: [SPIN_OFF],
        transactions_count: 3,
      },
    ],
  },
)
export type HoldingDetail = Static<typeof HoldingDetail>

const PORTFOLIO = '/v1/portfolio'
const HOLDINGS = `${PORTFOLIO}/holdings` as const
const asOf = Type.Optional(date('The end of this day; now unless said.'))

export const HOLDING_SORTS = [
  '-market_value_base',
  'market_value_base',
  'ticker',
  '-ticker',
  '-weight',
  'weight',
  '-unrealized_gain_base',
  'unrealized_gain_base',
  '-day_change_pct',
  'day_change_pct',
] as const

export const getSummary = endpoint({
  id: 'portfolio.getSummary',
  method: 'GET',
  path: `${PORTFOLIO}/summary`,
  auth: 'user',
  cost: PORTFOLIO_COST,
  summary: 'Your portfolio in one view',
  description:
    'Computed from the ledger at each reading. What has no price or no exchange rate counts as nothing, and a warning names it.',
  query: Type.Object(SCOPE_QUERY),
  reply: PortfolioSummary,
  errors: ['ACCOUNT_NOT_FOUND'],
})

export const listHoldings = endpoint({
  id: 'portfolio.listHoldings',
  method: 'GET',
  path: HOLDINGS,
  auth: 'user',
  cost: PORTFOLIO_COST,
  summary: 'What you hold',
  description:
    'One row for each instrument, over all accounts asked about. Splits that took effect since are applied; the rows of the ledger stay as they were entered. Values that are null come last.',
  query: Type.Object({
    ...SCOPE_QUERY,
    as_of: asOf,
    include_closed: Type.Boolean({
      default: false,
      description: 'Whether instruments of which nothing is left are shown too.',
    }),
    sort: oneOf(HOLDING_SORTS, 'By what; a minus for the largest first.', { default: '-market_value_base' }),
    page: PAGE_QUERY.page,
    page_size: Type.Integer({ minimum: 1, maximum: 200, default: 20, description: 'Items on a page.' }),
  }),
  reply: HoldingPage,
  errors: ['ACCOUNT_NOT_FOUND'],
})

export const getHolding = endpoint({
  id: 'portfolio.getHolding',
  method: 'GET',
  path: `${HOLDINGS}/{entity_id}`,
  auth: 'user',
  cost: PORTFOLIO_COST,
  summary: 'A holding with its parts',
  description: 'Also one of which nothing is left.',
  params: Type.Object({ entity_id: EntityId }),
  query: Type.Object({ ...SCOPE_QUERY, as_of: asOf }),
  reply: HoldingDetail,
  errors: ['ACCOUNT_NOT_FOUND', 'HOLDING_NOT_FOUND'],
})
