import { Type, type Static } from 'typebox'
import { INTERVALS } from '../market/vocabulary.ts'
import { date, EntityId, MOST_WRITTEN_BYTES, nullable, oneOf, ROW_NUMBER } from './common.ts'
import { endpoint } from './endpoint.ts'
import { CURRENCY, FISCAL_PERIOD } from './patterns.ts'
import { Fundamentals } from './fundamentals.ts'
import { PRICE_HEADERS } from './instruments.ts'

const price = (description: string, example: number) =>
  Type.Number({
    ...ROW_NUMBER,
    description: `${description}, in the instrument's currency: 1e-9 to 1e15.`,
    examples: [example],
  })

const BarInput = Type.Object(
  {
    date: Type.String({
      description:
        'Daily bars: YYYY-MM-DD. Intraday bars: the instant of the open, ISO 8601 with its offset; one without is rejected.',
      examples: ['2026-01-15'],
    }),
    open: price('First price', 229.1),
    high: price('Highest price', 232.04),
    low: price('Lowest price', 228.7),
    close: price('Last price', 231.44),
    volume: Type.Number({
      ...ROW_NUMBER,
      description: 'Shares or coins traded: 0 or 1e-9 to 1e15.',
      examples: [51234567],
    }),
    adjusted_close: Type.Optional(
      price(
        'Close with later splits and dividends carried back; default: computed from recorded dividends',
        231.44,
      ),
    ),
  },
  {
    $id: 'BarInput',
    additionalProperties: false,
    description: 'A bar to be stored.',
    examples: [
      { date: '2026-01-15', open: 229.1, high: 232.04, low: 228.7, close: 231.44, volume: 51234567 },
    ],
  },
)
export type BarInput = Static<typeof BarInput>

const BarsWritten = Type.Object(
  {
    inserted: Type.Integer({ description: 'How many bars were new.', examples: [1] }),
    updated: Type.Integer({ description: 'How many bars were there and differed.', examples: [0] }),
    rejected: Type.Array(
      Type.Object(
        {
          index: Type.Integer({ description: 'Position in the request, from 0.', examples: [3] }),
          reason: Type.String({ description: 'Why it cannot be.', examples: ['high 1 is below low 2'] }),
        },
        { additionalProperties: false, description: 'A bar that was not stored.' },
      ),
      { description: 'Bars that were not stored; the others were.' },
    ),
  },
  {
    $id: 'BarsWritten',
    additionalProperties: false,
    description: 'What became of the bars.',
    examples: [{ inserted: 1, updated: 0, rejected: [] }],
  },
)
export type BarsWritten = Static<typeof BarsWritten>

const params = Type.Object({ entity_id: EntityId })

export const putBars = endpoint({
  id: 'instruments.putBars',
  method: 'PUT',
  path: '/v1/instruments/{entity_id}/ohlcv',
  auth: 'admin',
  priority: 'low',
  summary: 'Store bars of one instrument',
  description:
    'Bars of the same instants are replaced. Days from 1960-01-01 to tomorrow are stored. Split-adjusted prices are expected. `adjusted_close` is kept where it is given; bars ' +
    'without one have recorded dividends carried back, also those that are recorded later, unless a newer bar of the series has one of its own. A series has one source: one that was ' +
    'imported on another basis is 409. Stored bars take the place of simulated ones.',
  params,
  body: Type.Object(
    {
      interval: oneOf(INTERVALS, 'Length of each bar.', { examples: ['1d'] }),
      bars: Type.Array(BarInput, {
        minItems: 1,
        maxItems: 10_000,
        description: '1 to 10,000 bars in any order.',
        examples: [
          [{ date: '2026-01-15', open: 229.1, high: 232.04, low: 228.7, close: 231.44, volume: 51234567 }],
        ],
      }),
    },
    { additionalProperties: false, description: 'Bars to be stored.' },
  ),
  bodyLimitBytes: MOST_WRITTEN_BYTES,
  reply: BarsWritten,
  errors: ['INSTRUMENT_NOT_FOUND', 'DUPLICATE'],
})

const money = (description: string, example: number) =>
  Type.Optional(
    nullable(Type.Number({ description: `${description}, in the reporting currency.`, examples: [example] })),
  )
const flow = Type.String({
  pattern: FISCAL_PERIOD,
  description: 'Fiscal period by the company\'s own fiscal year: "FY2025" or "Q3FY2025".',
  examples: ['FY2025'],
})
const common = { period: flow, end_date: date('Last day of the period.') }

const rows = <T extends Parameters<typeof Type.Object>[0]>(properties: T, description: string) =>
  Type.Array(Type.Object(properties, { additionalProperties: false, description: 'One fiscal period.' }), {
    maxItems: 400,
    description,
  })

const FundamentalsInput = Type.Object(
  {
    reporting_currency: Type.String({
      pattern: CURRENCY,
      description: 'Currency of every amount, ISO 4217.',
      examples: ['USD'],
    }),
    fx_rates: Type.Optional(
      Type.Record(Type.String({ pattern: FISCAL_PERIOD }), Type.Number({ exclusiveMinimum: 0 }), {
        description:
          'US dollars for one unit, on average over the period it is named after. Without one the imported rates count.',
        examples: [{ FY2025: 0.0313 }],
      }),
    ),
    income_statement: rows(
      {
        ...common,
        revenue: money('Revenue', 391035000000),
        gross_profit: money('Revenue minus cost of revenue', 180683000000),
        operating_income: money('Operating income', 123216000000),
        net_income: money('Net income', 93736000000),
        eps_diluted: money('Diluted earnings per share on the split basis of today', 6.08),
      },
      'Income statements in any order.',
    ),
    balance_sheet: rows(
      {
        ...common,
        total_assets: money('Total assets', 364980000000),
        total_liabilities: money('Total liabilities', 308030000000),
        total_equity: money('Total equity', 56950000000),
        cash_and_equivalents: money('Cash and cash equivalents', 29943000000),
        total_debt: money('Short- and long-term borrowings', 106629000000),
      },
      'Balance sheets in any order; the one of a fiscal year is named after its fourth quarter.',
    ),
    cash_flow: rows(
      {
        ...common,
        operating_cash_flow: money('Cash flow from operations', 118254000000),
        capex: money('Capital expenditure of either sign, stored as an outflow: below 0', -9447000000),
      },
      'Cash flow statements in any order.',
    ),
  },
  {
    $id: 'FundamentalsInput',
    additionalProperties: false,
    description: "A company's statements as reported.",
    examples: [
      {
        reporting_currency: 'USD',
        income_statement: [{ period: 'FY2024', end_date: '2024-09-28', revenue: 391035000000 }],
        balance_sheet: [],
        cash_flow: [],
      },
    ],
  },
)
export type FundamentalsInput = Static<typeof FundamentalsInput>

export const putFundamentals = endpoint({
  id: 'instruments.putFundamentals',
  method: 'PUT',
  path: '/v1/instruments/{entity_id}/fundamentals',
  auth: 'admin',
  priority: 'low',
  summary: "Store a company's statements",
  description:
    'Replaces every statement stored for the instrument, and answers as GET does with the default parameters.',
  params,
  body: FundamentalsInput,
  bodyLimitBytes: MOST_WRITTEN_BYTES,
  reply: Fundamentals,
  errors: ['INSTRUMENT_NOT_FOUND'],
  replyHeaders: PRICE_HEADERS,
})
