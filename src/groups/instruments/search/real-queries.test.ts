import { beforeAll, expect, it } from 'vitest'
import { describeRealData, realData } from '../../../../tests/support/real-data.ts'
import { buildSearchIndex } from './build.ts'
import { openSearchIndex, type SearchIndex } from './search-index.ts'
import type { SearchRecord } from './search-record.ts'
import { realListings } from './testing/records.ts'

/** Query and the tickers of which one has to come first. */
const EXPECTED: readonly (readonly [query: string, first: string])[] = [
  // Tickers, however they are written.
  ['AAPL', 'AAPL'],
  ['aapl', 'AAPL'],
  ['nvda', 'NVDA'],
  ['f', 'F'],
  ['t', 'T'],
  ['v', 'V'],
  ['brk.b', 'BRK.B'],
  ['BRK-B', 'BRK.B'],
  ['brk b', 'BRK.B'],
  ['brkb', 'BRK.B'],
  ['brk', 'BRK.B BRK.A'],
  ['spy', 'SPY'],
  ['qqq', 'QQQ'],
  ['vti', 'VTI'],
  ['7203', '7203.T'],
  ['7203.T', '7203.T'],
  ['9988', '9988.HK'],
  ['005930', '005930.KS'],
  ['sap.de', 'SAP.DE'],
  ['tatamotors', 'TATAMOTORS.NS'],
  ['^GSPC', '^GSPC'],
  ['gspc', '^GSPC'],
  ['ADA-USD', 'ADA-USD'],
  ['adausd', 'ADA-USD'],
  ['doge', 'DOGE-USD'],
  ['goo', 'GOOG GOOGL'],
  ['msf', 'MSFT'],
  // Companies listed in the United States.
  ['apple', 'AAPL'],
  ['apple inc', 'AAPL'],
  ['Apple Inc. Common Stock', 'AAPL'],
  ['microsoft', 'MSFT'],
  ['microsoft corp', 'MSFT'],
  ['micros', 'MSFT'],
  ['nvidia corp', 'NVDA'],
  ['alphabet', 'GOOGL GOOG'],
  ['alphabet class c', 'GOOG'],
  ['amazon', 'AMZN'],
  ['amazon.com', 'AMZN'],
  ['tesla', 'TSLA'],
  ['meta', 'META'],
  ['meta platforms', 'META'],
  ['visa', 'V'],
  ['walmart', 'WMT'],
  ['wal mart', 'WMT'],
  ['exxonmobil', 'XOM'],
  ['exxon mobil', 'XOM'],
  ['coca cola', 'KO'],
  ['coca-cola', 'KO'],
  ['cocacola', 'KO'],
  ['procter gamble', 'PG'],
  ['procter & gamble', 'PG'],
  ['procter and gamble', 'PG'],
  ['gamble procter', 'PG'],
  ['johnson & johnson', 'JNJ'],
  ['jp morgan', 'JPM'],
  ['jpmorgan', 'JPM'],
  ['jpmorgan chase', 'JPM'],
  ['bank of america', 'BAC'],
  ['america bank of', 'BAC'],
  ['berkshire', 'BRK.B BRK.A'],
  ['berkshire b', 'BRK.B'],
  ['goldman sachs', 'GS'],
  ['wells fargo', 'WFC'],
  ['mcdonalds', 'MCD'],
  ["mcdonald's", 'MCD'],
  ['mc donalds', 'MCD'],
  ['at&t', 'T'],
  ['at t', 'T'],
  ['t-mobile', 'TMUS'],
  ['3m', 'MMM'],
  ['u.s. bancorp', 'USB'],
  ['us bancorp', 'USB'],
  ['the home depot', 'HD'],
  ['american express', 'AXP'],
  ['american', 'AXP'],
  ["o'reilly automotive", 'ORLY'],
  ['oreilly automotive', 'ORLY'],
  // Companies at home elsewhere: their home listing or their American one.
  ['toyota', '7203.T TM'],
  ['nestle', 'NESN.SW'],
  ['Nestlé', 'NESN.SW'],
  ['sap', 'SAP SAP.DE'],
  ['siemens', 'SIE.DE'],
  ['volkswagen', 'VOW.DE VOW3.DE'],
  ['bmw', 'BMW.DE'],
  ['allianz', 'ALV.DE'],
  ['lvmh', 'MC.PA'],
  ["l'oréal", 'OR.PA'],
  ['loreal', 'OR.PA'],
  ['l oreal', 'OR.PA'],
  ['société générale', 'GLE.PA'],
  ['societe generale', 'GLE.PA'],
  ['hermes', 'RMS.PA'],
  ['airbus', 'AIR.PA'],
  ['asml', 'ASML ASML.AS'],
  ['shell', 'SHEL SHEL.L'],
  ['hsbc', 'HSBC HSBA.L'],
  ['unilever', 'ULVR.L UL'],
  ['rolls royce', 'RR.L'],
  ['novo nordisk', 'NOVO-B.CO NVO'],
  ['ørsted', 'ORSTED.CO'],
  ['samsung', '005930.KS'],
  ['samsung electronics', '005930.KS'],
  ['taiwan semiconductor', '2330.TW TSM'],
  ['tencent', '0700.HK'],
  ['alibaba', 'BABA 9988.HK'],
  ['softbank', '9984.T'],
  ['reliance industries', 'RELIANCE.NS'],
  ['petrobras', 'PBR PETR3.SA PETR4.SA'],
  ['royal bank of canada', 'RY.TO RY'],
  ['anheuser-busch', 'ABI.BR BUD'],
  ['ab inbev', 'ABI.BR BUD'],
  // Indices, funds, coins.
  ['s&p 500', '^GSPC'],
  ['dow jones industrial average', '^DJI'],
  ['nasdaq 100', '^NDX'],
  ['nasdaq composite', '^IXIC'],
  ['ftse 100', '^FTSE'],
  ['nikkei', '^N225'],
  ['cac 40', '^FCHI'],
  ['russell 2000', '^RUT'],
  ['hang seng', '^HSI'],
  ['spdr s&p 500', 'SPY'],
  ['ishares core s&p 500', 'IVV'],
  ['invesco qqq', 'QQQ'],
  ['spdr gold', 'GLD'],
  ['vanguard total world stock', 'VT'],
  ['cardano', 'ADA-USD'],
  ['ethereum', 'ETH-USD'],
  ['litecoin', 'LTC-USD'],
  // Typing errors.
  ['microsft', 'MSFT'],
  ['micorsoft', 'MSFT'],
  ['nvida', 'NVDA'],
  ['amzon', 'AMZN'],
  ['tesal', 'TSLA'],
  ['netlfix', 'NFLX'],
  ['walmrt', 'WMT'],
  ['pfzier', 'PFE'],
  ['starbuks', 'SBUX'],
  ['alphabt', 'GOOGL'],
  ['volkswagn', 'VOW.DE VOW3.DE'],
  ['siemesn', 'SIE.DE'],
  ['toyta motor', '7203.T TM'],
  ['samsng electronics', '005930.KS'],
  ['berkshire hathway', 'BRK.B BRK.A'],
  ['bank of amercia', 'BAC'],
  ['goldmn sahcs', 'GS'],
  // Identifiers.
  ['DE0007164600', 'SAP.DE'],
  ['NL0010273215', 'ASML.AS'],
  ['BBG000BG7GX2', 'SAP.DE'],
]

/** American listings as their own file describes them; identifiers and all other listings from the world's. */
function mergedListings(): SearchRecord[] {
  const world = realListings(realData('instruments', 'financedatabase.csv.gz'))
  const listings = new Map(world.map((record) => [record.ticker, record]))
  for (const record of realListings(realData('instruments', 'us-listings.csv.gz'))) {
    const { isin = null, figi = null } = listings.get(record.ticker) ?? {}
    listings.set(record.ticker, { ...record, isin, figi })
  }
  // Both files have Berkshire Hathaway, under tickers that differ in the separator.
  for (const ticker of ['BRK/A', 'BRK/B']) listings.delete(ticker)
  return [...listings.values()]
}

describeRealData('the first hit over all real listings', () => {
  let index: SearchIndex

  beforeAll(() => {
    index = openSearchIndex(buildSearchIndex(mergedListings()))
  })

  it.each(EXPECTED)('%s finds %s', (query, first) => {
    const { items } = index.search(query, { limit: 1, assetClass: null })
    expect(first.split(' ')).toContain(items[0]?.ticker)
  })

  it('an ISIN finds a listing of its company', () => {
    const { items, total } = index.search('US0378331005', { limit: 50, assetClass: null })
    expect(total).toBe(items.length)
    expect(new Set(items.map((item) => item.name))).toEqual(new Set(['Apple Inc.']))
  })
})
