import { describe, expect, it } from 'vitest'
import { tableAnswer } from './answer.ts'

const read = (question: string, text: string): readonly number[] | undefined =>
  tableAnswer(question, text)?.values.map((value) => Math.round(value * 100) / 100)

const BALANCE = `| (in thousands) | 2019 | 2018 | 2017 |
| Current assets: | | | |
| Other | 10 | 20 | 5 |
| Cash | 30 | 40 | 35 |
| Total current assets | 40 | 60 | 40 |
| Other liabilities: | | | |
| Other | 7 | 9 | 1 |
| Allowance for doubtful accounts | (5) | (3) | (4) |
| Loans, current | 1 | 2 | 3 |
| Interest rate | 4.5% | 4.0% | 3.0% |
| Net decrease in cash | (10) | 5 | 2 |
| Earnings per share | 1.25 | 1.00 | 0.50 |`

describe('which number is meant', () => {
  it.each([
    ['What was other of current assets in 2019?', [10]],
    ['What were total current assets in 2018?', [60]],
    ['What was cash in fiscal 2019?', [30]],
    ['What was cash in FY18?', [40]],
    ['What was the net decrease in cash in 2019?', [-10]],
    ['What is the average allowance for doubtful accounts in 2018 and 2019?', [4]],
    ['What was the difference in cash between 2018 and 2019?', [10]],
    ['What was the change in the interest rate from 2018 to 2019?', [0.5]],
    ['What is the average cash?', [35]],
    ['In which year was the allowance for doubtful accounts largest?', [2019]],
    ['How many years did cash exceed $30 thousand?', [2]],
    ['How many years did cash exceed $0.03 million?', [2]],
    ['Which years does the table provide cash for?', [2019, 2018, 2017]],
    ['What is the sum of cash and total current assets in 2019?', [70]],
    ['What is the ratio of cash to total current assets in 2019?', [0.75]],
    ['What was cash as a percentage of total current assets in 2019?', [75]],
    ['What proportion of total current assets is made up of cash in 2019?', [0.75]],
    ['Cash in 2019', [30]],
    ['and cash in FY18?', [40]],
    ['How did cash change between 2018 and 2019?', [-10]],
  ])('%s', (question, values) => expect(read(question, BALANCE)).toEqual(values))

  it.each([
    ['What was the revenue in Japan in 2024?', [25]],
    ['Revenue in China 2024', [66]],
    ['What were sales in Japan in 2024?', [25]],
  ])('sales are revenue: %s', (question, values) => {
    const table = '| | 2024 |\n| Net sales in Greater China | 66 |\n| Net sales in Japan | 25 |'
    expect(read(question, table)).toEqual(values)
  })

  it.each([
    ['two rows that are as likely', 'What was other in 2019?'],
    ['no year among several', 'What was cash?'],
    ['a part where the total is asked for', 'What were total loans in 2019?'],
    ['the change of an average', 'What is the change between 2018 and 2019 average cash?'],
    ['computing that is not understood', 'What was cash excluding restricted cash in 2019?'],
    ['the difference of averages', 'What is the difference between average cash and average loans, current?'],
    ['words', 'What does cash consist of?'],
    ['a reason', 'What led to the decrease in cash in 2019?'],
    ['a year that is not there', 'What was cash in 2018 and 2014?'],
    ['years that are as much', 'In which year were total current assets lowest?'],
  ])('no answer for %s', (_, question) => expect(tableAnswer(question, BALANCE)).toBeNull())

  it('what is in percent, per share or a ratio is in no thousands', () => {
    expect(tableAnswer('What was the interest rate in 2019?', BALANCE)?.scale).toBe('percent')
    expect(tableAnswer('What were earnings per share in 2019?', BALANCE)?.scale).toBeNull()
    expect(tableAnswer('What was cash in 2019?', BALANCE)?.scale).toBe('thousand')
  })
})

describe('which column is meant', () => {
  const RATES = `| | Domestic | | International | |
| | 2019 | 2018 | 2019 | 2018 |
| Discount rate | 4.0% | 3.5% | 2.0% | 1.5% |
| Weights | 40% | 30% | 20% | 10% |`

  it.each([
    ['What was the domestic discount rate in 2018?', [3.5]],
    ['What was the international discount rate in 2018 and 2019 respectively?', [1.5, 2]],
    ['What is the difference between the domestic and international discount rates in 2019?', [2]],
  ])('%s', (question, values) => expect(read(question, RATES)).toEqual(values))

  it('computes over years under one heading alone', () => {
    const text = `| | Customers | Additions | Additions |
| | May 31, 2019 | May 31, 2019 | May 31, 2018 |
| Internet | 500 | 20 | 30 |`
    expect(read('What was the change in internet from 2018 to 2019?', text)).toEqual([-10])
  })

  it('takes stretches of years as they are asked for', () => {
    const text = '| | Total | 2020 | 2021-2022 | 2023-2024 |\n| Leases | 10 | 1 | 4 | 5 |'
    expect(read('What were leases in 2021-2022?', text)).toEqual([4])
    expect(read('What was the change in leases from 2020 to 2021 - 2022?', text)).toEqual([3])
  })

  it('reads columns whose rows are periods, and two dates of a year', () => {
    const rows = '| | Gross | Net |\n| 2019 | 5 | 4 |\n| 2018 | 3 | 2 |'
    expect(read('What was the change in net from 2018 to 2019?', rows)).toEqual([2])
    const dates = '| | June 30, 2019 | December 31, 2019 |\n| Cash | 5 | 7 |'
    expect(read('What was cash at December 31, 2019?', dates)).toEqual([7])
    expect(read('What was the change in cash between June 30 and December 31, 2019?', dates)).toEqual([2])
  })

  it('says years as the table has them', () => {
    const text = '| | F19 | 2 0 1 8 |\n| Sales | 5 | 7 |'
    expect(tableAnswer('In which year were sales larger?', text)).toMatchObject({
      values: [2018],
      text: 'Sales: 5 (F19), 7 (2 0 1 8); that is 2 0 1 8.',
    })
    expect(tableAnswer('Which years does the table show sales for?', text)?.values).toEqual([2019, 2018])
  })

  it('shows of what a part of a whole is the sum', () => {
    const table = `| | 2019 | 2018 |
| Land | 1,300 | 9 |
| Improvements | 170 | 8 |
| Refunds | (2,000) | 7 |
| Property, gross | 8,000 | 60 |`
    expect(
      tableAnswer('What is the proportion of land and improvements over property, gross in 2019?', table)
        ?.text,
    ).toContain('(1,300 + 170) / 8,000 = 0.18')
    expect(
      tableAnswer('What is the proportion of land and refunds over property, gross in 2019?', table)?.text,
    ).toContain('(−1,300 + 2,000) / 8,000 = 0.09')
  })

  it('says which sum a row without a name is by the text around it', () => {
    const text =
      'Personnel expenses were:\n\n| | 2019 | 2018 |\n| Wages | 5 | 4 |\n| Pensions | 1 | 2 |\n| Total | 6 | 6.5 |'
    expect(read('What were the total personnel expenses in 2019?', text)).toEqual([6])
  })

  it('adds the rows under a heading whose total is asked for, where the table has none', () => {
    const rows = '| Tax credits: | | |\n| Federal | 5 | 4 |\n| State | 2 | 1 |'
    const text = `| | 2019 | 2018 |\n| Cash | 9 | 8 |\n${rows}`
    expect(tableAnswer('What were the total tax credits in 2019?', text)).toMatchObject({
      values: [7],
      text: 'Tax credits, Federal + State: 5 + 2 = 7.',
    })
    expect(tableAnswer('What were the total tax credits?', text)).toBeNull()
    expect(read('What were the total tax credits in 2019?', `${text}\n| Total | 7.5 | 5 |`)).toEqual([7.5])
  })

  it('reads no balance for what is granted', () => {
    const text =
      '| | Shares |\n| Nonvested at May 31, 2018 | 5 |\n| Granted | 2 |\n| Nonvested at May 31, 2019 | 7 |'
    expect(read('How many shares were granted in 2019?', text)).toEqual([2])
    expect(read('How many shares were nonvested in 2019?', text)).toEqual([7])
  })

  it('averages one year with the year before only where it is called so', () => {
    expect(read('What is the 2019 average cash?', BALANCE)).toEqual([35])
    expect(tableAnswer('What is the average cash in 2019?', BALANCE)).toBeNull()
  })

  it('says which years a cost is negative in, and shows no computation in part', () => {
    const text = '| | 2019 | 2018 |\n| Losses | (5) | (3) |'
    expect(read('In which years were losses negative?', text)).toEqual([2019, 2018])
    const rows = Array.from({ length: 100 }, (_, at) => `| Row ${at} | ${1_000_000 + at} |`).join('\n')
    expect(tableAnswer('What were the total loans in 2019?', `| | 2019 |\n| Loans: | |\n${rows}`)).toBeNull()
  })

  it('counts rows on one side of a number', () => {
    const text =
      '| | 2019 | 2018 |\n| Deferred tax assets: | | |\n| Losses | 50 | 60 |\n| Net operating credits | 70 | 10 |\n| Leases | 20 | 9 |\n| Total deferred tax assets | 140 | 79 |'
    const answer = tableAnswer('How many components of deferred tax assets exceeded $40 in 2019?', text)
    expect(answer?.values).toEqual([2])
    expect(answer?.text).toContain('2 of 3 rows: Losses 50, Net operating credits 70')
  })
})

describe('what sentences say', () => {
  const TEXT = `We recorded depreciation expense of $1.2 million, $1.3 million and $1.4 million for the fiscal years 2019, 2018 and 2017, respectively.

At May 31, 2019 the unrecognized compensation cost of awards was $5.5 million. We granted 1,000 options in April 2019.

Depreciation of 401 assets began.`

  it.each([
    ['What was the depreciation expense in 2018?', [1.3], 'million'],
    ['What was the average depreciation expense recorded in 2018 and 2019?', [1.25], 'million'],
    ['What was the percentage change in depreciation expense from 2017 to 2018?', null, null],
    ['What was the unrecognized compensation cost of awards at May 31, 2019?', [5.5], 'million'],
    ['How many options were granted in April 2019?', [1000], null],
    ['How many options were granted in June 2019?', null, null],
    ['What was the unrecognized compensation cost of awards at May 31, 2018?', null, null],
    ['What was the depreciation of the assets of ferries in 2019?', null, null],
    ['What does unrecognized compensation cost of awards include?', null, null],
    ['What was the depreciation of the assets?', null, null],
  ])('%s', (question, values, scale) => {
    const answer = tableAnswer(question, TEXT)
    expect(answer?.values ?? null).toEqual(values)
    expect(answer?.scale ?? null).toBe(scale)
  })

  it('rows come before sentences', () => {
    const text = `${TEXT}\n\n| (in millions) | 2018 |\n| Depreciation expense | 1.31 |`
    expect(read('What was the depreciation expense in 2018?', text)).toEqual([1.31])
  })
})
