import { termsOf } from './terms.ts'

/** A text as it is compared with a question word by word; made of the best candidates only. */
export interface CloseText {
  /** All words in small letters, stop words included, between single blanks. */
  words: string
  /** The same in the letters they are written in. */
  written: string
  rows: readonly CloseRow[]
  /** Years that stand over columns of numbers or before rows of them. */
  years: ReadonlySet<string>
  /** Terms of each row and of each sentence. */
  units: ReadonlyArray<ReadonlySet<string>>
}

/** The label of a row that has numbers. */
interface CloseRow {
  terms: readonly string[]
  words: string
  written: string
}

/** A question as texts are compared with it. */
export interface CloseQuestion {
  /** As they are written. */
  cased: readonly string[]
  plain: string
  written: string
  distinct: ReadonlySet<string>
  /** Of these, what is asked about: without years and words of computing. */
  content: ReadonlySet<string>
  years: readonly string[]
  /** `thousand` and the like. */
  scale: string | null
  weight: (term: string) => number
  /** Of all that is distinct. */
  total: number
}

const WORDS = /[\p{L}\p{N}%$]+/gu
/** `2019`, `FY2019`, `F19`. */
const YEAR_CELL = /^(?:fy\s?|f)?((?:19|20)?\d{2})$/i
const YEARS = /(?<![\d.,$])(?:fy\s?|f)?((?:19|20)\d{2})(?![\d.,]\d)/gi
const YEAR_TERM = /^(?:fy)?(?:19|20)\d{2}$/
const NUMBER = /^[($€£\s-]*\d[\d,.]*[)%\s]*$/
const SCALES = ['thousand', 'million', 'billion'] as const
const SENTENCE_END = /(?<=[.!?;])\s+/
const LONGEST_LABEL = 16
const LONGEST_QUESTION = 80
const MOST_UNITS = 400
/** What a word is worth that every document has. */
const TERM_WORTH = 0.3

const lowerWords = (text: string): string => ` ${(text.toLowerCase().match(WORDS) ?? []).join(' ')} `
const writtenWords = (text: string): string => ` ${(text.match(WORDS) ?? []).join(' ')} `
const yearsIn = (text: string): string[] => [...text.matchAll(YEARS)].map(([, year = '']) => year)

/** Reads a text for comparison. */
export function closeText(text: string): CloseText {
  const rows: CloseRow[] = []
  const years = new Set<string>()
  const units: Array<ReadonlySet<string>> = []
  for (const line of text.split('\n')) {
    const trimmed = line.trim()
    const isRow = trimmed.startsWith('|')
    if (isRow)
      readRow(
        trimmed
          .replace(/^\||\|$/g, '')
          .split('|')
          .map((cell) => cell.trim()),
        { rows, years },
      )
    for (const unit of isRow ? [trimmed] : trimmed.split(SENTENCE_END)) {
      if (units.length < MOST_UNITS && unit !== '') units.push(new Set(termsOf(unit)))
    }
  }
  return { words: lowerWords(text), written: writtenWords(text), rows, years, units }
}

function readRow(
  [first = '', ...rest]: readonly string[],
  { rows, years }: { rows: CloseRow[]; years: Set<string> },
): void {
  const hasNumbers = rest.some((cell) => NUMBER.test(cell) && !YEAR_CELL.test(cell))
  for (const year of yearsIn(hasNumbers ? first : [first, ...rest].join(' | '))) years.add(year)
  if (!hasNumbers) {
    for (const cell of rest) {
      const year = YEAR_CELL.exec(cell)?.[1]
      if (year !== undefined) years.add(year.length === 2 ? `20${year}` : year)
    }
    return
  }
  const terms = termsOf(first)
  if (terms.length > 0 && terms.length <= LONGEST_LABEL)
    rows.push({ terms, words: lowerWords(first), written: writtenWords(first) })
}

/** Reads a question for comparison. `operations` are the terms that say what is to be computed. */
export function closeQuestion(
  question: string,
  {
    distinct,
    weight,
    total,
    operations,
  }: Pick<CloseQuestion, 'distinct' | 'weight' | 'total'> & { operations: ReadonlySet<string> },
): CloseQuestion {
  const cased = (question.match(WORDS) ?? []).slice(0, LONGEST_QUESTION)
  return {
    cased,
    plain: ` ${cased.join(' ').toLowerCase()} `,
    written: ` ${cased.join(' ')} `,
    distinct,
    content: new Set([...distinct].filter((term) => !operations.has(term) && !YEAR_TERM.test(term))),
    years: [...new Set(yearsIn(question))],
    scale: SCALES.find((scale) => distinct.has(scale)) ?? null,
    weight,
    total,
  }
}

/**
 * Signs that a text is what a question is about; each is 0 where there is none: the whole label of a row, in the same letters; how much of the
 * question such labels say together; years, all of them and no others; the best row or sentence; the longest stretch of the question that
 * stands there word for word, all such stretches, those in the same letters; its scale.
 */
export function closenessOf(question: CloseQuestion, text: CloseText): readonly number[] {
  return [
    ...rowSigns(question, text),
    ...yearSigns(question, text),
    unitSign(question, text),
    ...runSigns(question, text),
    scaleSign(question, text),
  ]
}

function rowSigns({ plain, written, content, weight }: CloseQuestion, { rows }: CloseText): number[] {
  const worth = (terms: Iterable<string>): number => {
    let sum = 0
    for (const term of terms) if (content.has(term)) sum += weight(term) + TERM_WORTH
    return sum
  }
  let exact = 0
  const covered = new Set<string>()
  for (const row of rows) {
    if (!plain.includes(row.words)) continue
    for (const term of row.terms) covered.add(term)
    if (written.includes(row.written)) exact = Math.max(exact, worth(row.terms))
  }
  return [exact, covered.size === 0 ? 0 : worth(covered) / Math.max(1e-9, worth(content))]
}

function yearSigns({ years }: CloseQuestion, text: CloseText): number[] {
  if (years.length === 0) return [0, 0]
  const shared = years.filter((year) => text.years.has(year)).length
  return [shared === years.length ? 1 : 0, shared / (years.length + text.years.size - shared)]
}

function unitSign({ distinct, weight, total }: CloseQuestion, { units }: CloseText): number {
  let best = 0
  for (const unit of units) {
    let had = 0
    for (const term of distinct) if (unit.has(term)) had += weight(term)
    best = Math.max(best, had)
  }
  return best / total
}

function runSigns({ cased, weight, total }: CloseQuestion, text: CloseText): number[] {
  let [best, sum, exact] = [0, 0, 0]
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
      best = Math.max(best, worth)
      sum += worth
      const written = ` ${cased.slice(from, end).join(' ')}`
      if (written !== run && text.written.includes(`${written} `)) exact += worth
    }
    from = Math.max(from + 1, end)
  }
  return [best, sum / total, exact]
}

function scaleSign({ scale }: CloseQuestion, { words }: CloseText): number {
  return scale !== null && words.includes(` ${scale}s `) ? 1 : 0
}
