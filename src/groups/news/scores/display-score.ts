import { ROUTING_TIERS, type RoutingTier } from '../../../market/vocabulary.ts'

/** Scores are stored and compared in units of this. */
const UNIT = 10_000

const TIER_WEIGHTS: Readonly<Record<RoutingTier, number>> = {
  TIER_1: 1,
  TIER_2: 0.8,
  TIER_3: 0.5,
  TIER_4: 0.2,
}

/** The parts of display_relevance_score, each 0 to 1. */
export interface ScoreParts {
  marketScore: number
  llmRelevanceScore: number
  routingTier: RoutingTier
}

export function tierWeight(tier: RoutingTier): number {
  return TIER_WEIGHTS[tier]
}

/** 0.5 × market_score + 0.4 × llm_relevance_score + 0.1 × routing_tier_weight, in units of 0.0001. */
export function displayScoreUnits({ marketScore, llmRelevanceScore, routingTier }: ScoreParts): number {
  const score = 0.5 * marketScore + 0.4 * llmRelevanceScore + 0.1 * tierWeight(routingTier)
  // The parts are sums of decimals: 0.65 must not become 0.6499999.
  return Math.round(Number((score * UNIT).toFixed(6)))
}

export function displayScoreOf(units: number): number {
  return units / UNIT
}

/** The tier with that number, 1 to 4, as it is stored. */
export function tierOf(number: number): RoutingTier {
  return ROUTING_TIERS[number - 1] ?? 'TIER_4'
}

export function tierNumber(tier: RoutingTier): number {
  return ROUTING_TIERS.indexOf(tier) + 1
}
