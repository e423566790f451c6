import { describe, expect, it } from 'vitest'
import { betaOf, correlationOf, deepestFall, volatilityOf } from './risk.ts'

/** Twenty returns of +1 % and −1 % in turn: their variance is 20 × 0.0001 / 19. */
const IN_TURN = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 0.01 : -0.01))
/** Twice the benchmark's return and one percent each day. */
const PAIRS = Array.from({ length: 30 }, (_, at) => ({
  own: 0.01 + (at % 7) * 0.004,
  benchmark: (at % 7) * 0.002,
}))
const STILL = PAIRS.map((pair) => ({ ...pair, benchmark: 0 }))
/** Rounding makes means of these that are not quite 0.0001. */
const STEADY = Array.from({ length: 250 }, (_, at) => ({ own: (at % 7) * 0.002, benchmark: 0.0001 }))

describe('volatility', () => {
  it('is the sample deviation of a year', () => {
    expect(volatilityOf(IN_TURN, 252)).toBeCloseTo(Math.sqrt((20 * 0.0001 * 252) / 19), 12)
  })

  it('is not told of fewer than twenty returns', () => {
    expect(volatilityOf(IN_TURN.slice(1), 252)).toBeNull()
  })
})

describe('the deepest fall', () => {
  // Up to 1.5, down to 0.9: 0.6 of 1.5 is 40 %.
  it('is from a peak to a low after it', () => {
    const fall = deepestFall([1, 1.2, 1.5, 0.9, 1.3])
    expect(fall).toEqual({ from: 2, to: 3, fraction: expect.closeTo(0.4, 12) })
  })

  it('is counted by its fraction, and not by its size', () => {
    expect(deepestFall([1, 0.5, 100, 60])).toMatchObject({ from: 0, to: 1, fraction: 0.5 })
  })

  it('may begin at the start', () => {
    expect(deepestFall([1, 0.9, 0.95])).toMatchObject({ from: 0, to: 1, fraction: expect.closeTo(0.1, 12) })
  })

  it('is none of what never fell, and of nothing', () => {
    expect([deepestFall([1, 1.1, 1.2]), deepestFall([])].map(({ fraction }) => fraction)).toEqual([0, 0])
  })
})

describe('beta', () => {
  it('is how much of the benchmark’s moves is taken along', () => {
    expect(betaOf(PAIRS)).toBeCloseTo(2, 10)
  })

  it('is not told beside what never moved, nor of fewer than twenty returns', () => {
    expect([STILL, STEADY, PAIRS.slice(0, 19)].map(betaOf)).toEqual([null, null, null])
  })
})

describe('correlation', () => {
  it('is 1 of what moves alike, −1 of what moves against it', () => {
    const against = PAIRS.map(({ own, benchmark }) => ({ own: -own, benchmark }))
    expect([correlationOf(PAIRS), correlationOf(against)]).toEqual([
      expect.closeTo(1, 12),
      expect.closeTo(-1, 12),
    ])
  })

  // Of (1, 2, 3, 4) and (1, 3, 2, 4) again and again it is 0.8.
  it('is Pearson’s coefficient of others', () => {
    const pairs = Array.from({ length: 20 }, (_, at) => ({
      own: [1, 2, 3, 4][at % 4] ?? 0,
      benchmark: [1, 3, 2, 4][at % 4] ?? 0,
    }))
    expect(correlationOf(pairs)).toBeCloseTo(0.8, 12)
  })

  it('is not told beside what never moved, nor of fewer than twenty returns', () => {
    expect([STILL, STEADY, PAIRS.slice(0, 19)].map(correlationOf)).toEqual([null, null, null])
  })
})
