import { describe, expect, test } from 'vitest'
import { formatDay, utcDay } from '../../../../kernel/time.ts'
import { askedInvestment, asksInvestment } from './investment-questions.ts'
import { askedMetrics } from './asked-metrics.ts'

const NOW = Date.parse('2026-11-28T03:00:00Z')

const dayOf = (at: number | undefined): string | null => (at === undefined ? null : formatDay(utcDay(at)))

function read(asking: string, message = asking) {
  const asked = askedInvestment(asking, message, NOW)
  if (asked === null) return null
  const { amount, currency, when, until } = asked
  const [first] = when
  return [amount, currency, dayOf(first?.from), dayOf(first?.to), dayOf(until ?? undefined)]
}

describe('a sum that would have been invested', () => {
  test.each([
    [
      'How much would $1000 invested in Nvidia 5 years ago be worth now?',
      [1_000, 'USD', '2021-11-28', '2021-11-28', null],
    ],
    [
      'If I had invested 10000 dollars in Apple in 2020 what would it be worth?',
      [10_000, 'USD', '2020-01-01', '2020-12-31', null],
    ],
    ['how much would 500 in Tesla 3 years ago be now', [500, 'USD', '2023-11-28', '2023-11-28', null]],
    ['What if I had put $5k into Tesla on 2020-03-23?', [5_000, 'USD', '2020-03-23', '2020-03-23', null]],
    [
      "If I'd bought $1,000 of Apple stock in January 2015, how much would I have today?",
      [1_000, 'USD', '2015-01-01', '2015-01-31', null],
    ],
    [
      'What would a €500 investment in ASML in 2018 be worth today?',
      [500, 'EUR', '2018-01-01', '2018-12-31', null],
    ],
    [
      'How much would investing $2.5 million in Amazon since 2010 have turned into?',
      [2_500_000, 'USD', '2010-01-01', '2026-11-28', null],
    ],
    [
      'How much would $1,000 in Tesla from 2015 to 2020 have grown to?',
      [1_000, 'USD', '2015-01-01', '2015-01-01', '2020-12-31'],
    ],
    [
      'If I had put $1000 in Apple in 2018, what would it have been worth in 2020?',
      [1_000, 'USD', '2018-01-01', '2018-12-31', '2020-12-31'],
    ],
    [
      'What would US$1,000 invested in Apple on 2018-01-03 have been worth on 2020-01-03?',
      [1_000, 'USD', '2018-01-03', '2018-01-03', '2020-01-03'],
    ],
    [
      'If I had bought $1000 of Apple in 2018 and sold in 2020, how much would I have?',
      [1_000, 'USD', '2018-01-01', '2018-12-31', '2020-12-31'],
    ],
    [
      'How much would I have had in 2020 if I had invested $1000 in Apple in 2018?',
      [1_000, 'USD', '2018-01-01', '2018-12-31', '2020-12-31'],
    ],
    ['I put $1000 in Apple in 2018, what is it worth now?', [1_000, 'USD', '2018-01-01', '2018-12-31', null]],
    [
      "If I'd put 5k into Amazon on 2 January 2020 what would it be worth now?",
      [5_000, 'USD', '2020-01-02', '2020-01-02', null],
    ],
    [
      'If I had invested 1000 in Apple in 2015, what would it be worth?',
      [1_000, 'USD', '2015-01-01', '2015-12-31', null],
    ],
    [
      'If I had bought 50 shares of Apple in 2015, what would they be worth now?',
      [50, null, '2015-01-01', '2015-12-31', null],
    ],
    // Nokia's ticker, and no kroner.
    [
      'If I had bought 100 NOK shares in 2018, what would they be worth now?',
      [100, null, '2018-01-01', '2018-12-31', null],
    ],
    ['If I had bought 50 shares of Apple in 2015', [50, null, '2015-01-01', '2015-12-31', null]],
    [
      'What would 1,000 Nvidia shares bought on 2020-03-23 be worth today?',
      [1_000, null, '2020-03-23', '2020-03-23', null],
    ],
    [
      'If I bought 10 shares of Apple in January 2018 and sold in 2020, how much would I have?',
      [10, null, '2018-01-01', '2018-01-31', '2020-12-31'],
    ],
    ['What would £1000 invested in Shell be worth today?', [1_000, 'GBP', null, null, null]],
  ])('%s', (question, expected) => {
    expect(read(question)).toEqual(expected)
    expect(askedMetrics(question).metrics).toEqual(['investment'])
  })

  test('is of each of several times', () => {
    const question = 'What would $1000 in Apple be worth if bought 5 years ago and 10 years ago?'
    const { when } = askedInvestment(question, question, NOW) ?? { when: [] }
    expect(when.map(({ from }) => dayOf(from))).toEqual(['2021-11-28', '2016-11-28'])
  })

  test.each([
    ['If I put $1000 in Apple today, what would it be worth in 5 years?', true],
    ['If I invest $1000 in Apple now, what will it be worth?', true],
    ['What would $1000 in Apple be worth?', false],
  ])('looks ahead or says nothing of when: %s', (question, isAhead) =>
    expect(askedInvestment(question, question, NOW)).toMatchObject({ when: [], isAhead }),
  )

  test('takes another time from what follows it', () => {
    const asking = 'What would $1000 invested in Nvidia 5 years ago be worth now?'
    expect(read(asking, 'and ten years ago?')).toEqual([1_000, 'USD', '2016-11-28', '2016-11-28', null])
    expect(read(asking, 'and in Apple?')).toEqual([1_000, 'USD', '2021-11-28', '2021-11-28', null])
  })

  test.each([
    'What would $100 a month in SPY be worth?',
    'If I had invested $100 monthly in Apple since 2015, what would I have?',
    'Microsoft invested $13 billion in OpenAI, what is it worth?',
    "What is Amazon's $700 million investment in Rivian in 2021 worth now?",
    'Amazon invested $700 million in Rivian in 2021: what is it worth now?',
    'What is its $500 million stake of Rivian, in which it invested in 2019, worth?',
    'If I had put $10,000 in Tesla and $5,000 in Apple in 2020, what would I have?',
    'What would A$1,000 invested in Apple in 2020 be worth?',
    'What would HK$1000 invested in Tencent in 2020 be worth?',
    'I bought 10 of Apple in 2018, what is it worth now?',
    'If I bought 10 in 2020 of Apple, what would it be worth?',
    'If I put 10 in 2020, what would it be worth?',
    'What are my 50 shares of Apple bought in 2020 worth?',
    'How many shares of Apple did I buy in 2020?',
    'If Apple bought 10 million shares back, what would it be worth?',
    'Did Apple invest $430 million in the US?',
    'What is the worth of the $50 million in debt?',
    'What is Apple worth?',
    'What is my portfolio worth if Apple falls?',
    'What was the price of Apple when it was at $100?',
  ])('is none: %s', (question) => expect(asksInvestment(question)).toBe(false))

  test('is found in time linear in the question', () => {
    const began = process.cpuUsage()
    for (const part of [
      '$1 ',
      'i invested ',
      'be worth ',
      'what would ',
      '1,000,000,000 dollars ',
      'put $1,000 worth of ',
      '50 shares bought ',
      'i bought 50 apple ',
    ]) {
      asksInvestment(part.repeat(2_000))
      askedInvestment(part.repeat(2_000), 'if i had invested in 2020', NOW)
      const long = `if i had invested $1000 in apple ${part.repeat(2_000)}`
      askedInvestment(long, long, NOW)
    }
    expect(process.cpuUsage(began).user).toBeLessThan(1_000_000)
  })
})
