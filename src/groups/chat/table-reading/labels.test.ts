import { describe, expect, it } from 'vitest'
import { tableAnswer } from './answer.ts'

const read = (question: string, text: string): readonly number[] | null =>
  tableAnswer(question, text)?.values.map((value) => Math.round(value * 100) / 100) ?? null

describe('what labels say', () => {
  const EARNINGS = `| | 2024 | 2023 |
| Weighted average number of shares used in earnings per share (shares, millions) | | |
| Basic earnings per share | 900.5 | 880.1 |
| Basic earnings per share (cents per share) | | |
| Continuing operations | 41.0 | 38.0 |
| Discontinued operations | 2.5 | 1.0 |
| | 43.5 | 39.0 |`

  it('is no number of shares where an amount per share is asked for', () => {
    expect(read('What are the total basic earnings per share in 2023?', EARNINGS)).toEqual([39])
  })

  const CHARGES = `The following table summarizes the restructuring charges of the year (in thousands):

| | 2024 | 2023 |
| Severance and related charges | 40 | 30 |
| Advisers | 5 | - |
| | 45 | 30 |`

  it('is what the line above says of a sum without a name, even where a row has the word', () => {
    expect(read('What are the total restructuring charges in 2024?', CHARGES)).toEqual([45])
    expect(read('What is the change in total restructuring charges from 2023 to 2024?', CHARGES)).toEqual([
      15,
    ])
  })

  it('is of no sum from which something is taken off', () => {
    const net = CHARGES.replace('| Advisers | 5 | - |', '| Reversal | (5) | - |').replace('45', '35')
    expect(read('What are the total restructuring charges in 2024?', net)).toBeNull()
  })

  const DIVIDENDS = `| | 2024 | 2023 |
| Final dividend for the year ended 30 June 2023 of 14 cents (2022: 12 cents) | 13,327 | 12,534 |
| Interim dividend for the half year ended 31 December 2023 of 16 cents | 14,801 | 13,099 |`

  it('has dates that are no period where columns are years', () => {
    expect(read('What is the change in the final dividend from 2023 to 2024?', DIVIDENDS)).toEqual([793])
    expect(read('What was the interim dividend in 2023?', DIVIDENDS)).toEqual([13_099])
  })

  const CUSTOMERS = `Revenue from customers of 10% or more of revenue:

| | 2024 | 2023 |
| Fernbrook Technologies Co., Ltd. (“Fernbrook”) | 32% | 36% |
| Alder Inc. (“Alder”) | 13% | 8% |`

  it.each([
    ['What percentage of revenue came from Alder in 2023?', [8]],
    ['What are the respective percentages of revenue from Fernbrook and Alder in 2024?', [32, 13]],
  ])('is short where it says how: %s', (question, values) =>
    expect(read(question, CUSTOMERS)).toEqual(values),
  )

  const TAXES = `Components of the tax expense:

| | 2024 | 2023 |
| Current income tax expense | 10 | 8 |
| Income tax expense | 25 | 20 |`

  it('is no tax where what is left before it is asked for', () => {
    expect(read('What was income before income tax expense in 2024?', TAXES)).toBeNull()
    expect(read('What was the income tax expense in 2024?', TAXES)).toEqual([25])
    const said = TAXES.replace('Components of the tax expense', 'Income before taxes')
    expect(read('What was income before income tax expense in 2024?', said)).toEqual([25])
  })

  const ASSETS = `| | 2024 | 2023 |
| Monetary assets, current | 27 | 18 |
| Monetary assets, non-current | 3 | 2 |
| Inventories | 9 | 8 |`

  it('is one kind of a whole that is asked for, and not the whole', () => {
    expect(read('What were the monetary assets in 2024?', ASSETS)).toBeNull()
    expect(read('What were the non-current monetary assets in 2024?', ASSETS)).toEqual([3])
    expect(read('What were inventories in 2024?', ASSETS)).toEqual([9])
  })

  const AWARDS = `| Non-vested awards | Shares | Fair value |
| Non-vested at December 31, 2023 | 1,100 | $41.00 |
| Granted | 470 | $53.00 |
| Vested | (360) | $41.50 |
| Non-vested at December 31, 2024 | 1,210 | $45.00 |`

  it('is not of shares that are left where those that vested are asked for', () => {
    expect(read('How many non-vested shares vested in 2024?', AWARDS)).toEqual([-360])
    expect(read('How many non-vested shares were there at December 31, 2024?', AWARDS)).toEqual([1_210])
  })
})

describe('an amount per share', () => {
  const INCOME = `Amounts are in millions, except data per share:

| | 2024 | 2023 |
| Net income of the common stockholders | 1,227.0 | 1,151.5 |
| Basic net income of the common stockholders per common share | 2.79 | 2.69 |`

  it('is of the row that says so, where one does', () => {
    const asked = 'What was the basic net income of the common stockholders per common share in 2024?'
    expect(read(asked, INCOME)).toEqual([2.79])
  })
})

describe('references to notes', () => {
  const MOVES = `| | 2024 | 2023 |
| Transfers (Note 7(b)) | (14) | (78) |
| Disposals (see Note 12) | (16) | (15) |`

  it.each([
    ['What is the change in transfers between 2023 and 2024?', [64]],
    ['What were the disposals in 2024?', [-16]],
  ])('are no words of a label: %s', (question, values) => expect(read(question, MOVES)).toEqual(values))
})

describe('one line in two years', () => {
  const PLANT = `| | 2024 | 2023 |
| Land | 60 | 80 |
| Machinery | 150 | 100 |`

  it.each([
    ['What is the ratio of machinery in fiscal 2024 to fiscal 2023?', [1.5]],
    ['What was land in 2024 as a percentage of that in 2023?', [75]],
  ])('%s', (question, values) => expect(read(question, PLANT)).toEqual(values))

  it('is told with its years', () => {
    const { text } = tableAnswer('What is the ratio of machinery in 2024 to 2023?', PLANT) ?? {}
    expect(text).toBe('Machinery (2024) of Machinery (2023): 150 / 100 = 1.5.')
  })
})

describe('shares of two rows', () => {
  const DEBT = `| | December 31, 2024 | | December 31, 2023 | |
| | Carrying amount | Fair value | Carrying amount | Fair value |
| Foreign borrowings | 12.1 | 12.4 | 98.5 | 99.2 |
| Domestic borrowings | 89.0 | 90.0 | 168.4 | 170.0 |
| Senior notes | 500.0 | 530.0 | 480.0 | 490.0 |
| Total debt | 601.1 | 632.4 | 746.9 | 759.2 |`

  it('are of one column, though it is said once for both', () => {
    const asked =
      'What are foreign borrowings as a percentage of total debt as of December 31, 2024 in fair value?'
    expect(read(asked, DEBT)).toEqual([1.96])
  })

  it('add what is asked of together', () => {
    const asked =
      'What is the percentage of foreign borrowings and domestic borrowings out of total debt at the carrying amount of December 31, 2024?'
    expect(read(asked, DEBT)).toEqual([16.82])
  })
})

describe('a share in percentage', () => {
  const TAXES_DUE = `| | 2024 | 2023 |
| Accrued warranty | 30 | 20 |
| Deferred revenue | 20 | 25 |
| Gross deferred tax assets | 200 | 180 |`

  it.each([
    'What is the proportion, in percentage, of accrued warranty and deferred revenue over gross deferred tax assets in 2024?',
    'What is the ratio (in percent) of accrued warranty and deferred revenue to gross deferred tax assets in 2024?',
  ])('%s', (question) => {
    expect(tableAnswer(question, TAXES_DUE)).toMatchObject({ values: [25], scale: 'percent' })
  })
})

describe('quarters that are called by their number alone', () => {
  const BY_QUARTER = `Quarterly results (in thousands):

| | First | Second | Third | Fourth |
| 2024 | | | | |
| Net sales | 117 | 120 | 115 | 114 |
| 2023 | | | | |
| Net sales | 113 | 118 | 119 | 121 |`

  it.each([
    ['What were net sales in the third quarter of 2023?', [119]],
    ['What was the change in net sales between the third and fourth quarter of 2024?', [-1]],
    ['How much did first quarter net sales change from 2023 to 2024?', [4]],
  ])('%s', (question, values) => expect(read(question, BY_QUARTER)).toEqual(values))

  it.each([
    // Of which year is not said.
    'What were net sales in the third quarter?',
    'What was the change in net sales between the third and fourth quarter?',
    // One quarter of each is not the year.
    'How did net sales change from 2023 to 2024?',
    'What is the average of net sales for 2023 and 2024?',
  ])('%s is not answered', (question) => expect(read(question, BY_QUARTER)).toBeNull())
})
