import { expect, test } from 'vitest'
import { marketScore, type MarketScoreEntity } from './market-score.ts'

const entity = (over: Partial<MarketScoreEntity> = {}): MarketScoreEntity => ({
  relevance: 1,
  size: 9.75,
  moves: [],
  volatility: 0.02,
  ...over,
})
const one = (over: Partial<MarketScoreEntity>) => marketScore([entity(over)])

test('no entity, and none of relevance, is 0', () => {
  expect(marketScore([])).toBe(0)
  expect(one({ relevance: 0, moves: [{ sessions: 1, return: 0.5 }] })).toBe(0)
})

test('the formula, worked by hand', () => {
  // size 9.75: (9.75 - 7) / 5.5 = 0.5. x = 0.04 / 0.02 = 2, 1 - 1/e = 0.632121. 0.25 + 0.316060 = 0.566060
  expect(one({ moves: [{ sessions: 1, return: 0.04 }] })).toBeCloseTo(0.56606, 5)
  // The same move over four sessions: x = 0.04 / (0.02 · 2) = 1, 1 - exp(-0.5) = 0.393469. 0.25 + 0.196735 = 0.446735
  expect(one({ moves: [{ sessions: 4, return: -0.04 }] })).toBeCloseTo(0.446735, 5)
  // Half the relevance, half the score.
  expect(one({ relevance: 0.5, moves: [{ sessions: 1, return: 0.04 }] })).toBeCloseTo(0.28303, 5)
})

test('before a window has elapsed the move of an ordinary session is expected', () => {
  // sqrt(2 / pi) = 0.797885, 1 - exp(-0.398942) = 0.328971. 0.25 + 0.164486 = 0.414486
  expect(one({})).toBeCloseTo(0.414486, 5)
  // A window in which nothing happened says less than that: 0.25
  expect(one({ moves: [{ sessions: 1, return: 0 }] })).toBeCloseTo(0.25, 9)
})

test('the strongest window counts', () => {
  const windows = [
    { sessions: 1, return: 0.01 },
    { sessions: 2, return: -0.05 },
    { sessions: 5, return: 0.02 },
  ]
  expect(one({ moves: windows })).toBe(one({ moves: [{ sessions: 2, return: -0.05 }] }))
})

test('weight runs from ten million to about three trillion dollars, and is the middle where unknown', () => {
  const still = [{ sessions: 1, return: 0 }]
  expect(one({ size: 7, moves: still })).toBe(0)
  expect(one({ size: 3, moves: still })).toBe(0)
  expect(one({ size: 12.5, moves: still })).toBeCloseTo(0.5, 9)
  expect(one({ size: 14, moves: still })).toBeCloseTo(0.5, 9)
  expect(one({ size: null, moves: still })).toBeCloseTo(0.25, 9)
})

test('volatility has a floor, and is 2 % where unknown', () => {
  const moves = [{ sessions: 1, return: 0.01 }]
  // x = 0.01 / 0.005 = 2: 0.566060 again
  expect(one({ volatility: 0, moves })).toBeCloseTo(0.56606, 5)
  expect(one({ volatility: 0.005, moves })).toBe(one({ volatility: 0.0001, moves }))
  expect(one({ volatility: null, moves })).toBe(one({ volatility: 0.02, moves }))
})

test('the entity for which it meant most counts', () => {
  const minor = entity({ relevance: 0.2, moves: [{ sessions: 1, return: 0.2 }] })
  const major = entity({ relevance: 0.9, moves: [{ sessions: 1, return: 0.03 }] })
  expect(marketScore([minor, major])).toBe(marketScore([major]))
  expect(marketScore([major, minor])).toBe(marketScore([major]))
})

test('it is a share whatever comes in', () => {
  const values = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1, 0, 1e300]
  for (const value of values) {
    const score = one({
      relevance: value,
      size: value,
      volatility: value,
      moves: [
        { sessions: 1, return: value },
        { sessions: value, return: 0.1 },
      ],
    })
    expect(score).toBeGreaterThanOrEqual(0)
    expect(score).toBeLessThanOrEqual(1)
  }
  // A return that is no number has not elapsed.
  expect(one({ moves: [{ sessions: 1, return: Number.NaN }] })).toBe(one({}))
})
