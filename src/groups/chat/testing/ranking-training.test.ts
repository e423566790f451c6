import { describe, expect, it } from 'vitest'
import { FEATURE_WEIGHTS } from '../retrieval/feature-weights.ts'
import type { RankingFeatures } from '../retrieval/ranking.ts'
import { crossValidated, fitWeights, type RankingExample } from './ranking-training.ts'

const NONE = Object.fromEntries(
  Object.keys(FEATURE_WEIGHTS).map((feature) => [feature, 0]),
) as unknown as RankingFeatures
const page = (features: Partial<RankingFeatures>): RankingFeatures => ({ ...NONE, ...features })

/** The right page has more `fit` and less `cells`, but for the last question, which says the opposite. */
const examples: RankingExample[] = Array.from({ length: 20 }, (_, at) => ({
  fold: at % 5,
  pages: [page({ fit: 1, cells: 4 }), page({ fit: 2, cells: 3 })],
  right: at === 19 ? 0 : 1,
}))

describe('fitWeights', () => {
  it('weighs for what the right pages have more of, and against what they have less of', () => {
    const weights = fitWeights(examples)
    expect(weights.fit).toBeGreaterThan(0)
    expect(weights.cells).toBeLessThan(0)
    expect(weights.scale).toBe(0)
    expect(fitWeights(examples)).toEqual(weights)
  })
})

describe('crossValidated', () => {
  it('counts every question once, by weights of the others, and none whose page is not there', () => {
    const lost = examples.map((each, at) => (at === 0 ? { ...each, right: -1 } : each))
    const { questions, hitAt1, hitAt10 } = crossValidated(lost)
    expect(questions).toBe(20)
    expect(hitAt1).toBeCloseTo(18 / 20)
    expect(hitAt10).toBeCloseTo(19 / 20)
  })
  it('does not learn a question from itself', () => {
    const own: RankingExample[] = Array.from({ length: 2 }, (_, at) => ({
      fold: at,
      pages: [page({ fit: 1 + at }), page({ fit: 2 - at })],
      right: 0,
    }))
    expect(crossValidated(own).hitAt1).toBe(0)
  })
})
