import { describe, expect, it } from 'vitest'
import { listing, tickersIn } from './testing/instruments.ts'

const APPLE = listing('AAPL', 'Apple Inc. Common Stock', { mic: 'XNAS', size: 12.4 })
const AMAZON = listing('AMZN', 'Amazon.com, Inc. - Common Stock', { mic: 'XNAS', size: 12.3 })
const MICROSOFT = listing('MSFT', 'Microsoft Corporation - Common Stock', { mic: 'XNAS', size: 12.4 })
const META = listing('META', 'Meta Platforms, Inc. Class A Common Stock', { mic: 'XNAS', size: 12.2 })
const US = [APPLE, AMAZON, MICROSOFT, META]

const given = (ticker: string, ...aliases: string[]) =>
  listing(ticker, aliases[0] ?? ticker, { aliases, size: null })

describe('names of a company', () => {
  it.each([
    ['Amazon announces a higher wage for everybody', ['AMZN']],
    ['Amazon is burning again this summer', []],
    ['Judge Rules Apple Can Boot a Game From the App Store', ['AAPL']],
    ['How to Boot an Apple in the Fall', []],
    ['Trump has no right to money from a Microsoft-TikTok deal', ['MSFT']],
    ['Microsoft-Zorblat hearings go on', []],
    ['He spoke of the Meta-Microsoft rivalry in town', ['META', 'MSFT']],
    ['Sales of the Apple iPhone fell in China', ['AAPL']],
  ])('%s', (headline, tickers) => {
    expect(tickersIn(US, headline).toSorted()).toEqual(tickers)
  })

  it('does not end a sentence behind initials with dots', () => {
    const horton = listing('DHI', 'D.R. Horton, Inc. Common Stock')
    expect(tickersIn([horton], 'His last chance trade is D.R. Horton')).toEqual(['DHI'])
  })

  it('takes the common units of a partnership for its equity, and other units for none', () => {
    const partnership = listing('ET', 'Energy Transfer LP Common Units')
    const units = listing('XYZU', 'Zorblat Acquisition Corp. Units')
    expect(tickersIn([partnership], 'Energy Transfer: A Decision Is Days Away')).toEqual(['ET'])
    expect(tickersIn([units], 'Zorblat Acquisition rises')).toEqual([])
  })

  it('reads what looks like a legal form in a title, where the next word is in a capital whatever it is', () => {
    const rocket = listing('RKT', 'Rocket Companies, Inc. Class A Common Stock')
    expect(tickersIn([rocket], 'Rocket Companies Prepares Its Listing')).toEqual(['RKT'])
    expect(tickersIn([rocket], 'Rocket Company Zorblat pulls out of a venture')).toEqual([])
  })
})

describe('names that end like a domain', () => {
  const domains = [
    ...US,
    listing('CRM', 'Salesforce, Inc. Common Stock', { size: 11.4 }),
    listing('BKNG', 'Booking Holdings Inc. - Common Stock', { mic: 'XNAS', size: 11.2 }),
    listing('BBAI', 'BigBear.ai, Inc. Common Stock', { size: 9 }),
  ]

  it.each([
    ['Amazon.com shares fall 4%', ['AMZN']],
    ['Amazon.com, Inc. reports results', ['AMZN']],
    ["Amazon.com's profit rises", ['AMZN']],
    ['Amazon.com Shares Fall on Its Outlook', ['AMZN']],
    ['AMAZON.COM SHARES FALL ON ITS OUTLOOK', ['AMZN']],
    ['Salesforce.com raises its outlook', ['CRM']],
    ['Booking.com shares fall', ['BKNG']],
    ['BigBear.ai wins an order', ['BBAI']],
    ['How to Boot an Apple.com Page in the Fall', []],
    ['Amazon com shares fall 4%', []],
    ['He went to the booking.com page', []],
  ])('%s', (headline, tickers) => {
    expect(tickersIn(domains, headline)).toEqual(tickers)
  })
})

describe('names beside those that an operator gave', () => {
  const widgets = 'Zorblat Technologies, Inc. Common Stock'

  it.each([
    ['Meta stock hits a record high', ['META']],
    ['Facebook stock hits a record high', ['META']],
    ['A meta study of stocks', []],
    ['Shares of Zorblat hit a record high', ['ZBT']],
    ['Shares of Florbing hit a record high', ['ZBT']],
  ])('are those of the listing: %s', (headline, tickers) => {
    const aliased = [
      { ...META, aliases: ['Facebook', 'Instagram'] },
      listing('ZBT', widgets, { aliases: ['Florbing'] }),
    ]
    expect(tickersIn(aliased, headline)).toEqual(tickers)
  })

  it('are none where the name is given among them: that is all it is called', () => {
    const whole = listing('ZBT', widgets, { aliases: [widgets, 'Zorblat Technologies'] })
    expect(tickersIn([whole], 'Shares of Zorblat hit a record high')).toEqual([])
    expect(tickersIn([whole], 'Shares of Zorblat Technologies hit a record high')).toEqual(['ZBT'])
  })

  it.each(['Exxon Mobil profit falls 28%', 'Exxon profit falls 28%', 'ExxonMobil profit falls 28%'])(
    'are those of a known company whose listing has the short one: %s',
    (headline) => {
      const exxon = listing('XOM', 'ExxonMobil Holdings Corporation', { size: 11.7 })
      expect(tickersIn([exxon], headline)).toEqual(['XOM'])
    },
  )
})

describe('words that are no names', () => {
  const others = [
    listing('STEM', 'Stem, Inc. Class A Common Stock', { size: 7.7 }),
    listing('APG', 'APi Group Corporation Common Stock', { size: 10.3 }),
    listing('ROKU', 'Roku, Inc. - Class A Common Stock', { mic: 'XNAS', size: 10.2 }),
    listing('JPM', 'JP Morgan Chase & Co. Common Stock', { size: 11.9 }),
    listing('CARR', 'Carrier Global Corporation Common Stock', { size: 10.7 }),
    listing('CCK', 'Crown Holdings, Inc.', { size: 10.1 }),
    listing('QUBT', 'Quantum Computing Inc. - Common Stock', { size: 9.3 }),
    listing('FISI', 'Financial Institutions, Inc. - Common Stock', { size: 8.7 }),
    listing('DD', 'DuPont de Nemours, Inc. Common Stock', { size: 10.5 }),
    listing('RGO', 'Rodrigan Corp', { size: 10.5 }),
    listing('DOW', 'Dow Inc. Common Stock', { size: 10.4 }),
    listing('BNED', 'Barnes & Noble Education, Inc Common Stock', { size: 8.6 }),
    listing('ORCL', 'Oracle Corporation', { size: 11.7 }),
    listing('BOKF', 'BOK Financial Corporation - Common Stock', { size: 9.8 }),
    listing('UAL', 'United Airlines Holdings, Inc.', { mic: 'XNAS', size: 10.6 }),
    listing('BA', 'Boeing Company (The) Common Stock', { size: 11.2 }),
    listing('NOV', 'NOV Inc. Common Stock', { size: 9.8 }),
    listing('EXE', 'Expand Energy Corporation - Common Stock', { size: 10.3 }),
    listing('CPK', 'Chesapeake Utilities Corporation Common Stock', { size: 9.5 }),
  ]

  it.each([
    ['How this STEM school is shattering stereotypes', []],
    ['API data show that inventories of oil fell', []],
    ['APi Group wins a contract', ['APG']],
    ['Notable Options This Week: ROKU and Others', ['ROKU']],
    ['Is It Too Late To Chase Stocks As the Economy Plunges?', []],
    ['Chase Raises Its Dividend', ['JPM']],
    ['Zorblat Overtakes Its Rival to Become No. 2 Carrier', []],
    ['Former Spymaster Sues Crown Prince, Alleging a Plot', []],
    ['Quantum Computing: How To Invest In It', []],
    ['Quantum Computing Inc. Wins an Order', ['QUBT']],
    ['How Financial Institutions Attract a New Generation', []],
    ['Play DuPont Technique to Bet on 5 Top Stocks', []],
    ['DuPont Raises Its Outlook', ['DD']],
    ['Ann Rodrigan on How to Save', []],
    ['Rodrigan Reports a Loss', ['RGO']],
    ['What the Oracle of Omaha buys', []],
    ['A deal with the Oracle board is near', ['ORCL']],
    ['He says the BOK has other methods', []],
    ['BOK Financial has other methods', ['BOKF']],
    ['How the United States Lost Its Lead in Chips', []],
    ['United shares fall after its outlook', ['UAL']],
    ['Boeing 737 jets are back in the air', ['BA']],
    ['The index of NOV 28 is out', []],
    ["Crown's stock has lost half of its price", ['CCK']],
    ["Crown's heirs have lost half of their land", []],
    ['Dow sets first record high since January', []],
    ['Dow Inc. raises its dividend', ['DOW']],
    ['Stocks to watch: Roku, Barnes & Noble', ['ROKU']],
    ['Barnes & Noble Education falls on earnings', ['BNED']],
    ['The collapse that sank Chesapeake', ['EXE']],
    ['Chesapeake Utilities raises its dividend', ['CPK']],
  ])('%s', (headline, tickers) => {
    expect(tickersIn(others, headline)).toEqual(tickers)
  })
})

describe('given names and subjects', () => {
  const india = [
    given('TITAN', 'Titan Industries Ltd.', 'Titan Industries', 'TITAN'),
    given('CBK', 'Central Bank of Zorbia', 'Central Bank', 'CBI'),
    given('AXIS', 'Axis Bank Ltd.', 'Axis Bank', 'AXIS'),
    given('COAL', 'Coal India Ltd.', 'Coal India'),
    given('IDEA', 'Idea Cellular Ltd.', 'Idea Cellular', 'IDEA'),
    given('ILFS', 'ILFS Transport', 'IL&FS'),
    given('WOCK', 'Wockhardt Ltd.', 'Wockhardt'),
    given('AIR', 'aviation stocks', 'Airlines'),
    given('GOLD', 'gold prices', 'gold'),
    given('OIL', 'crude oil', 'oil'),
    given('TECH', 'IT stocks', 'IT players'),
  ]

  it.each([
    // What is given with its business and as a ticker is a name in both spellings.
    ['Prefer Titan among the makers of watches', ['TITAN']],
    ['A titan of the industry dies', []],
    ['Idea Q2 net profit falls by a fifth', ['IDEA']],
    ['Idea of the day: wait and see', []],
    // A name of common words is written as one.
    ['Dollar falls as traders wait for the central bank', []],
    ['Central Bank cuts its lending rate', ['CBK']],
    ['Brokers prefer Wockhardt, and upgrades Axis Bank to buy', ['AXIS', 'WOCK']],
    ['Coal India 34% subscribed on Day 1', ['COAL']],
    ['Coal India 50 falls for a third day', []],
    // Parts of longer names.
    ['Kingfisher Airlines flies higher on short unwinding', []],
    ['Brokers shun Airlines on costs of fuel', ['AIR']],
    ['The builder sells land to IL&FS Milestone for cash', []],
    ['The builder sells land to IL&FS for cash', ['ILFS']],
    ['Zorblat takes over as Wockhardt Managing Director', ['WOCK']],
    ['Bigger IT players offer value for money', ['TECH']],
    // Subjects beside companies and beside each other.
    ['Oil slips, gold treads water near a record', ['GOLD', 'OIL']],
    ['Wockhardt slumps as oil weakens further', ['OIL', 'WOCK']],
    ['IT stocks like Wockhardt are a decent buy', ['WOCK']],
    ['IT stocks are a decent buy', ['TECH']],
  ])('%s', (headline, tickers) => {
    expect(tickersIn(india, headline).toSorted()).toEqual(tickers)
  })

  it('names one mention once, however often its spelling was given', () => {
    const linked = tickersIn([given('TITAN', 'Titan Industries', 'TITAN', 'Titan')], 'TITAN rises again')
    expect(linked).toEqual(['TITAN'])
  })
})

describe('lists', () => {
  it.each([
    ['Meta, Gap cut their outlook', ['GAP', 'META']],
    ['Meta and Gap cut their outlook', ['GAP', 'META']],
    ["Meta to 'Gap' its own rules", ['META']],
  ])('have nothing between their members but a comma or an and: %s', (headline, tickers) => {
    const gap = listing('GAP', 'Gap, Inc. (The) Common Stock', { size: 9.9 })
    expect(tickersIn([META, gap], headline).toSorted()).toEqual(tickers)
  })
})

describe('titles and sentences', () => {
  const edelweiss = given('EDEL', 'Edelweiss Financial Services Ltd.', 'Edelweiss')

  it.each([
    // One word in small letters that is no little one makes it a sentence, in which capitals are names.
    ['Sanjiv Misra joins the Board of Directors of Edelweiss Capital', []],
    ['Sanjiv Misra Joins the Board of Directors of Edelweiss', ['EDEL']],
  ])('%s', (headline, tickers) => {
    expect(tickersIn([edelweiss], headline)).toEqual(tickers)
  })

  it('reads a title of rare words as one', () => {
    const rivals = [
      listing('TMUS', 'T-Mobile US, Inc. - Common Stock', { mic: 'XNAS', size: 11.3 }),
      listing('T', 'AT&T Inc.', { size: 11.2 }),
    ]
    expect(tickersIn(rivals, 'T-Mobile Overtakes AT&T to Become the Second').toSorted()).toEqual([
      'T',
      'TMUS',
    ])
  })
})
