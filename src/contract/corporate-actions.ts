import { Type, type Static } from 'typebox'
import { LISTING_TEXT } from '../market/listing-text.ts'
import { CORPORATE_ACTION_TYPES } from '../market/vocabulary.ts'
import { date, EntityId, MOST_WRITTEN_BYTES, nullable, oneOf, page, PAGE_QUERY, textOf } from './common.ts'
import { endpoint } from './endpoint.ts'
import { TRADING_CURRENCY } from './patterns.ts'

const SPLIT = {
  action_id: '0b8f7f0e-6b1f-5f0a-8a51-6f2f0e3c9d21',
  entity_id: '7f9d1c1e-2f0b-5d6a-9b1e-0a4c2d8e6f10',
  type: 'split',
  ex_date: '2020-08-31',
  declared_on: null,
  record_date: null,
  pay_date: null,
  ratio_to: 4,
  ratio_from: 1,
  amount: null,
  currency: null,
  frequency: null,
  new_ticker: null,
  related_entity_id: null,
  cost_fraction: null,
  source: 'import',
}

const ratio = (description: string, example: number) =>
  Type.Integer({ minimum: 1, maximum: 1_000_000, description, examples: [example] })

const FIELDS = {
  type: oneOf(CORPORATE_ACTION_TYPES, 'What happened.', { examples: ['split'] }),
  ex_date: date(
    'First day on which a buyer no longer gets it, or on which it holds: the first under a new ticker, and after a delisting or merger the first without trading.',
  ),
}

const OPTIONAL = {
  declared_on: nullable(date('Day of the announcement; null when unknown.')),
  record_date: nullable(date('Day on which holders are written down; null when unknown.')),
  pay_date: nullable(date('Day of payment; null when unknown.')),
  ratio_to: nullable(
    ratio(
      'Shares after, of splits and stock dividends (4 of 4-for-1); of a spin-off the new shares for each `ratio_from`.',
      4,
    ),
  ),
  ratio_from: nullable(
    ratio('Shares before, of splits and stock dividends (1 of 4-for-1); of a spin-off those held.', 1),
  ),
  amount: nullable(
    Type.Number({
      exclusiveMinimum: 0,
      description: 'Cash per share as shares counted on the ex-date, in `currency`; null without cash.',
      examples: [0.26],
    }),
  ),
  currency: nullable(
    Type.String({
      pattern: TRADING_CURRENCY,
      description:
        'Currency of the amount, ISO 4217: of a dividend that of the listing, or the pounds of its pence; null without cash.',
      examples: ['USD'],
    }),
  ),
  frequency: nullable(
    Type.Integer({
      enum: [0, 1, 2, 4, 12],
      description: 'Payments a year, 0 for a special one; null when unknown.',
      examples: [4],
    }),
  ),
  new_ticker: nullable(
    textOf(LISTING_TEXT.ticker, 'The ticker from the ex-date on; null without a change.', 'META'),
  ),
  related_entity_id: nullable(
    Type.String({
      description:
        'The other listing: what holders are given in a spin-off, or what takes the place of the one that ends in a merger; null without one.',
      examples: [SPLIT.entity_id],
    }),
  ),
  cost_fraction: nullable(
    Type.Number({
      exclusiveMinimum: 0,
      exclusiveMaximum: 1,
      description:
        'Of a spin-off: the share of the cost of what was held that goes to the new shares, as a fraction (0.105 = 10.5 %); null if it was not published.',
      examples: [0.105],
    }),
  ),
}

export const CorporateAction = Type.Object(
  {
    action_id: Type.String({ description: 'Opaque id.', examples: [SPLIT.action_id] }),
    entity_id: EntityId,
    ...FIELDS,
    ...OPTIONAL,
    source: Type.String({
      description:
        'Where it comes from: `import` (a file), `api` (recorded here) or the source of the prices.',
      examples: ['import'],
    }),
  },
  {
    $id: 'CorporateAction',
    additionalProperties: false,
    description: 'Something a company did that changes its shares, their price or their name.',
    examples: [SPLIT],
  },
)
export type CorporateAction = Static<typeof CorporateAction>

const CorporateActionPage = page(CorporateAction)
export type CorporateActionPage = Static<typeof CorporateActionPage>

const path = '/v1/instruments/{entity_id}/corporate-actions'
const params = Type.Object({ entity_id: EntityId })

export const listCorporateActions = endpoint({
  id: 'instruments.corporateActions',
  method: 'GET',
  path,
  auth: 'user',
  summary: 'Splits, dividends and what else changed a listing',
  description:
    'Those known from files and from POST, of which some may lie ahead, and what the source of the prices knows up to today.',
  params,
  query: Type.Object({
    type: Type.Optional(
      Type.String({
        maxLength: 200,
        description: `Only these, separated by commas: ${CORPORATE_ACTION_TYPES.join(', ')}.`,
        examples: ['split,cash_dividend'],
      }),
    ),
    from: Type.Optional(date('First ex-date, inclusive.')),
    to: Type.Optional(date('Last ex-date, inclusive.')),
    ...PAGE_QUERY,
    sort: oneOf(['-ex_date', 'ex_date'], 'Newest or oldest first.', { default: '-ex_date' }),
  }),
  reply: CorporateActionPage,
  errors: ['INSTRUMENT_NOT_FOUND', 'INVALID_DATE_RANGE'],
})

const CorporateActionInput = Type.Object(
  { ...FIELDS, ...Type.Partial(Type.Object(OPTIONAL)).properties },
  {
    $id: 'CorporateActionInput',
    additionalProperties: false,
    description:
      'A corporate action to be stored: a split needs a ratio, a dividend an amount and a currency, a spin-off a ratio and the listing that holders are given, a change of symbol the new ticker.',
    examples: [{ type: 'split', ex_date: '2020-08-31', ratio_to: 4, ratio_from: 1 }],
  },
)
export type CorporateActionInput = Static<typeof CorporateActionInput>

export const createCorporateAction = endpoint({
  id: 'instruments.createCorporateAction',
  method: 'POST',
  path,
  auth: 'admin',
  summary: 'Record a corporate action',
  description:
    'Splits and dividends rebuild `adjusted_close` of as-traded series, dividends that of split-adjusted bars which came without one. One of the same kind, ex-date and amount is 409. ' +
    'Three types change the listing once its ex-date is reached in its time zone: at once, or within seconds of that day’s beginning. ' +
    '`symbol_change` gives it `new_ticker` and remembers the old one up to the day before; ' +
    '`delisting` and `merger`, which is recorded of the listing that ends, set `status` and `delisted_on`, the last session before the ex-date, ' +
    'and a merger `successor_entity_id`. ' +
    'A ticker that another listing of the venue has is 409 and nothing is stored; where that shows on a later day, the action waits until the ticker is free. ' +
    'An action cannot be changed or deleted. ' +
    'With the same `Idempotency-Key` a repeated request is answered as the first one.',
  params,
  body: CorporateActionInput,
  bodyLimitBytes: MOST_WRITTEN_BYTES,
  reply: CorporateAction,
  status: 201,
  idempotent: true,
  errors: ['INSTRUMENT_NOT_FOUND'],
})
