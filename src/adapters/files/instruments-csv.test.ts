import { describe, expect, it } from 'vitest'
import { describeRealData, realData } from '../../../tests/support/real-data.ts'
import { temporaryFiles } from '../../../tests/support/temporary.ts'
import type { ListingRecord } from '../../ports/market-data.ts'
import { type Rejection, UnreadableFile } from './csv.ts'
import { readInstruments } from './instruments-csv.ts'

const write = temporaryFiles()

async function readFile(path: string) {
  const rejected: Rejection[] = []
  const records: ListingRecord[] = []
  for await (const record of readInstruments(path, (each) => rejected.push(each))) records.push(record)
  return { records, rejected }
}

const read = (content: string) => readFile(write(content))

const HEADER =
  'symbol,name,exchange,asset_class,sector,industry,currency,country,mic,isin,figi,cik,market_cap,aliases\n'
const quoted = (text: string): string => `"${text}"`

/** One row of the full header with these cells; the others are empty. */
function row(cells: Partial<Record<string, string>>): string {
  const filled: Partial<Record<string, string>> = {
    symbol: 'AAA',
    name: 'Alpha',
    asset_class: 'equity',
    ...cells,
  }
  return `${HEADER.trim()
    .split(',')
    .map((name) => quoted(filled[name] ?? ''))
    .join(',')}\n`
}

async function one(cells: Partial<Record<string, string>>): Promise<ListingRecord | undefined> {
  const { records, rejected } = await read(HEADER + row(cells))
  expect(rejected).toEqual([])
  return records[0]
}

describe('a listing', () => {
  it('has what its row says', async () => {
    const record = await one({
      symbol: 'AAPL',
      name: 'Apple Inc.',
      exchange: 'NASDAQ',
      asset_class: 'Equity',
      sector: 'Technology',
      industry: 'Consumer Electronics',
      currency: 'usd',
      country: 'United States',
      isin: 'us0378331005',
      figi: 'BBG000B9XRY4',
      cik: '0000320193',
      market_cap: '3.5e12',
      aliases: 'Apple Computer| iPhone maker ||',
    })
    expect(record).toEqual({
      ticker: 'AAPL',
      name: 'Apple Inc.',
      exchange: 'NASDAQ',
      mic: 'XNAS',
      assetClass: 'equity',
      sector: 'Technology',
      industry: 'Consumer Electronics',
      currency: 'USD',
      country: 'United States',
      isin: 'US0378331005',
      figi: 'BBG000B9XRY4',
      cik: '320193',
      marketCap: 3.5e12,
      aliases: ['Apple Computer', 'iPhone maker'],
    })
  })

  it('needs a symbol, a name and an asset class, and nothing else', async () => {
    const { records, rejected } = await read('asset_class,NAME,Symbol\netf,Alpha Fund,AAA\n')
    expect(rejected).toEqual([])
    expect(records).toMatchObject([
      {
        ticker: 'AAA',
        name: 'Alpha Fund',
        assetClass: 'etf',
        sector: null,
        isin: null,
        marketCap: null,
        aliases: [],
      },
    ])
  })

  it('is on the venue of its MIC or exchange, in the currency of that, when it names none', async () => {
    expect(await one({ mic: 'XLON' })).toMatchObject({ mic: 'XLON', currency: 'GBP' })
    expect(await one({ exchange: 'GER' })).toMatchObject({ mic: 'XETR', currency: 'EUR' })
    expect(await one({ symbol: 'BTC-EUR', asset_class: 'crypto' })).toMatchObject({ currency: 'EUR' })
  })

  it.each([
    ['isin', 'US03783310'],
    ['isin', 'US037833100X'],
    ['isin', '-'],
    ['figi', 'BBG00'],
    ['figi', 'N/A'],
    ['cik', 'none'],
    ['cik', '12345678901'],
    ['cik', '-5'],
    ['cik', '0'],
    ['cik', '0000000000'],
  ] as const)('does without an %s of %j, which could join it to another', async (name, value) => {
    expect((await one({ [name]: value }))?.[name]).toBeNull()
  })

  it('may have a ticker of up to 32 characters, blanks and signs within', async () => {
    for (const symbol of ['A', '^GSPC', 'BRK.B', 'BF B', '600519.SS', '€URO', 'X'.repeat(32)]) {
      expect((await one({ symbol }))?.ticker).toBe(symbol)
    }
  })

  it('has its names without what nobody sees, whose length counts in characters', async () => {
    expect(await one({ name: 'Al\u200bpha\u202e', sector: '\ufeffTech', aliases: 'A\u00adB' })).toMatchObject(
      {
        name: 'Alpha',
        sector: 'Tech',
        aliases: ['AB'],
      },
    )
    expect((await one({ name: '🙂'.repeat(400) }))?.name).toHaveLength(800)
  })

  it('may be worth nothing', async () => {
    expect((await one({ market_cap: '0' }))?.marketCap).toBe(0)
  })
})

describe('a row that names no instrument', () => {
  it.each([
    ['no symbol', { symbol: '' }, 'symbol is empty'],
    ['a blank symbol', { symbol: '  ' }, 'symbol is empty'],
    ['no name', { name: ' ' }, 'name of "AAA" is empty'],
    ['a symbol that is too long', { symbol: 'X'.repeat(41) }, 'symbol must have at most 40'],
    ['a symbol with a line end', { symbol: 'A\nB' }, 'symbol must not contain control characters'],
    ['a symbol of what nobody sees', { symbol: '\u200b' }, 'symbol must not contain invisible'],
    ['a symbol that reads backwards', { symbol: 'AA\u202ePL' }, 'symbol must not contain invisible'],
    ['a name of what nobody sees', { name: '\u200b\u2060' }, 'name must not be blank'],
    ['a sector with a bell', { sector: 'Tech\u0007' }, 'sector must not contain control characters'],
    ['an alias with a line end', { aliases: 'Alpha|Al\npha' }, 'aliases must not contain control'],
    ['a market cap larger than any', { market_cap: '1e16' }, 'market_cap must be 0 or between'],
    ['a market cap smaller than any', { market_cap: '5e-324' }, 'market_cap must be 0 or between'],
    ['a name that is too long', { name: 'x'.repeat(401) }, 'name must have at most 400'],
    ['no asset class', { asset_class: '' }, 'asset_class of "AAA" must be one of equity, etf, index, crypto'],
    ['an unknown asset class', { asset_class: 'bond' }, 'asset_class'],
    ['a market cap in words', { market_cap: '3 trillion' }, 'market_cap'],
    ['a negative market cap', { market_cap: '-1' }, 'market_cap'],
    ['a market cap beyond all numbers', { market_cap: '1e999' }, 'market_cap'],
    ['a NUL that no database takes', { sector: 'Tech\0' }, 'NUL'],
    ['a NUL in its name', { name: 'Al\0pha' }, 'NUL'],
  ])('because of %s is left out and reported with its line', async (_, cells, reason) => {
    const { records, rejected } = await read(
      HEADER + row({ symbol: 'GOOD' }) + row(cells) + row({ symbol: 'ALSO' }),
    )
    expect(records.map(({ ticker }) => ticker)).toEqual(['GOOD', 'ALSO'])
    expect(rejected).toEqual([{ line: 3, reason: expect.stringContaining(reason) }])
  })

  it('is no reason to stop, however many there are', async () => {
    const { records, rejected } = await read(`${HEADER}${'a,b\n'.repeat(1_000)}${row({})}`)
    expect([records.length, rejected.length]).toEqual([1, 1_000])
  })
})

it('a file that lacks a column is no file of instruments', async () => {
  await expect(read('symbol,name\nA,Alpha\n')).rejects.toThrow(UnreadableFile)
  await expect(read('symbol,name\nA,Alpha\n')).rejects.toThrow('no column asset_class')
})

describeRealData('the real lists', () => {
  it.each([
    ['financedatabase.csv.gz', 183_496],
    ['us-listings.csv.gz', 13_106],
  ])('%s: each of %i rows is a listing or is reported', async (name, rows) => {
    const { records, rejected } = await readFile(realData('instruments', name))
    expect(records.length + rejected.length).toBe(rows)
    expect(rejected.length).toBeLessThan(rows / 1_000)
  })
})
