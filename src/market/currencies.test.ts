import { describe, expect, it } from 'vitest'
import { currencyOf, type CurrencyHints, wholeOf } from './currencies.ts'
import { VENUES } from './venue-table.ts'

function currency(hints: Partial<CurrencyHints>): string {
  return currencyOf({ given: null, ticker: 'TEST', assetClass: 'equity', venueCountry: null, ...hints })
}

describe('the currency of a listing', () => {
  it.each([
    ['usd', 'USD'],
    ['GBP', 'GBP'],
    ['GBp', 'GBX'],
    ['GBX', 'GBX'],
    ['ZAc', 'ZAC'],
    ['ILA', 'ILA'],
  ])('given as %s is %s, whatever the venue', (given, code) => {
    expect(currency({ given, venueCountry: 'JP' })).toBe(code)
  })

  it.each(['', '$', 'US', 'EURO', '€€€', 'U$D', '123'])(
    'given as %j is no code: the venue decides',
    (given) => {
      expect(currency({ given, venueCountry: 'JP' })).toBe('JPY')
    },
  )

  it('of a coin is the second half of its pair', () => {
    expect(currency({ ticker: 'BTC-EUR', assetClass: 'crypto' })).toBe('EUR')
    expect(currency({ ticker: 'btc-usd', assetClass: 'crypto' })).toBe('USD')
    expect(currency({ ticker: 'BTC-USD', assetClass: 'equity' })).toBe('XXX')
    expect(currency({ ticker: 'BTCEUR', assetClass: 'crypto' })).toBe('XXX')
  })

  it('is XXX when nothing tells', () => {
    expect(currency({})).toBe('XXX')
    expect(currency({ venueCountry: 'AQ' })).toBe('XXX')
  })

  it('is a code of ISO 4217 for every venue whose country is known', () => {
    const known = new Set(Intl.supportedValuesOf('currency'))
    const countries = new Set(VENUES.flatMap(({ country }) => (country === null ? [] : [country])))
    const unknown = [...countries].filter((venueCountry) => !known.has(currency({ venueCountry })))
    expect(unknown).toEqual([])
  })
})

describe('a hundredth', () => {
  it.each([
    ['GBX', 'GBP'],
    ['GBp', 'GBP'],
    ['ZAC', 'ZAR'],
    ['ILA', 'ILS'],
    ['GBP', null],
    ['USD', null],
  ])('%s is of %s', (currencyCode, whole) => {
    expect(wholeOf(currencyCode)).toBe(whole)
  })
})
