import { describe, expect, it } from 'vitest'
import { buildSearchIndex } from './testing/build.ts'
import { openSearchIndex } from './search-index.ts'
import type { SearchRecord } from './search-record.ts'
import { recordOf } from './testing/records.ts'

/** Tickers in static rank: of records that all have the word "same" and fit the query equally. */
function ranked(...records: SearchRecord[]): string[] {
  const index = openSearchIndex(buildSearchIndex(records))
  const { items } = index.search('same', { limit: 50, assetClass: null })
  return items.map((item) => item.ticker)
}

function listing(ticker: string, fields: Partial<SearchRecord> = {}): SearchRecord {
  return recordOf({ name: `${ticker} Same`, ticker, ...fields })
}

describe('the static rank', () => {
  it('puts any listing at home before foreign listings, those before copies on regional floors', () => {
    const order = ranked(
      listing('COPY', { mic: 'XBER', country: 'Japan', marketCap: 3e12 }),
      listing('LONDON', { mic: 'XLON', country: 'Japan', marketCap: 2e12 }),
      listing('MILAN', { mic: 'XMIL', country: 'Japan', marketCap: 2e12 }),
      listing('TOKYO', { mic: 'XTKS', country: 'Japan', marketCap: 1e8 }),
    )
    expect(order).toEqual(['TOKYO', 'LONDON', 'COPY', 'MILAN'])
  })

  it('reads the country by name, by code, or from the ISIN', () => {
    const tokyo = { mic: 'XTKS', marketCap: 1e9 }
    const order = ranked(
      listing('UNKNOWN', { ...tokyo, country: null, marketCap: 9e9 }),
      listing('NAME', { ...tokyo, country: 'Japan', marketCap: 3e9 }),
      listing('CODE', { ...tokyo, country: 'JP', marketCap: 2e9 }),
      listing('ISIN', { ...tokyo, country: null, isin: 'JP3633400001' }),
    )
    expect(order).toEqual(['NAME', 'CODE', 'ISIN', 'UNKNOWN'])
  })

  it('counts an American listing of a foreign company as one it is known by, and Hong Kong for China', () => {
    const china = { country: 'China', marketCap: 1e9 }
    const order = ranked(
      listing('XETR', { ...china, mic: 'XETR', marketCap: 9e9 }),
      listing('XHKG', { ...china, mic: 'XHKG', marketCap: 2e9 }),
      listing('XNYS', { ...china, mic: 'XNYS' }),
    )
    expect(order).toEqual(['XHKG', 'XNYS', 'XETR'])
  })

  it('lends the value of a company to its other listings, which come after the one that has it', () => {
    const order = ranked(
      listing('OTHER', { marketCap: 5e10 }),
      listing('LENT', { name: 'Same Motors', mic: 'XNAS' }),
      listing('OWN', { name: 'Same Motors Corp.', marketCap: 9e10 }),
    )
    expect(order).toEqual(['OWN', 'LENT', 'OTHER'])
  })

  it('takes a market value of zero for unknown', () => {
    expect(ranked(listing('TEN', { marketCap: 1e7 }), listing('ZERO', { marketCap: 0 }))).toEqual([
      'ZERO',
      'TEN',
    ])
  })

  it('judges a company of unknown value by the number of countries it is listed in', () => {
    const everywhere = ['XNYS', 'XETR', 'XBER', 'XLON', 'XMEX', 'XBUE'].map((mic) =>
      listing(`W.${mic}`, { name: 'World Same', mic }),
    )
    const order = ranked(listing('ONE'), ...everywhere, listing('BIG', { marketCap: 9e10 }))
    expect(order.slice(0, 3)).toEqual(['BIG', 'W.XNYS', 'ONE'])
  })

  it('judges a fund by the countries its ticker is listed in, under whatever name', () => {
    const fund = (ticker: string, name: string, mic: string): SearchRecord =>
      listing(ticker, { name, mic, assetClass: 'etf', country: null })
    const order = ranked(
      fund('AAA', 'One Same Fund', 'ARCX'),
      fund('BBB', 'Two Same Fund', 'ARCX'),
      fund('BBB.MX', 'Trust of the Same', 'XMEX'),
    )
    expect(order).toEqual(['BBB', 'AAA', 'BBB.MX'])
  })

  it('prefers the listing with identifiers of its own, then the shorter name', () => {
    const order = ranked(
      listing('A', { name: 'Same Bank' }),
      listing('B', { name: 'Same Bank', isin: 'US0000000001' }),
      listing('C', { name: 'Same Bank', figi: 'BBG000000001' }),
      listing('D', { name: 'Same Banks' }),
      listing('AA', { name: 'Same Ban' }),
    )
    expect(order).toEqual(['C', 'B', 'AA', 'A', 'D'])
  })

  it('puts preferred shares, warrants and notes last, unless they have a market value', () => {
    const order = ranked(
      listing('WS', { name: 'Same Warrants' }),
      listing('UN', { name: 'Same Limited Partnership Units', marketCap: 1e9 }),
      listing('CO', { name: 'Same Motors', marketCap: 1e7 }),
    )
    expect(order).toEqual(['UN', 'CO', 'WS'])
  })

  it('puts pairs in dollars before other money and that before coins, main indices before their variants', () => {
    const coin = { assetClass: 'crypto' as const, mic: 'CCC', country: null }
    const index = { assetClass: 'index' as const, mic: 'SNP', country: null }
    const pairs = ranked(listing('Z-ETH', coin), listing('Z-EUR', coin), listing('Z-USD', coin))
    expect(pairs).toEqual(['Z-USD', 'Z-EUR', 'Z-ETH'])
    expect(ranked(listing('^A-IV', index), listing('^AAAAAA', index))).toEqual(['^AAAAAA', '^A-IV'])
  })

  it('lets a lone copy that has the name of the query behind a larger company that has it among others', () => {
    const copy = recordOf({ ticker: 'PHIA.TI', name: 'Same', mic: 'ETLX', country: 'NL' })
    const home = recordOf({ ticker: 'PHIA.AS', name: 'Koninklijke Same N.V.', mic: 'XAMS', country: 'NL' })
    expect(ranked(copy, home)).toEqual(['PHIA.AS', 'PHIA.TI'])
    const secondCopy = recordOf({ ticker: 'SAME.BE', name: 'Same', mic: 'XBER', country: 'NL' })
    expect(ranked(copy, secondCopy, home)[0]).not.toBe('PHIA.AS')
  })
})
