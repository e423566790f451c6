import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths, type Day, dayOf, formatDay, parseDay } from '../../../kernel/time.ts'
import type { BalancePoint, FlowPeriod } from '../../../ports/fundamentals.ts'
import { type CompanyFactsFile, toReports } from './reports.ts'
import { annual, at, documentOf, type Entry, over } from '../../../../tests/support/companyfacts.ts'

function read(series: Record<string, readonly unknown[]>): CompanyFactsFile {
  const file = toReports(documentOf(series))
  if (file === null) throw new Error('not read as a companyfacts document')
  return file
}

const label = ({ fiscalYear, fiscalQuarter }: FlowPeriod | BalancePoint): string =>
  fiscalQuarter === null ? `FY${fiscalYear}` : `Q${fiscalQuarter}FY${fiscalYear}`

function byLabel<Line extends keyof FlowPeriod>(
  file: CompanyFactsFile,
  line: Line,
): Record<string, FlowPeriod[Line]> {
  const { annual: years, quarterly } = file.reports
  return Object.fromEntries([...years, ...quarterly].map((period) => [label(period), period[line]]))
}

function balance(file: CompanyFactsFile, name: string): BalancePoint {
  const point = file.reports.balances.find((each) => label(each) === name)
  if (point === undefined) throw new Error(`no balance ${name}`)
  return point
}

/** Revenue of one calendar year as quarterly reports have it: each quarter, the year to date, then the year. */
function calendarYear(year: number, quarters: readonly [number, number, number, number]): Entry[] {
  const [first, second, third, fourth] = quarters
  return [
    over(`${year}-01-01`, `${year}-03-31`, first, `${year}-05-01`),
    over(`${year}-04-01`, `${year}-06-30`, second, `${year}-08-01`),
    over(`${year}-01-01`, `${year}-06-30`, first + second, `${year}-08-01`),
    over(`${year}-07-01`, `${year}-09-30`, third, `${year}-11-01`),
    over(`${year}-01-01`, `${year}-09-30`, first + second + third, `${year}-11-01`),
    annual(`${year}-01-01`, `${year}-12-31`, first + second + third + fourth, `${year + 1}-02-15`, {
      fy: year,
    }),
  ]
}

const REVENUE = 'us-gaap:Revenues USD'
const EPS = 'us-gaap:EarningsPerShareDiluted USD/shares'

describe('fiscal years', () => {
  it('are told by dates, never by the fiscal year and period of the filing', () => {
    const misleading = calendarYear(2021, [1, 2, 3, 4]).map((entry) => ({ ...entry, fp: 'FY' }))
    const later = annual('2021-01-01', '2021-12-31', 10, '2024-02-15', { fy: 2023 })
    const file = read({ [REVENUE]: [...misleading, later] })
    expect(byLabel(file, 'revenue')).toEqual({
      FY2021: 10,
      Q1FY2021: 1,
      Q2FY2021: 2,
      Q3FY2021: 3,
      Q4FY2021: 4,
    })
  })

  it('of 52 or 53 weeks that end in the first days of January belong to the year before', () => {
    const file = read({
      [REVENUE]: [
        annual('2019-12-29', '2021-01-02', 1, '2021-02-20'),
        annual('2021-01-03', '2022-01-01', 2, '2022-02-20'),
        annual('2022-01-02', '2022-12-31', 3, '2023-02-20'),
        annual('2023-01-01', '2023-12-30', 4, '2024-02-20'),
        over('2023-12-31', '2024-03-30', 5, '2024-05-01'),
      ],
    })
    expect(byLabel(file, 'revenue')).toEqual({ FY2020: 1, FY2021: 2, FY2022: 3, FY2023: 4, Q1FY2024: 5 })
  })

  const january = (shift: number): Entry[] =>
    [2021, 2022, 2023, 2024].flatMap((year) => [
      annual(`${year - 1}-02-01`, `${year}-01-31`, year, `${year}-03-15`, { fy: year - shift }),
      // The comparison in the next filing carries that filing's year.
      annual(`${year - 1}-02-01`, `${year}-01-31`, year, `${year + 1}-03-15`, { fy: year + 1 - shift }),
    ])

  it('that end in January are named after that January', () => {
    const file = read({
      [REVENUE]: [...january(0), over('2024-02-01', '2024-04-30', 9, '2024-06-01', { fy: 2025 })],
    })
    expect(byLabel(file, 'revenue')).toEqual({
      FY2021: 2021,
      FY2022: 2022,
      FY2023: 2023,
      FY2024: 2024,
      Q1FY2025: 9,
    })
  })

  it('are named one lower where the annual filings consistently say so', () => {
    const file = read({
      [REVENUE]: [...january(1), over('2024-02-01', '2024-04-30', 9, '2024-06-01', { fy: 2024 })],
    })
    expect(Object.keys(byLabel(file, 'revenue'))).toEqual([
      'FY2023',
      'FY2022',
      'FY2021',
      'FY2020',
      'Q1FY2024',
    ])
  })

  it('keep their calendar name when one filing states another', () => {
    const entries = january(0).map((entry) => (entry.filed === '2023-03-15' ? { ...entry, fy: 2022 } : entry))
    expect(Object.keys(byLabel(read({ [REVENUE]: entries }), 'revenue'))).toEqual([
      'FY2024',
      'FY2023',
      'FY2022',
      'FY2021',
    ])
  })

  it('before and after a change of the year end leave the transition period out', () => {
    const file = read({
      [REVENUE]: [
        ...calendarYear(2021, [1, 2, 3, 4]),
        over('2022-01-01', '2022-03-31', 5, '2022-05-01'),
        annual('2022-01-01', '2022-06-30', 11, '2022-09-01', { form: '10-KT' }),
        over('2022-07-01', '2022-09-30', 7, '2022-11-01'),
        // The comparison with the year before is recast to the new year end.
        annual('2021-07-01', '2022-06-30', 18, '2023-09-01'),
        annual('2022-07-01', '2023-06-30', 30, '2023-09-01', { fy: 2023 }),
      ],
    })
    expect(byLabel(file, 'revenue')).toEqual({
      FY2021: 10,
      Q1FY2021: 1,
      Q2FY2021: 2,
      Q3FY2021: 3,
      Q4FY2021: 4,
      FY2023: 30,
      Q1FY2023: 7,
    })
  })

  it('begin anew after a transition report, before the first annual report on the new year', () => {
    const file = read({
      [REVENUE]: [
        ...calendarYear(2021, [1, 2, 3, 4]),
        annual('2022-01-01', '2022-06-30', 11, '2022-09-01', { form: '10-KT' }),
        over('2022-07-01', '2022-09-30', 7, '2022-11-01'),
      ],
    })
    expect(byLabel(file, 'revenue')).toMatchObject({ FY2021: 10, Q1FY2023: 7 })
    expect(file.reports.quarterly[0]).toMatchObject({ fiscalYear: 2023, fiscalQuarter: 1 })
  })

  it('of a filer before its first annual report are told by its quarterly ones', () => {
    const [q1, q2, half, q3, nineMonths] = calendarYear(2021, [1, 2, 3, 4])
    const before = over('2020-01-01', '2020-06-30', 8, '2021-08-01')
    const file = read({
      [REVENUE]: [q1, q2, half, q3, nineMonths, before],
      'us-gaap:Assets USD': [at('2020-12-31', 50, '2021-05-01', { form: '10-Q' })],
    })
    expect(byLabel(file, 'revenue')).toEqual({ Q1FY2021: 1, Q2FY2021: 2, Q3FY2021: 3 })
    expect(balance(file, 'Q4FY2020').totalAssets).toBe(50)
    expect(byLabel(read({ [REVENUE]: [q1] }), 'revenue')).toEqual({ Q1FY2021: 1 })
  })

  it('of such a filer have the name that it gives its years', () => {
    const file = read({
      [REVENUE]: [
        over('2021-02-01', '2021-04-30', 1, '2021-06-01', { fy: 2021 }),
        over('2020-02-01', '2020-04-30', 2, '2021-06-01', { fy: 2021 }),
        over('2021-05-01', '2021-07-31', 3, '2021-09-01', { fy: 2021 }),
        over('2021-02-01', '2021-07-31', 4, '2021-09-01', { fy: 2021 }),
      ],
    })
    expect(byLabel(file, 'revenue')).toEqual({ Q1FY2020: 2, Q1FY2021: 1, Q2FY2021: 3 })
  })

  it('are not made of twelve months that end with a quarter', () => {
    const trailing = [
      over('2020-04-01', '2021-03-31', 99, '2021-05-01'),
      over('2020-07-01', '2021-06-30', 98, '2021-08-01'),
      over('2021-04-01', '2022-03-31', 97, '2022-05-01'),
    ]
    const file = read({ [REVENUE]: [...trailing, ...calendarYear(2021, [1, 2, 3, 4])] })
    expect(Object.keys(byLabel(file, 'revenue'))).toEqual([
      'FY2021',
      'Q4FY2021',
      'Q3FY2021',
      'Q2FY2021',
      'Q1FY2021',
    ])
  })
})

describe('quarters', () => {
  const CASH = 'us-gaap:NetCashProvidedByUsedInOperatingActivities USD'
  const CAPEX = 'us-gaap:PaymentsToAcquirePropertyPlantAndEquipment USD'

  it('of flows told for the year to date are differences', () => {
    const toDate = [
      over('2021-01-01', '2021-03-31', 10, '2021-05-01'),
      over('2021-01-01', '2021-06-30', 30, '2021-08-01'),
      over('2021-01-01', '2021-09-30', 60, '2021-11-01'),
      annual('2021-01-01', '2021-12-31', 100, '2022-02-15'),
    ]
    const file = read({ [CASH]: toDate, [CAPEX]: toDate })
    expect(byLabel(file, 'operatingCashFlow')).toEqual({
      FY2021: 100,
      Q1FY2021: 10,
      Q2FY2021: 20,
      Q3FY2021: 30,
      Q4FY2021: 40,
    })
    expect(byLabel(file, 'capex')).toEqual({
      FY2021: -100,
      Q1FY2021: -10,
      Q2FY2021: -20,
      Q3FY2021: -30,
      Q4FY2021: -40,
    })
  })

  it('have a negative capital expenditure whatever the sign of the filer', () => {
    const file = read({
      'us-gaap:PaymentsToAcquireProductiveAssets USD': [
        over('2021-01-01', '2021-03-31', -10, '2021-05-01'),
        over('2021-01-01', '2021-06-30', -30, '2021-08-01'),
        annual('2021-01-01', '2021-12-31', 100, '2022-02-15'),
      ],
    })
    expect(byLabel(file, 'capex')).toMatchObject({ FY2021: -100, Q1FY2021: -10, Q2FY2021: -20 })
  })

  it('are null, not guessed, when a part is missing', () => {
    const withoutNineMonths = calendarYear(2021, [1, 2, 3, 4]).filter(({ end }) => end !== '2021-09-30')
    const netIncome = calendarYear(2021, [5, 5, 5, 5])
    const file = read({ [REVENUE]: withoutNineMonths, 'us-gaap:NetIncomeLoss USD': netIncome })
    expect(byLabel(file, 'revenue')).toEqual({
      FY2021: 10,
      Q1FY2021: 1,
      Q2FY2021: 2,
      Q3FY2021: null,
      Q4FY2021: null,
    })
  })

  it('are not invented for a company that reports half-years', () => {
    const file = read({
      'ifrs-full:Revenue EUR': [
        over('2021-01-01', '2021-06-30', 40, '2021-08-01', { form: '6-K' }),
        annual('2021-01-01', '2021-12-31', 100, '2022-03-01', { form: '20-F' }),
      ],
      'ifrs-full:Assets EUR': [
        at('2021-06-30', 500, '2021-08-01', { form: '6-K' }),
        at('2021-12-31', 600, '2022-03-01', { form: '20-F' }),
      ],
    })
    expect(byLabel(file, 'revenue')).toEqual({ FY2021: 100 })
    expect(file.reports.balances.map((point) => [label(point), point.totalAssets])).toEqual([
      ['Q4FY2021', 600],
      ['Q2FY2021', 500],
    ])
  })

  it('may have 12, 12, 12 and 16 weeks, or 16 weeks first', () => {
    const year = (weeks: readonly number[]): FlowPeriod[] => {
      const first = dayOf(2021, 8, 30)
      const ends: Day[] = []
      for (const length of weeks) ends.push((ends.at(-1) ?? first - 1) + length * 7)
      const entries = ends.map((end, index) =>
        over(formatDay(first), formatDay(end), (index + 1) * 10, formatDay(end + 30), {
          form: index === 3 ? '10-K' : '10-Q',
        }),
      )
      return [...read({ [REVENUE]: entries }).reports.quarterly]
    }
    for (const weeks of [
      [12, 12, 12, 16],
      [12, 12, 12, 17],
      [16, 12, 12, 12],
      [13, 13, 13, 14],
    ]) {
      const lengths = year(weeks).map(({ start, end }) => (end - start + 1) / 7)
      expect(lengths.toReversed()).toEqual(weeks)
      expect(year(weeks).map(({ revenue }) => revenue)).toEqual([10, 10, 10, 10])
    }
  })

  it('are recognised where filings write 52 weeks as calendar months', () => {
    const file = read({
      [REVENUE]: [
        over('2021-09-26', '2021-12-25', 1, '2022-01-20'),
        over('2021-10-01', '2022-03-31', 3, '2022-04-20'),
        over('2021-12-26', '2022-03-26', 2, '2022-04-20'),
        annual('2021-09-26', '2022-09-24', 10, '2022-10-20'),
        annual('2021-10-01', '2022-09-30', 10, '2023-10-20'),
        over('2021-10-01', '2022-06-30', 6, '2022-07-20'),
      ],
    })
    expect(byLabel(file, 'revenue')).toEqual({
      FY2022: 10,
      Q1FY2022: 1,
      Q2FY2022: 2,
      Q3FY2022: 3,
      Q4FY2022: 4,
    })
  })

  it('give back any year however its quarters are told, and add up to it', () => {
    const amount = fc.integer({ min: -1_000, max: 1_000 })
    const style = fc.constantFrom('quarters', 'toDate', 'both')
    fc.assert(
      fc.property(
        fc.tuple(amount, amount, amount, amount),
        style,
        fc.integer({ min: 1, max: 12 }),
        (quarters, told, month) => {
          const first = dayOf(2020, month, 1)
          const ends = [3, 6, 9, 12].map((months) => addMonths(first, months) - 1)
          const starts = [first, ...ends.map((end) => end + 1)]
          const entries: Entry[] = []
          let total = 0
          for (const [index, quarter] of quarters.entries()) {
            total += quarter
            const [end, filed] = [formatDay(ends[index]!), formatDay(ends[index]! + 40)]
            const form = index === 3 ? '10-K' : '10-Q'
            if (told !== 'quarters' || index === 3)
              entries.push(over(formatDay(first), end, total, filed, { form }))
            if (told !== 'toDate' && index !== 3)
              entries.push(over(formatDay(starts[index]!), end, quarter, filed))
          }
          const { reports } = read({ 'us-gaap:NetIncomeLoss USD': entries })
          expect(reports.quarterly.map(({ netIncome }) => netIncome).toReversed()).toEqual(quarters)
          expect(reports.quarterly.map(({ start }) => start).toReversed()).toEqual(starts.slice(0, 4))
          expect(reports.annual.map(({ netIncome }) => netIncome)).toEqual([total])
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('restatements', () => {
  it('replace what was filed before, of one day by the number of the filing', () => {
    const file = read({
      [REVENUE]: [
        annual('2021-01-01', '2021-12-31', 95, '2023-02-15', { accn: 'b' }),
        annual('2021-01-01', '2021-12-31', 94, '2023-02-15', { accn: 'a' }),
        annual('2021-01-01', '2021-12-31', 100, '2022-02-15'),
      ],
    })
    expect(byLabel(file, 'revenue')).toEqual({ FY2021: 95 })
  })

  it('do not replace a value by its rounding', () => {
    const file = read({
      'us-gaap:NetIncomeLoss USD': [
        annual('2021-01-01', '2021-12-31', 96_662_000_000, '2022-02-15'),
        annual('2021-01-01', '2021-12-31', 96_700_000_000, '2022-05-01'),
      ],
    })
    expect(byLabel(file, 'netIncome')).toEqual({ FY2021: 96_662_000_000 })
  })

  it('of a year alone leave the quarters as they were first told', () => {
    // A business sold in 2023 leaves the years, not the quarters of 2021, which were reported for the last time in 2022.
    const file = read({
      [REVENUE]: [
        ...calendarYear(2021, [20, 22, 24, 26]),
        over('2021-01-01', '2021-09-30', 66, '2022-11-01'),
        annual('2021-01-01', '2021-12-31', 78, '2024-02-15'),
      ],
    })
    expect(byLabel(file, 'revenue')).toMatchObject({ FY2021: 78, Q4FY2021: 26 })
  })

  it('of a year and its nine months count together', () => {
    const file = read({
      [REVENUE]: [
        ...calendarYear(2021, [20, 22, 24, 26]),
        over('2021-01-01', '2021-09-30', 56, '2022-11-01'),
        annual('2021-01-01', '2021-12-31', 78, '2023-02-15'),
      ],
    })
    expect(byLabel(file, 'revenue')).toMatchObject({ FY2021: 78, Q4FY2021: 22 })
  })
})

describe('lines of flows', () => {
  const year = (val: number, filed = '2022-02-15'): Entry[] => [
    annual('2021-01-01', '2021-12-31', val, filed),
  ]

  it.each([
    ['CostOfRevenue', 60, 40],
    ['CostOfRevenue', -60, 40],
    ['CostOfGoodsSold', -60, 40],
    ['CostOfServices', -60, 40],
  ])('of gross profit subtract %s, %d here, whatever its sign', (tag, cost, profit) => {
    const file = read({ [REVENUE]: year(100), [`us-gaap:${tag} USD`]: year(cost) })
    expect(byLabel(file, 'grossProfit')).toEqual({ FY2021: profit })
  })

  it('of revenue follow the name that the newest filing uses', () => {
    const file = read({
      'us-gaap:SalesRevenueNet USD': calendarYear(2021, [20, 20, 20, 20]),
      'us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax USD': calendarYear(
        2021,
        [21, 22, 23, 24],
      ).map((entry) => ({
        ...entry,
        filed: entry.filed.replace(/^\d+/, (text) => String(Number(text) + 1)),
      })),
    })
    expect(byLabel(file, 'revenue')).toEqual({
      FY2021: 90,
      Q1FY2021: 21,
      Q2FY2021: 22,
      Q3FY2021: 23,
      Q4FY2021: 24,
    })
  })

  it('of revenue are the total where one filing has a total and a part', () => {
    const file = read({
      [REVENUE]: calendarYear(2021, [20, 20, 20, 20]),
      'us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax USD': calendarYear(2021, [15, 15, 15, 15]),
    })
    expect(byLabel(file, 'revenue')).toMatchObject({ FY2021: 80, Q4FY2021: 20 })
  })

  it('of revenue bridge a change of names between the quarters and the year', () => {
    const [q1, q2, half, q3, nineMonths, whole] = calendarYear(2021, [1, 2, 3, 4])
    const series = (tag: string, entries: unknown[]): Record<string, unknown[]> => ({
      [`us-gaap:${tag} USD`]: entries,
    })
    const bridged = read({
      ...series('SalesRevenueNet', [q1, q2, half, q3, nineMonths]),
      ...series('RevenueFromContractWithCustomerExcludingAssessedTax', [whole]),
    })
    expect(byLabel(bridged, 'revenue')).toMatchObject({ FY2021: 10, Q4FY2021: 4 })
    // In its annual filing the second name means less than the first: the two are not one line.
    const different = read({
      ...series('Revenues', [q1, half, q3, nineMonths, { ...nineMonths, filed: '2022-02-15', form: '10-K' }]),
      ...series('HealthCareOrganizationRevenue', [
        whole,
        { ...nineMonths, val: 5, filed: '2022-02-15', form: '10-K' },
      ]),
    })
    expect(byLabel(different, 'revenue')).toMatchObject({ FY2021: 10, Q4FY2021: 5 })
  })

  it('have a gross profit as reported, else revenue less its cost', () => {
    const reported = read({
      [REVENUE]: year(100),
      'us-gaap:CostOfRevenue USD': year(60),
      'us-gaap:GrossProfit USD': year(45),
    })
    expect(byLabel(reported, 'grossProfit')).toEqual({ FY2021: 45 })
    const derived = read({
      [REVENUE]: calendarYear(2021, [5, 6, 7, 8]),
      'us-gaap:CostOfRevenue USD': calendarYear(2021, [1, 2, 3, 4]),
    })
    expect(byLabel(derived, 'grossProfit')).toMatchObject({ FY2021: 16, Q1FY2021: 4, Q4FY2021: 4 })
    const parts = read({
      [REVENUE]: year(100),
      'us-gaap:CostOfGoodsSold USD': year(30),
      'us-gaap:CostOfServices USD': year(20),
    })
    expect(byLabel(parts, 'grossProfit')).toEqual({ FY2021: 50 })
    expect(byLabel(read({ [REVENUE]: year(100) }), 'grossProfit')).toEqual({ FY2021: null })
  })

  it('have no gross profit where the cost of a part of the sales is told', () => {
    const sales = {
      [REVENUE]: year(100),
      'us-gaap:SalesRevenueGoodsNet USD': year(70),
      'us-gaap:SalesRevenueServicesNet USD': year(30),
      'us-gaap:CostOfGoodsSold USD': year(50),
    }
    expect(byLabel(read(sales), 'grossProfit')).toEqual({ FY2021: null })
    const both = { ...sales, 'us-gaap:CostOfServices USD': year(20) }
    expect(byLabel(read(both), 'grossProfit')).toEqual({ FY2021: 30 })
  })

  it.each([
    'SalesRevenue',
    'UtilityRevenue',
    'ElectricUtilityRevenue',
    'RevenueMineralSales',
    'OilAndGasSalesRevenue',
    'RevenuesExcludingInterestAndDividends',
    'ContractsRevenue',
  ])('have revenue under %s', (tag) => {
    expect(byLabel(read({ [`us-gaap:${tag} USD`]: year(100) }), 'revenue')).toEqual({ FY2021: 100 })
  })

  it('have revenue as the sum of its parts in a filing without a total', () => {
    const parts = {
      'us-gaap:SalesRevenueGoodsNet USD': year(70),
      'us-gaap:SalesRevenueServicesNet USD': year(30),
    }
    expect(byLabel(read(parts), 'revenue')).toEqual({ FY2021: 100 })
    expect(byLabel(read({ ...parts, [REVENUE]: year(105) }), 'revenue')).toEqual({ FY2021: 105 })
  })

  const CAPEX = (values: Record<string, number>): FlowPeriod['capex'] | undefined =>
    byLabel(
      read({
        [REVENUE]: year(1),
        ...Object.fromEntries(Object.entries(values).map(([tag, val]) => [`us-gaap:${tag} USD`, year(val)])),
      }),
      'capex',
    )['FY2021']

  it.each<[string, Record<string, number>, number | null]>([
    [
      'a zero hides no line',
      { PaymentsToAcquirePropertyPlantAndEquipment: 0, PaymentsToAcquireOilAndGasProperty: 3_326 },
      -3_326,
    ],
    [
      'distinct lines add',
      {
        PaymentsToAcquirePropertyPlantAndEquipment: 104,
        PaymentsToExploreAndDevelopOilAndGasProperties: 2_688,
      },
      -2_792,
    ],
    [
      'one amount counts once',
      { PaymentsToAcquirePropertyPlantAndEquipment: 90, PaymentsForConstructionInProcess: 90 },
      -90,
    ],
    [
      'a total counts once',
      {
        PaymentsToAcquireProductiveAssets: 100,
        PaymentsToAcquirePropertyPlantAndEquipment: 80,
        PaymentsToAcquireAndDevelopRealEstate: 20,
      },
      -100,
    ],
    [
      'productive assets that are less than property are something else',
      { PaymentsToAcquireProductiveAssets: 10, PaymentsToAcquirePropertyPlantAndEquipment: 80 },
      -80,
    ],
    ['net payments stand alone', { PaymentsForProceedsFromProductiveAssets: 890 }, -890],
    ['net proceeds are no expenditure', { PaymentsForProceedsFromProductiveAssets: -49 }, null],
  ])('have capital expenditure as a sum of lines: %s', (_case, values, capex) => {
    expect(CAPEX(values)).toBe(capex)
  })

  it('have the capital expenditure of a quarter as the difference of sums, whatever lines a filing lists', () => {
    const [q1, , half] = calendarYear(2021, [5, 7, 0, 0])
    const file = read({
      [REVENUE]: calendarYear(2021, [1, 1, 1, 1]),
      'us-gaap:PaymentsToAcquirePropertyPlantAndEquipment USD': [q1, half],
      'us-gaap:PaymentsForConstructionInProcess USD': [{ ...half, val: 4 }],
    })
    expect(byLabel(file, 'capex')).toMatchObject({ Q1FY2021: -5, Q2FY2021: -11 })
  })

  it('have no gross profit for a bank or an insurer, in the year under way neither', () => {
    const file = read({
      [REVENUE]: [...year(100), over('2022-01-01', '2022-03-31', 30, '2022-05-01')],
      'us-gaap:CostOfRevenue USD': [...year(60), over('2022-01-01', '2022-03-31', 20, '2022-05-01')],
      'us-gaap:PremiumsEarnedNet USD': year(70),
    })
    expect(byLabel(file, 'grossProfit')).toEqual({ FY2021: null, Q1FY2022: null })
  })

  it('have the revenue of a bank as interest income, net, plus other income', () => {
    const file = read({
      'us-gaap:InterestIncomeExpenseNet USD': year(70),
      'us-gaap:NoninterestIncome USD': year(30),
      'us-gaap:NetIncomeLoss USD': year(25),
    })
    expect(file.reports.annual[0]).toMatchObject({
      revenue: 100,
      grossProfit: null,
      operatingIncome: null,
      netIncome: 25,
    })
  })

  it('have the net income of the parent', () => {
    const file = read({
      'us-gaap:ProfitLoss USD': year(30),
      'us-gaap:NetIncomeLossAttributableToNoncontrollingInterest USD': year(4),
    })
    expect(byLabel(file, 'netIncome')).toEqual({ FY2021: 26 })
    expect(
      byLabel(
        read({ 'us-gaap:ProfitLoss USD': year(30), 'us-gaap:NetIncomeLoss USD': year(25) }),
        'netIncome',
      ),
    ).toEqual({ FY2021: 25 })
    expect(byLabel(read({ 'ifrs-full:ProfitLoss EUR': year(30) }), 'netIncome')).toEqual({ FY2021: 30 })
  })

  it('have the largest depreciation and amortisation, notes tell parts under the same tags', () => {
    const total = read({
      'us-gaap:DepreciationDepletionAndAmortization USD': year(9),
      'us-gaap:DepreciationAmortizationAndAccretionNet USD': year(11),
    })
    expect(byLabel(total, 'depreciationAmortization')).toEqual({ FY2021: 11 })
    const parts = read({
      'us-gaap:Depreciation USD': year(9),
      'us-gaap:AmortizationOfIntangibleAssets USD': year(3),
    })
    expect(byLabel(parts, 'depreciationAmortization')).toEqual({ FY2021: 12 })
    const uneven = read({
      'us-gaap:Depreciation USD': calendarYear(2021, [1, 1, 1, 1]),
      'us-gaap:AmortizationOfIntangibleAssets USD': year(3),
    })
    expect(byLabel(uneven, 'depreciationAmortization')).toMatchObject({ FY2021: 4, Q1FY2021: 1, Q4FY2021: 1 })
  })
})

describe('splits', () => {
  /** Diluted earnings per share of 2019 to 2021, each filed again a year later, with a 4:1 split in mid 2021. */
  const split: Entry[] = [
    annual('2018-01-01', '2018-12-31', 8.12, '2019-02-15'),
    annual('2019-01-01', '2019-12-31', 9.2, '2020-02-15'),
    annual('2019-01-01', '2019-12-31', 9.2, '2021-02-15'),
    annual('2019-01-01', '2019-12-31', 2.3, '2022-02-15'),
    annual('2020-01-01', '2020-12-31', 10.08, '2021-02-15'),
    annual('2020-01-01', '2020-12-31', 2.52, '2022-02-15'),
    annual('2021-01-01', '2021-12-31', 3.01, '2022-02-15'),
  ]

  it('put every value per share on one basis, also those that were never restated', () => {
    const file = read({ [EPS]: split })
    expect(byLabel(file, 'epsDiluted')).toEqual({ FY2018: 2.03, FY2019: 2.3, FY2020: 2.52, FY2021: 3.01 })
    expect(file.splits).toEqual([{ ratio: 4, after: parseDay('2021-02-15'), by: parseDay('2022-02-15') }])
  })

  it('multiply over time', () => {
    const file = read({
      [EPS]: [
        annual('2011-01-01', '2011-12-31', 44.15, '2012-02-15'),
        annual('2011-01-01', '2011-12-31', 6.31, '2013-02-15'),
        annual('2012-01-01', '2012-12-31', 6.55, '2013-02-15'),
        annual('2019-01-01', '2019-12-31', 11.91, '2020-02-15'),
        annual('2019-01-01', '2019-12-31', 2.98, '2021-02-15'),
      ],
      'us-gaap:WeightedAverageNumberOfDilutedSharesOutstanding shares': [
        annual('2011-01-01', '2011-12-31', 945_355_000, '2012-02-15'),
        annual('2011-01-01', '2011-12-31', 6_617_485_000, '2013-02-15'),
        annual('2019-01-01', '2019-12-31', 5_000_109_000, '2020-02-15'),
        annual('2019-01-01', '2019-12-31', 20_000_435_000, '2021-02-15'),
      ],
    })
    expect(file.splits.map(({ ratio }) => ratio)).toEqual([7, 4])
    expect(byLabel(file, 'epsDiluted')).toEqual({ FY2011: 1.5775, FY2012: 1.6375, FY2019: 2.98 })
  })

  it('may be reverse, and two within a year', () => {
    const shares = 'us-gaap:CommonStockSharesOutstanding shares'
    const file = read({
      [EPS]: [
        annual('2020-01-01', '2020-12-31', -0.31, '2021-03-01'),
        annual('2021-01-01', '2021-12-31', -2.41, '2022-03-01'),
        annual('2021-01-01', '2021-12-31', -241, '2023-03-01'),
        annual('2022-01-01', '2022-12-31', -310.5, '2023-03-01'),
      ],
      [shares]: [
        at('2021-12-31', 80_000_000, '2022-03-01'),
        at('2021-12-31', 8_000_000, '2022-05-10'),
        at('2021-12-31', 800_000, '2022-11-10'),
        at('2021-12-31', 800_000, '2023-03-01'),
      ],
    })
    expect(file.splits.map(({ ratio }) => ratio)).toEqual([0.1, 0.1])
    expect(byLabel(file, 'epsDiluted')).toEqual({ FY2020: -31, FY2021: -241, FY2022: -310.5 })
  })

  it('are not read into a restated profit', () => {
    const restated = ['EarningsPerShareDiluted', 'EarningsPerShareBasic'].map((tag) => [
      `us-gaap:${tag} USD/shares`,
      [
        annual('2019-01-01', '2019-12-31', 3, '2020-02-15'),
        annual('2020-01-01', '2020-12-31', 2, '2021-02-15'),
        annual('2020-01-01', '2020-12-31', 1, '2022-02-15'),
      ],
    ])
    const file = read(Object.fromEntries(restated))
    expect(file.splits).toEqual([])
    expect(byLabel(file, 'epsDiluted')).toEqual({ FY2019: 3, FY2020: 1 })
  })

  it('are not read into two restated profits when the number of shares stayed the same', () => {
    const twice = (first: number): Entry[] => [
      annual('2019-01-01', '2019-12-31', first, '2021-02-15'),
      annual('2019-01-01', '2019-12-31', first / 2, '2022-02-15'),
      annual('2020-01-01', '2020-12-31', first, '2021-02-15'),
      annual('2020-01-01', '2020-12-31', first / 2, '2022-02-15'),
    ]
    const same = twice(1_000_000).map((entry) => ({ ...entry, val: 1_000_000 }))
    const file = read({
      [EPS]: twice(3),
      'us-gaap:WeightedAverageNumberOfDilutedSharesOutstanding shares': same,
    })
    expect(file.splits).toEqual([])
  })

  it('are believed on one period when a filing states the ratio', () => {
    const once = [
      annual('2020-01-01', '2020-12-31', 30, '2021-02-15'),
      annual('2020-01-01', '2020-12-31', 10, '2022-02-15'),
    ]
    expect(read({ [EPS]: once }).splits).toEqual([])
    const stated = {
      'us-gaap:StockholdersEquityNoteStockSplitConversionRatio1 pure': [at('2021-06-01', 3, '2021-08-01')],
    }
    expect(read({ [EPS]: once, ...stated }).splits).toMatchObject([{ ratio: 3 }])
  })

  it('take effect with the first filing on the new basis, though it restates nothing known', () => {
    // Split in May 2021; the first period of the new basis that an earlier filing had is restated in 2022.
    const quarter = (year: number, number: number, val: number, filed: string): Entry => {
      const start = dayOf(year, number * 3 - 2, 1)
      return over(formatDay(start), formatDay(addMonths(start, 3) - 1), val, filed)
    }
    const counts = 'us-gaap:WeightedAverageNumberOfSharesOutstandingBasic shares'
    const file = read({
      [REVENUE]: calendarYear(2021, [1, 1, 1, 1]),
      [EPS]: [
        quarter(2021, 1, 2.04, '2021-05-01'),
        quarter(2021, 2, 0.53, '2021-08-01'),
        quarter(2021, 1, 0.51, '2022-05-01'),
        quarter(2021, 2, 0.53, '2022-08-01'),
      ],
      [counts]: [
        quarter(2021, 1, 1_000_000, '2021-05-01'),
        quarter(2021, 2, 4_004_000, '2021-08-01'),
        quarter(2021, 1, 4_000_000, '2022-05-01'),
        quarter(2021, 2, 4_004_000, '2022-08-01'),
      ],
    })
    expect(file.splits).toEqual([{ ratio: 4, after: parseDay('2021-05-01'), by: parseDay('2021-08-01') }])
    expect(byLabel(file, 'epsDiluted')).toMatchObject({ Q1FY2021: 0.51, Q2FY2021: 0.53 })
  })
})

describe('earnings per share', () => {
  it('of the fourth quarter are as reported, else the year less its quarters on one basis', () => {
    const [q1, q2, , q3, , whole] = calendarYear(2021, [0.5, 0.6, 0.7, 0.9])
    expect(byLabel(read({ [EPS]: [q1, q2, q3, whole] }), 'epsDiluted')).toMatchObject({
      FY2021: 2.7,
      Q4FY2021: 0.9,
    })
    const reported = annual('2021-10-01', '2021-12-31', 0.88, '2022-02-15')
    expect(byLabel(read({ [EPS]: [q1, q2, q3, whole, reported] }), 'epsDiluted')).toMatchObject({
      Q4FY2021: 0.88,
    })
  })

  const INCOME = 'us-gaap:NetIncomeLoss USD'
  const SHARES = 'us-gaap:WeightedAverageNumberOfDilutedSharesOutstanding shares'

  it('of a derived quarter are its income over its shares where the number of shares changed', () => {
    const [q1, q2, , q3, , whole] = calendarYear(2021, [1, 1, 1, 1])
    const told = (first: number, second: number, third: number, all: number): Entry[] =>
      [q1, q2, q3, whole].map((entry, index) => ({ ...entry!, val: [first, second, third, all][index]! }))
    // 100, 100 and 200 shares, then 285: a loss of 199 that subtraction would tell as a profit.
    const file = read({
      [INCOME]: told(10, 10, 10, -169),
      [SHARES]: told(100, 100, 200, 171.25),
      [EPS]: told(0.1, 0.1, 0.05, -0.99),
    })
    expect(byLabel(file, 'epsDiluted')).toMatchObject({ FY2021: -0.99, Q3FY2021: 0.05, Q4FY2021: -0.7 })
    const contradicting = read({ [INCOME]: told(10, 10, 10, -169), [EPS]: told(-0.4, -0.4, -0.4, -0.99) })
    expect(byLabel(contradicting, 'epsDiluted')).toMatchObject({ Q4FY2021: null })
  })

  it('are a reported figure of any tag before a derived one', () => {
    const [q1, q2, , q3, , whole] = calendarYear(2021, [0.5, 0.6, 0.7, 0.9])
    const file = read({
      [EPS]: [q1, q2, q3, whole],
      'us-gaap:EarningsPerShareBasicAndDiluted USD/shares': [
        annual('2021-10-01', '2021-12-31', 0.86, '2022-02-15'),
      ],
    })
    expect(byLabel(file, 'epsDiluted')).toMatchObject({ Q4FY2021: 0.86 })
  })

  it.each([
    ['of another sign', 100, -1, null],
    ['that are ten times the income', 100, 10, null],
    ['less a preferred dividend', 100, 0.8, 0.8],
    ['over shares that are told in thousands', 0.1, 1, 1],
  ])('%s are held against income and shares', (_case, shares, perShare, expected) => {
    const year = (val: number): Entry[] => [annual('2021-01-01', '2021-12-31', val, '2022-02-15')]
    const file = read({ [INCOME]: year(100), [SHARES]: year(shares), [EPS]: year(perShare) })
    expect(byLabel(file, 'epsDiluted')).toEqual({ FY2021: expected })
  })

  it.each(['pure', 'shares/USD'])('are read where a filer has called their unit %s', (unit) => {
    const [q1, q2, , q3, , whole] = calendarYear(2021, [0.5, 0.6, 0.7, 0.9])
    const mistaken = `us-gaap:EarningsPerShareDiluted ${unit}`
    const revenue = { [REVENUE]: calendarYear(2021, [1, 1, 1, 1]) }
    const file = read({ ...revenue, [mistaken]: [q1, q2], [EPS]: [q3, whole] })
    expect(byLabel(file, 'epsDiluted')).toMatchObject({ Q1FY2021: 0.5, Q2FY2021: 0.6, Q4FY2021: 0.9 })
    const both = read({ [EPS]: [whole], [mistaken]: [{ ...whole!, val: 9 }] })
    expect(byLabel(both, 'epsDiluted')).toEqual({ FY2021: 2.7 })
  })

  it('fall back to the tag of companies without dilution', () => {
    const file = read({
      'us-gaap:EarningsPerShareBasicAndDiluted USD/shares': [
        annual('2021-01-01', '2021-12-31', 1.5, '2022-02-15'),
      ],
    })
    expect(byLabel(file, 'epsDiluted')).toEqual({ FY2021: 1.5 })
  })
})

describe('currencies', () => {
  const foreign = (val: number, filed: string, end: string): Entry =>
    annual(`${end.slice(0, 4)}-01-01`, end, val, filed, { form: '20-F' })

  it('stay the reporting one where a translation stands beside the newest year', () => {
    const file = read({
      'ifrs-full:Revenue TWD': [
        foreign(1_339_254.8e6, '2021-04-16', '2020-12-31'),
        foreign(1_587_415e6, '2022-04-13', '2021-12-31'),
      ],
      'ifrs-full:Revenue USD': [
        foreign(47_694.3e6, '2021-04-16', '2020-12-31'),
        foreign(57_224.8e6, '2022-04-13', '2021-12-31'),
      ].slice(1),
      'ifrs-full:DilutedEarningsLossPerShare TWD/shares': [foreign(19.97, '2021-04-16', '2020-12-31')],
      'ifrs-full:DilutedEarningsLossPerShare USD/shares': [foreign(0.71, '2021-04-16', '2020-12-31')],
      'ifrs-full:CashFlowsFromUsedInOperatingActivities USD': [foreign(40e9, '2022-04-13', '2021-12-31')],
    })
    expect(file.reports.annual).toMatchObject([
      { fiscalYear: 2021, currency: 'TWD', revenue: 1_587_415e6, epsDiluted: null, operatingCashFlow: null },
      { fiscalYear: 2020, currency: 'TWD', revenue: 1_339_254.8e6, epsDiluted: 19.97 },
    ])
  })

  it('may change from one year to the next, never inside a year', () => {
    const old = ['2019-12-31', '2020-12-31', '2021-12-31'].map((end) =>
      foreign(10, `${end.slice(0, 4)}-12-31`, end),
    )
    const file = read({
      'us-gaap:Revenues CAD': old,
      'us-gaap:Revenues USD': [
        foreign(8, '2023-02-01', '2021-12-31'),
        foreign(9, '2023-02-01', '2022-12-31'),
      ],
      'us-gaap:NetIncomeLoss USD': [foreign(1, '2023-02-01', '2021-12-31')],
    })
    expect(
      file.reports.annual.map(({ fiscalYear, currency, revenue, netIncome }) => [
        fiscalYear,
        currency,
        revenue,
        netIncome,
      ]),
    ).toEqual([
      [2022, 'USD', 9, null],
      [2021, 'CAD', 10, null],
      [2020, 'CAD', 10, null],
      [2019, 'CAD', 10, null],
    ])
  })

  it('have one accounting standard a year, the one filed last', () => {
    const file = read({
      'us-gaap:Revenues JPY': [
        foreign(100, '2020-06-01', '2019-12-31'),
        foreign(110, '2021-06-01', '2020-12-31'),
      ],
      'us-gaap:OperatingIncomeLoss JPY': [foreign(10, '2021-06-01', '2020-12-31')],
      'ifrs-full:Revenue JPY': [
        foreign(112, '2022-06-01', '2020-12-31'),
        foreign(120, '2022-06-01', '2021-12-31'),
      ],
    })
    expect(file.reports.annual).toMatchObject([
      { fiscalYear: 2021, revenue: 120 },
      { fiscalYear: 2020, revenue: 112, operatingIncome: null },
      { fiscalYear: 2019, revenue: 100 },
    ])
  })
})

describe('balance sheets', () => {
  const DAY = '2021-12-31'
  const FILED = '2022-02-15'
  const flows = { [REVENUE]: calendarYear(2021, [1, 2, 3, 4]) }
  const sheet = (values: Record<string, number>): BalancePoint => {
    const series = Object.entries({ Assets: 100, ...values }).map(([tag, val]) => [
      `us-gaap:${tag} USD`,
      [at(DAY, val, FILED)],
    ])
    return balance(read({ ...flows, ...Object.fromEntries(series) }), 'Q4FY2021')
  }

  it('stand at the ends of fiscal quarters only', () => {
    const days = ['2021-03-31', '2021-05-15', '2021-09-30', '2021-12-31', '2022-02-01']
    const file = read({
      ...flows,
      'us-gaap:Assets USD': days.map((day, index) => at(day, index, '2022-03-01')),
    })
    expect(
      file.reports.balances.map((point) => [label(point), formatDay(point.end), point.totalAssets]),
    ).toEqual([
      ['Q4FY2021', '2021-12-31', 3],
      ['Q3FY2021', '2021-09-30', 2],
      ['Q1FY2021', '2021-03-31', 0],
    ])
  })

  it('are found where they are dated a few days off', () => {
    const file = read({ ...flows, 'us-gaap:Assets USD': [at('2021-09-26', 7, '2021-11-01')] })
    expect(balance(file, 'Q3FY2021')).toMatchObject({ end: parseDay('2021-09-30'), totalAssets: 7 })
  })

  it('have the liabilities as reported, else assets less all equity', () => {
    expect(sheet({ Liabilities: 61, StockholdersEquity: 39 }).totalLiabilities).toBe(61)
    expect(sheet({ StockholdersEquity: 30, MinorityInterest: 5 }).totalLiabilities).toBe(65)
    const all = { StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest: 35 }
    expect(sheet({ ...all, StockholdersEquity: 30, MinorityInterest: 5 })).toMatchObject({
      totalLiabilities: 65,
      totalEquity: 30,
    })
    expect(
      sheet({ ...all, MinorityInterest: 5, RedeemableNoncontrollingInterestEquityCarryingAmount: 2 }),
    ).toMatchObject({
      totalLiabilities: 63,
      totalEquity: 30,
    })
    expect(sheet({})).toMatchObject({ totalLiabilities: null, totalEquity: null, cashAndEquivalents: null })
  })

  it('have cash without what is restricted where both are told', () => {
    const both = {
      CashAndCashEquivalentsAtCarryingValue: 10,
      CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents: 12,
    }
    expect(sheet(both).cashAndEquivalents).toBe(10)
    expect(
      sheet({ CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents: 12 }).cashAndEquivalents,
    ).toBe(12)
  })

  it('have cash with short-term investments where no other is told', () => {
    expect(sheet({ CashCashEquivalentsAndShortTermInvestments: 40 }).cashAndEquivalents).toBe(40)
    const both = { CashCashEquivalentsAndShortTermInvestments: 40, CashAndCashEquivalentsAtCarryingValue: 9 }
    expect(sheet(both).cashAndEquivalents).toBe(9)
  })

  it('have equity under the name that was filed last', () => {
    const file = read({
      ...flows,
      'us-gaap:StockholdersEquity USD': [at(DAY, 100, FILED)],
      'us-gaap:PartnersCapital USD': [at(DAY, 90, '2022-05-01')],
    })
    expect(balance(file, 'Q4FY2021').totalEquity).toBe(90)
  })

  /** A filing that tells its notes in tags, so that an amount may be told twice. */
  const NOTES = Object.fromEntries(
    [
      'UnrecognizedTaxBenefits',
      'DebtInstrumentFaceAmount',
      'LongTermDebtFairValue',
      'DebtInstrumentFeeAmount',
    ].map((tag) => [tag, 1]),
  )

  it.each<[string, Record<string, number>, number | null]>([
    ['nothing reported', {}, null],
    ['reported as nothing', { LongTermDebt: 0 }, 0],
    [
      'long-term, its current portion and commercial paper',
      { LongTermDebtNoncurrent: 80, LongTermDebtCurrent: 10, CommercialPaper: 5 },
      95,
    ],
    [
      'a total of the current part with its parts',
      { LongTermDebtNoncurrent: 80, DebtCurrent: 15, LongTermDebtCurrent: 10, CommercialPaper: 5 },
      95,
    ],
    [
      'a total of long-term debt beside its parts',
      { LongTermDebt: 90, LongTermDebtNoncurrent: 80, LongTermDebtCurrent: 10 },
      90,
    ],
    [
      'kinds of long-term debt',
      { SeniorLongTermNotes: 50, ConvertibleDebtNoncurrent: 30, ConvertibleDebtCurrent: 4 },
      84,
    ],
    ['one total', { DebtLongtermAndShorttermCombinedAmount: 70 }, 70],
    ['only what is due within a year', { ShortTermBorrowings: 9 }, 9],
    // From here on what was counted twice, hidden or left out.
    [
      'the same money under two names',
      { LongTermDebtNoncurrent: 3_972, LongTermDebtCurrent: 499, ShortTermBorrowings: 499 },
      4_471,
    ],
    [
      'a total that is stated, beside parts of it',
      { DebtLongtermAndShorttermCombinedAmount: 70, LongTermDebtNoncurrent: 40 },
      70,
    ],
    [
      'parts that are more than what is said to be all',
      { DebtAndCapitalLeaseObligations: 7, SecuredDebt: 40 },
      null,
    ],
    ['a zero beside a convertible', { LongTermDebtNoncurrent: 0, ConvertibleDebtNoncurrent: 586 }, 586],
    [
      'zeros beside notes and lines of credit',
      { LongTermDebtNoncurrent: 40, LongTermDebtCurrent: 0, NotesPayableCurrent: 6, LinesOfCreditCurrent: 3 },
      49,
    ],
    ['other long-term debt', { OtherLongTermDebtNoncurrent: 4_676, LongTermDebtCurrent: 804 }, 5_480],
    ['secured and unsecured debt', { SecuredDebt: 2_172, UnsecuredDebt: 4_548, LineOfCredit: 0 }, 6_720],
    [
      'kinds of debt beside a line of long-term debt',
      { LongTermDebt: 30, SubordinatedDebt: 20, OtherBorrowings: 5, ShortTermBorrowings: 2 },
      57,
    ],
    [
      'subordinated debt alone, a part of what is not told',
      { SubordinatedDebt: 20, OtherBorrowings: 5 },
      null,
    ],
    [
      'what banks and utilities print of their current debt',
      {
        LongTermDebtNoncurrent: 80,
        LoansPayableToBankCurrent: 5,
        LongtermTransitionBondCurrent: 3,
        FederalHomeLoanBankAdvancesCurrent: 1,
      },
      89,
    ],
    [
      'what banks and builders print of their noncurrent debt',
      {
        ConstructionLoanNoncurrent: 40,
        CommercialPaperNoncurrent: 7,
        LongtermFederalHomeLoanBankAdvancesNoncurrent: 3,
      },
      50,
    ],
    [
      'current notes and loans with the loans in them',
      { NotesAndLoansPayableCurrent: 9, NotesPayableCurrent: 5, LoansPayableCurrent: 4 },
      9,
    ],
    [
      'a convertible of nearly the amount of long-term debt',
      { LongTermDebt: 320, ConvertibleDebtNoncurrent: 310 },
      630,
    ],
    ['a convertible beside long-term debt', { LongTermDebt: 90, ConvertibleDebtNoncurrent: 300 }, 390],
    ['long-term debt without its current portion', { LongTermDebt: 90, LongTermDebtCurrent: 10 }, 100],
    [
      'parts and the total that they add up to',
      { LongTermDebtNoncurrent: 70, OtherLongTermDebtNoncurrent: 50, SubordinatedLongTermDebt: 20 },
      70,
    ],
    [
      'a total with a part that goes untold',
      { LongTermDebtNoncurrent: 100, OtherLongTermDebtNoncurrent: 60, Liabilities: 140 },
      100,
    ],
    [
      'leases that stand in one half only',
      {
        LongTermDebtAndCapitalLeaseObligations: 80,
        LongTermDebtCurrent: 5,
        CapitalLeaseObligationsCurrent: 2,
      },
      87,
    ],
    [
      'leases on lines of their own',
      { LongTermDebtNoncurrent: 80, CapitalLeaseObligationsNoncurrent: 9, CapitalLeaseObligationsCurrent: 2 },
      80,
    ],
    [
      'a total with leases',
      {
        LongTermDebtAndCapitalLeaseObligations: 89,
        LongTermDebtNoncurrent: 80,
        CapitalLeaseObligationsNoncurrent: 9,
      },
      89,
    ],
  ])('have debt as a sum of distinct lines: %s', (_case, values, debt) => {
    expect(sheet(values).totalDebt).toBe(debt)
  })

  it.each<[string, Record<string, number>, { printed: number | null; withNotes: number | null }]>([
    [
      'short-term borrowings and commercial paper',
      { LongTermDebtNoncurrent: 80, ShortTermBorrowings: 6, CommercialPaper: 5 },
      { printed: 91, withNotes: 86 },
    ],
    [
      'long-term debt, its current portion and short-term borrowings',
      { LongTermDebt: 90, LongTermDebtCurrent: 10, ShortTermBorrowings: 7 },
      { printed: 107, withNotes: 97 },
    ],
    [
      'long-term debt with and without leases',
      { LongTermDebtNoncurrent: 80, LongTermDebtAndCapitalLeaseObligations: 84 },
      { printed: 84, withNotes: 80 },
    ],
    [
      'notes and their current part',
      { NotesPayable: 40, NotesPayableCurrent: 10 },
      { printed: 50, withNotes: 40 },
    ],
    [
      'notes that are more than the debt they are part of',
      { LongTermDebtNoncurrent: 50, SeniorLongTermNotes: 80 },
      { printed: 130, withNotes: null },
    ],
  ])('add printed lines, not what notes tell again: %s', (_case, values, { printed, withNotes }) => {
    expect(sheet(values).totalDebt).toBe(printed)
    expect(sheet({ ...values, ...NOTES }).totalDebt).toBe(withNotes)
  })

  it('read debt from one filing, because another words the same borrowing differently', () => {
    const file = read({
      ...flows,
      'us-gaap:Assets USD': [at(DAY, 100, FILED)],
      'us-gaap:LongTermDebtNoncurrent USD': [at(DAY, 80, FILED)],
      'us-gaap:CommercialPaper USD': [at(DAY, 6, FILED)],
      'us-gaap:OtherShortTermBorrowings USD': [at(DAY, 6, '2022-05-01')],
    })
    expect(balance(file, 'Q4FY2021').totalDebt).toBe(86)
  })

  it('read debt from the annual report while a later filing keeps its totals', () => {
    const both = (first: number, later: number): Entry[] => [
      at(DAY, first, FILED),
      at(DAY, later, '2022-05-01', { form: '10-Q' }),
    ]
    // A part went to a line of the filer's own, which the document does not have.
    const moved = {
      ...flows,
      'us-gaap:Assets USD': both(100, 100),
      'us-gaap:LiabilitiesAndStockholdersEquity USD': both(100, 100),
      'us-gaap:LongTermDebtNoncurrent USD': both(48, 43),
    }
    expect(balance(read(moved), 'Q4FY2021').totalDebt).toBe(48)
    const restated = { ...moved, 'us-gaap:LiabilitiesAndStockholdersEquity USD': both(100, 90) }
    expect(balance(read(restated), 'Q4FY2021').totalDebt).toBe(43)
  })

  it('of IFRS filers have bonds, loans and their current parts as debt', () => {
    const day = (val: number): Entry[] => [at(DAY, val, FILED, { form: '20-F' })]
    const file = read({
      'ifrs-full:Revenue TWD': [annual('2021-01-01', DAY, 9, FILED, { form: '20-F' })],
      'ifrs-full:Assets TWD': day(1_000),
      'ifrs-full:Equity TWD': day(600),
      'ifrs-full:EquityAttributableToOwnersOfParent TWD': day(590),
      'ifrs-full:CashAndCashEquivalents TWD': day(120),
      'ifrs-full:NoncurrentPortionOfNoncurrentBondsIssued TWD': day(200),
      'ifrs-full:NoncurrentPortionOfNoncurrentLoansReceived TWD': day(20),
      'ifrs-full:CurrentPortionOfLongtermBorrowings TWD': day(5),
      'ifrs-full:ShorttermBorrowings TWD': day(40),
    })
    expect(balance(file, 'Q4FY2021')).toEqual({
      fiscalYear: 2021,
      fiscalQuarter: 4,
      end: parseDay(DAY),
      currency: 'TWD',
      totalAssets: 1e3,
      totalLiabilities: 400,
      totalEquity: 590,
      cashAndEquivalents: 120,
      totalDebt: 265,
    })
  })
})

describe('shares outstanding', () => {
  const COVER = 'dei:EntityCommonStockSharesOutstanding shares'
  const BALANCE = 'us-gaap:CommonStockSharesOutstanding shares'
  const flows = { [REVENUE]: calendarYear(2021, [1, 2, 3, 4]) }

  it('are the newest cover page, its classes summed', () => {
    const file = read({
      ...flows,
      [COVER]: [
        at('2021-10-20', 70, '2021-11-01'),
        at('2022-02-01', 50, '2022-02-15'),
        at('2022-02-01', 8, '2022-02-15'),
      ],
      [BALANCE]: [at('2021-12-31', 57, '2022-02-15')],
    })
    expect(file.sharesOutstanding).toBe(58)
  })

  it('are those of the balance sheet where the cover page is older or silent', () => {
    expect(read({ ...flows, [BALANCE]: [at('2021-12-31', 57, '2022-02-15')] }).sharesOutstanding).toBe(57)
    const stopped = {
      [COVER]: [at('2019-02-01', 40, '2019-02-15')],
      [BALANCE]: [at('2021-12-31', 57, '2022-02-15')],
    }
    expect(read({ ...flows, ...stopped }).sharesOutstanding).toBe(57)
  })

  it('are unknown when the last count is years old', () => {
    expect(read({ ...flows, [COVER]: [at('2019-02-01', 40, '2019-02-15')] }).sharesOutstanding).toBeNull()
    expect(read(flows).sharesOutstanding).toBeNull()
  })

  it('are on the basis after a split that later filings show', () => {
    const file = read({
      ...flows,
      [COVER]: [at('2022-02-01', 50, '2022-02-15')],
      'us-gaap:CommonStockSharesIssued shares': [
        at('2021-12-31', 1_000, '2022-02-15'),
        at('2021-12-31', 20_000, '2022-05-01'),
      ],
    })
    expect(file.sharesOutstanding).toBe(1_000)
  })
})

describe('a document', () => {
  it('is told from others', () => {
    for (const other of [
      null,
      3,
      'x',
      [],
      {},
      { cik: 1 },
      { facts: {} },
      { cik: 'x', facts: {} },
      { cik: 1, facts: [] },
    ]) {
      expect(toReports(other)).toBeNull()
    }
    expect(toReports({ cik: '0000320193', entityName: 'Apple Inc.', facts: {} })).toEqual({
      cik: '320193',
      entityName: 'Apple Inc.',
      sharesOutstanding: null,
      splits: [],
      reports: {
        annual: [],
        quarterly: [],
        balances: [],
      },
      filed: { versions: [], packed: null },
      factsRead: 0,
      factsUsed: 0,
      factsSkipped: 0,
    })
  })

  it('may hold what is unknown or broken, which is counted and left out', () => {
    const good = annual('2021-01-01', '2021-12-31', 10, '2022-02-15')
    const broken = [
      null,
      'text',
      {},
      { ...good, val: '7' },
      { ...good, val: null },
      { ...good, end: '2021-13-45' },
      { ...good, start: '2022-01-01' },
      { ...good, start: 20210101 },
      { ...good, filed: undefined },
      { ...good, end: '2023-12-31', start: '2023-01-01' },
    ]
    const file = read({
      [REVENUE]: [...broken, good],
      'us-gaap:Revenues widgets': [good],
      'us-gaap:SomethingElse USD': [good, null],
      'xyz:Revenues USD': [{ ...good, val: 99 }],
    })
    expect(byLabel(file, 'revenue')).toEqual({ FY2021: 10 })
    expect(file).toMatchObject({ factsRead: 15, factsUsed: 2, factsSkipped: 10 })
    const odd = {
      cik: 1,
      facts: {
        'us-gaap': { Assets: 3, Revenues: { units: [] }, Liabilities: { units: { USD: {} } } },
        dei: null,
      },
    }
    expect(toReports(odd)).toMatchObject({ factsRead: 0, reports: { annual: [] } })
  })

  it('never breaks the reader, and its periods are in order and unique', () => {
    const text = fc.constantFrom(
      '2019-12-31',
      '2020-03-31',
      '2020-12-31',
      '2021-01-01',
      '2021-06-30',
      '2021-12-31',
      '2020-01-01',
      'x',
      '',
    )
    const entry = fc.record(
      {
        start: text,
        end: text,
        filed: fc.constantFrom('2022-02-15', '2023-02-15', '2021-02-15', 'y'),
        val: fc.oneof(fc.integer(), fc.double(), fc.constant(0), fc.string()),
        accn: fc.constantFrom('a', 'b', 3),
        form: fc.constantFrom('10-K', '10-Q', '20-F', '10-KT', null),
        fy: fc.oneof(fc.integer(), fc.constant(null)),
      },
      { requiredKeys: [] },
    )
    const name = fc.constantFrom(
      REVENUE,
      EPS,
      'us-gaap:Assets USD',
      'us-gaap:NetIncomeLoss EUR',
      'us-gaap:LongTermDebt USD',
      'us-gaap:CommonStockSharesIssued shares',
      'ifrs-full:Revenue USD',
      'dei:EntityCommonStockSharesOutstanding shares',
    )
    const series = fc.dictionary(
      name,
      fc.array(fc.oneof({ weight: 9, arbitrary: entry }, { weight: 1, arbitrary: fc.anything() }), {
        maxLength: 20,
      }),
    )
    fc.assert(
      fc.property(series, (content) => {
        const { reports } = read(content)
        for (const list of [reports.annual, reports.quarterly, reports.balances]) {
          const ends = list.map(({ end }) => end)
          expect(ends).toEqual([...new Set(ends)].toSorted((a, b) => b - a))
          expect(new Set(list.map(label)).size).toBe(list.length)
        }
      }),
      { numRuns: 200 },
    )
  })
})
