import { existsSync, readFileSync } from 'node:fs'
import { env, stderr } from 'node:process'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { calendarOf, venueOf } from '../../market/venues.ts'
import { anchorUsd } from '../fx.ts'
import { SECTORS } from '../industries.ts'
import { splitsOf } from '../splits.ts'
import { readEquities } from './equity-table.ts'
import { UNIVERSE } from './index.ts'
import type { DemoInstrument } from '../instrument.ts'

function count(matches: (instrument: DemoInstrument) => boolean): number {
  return UNIVERSE.filter(matches).length
}

describe('the universe', () => {
  it('holds at least as many instruments of each kind as a first visitor expects', () => {
    expect(UNIVERSE.length).toBeGreaterThanOrEqual(520)
    expect(count((i) => i.company !== null && ['XNAS', 'XNYS'].includes(i.mic))).toBeGreaterThanOrEqual(330)
    expect(count((i) => i.company !== null && !['XNAS', 'XNYS'].includes(i.mic))).toBeGreaterThanOrEqual(120)
    expect(count((i) => i.assetClass === 'etf')).toBeGreaterThanOrEqual(45)
    expect(count((i) => i.assetClass === 'index')).toBeGreaterThanOrEqual(12)
    expect(count((i) => i.assetClass === 'crypto')).toBeGreaterThanOrEqual(25)
  })

  it('has companies on every venue it promises', () => {
    const venues = new Set(UNIVERSE.filter((i) => i.company !== null).map((i) => i.mic))
    expect([...venues].toSorted()).toEqual(
      ['XAMS', 'XASX', 'XETR', 'XHKG', 'XLON', 'XNAS', 'XNYS', 'XPAR', 'XTKS', 'XTSE'].toSorted(),
    )
  })

  it('gives each listing once', () => {
    expect(new Set(UNIVERSE.map((i) => `${i.mic} ${i.ticker}`)).size).toBe(UNIVERSE.length)
    const companies = UNIVERSE.filter((i) => i.company !== null)
    expect(new Set(companies.map((i) => i.name)).size).toBe(companies.length)
  })

  it('uses the venues, calendars and currencies the rest of the system knows', () => {
    for (const i of UNIVERSE) {
      const venue = venueOf({ exchange: null, mic: i.mic, assetClass: i.assetClass })
      expect([i.ticker, venue.mic, venue.exchange]).toEqual([i.ticker, i.mic, i.exchange])
      expect(anchorUsd(i.currency) * anchorUsd(i.company?.reportingCurrency ?? 'USD')).toBeGreaterThan(0)
    }
    const homeless = UNIVERSE.filter((i) => calendarOf(i.mic, i.assetClass) === null)
    expect(homeless.map((i) => i.ticker)).toEqual([])
  })

  it('classifies companies by GICS, and indices and crypto assets not at all', () => {
    const misfits = UNIVERSE.filter((i) => {
      const isClassified = (SECTORS as readonly (string | null)[]).includes(i.sector) && i.industry !== null
      if (i.assetClass === 'equity') return !isClassified || i.country === null
      return i.industry !== null || (i.assetClass !== 'etf' && i.sector !== null)
    })
    expect(misfits.map((i) => i.ticker)).toEqual([])
    const domestic = UNIVERSE.filter((i) => i.mic === 'XNAS' || i.mic === 'XNYS')
    const sizes = SECTORS.map((sector) => domestic.filter((i) => i.sector === sector).length)
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(8)
  })

  it('has only numbers a listing can have', () => {
    const oddities = UNIVERSE.filter(({ price, payout }) => {
      return !(price.anchor > 0) || Math.abs(price.growth) > 0.3 || (payout?.yield ?? 0) >= 0.1
    })
    expect(oddities.map((i) => i.ticker)).toEqual([])
    const oddCompanies = UNIVERSE.filter(({ company }) => {
      if (company === null) return false
      const { priceEarnings, netMargin, yearEnd } = company
      const isSigned = priceEarnings !== 0 && priceEarnings > 0 === netMargin > 0 && netMargin < 1
      return !isSigned || yearEnd < 1 || yearEnd > 12
    })
    expect(oddCompanies.map((i) => i.ticker)).toEqual([])
  })

  it('knows real facts: names, currencies, fiscal years, reporting currencies, other names', () => {
    const facts = (ticker: string): unknown[] => {
      const i = UNIVERSE.find((known) => known.ticker === ticker)
      return [i?.name, i?.mic, i?.currency, i?.company?.yearEnd, i?.company?.reportingCurrency]
    }
    expect(facts('AAPL')).toEqual(['Apple Inc.', 'XNAS', 'USD', 9, 'USD'])
    expect(facts('MSFT')).toEqual(['Microsoft Corporation', 'XNAS', 'USD', 6, 'USD'])
    expect(facts('NVDA')).toEqual(['NVIDIA Corporation', 'XNAS', 'USD', 1, 'USD'])
    expect(facts('SHEL.L')).toEqual(['Shell plc', 'XLON', 'GBP', 12, 'USD'])
    expect(facts('BABA')).toEqual(['Alibaba Group Holding Limited', 'XNYS', 'USD', 3, 'CNY'])
    expect(facts('7203.T')).toEqual(['Toyota Motor Corporation', 'XTKS', 'JPY', 3, 'JPY'])
    expect(UNIVERSE.find((i) => i.ticker === 'GOOGL')?.aliases).toContain('Google')
  })

  it('calls no company what the name of another begins with', () => {
    const companies = UNIVERSE.filter(({ assetClass }) => assetClass === 'equity')
    const taken = companies.flatMap(({ ticker, aliases }) =>
      aliases
        .filter((alias) =>
          companies.some((other) => other.ticker !== ticker && other.name.startsWith(`${alias} `)),
        )
        .map((alias) => `${ticker}: ${alias}`),
    )
    expect(taken).toEqual([])
  })

  it('splits only what it lists, on session days, at least a dozen times', () => {
    const splits = UNIVERSE.flatMap((i) => splitsOf(i).map((split) => ({ i, ...split })))
    expect(splits.length).toBeGreaterThanOrEqual(12)
    for (const { i, exDay, factor } of splits) {
      expect(calendarOf(i.mic, i.assetClass)?.sessionOn(exDay)).toMatchObject({ day: exDay })
      expect(factor).toBeGreaterThan(0)
      expect(factor).not.toBe(1)
    }
  })

  it('refuses a table row it cannot read and names the line', () => {
    const row = 'XX | Example | XNAS | price | 10 | 10 | 0 | 5 | 10'
    expect(() => readEquities(`# Banks\n${row}`)).toThrow(row)
    expect(() => readEquities(`# Bakeries\n${row}`)).toThrow('no known industry')
    expect(() => readEquities(`# Banks\n${row.replace('price', '1')} | yearsEnd=3`)).toThrow('yearsEnd')
  })
})

const directory = env.REAL_DATA_DIR ?? fileURLToPath(new URL('../../../../shared/data', import.meta.url))
const isAbsent = !existsSync(`${directory}/instruments`)
if (isAbsent) stderr.write(`no real data in ${directory}: its tests are skipped\n`)

describe.skipIf(isAbsent && env.REQUIRE_RINGS !== 'all')(`the universe against ${directory}`, () => {
  it('values more than nine in ten US companies within a factor of two of their market value', () => {
    const file = gunzipSync(readFileSync(`${directory}/instruments/us-listings.csv.gz`))
    const { data: rows } = Papa.parse<Record<string, string>>(file.toString(), {
      header: true,
      skipEmptyLines: true,
    })
    const values = new Map(rows.map((row) => [row.symbol, Number(row.market_cap)]))
    const ratios = UNIVERSE.flatMap((i) => {
      const value = values.get(i.ticker.replace('-', '.'))
      const isUs = i.company !== null && (i.mic === 'XNAS' || i.mic === 'XNYS')
      return isUs && value ? [(i.price.anchor * (i.sharesOutstanding ?? 0)) / value] : []
    })
    expect(ratios.length).toBeGreaterThan(300)
    const close = ratios.filter((ratio) => ratio > 0.5 && ratio < 2)
    expect(close.length / ratios.length).toBeGreaterThan(0.9)
  })
})
