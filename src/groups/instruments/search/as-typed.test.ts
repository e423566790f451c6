import { describe, expect, it } from 'vitest'
import { buildSearchIndex } from './testing/build.ts'
import { openSearchIndex } from './search-index.ts'
import type { SearchRecord } from './search-record.ts'
import { recordOf } from './testing/records.ts'

/** Tickers of all hits, best first. */
function found(query: string, ...records: SearchRecord[]): string[] {
  const index = openSearchIndex(buildSearchIndex(records))
  return index.search(query, { limit: 50, assetClass: null }).items.map(({ ticker }) => ticker)
}

const block = recordOf({ ticker: 'XYZ', name: 'Block, Inc. Class A Common Stock', marketCap: 5e10 })
const ford = recordOf({ ticker: 'F', name: 'Ford Motor Company Common Stock', marketCap: 5e10 })
const morganStanley = recordOf({ ticker: 'MS', name: 'Morgan Stanley Common Stock', marketCap: 3e11 })
const apple = recordOf({ ticker: 'AAPL', name: 'Apple Inc.', mic: 'XNAS', marketCap: 4e12 })
const fund = (ticker: string, name: string): SearchRecord =>
  recordOf({ ticker, name, assetClass: 'etf', mic: 'ARCX', country: null })

describe('abbreviations', () => {
  it.each(['gen mtrs', 'general mtr', 'genl motors', 'general motors grp', 'general motors holdings'])(
    '%s finds General Motors',
    (query) => {
      const generalMotors = recordOf({ ticker: 'GM', name: 'General Motors Company', marketCap: 7e10 })
      expect(found(query, generalMotors, ford)).toEqual(['GM'])
    },
  )

  it('stay words and tickers of their own', () => {
    const railway = recordOf({
      ticker: '0066.HK',
      name: 'MTR Corporation',
      mic: 'XHKG',
      country: 'Hong Kong',
    })
    expect(found('mtr', railway, ford)).toEqual(['0066.HK', 'F'])
  })

  it('are the whole name where the words they stand for are', () => {
    const services = recordOf({ ticker: 'B', name: 'Acme Technologies Services', marketCap: 9e11 })
    const named = recordOf({ ticker: 'A', name: 'Acme Technology', marketCap: 1e8 })
    expect(found('acme tech', services, named)).toEqual(['A', 'B'])
  })
})

describe('what people call a company', () => {
  it('finds it, and nothing where it is not listed', () => {
    expect(found('square', block, ford)).toEqual(['XYZ'])
    expect(found('cash app', block)).toEqual(['XYZ'])
    expect(found('cashapp stock', block)).toEqual(['XYZ'])
    expect(found('square', ford, apple)).toEqual([])
  })

  it('goes with its former tickers, which come after who has them now', () => {
    const fund500 = fund('SQ', 'Acme Squares ETF')
    expect(found('sq', block)).toEqual(['XYZ'])
    expect(found('sq', block, fund500)).toEqual(['SQ', 'XYZ'])
  })

  it('comes after what is shown under that very name', () => {
    const citigroup = recordOf({ ticker: 'C', name: 'Citigroup Inc.', marketCap: 2e11 })
    const travelers = recordOf({ ticker: 'TRV', name: 'The Travelers Companies, Inc.', marketCap: 6e10 })
    expect(found('travelers group', citigroup, travelers)).toEqual(['C'])
    for (const query of ['The Travelers Companies, Inc.', 'the travelers companies inc']) {
      expect(found(query, citigroup, travelers)[0]).toBe('TRV')
    }
    const qqq = fund('QQQ', 'Invesco QQQ Trust, Series 1')
    const qqqm = fund('QQQM', 'Invesco NASDAQ 100 ETF')
    expect(found('Invesco NASDAQ 100 ETF', qqq, qqqm)).toEqual(['QQQM', 'QQQ'])
    expect(found('Invesco NASDAQ 100', qqq, qqqm)).toEqual(['QQQ', 'QQQM'])
  })

  it('comes before the ticker of a company a tenth as large, and after that of another', () => {
    const forward = (marketCap: number): SearchRecord =>
      recordOf({ ticker: 'FORD', name: 'Forward Industries', marketCap })
    expect(found('ford', ford, forward(2e7))).toEqual(['F', 'FORD'])
    expect(found('ford', ford, forward(3e10))).toEqual(['FORD', 'F'])
  })

  it('comes before a ticker where it is written with an ampersand', () => {
    const marks = recordOf({
      ticker: 'MKS.L',
      name: 'Marks and Spencer Group plc',
      mic: 'XLON',
      country: 'GB',
    })
    expect(found('m&s', marks, morganStanley)[0]).toBe('MKS.L')
    expect(found('ms', marks, morganStanley)[0]).toBe('MS')
  })

  it('lends a company without a value its size, among others of unknown value', () => {
    const foodsAbroad = recordOf({
      ticker: 'NESN.SW',
      name: 'Nestlé S.A.',
      mic: 'XSWX',
      country: 'Switzerland',
    })
    const other = recordOf({ ticker: 'NST', name: 'Nestor Partners', marketCap: 1e9 })
    expect(found('nest', foodsAbroad, other)).toEqual(['NESN.SW', 'NST'])
  })

  it('finds funds with any word for a fund, the largest first', () => {
    const spy = fund('SPY', 'SPDR S&P 500 ETF Trust')
    const ivv = fund('IVV', 'iShares Core S&P 500 ETF')
    const small = fund('SPYX', 'Acme S&P 500 Fossil Free ETF')
    for (const query of ['s&p 500 etf', 's&p 500 etfs', 'S&P 500 fund']) {
      expect(found(query, small, ivv, spy).slice(0, 2)).toEqual(['SPY', 'IVV'])
    }
  })

  it('keeps filler words apart: the Dow is not Dow', () => {
    const dow = recordOf({ ticker: 'DOW', name: 'Dow Inc.', marketCap: 2e10 })
    const average = recordOf({
      ticker: '^DJI',
      name: 'Dow Jones Industrial Average',
      mic: 'DJI',
      assetClass: 'index',
      country: null,
    })
    expect(found('the dow', dow, average)).toEqual(['^DJI', 'DOW'])
    expect(found('dow', dow, average)).toEqual(['DOW', '^DJI'])
  })
})

describe('two letters', () => {
  it('find a known company they begin the name of, after their own ticker', () => {
    const own = recordOf({ ticker: 'AP', name: 'Ampco-Pittsburgh', marketCap: 1e8 })
    const elsewhere = recordOf({ ticker: 'AP.BK', name: 'AP Thailand', mic: 'XBKK', country: 'Thailand' })
    const prefix = recordOf({ ticker: 'APH', name: 'Amphenol', marketCap: 2e11 })
    expect(found('ap', elsewhere, prefix, apple, own)).toEqual(['AP', 'AAPL', 'AP.BK', 'APH'])
  })
})

describe('what stands beside a company comes after it', () => {
  it('leveraged funds, unless they are asked for', () => {
    const product = fund('TSLX', 'Acme 2X Long Ford Daily ETF')
    const plain = fund('AUTO', 'Acme Ford Motor Suppliers ETF')
    expect(found('ford', product, plain, ford)).toEqual(['F', 'AUTO', 'TSLX'])
    expect(found('ford 2x', product, plain, ford)).toEqual(['TSLX'])
  })

  it('short-dated bonds are no leveraged funds', () => {
    const short = fund('A', 'Acme Short Treasury Bond ETF')
    const inverse = fund('B', 'Acme Short Treasury ETF Inverse')
    expect(found('acme treasury', inverse, short)).toEqual(['A', 'B'])
  })

  it('receipts abroad; those of New York stay beside the home listing', () => {
    const listing = (ticker: string, mic: string, name: string): SearchRecord =>
      recordOf({ ticker, mic, name, country: 'Japan' })
    const home = listing('1234.T', 'XTKS', 'Acme Works')
    const newYork = listing('ACMY', 'XNYS', 'Acme Works American Depositary Shares')
    const london = listing('0ACM.L', 'XLON', 'Acme Works GDR')
    expect(found('acme', london, newYork, home)).toEqual(['1234.T', 'ACMY', '0ACM.L'])
  })

  it('preferred shares, whatever they are worth', () => {
    const common = recordOf({ ticker: 'ACME', name: 'Acme Inc. Common Stock', marketCap: 1e9 })
    const preferred = recordOf({
      ticker: 'ACMEP',
      name: 'Acme Inc. 7% Series A Preferred Stock',
      marketCap: 9e9,
    })
    expect(found('acme inc', preferred, common)).toEqual(['ACME', 'ACMEP'])
    expect(found('acme preferred', preferred, common)).toEqual(['ACMEP'])
  })
})

describe('words of one and two letters', () => {
  it('are meant whole where they are found whole', () => {
    const whole = recordOf({ ticker: 'B', name: 'S&P Global Ratings', marketCap: 1e9 })
    const begins = recordOf({ ticker: 'A', name: 'Stone Point Holdings', marketCap: 9e12 })
    expect(found('s&p', begins, whole)).toEqual(['B', 'A'])
  })
})
