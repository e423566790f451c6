import { describe, expect, it } from 'vitest'
import { linesOf } from './line.ts'
import { tablesOf } from './table.ts'

/** What lines say, by their names. */
function read(text: string): Record<string, Record<string, number>> {
  return Object.fromEntries(
    tablesOf(text)
      .flatMap(linesOf)
      .map(({ name, points }) => [
        name,
        Object.fromEntries(points.map(({ head, cell }) => [head, cell.value])),
      ]),
  )
}

describe('tablesOf', () => {
  it('joins headings of several rows, and one over several columns', () => {
    const text =
      '| | Domestic | | International | |\n| | 2019 | 2018 | 2019 | 2018 |\n| Rate | 4 | 3 | 2 | 1 |'
    expect(read(text)['Rate']).toEqual({
      'Domestic 2019': 4,
      'Domestic 2018': 3,
      'International 2019': 2,
      'International 2018': 1,
    })
  })

  it('spreads no year over columns that have headings of their own', () => {
    const text = '| | F19 | F18 | | |\n| | 53 weeks | 52 weeks | Other | More |\n| Sales | 4 | 3 | 2 | 1 |'
    expect(tablesOf(text)[0]?.columns).toEqual(['F19 53 weeks', 'F18 52 weeks', 'Other', 'More'])
  })

  it('begins another table at new headings, and keeps the periods over headings without any', () => {
    const other = '| | 2019 | 2018 |\n| a | 1 | 2 |\n| Growth | FY 2017 | FY 2016 |\n| b | 3 | 4 |'
    expect(read(other)).toEqual({ a: { 2019: 1, 2018: 2 }, b: { 'FY 2017': 3, 'FY 2016': 4 } })
    const units = '| | 2019 | 2018 |\n| a | 1 | 2 |\n| | shares | shares |\n| b | 3 | 4 |'
    expect(read(units)['b']).toEqual({ '2019 shares': 3, '2018 shares': 4 })
  })

  it('takes no small numbers and no dates in figures for headings', () => {
    const text =
      '| | 2019 | 2018 |\n| a | 1 | 2 |\n| | 30 | 22 |\n| Due | 30/7/2021 | 28/6/2019 |\n| b | 3 | 4 |'
    expect(read(text)).toEqual({
      a: { 2019: 1, 2018: 2 },
      Total: { 2019: 30, 2018: 22 },
      Due: {},
      b: { 2019: 3, 2018: 4 },
    })
  })

  it('reads scanned years, and years and labels with marks of notes', () => {
    expect(read('| | 2 0 1 9 | 2018 (1) |\n| a (2) | 1 | 2 |\n| b1 | 3 | 4 |')).toEqual({
      a: { '2 0 1 9': 1, 2018: 2 },
      b: { '2 0 1 9': 3, 2018: 4 },
    })
  })

  it('leaves out numbers of notes, and changes beside years', () => {
    const text = '| | | 2019 | 2018 | % change |\n| | Note | £m | £m | |\n| Debt | 4 | 415.9 | 440.7 | 5 |'
    expect(read(text)['Debt']).toEqual({ '2019 £m': 415.9, '2018 £m': 440.7 })
  })

  it('joins signs that stand in cells of their own', () => {
    const text =
      '| | | 2019 | | | 2018 | |\n| Revenue | $ | 1,234 | | $ | 1,100 | |\n| Loss | $ | (34 | ) | $ | (10 | ) |\n| Margin | | 12.5 | % | | 10.0 | % |'
    expect(read(text)).toEqual({
      Revenue: { 2019: 1234, 2018: 1100 },
      Loss: { 2019: -34, 2018: -10 },
      Margin: { 2019: 12.5, 2018: 10 },
    })
  })

  it('names a sum without a label after its heading, and the sum of all after none', () => {
    const text =
      '| | 2019 |\n| Americas: | |\n| Canada | 1 |\n| Peru | 2 |\n| | 3 |\n| EMEA: | |\n| Italy | 4 |\n| Total EMEA | 4 |\n| | 7 |'
    expect(read(text)).toMatchObject({
      'Total Americas': { 2019: 3 },
      'Total EMEA': { 2019: 4 },
      Total: { 2019: 7 },
    })
  })

  it('makes one line of rows that differ in their date alone', () => {
    const labels =
      '| | Shares |\n| Nonvested at May 31, 2018 | 5 |\n| Granted | 2 |\n| Nonvested at May 31, 2019 | 7 |'
    expect(read(labels)['Nonvested']).toEqual({
      'Nonvested at May 31, 2018 Shares': 5,
      'Nonvested at May 31, 2019 Shares': 7,
    })
    const groups =
      '| | Gross | Net |\n| May 31, 2019 | | |\n| Notes | 5 | 4 |\n| May 31, 2018 | | |\n| Notes | 3 | 2 |'
    expect(read(groups)['Notes']).toEqual({
      'May 31, 2019 Gross': 5,
      'May 31, 2019 Net': 4,
      'May 31, 2018 Gross': 3,
      'May 31, 2018 Net': 2,
    })
  })

  it.each([
    ['| €m | 2019 |\n| a | 1 |', 'million'],
    ['| All figures in USD ‘000 | 2019 |\n| a | 1 |', 'thousand'],
    ['Sums are (in\nthousands):\n| | 2019 |\n| a | 1 |', 'thousand'],
    ['We sold it for $1.2 million.\n| | 2019 |\n| a | 1 |', null],
    ['| (in millions) | 2019 |\n| a | 1 |\n| More | 2018 |\n| b | 1 |', 'million'],
  ])('says what %j is in', (text, scale) => expect(tablesOf(text).at(-1)?.scale).toBe(scale))
})
