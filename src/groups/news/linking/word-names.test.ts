import { describe, expect, it } from 'vitest'
import { listing, tickersIn } from './testing/instruments.ts'

const COMPANIES = [
  listing('CHCO', 'City Holding Company - Common Stock', { mic: 'XNAS', size: 9.3 }),
  listing('RF', 'Regions Financial Corporation Common Stock', { size: 10.4 }),
  listing('MTCH', 'Match Group, Inc. - Common Stock', { mic: 'XNAS', size: 9.9 }),
  listing('GAP', 'Gap, Inc. (The) Common Stock', { size: 9.9 }),
  listing('TGT', 'Target Corporation Common Stock', { size: 10.7 }),
  listing('DAL', 'Delta Air Lines, Inc. Common Stock', { size: 10.6 }),
  listing('UAL', 'United Airlines Holdings, Inc. - Common Stock', { mic: 'XNAS', size: 10.6 }),
  listing('CCL', 'Carnival Corporation Ltd. Common Shares', { size: 10.5 }),
  listing('INTC', 'Intel Corporation - Common Stock', { mic: 'XNAS', size: 11.7 }),
  listing('META', 'Meta Platforms, Inc. Class A Common Stock', { mic: 'XNAS', size: 12.2 }),
  listing('XYZ', 'Block, Inc. Class A Common Stock', { size: 10.6 }),
  listing('U', 'Unity Software Inc. Common Stock', { size: 10.3 }),
  listing('ITW', 'Illinois Tool Works Inc. Common Stock', { size: 10.9 }),
  listing('GOOGL', 'Alphabet Inc. - Class A Common Stock', { mic: 'XNAS', size: 12.4 }),
  listing('DOV', 'Dover Corporation Common Stock', { size: 10.4 }),
  listing('DVN', 'Devon Energy Corporation Common Stock', { size: 10.7 }),
  listing('CARR', 'Carrier Global Corporation Common Stock', { size: 10.7 }),
  listing('RIOT', 'Riot Platforms, Inc. - Common Stock', { mic: 'XNAS', size: 9.8 }),
]

describe('public bodies, people and games', () => {
  it.each([
    ['City cuts 90 posts and 40 jobs', []],
    ['City raises revenue forecast for next year', []],
    ['City to sell assets to fill a hole', []],
    ['City raises quarterly dividend', ['CHCO']],
    ['Regions cut jobs as grants shrink', []],
    ['Regions cuts jobs as costs climb', ['RF']],
    ['Regions to cut its outlook', ['RF']],
    ['Match results: nine goals in one night', []],
    ['Match quarterly results due today', ['MTCH']],
    ['Match results beat estimates', ['MTCH']],
    ['Regions results in line with estimates', ['RF']],
    ['City 3, United 1: goals and ratings', []],
    ['United shares fall after its outlook', ['UAL']],
    ['Gap earnings between men and women', []],
    ['Gap earnings rise 8%', ['GAP']],
    ['Block on arms sales ends', []],
  ])('do what companies do, but not all of it: %s', (headline, tickers) => {
    expect(tickersIn(COMPANIES, headline)).toEqual(tickers)
  })
})

describe('a place', () => {
  it.each([
    ['Dover Corp raises forecast', ['DOV']],
    ['Dover Corporation to buy a rival', ['DOV']],
    ['Dover cuts 50 jobs', ['DOV']],
    ['Dover port to cut staff', []],
    ['Devon raises dividend', ['DVN']],
    ['Devon shares slide', ['DVN']],
    ['Devon profit rises', ['DVN']],
    ['Devon Energy cuts output', ['DVN']],
    ['Devon council cuts jobs', []],
    ['Devon cuts jobs as grants shrink', []],
    ['Devon village floods', []],
    ['Illinois to raise revenue', []],
    ['Illinois Tool profit beats', ['ITW']],
  ])('is a company in news of those alone: %s', (headline, tickers) => {
    expect(tickersIn(COMPANIES, headline)).toEqual(tickers)
  })
})

describe('what only companies do', () => {
  it.each([
    ['Target to shut three stores in Ohio', ['TGT']],
    ['Target to pay $7 million over spilled bleach', ['TGT']],
    ['Target hires Jane Doe as head of design', ['TGT']],
    ['Delta cancels 300 flights', ['DAL']],
    ['Delta pilots vote on contract', ['DAL']],
    ['Unity sues a former partner', ['U']],
    ['Match partners with a bank', ['MTCH']],
    ['Gap warns of weaker demand', ['GAP']],
    ['Delta floods, and flights are late', []],
    ['Target named as victim in fraud case', []],
    ['Target names Jane Doe as its next president', ['TGT']],
    ['Carrier cancels flights', []],
    ['Carrier cuts 300 jobs', ['CARR']],
    ['Riot results in arrests', []],
    ['Riot results in line with estimates', ['RIOT']],
  ])('says who is meant: %s', (headline, tickers) => {
    expect(tickersIn(COMPANIES, headline)).toEqual(tickers)
  })
})

describe('words of two words', () => {
  it.each([
    ['Meta analysis links tea to better sleep', []],
    ['Meta rules out a fee', ['META']],
    ['Intel officials brief senators', []],
    ['Intel reports a loss', ['INTC']],
    ['Carnival parade draws thousands', []],
    ['Carnival season begins', []],
    ['Carnival ship returns to port', ['CCL']],
    ['Carnival floats a bond', ['CCL']],
    ['Carnival rides out a storm', ['CCL']],
    ['Alphabet books a gain on its stake', ['GOOGL']],
    ['Alphabet song turns 190', []],
    ['Zorblat cuts jobs in Illinois and Utah', []],
    ['Illinois Tool Works cuts jobs', ['ITW']],
  ])('are no name: %s', (headline, tickers) => {
    expect(tickersIn(COMPANIES, headline)).toEqual(tickers)
  })
})

describe('a beginning of common words', () => {
  const listings = [
    listing('SFM', 'Sprouts Farmers Market, Inc. - Common Stock', { mic: 'XNAS', size: 9.9 }),
    listing('ODFL', 'Old Dominion Freight Line, Inc. - Common Stock', { mic: 'XNAS', size: 10.5 }),
    listing('PNFP', 'Pinnacle Financial Partners, Inc. Common stock', { size: 10.2 }),
    listing('PNFP$A', 'Pinnacle Financial Partners, Inc. Perpetual Preferred Stock, Series A', {
      size: null,
    }),
    listing('PNW', 'Pinnacle West Capital Corporation Common Stock', { size: 10 }),
    listing('TINY', 'Bucket Brigade Partners, Inc. Common Stock', { size: 8 }),
    listing('TNL', 'Travel + Leisure Co. Common Stock', { size: 9.7 }),
    listing('BLDR', 'Builders FirstSource, Inc. Common Stock', { size: 10.2 }),
    listing('GTES', 'Gates Industrial Corporation plc Ordinary Shares', { size: 9.8 }),
  ]

  it.each([
    ['Sprouts raises its forecast', ['SFM']],
    ['Sprouts to open 35 stores', ['SFM']],
    ['Old Dominion profit falls', ['ODFL']],
    ['Pinnacle Financial to merge with a rival', ['PNFP']],
    ['Sprouts are good for the heart', []],
    ['Sprouts recalled in three states', []],
    ['Old Dominion is a name for Virginia', []],
    ['Travel shares tumble as a virus spreads', []],
    ['Builders cut prices as rates climb', []],
    ['Builders FirstSource cuts prices', ['BLDR']],
    ['Gates invests $100 million in fusion', []],
    // Two companies begin with it.
    ['Pinnacle raises its forecast', []],
    ['Bucket raises its forecast', []],
  ])('is a name in news of companies alone: %s', (headline, tickers) => {
    expect(tickersIn(listings, headline)).toEqual(tickers)
  })
})

describe('two words that begin a name', () => {
  const listings = [
    listing('CBRL', 'Cracker Barrel Old Country Store, Inc. - Common Stock', { mic: 'XNAS', size: 9.1 }),
    listing('PKG', 'Packaging Corporation of America Common Stock', { size: 10.3 }),
    listing('ZBG', 'Zorblat Bright Garden Supply, Inc. Common Stock', { size: 9.4 }),
    listing('TINY', 'Marble Arch Old Country Store, Inc. Common Stock', { size: 8.1 }),
  ]

  it.each([
    ['Cracker Barrel shares fall', ['CBRL']],
    ['Cracker Barrel drops 10%', ['CBRL']],
    ['Cracker Barrel drops new logo after outcry', ['CBRL']],
    ['Cracker Barrel tables are made of oak', []],
    ['Packaging Corp beats estimates', ['PKG']],
    ['Packaging Corp. raises dividend', ['PKG']],
    ['Packaging Corp of America raises dividend', ['PKG']],
    ['Acme Packaging Corp beats estimates', []],
    ['Zorblat Bright opens a shop', ['ZBG']],
    ['Marble Arch drops 10%', []],
  ])('is a name where news is of companies: %s', (headline, tickers) => {
    expect(tickersIn(listings, headline)).toEqual(tickers)
  })
})

describe('companies called after a place without a market', () => {
  const listings = [
    listing('DOV', 'Dover Corporation Common Stock', { size: 10.4 }),
    listing('DVN', 'Devon Energy Corporation Common Stock', { size: 10.4 }),
    listing('HPP', 'Hudson Pacific Properties, Inc. Common Stock', { size: 8.9 }),
    listing('HDSN', 'Hudson Technologies, Inc. - Common Stock', { mic: 'XNAS', size: 8.4 }),
    listing('JPNX', 'Japan Widget Corporation Common Stock', { size: 10.4 }),
  ]

  it.each([
    ['Dover Corp beats estimates', ['DOV']],
    ['Dover raises dividend', ['DOV']],
    ['Dover port queues grow', []],
    ['Devon raises dividend', ['DVN']],
    ['Devon shares fall as oil slips', ['DVN']],
    ['Devon beach closed', []],
    ['Hudson Pacific cuts dividend', ['HPP']],
    ['Hudson raises dividend', []],
    ['Hudson river ferry sinks', []],
    ['Japan shares fall', []],
  ])('are meant where news is of companies: %s', (headline, tickers) => {
    expect(tickersIn(listings, headline)).toEqual(tickers)
  })
})

describe('beasts, ships, stars, riders and valleys', () => {
  const listings = [
    listing('CROX', 'Crocs, Inc. - Common Stock', { mic: 'XNAS', size: 9.7 }),
    listing('PII', 'Polaris Inc. Common Stock', { size: 9.6 }),
    listing('CARR', 'Carrier Global Corporation Common Stock', { size: 10.7 }),
    listing('PTON', 'Peloton Interactive, Inc. - Class A Common Stock', { mic: 'XNAS', size: 9.5 }),
    listing('VALE', 'VALE S.A. American Depositary Shares', { country: 'BR', size: 10.7 }),
  ]

  it.each([
    ['Crocs kill two swimmers', []],
    ['Crocs kills its line of sandals', ['CROX']],
    ['Polaris visible in the night sky', []],
    ['Polaris recalls 20,000 vehicles', ['PII']],
    ['Carrier sinks after collision with tanker', []],
    ['Carrier sinks 6% after cutting guidance', ['CARR']],
    ['Carrier sinks on weak outlook', ['CARR']],
    ['Peloton crashes on rain-soaked descent', []],
    ['Peloton crashes 20 percent', ['PTON']],
    ['Vale of Clwyd MP resigns', []],
    ['Vale of Brazil to pay $6 billion', ['VALE']],
    ['Vale cuts its iron ore forecast', ['VALE']],
  ])('are no companies: %s', (headline, tickers) => {
    expect(tickersIn(listings, headline)).toEqual(tickers)
  })
})

describe('the company that keeps an index', () => {
  const both = [
    listing('NDAQ', 'Nasdaq, Inc. - Common Stock', { mic: 'XNAS', size: 10.7 }),
    listing('^IXIC', 'NASDAQ Composite', { assetClass: 'index', size: null }),
  ]

  it.each([
    ['Nasdaq raises dividend', 'NDAQ'],
    ['Nasdaq lifts quarterly dividend', 'NDAQ'],
    ['Nasdaq to buy Zorblat for $10 billion', 'NDAQ'],
    ['Nasdaq to cut hundreds of jobs', 'NDAQ'],
    ['Nasdaq Q2 profit rises on listing fees', 'NDAQ'],
    ['Nasdaq lifted by strong earnings', '^IXIC'],
    ['Nasdaq lifted on strong results', '^IXIC'],
    ['Nasdaq posts worst quarterly loss since 2008', '^IXIC'],
    ['Nasdaq tops 20,000 on tech profit', '^IXIC'],
    ['Nasdaq cuts losses as banks raise dividends', '^IXIC'],
    ['Nasdaq earnings growth slows', '^IXIC'],
    ['Nasdaq profit taking sets in', '^IXIC'],
  ])('does what no index does: %s', (headline, ticker) => {
    expect(tickersIn(both, headline)).toEqual([ticker])
  })
})

describe('the beginning of a headline', () => {
  const names = [
    listing('TGT', 'Target Corporation', { size: 10.8 }),
    listing('GAP', 'Gap, Inc. (The) Common Stock', { size: 9.9 }),
    listing('SHEL', 'Shell PLC American Depositary Shares', { size: 11.4 }),
    listing('SRPT', 'Sarepta Therapeutics, Inc. - Common Stock', { size: 9.3 }),
    listing('ZION', 'Zions Bancorporation N.A. - Common Stock', { size: 10 }),
    listing('SRE', 'DBA Sempra Common Stock', { size: 10.7 }),
    listing('POWL', 'Powell Industries, Inc. - Common Stock', { size: 9.9 }),
    listing('F', 'Ford Motor Company Common Stock', { size: 10.7 }),
    listing('TSLA', 'Tesla, Inc. - Common Stock', { size: 12 }),
    listing('VRTX', 'Vertex Pharmaceuticals Incorporated - Common Stock', { size: 11.1 }),
    listing('VERX', 'Vertex, Inc. - Class A Common Stock', { size: 9.3 }),
    listing('WBD', 'Warner Bros. Discovery, Inc. - Series A Common Stock', { size: 10.7 }),
  ]
  it.each([
    ['Sarepta halts shipments of gene therapy after patient death', ['SRPT']],
    ['Zions takes $50 million charge-off, bank stocks sink', ['ZION']],
    ['Sempra to sell 45% of infrastructure unit', ['SRE']],
    ['Vertex falls after pain drug disappoints', ['VRTX']],
    ['Gap jumps after comparable sales beat estimates', ['GAP']],
    ['Gap jumps to record as imports surge', []],
    ['Target raises minimum wage to $15 an hour', ['TGT']],
    ['Shell loses arbitration case against rival', ['SHEL']],
    ['Powell Industries raises outlook', ['POWL']],
    ['Powell says Fed in no hurry to cut rates', []],
    ["Fed's Powell signals patience", []],
    ['Fed keeps 2% inflation target, says Powell', []],
    ['Powell shares jump', ['POWL']],
    ['Harrison Ford to star in new film', []],
    ['Automaker Ford to build trucks', ['F']],
    ['Nikola Tesla museum reopens in Belgrade', []],
    ['CNN visits a brewery', []],
  ])('%s', (headline, tickers) => {
    expect(tickersIn(names, headline)).toEqual(tickers)
  })
})
