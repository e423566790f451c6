import { likelihoodRatio } from '../retrieval/likelihood.ts'
import { termsOf } from '../text/terms.ts'
import { ANSWER_WEIGHTS } from './answer-weights.ts'
import { sentencesIn } from '../text/quotes.ts'
import { askedTerms, support } from '../text/support.ts'

/** A question as it was asked, and as it stands alone with what it refers to. */
export interface AskedQuestion {
  message: string
  standalone: string
}

/** What says whether a text answers a question. */
export interface AnswerFeatures {
  /** Share of the message's words that stand near one another. */
  near: number
  /** How much more likely the question is from the text's sentences than from any text. */
  likelihood: number
  /** 1 for a question to be answered by yes or no: a text on its subject seldom says which. */
  polar: number
}

/** Sentences that a statement and what it is about take. */
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
 * Whether a text answers a question. Of many texts one has the words by chance, so those behind the first must say more.
 * @param isFirst Whether it fits the question's words best of all that were found.
 */
export function isAnswering(question: AskedQuestion, text: string, isFirst: boolean): boolean {
  return answerScore(answerFeatures(question, text), ANSWER_WEIGHTS) >= leastScore(isFirst, ANSWER_WEIGHTS)
}

export interface AnswerWeights extends AnswerFeatures {
  /** What the first text must reach. */
  least: number
  /** What those behind it must reach beyond that. */
  behind: number
}

export function answerScore(features: AnswerFeatures, weights: AnswerFeatures): number {
  return (
    weights.near * features.near + weights.likelihood * features.likelihood + weights.polar * features.polar
  )
}

/** What a text must reach. */
export const leastScore = (
  isFirst: boolean,
  { least, behind }: Pick<AnswerWeights, 'least' | 'behind'>,
): number => (isFirst ? least : least + behind)

function nearest(wanted: readonly string[], sentences: readonly string[][]): number {
  if (wanted.length === 0) return 0
  return sentences.reduce((most, _, at) => {
    const near = new Set(sentences.slice(at, at + NEAR_SENTENCES).flat())
    return Math.max(most, support(wanted, near))
  }, 0)
}

/** Mean query likelihood (Ponte and Croft, 1998) over that of the language, as a logarithm. */
function likelihoodOf(wanted: ReadonlySet<string>, sentences: readonly string[][]): number {
  if (sentences.length === 0) return 0
  const sum = sentences.reduce((all, terms) => all + Math.exp(likelihoodRatio(wanted, terms, commonness)), 0)
  return Math.log(sum / sentences.length)
}

/** Share of a word in the language by its length: what is read is too little to count words in. */
const commonness = (term: string): number => Math.exp(-4 - 0.6 * Math.min(8, term.length))

/** By its beginning or by that of its last sentence: `I have a dog. Can it come?` */
function isPolar(message: string): boolean {
  const last =
    message
      .trim()
      .split(/(?<=[.!?])\s+/)
      .at(-1) ?? ''
  return POLAR.test(message) || POLAR.test(last)
}
