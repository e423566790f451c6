import { describe, expect, test } from 'vitest'
import type { Instrument } from '../catalogue/instrument.ts'
import {
  byCapThenTicker,
  closesCorrelation,
  type DailyCloses,
  isCandidate,
  rankPeers,
  type ReadyBasis,
} from './peers.ts'
import { instrumentOf } from '../testing/fixtures.ts'

const DAY = 86_400_000

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

/** Closes on consecutive days from `first` on, starting at 100 and moved by the given log returns. */
function closesOf(returns: readonly number[], first = 20_000): DailyCloses {
  const logs = [Math.log(100)]
  for (const each of returns) logs.push((logs.at(-1) ?? 0) + each)
  return {
    at: Float64Array.from(logs, (_, index) => (first + index) * DAY),
    adjustedClose: Float64Array.from(logs, Math.exp),
  }
}

/** Returns that repeat no pattern of each other for different `step`. */
const wave = (count: number, step: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.sin(index * step) / 50)

const rank = (
  candidates: readonly Instrument[],
  bases: readonly ReadyBasis[],
  closes: Record<string, DailyCloses> = {},
  instrument = AAPL,
) =>
  rankPeers(instrument, candidates, {
    bases,
    closesOf: ({ ticker }) => closes[ticker] ?? null,
    mentionedWith: new Map(),
  }).map(({ instrument: { ticker }, score, basis }) => [ticker, score, basis])

describe('isCandidate', () => {
  test('the same asset class and sector', () => {
    expect(isCandidate(AAPL, of('MSFT'))).toBe(true)
    expect(isCandidate(AAPL, of('XOM', { sector: 'Energy' }))).toBe(false)
    expect(isCandidate(AAPL, of('NEW', { sector: null }))).toBe(false)
    expect(isCandidate(AAPL, of('XLK', { assetClass: 'etf' }))).toBe(false)
  })

  test('without a sector every instrument of the asset class', () => {
    const bitcoin = of('BTC-USD', { assetClass: 'crypto', sector: null })
    expect(isCandidate(bitcoin, of('ETH-USD', { assetClass: 'crypto', sector: null }))).toBe(true)
    expect(isCandidate(bitcoin, of('MSFT'))).toBe(false)
  })

  test.each([
    ['itself', { entityId: 'AAPL' }],
    ['the same name in another form', { name: 'APPLE INC - Common Stock' }],
    ['the same ISIN', { isin: 'US0378331005' }],
    ['the same CIK', { cik: '320193' }],
  ])('no other listing of the company: %s', (_, fields) => {
    expect(isCandidate(AAPL, of('APC', fields))).toBe(false)
  })

  test('two unknown identifiers are not the same one', () => {
    expect(isCandidate(of('ONE'), of('TWO'))).toBe(true)
  })
})

describe('rankPeers by sector', () => {
  test.each<[string, Partial<Instrument>, number]>([
    ['same industry and size', {}, 1],
    ['same sector alone', { industry: 'Chips' }, 0.6],
    ['unknown industry', { industry: null }, 0.6],
    ['a tenth of the size', { marketCap: 1e11 }, 0.625],
    ['ten times the size', { marketCap: 1e13 }, 0.625],
    ['a hundredth of the size', { marketCap: 1e10 }, 0.25],
    ['a millionth of the size', { marketCap: 1e6 }, 0.25],
    ['unknown size', { marketCap: null }, 0.25],
    ['a size of nothing', { marketCap: 0 }, 0.25],
    ['another industry, a tenth of the size', { industry: 'Chips', marketCap: 1e11 }, 0.375],
    ['another country', { country: 'Japan' }, 0.85],
    ['an unknown country', { country: null }, 1],
  ])('%s', (_, fields, score) => {
    expect(rank([of('PEER', fields)], ['sector'])).toEqual([['PEER', score, ['sector']]])
  })

  test('an unknown industry is not the same as another unknown one', () => {
    const instrument = of('X', { industry: null })
    expect(rank([of('PEER', { industry: null })], ['sector'], {}, instrument)).toEqual([
      ['PEER', 0.6, ['sector']],
    ])
  })

  test('without a sector there are none', () => {
    const instrument = of('X', { sector: null })
    expect(rank([of('PEER', { sector: null }), of('OTHER')], ['sector'], {}, instrument)).toEqual([])
  })

  test('equal scores by size, then by ticker', () => {
    const ranked = rank(
      [
        of('C', { marketCap: null }),
        of('B', { marketCap: 1e9 }),
        of('A', { marketCap: 1e9 }),
        of('D', { marketCap: 1e15 }),
      ],
      ['sector'],
    )
    expect(ranked.map(([ticker]) => ticker)).toEqual(['D', 'A', 'B', 'C'])
  })
})

describe('closesCorrelation', () => {
  test('1 for what moves together, −1 for what moves against', () => {
    const returns = wave(100, 1)
    expect(closesCorrelation(closesOf(returns), closesOf(returns.map((each) => each * 3)))).toBeCloseTo(1, 12)
    expect(closesCorrelation(closesOf(returns), closesOf(returns.map((each) => -each)))).toBeCloseTo(-1, 12)
  })

  test('agrees with a figure computed by hand', () => {
    // In hundredths (1, −1, 1, −1) and (1, 0, 0, −1): of four days the products sum to 2, the squares to 4 and 2.
    const one = closesOf(Array.from({ length: 80 }, (_, i) => (i % 2 === 0 ? 0.01 : -0.01)))
    const other = closesOf(Array.from({ length: 80 }, (_, i) => [0.01, 0, 0, -0.01][i % 4] ?? 0))
    expect(closesCorrelation(one, other)).toBeCloseTo(2 / Math.sqrt(4 * 2), 10)
  })

  test('needs 60 common returns', () => {
    expect(closesCorrelation(closesOf(wave(60, 1)), closesOf(wave(60, 1)))).toBeCloseTo(1, 12)
    expect(closesCorrelation(closesOf(wave(59, 1)), closesOf(wave(300, 1)))).toBeNull()
    expect(closesCorrelation(closesOf([]), closesOf(wave(300, 1)))).toBeNull()
  })

  test('days that only one has are left out, and a return spans them', () => {
    const one = closesOf(wave(200, 1))
    const keep = (_: number, index: number): boolean => index % 7 !== 3
    const other = { at: one.at.filter(keep), adjustedClose: one.adjustedClose.filter(keep) }
    expect(closesCorrelation(one, other)).toBeCloseTo(1, 12)
  })

  test('only the last 252 common sessions count', () => {
    const recent = wave(252, 1)
    const one = closesOf([...wave(100, 2), ...recent])
    const other = closesOf([...wave(100, 2).map((each) => -each), ...recent])
    expect(closesCorrelation(one, other)).toBeCloseTo(1, 12)
  })

  test('a price that stands still correlates with nothing', () => {
    expect(closesCorrelation(closesOf(wave(100, 1)), closesOf(Array(100).fill(0)))).toBeNull()
    expect(closesCorrelation(closesOf(wave(100, 1)), closesOf(Array(100).fill(0.001)))).toBeNull()
  })

  test('a close of 0 is no close', () => {
    const one = closesOf(wave(100, 1))
    const adjustedClose = one.adjustedClose.slice()
    adjustedClose[50] = 0
    expect(closesCorrelation(one, { at: one.at, adjustedClose })).toBeCloseTo(1, 12)
  })
})

describe('rankPeers by correlation', () => {
  const returns = wave(100, 1)
  const closes = {
    AAPL: closesOf(returns),
    ALIKE: closesOf(returns),
    AGAINST: closesOf(returns.map((each) => -each)),
    YOUNG: closesOf(returns.slice(0, 30)),
  }

  test('who moves against it, is too young or has no price is no peer', () => {
    const candidates = ['ALIKE', 'AGAINST', 'YOUNG', 'UNPRICED'].map((ticker) => of(ticker))
    expect(rank(candidates, ['correlation'], closes)).toEqual([['ALIKE', 1, ['correlation']]])
  })

  test('with the sector the score is the mean of what applies; a basis of 0 counts and is not named', () => {
    const candidates = ['AGAINST', 'YOUNG', 'ALIKE'].map((ticker) => of(ticker, { industry: 'Chips' }))
    expect(rank(candidates, ['sector', 'correlation'], closes)).toEqual([
      ['ALIKE', 0.8, ['sector', 'correlation']],
      ['YOUNG', 0.6, ['sector']],
      ['AGAINST', 0.3, ['sector']],
    ])
  })

  test('without prices of its own there is no correlation', () => {
    expect(rank([of('ALIKE')], ['sector', 'correlation'], { ALIKE: closes.ALIKE })).toEqual([
      ['ALIKE', 1, ['sector']],
    ])
  })
})

test('byCapThenTicker: the largest first, unknown ones last, then by ticker', () => {
  const sorted = [of('N', { marketCap: null }), of('B'), of('A'), of('L', { marketCap: 2e12 })].sort(
    byCapThenTicker,
  )
  expect(sorted.map(({ ticker }) => ticker)).toEqual(['L', 'A', 'B', 'N'])
})
