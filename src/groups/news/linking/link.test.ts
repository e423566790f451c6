import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuMs } from '../../../../tests/support/cpu-time.ts'
import { dayOf } from '../../../kernel/time.ts'
import { buildAliasIndex } from './alias-index.ts'
import { linkEntities } from './link.ts'
import { idOf, listing, tickersIn } from './testing/instruments.ts'

const APPLE = listing('AAPL', 'Apple Inc. Common Stock', { mic: 'XNAS', size: 12.4 })
const TARGET = listing('TGT', 'Target Corporation', { size: 10.8 })
const GAP = listing('GAP', 'Gap, Inc. (The) Common Stock', { size: 9.9 })
const MICROSOFT = listing('MSFT', 'Microsoft Corporation - Common Stock', { mic: 'XNAS', size: 12.4 })
const COSTCO = listing('COST', 'Costco Wholesale Corporation', { mic: 'XNAS', size: 11.6 })
const CLOUDFLARE = listing('NET', 'Cloudflare, Inc. Class A Common Stock', { size: 10.5 })
const BERKSHIRE_A = listing('BRK.A', 'Berkshire Hathaway Inc.', { size: 12 })
const BERKSHIRE_B = listing('BRK.B', 'Berkshire Hathaway Inc.', { size: 12 })
const WIDGETS = listing('WDGT', 'Zorblat Widgets Holdings plc Ordinary Shares', { size: 9.5 })
const ALL = [APPLE, TARGET, GAP, MICROSOFT, COSTCO, CLOUDFLARE, BERKSHIRE_A, BERKSHIRE_B, WIDGETS]

describe('names', () => {
  it.each([
    ['Microsoft to buy a games studio', ['MSFT']],
    ['microsoft is going up today', ['MSFT']],
    ["Cloudflare's network was down", ['NET']],
    ['Berkshire Hathaway sells airlines', ['BRK.A']],
    ['Zorblat Widgets cuts its outlook', ['WDGT']],
    ['CLOUDFLARE UP AFTER STRONG QUARTER', ['NET']],
  ])('%s', (headline, tickers) => {
    expect(tickersIn(ALL, headline)).toEqual(tickers)
  })

  it('takes the longest name, and nothing inside of one', () => {
    const instruments = [APPLE, listing('APLE', 'Apple Hospitality REIT, Inc.', { size: 9.5 })]
    expect(tickersIn(instruments, 'Dividend of Apple Hospitality REIT is cut by half')).toEqual(['APLE'])
    expect(tickersIn([APPLE], 'Dividend of Apple Hospitality REIT is cut by half')).toEqual([])
  })

  it('links no word of another word', () => {
    expect(tickersIn(ALL, 'Pineapples and Microsoftware are up')).toEqual([])
  })

  it('reads accents and possessives', () => {
    const instruments = [listing('NESN', 'Nestlé S.A.', { mic: 'XSWX', country: 'CH' })]
    expect(tickersIn(instruments, 'Nestle’s sales rise')).toEqual(['NESN'])
    expect(tickersIn(instruments, 'Sales of Nestlé rise')).toEqual(['NESN'])
  })
})

describe('words that are names', () => {
  it.each([
    ['An apple a day keeps the doctor away', []],
    ['Apple pie recipes for the weekend', []],
    ['How to Pick an Apple in the Fall', []],
    ['Shares of Apple fell after it cut its forecast', ['AAPL']],
    ['Apple CEO says sales will rise in the third quarter', ['AAPL']],
    ['Fed sees inflation target out of reach', []],
    ['The pay gap between men and women is closing', []],
    ['Net worth of the richest rises at all cost', []],
  ])('%s', (headline, tickers) => {
    expect(tickersIn(ALL, headline)).toEqual(tickers)
  })

  it('counts where the full name stands elsewhere in the text', () => {
    expect(
      tickersIn(ALL, 'Target to Open New Places', { body: 'Target Corp. said on Monday it will open more.' }),
    ).toEqual(['TGT'])
  })
})

describe('tickers', () => {
  it.each([
    ['$AAPL to the moon', ['AAPL']],
    ['$aapl looks good', ['AAPL']],
    ['Results are out (NASDAQ: AAPL)', ['AAPL']],
    ['Results are out NYSE:BRK.B today', ['BRK.B']],
    ['Results are out <AAPL.O>', ['AAPL']],
    ['Results are out <BRKb.N>', ['BRK.B']],
    ['Results are out [AAPL]', ['AAPL']],
    ['Why MSFT stock is up', ['MSFT']],
    ['Options of a maker (Symbol: AAPL) trade', ['AAPL']],
    ['Target (TGT) opens a new place', ['TGT']],
    ['Microsoft (NASDAQ: MSFT, AAPL) news', ['AAPL', 'MSFT']],
    ['COST of living, NET of taxes, IT and ALL that', []],
    ['The league (AAPL) meets', []],
    ['It costs $100 and US$ 5', []],
  ])('%s', (headline, tickers) => {
    expect(tickersIn(ALL, headline).sort()).toEqual(tickers)
  })

  it('means the class that the text names, by the name too', () => {
    const [linked, ...others] = linkEntities(buildAliasIndex(ALL), {
      headline: 'Berkshire Hathaway (BRK-B) sells',
      body: '',
      day: null,
    })
    expect(others).toEqual([])
    expect(linked?.entityId).toBe(idOf('BRK.B'))
    expect(linked?.mentions).toEqual([
      { field: 'headline', start: 0, end: 18 },
      { field: 'headline', start: 20, end: 25 },
    ])
  })
})

describe('names at the day of the article', () => {
  const until = dayOf(2021, 10, 28)
  const renamed = listing('NEWC', 'Newcoria Corp', {
    former: [{ name: 'Oldenium Inc', ticker: 'OLDN', until }],
  })
  const heir = listing('OLDN', 'Oldenium Corp', { country: 'CA', size: 9.2 })

  it('links a former name before and after its last day', () => {
    expect(tickersIn([renamed], 'Oldenium shares rise', { day: until - 100 })).toEqual(['NEWC'])
    expect(tickersIn([renamed], 'Oldenium shares rise in third quarter', { day: until + 90 })).toEqual([
      'NEWC',
    ])
  })

  it('links it to who has it now afterwards, and to who had it then before', () => {
    expect(tickersIn([renamed, heir], 'Oldenium shares rise', { day: until + 1000 })).toEqual(['OLDN'])
    expect(tickersIn([renamed, heir], 'Oldenium shares rise', { day: until - 10 })).toEqual(['NEWC'])
    expect(tickersIn([renamed, heir], '$OLDN rises', { day: until - 10 })).toEqual(['NEWC'])
    expect(tickersIn([renamed, heir], '$OLDN rises', { day: until + 10 })).toEqual(['OLDN'])
  })
})

describe('given names', () => {
  const given = [
    listing('TCS', 'Tata Consultancy Services', { aliases: ['TCS', 'Tata Consultancy'] }),
    listing('GLD', 'GLD', { aliases: ['gold', 'gold prices'] }),
    listing('ITX', 'ITX', { aliases: ['IT'] }),
  ]

  it.each([
    ['TCS wins a large deal', ['TCS']],
    ['Gold rises on weak dollar', ['GLD']],
    ['Jewellers wait for gold coin imports', []],
    ['It is a good day', []],
    ['Funds sell IT in March', ['ITX']],
  ])('%s', (headline, tickers) => {
    expect(tickersIn(given, headline)).toEqual(tickers)
  })

  it('links what was given to two instruments to both', () => {
    const twice = [
      listing('A1', 'A1', { aliases: ['Amtek Auto'] }),
      listing('B1', 'B1', { aliases: ['Amtek Auto'] }),
    ]
    expect(tickersIn(twice, 'Amtek Auto jumps').sort()).toEqual(['A1', 'B1'])
  })
})

describe('what has a name without being it', () => {
  const provider = listing('SPGI', 'S&P Global Inc.', { size: 11.1 })
  const dow = listing('DOW', 'Dow Inc. Common Stock', { size: 10.4 })
  const united = listing('UAL', 'United Airlines Holdings, Inc.', { mic: 'XNAS', size: 10.2 })
  const quarter = listing('QTWO', 'Q2 Holdings, Inc. Common Stock', { size: 9.6 })
  const oil = listing('USO', 'United States Oil Fund', { assetClass: 'etf', mic: 'ARCX', size: null })
  const all = [provider, dow, united, quarter, oil, listing('MMM', '3M Company', { size: 10.9 })]

  it.each([
    ['Stocks end higher as the Dow gains 200 points', []],
    ['Dow Jones falls on weak earnings', []],
    ['Revenue rises in Q2 as sales improve', []],
    ['The site gained 9.3M users in a year', []],
    ['United Company Rusal pulls out of a venture', []],
    ['The price of crude oil falls by a tenth', []],
    ['S&P Global says profit rises', ['SPGI']],
    ['United Hills Bancorp: Trading Below Book Value', []],
    ['United Airlines cuts jobs', ['UAL']],
  ])('%s', (headline, tickers) => {
    expect(tickersIn(all, headline)).toEqual(tickers)
  })

  it('keeps the ticker that a company had then from who has it now', () => {
    const meta = listing('META', 'Meta Platforms, Inc. Class A Common Stock', { mic: 'XNAS', size: 12.2 })
    const fund = listing('FB', 'ProShares Dynamic Buffer ETF', { assetClass: 'etf', size: null })
    expect(tickersIn([meta, fund], 'Facebook (NASDAQ: FB) is at odds with a rival')).toEqual(['META'])
    expect(tickersIn([meta, fund], 'A fund (NASDAQ: FB) is new')).toEqual(['FB'])
  })

  it.each([
    ['Nasdaq falls 2% as technology stocks slide', ['^IXIC']],
    ['S&P 500 and Nasdaq rallied to fresh records', ['^GSPC', '^IXIC']],
    ["Nasdaq's best week since 2020 ends with a drop", ['^IXIC']],
    ['Nasdaq announced the launch of a bond network', ['NDAQ']],
    ['Financial Times Names Nasdaq Chief Legal Officer', ['NDAQ']],
    ['Nasdaq Governance Solutions Helps Boards to Decide', ['NDAQ']],
    ["Blockchains are faster now, and Nasdaq's Johan Toll explains why", ['NDAQ']],
    ['Joan Conley of Nasdaq offers her thoughts on the season', ['NDAQ']],
    ['S&P cuts its rating of the city to junk', ['SPGI']],
    ['S&P falls for a third day', ['^GSPC']],
    ['S&P Dow Jones Indices launches an index of Nordic shares', ['SPGI']],
    ['S&P/Experian: defaults of credit cards are up again', []],
    ['S&P GSCI Crude Oil: What Is New in the Index of Commodities', []],
    ['How the S&P MidCap 400 and the S&P 500 differ', ['^GSPC']],
    ['Nasdaq-listed miner of coins buys a site', []],
    ['A maker of trucks is to list on the Nasdaq', []],
    ['NASA rang the Nasdaq opening bell from space', []],
    ['Shares begin trading on the Nasdaq Global Select Market under the symbol ABCD', []],
    ['The units trade on Nasdaq under a new ticker', []],
    ['The company moves to the Nasdaq Capital Market', []],
    ['The Nasdaq Global Market suspends a maker of trucks', []],
    ['The shares are quoted on The Nasdaq Stock Market LLC', []],
    ['A miner regains compliance with Nasdaq Listing Rule 5550(a)(2)', []],
    ['A Swedish bank gains on Nasdaq Stockholm', []],
    ['Nasdaq trading volumes rise to a record', ['^IXIC']],
    ['The Nasdaq Stock Market falls 3%', ['^IXIC']],
  ])('tells an index from the company that keeps it, and from the place: %s', (headline, tickers) => {
    const exchanges = [
      listing('^IXIC', 'NASDAQ Composite', { assetClass: 'index', size: null }),
      listing('^GSPC', 'S&P 500', { assetClass: 'index', size: null }),
      listing('NDAQ', 'Nasdaq, Inc. - Common Stock', { mic: 'XNAS' }),
      listing('SPGI', 'S&P Global Inc. Common Stock'),
    ]
    expect(tickersIn(exchanges, headline).toSorted()).toEqual(tickers)
    const index = exchanges.slice(0, 1)
    expect(tickersIn(index, headline)).toEqual(tickers.filter((ticker) => ticker === '^IXIC'))
  })

  it.each([
    ['Trading in Yandex (NASDAQ: YNDX) was halted', []],
    ['Trading in Yandex (Nasdaq: YNDX) was halted as the Nasdaq rises 2%', ['^IXIC']],
    ['The Nasdaq rises 2% on strong earnings', ['^IXIC']],
    ['Nasdaq: 13,000 points again', ['^IXIC']],
  ])('tells the exchange of a ticker that is not listed from the index: %s', (headline, tickers) => {
    const index = listing('^IXIC', 'NASDAQ Composite', { assetClass: 'index', size: null })
    expect(tickersIn([index, APPLE], headline)).toEqual(tickers)
  })

  it.each([
    ['8-K: Federal Home Loan Bank of New York', []],
    ['Bank of New York Raises Its Dividend', ['BNY']],
    ['Big Banks Beat: Bank of New York, Citigroup', ['BNY']],
  ])('takes no part of the name of another bank for one: %s', (headline, tickers) => {
    const bank = listing('BNY', 'The Bank of New York Mellon Corporation Common Stock')
    expect(tickersIn([bank], headline)).toEqual(tickers)
  })

  it("takes no director's name for an index", () => {
    const index = listing('^RUT', 'Russell 2000', { assetClass: 'index', size: null })
    expect(tickersIn([index], "Gap's CEO Mark Russell on Q2 Results")).toEqual([])
    expect(tickersIn([index], 'Russell rises again')).toEqual(['^RUT'])
  })

  it('takes no coin for the former ticker of a company', () => {
    const coin = listing('ETH-USD', 'Ethereum', { assetClass: 'crypto', mic: '', size: null })
    const maker = listing('ETD', 'Ethan Allen Interiors Inc. Common Stock')
    expect(tickersIn([coin, maker], 'Ethan Allen Interiors, Inc. (ETH) CEO on Q4 Results')).toEqual(['ETD'])
    expect(tickersIn([coin, maker], 'Ethereum (ETH) rises with Ethan Allen')).toContain('ETH-USD')
  })

  it('takes no surname with a particle for a company', () => {
    const linde = listing('LIN', 'Linde plc Ordinary Shares', { size: 11.3 })
    const text = 'Profits will rise, says Herald van der Linde of a large bank in London'
    expect(tickersIn([linde], text)).toEqual([])
    expect(tickersIn([linde], 'Profits will rise, says the head of Linde in London')).toEqual(['LIN'])
  })
})

describe('relevance', () => {
  it('is high in the headline and low at the end of a body', () => {
    const body = `${'Nothing of note happened on that day in town. '.repeat(20)}Cloudflare was there too.`
    const linked = linkEntities(buildAliasIndex(ALL), { headline: 'Microsoft wins', body, day: null })
    expect(linked.map(({ entityId }) => entityId)).toEqual([idOf('MSFT', 'XNAS'), idOf('NET')])
    expect(linked[0]?.relevance).toBeGreaterThanOrEqual(0.75)
    expect(linked[1]?.relevance).toBeLessThan(0.75)
  })
})

describe('any input', () => {
  const index = buildAliasIndex(ALL)

  it.each([
    ['$', '$'.repeat(1_000_000)],
    ['(', '('.repeat(1_000_000)],
    ['one name', 'Microsoft '.repeat(100_000)],
    ['the beginning of a name', 'Berkshire '.repeat(100_000)],
    ['tickers in brackets', 'Apple (AAPL) '.repeat(77_000)],
    ['lone surrogates', '\ud800'.repeat(1_000_000)],
    ['combining marks', `Microsoft${'\u0301'.repeat(1_000_000)}`],
    ['one word', 'a'.repeat(1_000_000)],
    ['dots', 'a.'.repeat(500_000)],
    ['apostrophes', "a'".repeat(500_000)],
    ['colons', 'NYSE:A,'.repeat(140_000)],
  ])('is read in linear time: a megabyte of %s', (_, body) => {
    const started = cpuMs()
    linkEntities(index, { headline: '', body, day: null })
    expect(cpuMs() - started).toBeLessThan(3000)
  })

  it('gives offsets of what it says it found', () => {
    const parts = fc.constantFrom(
      'Apple',
      "Microsoft's",
      '$MSFT',
      '(NASDAQ: AAPL)',
      'Berkshire Hathaway',
      'shares',
      'rise',
      '\ud83d',
      'é',
      '\u0301',
      '&',
      'target',
      '(BRK.B)',
      '\n',
      '. ',
      ', ',
      '-',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, fc.string()), { maxLength: 30 }), (words) => {
        const body = words.join(' ')
        for (const { mentions, relevance } of linkEntities(index, { headline: body, body, day: null })) {
          expect(relevance).toBeGreaterThan(0)
          expect(relevance).toBeLessThanOrEqual(1)
          let last = -1
          let field = 'headline'
          for (const mention of mentions) {
            if (mention.field !== field) last = -1
            field = mention.field
            expect(mention.start).toBeGreaterThanOrEqual(last)
            last = mention.end
            expect(body.slice(mention.start, mention.end)).toMatch(
              /^(?:apple|microsoft|msft|aapl|berkshire hathaway|target|brk.b|gap|a?)/iu,
            )
            expect(mention.end).toBeGreaterThan(mention.start)
          }
        }
      }),
    )
  })

  it('does not depend on the order of the instruments', () => {
    const text = {
      headline: 'Apple, Microsoft and Berkshire Hathaway rise; shares of Target fall',
      body: '',
      day: null,
    }
    const expected = linkEntities(index, text)
    expect(expected.length).toBe(4)
    fc.assert(
      fc.property(fc.shuffledSubarray(ALL, { minLength: ALL.length }), (shuffled) => {
        expect(linkEntities(buildAliasIndex(shuffled), text)).toEqual(expected)
      }),
      { numRuns: 20 },
    )
  })
})
