import { tableAnswer } from '../table-reading/answer.ts'
import { type DataFile, pageOf, tableContexts } from './retrieval-eval.ts'

const SCALES: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9, percent: 1 }
/** A number with what tables put around it. */
const NUMBER = /^[-−(]?\s*[$€£]?\s*[-−(]?[\d,]*\.?\d+\)?\s*%?\)?$/

/** How often the numbers that questions ask of a page are read or computed as they are. */
export interface NumberMatches {
  questions: number
  answered: number
  exact: number
  /** With `thousand` and the like as well. */
  scaled: number
}

/** Over all questions of TAT-QA whose answers are numbers, each with its page. */
export function tableNumbers(realData: DataFile): NumberMatches {
  const counts = { questions: 0, answered: 0, exact: 0, scaled: 0 }
  for (const context of tableContexts(realData)) {
    const { text } = pageOf(context)
    for (const { question, answer, scale } of context.questions) {
      const wanted = numbersOf(answer)
      if (wanted === null) continue
      counts.questions++
      const found = tableAnswer(question, text)
      if (found === null) continue
      counts.answered++
      const isExact =
        found.values.length === wanted.length &&
        wanted.every((number, at) => Math.abs(number - (found.values[at] ?? Number.NaN)) < 0.006)
      if (!isExact) continue
      counts.exact++
      if ((SCALES[scale] ?? 1) === (SCALES[found.scale ?? ''] ?? 1)) counts.scaled++
    }
  }
  return counts
}

/** Null where the answer is words. */
function numbersOf(answer: unknown): number[] | null {
  const list = Array.isArray(answer) ? answer : [answer]
  const numbers = list.map((each) => {
    const text = String(each).trim()
    if (!NUMBER.test(text)) return Number.NaN
    const value = Number.parseFloat(text.replaceAll(/[^\d.]/g, ''))
    return /[-−(]/.test(text) ? -value : value
  })
  return numbers.length === 0 || numbers.some(Number.isNaN) ? null : numbers
}
