import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuMs } from '../../../../tests/support/cpu-time.ts'
import { nameId } from '../../../kernel/ids.ts'
import type { SourceRecord } from '../answer.ts'
import { tableAnswer } from './answer.ts'
import { tableFindings } from './finding.ts'

const SALES = `The table shows sales of turbines (in millions):

|  | 2019 | 2018 | 2017 |
|---|---|---|---|
| New turbines | $ 1,200.5 | $ 1,000.0 | $ 900.0 |
| Services | 300.0 | 250.0 | (10.0) |
| Total sales | 1,500.5 | 1,250.0 | 890.0 |
| Margin | 12.5% | 10.0% | 9.1% |`

describe('tableAnswer', () => {
  it.each([
    ['What were the total sales in 2019?', [1500.5], 'million', 'Total sales: 1,500.5 (2019), in millions.'],
    [
      'What were services in 2018 and 2019 respectively?',
      [250, 300],
      'million',
      '250.0 (2018), 300.0 (2019)',
    ],
    ['What was the change in services from 2017 to 2018?', [260], 'million', '250 − −10 = 260'],
    [
      'What is the percentage change in new turbines from 2018 to 2019?',
      [20.05],
      'percent',
      '(1,200.5 − 1,000) / 1,000 = 20.05 %',
    ],
    ['What is the average of services for 2018 and 2019?', [275], 'million', '(250 + 300) / 2 = 275'],
    ['What is the average margin in 2018 and 2019?', [11.25], 'percent', '(10 % + 12.5 %) / 2 = 11.25 %'],
    ['What is the total of services in 2018 and 2019?', [550], 'million', '250 + 300 = 550'],
    [
      'What are new turbines as a percentage of total sales in 2018?',
      [80],
      'percent',
      '1,000 / 1,250 = 80 %',
    ],
    [
      'What is the difference between new turbines and services in 2018?',
      [750],
      'million',
      '1,000 − 250 = 750',
    ],
    ['In which year were total sales lowest?', [2017], null, 'that is 2017'],
    ['How many years did total sales exceed $1,000 million?', [2], null, '2 of 3 years'],
  ])('%s', (question, values, scale, shown) => {
    const answer = tableAnswer(question, SALES)
    expect(answer?.values.map((value) => Math.round(value * 100) / 100)).toEqual(values)
    expect(answer?.scale).toBe(scale)
    expect(answer?.text).toContain(shown)
  })

  it.each([
    'Why did sales fall?',
    'What were dividends in 2019?',
    'What were the total sales in 2011?',
    'Who built them?',
    '',
  ])('nothing for %s', (question) => expect(tableAnswer(question, SALES)).toBeNull())

  it('divides by no zero', () => {
    const zero = '| | 2019 | 2018 |\n| Debt | 5 | 0 |\n| Cash | 0 | 0 |'
    expect(tableAnswer('What is the percentage change in debt from 2018 to 2019?', zero)).toBeNull()
    expect(tableAnswer('What is debt as a percentage of cash in 2018?', zero)).toBeNull()
  })

  it('reads a table whose years stand in its rows', () => {
    const rows = '| Year | Price low | Price high |\n| 2019 | 3.5 | 9.0 |\n| 2018 | 2.5 | 8.0 |'
    expect(tableAnswer('What was the price high in 2018?', rows)?.values).toEqual([8])
  })

  it('takes whatever looks like a table', () => {
    const line = fc.array(
      fc.constantFrom('|', '1', '(', ')', '-', '%', '$', ' ', 'a', '2019', ',', '.', '\n'),
    )
    fc.assert(
      fc.property(line, (signs) => {
        const answer = tableAnswer('What was the change in a from 2018 to 2019?', signs.join(''))
        expect(answer?.values.every(Number.isFinite) ?? true).toBe(true)
      }),
    )
  })

  const long = (text: string): string => text.repeat(Math.ceil(1_000_000 / text.length))
  it.each([
    ['rows', long('| a b | 1 | 2 |\n')],
    ['columns', `| a | ${long('1 | ')}|\n| b | 1 |`],
    ['headings', long('|  | 2019 | 2018 |\n| a b | 1 | 2 |\n')],
    ['tables', long('|  | 2019 | 2018 |\n| a b | 1 | 2 |\n\n')],
    ['groups', long('| g |  |  |\n| a | 1 | 2 |\n')],
    ['a label', `| ${long('at on year ')}2019 | 1 |\n| b | 2 |`],
    ['dates in a label', `| ${long('May 2019 ')}| 1 |\n| May 2019 b | 2 |`],
    ['blanks in a cell', `| a | (${long(' ')}x |\n| b | 1 |`],
    ['signs in a cell', `| a | ${long('(')} | ${long('1,')} |\n| b | 1 |`],
    ['marks of notes', `| ${long('(1)')}x | 1 |\n| b | 2 |`],
    ['sentences', long('a b c was $1.5 million in 2019. ')],
    ['ends of sentences', long('. ')],
  ])('takes a megabyte of %s in bounded time', (_, text) => {
    const before = cpuMs()
    tableAnswer('What is the sum of a and b and c and a b in 2019?', text)
    tableAnswer('What was the change in a b from 2018 to 2019?', text)
    expect(cpuMs() - before).toBeLessThan(5_000)
  })
})

describe('tableFindings', () => {
  const record = (text: string): SourceRecord => ({
    kind: 'article',
    docId: nameId('test', text),
    headline: 'Annual report of a maker of turbines',
    url: 'https://n.example/1',
    text,
    asOf: null,
    simulated: false,
  })
  const question = 'What were the total sales of turbines in 2019?'

  it('cites the article whose table answers', () => {
    const found = tableFindings(question, [record('Nothing here.'), record(SALES)], {
      first: 2,
      isAbout: false,
    })
    expect(found).toEqual([{ text: 'Total sales: 1,500.5 (2019), in millions.', sources: [3] }])
  })

  it('reads no table of an article on something else', () => {
    const other = 'What were the total costs of ferries across Zanzibar harbour in 2019?'
    expect(tableFindings(other, [record(SALES)], { first: 0, isAbout: false })).toEqual([])
  })
})
