import Papa from 'papaparse'
import { readText, UnreadableFile } from './read-file.ts'

export { UnreadableFile } from './read-file.ts'

/** A row with the line it begins on. Cells stand in the order of the header; a short row lacks the last ones. */
export interface CsvRow {
  line: number
  cells: readonly string[]
}

/** A file's data rows and where each column stands, by its name in lower case. */
export interface CsvFile {
  columns: ReadonlyMap<string, number>
  rows: readonly CsvRow[]
}

/** A row of the file that was left out. */
export interface Rejection {
  line: number
  reason: string
}

export interface CsvOptions {
  /** Columns without which the file is not what it should be, in lower case. */
  required: readonly string[]
  onRejected: (rejection: Rejection) => void
}

/** What V8 can hold as one text, with room to spare. */
const MAX_BYTES = 400 * 1024 * 1024
const DELIMITERS = [',', ';', '\t', '|']

/**
 * Reads a CSV file, compressed or not. Column names are compared in lower case; blank lines count as nothing. Rows that
 * are not CSV or have more cells than the header are reported and left out. Throws {@link UnreadableFile}.
 */
export async function readCsv(path: string, { required, onRejected }: CsvOptions): Promise<CsvFile> {
  // One kind of line break: files that were put together from others may have both.
  const text = (await readText(path, MAX_BYTES)).replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: delimiterOf(text) })
  const broken = new Set(errors.map(({ row }) => row))
  const rows: CsvRow[] = []
  let columns: CsvFile['columns'] | null = null
  let width = 0
  let line = 1
  for (const [index, cells] of data.entries()) {
    const began = line
    line += 1 + lineBreaks(cells)
    if (isBlank(cells)) continue
    if (columns === null) {
      columns = readHeader(path, cells, required)
      width = cells.length
    } else if (broken.has(index)) {
      // Whatever a quote that is not closed has swallowed is lost with its row.
      const lost = line - began > 1 ? `: it runs to line ${line - 1}` : ''
      onRejected({ line: began, reason: `the quotes of the row do not match${lost}` })
    } else if (cells.length > width)
      onRejected({ line: began, reason: 'the row has more cells than the header' })
    else rows.push({ line: began, cells })
  }
  if (columns === null) throw new UnreadableFile(path, 'it is empty.')
  return { columns, rows }
}

/** What the header has most of. Never guessed from rows: texts in them may have more of another one. */
function delimiterOf(text: string): string {
  const header = /\S.*/.exec(text)?.[0] ?? ''
  const count = (delimiter: string): number => header.split(delimiter).length
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best))
}

function readHeader(
  path: string,
  header: readonly string[],
  required: readonly string[],
): CsvFile['columns'] {
  const columns = new Map(header.map((name, index) => [name.trim().toLowerCase(), index]))
  const missing = required.filter((name) => !columns.has(name))
  if (missing.length > 0) throw new UnreadableFile(path, `its header has no column ${missing.join(', ')}.`)
  return columns
}

const isBlank = (cells: readonly string[]): boolean => cells.length === 1 && cells[0]?.trim() === ''

/** Line breaks inside quoted cells. */
function lineBreaks(cells: readonly string[]): number {
  let count = 0
  for (const cell of cells) {
    for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) count++
  }
  return count
}
