import { describe, expect, it } from 'vitest'
import { chunksOf } from './fold.ts'
import { searchWordsOf } from './name-words.ts'
import { namesOf } from './record-names.ts'
import { recordOf } from './testing/records.ts'

function keysOf(name: string, fields: Partial<Parameters<typeof recordOf>[0]> = {}): string[] {
  return [...namesOf(recordOf({ ticker: 'X', name, ...fields })).keys]
}

describe('the key of a name', () => {
  it.each([
    ['Apple Inc.', 'apple'],
    ['Apple Inc. - Common Stock', 'apple'],
    ['Coca-Cola Company (The) Common Stock', 'cocacola'],
    ['ASML Holding N.V. - New York Registry Shares', 'asml'],
    ['Shell PLC American Depositary Shares (each representing two (2) Ordinary Shares)', 'shell'],
    ['Alphabet Inc. - Class A Common Stock', 'alphabet'],
    ['Novo Nordisk A/S', 'novonordisk'],
    ['Samsung Electronics Co.,Ltd.', 'samsungelectronics'],
    ['ENEL S.p.A.', 'enel'],
    ['Procter & Gamble Co', 'proctergamble'],
    ['Johnson and Johnson', 'johnsonjohnson'],
    ['The Home Depot, Inc.', 'homedepot'],
    ['Co-Diagnostics, Inc.', 'codiagnostics'],
    ['AG Mortgage Investment Trust', 'agmortgageinvestmenttrust'],
    ['SE Company', 'se'],
    ['The Company', 'company'],
    ['Vanguard Total Stock Market ETF', 'vanguardtotalstockmarketetf'],
    ['Berkshire Hathaway Inc. New Common Stock', 'berkshirehathaway'],
  ])('%s is %s', (name, key) => {
    expect(keysOf(name)).toEqual([key])
  })

  it('of a preferred share without a value of its own is the whole name', () => {
    const name = 'Ford Motor Company 6% Preferred Stock'
    expect(keysOf(name)).toEqual(['fordmotorcompany6preferredstock'])
    expect(keysOf('Energy Transfer LP Common Units', { marketCap: 6e10 })).toEqual(['energytransfer'])
  })

  it('of a coin leaves out the money it is quoted in, and is also the whole name', () => {
    const pair = { ticker: 'ADA-USD', assetClass: 'crypto' as const }
    expect(keysOf('Cardano USD', pair)).toEqual(['cardano', 'cardanousd'])
  })

  it('has one for every alias and for umlauts spelt out', () => {
    expect(keysOf('Meta Inc', { aliases: ['Facebook Inc', 'Münchner'] })).toEqual([
      'meta',
      'facebook',
      'munchner',
      'muenchner',
    ])
  })

  it('of a name without letters is the name', () => {
    expect(keysOf('🚀')).toEqual(['🚀'])
  })
})

describe('the words of a query', () => {
  it.each([
    ['apple inc', ['apple']],
    ['the coca cola company', ['coca', 'cola']],
    ['johnson and johnson', ['johnson', 'johnson']],
    ['nestlé s.a.', ['nestle']],
    ['alphabet class c', ['alphabet', 'c']],
    ['grupo bimbo s.a.b. de c.v.', ['grupo', 'bimbo']],
    ['vanguard total stock market', ['vanguard', 'total', 'stock', 'market']],
    ['apple common stock', ['apple']],
    ['inc', ['inc']],
    ['common stock', ['common', 'stock']],
    ['the', ['the']],
  ])('%s are %j', (query, words) => {
    expect(searchWordsOf(chunksOf(query))).toEqual(words)
  })
})
