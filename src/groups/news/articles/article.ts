import type { Id } from '../../../kernel/ids.ts'
import type { Instant } from '../../../kernel/time.ts'
import type { RoutingTier, Sentiment } from '../../../market/vocabulary.ts'
import type { InstrumentSummary } from '../../../ports/instruments.ts'
import type { Sign } from './article-index.ts'

/** An instrument that an article is about. */
export interface EntityScores {
  entityId: Id
  /** 0 to 1. */
  relevance: number
  positive: number
  negative: number
  sentiment: Sign
}

/** An article that has been cleaned, linked and scored but for the market. */
export interface EnrichedArticle {
  docId: Id
  contentHash: Id
  simulated: boolean
  headline: string
  source: string
  url: string
  publishedAt: Instant | null
  /** When the version was published. */
  versionAt: Instant | null
  summary: string | null
  body: string | null
  language: string | null
  /** Null: what is known of the source. */
  feedTier: RoutingTier | null
  /** A filing or an official release, from any publisher. */
  isOfficial: boolean
  positive: number
  negative: number
  sentiment: Sign
  llmRelevanceScore: number
  signature: Uint8Array
  bands: readonly number[]
  numbers: readonly string[]
  /** The most relevant first. */
  entities: readonly EntityScores[]
}

const SIGNS: Readonly<Record<Sentiment, Sign>> = { positive: 1, neutral: 0, negative: -1 }

export function signOf(sentiment: Sentiment): Sign {
  return SIGNS[sentiment]
}

export function sentimentOf(sign: number): Sentiment {
  if (sign === 0) return 'neutral'
  return sign > 0 ? 'positive' : 'negative'
}

/** An instrument as the contract names it beside an article. */
export function namedEntity(
  id: Id,
  names: ReadonlyMap<Id, InstrumentSummary>,
): { entity_id: Id; ticker: string; name: string } {
  const { ticker = '', name = '' } = names.get(id) ?? {}
  return { entity_id: id, ticker, name }
}
