import { describe, expect, it } from 'vitest'
import { listing, tickersIn } from './testing/instruments.ts'

const WORDS = [
  listing('ZM', 'Zoom Communications, Inc. - Class A Common Stock', { mic: 'XNAS', size: 10.5 }),
  listing('GAP', 'Gap, Inc. (The) Common Stock', { size: 9.9 }),
  listing('U', 'Unity Software Inc. Common Stock', { size: 10.3 }),
  listing('TGT', 'Target Corporation Common Stock', { size: 10.9 }),
  listing('XYZ', 'Block, Inc. Class A Common Stock', { size: 10.7 }),
  listing('SHEL', 'Shell PLC American Depositary Shares', { size: 11.4 }),
  listing('V', 'Visa Inc.', { size: 11.8 }),
  listing('POST', 'Post Holdings, Inc. Common Stock', { size: 9.7 }),
  listing('CHCO', 'City Holding Company - Common Stock', { mic: 'XNAS', size: 9.3 }),
  listing('CFG', 'Citizens Financial Group, Inc. Common Stock', { size: 10.4 }),
  listing('GNRC', 'Generac Holdlings Inc. Common Stock', { size: 10.1 }),
]

describe('a name that is a word', () => {
  it.each([
    ['Zoom shares fall', ['ZM']],
    ['Gap stock jumps', ['GAP']],
    ['Why Gap Stock Is Soaring Today', ['GAP']],
    ['Unity shares slide', ['U']],
    ['Shares of Unity slide', ['U']],
    ['Unity CEO steps down', ['U']],
    ['Unity chief executive steps down', ['U']],
    ['Target cuts outlook', ['TGT']],
    ['Retailer Target Cuts Full-Year Outlook', ['TGT']],
    ['Target to cut 1,800 corporate jobs', ['TGT']],
    ['Gap names new chief executive', ['GAP']],
    ['Square shares fall', ['XYZ']],
    ['Block beats estimates', ['XYZ']],
    ['Block lays off 930 workers', ['XYZ']],
    ['JPMorgan upgrades Block to overweight', ['XYZ']],
    ['Shell to cut 200 jobs', ['SHEL']],
    ['Shell Q3 results', ['SHEL']],
    ['Gap third-quarter sales rise', ['GAP']],
    ['Visa raises dividend', ['V']],
    ['Gap to buy a smaller rival', ['GAP']],
    ['Citizens reports a loss', ['CFG']],
    ['Citizens to report its results', ['CFG']],
    ['Generac raises guidance', ['GNRC']],
  ])('is a company in news about companies: %s', (headline, tickers) => {
    expect(tickersIn(WORDS, headline)).toEqual(tickers)
  })

  it.each([
    'Visa rules tighten for students',
    'Gap between rich and poor widens',
    'Unity government formed',
    'Unity talks collapse in Cairo',
    'Shell hits building in Kharkiv',
    'Target date funds',
    'Target shooting wins medal',
    'Target stock levels of grain are met',
    'Block of flats burns',
    'Block shares of land were sold at auction',
    'Square dance returns to village hall',
    'Price Target Raised to $50',
    'Post Q4 results, brokers turn cautious',
    'City raises sales tax',
    'Citizens report losses from fraud',
    'Generac is a strange word',
    'An unmet gap: profit and pay',
  ])('is a word elsewhere: %s', (headline) => {
    expect(tickersIn(WORDS, headline)).toEqual([])
  })
})

describe('what grows, flows or rules', () => {
  const companies = [
    listing('INTC', 'Intel Corporation - Common Stock', { mic: 'XNAS', size: 11.7 }),
    listing('CAT', 'Caterpillar, Inc. Common Stock', { size: 11.6 }),
    listing('AAPL', 'Apple Inc. Common Stock', { mic: 'XNAS', size: 12.4 }),
    listing('AMZN', 'Amazon.com, Inc. - Common Stock', { mic: 'XNAS', size: 12.3 }),
  ]

  it.each([
    ['Intel agencies warn of meddling', []],
    ['Caterpillar fungus price soars', []],
    ['Apple orchards shed workers', []],
    ['Apple pie recipes', []],
    ['Amazon river falls to record low', []],
    ['Intel chips found in drones', ['INTC']],
    ['Caterpillar dealers see slow demand', ['CAT']],
    ["Caterpillar's harvest machines sell well", ['CAT']],
  ])('belongs to no company: %s', (headline, tickers) => {
    expect(tickersIn(companies, headline)).toEqual(tickers)
  })
})

describe('a company called like a domain', () => {
  const domains = [
    listing('MNDY', 'monday.com Ltd. - Ordinary Shares', { mic: 'XNAS', size: 9.6 }),
    listing('AMZN', 'Amazon.com, Inc. - Common Stock', { mic: 'XNAS', size: 12.3 }),
  ]

  it.each([
    ['monday.com shares plunge 25%', ['MNDY']],
    ['monday.com Raises Full-Year Forecast', ['MNDY']],
    ['Software maker monday.com beats estimates', ['MNDY']],
    ['Online Retailer Amazon.com', ['AMZN']],
    ['Shares slip on Monday. Com companies are next', []],
  ])('is written like one: %s', (headline, tickers) => {
    expect(tickersIn(domains, headline)).toEqual(tickers)
  })
})

describe('letters before shares', () => {
  const fund = listing('USA', 'Liberty All-Star Equity Fund Common Stock', { size: null })
  const other = listing('ZZTX', 'Zorblat Therapeutics Inc.')
  const comfort = listing('FIX', 'Comfort Systems USA, Inc. Common Stock', { size: 10.8 })

  it.each([
    ['Comfort Systems USA shares jump', ['FIX']],
    ['Comfort Systems USA stock jumps', ['FIX']],
    ['The USA shares data with its allies', []],
    ['The maker of FIX said ZZTX shares jump', ['ZZTX']],
  ])('are no ticker in a longer name or of a country: %s', (headline, tickers) => {
    expect(tickersIn([fund, comfort, other], headline)).toEqual(tickers)
  })
})

describe('the names of an asset manager and of its former parent', () => {
  const listings = [
    listing('BN', 'Brookfield Corporation Class A Limited Voting Shares', { country: 'CA', size: 11 }),
    listing('BAM', 'Brookfield Asset Management Inc Class A Limited Voting Shares', {
      country: 'CA',
      size: 10.9,
    }),
  ]

  it.each([
    ['Brookfield Asset Management raises dividend 15%', ['BAM']],
    ['Brookfield Corporation posts higher earnings', ['BN']],
    ['Brookfield sells a port', ['BN']],
  ])('are two: %s', (headline, tickers) => {
    expect(tickersIn(listings, headline)).toEqual(tickers)
  })
})
