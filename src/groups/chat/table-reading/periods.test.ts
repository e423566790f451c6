import { describe, expect, it } from 'vitest'
import { tableAnswer } from './answer.ts'
import { maturitiesOf, quartersNamed } from './period.ts'

const read = (question: string, text: string): readonly number[] | undefined =>
  tableAnswer(question, text)?.values.map((value) => Math.round(value * 100) / 100)

describe('quarters', () => {
  const PRICES = `The high and low prices per share were:

| | High | Low |
| 2024: | | |
| Fourth Quarter | $12.50 | $9.50 |
| Third Quarter | $15.00 | $10.00 |
| Second Quarter | $21.00 | $12.00 |
| First Quarter | $18.00 | $8.50 |
| 2023: | | |
| Fourth Quarter | $13.00 | $7.50 |
| Third Quarter | $20.50 | $11.00 |`

  it.each([
    ['What was the low price in the third quarter of 2023?', [11]],
    ['What is the average quarterly low price for 2024?', [10]],
    ['What is the average low price of each quarter in 2023?', [9.25]],
    ['In 2024, what is the change in high price between the third quarter and fourth quarter?', [-2.5]],
    ['What is the difference in the high and low prices in the second quarter of 2024?', [9]],
    ['What is the difference between the high and low price in the third quarter of 2023?', [9.5]],
  ])('in rows: %s', (question, values) => expect(read(question, PRICES)).toEqual(values))

  it('tells prices in no thousands that are said of another table', () => {
    const text = `${PRICES}\n\nObligations (in thousands):\n\n| | 2024 |\n| Leases | 5 |`
    expect(tableAnswer('What was the low price in the third quarter of 2023?', text)?.scale).toBeNull()
    expect(tableAnswer('What were leases in 2024?', text)?.scale).toBe('thousand')
  })

  it('finds the low price beside words that are of no line', () => {
    const text = PRICES.replace('were:', 'of Fernbrook Labs were:')
    expect(read('What is the average quarterly low price of Fernbrook Labs for 2024?', text)).toEqual([10])
  })

  it('says of which quarter each number of a difference is', () => {
    const answer = tableAnswer(
      'What is the difference between high and low in the second quarter of 2024?',
      PRICES,
    )
    expect(answer?.text).toBe('High (2024 Second Quarter) less 2024 Low (Second Quarter): 21 − 12 = 9.')
  })

  const RESULTS = `| | | | | Fiscal 2024 | |
| | First | Second | Third | Fourth | |
| | Quarter | Quarter | Quarter | Quarter | Total |
| Revenues | $ 10 | $ 20 | $ 30 | $ 40 | $ 100 |
| | | | | Fiscal 2023 | |
| | First | Second | Third | Fourth | |
| | Quarter | Quarter | Quarter | Quarter | Total |
| Revenues | $ 9 | $ 18 | $ 27 | $ 36 | $ 90 |`

  it.each([
    ['What were revenues in the third quarter of fiscal 2023?', [27]],
    ['What were revenues in fiscal 2023?', [90]],
    ['What were revenues in the first quarter of 2024 as a percentage of total revenues that year?', [10]],
  ])('in columns, the years one below the other: %s', (question, values) =>
    expect(read(question, RESULTS)).toEqual(values),
  )

  it('are no year: of quarters alone no number of the year is told', () => {
    const text = RESULTS.replaceAll(' Total |', ' |').replaceAll(/ \$ (?:100|90) \|/g, ' |')
    expect(read('What were revenues in the second quarter of fiscal 2024?', text)).toEqual([20])
    expect(tableAnswer('What were revenues in fiscal 2024?', text)).toBeNull()
  })

  it('of the one year that stands over all columns', () => {
    const text = `| | | Price range 2024 |
| | Low | High |
| First Quarter | 5 | 8 |
| Second Quarter | 4 | 6 |`
    expect(
      read('In the first quarter of 2024, what is the difference between the low and high price?', text),
    ).toEqual([3])
  })

  it.each([
    ['between the third and the fourth quarter', ['third', 'fourth']],
    ['from the first quarter to the second fiscal quarter', ['first', 'second']],
    ['the second company of the quarter', []],
  ])('named: %s', (text, names) => expect(quartersNamed(text)).toEqual(names))
})

describe('what moved a balance', () => {
  const UNITS = `| Non-vested units | Shares | Weighted-Average Grant Date Fair Value |
| Non-vested at December 31, 2022 | 500 | $40.00 |
| Granted | 300 | $50.00 |
| Vested | (200) | $41.00 |
| Non-vested at December 31, 2023 | 600 | $45.00 |
| Granted | 250 | $60.00 |
| Vested | (100) | $42.00 |
| Non-vested at December 31, 2024 | 750 | $49.00 |`

  it.each([
    ['What is the number of non-vested shares granted in 2024?', [250]],
    ['What is the number of non-vested shares granted in 2023?', [300]],
    ['What is the change in shares granted from 2023 to 2024?', [-50]],
    ['How many shares were non-vested in 2023?', [600]],
  ])('is of the period that it closes: %s', (question, values) =>
    expect(read(question, UNITS)).toEqual(values),
  )

  it('is of no period outside the balances', () => {
    expect(tableAnswer('What is the number of non-vested shares granted in 2022?', UNITS)).toBeNull()
  })
})

describe('maturities', () => {
  const OBLIGATIONS = `| | Payments due by period | | | | |
| | Total | Less than 1 year | 1-3 years | 3-5 years | More than 5 years |
| Operating leases | 26 | 2 | 4 | 8 | 12 |
| Purchase obligations | 15 | 1 | 3 | 5 | 6 |`

  it.each([
    ['What are the operating leases due in less than one year?', [2]],
    ['What are the operating leases due in 1 to 3 years?', [4]],
    ['What are the purchase obligations due in more than 5 years?', [6]],
    [
      'What are the respective operating leases and purchase obligations that are between 3 and 5 years?',
      [8, 5],
    ],
    ['What are the respective operating leases in less than 1 year and between 3-5 years?', [2, 8]],
  ])('%s', (question, values) => expect(read(question, OBLIGATIONS)).toEqual(values))

  it('add up to what is due within so many years', () => {
    const answer = tableAnswer('What are the operating leases due within 5 years?', OBLIGATIONS)
    expect(answer?.text).toBe('Operating leases: 2 + 4 + 8 = 14.')
    expect(read('What are the purchase obligations due within 3 years?', OBLIGATIONS)).toEqual([4])
  })

  it('that no columns add up to are no answer', () => {
    expect(tableAnswer('What are the operating leases due within 4 years?', OBLIGATIONS)).toBeNull()
    expect(tableAnswer('What are the operating leases due within 7 years?', OBLIGATIONS)).toBeNull()
    expect(tableAnswer('What are the operating leases due in 2 to 5 years?', OBLIGATIONS)).toBeNull()
  })

  it.each([
    ['Up to 1 year', '0-1'],
    ['one year or less', '0-1'],
    ['1 – 3 years', '1-3'],
    ['1 year to 5 years', '1-5'],
    ['After five years', '5-'],
    ['less than 1 year and between 1-3 years', '0-1 1-3'],
    ['in 2019 and 2018', ''],
  ])('%s', (text, maturities) => expect(maturitiesOf(text).join(' ')).toBe(maturities))
})

describe('years', () => {
  it.each([
    ['What were sales in 2022 to 2024 respectively?', [3, 5, 7]],
    ['What were sales for fiscal years 2024 to 2022 respectively?', [7, 5, 3]],
  ])('of a stretch are told in its order: %s', (question, values) =>
    expect(read(question, '| | 2024 | 2023 | 2022 |\n| Sales | 7 | 5 | 3 |')).toEqual(values),
  )
})

describe('amounts and percentages side by side', () => {
  const COSTS = `| | 2024 | | 2023 | |
| | Amount | % of total revenue | Amount | % of total revenue |
| Licenses | $ 64 | 9% | $ 35 | 5% |
| Services | 243 | 34 | 246 | 38 |`

  it.each([
    ['What was the licenses revenue in 2024 and 2023 respectively?', [64, 35]],
    ['What was the change in services from 2023 to 2024?', [-3]],
    ['What is the percentage change in licenses from 2023 to 2024?', [82.86]],
    ['What was the change in the percentage of services from 2023 to 2024?', [-4]],
  ])('%s', (question, values) => expect(read(question, COSTS)).toEqual(values))

  it('a sign behind a name is of that, and makes no change one in percent', () => {
    const text = '| | External valuation % |\n| 2024 | 23% |\n| 2023 | 60% |'
    expect(read('What was the change in the external valuation % from 2023 to 2024?', text)).toEqual([-37])
    expect(read('What was the % change in the external valuation from 2023 to 2024?', text)).toEqual([-61.67])
  })

  it('a sign in a column of its own stands over that column, and behind no other', () => {
    const text = '| | 2024 | 2023 | Change |\n| | $’000 | $’000 | % |\n| EBITDA | 85 | 62 | 37% |'
    expect(read('What was the percentage change in EBITDA between 2023 and 2024?', text)).toEqual([37.1])
  })

  it('of shares those that are counted are averaged, and no weighted average of prices', () => {
    const text = `| | 2024 | | 2023 | |
| | Number of Shares | Weighted Average Fair Value | Number of Shares | Weighted Average Fair Value |
| Shares vested | 300 | $2.26 | 100 | $2.28 |`
    expect(read('What is the average shares vested between 2023 and 2024?', text)).toEqual([200])
  })
})

describe('what a line does not have', () => {
  const INCOME = '| (in thousands) | 2024 | 2023 |\n| Net income | 500 | 400 |\n| Total assets | 900 | 800 |'

  it.each([
    'What is the basic net income per share in 2024?',
    'What is the change in net income per share from 2023 to 2024?',
    'What is the debt to total assets ratio in 2024?',
  ])('%s', (question) => expect(tableAnswer(question, INCOME)).toBeNull())

  it('ratios that are called by their parts, and the current ratio, are computed', () => {
    const sheet = `| | June 30, 2024 | December 31, 2024 |
| Total current assets | 90 | 120 |
| Total assets | 300 | 400 |
| Total current liabilities | 60 | 150 |
| Total liabilities | 100 | 200 |`
    expect(read('What is the current ratio at December 31, 2024?', sheet)).toEqual([0.8])
    expect(read('What is the total liabilities to total assets ratio at December 31, 2024?', sheet)).toEqual([
      0.5,
    ])
    // Two dates of the year are two numbers.
    expect(tableAnswer('What is the current ratio in 2024?', sheet)).toBeNull()
    expect(tableAnswer('What were total assets in 2024?', sheet)).toBeNull()
  })

  it('a ratio is a quotient, and the rate of something no change', () => {
    const rates = 'Average exchange rates:\n\n| | 2024 | 2023 |\n| Krona | 9 | 8 |\n| Yen | 90 | 100 |'
    expect(read('What is the ratio of the exchange rate of Krona to Yen in 2024?', rates)).toEqual([0.1])
    const returns = '| | 2024 | 2022 |\n| Expected rate of return on assets | 3.3% | 4.3% |'
    expect(
      read('How much did the expected rate of return on assets decrease from 2022 to 2024?', returns),
    ).toEqual([-1])
  })

  it('two lines are told respectively, wherever that is said', () => {
    const rates = 'Average exchange rates:\n\n| | 2024 | 2023 |\n| Krona | 9 | 8 |\n| Yen | 90 | 100 |'
    expect(read('What are the exchange rates for Krona and Yen in 2023, respectively?', rates)).toEqual([
      8, 100,
    ])
  })
})
