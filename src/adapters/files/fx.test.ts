import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeRealData, realData } from '../../../tests/support/real-data.ts'
import { averageUsd, type FxRate, usdOn } from '../../market/fx-average.ts'
import { dayOf, formatDay, parseDay } from '../../kernel/time.ts'
import { type FxFile, readFxFile } from './fx.ts'

let root = ''

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fx-'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

async function read(content: string | Uint8Array): Promise<{ file: FxFile; rejected: string[] }> {
  const path = join(root, 'rates')
  writeFileSync(path, content)
  return readPath(path)
}

async function readPath(path: string): Promise<{ file: FxFile; rejected: string[] }> {
  const rejected: string[] = []
  const file = await readFxFile(path, {
    newest: parseDay('2026-11-22') ?? 0,
    onRejected: ({ line, reason }) => rejected.push(`${line} ${reason}`),
  })
  return { file, rejected }
}

/** Rates as `currency from..to usd`. */
const shown = ({ rates }: FxFile): string[] =>
  rates.map(
    ({ currency, from, to, usd }) => `${currency} ${formatDay(from)}..${formatDay(to)} ${usd.toFixed(6)}`,
  )

const ECB = 'Date,USD,JPY,CYP,\n2024-01-03,1.0919,156.16,N/A,\n2007-12-31,1.4721,164.93,0.585274,\n'

describe('the European Central Bank’s file', () => {
  test('is crossed through the day’s dollar rate, gaps and all', async () => {
    const { file, rejected } = await read(ECB)
    expect(rejected).toEqual([])
    expect(file).toMatchObject({ kind: 'daily', source: 'ecb', read: 2 })
    expect(shown(file)).toEqual([
      'EUR 2024-01-03..2024-01-03 1.091900',
      `JPY 2024-01-03..2024-01-03 ${(1.0919 / 156.16).toFixed(6)}`,
      'EUR 2007-12-31..2007-12-31 1.472100',
      `JPY 2007-12-31..2007-12-31 ${(1.4721 / 164.93).toFixed(6)}`,
      `CYP 2007-12-31..2007-12-31 ${(1.4721 / 0.585274).toFixed(6)}`,
    ])
  })

  test('is the same as CSV, in a zip and in gzip, with a byte order mark and Windows line ends', async () => {
    const plain = (await read(ECB)).file
    expect((await read(zipSync({ 'eurofxref-hist.csv': strToU8(ECB) }))).file).toEqual(plain)
    expect((await read(gzipSync(ECB))).file).toEqual(plain)
    expect((await read(`\uFEFF${ECB.replaceAll('\n', '\r\n')}`)).file).toEqual(plain)
  })

  test('names rows and cells that are no rates and keeps the others', async () => {
    const rows = [
      'Date,USD,JPY,Comment',
      '03.01.2024,1.09,156,x',
      '2024-01-03,N/A,156,x',
      '2024-01-04,1.1,-156,x',
      '2024-01-05,1.2,0,',
      '2024-01-05,1.3,157,',
    ]
    const { file, rejected } = await read(rows.join('\n'))
    expect(shown(file)).toEqual([
      'EUR 2024-01-04..2024-01-04 1.100000',
      'EUR 2024-01-05..2024-01-05 1.300000',
      `JPY 2024-01-05..2024-01-05 ${(1.3 / 157).toFixed(6)}`,
    ])
    expect(rejected).toEqual([
      '2 "03.01.2024" is no date (YYYY-MM-DD)',
      '3 without a rate of the US dollar no other can be converted',
      '4 JPY "-156" is no rate',
      '5 JPY "0" is no rate',
      '5 line 6 has a rate of EUR for the same time',
    ])
  })
})

describe('the Federal Reserve’s files', () => {
  test('are months or years by their dates, and units per dollar become dollars per unit', async () => {
    const months = 'Date,Country,Exchange rate\n2020-01-01,Taiwan,30\n2020-02-01,Taiwan,32'
    expect(shown((await read(months)).file)).toEqual([
      'TWD 2020-01-01..2020-01-31 0.033333',
      'TWD 2020-02-01..2020-02-29 0.031250',
    ])
    const years = await read(
      'Date,Country,Exchange rate\nx,Japan,1\n2020-01-01,Japan,100\n2021-01-01,Japan,110',
    )
    expect(years.file.kind).toBe('annual')
    expect(shown(years.file)).toEqual([
      'JPY 2020-01-01..2020-12-31 0.010000',
      'JPY 2021-01-01..2021-12-31 0.009091',
    ])
    expect(years.rejected).toEqual(['2 "x" is no date (YYYY-MM-DD)'])
  })

  // The releases quote these in dollars; copies of them have everything per dollar.
  const inverse: readonly (readonly [string, number])[] = [
    ['Australia', 0.6441],
    ['Euro', 1.1383],
    ['New Zealand', 0.5823],
    ['United Kingdom', 1.3],
    ['Ireland', 1.1],
  ]

  test.each([
    { name: 'in dollars for one unit', per: (dollars: number) => dollars },
    { name: 'in units per dollar', per: (dollars: number) => 1 / dollars },
  ])('the five currencies are read right when the file has them $name', async ({ per }) => {
    const rows = inverse.map(([country, dollars]) => `2025-01-01,${country},${per(dollars).toFixed(9)}`)
    const { file, rejected } = await read(
      ['Date,Country,Exchange rate', ...rows, '2025-01-01,Japan,150'].join('\n'),
    )
    expect(rejected).toEqual([])
    for (const [index, [country, dollars]] of inverse.entries()) {
      expect([country, file.rates[index]?.usd.toFixed(4)]).toEqual([country, dollars.toFixed(4)])
    }
    expect(file.rates[5]?.usd).toBe(1 / 150)
  })

  test('are refused where nothing tells which way round they are', async () => {
    const { file, rejected } = await read(
      'Date,Country,Exchange rate\n2022-01-01,Euro,0.95\n2022-01-01,Japan,130',
    )
    expect(file.rates.map(({ currency }) => currency)).toEqual(['JPY'])
    expect(rejected).toEqual(['2 nothing tells if EUR is quoted per dollar or in dollars'])
  })

  test('a redenomination is another currency, and a period that spans it has none', async () => {
    const dates = ['2018-07-01', '2018-08-01', '2018-09-01', '2021-10-01', '2021-11-01']
    const rows = dates.map((date) => `${date},Venezuela,10`)
    const { file, rejected } = await read(['Date,Country,Exchange rate', ...rows].join('\n'))
    expect(file.rates.map(({ currency, from }) => `${currency} ${formatDay(from)}`)).toEqual([
      'VEF 2018-07-01',
      'VES 2018-09-01',
      'VES 2021-10-01',
      'VED 2021-11-01',
    ])
    expect(rejected).toEqual(['3 Venezuela changed its currency within the period'])
  })

  test('countries and numbers that are none are named', async () => {
    const rows = [
      '2020-01-01,Atlantis,1',
      '2020-01-01,Japan,',
      '2020-02-01,Japan,1e2',
      '2020-03-01,Japan,100',
    ]
    const { file, rejected } = await read(['Date,Country,Exchange rate', ...rows].join('\n'))
    expect(file.rates).toHaveLength(1)
    expect(rejected).toEqual([
      '2 "Atlantis" is no country of the Federal Reserve\'s list',
      '3 "" is no rate',
      '4 "1e2" is no rate',
    ])
  })
})

test('anything else is refused in one sentence', async () => {
  const path = join(root, 'rates')
  await expect(readPath(join(root, 'none'))).rejects.toThrow(`${root}/none: there is no such file.`)
  await expect(read('')).rejects.toThrow(`${path}: it is empty.`)
  await expect(read('a,b\n1,2')).rejects.toThrow(`${path}: its header has no column date.`)
  await expect(read('Date,Open\n2020-01-01,2')).rejects.toThrow(
    `${path}: its header is neither Date,USD,… nor Date,Country,Exchange rate.`,
  )
  await expect(read(gzipSync(ECB).subarray(0, 40))).rejects.toThrow(
    `${path}: it was cut off (its compressed data end too early)`,
  )
  const zip = zipSync({ 'a.csv': strToU8(ECB), 'b.csv': strToU8(ECB) })
  await expect(read(zip)).rejects.toThrow(`${path}: the archive does not hold exactly one CSV file.`)
  await expect(read(zip.subarray(0, zip.length - 9))).rejects.toThrow(
    'it was cut off (its directory is missing)',
  )
})

describeRealData('the files of the two central banks', () => {
  const seen = new Map<string, FxRate[]>()
  const rates = async (file: string): Promise<FxRate[]> => {
    const known = seen.get(file) ?? (await readPath(realData('fx', file))).file.rates
    seen.set(file, known)
    return known
  }
  const of = (all: readonly FxRate[], currency: string): FxRate[] =>
    all.filter((rate) => rate.currency === currency)
  const year = (value: number): [number, number] => [dayOf(value, 1, 1), dayOf(value, 12, 31)]

  test('every row is read, but for the periods in which the bolívar changed', async () => {
    const ecb = await readPath(realData('fx', 'eurofxref-hist.zip'))
    expect(ecb.rejected).toEqual([])
    expect(ecb.file).toMatchObject({ kind: 'daily', source: 'ecb', read: 6_983 })
    expect(new Set(ecb.file.rates.map(({ currency }) => currency)).size).toBe(41)
    const annual = await readPath(realData('fx', 'annual.csv'))
    expect(annual.file).toMatchObject({ kind: 'annual', source: 'fed', read: 993 })
    expect(annual.rejected).toEqual([
      '987 Venezuela changed its currency within the period',
      '990 Venezuela changed its currency within the period',
    ])
    const monthly = await readPath(realData('fx', 'monthly.csv'))
    expect(monthly.file).toMatchObject({ kind: 'monthly', source: 'fed', read: 17_237 })
    expect(monthly.rejected).toEqual(['17144 Venezuela changed its currency within the period'])
  })

  test('TSMC’s revenue of 2020 in dollars at the average of the year, with or without the months', async () => {
    const annual = of(await rates('annual.csv'), 'TWD')
    const monthly = of(await rates('monthly.csv'), 'TWD')
    expect((1_339_254.8 * (averageUsd(annual, ...year(2020)) ?? 0)).toFixed(1)).toBe('45465.0')
    expect((1_339_254.8 * (averageUsd([...monthly, ...annual], ...year(2020)) ?? 0)).toFixed(1)).toBe(
      '45465.0',
    )
    expect((averageUsd(monthly, ...year(2020)) ?? 0) * 29.4568).toBeCloseTo(1, 2)
  })

  test('the two banks agree on the euro in every year, within 0.15 %', async () => {
    const [ecb, fed] = [of(await rates('eurofxref-hist.zip'), 'EUR'), of(await rates('annual.csv'), 'EUR')]
    expect(fed).toHaveLength(27)
    for (const { from, to, usd } of fed) {
      expect(Math.abs((averageUsd(ecb, from, to) ?? 0) / usd - 1)).toBeLessThan(0.0015)
    }
  })

  test.each(['AUD', 'NZD', 'GBP', 'JPY', 'CHF', 'HKD', 'SGD'])(
    '%s has the same way round in both banks’ months',
    async (currency) => {
      const [ecb, fed] = [
        of(await rates('eurofxref-hist.zip'), currency),
        of(await rates('monthly.csv'), currency),
      ]
      const common = fed.filter(({ from }) => from >= dayOf(1999, 1, 1) && from < dayOf(2026, 4, 1))
      expect(common).toHaveLength(27 * 12 + 3)
      for (const { from, to, usd } of common) {
        expect(Math.abs((averageUsd(ecb, from, to) ?? 0) / usd - 1)).toBeLessThan(0.02)
      }
    },
  )

  test('old currencies are there for their time', async () => {
    const monthly = await rates('monthly.csv')
    const mark = of(monthly, 'DEM')
    // One euro is 1.95583 marks.
    const euro = averageUsd(of(await rates('eurofxref-hist.zip'), 'EUR'), ...year(2001)) ?? 0
    expect(Math.abs(((averageUsd(mark, ...year(2001)) ?? 0) * 1.95583) / euro - 1)).toBeLessThan(0.005)
    expect(usdOn(mark, parseDay('2002-01-01') ?? 0)).toBeNull()
    expect(of(monthly, 'IEP').at(-1)?.usd).toBeCloseTo(1 / 0.8837, 9)
  })
})
