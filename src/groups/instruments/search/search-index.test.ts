import { describe, expect, it } from 'vitest'
import { buildSearchIndex } from './testing/build.ts'
import { transferablesOf } from './search-index-data.ts'
import { openSearchIndex, type SearchIndex, type SearchOptions } from './search-index.ts'
import type { SearchRecord } from './search-record.ts'
import { recordOf } from './testing/records.ts'

function indexOf(...records: SearchRecord[]): SearchIndex {
  return openSearchIndex(buildSearchIndex(records))
}

/** Tickers of all hits, best first. */
function tickers(
  index: SearchIndex,
  query: string,
  assetClass: SearchOptions['assetClass'] = null,
): string[] {
  const { items, total } = index.search(query, { limit: 50, assetClass })
  expect(items).toHaveLength(Math.min(total, 50))
  return items.map((item) => item.ticker)
}

const apple = recordOf({
  ticker: 'AAPL',
  name: 'Apple Inc. - Common Stock',
  mic: 'XNAS',
  marketCap: 4e12,
  isin: 'US0378331005',
  figi: 'BBG000B9XRY4',
  cik: '0000320193',
})
const appleInFrankfurt = recordOf({
  ticker: 'APC.F',
  name: 'Apple Inc.',
  mic: 'XFRA',
  currency: 'EUR',
  isin: 'US0378331005',
})
const appleHospitality = recordOf({
  ticker: 'APLE',
  name: 'Apple Hospitality REIT, Inc. Common Shares',
  marketCap: 4e9,
})
const microsoft = recordOf({ ticker: 'MSFT', name: 'Microsoft Corporation', mic: 'XNAS', marketCap: 3e12 })
const meta = recordOf({
  ticker: 'META',
  name: 'Meta Platforms, Inc. Class A',
  mic: 'XNAS',
  marketCap: 1.5e12,
  previousTickers: ['FB'],
  aliases: ['Facebook'],
})
const berkshireA = recordOf({
  ticker: 'BRK.A',
  name: 'Berkshire Hathaway Inc. Common Stock',
  marketCap: 1.0e12,
})
const berkshireB = recordOf({
  ticker: 'BRK.B',
  name: 'Berkshire Hathaway Inc. New Common Stock',
  marketCap: 1.1e12,
})
const toyota = recordOf({ ticker: '7203.T', name: 'Toyota Motor Corporation', mic: 'XTKS', country: 'Japan' })
const toyotaInNewYork = recordOf({
  ticker: 'TM',
  name: 'Toyota Motor Corporation American Depositary Shares',
  country: 'Japan',
  marketCap: 2.5e11,
})
const nestle = recordOf({ ticker: 'NESN.SW', name: 'Nestlé S.A.', mic: 'XSWX', country: 'Switzerland' })
const att = recordOf({ ticker: 'T', name: 'AT&T Inc.', marketCap: 2e11 })
const loreal = recordOf({ ticker: 'OR.PA', name: "L'Oréal S.A.", mic: 'XPAR', country: 'France' })
const cocaCola = recordOf({ ticker: 'KO', name: 'Coca-Cola Company (The) Common Stock', marketCap: 3e11 })
const jpMorgan = recordOf({ ticker: 'JPM', name: 'JP Morgan Chase & Co. Common Stock', marketCap: 9e11 })
const bankOfAmerica = recordOf({ ticker: 'BAC', name: 'Bank of America Corporation', marketCap: 4e11 })
const preferred = recordOf({
  ticker: 'BAC$B',
  name: 'Bank of America Corporation Depositary Shares, each representing a 1/1,000th interest in a share of 6.000% Preferred Stock, Series GG',
})
const standardAndPoors = recordOf({
  ticker: '^GSPC',
  name: 'S&P 500',
  mic: 'SNP',
  assetClass: 'index',
  country: null,
})
const spdr = recordOf({
  ticker: 'SPY',
  name: 'SPDR S&P 500 ETF Trust',
  mic: 'ARCX',
  assetClass: 'etf',
  country: null,
})
const bitcoin = recordOf({
  ticker: 'BTC-USD',
  name: 'Bitcoin USD',
  mic: 'CCC',
  assetClass: 'crypto',
  country: null,
})
const bitcoinInEuro = recordOf({
  ticker: 'BTC-EUR',
  name: 'Bitcoin EUR',
  mic: 'CCC',
  assetClass: 'crypto',
  currency: 'EUR',
  country: null,
})

const market = openSearchIndex(
  buildSearchIndex([
    apple,
    appleInFrankfurt,
    appleHospitality,
    microsoft,
    meta,
    berkshireA,
    berkshireB,
    toyota,
    toyotaInNewYork,
    nestle,
    att,
    loreal,
    cocaCola,
    jpMorgan,
    bankOfAmerica,
    preferred,
    standardAndPoors,
    spdr,
    bitcoin,
    bitcoinInEuro,
  ]),
)

describe('a response', () => {
  it('has the fields of the record and null for no sector', () => {
    const record = recordOf({
      ticker: 'ØRS',
      name: 'Ørsted 🌬 A/S',
      exchange: 'Nasdaq Copenhagen',
      currency: 'DKK',
    })
    const other = recordOf({ ticker: 'NVO', name: 'Novo', sector: 'Health Care' })
    const index = indexOf(record, other)
    expect(index.size).toBe(2)
    expect(index.search('orsted', { limit: 10, assetClass: null })).toEqual({
      items: [
        {
          entityId: record.entityId,
          ticker: 'ØRS',
          name: 'Ørsted 🌬 A/S',
          exchange: 'Nasdaq Copenhagen',
          assetClass: 'equity',
          sector: null,
          currency: 'DKK',
        },
      ],
      total: 1,
    })
    expect(index.search('novo', { limit: 10, assetClass: null }).items[0]?.sector).toBe('Health Care')
  })

  it('counts every match, however few are asked for', () => {
    const many = Array.from({ length: 300 }, (_, i) => recordOf({ ticker: `ZZ${i}`, name: `Zebra ${i}` }))
    const { items, total } = indexOf(...many).search('zebra', { limit: 7, assetClass: null })
    expect(items).toHaveLength(7)
    expect(total).toBe(300)
  })

  it('of a catalogue without instruments is empty', () => {
    expect(indexOf().search('apple', { limit: 10, assetClass: null })).toEqual({ items: [], total: 0 })
  })

  it('is the same from an index that was transferred to another thread', () => {
    const data = buildSearchIndex([apple, microsoft, meta])
    const buffers = transferablesOf(data)
    const index = openSearchIndex(structuredClone(data, { transfer: buffers }))
    expect(buffers.every((buffer) => buffer.byteLength === 0)).toBe(true)
    expect(tickers(index, 'apple')).toEqual(['AAPL'])
    expect(tickers(index, 'mircosoft')).toEqual(['MSFT'])
  })
})

describe('the best hit', () => {
  it('is the exact ticker, then the name, then a ticker that begins so, then a name that does', () => {
    const index = indexOf(
      recordOf({ ticker: 'VISAGAR.BO', name: 'Visagar Finance', mic: 'XBOM', country: 'IN' }),
      recordOf({ ticker: 'V', name: 'Visa Inc.' }),
      recordOf({ ticker: 'XYZ', name: 'Vis Holdings of Texas', marketCap: 9e12 }),
      recordOf({ ticker: 'VIS', name: 'Vanguard Industrials ETF', assetClass: 'etf' }),
    )
    expect(tickers(index, 'vis')).toEqual(['VIS', 'VISAGAR.BO', 'XYZ', 'V'])
    expect(tickers(index, 'visa')).toEqual(['V', 'VISAGAR.BO'])
  })

  it('is a ticker that begins so rather than a larger company whose name does, up to three characters', () => {
    const index = indexOf(
      recordOf({ ticker: 'GOOG', name: 'Alphabet Inc.', marketCap: 1e9 }),
      recordOf({ ticker: 'GT', name: 'Goodyear Tire', marketCap: 9e12 }),
    )
    expect(tickers(index, 'goo')).toEqual(['GOOG', 'GT'])
  })

  it('is the home listing, then the foreign one, then the copy on a regional floor', () => {
    const named = (ticker: string, mic: string, currency: string): SearchRecord =>
      recordOf({ ticker, name: 'SAP SE', mic, currency, country: 'Germany' })
    const index = indexOf(
      named('SAPA.BE', 'XBER', 'EUR'),
      named('SAPX', 'XNYS', 'USD'),
      named('SAP1.DE', 'XETR', 'EUR'),
    )
    expect(tickers(index, 'sap se')).toEqual(['SAP1.DE', 'SAPX', 'SAPA.BE'])
    expect(tickers(market, 'toyota')).toEqual(['7203.T', 'TM'])
  })

  it('is the larger company of two at home, and a famous foreign one of unknown value before a small one', () => {
    const index = indexOf(
      recordOf({ ticker: 'SMALL', name: 'Union Pacific', marketCap: 5e9 }),
      recordOf({ ticker: 'LARGE', name: 'Union Pacific', marketCap: 9e10 }),
      recordOf({ ticker: 'TINY', name: 'Nestor Partners', marketCap: 2e7 }),
      ...['XSWX', 'XETR', 'XBUE', 'XMEX', 'XWBO', 'XLON'].map((mic) =>
        recordOf({ ticker: `N.${mic}`, name: 'Nestor Foods S.A.', mic, country: 'Switzerland' }),
      ),
    )
    expect(tickers(index, 'union')).toEqual(['LARGE', 'SMALL'])
    expect(tickers(index, 'nestor').slice(0, 2)).toEqual(['N.XSWX', 'TINY'])
  })

  it('is the share before the fund and the fund before the index', () => {
    const named = (assetClass: SearchRecord['assetClass']): SearchRecord =>
      recordOf({ ticker: assetClass.toUpperCase(), name: 'Global Water Partners', assetClass })
    expect(tickers(indexOf(named('index'), named('etf'), named('equity')), 'water')).toEqual([
      'EQUITY',
      'ETF',
      'INDEX',
    ])
  })

  it('is the common share rather than a preferred share of the same company', () => {
    expect(tickers(market, 'bank of america')).toEqual(['BAC', 'BAC$B'])
    expect(tickers(market, 'bac')).toEqual(['BAC', 'BAC$B'])
    expect(tickers(market, 'bac$b')[0]).toBe('BAC$B')
  })

  it('brings the home listing along with the ticker of a copy', () => {
    const home = recordOf({ ticker: 'MC.PA', name: 'LVMH Moët Hennessy', mic: 'XPAR', country: 'France' })
    const copy = recordOf({ ticker: 'LVMH.MI', name: 'LVMH Moët Hennessy', mic: 'XMIL', country: 'France' })
    expect(tickers(indexOf(copy, home), 'lvmh')).toEqual(['MC.PA', 'LVMH.MI'])
  })

  it('has a name that begins so rather than one up to thirty times as large that has the words elsewhere', () => {
    const begins = recordOf({ ticker: 'B', name: 'Hermes Paris', marketCap: 1e9 })
    const larger = recordOf({ ticker: 'L', name: 'Federated Hermes', marketCap: 9e9 })
    const largest = recordOf({ ticker: 'XL', name: 'Universal Hermes', marketCap: 9e10 })
    expect(tickers(indexOf(larger, begins, largest), 'hermes')).toEqual(['XL', 'B', 'L'])
  })

  it('has the word whole rather than as a beginning, up to three times the size', () => {
    const whole = recordOf({ ticker: 'W', name: 'Northern Gold', marketCap: 1e9 })
    const larger = recordOf({ ticker: 'L', name: 'Northern Golden', marketCap: 2e9 })
    const largest = recordOf({ ticker: 'XL', name: 'Northern Golding', marketCap: 9e9 })
    expect(tickers(indexOf(larger, whole, largest), 'gold')).toEqual(['XL', 'W', 'L'])
  })

  it('is, all else equal, the shorter name, a ticker of letters, the shorter ticker, the earlier one', () => {
    const named = (ticker: string, name: string, entityId = ticker): SearchRecord =>
      recordOf({ ticker, name, entityId, mic: 'XLON', country: 'GB' })
    const index = indexOf(
      named('AAA.L', 'Glen Longer plc'),
      named('0IVW.L', 'Glen plc'),
      named('GLENN.L', 'Glen plc'),
      named('GLEN.L', 'Glen plc', 'id-2'),
      named('GLEN.L', 'Glen plc', 'id-1'),
      named('GLEO.L', 'Glen plc'),
    )
    const { items } = index.search('glen', { limit: 10, assetClass: null })
    const ids = items.map((item) => item.entityId)
    expect(ids).toEqual(['id-1', 'id-2', 'GLEO.L', 'GLENN.L', '0IVW.L', 'AAA.L'])
  })

  it('has every word whole before one that only has them as beginnings', () => {
    expect(tickers(market, 'berkshire b')).toEqual(['BRK.B', 'BRK.A'])
  })
})

describe('names', () => {
  it.each([
    ['apple', 'AAPL'],
    ['APPLE INC', 'AAPL'],
    ['apple corporation', 'AAPL'],
    ['apple inc common stock', 'AAPL'],
    ['the coca cola company', 'KO'],
    ['coca-cola', 'KO'],
    ['cocacola', 'KO'],
    ['cola coca', 'KO'],
    ['coc col', 'KO'],
    ['america bank', 'BAC'],
    ['jpmorgan chase', 'JPM'],
    ['jp morgan', 'JPM'],
    ['j p morgan', 'JPM'],
    ['at&t', 'T'],
    ['at t', 'T'],
    ['att', 'T'],
    ["l'oréal", 'OR.PA'],
    ['l oreal', 'OR.PA'],
    ['LOREAL', 'OR.PA'],
    ['l’oreal', 'OR.PA'],
    ['nestle', 'NESN.SW'],
    ['NESTLÉ', 'NESN.SW'],
    ['ｎｅｓｔｌｅ', 'NESN.SW'],
    ['nestlé s.a.', 'NESN.SW'],
    ['s&p 500', '^GSPC'],
    ['s p 500', '^GSPC'],
    ['sp 500', '^GSPC'],
    ['facebook', 'META'],
    ['bitcoin', 'BTC-USD'],
  ])('%s finds %s', (query, ticker) => {
    expect(tickers(market, query)[0]).toBe(ticker)
  })

  it('are found by legal form alone', () => {
    expect(tickers(market, 'corporation')).toEqual(expect.arrayContaining(['MSFT', 'BAC', '7203.T', 'TM']))
    expect(tickers(market, 'class a')).toContain('META')
  })

  it('are not ranked by legal form and description', () => {
    const index = indexOf(
      recordOf({ ticker: 'BIG', name: 'Zenith Limited American Depositary Shares', marketCap: 9e12 }),
      recordOf({ ticker: 'LMNR', name: 'Limoneira Co', marketCap: 3e8 }),
      recordOf({ ticker: 'AWK', name: 'Water Works American', marketCap: 3e8 }),
    )
    expect(tickers(index, 'lim')).toEqual(['LMNR', 'BIG'])
    expect(tickers(index, 'american')).toEqual(['AWK', 'BIG'])
  })

  it('with umlauts are also found spelt out', () => {
    const index = indexOf(
      recordOf({ ticker: 'MUV2.DE', name: 'Münchener Rückversicherung', mic: 'XETR', country: 'DE' }),
    )
    for (const query of ['münchener rück', 'munchener ruck', 'muenchener rueck']) {
      expect(tickers(index, query)).toEqual(['MUV2.DE'])
    }
  })
})

describe('tickers and identifiers', () => {
  it.each([
    ['brk.b', 'BRK.B'],
    ['BRK-B', 'BRK.B'],
    ['brk/b', 'BRK.B'],
    ['brk b', 'BRK.B'],
    ['brkb', 'BRK.B'],
    ['brk', 'BRK.B'],
    ['7203', '7203.T'],
    ['7203.t', '7203.T'],
    ['7203 t', '7203.T'],
    ['gspc', '^GSPC'],
    ['^gspc', '^GSPC'],
    ['btc', 'BTC-USD'],
    ['btcusd', 'BTC-USD'],
    ['btc-usd', 'BTC-USD'],
    ['btc/eur', 'BTC-EUR'],
    ['fb', 'META'],
    ['US0378331005', 'AAPL'],
    ['us0378331005', 'AAPL'],
    ['US 0378331005', 'AAPL'],
    ['US037833', 'AAPL'],
    ['BBG000B9XRY4', 'AAPL'],
  ])('%s finds %s', (query, ticker) => {
    expect(tickers(market, query)[0]).toBe(ticker)
  })

  it('an ISIN finds every listing that has it and nothing else', () => {
    expect(tickers(market, 'US0378331005')).toEqual(['AAPL', 'APC.F'])
  })

  it.each(['320193', '0000320193', 'CIK0000320193', 'cik 320193', 'CIK: 0000320193', ' CIK320193 '])(
    'finds a company by its CIK, however it is written: %j',
    (query) => {
      expect(tickers(market, query)).toEqual(['AAPL'])
    },
  )

  it('takes a bare number for a CIK after the tickers that it is', () => {
    const moutai = recordOf({ ticker: '600519.SS', name: 'Kweichow Moutai', mic: 'XSHG', country: 'China' })
    const old = recordOf({ ticker: 'OLD', name: 'Old Company', cik: '600519', marketCap: 1e12 })
    const short = recordOf({ ticker: 'NEW', name: 'New Company', cik: '700', marketCap: 1e12 })
    const index = openSearchIndex(buildSearchIndex([old, short, moutai]))
    expect(tickers(index, '600519')).toEqual(['600519.SS', 'OLD'])
    // Years, indices and tickers are such numbers; zeros before it say what it is.
    for (const query of ['700', '00700', '2024', '0']) expect(tickers(index, query)).toEqual([])
    for (const query of ['0000000700', 'CIK700']) expect(tickers(index, query)).toEqual(['NEW'])
    expect(tickers(index, 'CIK0000000000')).toEqual([])
  })

  it('an ISIN is found by its beginning from six characters on', () => {
    expect(tickers(market, 'US0378')).toEqual(['AAPL', 'APC.F'])
    expect(tickers(market, 'US037')).toEqual([])
  })

  it('a ticker with its suffix is no word: ADO.BE is not found by "adobe"', () => {
    const index = indexOf(
      recordOf({ ticker: 'ADO.BE', name: 'Adapteo', mic: 'XBER', country: 'SE' }),
      recordOf({ ticker: 'ADBE', name: 'Adobe Inc.', mic: 'XNAS' }),
    )
    expect(tickers(index, 'adobe')).toEqual(['ADBE'])
    expect(tickers(index, 'ado.be')[0]).toBe('ADO.BE')
  })

  it('a pair in US dollars goes before the same coin in other money', () => {
    expect(tickers(market, 'btc')).toEqual(['BTC-USD', 'BTC-EUR'])
  })
})

describe('typing errors', () => {
  it.each([
    ['microsft', 'MSFT'],
    ['micorsoft', 'MSFT'],
    ['micrpsoft', 'MSFT'],
    ['microssoft', 'MSFT'],
    ['bank of amercia', 'BAC'],
    ['berkshire hathway', 'BRK.B'],
    ['bnak amercia', 'BAC'],
    ['facebok', 'META'],
    ['microsoft corportion', 'MSFT'],
    ['bankofamerica', 'BAC'],
    ['toyotamotor', '7203.T'],
  ])('%s finds %s', (query, ticker) => {
    expect(tickers(market, query)[0]).toBe(ticker)
  })

  it('are not looked for where a word is found as it stands', () => {
    const index = indexOf(
      recordOf({ ticker: 'A', name: 'Appel Farms' }),
      recordOf({ ticker: 'B', name: 'Apple Farms' }),
    )
    expect(tickers(index, 'appel')).toEqual(['A'])
  })

  it('are looked for in words that are found when they are found together nowhere', () => {
    const index = indexOf(
      recordOf({ ticker: 'A', name: 'Appel Farms' }),
      recordOf({ ticker: 'B', name: 'Apple Motors' }),
    )
    expect(tickers(index, 'appel motors')).toEqual(['B'])
  })

  it('leave the words that are found as they stand', () => {
    const index = indexOf(
      recordOf({ ticker: 'A', name: 'Apple Motors' }),
      recordOf({ ticker: 'B', name: 'Ample Motors' }),
    )
    expect(tickers(index, 'apple mtors')).toEqual(['A'])
  })

  it('are looked for, and neighbours read as one word, up to six words', () => {
    const index = indexOf(recordOf({ ticker: 'A', name: 'Alpha Beta Gamma Delta Omikron Zeta Vector' }))
    expect(tickers(index, 'alpha beta gamma delta omikron zteta')).toEqual(['A'])
    expect(tickers(index, 'beta alpha gamma delta omi kron')).toEqual(['A'])
    expect(tickers(index, 'alpha beta gamma delta omikron zeta vector')).toEqual(['A'])
    expect(tickers(index, 'alpha beta gamma delta omikron zeta vektor')).toEqual([])
    expect(tickers(index, 'beta alpha gamma delta omi kron zeta')).toEqual([])
  })

  it('are looked for neither in tickers, nor in words of three letters, nor in numbers', () => {
    const index = indexOf(
      recordOf({ ticker: 'NVDA', name: 'Enn Vidia' }),
      recordOf({ ticker: '7203.T', name: 'Sun Motor 2024', mic: 'XTKS', country: 'JP' }),
    )
    for (const query of ['nvdb', 'sum', '7204', '2025']) expect(tickers(index, query)).toEqual([])
  })

  it('leave alone a query that matches outside the asset class asked for', () => {
    expect(market.search('microsoft', { limit: 10, assetClass: 'etf' })).toEqual({ items: [], total: 0 })
  })
})

describe('a query is data', () => {
  it.each(['%', '_', '\\', "'", '*', '.', '🚀', '\u200e', '\u0301', '--', '()', '\ud800'])(
    '%j matches nothing',
    (query) => {
      expect(market.search(query, { limit: 10, assetClass: null })).toEqual({ items: [], total: 0 })
    },
  )

  it('of characters that are no letters finds the ticker or name that is the same text', () => {
    const index = indexOf(
      recordOf({ ticker: '%', name: 'Percent' }),
      recordOf({ ticker: 'MOON', name: '🚀' }),
    )
    expect(tickers(index, '%')).toEqual(['%'])
    expect(tickers(index, '🚀')).toEqual(['MOON'])
    expect(tickers(index, '%%')).toEqual([])
  })

  it.each([
    '(a+)+$',
    '" OR 1=1--',
    '__proto__',
    'constructor',
    'toString',
    '[',
    '\\d+',
    'hasOwnProperty apple',
  ])('%j is taken literally', (query) => {
    const { items, total } = market.search(query, { limit: 50, assetClass: null })
    expect(items).toHaveLength(total)
  })

  it('of two hundred one-letter words, the same word a hundred times, or one long word is answered', () => {
    const letters = Array.from({ length: 100 }, (_, i) => String.fromCharCode(97 + (i % 26))).join(' ')
    expect(tickers(market, letters)).toEqual([])
    expect(tickers(market, 'apple '.repeat(33).trim())).toEqual(tickers(market, 'apple'))
    expect(tickers(market, 'x'.repeat(200))).toEqual([])
  })

  it('in another script is found by its beginning', () => {
    const index = indexOf(
      recordOf({ ticker: 'A', name: '腾讯控股' }),
      recordOf({ ticker: 'B', name: 'Газпром ПАО' }),
    )
    expect(tickers(index, '腾讯')).toEqual(['A'])
    expect(tickers(index, 'газ')).toEqual(['B'])
  })
})
