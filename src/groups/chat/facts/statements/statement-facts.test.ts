import { describe, expect, it } from 'vitest'
import { nameId } from '../../../../kernel/ids.ts'
import { dayOf, daysInMonth } from '../../../../kernel/time.ts'
import type { BalancePoint, FlowPeriod } from '../../../../ports/fundamentals.ts'
import type { CompanyStatements } from '../../../../ports/instruments.ts'
import type { FiscalPeriod } from '../../understanding/times/periods.ts'
import { statementFacts, type StatementQuestion } from './statement-facts.ts'

const COMPANY = { entityId: nameId('test', 'ALFA'), ticker: 'ALFA', name: 'Alfa Inc.' }
const MILLION = 1e6

const lastDay = (year: number, month: number): number => dayOf(year, month, daysInMonth(year, month))

/** Revenue of 1 to 12 billion, the newest most. */
function flow(year: number, quarter: 1 | 2 | 3 | 4 | null, revenue: number): FlowPeriod {
  return {
    fiscalYear: year,
    fiscalQuarter: quarter,
    start: dayOf(year, quarter === null ? 1 : quarter * 3 - 2, 1),
    end: lastDay(year, quarter === null ? 12 : quarter * 3),
    currency: 'USD',
    revenue: revenue * MILLION,
    grossProfit: revenue * 0.5 * MILLION,
    operatingIncome: revenue * 0.25 * MILLION,
    netIncome: revenue * 0.2 * MILLION,
    epsDiluted: revenue / 10_000,
    depreciationAmortization: null,
    operatingCashFlow: revenue * 0.3 * MILLION,
    capex: -revenue * 0.1 * MILLION,
  }
}

function balance(year: number, quarter: 1 | 2 | 3 | 4, debt: number): BalancePoint {
  return {
    fiscalYear: year,
    fiscalQuarter: quarter,
    end: lastDay(year, quarter * 3),
    currency: 'USD',
    totalAssets: null,
    totalLiabilities: null,
    totalEquity: null,
    cashAndEquivalents: null,
    totalDebt: debt * MILLION,
  }
}

const STATEMENTS: CompanyStatements = {
  annual: [flow(2025, null, 30_000), flow(2024, null, 20_000), flow(2023, null, 10_000)],
  quarterly: [
    flow(2026, 3, 12_000),
    flow(2026, 2, 11_000),
    flow(2026, 1, 10_000),
    flow(2025, 4, 9_000),
    flow(2025, 3, 8_000),
    flow(2025, 2, 7_000),
    flow(2025, 1, 6_000),
    flow(2024, 4, 5_000),
  ],
  balances: [balance(2026, 3, 700), balance(2026, 2, 600), balance(2025, 4, 500)],
  simulated: false,
}

const ask = (question: Partial<StatementQuestion>, statements = STATEMENTS) =>
  statementFacts(COMPANY, statements, {
    metrics: ['revenue'],
    periods: [],
    reported: null,
    change: false,
    ...question,
  })
const labels = (question: Partial<StatementQuestion>, statements = STATEMENTS): string[] =>
  ask(question, statements).map(({ record }) => record.headline.replace('Fundamentals ALFA ', ''))
const said = (question: Partial<StatementQuestion>, statements = STATEMENTS): string[] =>
  ask(question, statements).flatMap(({ sentences }) => sentences)
/** Its sentences without what all have. */
const short = (question: Partial<StatementQuestion>, statements = STATEMENTS): string[] =>
  said(question, statements).map((each) => each.replace(/^.* was /, ''))

const TRAILING = { unit: 'twelveMonths', count: 1 } as const

describe('which periods are told', () => {
  it.each<[string, Partial<StatementQuestion>, string[]]>([
    ['the newest year', {}, ['FY2025']],
    ['the newest quarter', { reported: { unit: 'quarter', count: 1 } }, ['Q3FY2026']],
    ['the newest two quarters', { reported: { unit: 'quarter', count: 2 } }, ['Q3FY2026', 'Q2FY2026']],
    ['what is named', { periods: [{ year: 2024, quarter: null }] }, ['FY2024']],
    ['no other than what is named', { periods: [{ year: 2030, quarter: null }] }, []],
    ['none that lies ahead', { reported: { unit: 'quarter', count: 0 } }, []],
    ['the newest of a quarter', { reported: { unit: 'quarter', count: 1, quarters: [3] } }, ['Q3FY2026']],
    ['of several', { reported: { unit: 'quarter', count: 1, quarters: [3, 4] } }, ['Q3FY2026', 'Q4FY2025']],
    [
      'the quarter that ends in a month',
      { reported: { unit: 'quarter', count: 1, endsIn: { year: 2025, month: 12 } } },
      ['Q4FY2025'],
    ],
    [
      'the year that ends in a month',
      { reported: { unit: 'year', count: 1, endsIn: { year: 2024, month: 12 } } },
      ['FY2024'],
    ],
    [
      'none that ends in another month',
      { reported: { unit: 'quarter', count: 1, endsIn: { year: 2025, month: 11 } } },
      [],
    ],
    ['twelve months', { reported: TRAILING }, ['TTM to 2026-09-30']],
    [
      'the quarter before the newest',
      { reported: { unit: 'quarter', count: 1, moves: [{ quarters: 1, count: -1 }] } },
      ['Q2FY2026'],
    ],
    [
      'the newest quarter of the year before, by two moves',
      {
        reported: {
          unit: 'quarter',
          count: 1,
          moves: [
            { quarters: 4, count: -2 },
            { quarters: 4, count: 1 },
          ],
        },
      },
      ['Q3FY2025'],
    ],
    [
      'the year before the newest two',
      { reported: { unit: 'year', count: 2, moves: [{ quarters: 4, count: -1 }] } },
      ['FY2023'],
    ],
    [
      'the twelve months up to a quarter before',
      { reported: { ...TRAILING, moves: [{ quarters: 1, count: -1 }] } },
      ['TTM to 2026-06-30'],
    ],
    [
      'a balance sheet without flows',
      { metrics: ['totalDebt'], periods: [{ year: 2026, quarter: 2 }] },
      ['Q2FY2026'],
    ],
  ])('%s', (_, question, expected) => expect(labels(question)).toEqual(expected))

  it('finds a quarter of whole weeks that ends some days after its month', () => {
    const late = { ...flow(2025, 4, 9_000), end: dayOf(2026, 1, 3) }
    const reported = { unit: 'quarter', count: 1, endsIn: { year: 2025, month: 12 } } as const
    expect(labels({ reported }, { ...STATEMENTS, quarterly: [late] })).toEqual(['Q4FY2025'])
  })

  describe('of many years', () => {
    const all = Array.from({ length: 30 }, (_, at) => 1_996 + at)
    const many = {
      ...STATEMENTS,
      annual: all.toReversed().map((year) => flow(year, null, 2 * (year - 1_995))),
    }
    const of = (years: readonly number[]): FiscalPeriod[] => years.map((year) => ({ year, quarter: null }))

    it('the newest twenty are told in one record, the oldest first', () => {
      expect(labels({ periods: of([...all, 2026]) }, many)).toEqual(['FY2006 to FY2025'])
      const [sentence] = said({ periods: of(all) }, many)
      expect(sentence).toMatch(
        /^The revenue of Alfa Inc\. \(ALFA\) was FY2006, USD 22 million; FY2007, USD 24/,
      )
      expect(sentence).toMatch(/FY2025, USD 60 million\.$/)
    })

    it('who asks for the highest is told of all that are served, the highest first', () => {
      const [sentence] = said({ together: ['ranking'] }, many)
      expect(sentence).toMatch(
        /^From the highest to the lowest revenue of .*: FY2025, USD 60 million; FY2024/,
      )
      expect(sentence?.match(/FY/g)).toHaveLength(20)
      expect(said({ together: ['ranking'], change: true }, many)[0]).toMatch(
        /^From the highest to the lowest growth of the revenue of .*: FY2007, \(24 − 22\) \/ 22 = 9.1 %; /,
      )
    })
  })

  describe('of periods together', () => {
    const three = { periods: [2023, 2024, 2025].map((year) => ({ year, quarter: null })) }

    it('a change over all of them is from the first to the last', () => {
      expect(said({ ...three, change: true, together: ['span'] })).toEqual([
        'The revenue of Alfa Inc. (ALFA) changed from USD 10,000 million in FY2023 to USD 30,000 million in FY2025: (30,000 − 10,000) / 10,000 = 200.0 %.',
      ])
    })

    it('growth over two years is between three, and what is asked of two years otherwise of two', () => {
      const question = { periods: [], reported: { unit: 'year', count: 2 } } as const
      expect(said({ ...question, change: true, together: ['span'] })[0]).toContain(
        'from USD 10,000 million in FY2023 to USD 30,000 million in FY2025',
      )
      expect(said({ ...question, together: ['sum'] })[0]).toContain('from FY2024 to FY2025 adds up')
    })

    it('sum and average show their computation', () => {
      const [sum, average] = said({ ...three, together: ['sum', 'average'] })
      expect(sum).toContain(
        'from FY2023 to FY2025 adds up to USD 10,000 million + USD 20,000 million + USD 30,000 million = USD 60,000 million.',
      )
      expect(average).toContain('was USD 20,000 million on average: (USD 10,000 million + ')
    })

    it('the first year beyond a limit is named, and that there is none', () => {
      expect(said({ together: [{ above: 15e9, isLast: false }] })).toEqual([
        'The revenue of Alfa Inc. (ALFA) was first above USD 15,000 million in FY2024, USD 20,000 million, of FY2023 to FY2025.',
      ])
      expect(said({ together: [{ below: 1e9, isLast: false }] })).toEqual([
        'The revenue of Alfa Inc. (ALFA) was below USD 1,000 million in none of FY2023 to FY2025.',
      ])
    })

    it('those in which a line grew, fell, was negative or beyond a limit are counted', () => {
      const values = [10, 12, 11, 13, 14]
      const line = {
        ...STATEMENTS,
        annual: values.map((value, at) => flow(2_020 + at, null, value)).toReversed(),
      }
      expect(said({ together: ['moves'], change: true }, line)[0]).toBe(
        'The revenue of Alfa Inc. (ALFA) grew against the period before in 3 of 4 periods from FY2021 to FY2024 (FY2021, FY2023, FY2024), and fell in 1 (FY2022); it has grown 2 times in a row up to FY2024.',
      )
      expect(said({ together: ['signs'] }, line)[0]).toBe(
        'The revenue of Alfa Inc. (ALFA) was above zero in 5 of 5 periods from FY2020 to FY2024, and below zero in none.',
      )
      expect(said({ together: [{ above: 12e6, isLast: false, isCount: true }] }, line)).toEqual([
        'The revenue of Alfa Inc. (ALFA) was above USD 12 million in 2 of 5 periods from FY2020 to FY2024 (FY2023, FY2024).',
      ])
    })

    it('balances have no sum', () => {
      const periods = [2, 3].map((quarter) => ({ year: 2026, quarter: quarter as 2 | 3 }))
      const told = said({ metrics: ['totalDebt'], periods, together: ['sum'] })
      expect(told).toHaveLength(2)
      expect(told.join()).not.toContain('adds up')
    })
  })
})

describe('quarters that are asked for as one', () => {
  const half = [
    { year: 2026, quarter: 1 },
    { year: 2026, quarter: 2 },
  ] as const

  it('are added, with the days that they are of, before they are told by themselves', () => {
    const [sum, ...others] = ask({ periods: half, joined: [half] })
    expect(sum?.record.headline).toBe('Fundamentals ALFA Q1FY2026 to Q2FY2026')
    expect(sum?.sentences[0]).toMatch(
      /^Revenue of .* in Q1FY2026 to Q2FY2026 together, from 2026-01-01 to 2026-06-30, was USD [\d,.]+( million)?: [\d,.]+ \+ [\d,.]+ = [\d,.]+/,
    )
    expect(others.map(({ record }) => record.headline)).toEqual([
      'Fundamentals ALFA Q1FY2026',
      'Fundamentals ALFA Q2FY2026',
    ])
    // What a sum is compared with are sums.
    expect([sum, ...others].map((fact) => fact?.measures?.length ?? 0)).toEqual([1, 0, 0])
  })

  it('have no sum where one of them is missing, or of what is a balance', () => {
    const missing = [
      { year: 2030, quarter: 1 },
      { year: 2030, quarter: 2 },
    ] as const
    expect(labels({ periods: missing, joined: [missing] })).toEqual([])
    expect(labels({ metrics: ['totalDebt'], periods: half, joined: [half] })).not.toContain(
      'Q1FY2026 to Q2FY2026',
    )
  })
})

describe('the trailing twelve months', () => {
  it.each<[string, Partial<StatementQuestion>, string[]]>([
    ['are a sum', {}, ['USD 42,000 million: 9,000 + 10,000 + 11,000 + 12,000 = 42,000 million.']],
    ['of EPS', { metrics: ['epsDiluted'] }, ['USD 4.2: 0.9 + 1 + 1.1 + 1.2 = 4.2.']],
    ['margins of sums', { metrics: ['netMargin'] }, ['20.0 %: USD 8,400 million / USD 42,000 million.']],
    [
      'free cash flow of sums',
      { metrics: ['freeCashFlow'] },
      ['USD 8,400 million: USD 12,600 million less USD 4,200 million of capital expenditure.'],
    ],
    ['outflows', { metrics: ['capex'] }, ['USD 4,200 million: 900 + 1,000 + 1,100 + 1,200 = 4,200 million.']],
    ['balances are the newest', { metrics: ['totalDebt'] }, ['USD 700 million.']],
    [
      'a change is against the twelve months before',
      { change: true, against: 'period' },
      [
        'USD 42,000 million: 9,000 + 10,000 + 11,000 + 12,000 = 42,000 million.',
        'Against TTM to 2025-09-30 (USD 26,000 million) it changed by (42,000 − 26,000) / 26,000 = 61.5 %.',
      ],
    ],
  ])('%s', (_, question, expected) => expect(short({ reported: TRAILING, ...question })).toEqual(expected))

  it('says of which quarters they are', () => {
    expect(said({ reported: TRAILING })[0]).toMatch(
      /^Revenue of Alfa Inc\. \(ALFA\) in the trailing twelve months \(TTM, Q4FY2025 to Q3FY2026\), to 2026-09-30, was /,
    )
  })

  it.each<[string, FlowPeriod[]]>([
    ['one is missing', STATEMENTS.quarterly.filter((_, at) => at !== 2)],
    ['there are three', STATEMENTS.quarterly.slice(0, 3)],
    [
      'one does not have the line',
      STATEMENTS.quarterly.map((each, at) => (at === 3 ? { ...each, revenue: null } : each)),
    ],
    [
      'one has another currency',
      STATEMENTS.quarterly.map((each, at) => (at === 3 ? { ...each, currency: 'EUR' } : each)),
    ],
    ['there is none', []],
  ])('are not known where %s', (_, quarterly) =>
    expect(ask({ reported: TRAILING }, { ...STATEMENTS, quarterly })).toEqual([]),
  )
})

describe('changes', () => {
  it.each<[string, Partial<StatementQuestion>, string]>([
    [
      'a year before',
      { reported: { unit: 'quarter', count: 1 }, change: true },
      'Against Q3FY2025 (USD 8,000 million) it changed by (12,000 − 8,000) / 8,000 = 50.0 %.',
    ],
    [
      'the quarter before',
      { reported: { unit: 'quarter', count: 1 }, change: true, against: 'period' },
      'Against Q2FY2026 (USD 11,000 million) it changed by (12,000 − 11,000) / 11,000 = 9.1 %.',
    ],
    [
      'the quarter before the first of a year',
      { periods: [{ year: 2026, quarter: 1 }], against: 'period' },
      'Against Q4FY2025 (USD 9,000 million) it changed by (10,000 − 9,000) / 9,000 = 11.1 %.',
    ],
    [
      'the year before',
      { change: true, against: 'period' },
      'Against FY2024 (USD 20,000 million) it changed by (30,000 − 20,000) / 20,000 = 50.0 %.',
    ],
  ])('against %s', (_, question, expected) => expect(said(question)[1]).toBe(expected))

  it('are not told unless they are asked for', () => {
    expect(said({ against: 'year' })).toHaveLength(1)
    expect(said({ periods: [{ year: 2023, quarter: null }], change: true })).toHaveLength(1)
  })
})
