import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Instrument } from '../catalogue/instrument.ts'
import { isCandidate, rankPeers } from './peers.ts'
import { changedPeerIndexOf, instrumentOf, peerIndexOf } from '../testing/fixtures.ts'

const of = (ticker: string, fields: Partial<Instrument> = {}): Instrument =>
  instrumentOf({
    entityId: ticker,
    ticker,
    name: `${ticker} Works`,
    industry: 'Phones',
    marketCap: 1e12,
    ...fields,
  })

const AAPL = of('AAPL', { name: 'Apple Inc.', isin: 'US0378331005', cik: '320193' })
describe('the nearest', () => {
  test('are by ratio, unknown ones last, equal ones by size and ticker', () => {
    const candidates = [
      of('HALF', { marketCap: 5e11 }),
      of('NONE', { marketCap: null }),
      of('DOUBLE', { marketCap: 2e12 }),
      of('TINY', { marketCap: 1e8 }),
      of('B', { marketCap: 1.1e12 }),
      of('A', { marketCap: 1.1e12 }),
    ]
    expect(peerIndexOf(candidates).nearest(AAPL, 5)).toEqual(['A', 'B', 'DOUBLE', 'HALF', 'TINY'])
  })

  test('of an instrument of unknown size are the largest', () => {
    const candidates = [of('SMALL', { marketCap: 1 }), of('NONE', { marketCap: null }), of('LARGE')]
    expect(peerIndexOf(candidates).nearest(of('X', { marketCap: null }), 3)).toEqual([
      'LARGE',
      'SMALL',
      'NONE',
    ])
  })

  test('are of every sector where the own one is unknown, and never listings of the same company', () => {
    const records = [
      of('ENERGY', { sector: 'Energy' }),
      of('TECH'),
      of('ETF', { assetClass: 'etf' }),
      of('APC', { name: 'Apple Inc' }),
      of('APPL34', { isin: 'US0378331005' }),
      of('APLEU', { cik: '320193' }),
    ]
    expect(peerIndexOf(records).nearest({ ...AAPL, sector: null }, 9)).toEqual(['ENERGY', 'TECH'])
    expect(peerIndexOf(records).nearest(AAPL, 9)).toEqual(['TECH'])
  })
})

const record = fc.record({
  number: fc.nat({ max: 40 }),
  name: fc.constantFrom('Apple Inc.', 'Apple', 'Orchard', 'Pear plc', 'Quince'),
  sector: fc.constantFrom(null, 'Technology', 'Energy'),
  industry: fc.constantFrom(null, 'Phones', 'Chips'),
  country: fc.constantFrom(null, 'United States', 'Japan'),
  isin: fc.constantFrom(null, 'US0378331005', 'US5949181045'),
  marketCap: fc.constantFrom(null, 1e6, 1e9, 1e12, 3e12),
})

describe('the most alike', () => {
  test('are those that comparing with every listing finds, in the same order, and as many in all', () => {
    fc.assert(
      fc.property(
        fc.array(record, { maxLength: 40 }),
        record,
        fc.integer({ min: 1, max: 10 }),
        (all, own, count) => {
          const records = all.map((fields, index) => of(`T${String(index).padStart(2, '0')}`, fields))
          const instrument = of('OWN', own)
          const naive = rankPeers(
            instrument,
            records.filter((other) => isCandidate(instrument, other)),
            { bases: ['sector'], closesOf: () => null, mentionedWith: new Map() },
          )
          const { ids, total } = peerIndexOf(records).alike(instrument, count)
          expect(total).toBe(naive.length)
          expect(ids).toEqual(naive.slice(0, count).map((peer) => peer.instrument.entityId))
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('beside what has changed since', () => {
  test('the nearest and the most alike are those of one index of all as they are now', () => {
    // Sizes that differ: listings that are alike in all else are in the order of their tickers within one index alone.
    const listings = fc.uniqueArray(
      fc.record({
        fields: record,
        size: fc.integer({ min: 1, max: 400 }),
        changed: fc.boolean(),
        isNew: fc.boolean(),
      }),
      { maxLength: 40, selector: ({ size }) => size },
    )
    fc.assert(
      fc.property(listings, record, fc.integer({ min: 1, max: 10 }), (all, own, count) => {
        const records = all.map(({ fields, size }, n) => of(`T${n}`, { ...fields, marketCap: 1.1 ** size }))
        const before = records.flatMap((each, n) => {
          if (all[n]?.changed !== true) return [each]
          return all[n].isNew ? [] : [{ ...each, sector: 'Energy', name: 'Former', marketCap: 7 }]
        })
        const recent = changedPeerIndexOf(
          before,
          records.filter((_, n) => all[n]?.changed === true),
        )
        const whole = peerIndexOf(records)
        const instrument = of('OWN', own)
        expect(recent.alike(instrument, count)).toEqual(whole.alike(instrument, count))
        expect(recent.nearest(instrument, count)).toEqual(whole.nearest(instrument, count))
      }),
      { numRuns: 300 },
    )
  })
})
