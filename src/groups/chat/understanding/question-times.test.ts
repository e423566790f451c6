import { describe, expect, it, test } from 'vitest'
import { cpuMs } from '../../../../tests/support/cpu-time.ts'
import { instant } from '../../../../tests/support/factories.ts'
import { formatDay, utcDay } from '../../../kernel/time.ts'
import type { InstantRange } from '../../../market/bars.ts'
import { type Edge, namedTimes, type NamedTimes, withoutTimes } from './times/periods.ts'

/** A Thursday, and Thanksgiving. */
const NOW = instant('2026-11-26T15:00:00Z')
const TODAY = '2026-11-26'

const timesIn = (question: string, now = NOW): NamedTimes => namedTimes(question, now)
const said = ({ from, to }: InstantRange): string => `${formatDay(utcDay(from))} ${formatDay(utcDay(to))}`

function daysIn(question: string, now = NOW): string | null {
  const { range } = timesIn(question, now)
  return range === null ? null : said(range)
}

describe('words before a time say which side of it is meant', () => {
  it.each([
    ['Apple return before 2026', '2025-01-01', '2025-12-31'],
    ['before March 2026', '2025-03-01', '2026-02-28'],
    ['prior to 15 October 2026', '2025-10-15', '2026-10-14'],
    ['until March 2026', '2025-04-01', '2026-03-31'],
    ['till the end of March 2026', '2025-04-01', '2026-03-31'],
    ['up to 1 October 2026', '2025-10-02', '2026-10-01'],
    ['through March 2026', '2025-04-01', '2026-03-31'],
    ['price before the end of 2025', '2025-01-01', '2025-12-31'],
    ['price before the end of September', '2025-10-01', '2026-09-30'],
    ['price before the start of September', '2025-09-01', '2026-08-31'],
    ['until 2026', '2025-11-27', TODAY],
    ['until 2028', '2028-01-01', '2028-12-31'],
    ['until today', '2025-11-27', TODAY],
    ['this year through October', '2026-01-01', '2026-10-31'],
    ['after March 2026', '2026-04-01', TODAY],
    ['after 15 October', '2026-10-16', TODAY],
    ['after today', TODAY, TODAY],
    ['the week before Christmas 2025', '2025-12-18', '2025-12-24'],
    ['two days after 3 May 2026', '2026-05-04', '2026-05-05'],
    ['since the week after 3 May 2026', '2026-05-04', TODAY],
  ])('%s', (question, from, to) => expect(daysIn(question)).toBe(`${from} ${to}`))

  it.each([
    ['revenue before 2024', [{ year: 2023, quarter: null }]],
    ['revenue before Q1 2024', [{ year: 2023, quarter: 4 }]],
    ['revenue in the year after 2023', [{ year: 2024, quarter: null }]],
    ['revenue 5 years after 2019', [{ year: 2024, quarter: null }]],
    ['revenue two years before 2024', [{ year: 2022, quarter: null }]],
    ['revenue in the two years after 2019', [2020, 2021].map((year) => ({ year, quarter: null }))],
    ['revenue in the two years before 2019', [2017, 2018].map((year) => ({ year, quarter: null }))],
    ['revenue 2 quarters after Q3 2024', [{ year: 2025, quarter: 1 }]],
    ['revenue a year before Q1 2024', [{ year: 2023, quarter: 1 }]],
    ['revenue after 2024', [2025, 2026].map((year) => ({ year, quarter: null }))],
  ])('%s: of statements as well', (question, fiscal) => expect(timesIn(question).fiscal).toEqual(fiscal))

  it('the last close before a time is its price', () => {
    expect(timesIn('price before 2026').edge).toBe('last')
    expect(timesIn('price before the end of 2025').edge).toBe('last')
    expect(timesIn('price until March 2026').edge).toBeNull()
  })

  it('sessions are counted from the day that is named', () => {
    const day = (text: string): number => utcDay(instant(`${text}T00:00:00Z`))
    expect(timesIn('price 3 trading days after 1 July 2024').fromDay).toEqual({
      day: day('2024-07-01'),
      sessions: 3,
    })
    expect(timesIn('price 5 sessions before 2 January 2024').fromDay).toEqual({
      day: day('2024-01-02'),
      sessions: -5,
    })
    expect(timesIn('price 5 days before 2 January 2024').fromDay).toBeUndefined()
    expect(timesIn('return in the 5 sessions after 2 January 2024').fromDay).toBeUndefined()
    expect(daysIn('return in the 5 sessions after 3 January 2024')).toBe('2024-01-04 2024-01-10')
  })

  it.each([
    ['return in the 10 trading days before 8 July 2024', '2024-07-08', -10, -1],
    ['return 3 sessions after 1 July 2024', '2024-07-01', 1, 3],
    ['return in the first 5 trading days of 2024', '2023-12-31', 1, 5],
    ['return in the last 10 sessions of 2023', '2024-01-01', -10, -1],
    ['price on the second trading day of 2024', '2023-12-31', 2, 2],
  ])('%s: counted as the exchange has its sessions', (question, day, first, last) =>
    expect(timesIn(question).counted).toEqual({ day: utcDay(instant(`${day}T00:00:00Z`)), first, last }),
  )

  it.each([
    'return in the 5 days before 8 July 2024',
    'return in the first 5 days of 2024',
    'last 10 trading days',
  ])('%s: days of the calendar, or up to today', (question) =>
    expect(timesIn(question).counted).toBeUndefined(),
  )

  it.each([
    ['return 5 days before and after 1 August 2024', '2024-07-27 2024-07-31', '2024-08-02 2024-08-06'],
    ['the week after and before 1 August 2024', '2024-08-02 2024-08-08', '2024-07-25 2024-07-31'],
  ])('%s: two times', (question, one, other) => {
    expect(timesIn(question).each.map(({ range }) => said(range))).toEqual([one, other])
  })

  it('sessions on both sides of a day are counted on each', () =>
    expect(timesIn('5 trading days before and after 5 July 2024').each.map(({ counted }) => counted)).toEqual(
      [
        { day: utcDay(instant('2024-07-05T00:00:00Z')), first: -5, last: -1 },
        { day: utcDay(instant('2024-07-05T00:00:00Z')), first: 1, last: 5 },
      ],
    ))

  it('so long after the price of a day is that day', () => {
    expect(daysIn('Apple 1 year after its price on 2023-03-01')).toBe('2023-03-02 2024-03-01')
    expect(timesIn('Apple 1 year after its price on 2023-03-01').edge).toBe('last')
  })

  it.each([
    ['how much did revenue grow in 3 years', { unit: 'year', count: 3 }],
    ['revenue of the year before last', { unit: 'year', count: 1, moves: [{ quarters: 4, count: -1 }] }],
    ['the quarter before last', { unit: 'quarter', count: 1, moves: [{ quarters: 1, count: -1 }] }],
    ['what will revenue be in 3 years', null],
  ])('%s: of what was reported', (question, reported) => expect(timesIn(question).reported).toEqual(reported))

  it.each([
    ['how much did Apple rise in 3 years', '2023-11-26 2026-11-26'],
    ['max drawdown of Nvidia in 5 years', '2021-11-26 2026-11-26'],
    ['highest close of Tesla in 2 years', '2024-11-26 2026-11-26'],
    ['record high of Microsoft', `1900-01-01 ${TODAY}`],
    ['record revenue of Microsoft', null],
    ['did they say where it will be in 3 years', null],
  ])('%s', (question, days) => expect(daysIn(question)).toBe(days))

  it.each([
    ['price of Apple 5 days after 1 March 2024', 'last', '2024-03-02 2024-03-06'],
    ['price a week after 1 March 2024', 'last', '2024-03-02 2024-03-08'],
    ['price 5 days before 1 March 2024', 'first', '2024-02-25 2024-02-29'],
    ['price in the 5 days after 1 March 2024', null, '2024-03-02 2024-03-06'],
    ['price within 5 days after 1 March 2024', null, '2024-03-02 2024-03-06'],
    ['price the week after 1 March 2024', null, '2024-03-02 2024-03-08'],
  ])('%s: of the day so far away, or of all in between', (question, edge, days) => {
    expect(timesIn(question).edge).toBe(edge)
    expect(daysIn(question)).toBe(days)
  })
})

describe('words before a time say which part of it is meant', () => {
  it.each([
    ['the first week of November', '2026-11-01', '2026-11-07'],
    ['the second week of October', '2026-10-08', '2026-10-14'],
    ['last week of October', '2026-10-25', '2026-10-31'],
    ['the last two weeks of October', '2026-10-18', '2026-10-31'],
    ['the first week in November', '2026-11-01', '2026-11-07'],
    ['first half of March', '2026-03-01', '2026-03-15'],
    ['the second half of February 2026', '2026-02-15', '2026-02-28'],
    ['mid-March', '2026-03-11', '2026-03-20'],
    ['the middle of 2025', '2025-05-02', '2025-08-31'],
    ['early 2026', '2026-01-01', '2026-05-01'],
    ['late October 2025', '2025-10-21', '2025-10-31'],
    ['the first month of 2026', '2026-01-01', '2026-01-31'],
    ['the first week of last month', '2026-10-01', '2026-10-07'],
    ['the first ten days of this month', '2026-11-01', '2026-11-10'],
    ['the last day of March 2026', '2026-03-31', '2026-03-31'],
    ['from the beginning of March to mid-May 2026', '2026-03-01', '2026-05-20'],
    ['from March to the end of May 2026', '2026-03-01', '2026-05-31'],
    ['from the end of 2024 to the end of 2025', '2025-01-01', '2025-12-31'],
    ['since the end of 2025', '2026-01-01', TODAY],
    ['from the beginning of 2025', '2025-01-01', TODAY],
    ['the second quarter of March 2026', '2026-03-01', '2026-03-31'],
    ['Did Apple close in 2025 higher?', '2025-01-01', '2025-12-31'],
    ['early on 3 May 2026', '2026-05-03', '2026-05-03'],
  ])('%s', (question, from, to) => expect(daysIn(question)).toBe(`${from} ${to}`))

  it.each<[string, Edge | null, string]>([
    ['price at the end of 2025', 'last', '2025-12-01 2025-12-31'],
    ['price at year-end 2025', 'last', '2025-12-01 2025-12-31'],
    ['close at the end of last quarter', 'last', '2026-09-01 2026-09-30'],
    ['price at the end of last week', 'last', '2026-11-16 2026-11-22'],
    ['price at the start of 2025', 'first', '2025-01-01 2025-01-31'],
    ['price at the beginning of March 2026', 'first', '2026-03-01 2026-03-07'],
    ['price on the first trading day of 2026', 'first', '2026-01-01 2026-01-31'],
    ['price at the start of the month', 'first', '2026-11-01 2026-11-07'],
    ['price on the last day of March 2026', null, '2026-03-31 2026-03-31'],
    ['price since the start of 2025', null, `2025-01-01 ${TODAY}`],
  ])('%s: the close of the session there', (question, edge, range) => {
    expect(timesIn(question).edge).toBe(edge)
    expect(daysIn(question)).toBe(range)
  })

  it.each(['price at the end of this month', 'price at the end of the month'])(
    '%s lies ahead until it is over',
    (question) => expect(daysIn(question)).toBe('2026-11-30 2026-11-30'),
  )
})

describe('days and seasons that have a name', () => {
  it.each([
    ['on Christmas 2025', '2025-12-25'],
    ['on Christmas Day', '2025-12-25'],
    ['Christmas Eve 2024', '2024-12-24'],
    ["on New Year's Eve", '2025-12-31'],
    ['on New Year’s Day 2026', '2026-01-01'],
    ['on Thanksgiving 2025', '2025-11-27'],
    ['on Thanksgiving', TODAY],
    ['last Thanksgiving', '2025-11-27'],
    ['next Thanksgiving', '2027-11-25'],
    ['performance on Black Friday', '2025-11-28'],
    ['Black Friday 2024', '2024-11-29'],
    ['on Cyber Monday 2025', '2025-12-01'],
    ['on Labor Day 2026', '2026-09-07'],
    ['on Memorial Day 2026', '2026-05-25'],
    ['on Independence Day', '2026-07-04'],
    ['on Good Friday 2026', '2026-04-03'],
    ['on Easter Monday 2025', '2025-04-21'],
    ['on Easter Sunday 2024', '2024-03-31'],
  ])('%s', (question, day) => expect(daysIn(question)).toBe(`${day} ${day}`))

  it.each([
    ['in the summer of 2026', '2026-06-01', '2026-08-31'],
    ['last summer', '2026-06-01', '2026-08-31'],
    ['over the winter', '2025-12-01', '2026-02-28'],
    ['spring 2026', '2026-03-01', '2026-05-31'],
    ['in the fall of 2025', '2025-09-01', '2025-11-30'],
    ['since Christmas', '2025-12-25', TODAY],
    ['over the last fortnight', '2026-11-13', TODAY],
    ['a fortnight ago', '2026-11-12', '2026-11-12'],
    ['over the last weekend', '2026-11-21', '2026-11-22'],
    ['over the weekend', '2026-11-21', '2026-11-22'],
    ['this weekend', '2026-11-28', '2026-11-29'],
  ])('%s', (question, from, to) => expect(daysIn(question)).toBe(`${from} ${to}`))

  it('the season of today is this one and not the last', () => {
    const august = instant('2026-08-10T15:00:00Z')
    expect(daysIn('this summer', august)).toBe('2026-06-01 2026-08-31')
    expect(daysIn('last summer', august)).toBe('2025-06-01 2025-08-31')
  })

  it('on a Sunday the weekend is that of today, the last one that before', () => {
    const sunday = instant('2026-11-22T15:00:00Z')
    expect(daysIn('over the weekend', sunday)).toBe('2026-11-21 2026-11-22')
    expect(daysIn('over the last weekend', sunday)).toBe('2026-11-14 2026-11-15')
  })

  it.each(['Black Friday sales', 'Christmas sales of Apple', 'Did Apple fall?', 'the spring of a clock'])(
    'are none in: %s',
    (question) => expect(daysIn(question)).toBeNull(),
  )
})

describe('weekdays of a week that is named', () => {
  it.each([
    ['volume on Tuesday of last week', '2026-11-17', '2026-11-17'],
    ['price on Tuesday last week', '2026-11-17', '2026-11-17'],
    ['Monday last week', '2026-11-16', '2026-11-16'],
    ['on Friday, last week', '2026-11-20', '2026-11-20'],
    ["last week's Tuesday", '2026-11-17', '2026-11-17'],
    ['last week on Tuesday', '2026-11-17', '2026-11-17'],
    ['on Monday of this week', '2026-11-23', '2026-11-23'],
    ['on Tuesday of the week before last', '2026-11-10', '2026-11-10'],
    ['on Tuesday two weeks ago', '2026-11-10', '2026-11-10'],
    ['from Monday to Wednesday last week', '2026-11-16', '2026-11-18'],
    ['on Tuesday', '2026-11-24', '2026-11-24'],
    ['last Tuesday', '2026-11-24', '2026-11-24'],
  ])('%s', (question, from, to) => expect(daysIn(question)).toBe(`${from} ${to}`))
})

test('a message that begins with a time compares it with none', () => {
  expect(timesIn('and 5 years ago?').fiscal).toEqual([{ year: 2021, quarter: null }])
  expect(timesIn('revenue now and 5 years ago').fiscal).toEqual([])
})

describe('a length of time that ends a message', () => {
  it.each([
    ['Apple 5 years', '2021-11-26'],
    ['S&P 500 vs Nasdaq 5 years?', '2021-11-26'],
    ['Tesla, 3 months', '2026-08-26'],
    ['SPY 10 days', '2026-11-17'],
  ])('behind a name is the one up to today: %s', (question, from) =>
    expect(daysIn(question)).toBe(`${from} ${TODAY}`),
  )

  it.each([
    'where will Apple be in 5 years',
    'Should I hold Tesla 5 years',
    'Has Apple existed more than 40 years',
    'The lease takes 3 years',
    'Apple pays every 3 months',
    'What will become of Nvidia 5 years',
  ])('is none behind a word that says another thing: %s', (question) => expect(daysIn(question)).toBeNull())

  it('is of statements as well', () => {
    expect(timesIn('Apple revenue 5 years').reported).toEqual({ unit: 'year', count: 5 })
    expect(timesIn('MSFT net income 4 quarters').reported).toEqual({ unit: 'quarter', count: 4 })
  })
})

describe('lengths of time that are listed', () => {
  const startsOf = (question: string): string[] =>
    namedTimes(question, NOW).each.map(({ range }) => formatDay(utcDay(range.from)))

  it.each([
    ['return of microsoft 1 month, 3 months and 1 year', ['2026-10-26', '2026-08-26', '2025-11-26']],
    ['Apple return over 1 month and 1 year', ['2026-10-26', '2025-11-26']],
    ['how did Tesla do over 1 month, 3 months, 6 months', ['2026-10-26', '2026-08-26', '2026-05-26']],
    ['AAPL 1m 3m 6m 1y returns', ['2026-10-26', '2026-08-26', '2026-05-26', '2025-11-26']],
    ['1y/3y/5y return of SPY', ['2025-11-26', '2023-11-26', '2021-11-26']],
  ])('are told one by one: %s', (question, starts) => expect(startsOf(question)).toEqual(starts))

  it.each([
    'The options vest in 2 years and 3 years',
    'a lease of 12 months or 24 months',
    'Apple and 3M returns',
  ])('are none where nothing is asked of a move: %s', (question) => expect(startsOf(question)).toEqual([]))
})

describe('times that are set against each other', () => {
  it.each([
    ['last year vs this year', ['2025-01-01 2025-12-31', `2026-01-01 ${TODAY}`]],
    ['in 2024 vs 2025', ['2024-01-01 2024-12-31', '2025-01-01 2025-12-31']],
    ['two weeks ago vs now', ['2026-11-12 2026-11-12', `${TODAY} ${TODAY}`]],
    ['now vs two weeks ago', [`${TODAY} ${TODAY}`, '2026-11-12 2026-11-12']],
    ['on 1st of June and 1st of July 2026', ['2026-06-01 2026-06-01', '2026-07-01 2026-07-01']],
    ['on 2 and 3 November 2026', ['2026-11-02 2026-11-02', '2026-11-03 2026-11-03']],
    ['on November 2 and 5, 2026', ['2026-11-02 2026-11-02', '2026-11-05 2026-11-05']],
    ['better in 2023 or in 2024', ['2023-01-01 2023-12-31', '2024-01-01 2024-12-31']],
    ['return in 2024 compared to its return in 2025', ['2024-01-01 2024-12-31', '2025-01-01 2025-12-31']],
    ['higher than a year ago', ['2025-11-26 2025-11-26', `${TODAY} ${TODAY}`]],
    ['compared to 3 May 2026', ['2026-05-03 2026-05-03', `${TODAY} ${TODAY}`]],
    ['this month vs the same month last year', [`2026-11-01 ${TODAY}`, '2025-11-01 2025-11-26']],
    ['in Q3 2026 vs the same period a year earlier', ['2026-07-01 2026-09-30', '2025-07-01 2025-09-30']],
    ['Q3 return vs the same quarter last year', ['2026-07-01 2026-09-30', '2025-07-01 2025-09-30']],
    ['2023 to 2024 vs 2025', ['2023-01-01 2024-12-31', '2025-01-01 2025-12-31']],
    [
      'in jan, feb and march 2026',
      ['2026-01-01 2026-01-31', '2026-02-01 2026-02-28', '2026-03-01 2026-03-31'],
    ],
    [
      'in April, May and June 2026',
      ['2026-04-01 2026-04-30', '2026-05-01 2026-05-31', '2026-06-01 2026-06-30'],
    ],
    [
      'on Monday, Tuesday and Wednesday',
      ['2026-11-23 2026-11-23', '2026-11-24 2026-11-24', '2026-11-25 2026-11-25'],
    ],
    ['on Monday and Tuesday of last week', ['2026-11-16 2026-11-16', '2026-11-17 2026-11-17']],
    ['Q1, Q2 and Q3 2026', ['2026-01-01 2026-03-31', '2026-04-01 2026-06-30', '2026-07-01 2026-09-30']],
  ])('%s: each is told', (question, each) =>
    expect(timesIn(question).each.map(({ range }) => said(range))).toEqual(each),
  )

  it('what is said of the first of a list is said of the others', () => {
    const { each } = timesIn('price at the end of 2023, 2024 and 2025')
    expect(each.map(({ edge }) => edge)).toEqual(['last', 'last', 'last'])
  })

  it.each([
    'from 2020 to 2024',
    'between 2 and 3 November 2026',
    'from 2 to 3 November 2026',
    'from its low in March 2020 to its high in January 2022',
    'on Friday, November 20, 2026',
    'last year',
    'more than two weeks ago',
    'better than last year',
    'in the same month last year',
    '2020, 2021, 2022, 2023 and 2024',
    'since 2024',
    'the price',
  ])('%s: is told as one', (question) => expect(timesIn(question).each).toEqual([]))
})

describe('times that can be read in two ways, or in none', () => {
  it('a date of which either number could be the month is told as it is read', () => {
    expect(timesIn('price on 08/09/2025').ambiguous?.said).toBe('08/09/2025')
    expect(daysIn('price on 08/09/2025')).toBe('2025-08-09 2025-08-09')
    expect(timesIn('price on 8/9/25').ambiguous?.said).toBe('8/9/25')
    for (const clear of [
      'price on 15/08/2025',
      'price on 08/08/25',
      'price on 9.8.2025',
      'price on 2025-08-09',
    ])
      expect(timesIn(clear).ambiguous).toBeNull()
  })

  it.each([
    ['price on 13/32/26', '13/32/26', 'day'],
    ['price on 30.2.2026', '30.2.2026', 'day'],
    ['revenue in Q5 2024', 'Q5 2024', 'quarter'],
    ['revenue in Q0 of 2024', 'Q0 of 2024', 'quarter'],
    ['revenue in 2024 Q6', '2024 Q6', 'quarter'],
    ['revenue in the fifth quarter of 2024', 'fifth quarter of 2024', 'quarter'],
    ['revenue in H3 2024', 'H3 2024', 'half'],
  ])('%s: no such part of a year', (question, what, kind) =>
    expect(timesIn(question).impossible).toEqual({ said: what, kind }),
  )

  it.each(['Audi Q5 sales', 'revenue in Q4 2024', 'H2 2024', 'price of H200 chips in 2024'])(
    '%s: nothing is impossible',
    (question) => expect(timesIn(question).impossible).toBeNull(),
  )
})

describe('quarters that are named as one', () => {
  it('are those of a half or of nine months', () => {
    const quartersIn = (question: string): unknown[] =>
      timesIn(question).joined.map((all) => all.map(({ year, quarter }) => `${year} ${quarter}`))
    expect(quartersIn('first half of 2025')).toEqual([['2025 1', '2025 2']])
    expect(quartersIn('H2 2025 vs H2 2024')).toEqual([
      ['2025 3', '2025 4'],
      ['2024 3', '2024 4'],
    ])
    expect(timesIn('first nine months of 2025').joined[0]).toHaveLength(3)
    for (const question of ['2025', 'Q1 and Q2 2025', 'Q1 to Q3 2025', 'since H1 2025'])
      expect(timesIn(question).joined).toEqual([])
  })
})

describe('a text without its times', () => {
  it.each([
    ['Microsoft since 1 September', 'Microsoft'],
    ['Apple  return\nin the first week of November, please', 'Apple return , please'],
    ['since March?', '?'],
    ['performance on the 31st', 'performance'],
    ['Nvidia during the pandemic', 'Nvidia during the pandemic'],
    ['from 2025 onwards', ''],
    ['Who hosts the Tonight Show?', 'Who hosts the Tonight Show?'],
    ["the today's price of Apple", "'s price of Apple"],
  ])('%s', (text, rest) => {
    expect(withoutTimes(text)).toHaveLength(text.length)
    expect(withoutTimes(text).replaceAll(/\s+/g, ' ').trim()).toBe(rest)
  })

  it.each(['end of the ', 'before ', 'the first week of ', 'Christmas vs ', 'week before 2024 and ', 'Q5 '])(
    'is found in a moment for many times %s',
    (words) => {
      const text = words.repeat(8_000 / words.length)
      const began = cpuMs()
      expect(withoutTimes(text)).toHaveLength(text.length)
      expect(timesIn(text).each.length).toBeLessThanOrEqual(4)
      expect(cpuMs() - began).toBeLessThan(500)
    },
  )
})

it('takes no one-day move for a time', () => {
  expect(daysIn('biggest one-day drop of Netflix this year')).toBe('2026-01-01 2026-11-26')
  expect(daysIn('biggest one-day drop of Netflix')).toBeNull()
})
