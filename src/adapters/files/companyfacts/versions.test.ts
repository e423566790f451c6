import { describe, expect, it } from 'vitest'
import { describeRealData, realData } from '../../../../tests/support/real-data.ts'
import { formatDay, parseDay } from '../../../kernel/time.ts'
import type { FactVersion, PeriodFacts } from '../../../ports/fundamentals.ts'
import { type Fact, parseFacts } from './facts.ts'
import { type CompanyFactsFile, readCompanyFacts } from './index.ts'
import { packFacts, unpackFacts } from './packed-facts.ts'
import { toReports } from './reports.ts'
import { readStatements } from './statements.ts'
import { annual, at, documentOf, over } from '../../../../tests/support/companyfacts.ts'

type Series = Record<string, readonly unknown[]>

function versionsOf(series: Series): readonly FactVersion[] {
  return toReports(documentOf(series))!.filed.versions
}

/** The states of a period by filing day, as one line tells them. */
function history(
  versions: readonly FactVersion[],
  [fiscalYear, fiscalQuarter]: [number, number | null],
  line: keyof PeriodFacts,
): Record<string, unknown> {
  const states = versions.filter(
    (each) => each.fiscalYear === fiscalYear && each.fiscalQuarter === fiscalQuarter,
  )
  return Object.fromEntries(
    states.map((each) => [formatDay(each.filed ?? 0), each.withdrawn ? 'withdrawn' : each[line]]),
  )
}

const REVENUE = 'us-gaap:Revenues USD'
const ASSETS = 'us-gaap:Assets USD'

describe('states of facts by filing day', () => {
  it('begin with the filing that told a period, and a later restatement is one of its own day', () => {
    const versions = versionsOf({
      [REVENUE]: [
        annual('2020-01-01', '2020-12-31', 100, '2021-02-10'),
        annual('2021-01-01', '2021-12-31', 120, '2022-02-09'),
        annual('2020-01-01', '2020-12-31', 90, '2022-02-09'),
      ],
    })
    expect(history(versions, [2020, null], 'revenue')).toEqual({ '2021-02-10': 100, '2022-02-09': 90 })
    expect(history(versions, [2021, null], 'revenue')).toEqual({ '2022-02-09': 120 })
  })

  it('are one for two filings of a day, and none for a filing that repeats what was known', () => {
    const versions = versionsOf({
      [REVENUE]: [
        annual('2020-01-01', '2020-12-31', 100, '2021-02-10', { accn: '0001' }),
        annual('2020-01-01', '2020-12-31', 101, '2021-02-10', { accn: '0002', form: '10-K/A' }),
        annual('2020-01-01', '2020-12-31', 101, '2021-05-01', { accn: '0003', form: '10-K/A' }),
      ],
    })
    expect(history(versions, [2020, null], 'revenue')).toEqual({ '2021-02-10': 101 })
  })

  it('follow an amendment on its own day', () => {
    const versions = versionsOf({
      [REVENUE]: [
        annual('2020-01-01', '2020-12-31', 100, '2021-02-10'),
        annual('2020-01-01', '2020-12-31', 80, '2021-06-01', { form: '10-K/A' }),
      ],
    })
    expect(history(versions, [2020, null], 'revenue')).toEqual({ '2021-02-10': 100, '2021-06-01': 80 })
  })

  it('derive a fourth quarter on the day of the annual report, not before', () => {
    const versions = versionsOf({
      [REVENUE]: [
        annual('2019-01-01', '2019-12-31', 90, '2020-02-10'),
        over('2020-01-01', '2020-09-30', 70, '2020-11-01'),
        annual('2020-01-01', '2020-12-31', 100, '2021-02-10'),
      ],
    })
    expect(history(versions, [2020, 4], 'revenue')).toEqual({ '2021-02-10': 30 })
  })

  it('put EPS and shares on the split basis of their day', () => {
    const eps = (start: string, end: string, val: number, filed: string) => annual(start, end, val, filed)
    const versions = versionsOf({
      'us-gaap:EarningsPerShareDiluted USD/shares': [
        eps('2018-01-01', '2018-12-31', 8, '2019-02-10'),
        eps('2019-01-01', '2019-12-31', 12, '2020-02-10'),
        eps('2018-01-01', '2018-12-31', 8, '2020-02-10'),
        eps('2020-01-01', '2020-12-31', 4, '2021-02-10'),
        eps('2019-01-01', '2019-12-31', 3, '2021-02-10'),
        eps('2018-01-01', '2018-12-31', 2, '2021-02-10'),
      ],
      'us-gaap:CommonStockSharesOutstanding shares': [
        at('2018-12-31', 1_000, '2019-02-10'),
        at('2019-12-31', 1_000, '2020-02-10'),
        at('2019-12-31', 4_000, '2021-02-10'),
      ],
    })
    expect(history(versions, [2019, null], 'epsDiluted')).toEqual({ '2020-02-10': 12, '2021-02-10': 3 })
    expect(history(versions, [2018, null], 'sharesOutstanding')).toEqual({
      '2019-02-10': 1_000,
      '2021-02-10': 4_000,
    })
  })

  it('withdraw periods of a fiscal year that a later filing replaced', () => {
    const versions = versionsOf({
      [REVENUE]: [
        over('2020-01-01', '2020-03-31', 10, '2020-05-01'),
        over('2020-01-01', '2020-06-30', 22, '2020-08-01'),
        annual('2019-10-01', '2020-09-30', 40, '2020-12-01'),
      ],
    })
    expect(history(versions, [2020, 1], 'revenue')).toMatchObject({
      '2020-05-01': 10,
      '2020-12-01': 'withdrawn',
    })
  })

  it('have the lines of the balance sheet that ratios need, and debt due after a year alone', () => {
    const filed = '2021-02-10'
    const end = '2020-12-31'
    const [version] = versionsOf({
      [REVENUE]: [annual('2020-01-01', end, 100, filed)],
      [ASSETS]: [at(end, 900, filed)],
      'us-gaap:AssetsCurrent USD': [at(end, 300, filed)],
      'us-gaap:LiabilitiesCurrent USD': [at(end, 200, filed)],
      'us-gaap:LongTermDebtNoncurrent USD': [at(end, 150, filed)],
      'us-gaap:LongTermDebtCurrent USD': [at(end, 25, filed)],
      'us-gaap:RetainedEarningsAccumulatedDeficit USD': [at(end, -40, filed)],
      'dei:EntityCommonStockSharesOutstanding shares': [at('2021-02-01', 77, filed)],
    })
    expect(version).toMatchObject({
      fiscalYear: 2020,
      fiscalQuarter: null,
      filed: parseDay(filed),
      currentAssets: 300,
      currentLiabilities: 200,
      longTermDebt: 150,
      totalDebt: 175,
      retainedEarnings: -40,
      sharesOutstanding: 77,
    })
  })

  it('take the current portion out of long-term debt that holds it', () => {
    const filed = '2021-02-10'
    const end = '2020-12-31'
    const notes = ['UnrecognizedTaxBenefits', 'DebtInstrumentFaceAmount', 'LongTermDebtFairValue'].concat(
      'AvailableForSaleSecuritiesDebtMaturitiesWithinOneYear',
    )
    const [version] = versionsOf({
      ...Object.fromEntries(notes.map((tag) => [`us-gaap:${tag} USD`, [at(end, 1, filed)]])),
      [REVENUE]: [annual('2020-01-01', end, 100, filed)],
      [ASSETS]: [at(end, 900, filed)],
      'us-gaap:LongTermDebt USD': [at(end, 175, filed)],
      'us-gaap:LongTermDebtCurrent USD': [at(end, 25, filed)],
    })
    expect(version).toMatchObject({ longTermDebt: 150, totalDebt: 175 })
  })

  it('are those of the newest 400 filing days, the earlier ones together', () => {
    const first = parseDay('2001-01-01')!
    const filings = Array.from({ length: 450 }, (_item, index) =>
      annual('2000-01-01', '2000-12-31', 1_001 + 137 * index, formatDay(first + index)),
    )
    const days = new Set(versionsOf({ [REVENUE]: filings }).map(({ filed }) => filed))
    expect([days.size, Math.min(...[...days].map(Number))]).toEqual([400, first + 50])
  })
})

describe('packed facts', () => {
  it('are the facts again, with their filings', () => {
    const table = parseFacts(
      documentOf({
        [REVENUE]: [
          annual('2020-01-01', '2020-12-31', 100.5, '2021-02-10', { fy: 2020 }),
          annual('2020-01-01', '2020-12-31', -3, '2022-02-10'),
        ],
        [ASSETS]: [at('2020-12-31', 900, '2021-02-10')],
      }),
    )!
    expect(unpackFacts(packFacts(table)!)).toEqual({ ...table, read: 0, used: 0, skipped: 0 })
  })

  it('are not kept when they are too many', () => {
    const table = parseFacts(documentOf({ [REVENUE]: [] }))!
    const [fact] = [at('2020-12-31', 1, '2021-02-10')].map((entry): Fact => {
      const { end, filed } = { end: parseDay(entry.end)!, filed: parseDay(entry.filed)! }
      return { tag: '', start: null, end, value: 0, filed, accession: '', form: '', filingYear: null }
    })
    const many = Array.from({ length: 300_000 }, (_item, index) => ({
      ...fact!,
      value: Math.sin(index),
      accession: `${Math.cos(index)}`,
    }))
    expect(packFacts({ ...table, tags: new Map([['us-gaap:Assets', new Map([['USD', many]])]]) })).toBeNull()
  })
})

describeRealData('states of real companies', () => {
  const read = (name: string): Promise<CompanyFactsFile> =>
    readCompanyFacts(realData('edgar', 'companyfacts', name))

  it('have the EPS that Apple and Alphabet had published before their splits, and after', async () => {
    const apple = await read('CIK0000320193.json.gz')
    const eps = history(apple.filed.versions, [2018, null], 'epsDiluted')
    expect(Object.entries(eps).map(([day, value]) => [day < '2020-10-30', value])).toEqual([
      [true, 11.91],
      [true, 11.91],
      [false, 2.98],
    ])
    const alphabet = await read('CIK0001652044.json.gz')
    const states = Object.entries(history(alphabet.filed.versions, [2018, null], 'epsDiluted'))
    expect(states.at(0)).toEqual(['2019-02-05', 43.7])
    expect(states.at(-1)).toEqual(['2022-07-27', 2.185])
  })

  it.each(['CIK0000320193.json.gz', 'CIK0001652044.json.gz'])(
    'end with what all filings of %s make, from packed facts too',
    async (name) => {
      const { filed } = await read(name)
      const newest = new Map(filed.versions.map((each) => [`${each.end} ${each.fiscalQuarter}`, each]))
      const left = [...newest.values()].filter(({ withdrawn }) => !withdrawn)
      const known = left.map(({ filed: day, withdrawn, ...facts }) =>
        withdrawn || day === null ? [] : facts,
      )
      const { periods } = readStatements(unpackFacts(filed.packed!))
      const order = (a: PeriodFacts, b: PeriodFacts): number =>
        b.end - a.end || (a.fiscalQuarter ?? 0) - (b.fiscalQuarter ?? 0)
      expect(known.flat().toSorted(order)).toEqual(periods.toSorted(order))
      expect(filed.packed!.length).toBeLessThan(40_000)
    },
  )
})
