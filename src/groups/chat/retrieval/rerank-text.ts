import { termsOf } from '../text/terms.ts'

/** A text prepared for comparison with a question; built for the best candidates only. */
export interface RerankText {
  /** All words in lower case, including stop words, between single blanks. */
  words: string
  /** The same in their original case. */
  written: string
  rows: readonly RerankRow[]
  /** Years in headings of columns or rows of numbers. */
  years: ReadonlySet<string>
  /** The terms of each sentence outside tables. */
  sentences: ReadonlyArray<readonly string[]>
  /** Number of cells with a number. */
  cells: number
}

/** A table row with numbers. */
export interface RerankRow {
  /** Terms of its label, each once. */
  terms: readonly string[]
  words: string
  written: string
  /** Terms of the heading inside the table above it. */
  group: readonly string[]
  /** The heading of each of its numbers. */
  columns: readonly RerankColumn[]
  /** Years that it has a number for: from column headings, its label or the heading above it. */
  years: ReadonlySet<string>
  values: readonly number[]
}

/** A column heading. */
export interface RerankColumn {
  /** Without years, each once. */
  terms: readonly string[]
  years: readonly string[]
}

const WORDS = /[\p{L}\p{N}%$]+/gu
/** `2019`, `FY2019`, `F19`. */
const YEAR_CELL = /^(?:fy\s?|f)?((?:19|20)?\d{2})$/i
const YEARS = /(?<![\d.,$])(?:fy\s?|f)?((?:19|20)\d{2})(?![\d.,]\d)/gi
const YEAR_TERM = /^(?:fy)?(?:19|20)\d{2}$/
const NUMBER = /^[($€£\s-]*\d[\d,.]*[)%\s]*$/
const DIGITS = /\d[\d,.]*/
/** `Total debt (2)`, `Incentive schemes1`. */
const FOOTNOTE = /\s*\(\d+\)|(?<=[a-z)])\d{1,2}$/g
const SENTENCE_END = /(?<=[.!?;])\s+/
const LONGEST_LABEL = 16
const MOST_ROWS = 400
const MOST_SENTENCES = 400

export const isYearTerm = (term: string): boolean => YEAR_TERM.test(term)
export const wordsOf = (text: string): string[] => text.match(WORDS) ?? []
export const writtenWords = (text: string): string => ` ${wordsOf(text).join(' ')} `
export const lowerWords = (text: string): string => writtenWords(text.toLowerCase())
export const yearsIn = (text: string): string[] => [...text.matchAll(YEARS)].map(([, year = '']) => year)

/** Prepares a text for comparison. Takes time linear in it. */
export function rerankText(text: string): RerankText {
  const tables = new TableReader()
  const sentences: Array<readonly string[]> = []
  for (const line of text.split('\n')) {
    const trimmed = line.trim()
    if (trimmed.startsWith('|')) {
      const cells = trimmed.replace(/^\||\|$/g, '').split('|')
      tables.read(cells.map((cell) => cell.trim()))
      continue
    }
    tables.end()
    for (const sentence of trimmed.split(SENTENCE_END)) {
      if (sentences.length < MOST_SENTENCES && sentence !== '') sentences.push(termsOf(sentence))
    }
  }
  const { rows, years, cells } = tables
  return { words: lowerWords(text), written: writtenWords(text), rows, years, sentences, cells }
}

const isYear = (cell: string): boolean => YEAR_CELL.test(cell)
const isNumber = (cell: string): boolean => NUMBER.test(cell) && !isYear(cell)

/** Reads table lines one by one: column headings, headings inside, rows with numbers. */
class TableReader {
  readonly rows: RerankRow[] = []
  readonly years = new Set<string>()
  cells = 0
  private heads: Array<readonly string[]> = []
  private columns: RerankColumn[] = []
  private hasRows = false
  private group = ''

  /** The next line belongs to another table. */
  end(): void {
    this.heads = []
    this.columns = []
    this.hasRows = false
    this.group = ''
  }

  read([label = '', ...rest]: readonly string[]): void {
    if (rest.some(isNumber)) {
      for (const year of yearsIn(label)) this.years.add(year)
      this.row(label, rest)
      return
    }
    for (const year of [label, ...rest].flatMap(yearsOfHead)) this.years.add(year)
    const said = rest.filter((cell) => cell !== '')
    if (said.length === 0) this.group = label
    else if (!this.hasRows || said.some((cell) => yearsOfHead(cell).length > 0)) this.head(rest)
  }

  private head(cells: readonly string[]): void {
    if (this.hasRows) this.end()
    this.heads.push(cells)
    this.columns = []
  }

  private row(label: string, rest: readonly string[]): void {
    this.hasRows = true
    const clean = label.replace(FOOTNOTE, '')
    const terms = [...new Set(termsOf(clean))]
    const numbers = rest.flatMap((cell, at) => (NUMBER.test(cell) ? [{ cell, at }] : []))
    this.cells += numbers.length
    if (terms.length === 0 || terms.length > LONGEST_LABEL || this.rows.length >= MOST_ROWS) return
    const columns = numbers.map(({ at }) => this.column(at))
    const own = [...yearsIn(label), ...yearsIn(this.group)]
    this.rows.push({
      terms,
      words: lowerWords(clean),
      written: writtenWords(clean),
      group: [...new Set(termsOf(this.group))],
      columns,
      years: new Set([...own, ...columns.flatMap(({ years }) => years)]),
      values: numbers.map(({ cell }) =>
        Number.parseFloat((DIGITS.exec(cell)?.[0] ?? '').replaceAll(',', '')),
      ),
    })
  }

  private column(at: number): RerankColumn {
    return (this.columns[at] ??= columnOf(this.heads, at))
  }
}

/** A heading that spans columns is in the first of them. */
function columnOf(heads: ReadonlyArray<readonly string[]>, at: number): RerankColumn {
  const over = heads.map((cells) => cells.slice(0, at + 1).findLast((cell) => cell !== '') ?? '')
  return {
    terms: [...new Set(over.flatMap(termsOf))].filter((term) => !isYearTerm(term)),
    years: over.flatMap(yearsOfHead),
  }
}

function yearsOfHead(cell: string): string[] {
  const year = YEAR_CELL.exec(cell)?.[1]
  return year?.length === 2 ? [`20${year}`] : yearsIn(cell)
}
