import { describe, expect, it } from 'vitest'
import { rerankQuestion } from './rerank-question.ts'
import { rerankText } from './rerank-text.ts'
import { rerankFeatures, type RerankFeatures } from './rerank-features.ts'
import { termsOf } from '../text/terms.ts'

/** All words count alike, but the years and words of computing less. */
function features(question: string, text: string): RerankFeatures {
  const distinct = new Set(termsOf(question))
  const statistics = { weight: () => 1, labelRarity: () => 1, probability: () => 0.001 }
  const operations = new Set(termsOf('total change percentage average'))
  return rerankFeatures(
    rerankQuestion(question, { ...statistics, distinct, total: Math.max(1, distinct.size), operations }),
    rerankText(text),
  )
}

/** How much greater the feature of the first text is than that of the second. */
function lead(
  feature: keyof RerankFeatures,
  question: string,
  [one, other]: readonly [string, string],
): number {
  return features(question, one)[feature] - features(question, other)[feature]
}

const table = (...rows: string[]): string => rows.map((row) => `| ${row} |`).join('\n')
const YEARS = ' | 2019 | 2018'

describe('closeText', () => {
  it('reads what stands over a number, the group of its row, and its years', () => {
    const text = rerankText(
      table(
        '| Leases | | Fiscal Debt',
        ' | 2019 | 2018 | 2019',
        'Europe: | | | ',
        'Owed (2) | 1,200 | 3.5 | —',
      ),
    )
    const [row] = text.rows
    expect(row).toMatchObject({ terms: ['ow'], words: ' owed ', group: ['europ'], values: [1_200, 3.5] })
    expect(row?.columns.map(({ terms }) => terms)).toEqual([['leas'], ['leas']])
    expect([...(row?.years ?? [])]).toEqual(['2019', '2018'])
    expect(text.cells).toBe(2)
  })

  it('takes the years of a heading inside a table for those of its rows', () => {
    const { rows } = rerankText(table(' | Gross | Net', 'December 31, 2019 | | ', 'Trade | 5 | 4'))
    expect([...(rows[0]?.years ?? [])]).toEqual(['2019'])
  })

  it('begins anew with another head and with another table', () => {
    const { rows } = rerankText(
      `${table(YEARS, 'Sales | 5 | 4', ' | 2017', 'Sales | 3')}\n\nWords.\n${table('Sales | 2')}`,
    )
    expect(rows.map(({ years }) => [...years])).toEqual([['2019', '2018'], ['2017'], []])
  })
})

describe('closenessOf', () => {
  it('label: prefers the row that is named to one with more words', () => {
    const pair = [table('Net income | 5'), table('Net income of partners abroad | 5')] as const
    expect(lead('label', 'What was the net income?', pair)).toBeGreaterThan(0)
  })

  it('row: reads the group and the columns with the label', () => {
    const pair = [
      table('Deferred assets: | ', 'Reserves | 5'),
      table('Liabilities: | ', 'Reserves | 5'),
    ] as const
    expect(lead('row', 'What were the reserves for deferred assets?', pair)).toBeGreaterThan(0)
  })

  it('cell: prefers the row that has a number under the years', () => {
    const pair = [table(YEARS, 'Tax fees | 5 | 4'), table(YEARS, 'Tax fees | 5 | —')] as const
    expect(lead('cell', 'What was the change in tax fees between 2018 and 2019?', pair)).toBeGreaterThan(0)
  })

  it('cell: counts words over a number that the question has not against it', () => {
    const pair = [
      table(YEARS, 'Sales | 5 | 4'),
      table(' | Orders 2019 | Orders 2018', 'Sales | 5 | 4'),
    ] as const
    expect(lead('cell', 'What were the sales in 2019?', pair)).toBeGreaterThan(0)
  })

  it('limit: prefers values on both sides of it to values that are far', () => {
    const question = 'In which year was revenue less than 600,000 thousands?'
    const sides = table(YEARS, 'Revenue | 601,256 | 510,762')
    expect(lead('limit', question, [sides, table(YEARS, 'Revenue | 900 | 773')])).toBeGreaterThan(0)
    expect(lead('limit', question, [sides, table(YEARS, 'Revenue | 700,000 | 710,000')])).toBeGreaterThan(0)
    expect(features('What was the revenue?', sides).limit).toBe(0)
  })

  it('letters: finds a label in another form', () => {
    const pair = [table('Amortisation | 5'), table('Dividends | 5')] as const
    expect(
      lead('letters', 'What was the change in amortization between 2018 and 2019?', pair),
    ).toBeGreaterThan(0)
  })

  it('likelihood: prefers the sentence that says little else', () => {
    const pair = [
      'Modules are sold in euros.',
      'Modules and many other goods of the company are sold to clients in euros or dollars.',
    ] as const
    expect(lead('likelihood', 'What are modules sold in?', pair)).toBeGreaterThan(0)
  })

  it('meanLikelihood: prefers the text in which little else could be asked', () => {
    const pair = [
      table('Prepaid expenses | 5'),
      table('Prepaid expenses | 5', 'Cash | 3', 'Land | 2'),
    ] as const
    expect(lead('meanLikelihood', 'What were the prepaid expenses?', pair)).toBeGreaterThan(0)
  })

  it('rowLikelihood: prefers the row with the years', () => {
    const pair = [table(YEARS, 'Goods | 5 | 4'), table(' | 2017', 'Goods | 5')] as const
    expect(lead('rowLikelihood', 'What were the goods in 2018?', pair)).toBeGreaterThan(0)
  })

  it('forms: prefers words in the form that the question has', () => {
    const pair = ['Net tax asset of the group.', 'Net tax assets of the group.'] as const
    expect(lead('forms', 'What was the net tax asset?', pair)).toBeGreaterThan(0)
  })

  it('covered: prefers the labels that the question has whole', () => {
    const pair = [table('Sales | 5', 'Purchases | 4'), table('Sales | 5', 'Purchases of land | 4')] as const
    expect(lead('covered', 'What were sales and purchases?', pair)).toBeGreaterThan(0)
  })

  it('runs and casedRuns: prefer what stands there as it is asked', () => {
    const question = 'What did the Gross Margin of Bell do?'
    const written = 'In it the Gross Margin of Bell rose.'
    expect(lead('casedRuns', question, [written, 'In it the gross margin of bell rose.'])).toBeGreaterThan(0)
    expect(lead('runs', question, [written, 'The margin, gross, rose at Bell.'])).toBeGreaterThan(0)
  })

  it('years, scale and cells: tell tables of other years, of other scale and of other size', () => {
    const small = `In thousands.\n${table(YEARS, 'Sales | 5 | 4')}`
    const large = `In millions.\n${table(' | 2019 | 2017', 'Sales | 5 | 4', 'Costs | 1 | 2')}`
    const question = 'How many thousand were the sales in 2019 and 2018?'
    expect(lead('years', question, [small, large])).toBeGreaterThan(0)
    expect(lead('scale', question, [small, large])).toBeGreaterThan(0)
    expect(lead('cells', question, [large, small])).toBeGreaterThan(0)
  })

  it('gives finite numbers whatever is compared', () => {
    const odd = ['', '|', '| | |', '|---|---|', '( 5 )', 'x'.repeat(50_000), '| a | 5 |'.repeat(500)]
    for (const text of odd) {
      for (const question of ['', '???', 'the of', 'What was a in 2019 above 5?']) {
        expect(Object.values(features(question, text)).every(Number.isFinite)).toBe(true)
      }
    }
  })
})
