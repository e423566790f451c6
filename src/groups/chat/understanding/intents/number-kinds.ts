import { asksLedger, asksStanding } from '../portfolio/portfolio-questions.ts'
import { isStatementMetric, type Metric } from './metrics.ts'

const MOVES: readonly Metric[] = [
  'price',
  'volume',
  'sessions',
  'risk',
  'indicator',
  'investment',
  'performance',
  'news',
  'reaction',
  'sentiment',
  'portfolio',
  'watchlist',
]

/** The kind of numbers that a message asks for. */
export function numberKindOf(
  metrics: readonly Metric[],
  asking: string,
): 'statement' | 'move' | 'ratio' | 'standing' {
  if (metrics.some(isStatementMetric)) return 'statement'
  if (metrics.includes('portfolio') && (asksStanding(asking) || asksLedger(asking))) return 'standing'
  return metrics.some((metric) => MOVES.includes(metric)) ? 'move' : 'ratio'
}
