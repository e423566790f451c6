import { IMPORT_FIELDS, type ImportField } from '../../../contract/transaction-files.ts'
import type { Line } from './activity-statement.ts'
import { dateIn, numberIn } from './cells.ts'
import type { Fields } from './layout.ts'
import { meaningOf } from './type-words.ts'

/** Brokers write who they are, and when the file was made, below the table; what stands above the last so many lines is rows. */
const MOST_BELOW_TABLE = 50
/** Of what a file calls a type. A sentence may have such words as well: "past dividends are no promise". */
const LONGEST_TYPE = 4

/** Without any of the others a line is no row, whatever it has in these. */
const ASIDE: ReadonlySet<ImportField> = new Set(['note', 'currency', 'external', 'external_id'])
const NEEDED = IMPORT_FIELDS.filter((field) => !ASIDE.has(field))

/**
 * How many lines at the end of a table are no rows of it but text, such as `Date downloaded 01/15/2026`: lines of words alone, or without
 * anything that a row needs. None where all of them are: what stands below no row may be rows that are wrong.
 * @param width Columns of the header: with a single one every row has one cell.
 * @param fieldsOf What a row would be read from a line.
 */
export function linesBelow(lines: readonly Line[], width: number, fieldsOf: (line: Line) => Fields): number {
  if (width === 1) return 0
  const first = lines.length - MOST_BELOW_TABLE
  const last = lines.findLastIndex((line, at) => at < first || !isText(line, fieldsOf(line)))
  return last === -1 ? 0 : lines.length - 1 - last
}

function isText({ cells, isUnclosed }: Line, fields: Fields): boolean {
  if (isUnclosed) return false
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  // Without quotes the commas of a sentence separate cells.
  if (filled.every(isWords)) {
    const [only = ''] = filled
    return !isType(filled.length === 1 ? only : (fields.type ?? ''))
  }
  return [...NEEDED, 'total' as const].every((field) => (fields[field] ?? '') === '')
}

/** No number and no day, which a row that broke off has, and with which a whole row in quotes begins. */
const isWords = (cell: string): boolean =>
  /\p{L}/u.test(cell) &&
  Number.isNaN(numberIn(cell, '.')) &&
  dateIn(cell, 'dmy') === null &&
  dateIn(cell, 'mdy') === null

const isType = (cell: string): boolean =>
  cell !== '' && cell.split(/\s+/).length <= LONGEST_TYPE && meaningOf(cell) !== null
