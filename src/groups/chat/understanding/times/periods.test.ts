import { describe, expect, it } from 'vitest'
import { cpuMs } from '../../../../../tests/support/cpu-time.ts'
import { instant } from '../../../../../tests/support/factories.ts'
import { DAY_MS, formatDay, utcDay } from '../../../../kernel/time.ts'
import { type FiscalPeriod, namedTimes, type ReportedPeriods } from './periods.ts'

/** A Thursday. */
const NOW = instant('2026-11-26T15:00:00Z')
const TODAY = '2026-11-26'

function daysIn(question: string, now = NOW): [string, string] | null {
  const { range } = namedTimes(question, now)
  if (range === null) return null
  expect(Math.abs(range.from % DAY_MS)).toBe(0)
  expect(Math.abs((range.to + 1) % DAY_MS)).toBe(0)
  return [formatDay(utcDay(range.from)), formatDay(utcDay(range.to))]
}

const years = (...all: number[]): FiscalPeriod[] => all.map((year) => ({ year, quarter: null }))
const quarters = (...all: string[]): FiscalPeriod[] =>
  all.map((name) => ({ year: Number(name.slice(2)), quarter: Number(name[0]) as 1 }))

describe('dates', () => {
  it.each([
    ['from 1 Oct 2026 to 15 Oct 2026', '2026-10-01', '2026-10-15'],
    ['NVDA from October 1 to October 15, 2026', '2026-10-01', '2026-10-15'],
    ['from October 1 to October 15, 2025', '2025-10-01', '2025-10-15'],
    ['from October 1, 2025 to October 15', '2025-10-01', '2025-10-15'],
    ['between October 1 and October 15', '2026-10-01', '2026-10-15'],
    ['from December 20 to January 10', '2025-12-20', '2026-01-10'],
    ['from December 20 to January 10, 2026', '2025-12-20', '2026-01-10'],
    ['October 1-15, 2026', '2026-10-01', '2026-10-15'],
    ['from October 1 to 15', '2026-10-01', '2026-10-15'],
    ['between 1 and 15 October 2025', '2025-10-01', '2025-10-15'],
    ['in the week of October 14', '2026-10-12', '2026-10-18'],
    ['the week of 14 October 2025', '2025-10-13', '2025-10-19'],
    ['the week of 2015-08-24', '2015-08-24', '2015-08-30'],
    ['the week ended August 28, 2015', '2015-08-22', '2015-08-28'],
    ['revenue of MAR in 2009', '2009-01-01', '2009-12-31'],
    ['revenue in MAR 2009', '2009-03-01', '2009-03-31'],
    // A date says more than its weekday.
    ['on Tuesday 2016-03-08', '2016-03-08', '2016-03-08'],
    ['on Friday June 6, 2014', '2014-06-06', '2014-06-06'],
    ['on Wednesday, March 9, 2016', '2016-03-09', '2016-03-09'],
    ['on Fri, 6 June 2014', '2014-06-06', '2014-06-06'],
    ['on 20 November 2026', '2026-11-20', '2026-11-20'],
    ['the 15th of October 2026', '2026-10-15', '2026-10-15'],
    ['on November 24', '2026-11-24', '2026-11-24'],
    ['Nov 24', '2026-11-24', '2026-11-24'],
    ['on December 24', '2025-12-24', '2025-12-24'],
    ['on February 29', '2024-02-29', '2024-02-29'],
    ['November 24 of last year', '2025-11-24', '2025-11-24'],
    ['since January 5', '2026-01-05', TODAY],
    ['10/01/2026 to 10/15/2026', '2026-10-01', '2026-10-15'],
    ['15/10/2026', '2026-10-15', '2026-10-15'],
    ['3/3/26', '2026-03-03', '2026-03-03'],
    ['from 10/01/25 to 15/10/25', '2025-10-01', '2025-10-15'],
    ['on 15.10.2026', '2026-10-15', '2026-10-15'],
    ['on 1.2.2026', '2026-02-01', '2026-02-01'],
    ['2026/10/01', '2026-10-01', '2026-10-01'],
    ['from 2026-10-01 until today', '2026-10-01', TODAY],
    ['since 2026-10-01', '2026-10-01', TODAY],
    ['from Oct 5, 2026 to now', '2026-10-05', TODAY],
    ['over the 3 year period from 2017 to 2019', '2017-01-01', '2019-12-31'],
    ['the two-year period ended December 31, 2019', '2019-12-31', '2019-12-31'],
    ['NVDA revenue in 1850?', '1850-01-01', '1850-12-31'],
    ['FY1850', '1850-01-01', '1850-12-31'],
    ['revenue in 2150', '2150-01-01', '2150-12-31'],
  ])('%s', (question, from, to) => expect(daysIn(question)).toEqual([from, to]))
})

describe('months, quarters, halves and years', () => {
  it.each([
    ['between March 2024 and May 2024', '2024-03-01', '2024-05-31'],
    ['from March to May 2024', '2024-03-01', '2024-05-31'],
    ['from November to February', '2025-11-01', '2026-02-28'],
    ['from October 2025 to March', '2025-10-01', '2026-03-31'],
    ['from June 2026 to today', '2026-06-01', TODAY],
    ['in May', '2026-05-01', '2026-05-31'],
    ['in October of last year', '2025-10-01', '2025-10-31'],
    ['September performance of Apple', '2026-09-01', '2026-09-30'],
    ['since March', '2026-03-01', TODAY],
    ['in 2026-10', '2026-10-01', '2026-10-31'],
    ['in H1 2026', '2026-01-01', '2026-06-30'],
    ['first half of 2026', '2026-01-01', '2026-06-30'],
    ['in the second half of last year', '2025-07-01', '2025-12-31'],
    ['the first nine months of 2025', '2025-01-01', '2025-09-30'],
    ['the last two months of 2025', '2025-11-01', '2025-12-31'],
    ['Jan-Mar 2026', '2026-01-01', '2026-03-31'],
    ['H2', '2026-07-01', '2026-12-31'],
    ['Q3', '2026-07-01', '2026-09-30'],
    ['Q4 return', '2026-10-01', '2026-12-31'],
    ['in the third quarter', '2026-07-01', '2026-09-30'],
    ['2025 Q2', '2025-04-01', '2025-06-30'],
    ["Q2'25", '2025-04-01', '2025-06-30'],
    ['last quarter of 2025', '2025-10-01', '2025-12-31'],
    ['from Q2 to Q3 2026', '2026-04-01', '2026-09-30'],
    ['from 2020 to 2024', '2020-01-01', '2024-12-31'],
    ['2020-2024', '2020-01-01', '2024-12-31'],
    ['since Q2 2026', '2026-04-01', TODAY],
    ['since the start of 2025', '2025-01-01', TODAY],
    ['from 2025 onwards', '2025-01-01', TODAY],
    ['in 2028', '2028-01-01', '2028-12-31'],
    ['the quarter ending December 2025', '2025-10-01', '2025-12-31'],
    ['the year ended June 30, 2026', '2025-07-01', '2026-06-30'],
    ['How did the Russell 2000 do in 2024?', '2024-01-01', '2024-12-31'],
    ['the S&P 500 in 2024', '2024-01-01', '2024-12-31'],
  ])('%s', (question, from, to) => expect(daysIn(question)).toEqual([from, to]))
})

describe('times told from today', () => {
  it.each([
    ['NVDA 3 month return', '2026-08-26', TODAY],
    ['5-year return', '2021-11-26', TODAY],
    ['2 years return', '2024-11-26', TODAY],
    ['1 year return', '2025-11-26', TODAY],
    ['12-month return', '2025-11-26', TODAY],
    ['52-week high', '2025-11-28', TODAY],
    ['6mo', '2026-05-26', TODAY],
    ['1y', '2025-11-26', TODAY],
    ['NVDA 3M return', '2026-08-26', TODAY],
    ['over 3 years', '2023-11-26', TODAY],
    ['tsla weekly performance', '2026-11-20', TODAY],
    ['monthly return of SPY', '2026-10-26', TODAY],
    ['3 months?', '2026-08-26', TODAY],
    ['and 6m?', '2026-05-26', TODAY],
    ['what about 10 days?', '2026-11-17', TODAY],
    ['in the last 5 days', '2026-11-22', TODAY],
    ['in the last 7 days', '2026-11-20', TODAY],
    ['past month', '2026-10-26', TODAY],
    ['past week', '2026-11-20', TODAY],
    ['past year', '2025-11-26', TODAY],
    ['last month', '2026-10-01', '2026-10-31'],
    ['last week', '2026-11-16', '2026-11-22'],
    ['last half', '2026-01-01', '2026-06-30'],
    ['mtd', '2026-11-01', TODAY],
    ['qtd', '2026-10-01', TODAY],
    ['YTD', '2026-01-01', TODAY],
    ['month-to-date', '2026-11-01', TODAY],
    ['so far this quarter', '2026-10-01', TODAY],
    ['this half', '2026-07-01', TODAY],
    ['all time', '1900-01-01', TODAY],
    ['the highest price ever', '1900-01-01', TODAY],
    ['the biggest gain ever in 2024', '2024-01-01', '2024-12-31'],
    ['on Friday', '2026-11-20', '2026-11-20'],
    ['on Monday', '2026-11-23', '2026-11-23'],
    ['last Friday', '2026-11-20', '2026-11-20'],
    ['on Thursday', '2026-11-19', '2026-11-19'],
    ['this Monday', '2026-11-23', '2026-11-23'],
    ['this Sunday', '2026-11-29', '2026-11-29'],
    ['next Monday', '2026-11-30', '2026-11-30'],
    ['since Monday', '2026-11-23', TODAY],
    ['from Monday to Wednesday', '2026-11-23', '2026-11-25'],
    ['from Friday to Tuesday', '2026-11-20', '2026-11-24'],
    ['from Thursday to Wednesday', '2026-11-19', '2026-11-25'],
    ['this morning', TODAY, TODAY],
    ['a year ago', '2025-11-26', '2025-11-26'],
    ['a month ago', '2026-10-26', '2026-10-26'],
    ['two weeks ago', '2026-11-12', '2026-11-12'],
    ['three years ago', '2023-11-26', '2023-11-26'],
    ['five trading days ago', '2026-11-19', '2026-11-19'],
    ['from a year ago to today', '2025-11-26', TODAY],
    ['between two weeks ago and yesterday', '2026-11-12', '2026-11-25'],
    ['since last week', '2026-11-16', TODAY],
    ['since yesterday', '2026-11-25', TODAY],
    ['news in the last 24 hours', '2026-11-25', TODAY],
    ['the week before last', '2026-11-09', '2026-11-15'],
    ['since the start of the month', '2026-11-01', TODAY],
    ['on the 24th', '2026-11-24', '2026-11-24'],
    ['on the 30th', '2026-10-30', '2026-10-30'],
    ['this week vs last week', '2026-11-23', TODAY],
    ['the day before yesterday', '2026-11-24', '2026-11-24'],
    ['tomorrow', '2026-11-27', '2026-11-27'],
    ['next week', '2026-11-30', '2026-12-06'],
    ['next month', '2026-12-01', '2026-12-31'],
    ['next quarter', '2027-01-01', '2027-03-31'],
    ['next year', '2027-01-01', '2027-12-31'],
    ['TTM', '2025-11-26', TODAY],
  ])('%s', (question, from, to) => expect(daysIn(question)).toEqual([from, to]))

  it('steps a weekday back past the end of a stretch', () => {
    const tuesday = instant('2026-11-24T15:00:00Z')
    expect(daysIn('from Monday to Wednesday', tuesday)).toEqual(['2026-11-16', '2026-11-18'])
  })

  it.each([
    'the Russell 2000',
    'S&P 500',
    'Monday.com revenue',
    'Black Friday sales',
    'Is it a good time to buy 3M?',
    '3D Systems',
    '10-year Treasury yield',
    'the 200-day moving average',
    'Marvell 3 for 1 split',
    'Apple may rise',
    'price of NOV',
    'price of EVER',
    'What is the price now?',
    'a 3-year-old company',
    '$2000 worth of shares',
    '',
  ])('is none in: %s', (question) => expect(daysIn(question)).toBeNull())

  it.each([
    ['in the last 5 days', 5, '2026-11-09'],
    ['past ten trading days', 10, '2026-11-02'],
    ['last 30 trading days', 30, '2026-10-05'],
    ['last 3 sessions', 3, '2026-11-11'],
    ['5-day return', 5, '2026-11-09'],
    ['5d chart', 5, '2026-11-09'],
    ['last trading day', 1, '2026-11-14'],
  ])('%s are sessions', (question, sessions, from) => {
    const times = namedTimes(question, NOW)
    expect(times.sessions).toBe(sessions)
    expect(formatDay(utcDay(times.sessionRange?.from ?? 0))).toBe(from)
    expect(formatDay(utcDay(times.sessionRange?.to ?? 0))).toBe(TODAY)
  })

  it.each([
    'last week',
    '5 days ago',
    'last 2 weeks',
    'last 7 days',
    '30-day return',
    'yesterday',
    'since Monday',
    '',
  ])('%s is no number of sessions', (question) =>
    expect(namedTimes(question, NOW)).toMatchObject({ sessions: null, sessionRange: null }),
  )
})

describe('fiscal periods', () => {
  it.each([
    ['since 2020', years(2020, 2021, 2022, 2023, 2024, 2025, 2026)],
    ['2020 to 2024', years(2020, 2021, 2022, 2023, 2024)],
    ['from 2020 to 2024', years(2020, 2021, 2022, 2023, 2024)],
    ['between 2020 and 2024', years(2020, 2021, 2022, 2023, 2024)],
    ['FY2020–FY2022', years(2020, 2021, 2022)],
    ['from 2022 to now', years(2022, 2023, 2024, 2025, 2026)],
    ['the first nine months of 2025', quarters('1 2025', '2 2025', '3 2025')],
    ['last three quarters of 2025', quarters('2 2025', '3 2025', '4 2025')],
    ['higher than in the same quarter a year ago', []],
    ['2020 and 2024', years(2020, 2024)],
    ['2024 vs 2020', years(2024, 2020)],
    ['FY25', years(2025)],
    ['FY2030', years(2030)],
    ['from Q2 to Q3 2026', quarters('2 2026', '3 2026')],
    ['from Q3 2025 to Q1 2026', quarters('3 2025', '4 2025', '1 2026')],
    ['Q2 and Q3 2026', quarters('2 2026', '3 2026')],
    ['Q3 2026 vs Q3 2025', quarters('3 2026', '3 2025')],
    // A year behind a part of another one is that part of it.
    ['Q3 2026 and 2025', quarters('3 2026', '3 2025')],
    ['the second quarter of 2026 compared to 2025', quarters('2 2026', '2 2025')],
    ['Q4 2025 and in 2026', [...quarters('4 2025'), ...years(2026)]],
    ['Q4 2025 and 2025', [...quarters('4 2025'), ...years(2025)]],
    ['Q3 2026 and FY2025', [...quarters('3 2026'), ...years(2025)]],
    ['Q3 2026 vs. calendar 2025', [...quarters('3 2026'), ...years(2025)]],
    ['Q3 2026 and 2025 as a whole', [...quarters('3 2026'), ...years(2025)]],
    ['2024 against Q1 2026 and 2025', [...years(2024), ...quarters('1 2026'), ...years(2025)]],
    ['in 2024, 2025 and Q1 2026', [...years(2024, 2025), ...quarters('1 2026')]],
    ['Q3 vs Q3 2025', quarters('3 2026', '3 2025')],
    ['since Q2 2026', quarters('2 2026', '3 2026', '4 2026', '1 2027', '2 2027', '3 2027', '4 2027')],
    ['last quarter of 2025', quarters('4 2025')],
    ['Q3 of last year', quarters('3 2025')],
    ["last year's Q3", quarters('3 2025')],
    ['quarterly revenue in 2025', quarters('1 2025', '2 2025', '3 2025', '4 2025')],
    ['2Q25', quarters('2 2025')],
    ['2025Q3', quarters('3 2025')],
    ['FY2024/25', years(2025)],
    ['Q3FY2025', quarters('3 2025')],
    ['FY2025 Q3', quarters('3 2025')],
    ['first half of 2025', quarters('1 2025', '2 2025')],
    ['revenue two years ago', years(2024)],
    ['revenue in March 2024', years(2024)],
    ['Q3 2024, as of 2024-12-31', quarters('3 2024')],
    ['revenue Q3', []],
    ['revenue last quarter vs a year ago', []],
    ['revenue vs a year ago', []],
    ['revenue since 1900', years(...Array.from({ length: 40 }, (_, at) => 1_987 + at))],
  ])('%s', (question, fiscal) => expect(namedTimes(question, NOW).fiscal).toEqual(fiscal))
})

describe('reported periods', () => {
  it.each<[string, ReportedPeriods | null]>([
    ['revenue over the last twelve months', { unit: 'twelveMonths', count: 1 }],
    ['TTM revenue', { unit: 'twelveMonths', count: 1 }],
    ['trailing twelve months', { unit: 'twelveMonths', count: 1 }],
    ['trailing 12-month EPS', { unit: 'twelveMonths', count: 1 }],
    ['LTM net income', { unit: 'twelveMonths', count: 1 }],
    ['the last four quarters', { unit: 'quarter', count: 4 }],
    ['Q3 revenue of Ford', { unit: 'quarter', count: 1, quarters: [3] }],
    ['revenue Q3', { unit: 'quarter', count: 1, quarters: [3] }],
    ['third-quarter revenue', { unit: 'quarter', count: 1, quarters: [3] }],
    ['Q3 and Q2 revenue', { unit: 'quarter', count: 1, quarters: [3, 2] }],
    ['revenue this quarter', { unit: 'quarter', count: 1 }],
    ['revenue this year', { unit: 'year', count: 1 }],
    ['revenue of the current fiscal year', { unit: 'year', count: 1 }],
    ['revenue over 3 years', { unit: 'year', count: 3 }],
    ['3-year revenue growth', { unit: 'year', count: 3 }],
    ['quarter ending December 2025', { unit: 'quarter', count: 1, endsIn: { year: 2025, month: 12 } }],
    ['quarter to December 2025', { unit: 'quarter', count: 1, endsIn: { year: 2025, month: 12 } }],
    ['three months ended 27 September 2025', { unit: 'quarter', count: 1, endsIn: { year: 2025, month: 9 } }],
    ['quarter ended September', { unit: 'quarter', count: 1, endsIn: { year: 2026, month: 9 } }],
    [
      'years ended June 30, 2026 and 2025',
      { unit: 'year', count: 1, endsIn: { year: 2026, month: 6, others: [2025] } },
    ],
    [
      'three months ended June 30, 2026, 2025 and 2024',
      { unit: 'quarter', count: 1, endsIn: { year: 2026, month: 6, others: [2025, 2024] } },
    ],
    ['year ended June 30, 2026', { unit: 'year', count: 1, endsIn: { year: 2026, month: 6 } }],
    ['next quarter', { unit: 'quarter', count: 0 }],
    ['next fiscal year', { unit: 'year', count: 0 }],
    ['last quarter and next quarter', { unit: 'quarter', count: 1 }],
    ['quarterly revenue', { unit: 'quarter', count: 1 }],
    ['revenue growth by quarter', { unit: 'quarter', count: 8 }],
    ['quarterly revenue growth', { unit: 'quarter', count: 8 }],
    ['average revenue per quarter', { unit: 'quarter', count: 8 }],
    ['quarterly revenue last year', { unit: 'year', count: 1, isByQuarter: true }],
    ['EPS per quarter over the last two years', { unit: 'year', count: 2, isByQuarter: true }],
    ['higher than in the same quarter a year ago', { unit: 'quarter', count: 1 }],
    ['revenue growth quarter over quarter', { unit: 'quarter', count: 1 }],
    ['last quarter of 2025', null],
    ['last week', null],
    ['10-year Treasury', null],
    ['', null],
  ])('%s', (question, reported) => expect(namedTimes(question, NOW).reported).toEqual(reported))

  it.each([
    ['revenue last quarter vs the quarter before', 'period'],
    ['last quarter vs the previous quarter', 'period'],
    ['quarter over quarter', 'period'],
    ['quarter-on-quarter', 'period'],
    ['qoq', 'period'],
    ['this quarter vs last quarter', 'period'],
    ['sequential revenue growth', 'period'],
    ['Q3 revenue against the prior quarter', 'period'],
    ['year over year', 'year'],
    ['yoy', 'year'],
    ['revenue vs a year ago', 'year'],
    ['Q3 revenue compared with the same quarter last year', 'year'],
    ['revenue in the last quarter', null],
    ['revenue a year ago', null],
    ['revenue over the last year', null],
    ['revenue this year vs last year', 'year'],
    ['news of last quarter', null],
  ])('%s is against the %s', (question, against) => expect(namedTimes(question, NOW).against).toBe(against))
})

describe('a date that no calendar has', () => {
  it.each([
    ['price on 2026-02-30', '2026-02-30'],
    ['price on 2026-13-01', '2026-13-01'],
    ['close of April 31', 'April 31'],
    ['from 30 February 2025 to today', '30 February 2025'],
    ['on 13/45/2025', '13/45/2025'],
    ['on February 29, 2026', 'February 29, 2026'],
    ['on February 29', null],
    ['on 2024-02-29', null],
    ['May 40 stores close?', null],
    ['in stores, of 1850 of them', null],
  ])('%s: %s', (question, impossible) =>
    expect(namedTimes(question, NOW).impossible?.said ?? null).toBe(impossible),
  )
})

describe('a long question', () => {
  it.each([
    ' '.repeat(8_000),
    'Q'.repeat(8_000),
    'last '.repeat(1_600),
    'since '.repeat(1_600),
    'a couple of '.repeat(700),
    '1 '.repeat(4_000),
    '1-'.repeat(4_000),
    'Q1 to '.repeat(1_400),
    'October 1 to '.repeat(700),
    'FY '.repeat(2_700),
    'quarter '.repeat(1_000),
    'over the '.repeat(900),
    'İ'.repeat(8_000),
  ])('of %.12s is read in a moment', (question) => {
    const began = cpuMs()
    const { range } = namedTimes(question, NOW)
    expect(range === null || range.from <= range.to).toBe(true)
    expect(cpuMs() - began).toBeLessThan(500)
  })
})
