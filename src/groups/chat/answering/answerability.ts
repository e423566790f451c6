import { likelihoodRatio } from '../retrieval/likelihood.ts'
import { termsOf } from '../text/terms.ts'
import { ANSWER_WEIGHTS } from './answer-weights.ts'
import { sentencesIn } from '../text/quotes.ts'
import { askedTerms, support } from '../text/support.ts'

/** A question as it was asked, and in its self-contained form. */
export interface AskedQuestion {
  message: string
  standalone: string
}

/** Features by which it is judged whether a text answers a question. */
export interface AnswerFeatures {
  /** Share of the question's words that occur close to each other. */
  near: number
  /** How much more likely the question is under the text's sentences than under the language as a whole. */
  likelihood: number
  /** 1 for a yes/no question: a text on its subject seldom states which. */
  polar: number
}

/** Number of sentences that a statement and its subject may span. */
const NEAR_SENTENCES = 3
const POLAR =
  /^\W*(?:(?:so|and|but|also|then|well|ok|okay),?\s+)*(?:is|are|am|was|were|do|does|did|can|could|may|might|will|would|shall|should|must|has|have|had)\b/i

export function answerFeatures({ message, standalone }: AskedQuestion, text: string): AnswerFeatures {
  const all = askedTerms(standalone)
  const own = askedTerms(message)
  const sentences = sentencesIn(text).map((sentence) => termsOf(sentence))
  return {
    near: nearest(own.length === 0 ? all : own, sentences),
    likelihood: likelihoodOf(new Set(all), sentences),
    polar: isPolar(message) ? 1 : 0,
  }
}

/**
 * Whether a text answers a question. Among many texts one contains the words by chance, so those after the first must score higher.
 * @param isFirst Whether it fits the question's words best of all that were found.
 */
export function isAnswering(question: AskedQuestion, text: string, isFirst: boolean): boolean {
  return answerScore(answerFeatures(question, text), ANSWER_WEIGHTS) >= leastScore(isFirst, ANSWER_WEIGHTS)
}

export interface AnswerWeights extends AnswerFeatures {
  /** Least score of the first text. */
  least: number
  /** How much more the texts after it must score. */
  laterMargin: number
}

export function answerScore(features: AnswerFeatures, weights: AnswerFeatures): number {
  return (
    weights.near * features.near + weights.likelihood * features.likelihood + weights.polar * features.polar
  )
}

/** The least score that a text needs. */
export const leastScore = (
  isFirst: boolean,
  { least, laterMargin }: Pick<AnswerWeights, 'least' | 'laterMargin'>,
): number => (isFirst ? least : least + laterMargin)

function nearest(wanted: readonly string[], sentences: readonly string[][]): number {
  if (wanted.length === 0) return 0
  return sentences.reduce((most, _, at) => {
    const near = new Set(sentences.slice(at, at + NEAR_SENTENCES).flat())
    return Math.max(most, support(wanted, near))
  }, 0)
}

/** Mean query likelihood (Ponte and Croft, 1998) relative to that of the language, as a logarithm. */
function likelihoodOf(wanted: ReadonlySet<string>, sentences: readonly string[][]): number {
  if (sentences.length === 0) return 0
  const sum = sentences.reduce((all, terms) => all + Math.exp(likelihoodRatio(wanted, terms, commonness)), 0)
  return Math.log(sum / sentences.length)
}

/** Estimated frequency of a word in the language by its length: a text is too short to count words in. */
const commonness = (term: string): number => Math.exp(-4 - 0.6 * Math.min(8, term.length))

/** Judged by the start of the message or of its last sentence: `I have a dog. Can it come?` */
function isPolar(message: string): boolean {
  const last =
    message
      .trim()
      .split(/(?<=[.!?])\s+/)
      .at(-1) ?? ''
  return POLAR.test(message) || POLAR.test(last)
}
