import { type EntityScores, signOf } from '../articles/article.ts'
import { labelOf, type SentimentScores } from '../sentiment/sentiment.ts'

/** What is stored of a sentiment. */
export function storedSentiment(
  scores: SentimentScores,
): Pick<EntityScores, 'positive' | 'negative' | 'sentiment'> {
  return { positive: scores.positive, negative: scores.negative, sentiment: signOf(labelOf(scores)) }
}
