import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ROUTING_TIERS } from '../../../market/vocabulary.ts'
import { displayScoreOf, displayScoreUnits, tierNumber, tierOf, tierWeight } from './display-score.ts'

describe('display_relevance_score', () => {
  test.each([
    [0.8, 0.5, 'TIER_3', 0.65],
    [0, 0, 'TIER_4', 0.02],
    [1, 1, 'TIER_1', 1],
    [0.86, 0.7558, 'TIER_2', 0.8123],
    [0.5, 0.25, 'TIER_1', 0.45],
  ] as const)('of market %d, language model %d and %s is %d', (marketScore, llm, routingTier, score) => {
    const units = displayScoreUnits({ marketScore, llmRelevanceScore: llm, routingTier })
    expect(displayScoreOf(units)).toBe(score)
  })

  test('is the formula to four decimals, whole units from 0 to 10,000', () => {
    const part = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(part, part, fc.constantFrom(...ROUTING_TIERS), (marketScore, llm, routingTier) => {
        const units = displayScoreUnits({ marketScore, llmRelevanceScore: llm, routingTier })
        expect(Number.isInteger(units) && units >= 0 && units <= 10_000).toBe(true)
        const exact = 0.5 * marketScore + 0.4 * llm + 0.1 * tierWeight(routingTier)
        expect(Math.abs(displayScoreOf(units) - exact)).toBeLessThanOrEqual(0.00005 + 1e-9)
      }),
    )
  })

  test('tiers weigh what the specification says, and are stored as numbers', () => {
    expect(ROUTING_TIERS.map(tierWeight)).toEqual([1, 0.8, 0.5, 0.2])
    expect(ROUTING_TIERS.map((tier) => tierOf(tierNumber(tier)))).toEqual([...ROUTING_TIERS])
    expect(ROUTING_TIERS.map(tierNumber)).toEqual([1, 2, 3, 4])
  })
})
