import type { Sentiment } from '../../../market/vocabulary.ts'
import type { ArticleText, Mention } from '../article-text.ts'
import { predict, type SentimentScores } from './model.ts'
import { isReadable, passageAround } from './passage.ts'
import { isQuoted } from './verdicts.ts'

export type { SentimentScores } from './model.ts'

/** Mentions read of one entity; a long text says nothing new of it after that. */
const MAX_MENTIONS = 50
/** A headline says more of what happened than the text below it. */
const HEADLINE_SHARE = 2 / 3
/** The place of a mention in the body at which it counts half. */
const HALF_AT = 5
/** What a mention without judgement still counts beside one with: texts judge once and then narrate. */
const PLAIN_WEIGHT = 0.3
/** Part of the article's sentiment that its headline has beside its entities. */
const OWN_SHARE = 0.25

/** How far an entity that is quoted on something else is taken for neutral. */
const QUOTED = 2 / 3

/** Where nothing is known: no words, or a language that the lexicon does not have. */
const UNKNOWN: SentimentScores = { positive: 0.1, neutral: 0.8, negative: 0.1 }

/**
 * What a text says of an entity, from the sentences around its mentions: shares that sum to 1. Its headline counts two
 * thirds where both mention it; in the body early mentions and those that judge count more. Neutral with no mention.
 * Never throws, and takes time for the mentions, not for the length of the text.
 */
export function entitySentiment(text: ArticleText, mentions: readonly Mention[]): SentimentScores {
  const headline: Weighted[] = []
  const body: Weighted[] = []
  for (const mention of mentions.slice(0, MAX_MENTIONS)) {
    const scores = scoresAround(text, mention)
    if (mention.field === 'headline') headline.push({ scores, weight: judging(scores) })
    else body.push({ scores, weight: judging(scores) / (1 + body.length / HALF_AT) })
  }
  if (headline.length === 0) return body.length === 0 ? UNKNOWN : mean(body)
  if (body.length === 0) return mean(headline)
  return mean([
    { scores: mean(headline), weight: HEADLINE_SHARE },
    { scores: mean(body), weight: 1 - HEADLINE_SHARE },
  ])
}

/**
 * Of the whole article, from its text and its entities' scores weighted by relevance. The headline itself, read as one
 * that does not name what it is about, counts a quarter, and all where there is no entity of any relevance.
 */
export function articleSentiment(
  text: ArticleText,
  entities: readonly { relevance: number; scores: SentimentScores }[],
): SentimentScores {
  const field = text.headline.trim() === '' ? 'body' : 'headline'
  const own = scoresAround(text, { field, start: 0, end: 0 })
  const weighted = entities.flatMap(({ relevance, scores }) =>
    relevance > 0 ? [{ scores, weight: relevance }] : [],
  )
  if (weighted.length === 0) return own
  return mean([
    { scores: mean(weighted), weight: 1 - OWN_SHARE },
    { scores: own, weight: OWN_SHARE },
  ])
}

/** The sentiment with the largest share; neutral of two that are equal. */
export function labelOf({ positive, neutral, negative }: SentimentScores): Sentiment {
  if (positive > neutral && positive > negative) return 'positive'
  return negative > neutral && negative > positive ? 'negative' : 'neutral'
}

interface Weighted {
  scores: SentimentScores
  weight: number
}

function scoresAround(text: ArticleText, mention: Mention): SentimentScores {
  const passage = passageAround(text, mention)
  if (!isReadable(passage)) return UNKNOWN
  const scores = predict(passage)
  return isQuoted(passage)
    ? mean([
        { scores, weight: 1 - QUOTED },
        { scores: UNKNOWN, weight: QUOTED },
      ])
    : scores
}

const judging = ({ neutral }: SentimentScores) => PLAIN_WEIGHT + 1 - neutral

function mean(weighted: readonly Weighted[]): SentimentScores {
  let positive = 0
  let negative = 0
  let total = 0
  for (const { scores, weight } of weighted) {
    positive += scores.positive * weight
    negative += scores.negative * weight
    total += weight
  }
  positive /= total
  negative /= total
  return { positive, neutral: Math.max(0, 1 - positive - negative), negative }
}
