import Papa from 'papaparse'
import { MOST_COLUMNS, MOST_IMPORT_ROWS } from '../../../contract/transaction-files.ts'
import { fail } from '../../../kernel/fail.ts'
import { activityStatement, type Line } from './activity-statement.ts'
import type { Layout } from './layout.ts'
import { layoutOf, GENERIC_LAYOUT } from './layouts.ts'
import { namesIn } from './column-names.ts'

/** A file as rows of cells, the header being found. */
export interface Table {
  delimiter: string
  layout: Layout
  /** In lower case. */
  header: readonly string[]
  /** What stands below the header and is not empty. */
  lines: readonly Line[]
}

const DELIMITERS = [',', ';', '\t', '|']
/** Twice what the longest import of the widest items has: millions of cells would hold the loop for seconds. */
const MOST_CELLS = 1_000_000
/** Empty ones and those of longer texts included: twenty for each row that an import may have, read in a tenth of a second. */
const MOST_LINES = 100_000
/** Brokers write whose account it is, and of which days, above the header. */
const MOST_ABOVE_HEADER = 20
const LONGEST_HEADER = 10_000

/**
 * The table in a file; null for one without a header. Throws 422 `VALIDATION_ERROR` above the most cells, lines or columns. @param mapped
 * Columns that identify the header when nothing else does.
 */
export function tableOf(file: string, mapped: ReadonlySet<string>): Table | null {
  const text = file.replace(/^\uFEFF/, '')
  const { delimiter, layoutIn } = formOf(text, mapped)
  if (hasMore(text, ['\n', '\r', delimiter], MOST_CELLS))
    fail('VALIDATION_ERROR', `csv must have at most ${MOST_CELLS} cells.`)
  if (hasMore(text.replaceAll('\r\n', '\n'), ['\n', '\r'], MOST_LINES))
    fail('VALIDATION_ERROR', `csv must have at most ${MOST_LINES} lines, empty ones included.`)
  const { data, errors } = Papa.parse<string[]>(withLineFeeds(text, delimiter), { delimiter })
  const unclosed = new Set(errors.map(({ row }) => row))
  const starts = lineNumbers(data)
  const filled = data
    .map((cells, at) => ({ cells, line: starts[at] ?? at + 1, isUnclosed: unclosed.has(at) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const statement = activityStatement(filled, MOST_IMPORT_ROWS)
  if (statement !== null) return { delimiter, ...statement }
  const above = filled.slice(0, MOST_ABOVE_HEADER).findIndex(({ cells }) => layoutIn(cells) !== null)
  const [header, ...below] = filled.slice(Math.max(0, above))
  if (header === undefined) return null
  // Each is read in each row, however few cells that has.
  if (header.cells.length > MOST_COLUMNS)
    fail('VALIDATION_ERROR', `csv must have at most ${MOST_COLUMNS} columns, not ${header.cells.length}.`)
  const layout = layoutIn(header.cells) ?? GENERIC_LAYOUT
  return { delimiter, layout, header: namesIn(header.cells), lines: below }
}

/** How the cells of a file are separated, and which layout a line of it is the header of; null for none. */
function formOf(
  text: string,
  mapped: ReadonlySet<string>,
): { delimiter: string; layoutIn: (cells: readonly string[]) => Layout | null } {
  const layoutIn = (cells: readonly string[]): Layout | null => {
    const names = new Set(namesIn(cells))
    const isMapped = mapped.size > 1 && [...mapped].every((name) => names.has(name))
    return layoutOf(names) ?? (isMapped ? GENERIC_LAYOUT : null)
  }
  const firstLines = linesOf(text)
  for (const line of firstLines.filter(({ length }) => length <= LONGEST_HEADER)) {
    for (const delimiter of DELIMITERS) {
      if (layoutIn(Papa.parse<string[]>(line, { delimiter }).data[0] ?? []) !== null)
        return { delimiter, layoutIn }
    }
  }
  // What the first line has most of: texts in rows may have more of another one.
  const [first = ''] = firstLines
  const delimiter = DELIMITERS.reduce((best, each) =>
    first.split(each).length > first.split(best).length ? each : best,
  )
  return { delimiter, layoutIn }
}

/** The first lines that say anything. */
function linesOf(text: string): string[] {
  const lines: string[] = []
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    if (line.trim() !== '') lines.push(line)
    if (lines.length === MOST_ABOVE_HEADER) break
  }
  return lines
}

/** The file with one sign at the end of each row, and every break within quotes, which begin where a cell does, as it is. */
function withLineFeeds(file: string, delimiter: string): string {
  const cellsAndEnds = new RegExp(`(?<=^|[${delimiter}\\r\\n])"[^"]*(?:""[^"]*)*"|\\r\\n`, 'g')
  return file.replaceAll(cellsAndEnds, (found) => (found === '\r\n' ? '\n' : found))
}

/** Quoted cells may have line breaks. */
function lineNumbers(data: readonly string[][]): number[] {
  let line = 1
  return data.map((cells) => {
    const start = line
    line += 1 + cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
    return start
  })
}

/** Whether a text has more of these characters than that; those within quotes count too. */
function hasMore(text: string, characters: readonly string[], most: number): boolean {
  const codes = characters.map((each) => each.charCodeAt(0))
  let count = 0
  for (let at = 0; at < text.length && count <= most; at++) {
    if (codes.includes(text.charCodeAt(at))) count++
  }
  return count > most
}
