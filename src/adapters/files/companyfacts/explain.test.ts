import { describe, expect, it } from 'vitest'
import { describeRealData, realData } from '../../../../tests/support/real-data.ts'
import { parseDay } from '../../../kernel/time.ts'
import { accountFor } from './account-for.ts'
import { type Explanation, explainFigure, type Figure, valueOf } from './explain.ts'
import { readCompanyFacts } from './index.ts'
import { toReports } from './reports.ts'
import { annual, at, documentOf, over } from '../../../../tests/support/companyfacts.ts'

const END = '2020-12-31'
const FILED = '2021-02-10'
const REVENUE = 'us-gaap:Revenues USD'
const YEAR = {
  [REVENUE]: [annual('2020-01-01', END, 100, FILED)],
  'us-gaap:Assets USD': [at(END, 900, FILED)],
}

interface Asked {
  year?: number
  quarter?: 1 | 2 | 3 | 4 | null
  day?: string
}

function explain(
  series: Record<string, readonly unknown[]>,
  figure: Figure,
  { year = 2020, quarter = null, day = '2030-01-01' }: Asked = {},
): Explanation | null {
  const { packed } = toReports(documentOf(series))!.filed
  return explainFigure(packed!, { figure, fiscalYear: year, fiscalQuarter: quarter, day: parseDay(day)! })
}

const shown = (explanation: Explanation | null): unknown[] =>
  explanation?.lines.map(({ use, tag, value }) => [use, tag.replace('us-gaap:', ''), value]) ?? []

describe('the lines of one filing beside a number', () => {
  it.each([
    ['one line', 5, [5], ['added']],
    ['lines that add up', 12, [5, 7, 3], ['added', 'added', 'not added']],
    ['their total', 12, [12, 5, 7], ['total', 'added', 'added']],
    ['one amount under two tags', 12, [5, 5, 7], ['added', 'not added', 'added']],
    ['a line too small to be seen', 124_402, [124_400, 2], ['added', 'added']],
    ['a total that nothing makes up', 12, [12, 5], ['added', 'not added']],
    ['a line that holds another', 10, [12, 2], ['added', 'subtracted']],
    ['nothing that makes it', 100, [12, 2], ['not added', 'not added']],
    ['no number', Number.NaN, [12], ['not added']],
  ])('%s', (_name, value, amounts, uses) => {
    expect(accountFor(value, amounts)).toEqual(uses)
  })
})

describe('an explanation', () => {
  it('of a figure that is reported has the line of the newest filing', () => {
    const series = { [REVENUE]: [...YEAR[REVENUE], annual('2020-01-01', END, 80, '2021-06-01')] }
    expect(explain(series, 'revenue')).toMatchObject({
      value: 80,
      unit: 'USD',
      rule: 'revenue: as reported, newest filing',
      lines: [
        {
          use: 'added',
          tag: 'us-gaap:Revenues',
          value: 80,
          unit: 'USD',
          start: parseDay('2020-01-01'),
          end: parseDay(END),
          accession: '2021-06-01',
          form: '10-K',
          filed: parseDay('2021-06-01'),
        },
      ],
    })
    expect(explain(series, 'revenue', { day: '2021-05-31' })?.value).toBe(100)
    expect(explain(series, 'revenue', { day: '2021-02-09' })).toBeNull()
    expect(explain(series, 'revenue', { year: 2019 })).toBeNull()
  })

  it('of gross profit adds a cost that was filed with a minus', () => {
    const series = { ...YEAR, 'us-gaap:CostOfGoodsSold USD': [annual('2020-01-01', END, -60, FILED)] }
    const explanation = explain(series, 'grossProfit')
    expect(explanation?.value).toBe(40)
    expect(explanation?.lines.map(({ use, value, onSplitBasis }) => [use, value, onSplitBasis])).toEqual([
      ['added', 100, null],
      ['added', -60, null],
    ])
  })

  it('of total debt has the lines that add up, their total, and those that are not added', () => {
    const series = {
      ...YEAR,
      'us-gaap:DebtLongtermAndShorttermCombinedAmount USD': [at(END, 175, FILED)],
      'us-gaap:LongTermDebtNoncurrent USD': [at(END, 150, FILED)],
      'us-gaap:LongTermDebtCurrent USD': [at(END, 25, FILED)],
      'us-gaap:ShortTermBorrowings USD': [at(END, 25, FILED)],
    }
    const explanation = explain(series, 'totalDebt')
    expect(explanation?.value).toBe(175)
    expect(shown(explanation)).toEqual([
      ['total', 'DebtLongtermAndShorttermCombinedAmount', 175],
      ['added', 'LongTermDebtNoncurrent', 150],
      ['added', 'LongTermDebtCurrent', 25],
      ['not added', 'ShortTermBorrowings', 25],
    ])
    expect(explanation?.rule).toMatch(/^noncurrent \+ long term current, of one filing/)
  })

  it('of debt whose lines contradict one another says so and shows them', () => {
    const series = {
      ...YEAR,
      'us-gaap:DebtLongtermAndShorttermCombinedAmount USD': [at(END, 100, FILED)],
      'us-gaap:LongTermDebtNoncurrent USD': [at(END, 150, FILED)],
    }
    const explanation = explain(series, 'totalDebt')
    expect(explanation).toMatchObject({ value: null, rule: expect.stringMatching(/^null: .*contradict/) })
    expect(shown(explanation).map((line) => (line as string[])[0])).toEqual(['not added', 'not added'])
  })

  it('of a quarter that nobody reported has the two that it is the rest of, and payments with their sign', () => {
    const series = {
      ...YEAR,
      'us-gaap:PaymentsToAcquirePropertyPlantAndEquipment USD': [
        over('2020-01-01', '2020-09-30', 30, '2020-11-01'),
        annual('2020-01-01', END, 45, FILED),
      ],
      'us-gaap:PaymentsForConstructionInProcess USD': [annual('2020-01-01', END, 5, FILED)],
    }
    const explanation = explain(series, 'capex', { quarter: 4 })
    expect(explanation).toMatchObject({ value: -20, rule: expect.stringMatching(/the rest of/) })
    expect(shown(explanation)).toEqual([
      ['subtracted', 'PaymentsToAcquirePropertyPlantAndEquipment', 45],
      ['subtracted', 'PaymentsForConstructionInProcess', 5],
      ['added', 'PaymentsToAcquirePropertyPlantAndEquipment', 30],
    ])
  })

  it('of a formula has its items with their signs', () => {
    const series = {
      ...YEAR,
      'us-gaap:StockholdersEquity USD': [at(END, 300, FILED)],
      'us-gaap:MinorityInterest USD': [at(END, 40, FILED)],
    }
    const explanation = explain(series, 'totalLiabilities')
    expect(explanation).toMatchObject({
      value: 560,
      rule: 'total assets − equity − minorities: as reported, newest filing',
    })
    expect(shown(explanation)).toEqual([
      ['added', 'Assets', 900],
      ['subtracted', 'StockholdersEquity', 300],
      ['subtracted', 'MinorityInterest', 40],
    ])
    expect(explain(series, 'netIncome')).toMatchObject({
      value: null,
      rule: 'none of its lines is reported',
      lines: [],
    })
  })

  it('of EPS over derived shares has the income and the shares it is divided by', () => {
    const told = (first: number, second: number, third: number, year: number) => [
      over('2021-01-01', '2021-03-31', first, '2021-05-01'),
      over('2021-04-01', '2021-06-30', second, '2021-08-01'),
      over('2021-07-01', '2021-09-30', third, '2021-11-01'),
      annual('2021-01-01', '2021-12-31', year, '2022-02-15'),
    ]
    const explanation = explain(
      {
        'us-gaap:NetIncomeLoss USD': told(10, 10, 10, -169),
        'us-gaap:WeightedAverageNumberOfDilutedSharesOutstanding shares': told(100, 100, 200, 171.25),
        'us-gaap:EarningsPerShareDiluted USD/shares': told(0.1, 0.1, 0.05, -0.99),
      },
      'epsDiluted',
      { year: 2021, quarter: 4 },
    )
    expect(explanation).toMatchObject({
      value: -0.7,
      unit: 'USD/shares',
      rule: expect.stringMatching(/income over weighted shares/),
    })
    expect(shown(explanation)).toEqual([
      ['added', 'NetIncomeLoss', -169],
      ['subtracted', 'NetIncomeLoss', 10],
      ['subtracted', 'NetIncomeLoss', 10],
      ['subtracted', 'NetIncomeLoss', 10],
      ...[171.25, 100, 100, 200].map((count) => [
        'divides',
        'WeightedAverageNumberOfDilutedSharesOutstanding',
        count,
      ]),
    ])
    expect(explanation?.lines.at(-1)).toMatchObject({ unit: 'shares' })
  })

  it('of free cash flow has both flows', () => {
    const series = {
      ...YEAR,
      'us-gaap:NetCashProvidedByUsedInOperatingActivities USD': [annual('2020-01-01', END, 70, FILED)],
      'us-gaap:PaymentsToAcquirePropertyPlantAndEquipment USD': [annual('2020-01-01', END, 45, FILED)],
    }
    const explanation = explain(series, 'freeCashFlow')
    expect(explanation?.value).toBe(25)
    expect(shown(explanation)).toEqual([
      ['added', 'NetCashProvidedByUsedInOperatingActivities', 70],
      ['subtracted', 'PaymentsToAcquirePropertyPlantAndEquipment', 45],
    ])
  })

  it('of shares adds up the classes', () => {
    const cover = 'dei:EntityCommonStockSharesOutstanding shares'
    const series = { ...YEAR, [cover]: [at('2021-02-01', 70, FILED), at('2021-02-01', 7, FILED)] }
    expect(explain(series, 'sharesOutstanding')).toMatchObject({
      value: 77,
      unit: 'shares',
      lines: [{ value: 70, unit: 'shares' }, { value: 7 }],
    })
  })
})

describeRealData('explanations of every figure of Apple and Alphabet', () => {
  it.each(['CIK0000320193.json.gz', 'CIK0001652044.json.gz'])(
    'add up to the figure as stored, for every period of %s',
    async (name) => {
      const { filed } = await readCompanyFacts(realData('edgar', 'companyfacts', name))
      const newest = new Map(filed.versions.map((each) => [`${each.end} ${each.fiscalQuarter}`, each]))
      const some = [...newest.values()].toSorted((a, b) => b.end - a.end).slice(0, 4)
      const figures: Figure[] = [
        'revenue',
        'netIncome',
        'capex',
        'totalLiabilities',
        'totalDebt',
        'longTermDebt',
      ]
      for (const { fiscalYear, fiscalQuarter, ...period } of some) {
        for (const figure of figures) {
          const asked = { figure, fiscalYear, fiscalQuarter, day: parseDay('2030-01-01')! }
          const { value, lines } = explainFigure(filed.packed!, asked)!
          const sum = lines.reduce(
            (total, line) =>
              total + (line.use === 'added' ? line.value : line.use === 'subtracted' ? -line.value : 0),
            0,
          )
          const stored = valueOf({ fiscalYear, fiscalQuarter, ...period }, figure)
          expect([figure, fiscalYear, fiscalQuarter, value, value === null ? null : sum]).toEqual([
            figure,
            fiscalYear,
            fiscalQuarter,
            stored,
            stored,
          ])
        }
      }
    },
  )

  it('show the EPS that was filed beside the one on the basis after the split', async () => {
    const { filed } = await readCompanyFacts(realData('edgar', 'companyfacts', 'CIK0000320193.json.gz'))
    const asked = { figure: 'epsDiluted', fiscalYear: 2018, fiscalQuarter: 4 } as const
    const now = explainFigure(filed.packed!, { ...asked, day: parseDay('2030-01-01')! })
    expect(now).toMatchObject({ value: 0.7275, lines: [{ value: 2.91, onSplitBasis: 0.7275 }] })
    const then = explainFigure(filed.packed!, { ...asked, day: parseDay('2020-06-30')! })
    expect(then).toMatchObject({ value: 2.91, lines: [{ value: 2.91, onSplitBasis: null }] })
  })
})
