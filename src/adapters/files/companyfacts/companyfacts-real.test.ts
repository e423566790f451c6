import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeRealData, realData } from '../../../../tests/support/real-data.ts'
import { temporaryFolder } from '../../../../tests/support/temporary.ts'
import { formatDay } from '../../../kernel/time.ts'
import { readCompanyFacts, type CompanyFactsFile } from './index.ts'

const MILLION = 1_000_000

describeRealData('companyfacts of Apple', () => {
  let apple: CompanyFactsFile
  beforeAll(async () => {
    apple = await readCompanyFacts(realData('edgar', 'companyfacts', 'CIK0000320193.json.gz'))
  })
  const year = (label: number) => apple.reports.annual.find(({ fiscalYear }) => fiscalYear === label)

  it('give the figures that the company published', () => {
    expect(apple).toMatchObject({ cik: '320193', entityName: 'Apple Inc.' })
    expect(year(2024)).toMatchObject({
      revenue: 391_035 * MILLION,
      netIncome: 93_736 * MILLION,
      operatingCashFlow: 118_254 * MILLION,
      epsDiluted: 6.08,
    })
    // Filed as 11.91, before the split of 4 for 1 of August 2020.
    expect(year(2018)).toMatchObject({ revenue: 265_595 * MILLION, epsDiluted: 2.98 })
  })

  it('have every quarter of every year since 2009, and each four add up to the year', () => {
    const { annual, quarterly } = apple.reports
    for (const { fiscalYear, revenue, netIncome, operatingCashFlow, end } of annual) {
      if (fiscalYear < 2009) continue
      const quarters = quarterly.filter((each) => each.fiscalYear === fiscalYear)
      expect(quarters.map(({ fiscalQuarter }) => fiscalQuarter)).toEqual([4, 3, 2, 1])
      const sum = (line: 'revenue' | 'netIncome' | 'operatingCashFlow'): number =>
        quarters.reduce((total, quarter) => total + (quarter[line] ?? Number.NaN), 0)
      expect(sum('revenue')).toBe(revenue)
      expect(sum('netIncome')).toBe(netIncome)
      expect(sum('operatingCashFlow')).toBe(operatingCashFlow)
      expect(formatDay(quarters[0]!.end)).toBe(formatDay(end))
    }
  })

  it('show both splits, and the count of shares of today', () => {
    expect(apple.splits.map(({ ratio }) => ratio)).toEqual([7, 4])
    expect(apple.sharesOutstanding).toBeGreaterThan(14_000 * MILLION)
    expect(apple.sharesOutstanding).toBeLessThan(16_000 * MILLION)
  })

  it('balance: assets are liabilities and equity', () => {
    expect(apple.reports.balances.length).toBeGreaterThan(60)
    for (const { totalAssets, totalLiabilities, totalEquity } of apple.reports.balances) {
      if (totalAssets === null || totalLiabilities === null || totalEquity === null) continue
      expect(totalLiabilities + totalEquity).toBe(totalAssets)
    }
  })
})

describeRealData('companyfacts of Alphabet', () => {
  it('have per-share values on the basis after the split of 20 for 1', async () => {
    const { splits, reports } = await readCompanyFacts(
      realData('edgar', 'companyfacts', 'CIK0001652044.json.gz'),
    )
    expect(splits.map(({ ratio }) => ratio)).toEqual([20])
    const year2021 = reports.annual.find(({ fiscalYear }) => fiscalYear === 2021)
    expect(year2021).toMatchObject({
      revenue: 257_637 * MILLION,
      netIncome: 76_033 * MILLION,
      epsDiluted: 5.61,
    })
  })
})

describe('a companyfacts file', () => {
  const root = temporaryFolder()
  const write = (name: string, content: string | Buffer): string => {
    writeFileSync(join(root, name), content)
    return join(root, name)
  }
  const EMPTY = '{"cik":1,"entityName":"Nobody","facts":{}}'

  it('is read compressed or not, whatever its name', async () => {
    for (const path of [write('plain.json.gz', EMPTY), write('packed.json', gzipSync(EMPTY))]) {
      expect(await readCompanyFacts(path)).toMatchObject({ cik: '1', entityName: 'Nobody' })
    }
  })

  it.each([
    ['is not there', () => join(root, 'nowhere.json'), 'there is no such file.'],
    ['is no JSON', () => write('text.json', 'hello'), 'it is not JSON'],
    ['is something else', () => write('array.json', '[1]'), 'not a companyfacts document'],
    ['is cut short', () => write('cut.json.gz', gzipSync(EMPTY).subarray(0, 20)), 'it was cut off'],
  ])('that %s is refused with the reason', async (_, path, reason) => {
    await expect(readCompanyFacts(path())).rejects.toThrow(reason)
  })
})
