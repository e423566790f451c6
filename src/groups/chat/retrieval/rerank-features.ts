import { type RerankQuestion, TERM_WORTH } from './rerank-question.ts'
import type { RerankText } from './rerank-text.ts'
import { likelihoodFeatures } from './likelihood.ts'
import { rowFeatures } from './row-features.ts'
import { termsOf } from '../text/terms.ts'

/** Features of a text's fit to a question. */
export type RerankFeatures = ReturnType<typeof rerankFeatures>

/** Features of a text's fit to a question; a feature without evidence is 0. */
export function rerankFeatures(question: RerankQuestion, text: RerankText) {
  return {
    ...wholeLabels(question, text),
    ...rowFeatures(question, text.rows),
    ...likelihoodFeatures(question, text),
    ...runFeatures(question, text),
    /** All years of the question are in table headings. */
    years: question.years.length > 0 && question.years.every((year) => text.years.has(year)) ? 1 : 0,
    /** Share of the question's words that occur in the same form. */
    forms: shareOf(question.forms, text.words),
    scale: question.scale !== null && text.words.includes(` ${question.scale}s `) ? 1 : 0,
    /** How much else the text could be asked about. */
    cells: Math.log1p(text.cells),
  }
}

function shareOf(words: ReadonlyMap<string, number>, within: string): number {
  let [had, all] = [0, 1e-9]
  for (const [word, worth] of words) {
    all += worth
    if (within.includes(` ${word} `)) had += worth
  }
  return had / all
}

/** The weight of question words covered by row labels that the question contains completely. */
function wholeLabels({ plain, content, weight }: RerankQuestion, { rows }: RerankText): { covered: number } {
  const labelled = new Set<string>()
  for (const row of rows) {
    if (plain.includes(row.words)) for (const term of row.terms) labelled.add(term)
  }
  let [had, all] = [0, 1e-9]
  for (const term of content) {
    all += weight(term) + TERM_WORTH
    if (labelled.has(term)) had += weight(term) + TERM_WORTH
  }
  return { covered: had / all }
}

/** Stretches of the question that occur word for word, and those with the same capitals. */
function runFeatures(
  { cased, weight, total }: RerankQuestion,
  text: RerankText,
): { runs: number; casedRuns: number } {
  let [sum, casedRuns] = [0, 0]
  for (let from = 0; from < cased.length;) {
    let end = from
    let run = ''
    while (end < cased.length) {
      const longer = `${run} ${cased[end]?.toLowerCase()}`
      if (!text.words.includes(`${longer} `)) break
      run = longer
      end++
    }
    if (end - from >= 2) {
      let worth = 0
      for (const term of new Set(termsOf(run))) worth += weight(term)
      sum += worth
      const written = ` ${cased.slice(from, end).join(' ')}`
      if (written !== run && text.written.includes(`${written} `)) casedRuns += worth
    }
    from = Math.max(from + 1, end)
  }
  return { runs: sum / total, casedRuns }
}
