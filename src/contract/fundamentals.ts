import { Type, type Static } from 'typebox'
import { date, EntityId, nullable, oneOf, Ticker } from './common.ts'
import { endpoint } from './endpoint.ts'
import { PRICE_HEADERS } from './instruments.ts'

const usd = (description: string, example: number) =>
  nullable(
    Type.Number({
      description: `${description}, in US dollars; null when not reported, or without an exchange rate.`,
      examples: [example],
    }),
  )

const multiple = (description: string, example: number) =>
  nullable(
    Type.Number({
      description: `${description}; null when unavailable, when the base is not positive, and beyond 1,000 (a PEG beyond 100).`,
      examples: [example],
    }),
  )

const Valuation = Type.Object(
  {
    pe_ttm: multiple(
      "Price over diluted earnings per share of the newest four quarters; for an ETF the weighted harmonic mean of its holdings' P/E",
      31.2,
    ),
    ps_ttm: multiple('Market capitalisation over revenue of the newest four quarters', 8.6),
    pb: multiple('Market capitalisation over total equity', 52.1),
    ev_ebitda: multiple('Enterprise value over EBITDA of the newest four quarters', 22.9),
    ev_revenue: multiple('Enterprise value over revenue of the newest four quarters', 8.7),
    peg_ratio: multiple('P/E over the growth of diluted earnings per share in percent a year', 2.4),
    dividend_yield: multiple(
      'Dividends of the last 12 months over price, a fraction (0.0052 = 0.52 %); for an ETF the distribution yield',
      0.0052,
    ),
  },
  {
    $id: 'Valuation',
    additionalProperties: false,
    description: 'Ratios from the newest price and the newest four quarters.',
    examples: [
      {
        pe_ttm: 31.2,
        ps_ttm: 8.6,
        pb: 52.1,
        ev_ebitda: 22.9,
        ev_revenue: 8.7,
        peg_ratio: 2.4,
        dividend_yield: 0.0052,
      },
    ],
  },
)

const flowPeriod = Type.String({
  description: 'Fiscal period by the company\'s own fiscal year: "FY2025" or "Q3FY2025".',
  examples: ['FY2025'],
})
const endDate = date('Last day of the period.')

const IncomeStatement = Type.Object(
  {
    period: flowPeriod,
    end_date: endDate,
    revenue: usd('Revenue', 391035000000),
    gross_profit: usd('Revenue minus cost of revenue', 180683000000),
    operating_income: usd('Operating income', 123216000000),
    net_income: usd('Net income', 93736000000),
    eps_diluted: usd('Diluted earnings per share on the split basis of today', 6.08),
  },
  {
    $id: 'IncomeStatement',
    additionalProperties: false,
    description: 'Income statement of one fiscal period.',
    examples: [
      {
        period: 'FY2024',
        end_date: '2024-09-28',
        revenue: 391035000000,
        gross_profit: 180683000000,
        operating_income: 123216000000,
        net_income: 93736000000,
        eps_diluted: 6.08,
      },
    ],
  },
)

const BalanceSheet = Type.Object(
  {
    period: Type.String({
      description: 'Fiscal quarter at whose end the balance was struck, also in annual mode: "Q4FY2025".',
      examples: ['Q4FY2025'],
    }),
    end_date: endDate,
    total_assets: usd('Total assets', 364980000000),
    total_liabilities: usd('Total liabilities', 308030000000),
    total_equity: usd('Total equity', 56950000000),
    cash_and_equivalents: usd('Cash and cash equivalents', 29943000000),
    total_debt: usd('Short- and long-term borrowings', 106629000000),
  },
  {
    $id: 'BalanceSheet',
    additionalProperties: false,
    description: 'Balance sheet at the end of one fiscal period.',
    examples: [
      {
        period: 'Q4FY2024',
        end_date: '2024-09-28',
        total_assets: 364980000000,
        total_liabilities: 308030000000,
        total_equity: 56950000000,
        cash_and_equivalents: 29943000000,
        total_debt: 106629000000,
      },
    ],
  },
)

const CashFlow = Type.Object(
  {
    period: flowPeriod,
    end_date: endDate,
    operating_cash_flow: usd('Cash flow from operations', 118254000000),
    capex: usd('Capital expenditure, negative for an outflow', -9447000000),
    free_cash_flow: usd('Operating cash flow plus capex', 108807000000),
  },
  {
    $id: 'CashFlow',
    additionalProperties: false,
    description: 'Cash flow statement of one fiscal period.',
    examples: [
      {
        period: 'FY2024',
        end_date: '2024-09-28',
        operating_cash_flow: 118254000000,
        capex: -9447000000,
        free_cash_flow: 108807000000,
      },
    ],
  },
)

export const Fundamentals = Type.Object(
  {
    entity_id: EntityId,
    ticker: Ticker,
    as_of: nullable(
      date('Date of the price the ratios use, else of the newest statement; null when there is neither.'),
    ),
    valuation: Valuation,
    income_statement: Type.Array(IncomeStatement, {
      description: 'Newest first; empty for funds, indices and crypto.',
    }),
    balance_sheet: Type.Array(BalanceSheet, {
      description: 'Newest first; empty for funds, indices and crypto.',
    }),
    cash_flow: Type.Array(CashFlow, { description: 'Newest first; empty for funds, indices and crypto.' }),
  },
  {
    $id: 'Fundamentals',
    additionalProperties: false,
    description:
      'Valuation and statements. All money is US dollars, converted at the average rate of the period when the company ' +
      'reports in another currency.',
    examples: [
      {
        entity_id: '7f9d1c1e-2f0b-5d6a-9b1e-0a4c2d8e6f10',
        ticker: 'AAPL',
        as_of: '2026-01-15',
        valuation: {
          pe_ttm: 31.2,
          ps_ttm: 8.6,
          pb: 52.1,
          ev_ebitda: 22.9,
          ev_revenue: 8.7,
          peg_ratio: 2.4,
          dividend_yield: 0.0052,
        },
        income_statement: [],
        balance_sheet: [],
        cash_flow: [],
      },
    ],
  },
)
export type Fundamentals = Static<typeof Fundamentals>
export type FundamentalsValuation = Static<typeof Valuation>

export const getFundamentals = endpoint({
  id: 'instruments.fundamentals',
  method: 'GET',
  path: '/v1/instruments/{entity_id}/fundamentals',
  auth: 'user',
  summary: 'Valuation ratios and financial statements',
  description:
    'Cached for 24 hours and refreshed when its source pushes new data. A value that is unavailable is null, never 0. ' +
    'An ETF has its distribution yield and the P/E of its holdings and no statements; an index and a coin have neither.',
  params: Type.Object({ entity_id: EntityId }),
  query: Type.Object({
    period: oneOf(['quarterly', 'annual'], 'Fiscal quarters or fiscal years.', { default: 'annual' }),
    limit: Type.Integer({
      minimum: 1,
      maximum: 20,
      default: 5,
      description: 'How many periods of each statement.',
    }),
  }),
  reply: Fundamentals,
  errors: ['INSTRUMENT_NOT_FOUND'],
  replyHeaders: PRICE_HEADERS,
})
