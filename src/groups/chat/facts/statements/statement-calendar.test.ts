import { describe, expect, test } from 'vitest'
import { parseDay } from '../../../../kernel/time.ts'
import type { BalancePoint, FlowPeriod } from '../../../../ports/fundamentals.ts'
import type { StatementMetric } from '../../understanding/intents/metrics.ts'
import { namedTimes } from '../../understanding/times/periods.ts'
import { type CalendarTelling, calendarPeriods } from './statement-calendar.ts'

const NOW = Date.parse('2026-11-28T15:00:00Z')
const day = (date: string): number => parseDay(date) ?? Number.NaN

/** Quarters of whole weeks in fiscal years that end in September, as Apple has them. */
const ENDS = [
  '2022-09-24',
  '2022-12-31',
  '2023-04-01',
  '2023-07-01',
  '2023-09-30',
  '2023-12-30',
  '2024-03-30',
].map(day)

const LINES = { currency: 'USD', revenue: 1, grossProfit: 1, operatingIncome: 1, netIncome: 1, epsDiluted: 1 }
const FLOWS = { ...LINES, depreciationAmortization: 1, operatingCashFlow: 1, capex: 1 }

/** The newest first; the first of them ends a fiscal year. */
const quarterly = ENDS.slice(1)
  .map((end, at): FlowPeriod => {
    const [year, quarter] = [2023 + Math.floor(at / 4), ((at % 4) + 1) as 1 | 2 | 3 | 4]
    return { ...FLOWS, fiscalYear: year, fiscalQuarter: quarter, start: (ENDS[at] ?? 0) + 1, end }
  })
  .toReversed()
const annual: FlowPeriod[] = [
  { ...FLOWS, fiscalYear: 2023, fiscalQuarter: null, start: day('2022-09-25'), end: day('2023-09-30') },
]
const SHEET = { totalAssets: 1, totalLiabilities: 1, totalEquity: 1, cashAndEquivalents: 1, totalDebt: 1 }
const balances = quarterly.map(({ fiscalYear, fiscalQuarter, end }): BalancePoint => ({
  ...SHEET,
  currency: 'USD',
  fiscalYear,
  fiscalQuarter: fiscalQuarter ?? 4,
  end,
}))
const STATEMENTS = { annual, quarterly, balances, simulated: false }

/** What is told of a question, as `Q1FY2024`, with how many quarters it sums and whether it lies about the time alone. */
function told(
  question: string,
  metric: StatementMetric,
  telling: CalendarTelling = 'whole',
): string[] | null {
  const { calendar } = namedTimes(question, NOW)
  if (calendar.length === 0) return null
  return (calendarPeriods(STATEMENTS, [metric], { stretches: calendar, telling }) ?? []).map(
    ({ period: { year, quarter }, quarters, onlyOverlaps }) =>
      `${quarter === null ? '' : `Q${quarter}`}FY${year}${quarters === undefined ? '' : ` ${quarters}`}${onlyOverlaps === true ? ' beside' : ''}`,
  )
}

describe('a balance sheet', () => {
  test.each([
    ['total assets as of April 1, 2023', 'Q2FY2023'],
    ['cash at the end of December 2023', 'Q1FY2024'],
    ['cash on 2023-12-31', 'Q1FY2024'],
    // The last one before it counts.
    ['cash on 2023-11-15', 'Q4FY2023'],
    ['cash in February 2024', 'Q1FY2024'],
  ])('%s', (question, expected) => expect(told(question, 'totalAssets')).toEqual([expected]))

  test('of a time before the first is none', () =>
    expect(told('total assets as of March 27, 2010', 'totalAssets')).toEqual([]))
})

describe('flows', () => {
  test.each([
    ['revenue from October to December 2023', 'Q1FY2024'],
    ['revenue between January 2023 and March 2023', 'Q2FY2023'],
    ['revenue for the nine months ended June 2023', 'Q3FY2023 3'],
    ['revenue for the six months ended March 2023', 'Q2FY2023 2'],
    ['revenue from October 2022 to September 2023', 'FY2023'],
    ['revenue for the twelve months ended March 2024', 'Q2FY2024 4'],
    ['LTM revenue as of December 2023', 'Q1FY2024 4'],
    ['revenue in calendar Q3 2023', 'Q4FY2023'],
    ['revenue in calendar Q4 2023', 'Q1FY2024'],
    ['revenue in calendar 2023', 'Q1FY2024 4'],
    ['revenue in March 2023', 'Q2FY2023 beside'],
  ])('%s', (question, expected) => expect(told(question, 'revenue')).toEqual([expected]))

  test.each([
    'revenue in 2023',
    'revenue in Q3 2023',
    'revenue in fiscal 2023',
    'revenue last quarter',
    'revenue reported on October 31, 2023',
  ])('by fiscal periods: %s', (question) => expect(told(question, 'revenue')).toBeNull())
})

describe('a stretch with two ends', () => {
  const MONTHS = 'from March 2023 to March 2024'

  test('is told by these where its change is asked for', () => {
    expect(told(`change of cash ${MONTHS}`, 'cashAndEquivalents', 'ends')).toEqual(['Q2FY2023', 'Q2FY2024'])
    expect(told(`revenue growth ${MONTHS}`, 'revenue', 'ends')).toEqual([
      'Q2FY2023 beside',
      'Q2FY2024 beside',
    ])
    expect(told('change of revenue from calendar Q1 2023 to calendar Q1 2024', 'revenue', 'ends')).toEqual([
      'Q2FY2023',
      'Q2FY2024',
    ])
  })

  test('is told by all in it where each is asked for', () => {
    expect(told(`average cash ${MONTHS}`, 'cashAndEquivalents', 'each')).toEqual([
      'Q2FY2023',
      'Q3FY2023',
      'Q4FY2023',
      'Q1FY2024',
      'Q2FY2024',
    ])
    expect(told(`quarterly revenue ${MONTHS}`, 'revenue', 'each')).toHaveLength(5)
  })
})

describe('a stretch that is open at one end', () => {
  test.each([
    ['revenue since July 2023', ['Q3FY2023', 'Q4FY2023', 'Q1FY2024', 'Q2FY2024']],
    ['revenue after June 2023', ['Q3FY2023', 'Q4FY2023', 'Q1FY2024', 'Q2FY2024']],
    ['revenue after 2023-07-01', ['Q4FY2023', 'Q1FY2024', 'Q2FY2024']],
    ['revenue since 2023-12-30', ['Q1FY2024', 'Q2FY2024']],
    ['revenue since March 31, 2024', []],
    // A quarter that ended on the first of April is that of March; what lies before is told of a year.
    ['revenue before April 2023', ['Q1FY2023', 'Q2FY2023']],
    ['revenue before 2023-03-01', ['Q1FY2023']],
  ])('%s', (question, expected) => {
    expect(told(question, 'revenue')).toEqual(expected)
    expect(told(question, 'totalAssets')).toEqual(expected)
  })

  test.each(['revenue since 2022', 'revenue since Q3 2023', 'revenue before fiscal 2023'])(
    'by fiscal periods: %s',
    (question) => expect(told(question, 'revenue')).toBeNull(),
  )
})

test('a return on equity is that of the last fiscal year that has ended', () => {
  expect(told('return on equity in March 2024', 'returnOnEquity')).toEqual(['FY2023'])
  expect(told('return on equity as of March 2023', 'returnOnEquity')).toEqual([])
})
