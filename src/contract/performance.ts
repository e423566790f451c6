import { Type, type Static } from 'typebox'
import { date, EntityId, nullable, oneOf } from './common.ts'
import { endpoint } from './endpoint.ts'
import { baseCurrency, fraction, money, PORTFOLIO_COST, SCOPE_QUERY } from './holdings.ts'

const ENTITY_ID = '7f9d1c1e-2f0b-5d6a-9b1e-0a4c2d8e6f10'

/** Why there is no return. */
const UNAVAILABLE_REASONS = ['NO_TRANSACTIONS', 'FX_MISSING', 'NEGATIVE_CAPITAL', 'NO_SOLUTION'] as const
export type UnavailableReason = (typeof UNAVAILABLE_REASONS)[number]

const POINT = { date: '2025-01-02', value: 10_000, net_contributions: 0, twr: 0, benchmark_twr: 0 }
const BENCHMARK = { entity_id: ENTITY_ID, twr: 0.13, excess_return: 0.054 }

const Performance = Type.Object(
  {
    from: date('First day.'),
    to: date('Last day.'),
    base_currency: baseCurrency,
    scope: Type.String({
      description: '`all`, `accounts`, or `holding` for one instrument.',
      examples: ['all'],
    }),
    twr: nullable(fraction('Time-weighted return over the range', 0.184)),
    twr_annualized: nullable(fraction('The same for a year; null below 365 days', 0.156)),
    mwr: nullable(fraction('Money-weighted return over the range', 0.171)),
    mwr_annualized: nullable(fraction('The same for a year, which is XIRR; null below 365 days', 0.145)),
    simple_return: nullable(fraction('Gain over start value and what came in', 0.19)),
    start_value: money('Value at the end of the day before the first', 10_000),
    end_value: money('Value at the end of the last day, or now', 14_210.5),
    net_contributions: money('What came in less what went out', 2_400),
    income: money('Dividends and interest before tax', 118.2),
    fees: money('Fees', 31),
    taxes: money('Taxes', 12.4),
    fx_effect: money('What exchange rates alone have done', -44.1),
    volatility: nullable(
      fraction(
        'Standard deviation of the returns from close to close, for a year; null below 20 of them',
        0.21,
      ),
    ),
    max_drawdown: nullable(fraction('Deepest fall of the time-weighted value from a peak', 0.12)),
    benchmark: nullable(
      Type.Object(
        {
          entity_id: Type.String({ description: 'The benchmark.', examples: [ENTITY_ID] }),
          twr: fraction('Its return in the base currency', 0.13),
          excess_return: fraction('Own return less the benchmark’s', 0.054),
        },
        {
          additionalProperties: false,
          description:
            'What the benchmark did, dividends included; null without one, and where its return or the own is not known.',
          examples: [BENCHMARK],
        },
      ),
    ),
    unavailable_reason: nullable(
      oneOf(
        UNAVAILABLE_REASONS,
        'Why a return is null. NO_TRANSACTIONS: there was nothing; FX_MISSING: an exchange rate is not known; NEGATIVE_CAPITAL: on a day more was owed than was there, or what was there had never come in; NO_SOLUTION: no money-weighted rate explains the flows.',
        { examples: ['NO_TRANSACTIONS'] },
      ),
    ),
    series: Type.Array(
      Type.Object(
        {
          date: date('The day.'),
          value: money('Value at its end', 10_000),
          net_contributions: money('What came in less what went out, since the start', 0),
          twr: nullable(fraction('Time-weighted return since the start', 0)),
          benchmark_twr: nullable(fraction('The benchmark’s', 0)),
        },
        { additionalProperties: false, description: 'A day.', examples: [POINT] },
      ),
      {
        description:
          'Ascending; of weeks and months the last day. It begins with the first transaction where `from` is earlier; of a range without any it has its last day alone.',
      },
    ),
  },
  {
    $id: 'Performance',
    additionalProperties: false,
    description: 'How a portfolio has done.',
    examples: [
      {
        from: '2025-01-02',
        to: '2026-03-02',
        base_currency: 'USD',
        scope: 'all',
        twr: 0.184,
        twr_annualized: 0.156,
        mwr: 0.171,
        mwr_annualized: 0.145,
        simple_return: 0.19,
        start_value: 10_000,
        end_value: 14_210.5,
        net_contributions: 2_400,
        income: 118.2,
        fees: 31,
        taxes: 12.4,
        fx_effect: -44.1,
        volatility: 0.21,
        max_drawdown: 0.12,
        benchmark: BENCHMARK,
        unavailable_reason: null,
        series: [POINT],
      },
    ],
  },
)
export type Performance = Static<typeof Performance>

const EXPOSURE = { currency: 'USD', value_base: 10_400, weight: 0.832 }
const RULE = { code: 'POSITION_WEIGHT', passed: true, value: 0.18, threshold: 0.25 }
export const RISK_RULES = [
  'POSITION_WEIGHT',
  'TOP5_WEIGHT',
  'CURRENCY_WEIGHT',
  'SECTOR_WEIGHT',
  'FEE_RATIO',
] as const

const PortfolioRisk = Type.Object(
  {
    from: date('First day.'),
    to: date('Last day.'),
    base_currency: baseCurrency,
    volatility: nullable(fraction('As in performance', 0.21)),
    max_drawdown: nullable(fraction('As in performance', 0.12)),
    beta: nullable(
      Type.Number({
        description:
          'Ratio of the covariance with the benchmark’s returns to their variance, between days on which both have a close; null below 20 such returns.',
        examples: [1.1],
      }),
    ),
    concentration_hhi: Type.Number({
      description:
        'Herfindahl–Hirschman index: sum of the squared shares of the holdings in all that is invested, 0 to 1; 0 where nothing is held.',
      examples: [0.14],
    }),
    top5_weight: fraction('Share of the five largest holdings in all that is invested', 0.61),
    top10_weight: fraction('Share of the ten largest holdings in all that is invested', 0.83),
    currency_exposure: Type.Array(
      Type.Object(
        {
          currency: Type.String({ description: 'ISO 4217.', examples: ['USD'] }),
          value_base: money('Holdings and money in it', 10_400),
          weight: fraction('Share of the total, as in the allocation', 0.832),
        },
        { additionalProperties: false, description: 'A currency.', examples: [EXPOSURE] },
      ),
      { description: 'The largest first.' },
    ),
    rules: Type.Array(
      Type.Object(
        {
          code: oneOf(
            RISK_RULES,
            'Largest holding, five largest, largest currency, largest sector, each of all that is invested; fees of what was paid in.',
            { examples: ['POSITION_WEIGHT'] },
          ),
          passed: Type.Boolean({
            description: 'Whether the value is at most the threshold.',
            examples: [true],
          }),
          value: fraction('What it is now', 0.18),
          threshold: fraction('What is thought prudent', 0.25),
        },
        { additionalProperties: false, description: 'A check.', examples: [RULE] },
      ),
      { description: 'Rules of thumb, no advice. One that cannot be computed is left out.' },
    ),
  },
  {
    $id: 'PortfolioRisk',
    additionalProperties: false,
    description: 'What a portfolio may lose by.',
    examples: [
      {
        from: '2025-01-15',
        to: '2026-01-15',
        base_currency: 'USD',
        volatility: 0.21,
        max_drawdown: 0.12,
        beta: 1.1,
        concentration_hhi: 0.14,
        top5_weight: 0.61,
        top10_weight: 0.83,
        currency_exposure: [EXPOSURE],
        rules: [RULE],
      },
    ],
  },
)
export type PortfolioRisk = Static<typeof PortfolioRisk>

const benchmarkId = Type.Optional(
  Type.String({
    description: 'An instrument to compare with; that of the preferences unless said.',
    examples: [ENTITY_ID],
  }),
)
const to = Type.Optional(date('Last day, inclusive; today unless said, and at the latest.'))

export const getPerformance = endpoint({
  id: 'portfolio.getPerformance',
  method: 'GET',
  path: '/v1/portfolio/performance',
  auth: 'user',
  cost: PORTFOLIO_COST,
  summary: 'How your portfolio has done',
  description:
    'What comes in counts from the start of its day, what goes out to the end of it; the return of a day is (value + out) / (value before + in) − 1. ' +
    'Where an account has no deposits and withdrawals, purchases come in and sales and dividends go out. ' +
    'With `account_id`, transfers to and from accounts that are not asked about are flows. See docs/portfolio.md.',
  query: Type.Object({
    ...SCOPE_QUERY,
    from: Type.Optional(
      date(
        'First day, inclusive; that of the first transaction unless said. An earlier one changes nothing but what the benchmark did.',
      ),
    ),
    to,
    benchmark_entity_id: benchmarkId,
    entity_id: Type.Optional(EntityId),
    granularity: oneOf(['1d', '1w', '1m'], 'Days, weeks that end on Sunday, or months.', { default: '1d' }),
  }),
  reply: Performance,
  errors: ['ACCOUNT_NOT_FOUND', 'INVALID_DATE_RANGE', 'INSTRUMENT_NOT_FOUND', 'HOLDING_NOT_FOUND'],
})

export const getRisk = endpoint({
  id: 'portfolio.getRisk',
  method: 'GET',
  path: '/v1/portfolio/risk',
  auth: 'user',
  cost: PORTFOLIO_COST,
  summary: 'What your portfolio may lose by',
  description: 'Deviation, drawdown and beta of the last twelve months unless said; concentration as of now.',
  query: Type.Object({
    ...SCOPE_QUERY,
    from: Type.Optional(date('First day, inclusive.')),
    to,
    benchmark_entity_id: benchmarkId,
  }),
  reply: PortfolioRisk,
  errors: ['ACCOUNT_NOT_FOUND', 'INVALID_DATE_RANGE', 'INSTRUMENT_NOT_FOUND'],
})
