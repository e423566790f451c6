import { describe, expect, it } from 'vitest'
import { createListingVenues } from './listing-venue.ts'
import { tickerFormsOf } from './ticker-words.ts'

const venueOf = createListingVenues()

describe('tickerFormsOf', () => {
  it.each([
    ['AAPL', 'XNAS', 'aapl', [], ['aapl']],
    ['BRK.B', 'XNYS', 'brkb', ['brk'], ['brk', 'b']],
    ['BRK/B', 'XNYS', 'brkb', ['brk'], ['brk', 'b']],
    ['7203.T', 'XTKS', '7203 t', ['7203'], ['7203']],
    ['NOVO-B.CO', 'XCSE', 'novob co', ['novob', 'novo'], ['novo', 'b']],
    ['BBD.B', 'XTSE', 'bbdb', ['bbd'], ['bbd', 'b']],
    ['BBD-B.TO', 'XTSE', 'bbdb to', ['bbdb', 'bbd'], ['bbd', 'b']],
    ['J&KBANK.NS', 'XNSE', 'jkbank ns', ['jkbank'], ['j', 'kbank']],
    ['BAC$B', 'XNYS', 'bac b', ['bac'], ['bac']],
    ['BAC^B', 'XNYS', 'bac b', ['bac'], ['bac']],
    ['^GSPC', 'SNP', 'gspc', [], ['gspc']],
    ['BTC-USD', 'CCC', 'btcusd', ['btc'], ['btc', 'usd']],
    ['LVMH.XY', '', 'lvmh xy', ['lvmh'], ['lvmh']],
    ['%', 'XNYS', '%', [], []],
  ])('%s on %s is %s', (ticker, mic, ...[full, roots, words]) => {
    const forms = tickerFormsOf(ticker, { venue: venueOf({ mic, exchange: '' }), hasShareClass: true })
    expect(forms).toEqual({ full, roots, words })
  })

  it('keeps the whole code of an index', () => {
    const venue = venueOf({ mic: 'SNP', exchange: 'SNP' })
    expect(tickerFormsOf('^SP500-10', { venue, hasShareClass: false }).roots).toEqual([])
  })
})

describe('createListingVenues', () => {
  it.each([
    ['XNYS', 'US', 3],
    ['XTSX', 'CA', 2],
    ['XBER', 'DE', 1],
    ['OTCM', 'US', 1],
    ['SNP', 'US', 0],
    ['CCC', '', 0],
    ['NOWHERE', '', 0],
    ['', '', 0],
  ])('%s is in %s with weight %i', (mic, country, weight) => {
    expect(venueOf({ mic, exchange: '' })).toMatchObject({ country, weight })
  })
})
