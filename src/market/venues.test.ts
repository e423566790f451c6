import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import Papa from 'papaparse'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeRealData, realData } from '../../tests/support/real-data.ts'
import { nameId } from '../kernel/ids.ts'
import { calendarFor, MARKETS } from './calendar/index.ts'
import { VENUES } from './venue-table.ts'
import { calendarOf, canonicalTicker, symbolSpaceOf, symbolSuffixOf, venueOf } from './venues.ts'
import type { AssetClass } from './vocabulary.ts'

function equity(exchange: string | null, mic: string | null = null): ReturnType<typeof venueOf> {
  return venueOf({ exchange, mic, assetClass: 'equity' })
}

describe('venueOf', () => {
  it.each([
    ['NASDAQ', 'XNAS'],
    ['NasdaqGS', 'XNAS'],
    ['NMS', 'XNAS'],
    ['NYSE', 'XNYS'],
    ['nyq', 'XNYS'],
    ['NYSE Arca', 'ARCX'],
    ['NYSEArca', 'ARCX'],
    ['PCX', 'ARCX'],
    ['NYSE American', 'XASE'],
    ['NYSE MKT', 'XASE'],
    ['AMEX', 'XASE'],
    ['Cboe BZX', 'BATS'],
    ['OTC Markets OTCPK', 'OTCM'],
    ['GER', 'XETR'],
    ['LSE', 'XLON'],
    ['IOB', 'XLON'],
    ['JPX', 'XTKS'],
    ['HKG', 'XHKG'],
    ['São Paulo', 'BVMF'],
  ])('knows the exchange name %s as %s', (exchange, mic) => {
    expect(equity(exchange).mic).toBe(mic)
  })

  it.each([
    ['XNGS', 'XNAS'],
    ['XNMS', 'XNAS'],
    ['XNCM', 'XNAS'],
    ['XJPX', 'XTKS'],
    ['AIMX', 'XLON'],
    ['XETA', 'XETR'],
    ['MTAA', 'XMIL'],
    ['ARCX', 'ARCX'],
    ['BATS', 'BATS'],
    [' xlon ', 'XLON'],
  ])('maps the MIC %s to %s', (given, mic) => {
    expect(equity(null, given).mic).toBe(mic)
  })

  it('lets the MIC decide when both are given', () => {
    expect(equity('NYSE', 'XNAS').exchange).toBe('NASDAQ')
  })

  it('describes a venue', () => {
    expect(equity('GER')).toEqual({
      mic: 'XETR',
      exchange: 'XETRA',
      country: 'DE',
      timezone: 'Europe/Berlin',
      calendarMic: 'XETR',
    })
    expect(equity('EBS').calendarMic).toBe('XSWX')
    expect(equity('VIE').calendarMic).toBeNull()
    expect(equity('STU').calendarMic).toBe('XETR')
    expect(equity('VAN').calendarMic).toBe('XTSE')
  })

  it('keeps an unknown venue by its name', () => {
    expect(equity(' Lang & Schwarz ')).toEqual({
      mic: 'LANG & SCHWARZ',
      exchange: 'Lang & Schwarz',
      country: null,
      timezone: null,
      calendarMic: null,
    })
    expect(equity('Some Market', 'xqqq')).toMatchObject({ mic: 'XQQQ', exchange: 'Some Market' })
    expect(equity(null, 'XQQQ').exchange).toBe('XQQQ')
  })

  it('gives index sources their own code and the calendar of the market they follow', () => {
    const index = (exchange: string): (string | null)[] => {
      const venue = venueOf({ exchange, mic: null, assetClass: 'index' })
      return [venue.mic, venue.calendarMic]
    }
    expect(index('SNP')).toEqual(['SNP', 'XNYS'])
    expect(index('DJI')).toEqual(['DJI', 'XNYS'])
    expect(index('NIM')).toEqual(['NIM', 'XNAS'])
    expect(index('FGI')).toEqual(['FGI', 'XLON'])
    expect(index('OSA')).toEqual(['OSA', 'XTKS'])
    expect(index('TSI')).toEqual(['TSI', 'XTSE'])
    expect(index('ENX')).toEqual(['ENX', 'XPAR'])
  })

  it('gives crypto assets no calendar MIC and UTC', () => {
    const crypto = { mic: null, assetClass: 'crypto' } as const
    expect(venueOf({ ...crypto, exchange: 'CCC' })).toMatchObject({
      mic: 'CCC',
      timezone: 'UTC',
      calendarMic: null,
    })
    expect(venueOf({ ...crypto, exchange: null }).mic).toBe('CCC')
    expect(venueOf({ ...crypto, exchange: 'Binance' })).toMatchObject({ mic: 'BINANCE', timezone: 'UTC' })
  })

  it('reads the venue of an unnamed listing from its suffix, else says there is none', () => {
    const unnamed = { exchange: '', mic: '', assetClass: 'equity' } as const
    expect(venueOf({ ...unnamed, ticker: '1101.TW' }).mic).toBe('XTAI')
    expect(venueOf({ ...unnamed, ticker: '0DPS.F' }).mic).toBe('XFRA')
    expect(venueOf({ ...unnamed, ticker: 'ABC.QQ' }).mic).toBe('XXXX')
    expect(venueOf(unnamed)).toMatchObject({ mic: 'XXXX', exchange: 'Unknown' })
  })
})

describe('the venue table', () => {
  it('gives every name to one venue only, and only MICs of market calendars are followed', () => {
    const owners = new Map<string, string>()
    for (const row of VENUES) {
      const key = row.exchange
        .normalize('NFD')
        .toUpperCase()
        .replace(/[^A-Z0-9]/g, '')
      for (const name of new Set([row.mic, key, ...row.aliases.split(' ').filter((alias) => alias !== '')])) {
        expect([name, owners.get(name)]).toEqual([name, undefined])
        expect(name).toMatch(/^[A-Z0-9]+$/)
        owners.set(name, row.mic)
      }
      expect(row.follows === null || calendarFor(row.follows) !== null).toBe(true)
    }
  })

  it('has a real time zone for every venue, and agrees with the market calendars', () => {
    for (const row of VENUES) {
      expect(() => new Intl.DateTimeFormat('en', { timeZone: row.timezone })).not.toThrow()
    }
    for (const market of MARKETS) {
      const venue = equity(null, market.mic)
      expect([venue.mic, venue.country, venue.timezone, venue.calendarMic]).toEqual([
        market.mic,
        market.country,
        market.timezone,
        market.mic,
      ])
    }
  })
})

describe('calendarOf', () => {
  it('chooses crypto, the own, the followed or no calendar', () => {
    expect(calendarOf('CCC', 'crypto')?.alwaysOpen).toBe(true)
    expect(calendarOf('BINANCE', 'crypto')?.alwaysOpen).toBe(true)
    expect(calendarOf('XTKS', 'equity')?.mic).toBe('XTKS')
    expect(calendarOf('XJPX', 'equity')?.mic).toBe('XTKS')
    expect(calendarOf('SNP', 'index')?.mic).toBe('XNYS')
    expect(calendarOf('OTCM', 'equity')?.mic).toBe('XNYS')
    expect(calendarOf('XKOS', 'equity')?.mic).toBe('XKRX')
    expect(calendarOf('XWBO', 'equity')).toBeNull()
    expect(calendarOf('NOWHERE', 'equity')).toBeNull()
  })
})

describe('symbolSuffixOf', () => {
  it('gives the suffix of Yahoo symbols, none in the US', () => {
    const suffixes = [
      'XETR',
      'XLON',
      'XTKS',
      'XPAR',
      'XHKG',
      'XASX',
      'XTSE',
      'XAMS',
      'XMIL',
      'XNAS',
      'ARCX',
      'NOWHERE',
    ]
    expect(suffixes.map(symbolSuffixOf)).toEqual([
      '.DE',
      '.L',
      '.T',
      '.PA',
      '.HK',
      '.AX',
      '.TO',
      '.AS',
      '.MI',
      null,
      null,
      null,
    ])
  })
})

describe('canonicalTicker', () => {
  it.each([
    ['XNYS', 'BRK.B', ['BRK-B', 'BRK/B', 'BRK B', 'brk.b', ' BRK.B ']],
    ['XNYS', 'ABR.PRD', ['ABR^D', 'ABR$D', 'ABR-PD', 'ABR PR D', 'ABR PR-D', 'ABR.PR.D', 'ABRpD', 'ABR.PRD']],
    ['XNYS', 'TY.PR', ['TY^', 'TY$', 'TY-P']],
    ['XNYS', 'GROY.WS', ['GROY-WT', 'GROY.W', 'GROY/WS', 'GROY.WS']],
    ['XASE', 'TTTM.WS.W', ['TTTM WS-W', 'TTTM.WS.W', 'TTTM-WTW']],
    ['XNYS', 'AAC.U', ['AAC.U', 'AAC-UN', 'AAC/U']],
    ['XNYS', 'AIIA.RT', ['AIIA.R', 'AIIA-RT', 'AIIA-RI']],
    ['XETR', 'SAP', ['SAP.DE', 'sap.de', 'SAP']],
    ['XLON', 'BT.A', ['BT-A.L', 'BT.A.L', 'BT/A.L']],
    ['XLON', '0A00', ['0A00.IL', '0A00.L']],
    ['XTKS', '7203', ['7203.T', '7203']],
    ['XJPX', '7203', ['7203.T']],
    ['XHKG', '0005', ['0005.HK', '00005', '5']],
    ['XTSE', 'ACO.X', ['ACO-X.TO', 'ACO.X']],
    ['XTSE', 'AD.UN', ['AD-UN.TO', 'AD.UN']],
    ['XTSX', 'AF.P', ['AF-P.V', 'AF.P.V', 'AF. P.V']],
    ['XSTO', 'ABSL.B', ['ABSL-B.ST', 'ABSL B', 'ABSL-B']],
    ['CCC', 'BTC-USD', ['BTC-USD', 'btc/usd', 'BTC USD']],
  ])('%s: %s stands for all its spellings', (mic, canonical, spellings) => {
    for (const spelling of spellings)
      expect([spelling, canonicalTicker(spelling, mic)]).toEqual([spelling, canonical])
  })

  it('leaves other tickers as they are', () => {
    const kept: [string, string][] = [
      ['AAPL', 'XNAS'],
      ['MKC.V', 'XNYS'],
      ['GWW', 'XNYS'],
      ['UP', 'XNYS'],
      ['^GSPC', 'SNP'],
      ['^ATMP-AD', 'XNYS'],
      ['EURUSD=X', 'CCY'],
      ['DX-Y', 'NYB'],
      ['BTC-USD', 'NOWHERE'],
      ['SAP.DE', 'XNYS'],
      ['SAP.PA', 'XETR'],
      ['BAJAJ-AUTO', 'XBOM'],
      ['M&M', 'XNSE'],
      ['.DE', 'XETR'],
    ]
    for (const [ticker, mic] of kept) {
      const expected = ticker === 'DX-Y' ? 'DX.Y' : ticker
      expect([ticker, mic, canonicalTicker(ticker, mic)]).toEqual([ticker, mic, expected])
    }
  })

  it('keeps common, preferred, warrants, units, rights and classes of one issuer apart', () => {
    const forms = [
      'ABC',
      'ABC.A',
      'ABC.B',
      'ABC^A',
      'ABC^B',
      'ABC^',
      'ABC.W',
      'ABC.U',
      'ABC.R',
      'ABC-WTB',
      'ABCP',
      'ABCPD',
    ]
    const canonical = forms.map((form) => canonicalTicker(form, 'XNYS'))
    expect(new Set(canonical).size).toBe(forms.length)
  })
})

describe('symbolSpaceOf', () => {
  it('is one for all US venues and the canonical MIC elsewhere', () => {
    expect(['XNAS', 'XNYS', 'ARCX', 'XASE', 'BATS', 'OTCM', 'XNGS'].map(symbolSpaceOf)).toEqual(
      Array(7).fill('US'),
    )
    expect(['XJPX', 'XLON', 'SNP', 'nowhere'].map(symbolSpaceOf)).toEqual(['XTKS', 'XLON', 'SNP', 'NOWHERE'])
  })
})

interface Listing {
  symbol: string
  exchange: string
  mic: string | undefined
  asset_class: AssetClass
}

function listings(file: string): Listing[] {
  const text = gunzipSync(readFileSync(realData('instruments', file))).toString('utf8')
  const { data: rows } = Papa.parse<Listing>(text, { header: true, skipEmptyLines: true })
  return rows.filter((row) => row.symbol !== '' && !row.symbol.startsWith('File Creation Time'))
}

function venueOfListing(row: Listing): ReturnType<typeof venueOf> {
  return venueOf({
    exchange: row.exchange,
    mic: row.mic ?? null,
    assetClass: row.asset_class,
    ticker: row.symbol,
  })
}

describeRealData('venues against real lists', () => {
  const known = new Set(VENUES.map((row) => row.mic))
  let us: Listing[] = []
  let world: Listing[] = []

  beforeAll(() => {
    us = listings('us-listings.csv.gz')
    world = listings('financedatabase.csv.gz')
  })

  it('knows every exchange name of the US listings', () => {
    const mics = new Set(us.map((row) => `${row.exchange} ${venueOfListing(row).mic}`))
    expect([...mics].toSorted()).toEqual([
      'Cboe BZX BATS',
      'NASDAQ XNAS',
      'NYSE American XASE',
      'NYSE Arca ARCX',
      'NYSE XNYS',
    ])
  })

  it('knows every pair of MIC and exchange code of the world file', () => {
    const pairs = new Map(world.map((row) => [`${row.mic} ${row.exchange}`, row]))
    expect(pairs.size).toBe(98)
    for (const row of pairs.values()) {
      const mic = venueOf({ exchange: row.exchange, mic: row.mic ?? null, assetClass: row.asset_class }).mic
      const isUnnamed = row.mic === '' && row.exchange === ''
      expect([row.mic, row.exchange, known.has(mic)]).toEqual([row.mic, row.exchange, !isUnnamed])
      // A MIC of the file stays, but for the one that names a group instead of an exchange.
      expect(row.mic === '' || row.mic === 'XJPX' || row.mic === mic).toBe(true)
    }
  })

  it('strips a known suffix from nearly every suffixed symbol of the world file', () => {
    const suffixed = world.filter((row) => /\.[A-Z]{1,3}$/.test(row.symbol) && row.asset_class !== 'index')
    const stripped = suffixed.filter((row) => {
      const [bare] = [canonicalTicker(row.symbol, venueOfListing(row).mic)]
      return bare.length < row.symbol.length
    })
    expect(stripped.length / suffixed.length).toBeGreaterThan(0.999)
  })

  it('gives a listing of both files one identity', () => {
    const identity = (row: Listing, scope: (mic: string) => string): string => {
      const { mic } = venueOfListing(row)
      return nameId('listing', scope(mic), canonicalTicker(row.symbol, mic))
    }
    const isUs = (row: Listing): boolean => symbolSpaceOf(venueOfListing(row).mic) === 'US'
    const shared = world.filter(
      (row) => isUs(row) && row.asset_class !== 'index' && !row.symbol.startsWith('^'),
    )
    const byTicker = new Map(us.map((row) => [canonicalTicker(row.symbol, 'XNYS'), row]))
    const pairs = shared.flatMap((row) => {
      const other = byTicker.get(canonicalTicker(row.symbol, 'XNYS'))
      return other === undefined ? [] : [{ row, other }]
    })
    const agreeing = (scope: (mic: string) => string): number =>
      pairs.filter(({ row, other }) => identity(row, scope) === identity(other, scope)).length

    // The world file puts preferred shares of NYSE companies on NYSE American, so MICs alone do not suffice.
    expect(pairs.length).toBeGreaterThan(2_900)
    expect(agreeing((mic) => mic) / pairs.length).toBeGreaterThan(0.8)
    expect(agreeing(symbolSpaceOf)).toBe(pairs.length)
  })

  it.each([
    ['us-listings', () => us, 0],
    // Second spellings of one listing: preferred shares twice, 0924.HK and 924.HK, AF-P.V and AF.P.V.
    ['financedatabase', () => world, 22],
  ])('merges no rows of %s but those that spell one listing twice', (_, file, spelledTwice) => {
    const rows = file()
    const identities = rows.map((row) => {
      const { mic } = venueOfListing(row)
      return `${mic} ${canonicalTicker(row.symbol, mic)}`
    })
    expect(rows.length - new Set(identities).size).toBe(spelledTwice)
  })
})
