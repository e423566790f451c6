import { FEATURE_COUNT, featuresOf, WORD_FEATURES } from './features.ts'
import type { Passage } from './passage.ts'
import { WEIGHTS } from './sentiment-weights.ts'

/** Log-odds of positive and of negative against neutral, for each feature, as bytes with one scale for words and one for rules. */
export interface Weights {
  /** FEATURE_COUNT pairs: positive, negative. */
  bytes: Int8Array
  wordScale: number
  ruleScale: number
}

/** Shares that sum to 1. */
export interface SentimentScores {
  positive: number
  neutral: number
  negative: number
}

/** The weights as they ship: two scales, then FEATURE_COUNT pairs of bytes in base64. */
function decodeWeights([wordScale, ruleScale, base64]: readonly [number, number, string]): Weights {
  const data = Buffer.from(base64, 'base64')
  if (data.length !== FEATURE_COUNT * 2)
    throw new RangeError('The sentiment weights are not of these features')
  return { bytes: new Int8Array(data), wordScale, ruleScale }
}

/** What the model says of the entity that a passage is around. */
export const predict = (passage: Passage): SentimentScores => predictOf(featuresOf(passage), shipped())

/** What weights make of features. */
export function predictOf(features: readonly number[], weights: Weights): SentimentScores {
  let positive = 0
  let negative = 0
  for (const place of features) {
    const scale = place < WORD_FEATURES ? weights.wordScale : weights.ruleScale
    positive += scale * (weights.bytes[place * 2] ?? 0)
    negative += scale * (weights.bytes[place * 2 + 1] ?? 0)
  }
  return softmax(positive, 0, negative)
}

function softmax(positive: number, neutral: number, negative: number): SentimentScores {
  const most = Math.max(positive, neutral, negative)
  const p = Math.exp(positive - most)
  const o = Math.exp(neutral - most)
  const n = Math.exp(negative - most)
  const total = p + o + n
  return { positive: p / total, neutral: o / total, negative: n / total }
}

let decoded: Weights | null = null

function shipped(): Weights {
  decoded ??= decodeWeights(WEIGHTS)
  return decoded
}
