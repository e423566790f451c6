import type { RerankQuestion } from './rerank-question.ts'
import type { RerankText } from './rerank-text.ts'

/** Weight of the text's language model against the background (Jelinek-Mercer smoothing; Zhai and Lafferty, 2004, section 3). */
const TEXT_SHARE = 0.75
/** Shorter texts are treated as if they had this length. */
const LEAST_LENGTH = 3
/** Weight of a year of the question that a row has. */
const YEAR_WORTH = 1.5

/**
 * Query likelihood (Ponte and Croft, 1998) with each row and each sentence as a language model, relative to that of the collection: the
 * best of all, the mean of all (a text with many others is less specific), and the best row including years.
 */
export function likelihoodFeatures(
  question: RerankQuestion,
  text: RerankText,
): { likelihood: number; meanLikelihood: number; rowLikelihood: number } {
  let [best, sum, units, bestRow] = [-Infinity, 0, 0, -Infinity]
  const add = (terms: readonly string[]): number => {
    const value = likelihoodRatio(question.content, terms, question.probability)
    best = Math.max(best, value)
    sum += Math.exp(value)
    units++
    return value
  }
  for (const row of text.rows) {
    const over = new Set(row.columns.flatMap(({ terms }) => terms))
    const shared = question.years.filter((year) => row.years.has(year)).length
    bestRow = Math.max(bestRow, add([...row.terms, ...row.group, ...over]) + YEAR_WORTH * shared)
  }
  for (const sentence of text.sentences) add(sentence)
  const known = (value: number): number => (Number.isFinite(value) ? value : 0)
  return {
    likelihood: known(best),
    meanLikelihood: units === 0 ? 0 : Math.log(sum / units),
    rowLikelihood: known(bestRow),
  }
}

/**
 * How much more likely words are under a text's language model than under the background, as a logarithm: query likelihood with
 * Jelinek-Mercer smoothing. A word that the text lacks has its background probability.
 * @param probability Of a word in the background.
 */
export function likelihoodRatio(
  wanted: ReadonlySet<string>,
  terms: readonly string[],
  probability: (term: string) => number,
): number {
  const counts = new Map<string, number>()
  for (const term of terms) if (wanted.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1)
  const length = Math.max(LEAST_LENGTH, terms.length)
  let sum = 0
  for (const [term, count] of counts) {
    sum += Math.log1p((TEXT_SHARE * count) / length / ((1 - TEXT_SHARE) * probability(term)))
  }
  return sum
}
