import { type TableAnswer, tableAnswer } from '../table-reading/answer.ts'
import { type DataFile, pageOf, tableContexts } from './retrieval-eval.ts'

const SCALES: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9, percent: 1 }
/** A number with what tables put around it. */
const NUMBER = /^[-−(]?\s*[$€£]?\s*[-−(]?[\d,]*\.?\d+\)?\s*%?\)?$/

const AMOUNT = /^\D{0,16}?(\d[\d,]*\.?\d*)\s(thousand|million|billion)$/

/** How often the numbers that questions ask of a page are read or computed as they are. */
export interface NumberMatches {
  questions: number
  answered: number
  exact: number
  /** With `thousand` and the like as well. */
  scaled: number
  /** Questions whose answers are amounts with their unit, `$1.2 million`, mostly of sentences; those of them that are answered, and right to 3 %. */
  amounts: number
  said: number
  rightlySaid: number
  /** Questions whose answers have no digit, and those of them that are given a number. */
  ofWords: number
  numbered: number
}

/** Over all questions of TAT-QA, each with its page: on the chosen pages rules were made looking at mistakes, on the checked ones nobody looked. */
export function tableNumbers(realData: DataFile): {
  all: NumberMatches
  chosen: NumberMatches
  checked: NumberMatches
} {
  const [chosen, checked] = [noMatches(), noMatches()]
  for (const context of tableContexts(realData)) {
    const { text } = pageOf(context)
    const counts = isChecked(context.table.uid) ? checked : chosen
    for (const asked of context.questions) count(counts, asked, text)
  }
  const all = noMatches()
  for (const key of Object.keys(all) as Array<keyof NumberMatches>) all[key] = chosen[key] + checked[key]
  return { all, chosen, checked }
}

/** One page in eight, by the first three bytes of its id. */
const isChecked = (id: string): boolean =>
  [0, 2, 4].every((at) => Number.parseInt(id.slice(at, at + 2), 16) % 2 === 1)

const noMatches = (): NumberMatches => ({
  questions: 0,
  answered: 0,
  exact: 0,
  scaled: 0,
  amounts: 0,
  said: 0,
  rightlySaid: 0,
  ofWords: 0,
  numbered: 0,
})

function count(
  counts: NumberMatches,
  { question, answer, scale }: { question: string; answer: unknown; scale: string },
  text: string,
): void {
  const wanted = numbersOf(answer)
  const found = tableAnswer(question, text)
  if (wanted === null) {
    if (/\d/.test(String(answer))) {
      countAmount(counts, answer, found)
      return
    }
    counts.ofWords++
    if (found !== null) counts.numbered++
    return
  }
  counts.questions++
  if (found === null) return
  counts.answered++
  const isExact =
    found.values.length === wanted.length &&
    wanted.every((number, at) => Math.abs(number - (found.values[at] ?? Number.NaN)) < 0.006)
  if (!isExact) return
  counts.exact++
  if ((SCALES[scale] ?? 1) === (SCALES[found.scale ?? ''] ?? 1)) counts.scaled++
}

function countAmount(counts: NumberMatches, answer: unknown, found: TableAnswer | null): void {
  const wanted = (Array.isArray(answer) ? answer : [answer]).map((each) => AMOUNT.exec(String(each).trim()))
  if (wanted.some((match) => match === null)) return
  counts.amounts++
  if (found === null) return
  counts.said++
  const isRight =
    found.values.length === wanted.length &&
    wanted.every((match, at) => {
      const amount =
        Number.parseFloat((match?.[1] ?? '').replaceAll(',', '')) * (SCALES[match?.[2] ?? ''] ?? 1)
      return (
        Math.abs((Math.abs(found.values[at] ?? 0) * (SCALES[found.scale ?? ''] ?? 1)) / amount - 1) < 0.03
      )
    })
  if (isRight) counts.rightlySaid++
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
