import { describe, expect, it } from 'vitest'
import { parseKnownNames } from '../../../market/known-names.ts'
import { createIdentities } from './identities.ts'
import { createListingVenues } from './listing-venue.ts'
import { companyKeyOf } from './name-words.ts'
import type { SearchRecord } from './search-record.ts'
import { recordOf } from './testing/records.ts'
import { tickerFormsOf } from './ticker-words.ts'

const identities = createIdentities(
  parseKnownNames(`
    @equity US
    Meta Platforms | META | 12 | former: facebook | ticker: FB
    Block | XYZ | 10.7 | former: square
    @equity BR
    Itaú Unibanco | ITUB4 | 10.8
    @etf US
    SPDR S&P 500 ETF Trust | SPY | 11.8 | short: spider
    @index
    S&P 500 | ^GSPC | 13
  `),
)

/** The first name of the identity a listing carries. */
function carriedBy(
  fields: Partial<SearchRecord> & Pick<SearchRecord, 'ticker' | 'name'>,
  nameKey?: null,
): string | null {
  const record = recordOf(fields)
  const venue = createListingVenues()(record)
  const { words, full } = tickerFormsOf(record.ticker, { venue, hasShareClass: true })
  const keys = {
    nameKey: nameKey === undefined ? companyKeyOf(record.name) : null,
    root: words.join('') || full,
  }
  return identities.find(record, venue, keys)?.names[0] ?? null
}

describe('a listing carries a known identity', () => {
  it('by its name, wherever it is listed', () => {
    expect(carriedBy({ ticker: 'META', name: 'Meta Platforms, Inc. - Class A Common Stock' })).toBe(
      'Meta Platforms',
    )
    expect(carriedBy({ ticker: 'FB2A.DE', name: 'Meta Platforms, Inc.', mic: 'XETR' })).toBe('Meta Platforms')
  })

  it('of a company of that country: another Block is another company', () => {
    expect(
      carriedBy({ ticker: 'BLK.AX', name: 'Block Limited', mic: 'XASX', country: 'Australia' }),
    ).toBeNull()
    expect(carriedBy({ ticker: 'SQ3.DE', name: 'Block, Inc.', mic: 'XETR', country: null })).toBe('Block')
  })

  it('by its ticker in that country and a word of its names', () => {
    expect(
      carriedBy({ ticker: 'SPY', name: 'State Street SPDR S&P 500', assetClass: 'etf', mic: 'ARCX' }),
    ).toBe('SPDR S&P 500 ETF Trust')
    expect(carriedBy({ ticker: 'XYZ', name: 'SQUARE INC. A' })).toBe('Block')
    expect(carriedBy({ ticker: 'XYZ.L', name: 'Square plc', mic: 'XLON', country: 'GB' })).toBeNull()
  })

  it('not by a ticker that was given to another, and not in another asset class', () => {
    expect(carriedBy({ ticker: 'META', name: 'Roundhill Ball Metaverse' })).toBe('Meta Platforms')
    expect(carriedBy({ ticker: 'META', name: 'Roundhill Ball Fund' })).toBeNull()
    expect(carriedBy({ ticker: 'XYZ', name: 'Square ETF', assetClass: 'etf' })).toBeNull()
  })

  it('by its ticker alone, at home, where the name is of a preferred share', () => {
    const preferred = 'Itau Unibanco Holding S.A. Sponsored ADR Pfd'
    expect(carriedBy({ ticker: 'ITUB4.SA', name: preferred, mic: 'BVMF', country: 'Brazil' }, null)).toBe(
      'Itaú Unibanco',
    )
    expect(carriedBy({ ticker: 'META', name: 'Meta Platforms 6% Preferred Stock' }, null)).toBeNull()
  })

  it('of an index by its ticker', () => {
    expect(carriedBy({ ticker: '^GSPC', name: 'S&P 500 INDEX', assetClass: 'index', mic: 'SNP' })).toBe(
      'S&P 500',
    )
  })
})
