import {
  IMPORT_FIELDS,
  MOST_IMPORT_ROWS,
  type TransactionImportInput,
} from '../../../contract/transaction-files.ts'
import { fail } from '../../../kernel/fail.ts'
import { type Id, isUuid } from '../../../kernel/ids.ts'
import { mapInPieces } from '../../../kernel/pause.ts'
import { echoed } from '../../../kernel/text.ts'
import { type DayOrder, dayOrderOf, type DecimalSign, decimalSignOf } from './cells.ts'
import { EXPORT_COLUMNS } from './export.ts'
import { unguarded } from './formula-guard.ts'
import { type Table, tableOf } from './csv-table.ts'
import type { Line } from './activity-statement.ts'
import { linesBelow } from './footer.ts'
import type { Aside, CellOf, CellReader, Cost, Fields, Layout } from './layout.ts'
import { GENERIC_LAYOUT } from './layouts.ts'

/** A row before anything of it is understood. */
export interface RawRow {
  index: number
  /** Where it begins in the file, from 1. */
  line: number
  fields: Fields
  costs: readonly Cost[]
  /** Of the transaction that our own export wrote the row of; null for none. */
  exportedId: Id | null
  /** What is wrong with the row as such; null for nothing. */
  broken: string | null
}

export interface RawRows {
  layout: Layout
  rows: RawRow[]
  unmapped: string[]
  /** Lines of text below the last row. */
  footerLines: number
  decimalSign: DecimalSign
  dayOrder: DayOrder | null
}

const MOST_UNMAPPED = 50
const LONGEST_COLUMN = 200

/** The rows of a request, read in pieces. Throws 422 `VALIDATION_ERROR` for one without any, or with a mapping that fits nothing. */
export async function readRows(input: TransactionImportInput, signal: AbortSignal): Promise<RawRows> {
  checkMapping(input.mapping)
  if (input.format === 'csv') {
    if (input.csv === undefined || input.items !== undefined) {
      fail('VALIDATION_ERROR', 'csv must be given, and items left out, with format csv.')
    }
    return readCsv(input.csv, input.mapping ?? {}, signal)
  }
  if (input.items === undefined || input.csv !== undefined) {
    return fail('VALIDATION_ERROR', 'items must be given, and csv left out, with format json.')
  }
  return readItems(input.items, input.mapping ?? {}, signal)
}

function checkMapping(mapping: Readonly<Record<string, string>> = {}): void {
  const unknown = Object.keys(mapping).find((field) => !IMPORT_FIELDS.some((each) => each === field))
  if (unknown === undefined) return
  fail('VALIDATION_ERROR', `mapping must name fields: ${IMPORT_FIELDS.join(', ')}; not "${echoed(unknown)}".`)
}

type Cell = string | number | boolean | null

async function readItems(
  items: ReadonlyArray<Record<string, Cell>>,
  mapping: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<RawRows> {
  const records = await mapInPieces(
    items,
    (item) => new Map(Object.entries(item).map(([key, cell]) => [key.toLowerCase(), textOf(cell)])),
    signal,
  )
  const header = new Set(records.flatMap((record) => [...record.keys()]))
  const odd = [...header].find(
    (name) => name.length > LONGEST_COLUMN || /\p{Cc}/u.test(name) || !name.isWellFormed(),
  )
  if (odd !== undefined) {
    fail(
      'VALIDATION_ERROR',
      `items must have properties of at most ${LONGEST_COLUMN} characters, without control characters.`,
    )
  }
  const unread = new Set<string>()
  const readRow = (record: ReadonlyMap<string, string>, index: number): RawRow => {
    const repeated = repeatedIn(Object.keys(items[index] ?? {}).map((name) => name.toLowerCase()))
    const cellOf: CellOf = (column) => record.get(column) ?? ''
    const { fields, costs, twice, used } = fieldsOf(GENERIC_LAYOUT, cellOf, { mapping, repeated })
    noteUnread(unread, record.keys(), { cellOf, used })
    const broken = twice === null ? null : `the row has ${JSON.stringify(twice)} twice.`
    return { index, line: index + 1, broken, fields, costs, exportedId: exportedIdOf(cellOf) }
  }
  const rows = await mapInPieces(records, readRow, signal)
  return finished(GENERIC_LAYOUT, {
    rows,
    header,
    unread,
    mapping,
    delimiter: ',',
    isPlain: true,
    footerLines: 0,
  })
}

/** Other files have such a column as well, with ids that are none of ours. */
function exportedIdOf(cellOf: CellOf): Id | null {
  const id = cellOf('transaction_id').toLowerCase()
  return isUuid(id) ? id : null
}

const textOf = (cell: Cell): string => (cell === null ? '' : String(cell))

async function readCsv(
  file: string,
  mapping: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<RawRows> {
  const mapped = new Set(Object.values(mapping).map((column) => column.trim().toLowerCase()))
  const table = tableOf(file, mapped)
  if (table === null || table.lines.length === 0) {
    return fail('VALIDATION_ERROR', 'csv must have a header and at least one row.')
  }
  const { layout, header: names, delimiter } = table
  const columns = new Map(names.map((name, at) => [name, at]))
  const missing = Object.values(mapping).find((column) => !columns.has(column.trim().toLowerCase()))
  if (missing !== undefined)
    fail('VALIDATION_ERROR', `mapping must name columns of the file: there is no "${echoed(missing)}".`)
  const repeated = repeatedIn(names)
  // In our own export a note is as it was written; in other files blanks around it mean nothing.
  const exact = EXPORT_COLUMNS.every((column) => columns.has(column)) ? 'note' : null
  const cellsIn =
    ({ cells }: Line): CellOf =>
    (column) => {
      const cell = cells[columns.get(column) ?? -1] ?? ''
      return column === exact ? unguarded(cell) : unguarded(cell.trim())
    }
  const lines = rowsIn(table, (line) => fieldsOf(layout, cellsIn(line), { mapping, repeated }).fields)
  const unread = new Set<string>()
  const accounts = new Set<string>()
  const readRow = (row: Line, index: number): RawRow => {
    const cellOf = cellsIn(row)
    const { fields, costs, twice, used } = fieldsOf(layout, cellOf, { mapping, repeated })
    noteUnread(unread, columns.keys(), { cellOf, used })
    const account = layout.account?.map(cellOf).join(' ').trim() ?? ''
    if (account !== '') accounts.add(account)
    if (twice !== null) refuseRepeated(twice)
    return {
      index,
      line: row.line,
      fields,
      costs,
      exportedId: exportedIdOf(cellOf),
      broken: brokenIn(row, names.length),
    }
  }
  const rows = await mapInPieces(lines, readRow, signal)
  if (accounts.size > 1) {
    fail(
      'VALIDATION_ERROR',
      `csv must be of one account, not of ${accounts.size}: import each into an account of its own.`,
    )
  }
  return finished(layout, {
    rows,
    header: new Set(columns.keys()),
    unread,
    mapping,
    delimiter,
    isPlain: false,
    footerLines: table.lines.length - lines.length,
  })
}

/** The lines of a table without the text below them. Throws 422 `VALIDATION_ERROR` for more than an import may have. */
function rowsIn({ lines, header }: Table, fieldsIn: (line: Line) => Fields): readonly Line[] {
  const rows = lines.slice(0, lines.length - linesBelow(lines, header.length, fieldsIn))
  if (rows.length > MOST_IMPORT_ROWS) {
    fail(
      'VALIDATION_ERROR',
      `csv must have at most ${MOST_IMPORT_ROWS} rows, not ${rows.length}: import it in parts.`,
    )
  }
  return rows
}

function brokenIn({ cells, isUnclosed }: Line, width: number): string | null {
  if (isUnclosed) return 'the quotes of the row do not match.'
  return cells.length > width ? 'the row has more cells than the header.' : null
}

/** Names that there are several of. */
function repeatedIn(names: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>()
  return new Set(
    names.filter((name) => {
      const isRepeated = seen.has(name)
      seen.add(name)
      return isRepeated
    }),
  )
}

/** Which of two columns is meant is nobody's guess. */
function refuseRepeated(name: string): never {
  return fail(
    'VALIDATION_ERROR',
    `csv must have each column once: there are two named ${JSON.stringify(echoed(name))}.`,
  )
}

/** The fields of a row, the columns that they were read from, and one of the repeated columns among them; null for none. */
function fieldsOf(
  { read, asides = {}, costs = [] }: Layout,
  cellOf: CellOf,
  { mapping, repeated }: { mapping: Readonly<Record<string, string>>; repeated: ReadonlySet<string> },
): { fields: Fields; costs: Cost[]; twice: string | null; used: ReadonlySet<string> } {
  let twice: string | null = null
  const used = new Set<string>()
  const peek: CellOf = (column) => {
    if (repeated.has(column)) twice ??= column
    return cellOf(column)
  }
  const cell: CellOf = (column) => {
    used.add(column)
    return peek(column)
  }
  const fields: Fields = {}
  for (const field of IMPORT_FIELDS) {
    const column = mapping[field]
    const text = column === undefined ? read[field]?.(cell, peek) : cell(column.trim().toLowerCase())
    if (text !== undefined) fields[field] = text
  }
  for (const [aside, reader] of Object.entries(asides) as Array<[Aside, CellReader]>) {
    fields[aside] = reader(cell, peek)
  }
  // What a mapping names stands for all of them, and is in the currency of the row.
  const paid = costs
    .filter(({ field }) => mapping[field] === undefined)
    .map(({ field, amount, currency }) => ({
      field,
      text: amount(cell, peek),
      currency: currency(cell, peek),
    }))
  return { fields, costs: paid, twice, used }
}

/** A blank or a zero, with whatever sign of a currency. */
const NOTHING = /^[\s$€£]*(?:-|[-+]?0*(?:[.,]0*)?)$/

/** Columns in which a row has something that nothing was read from. */
function noteUnread(
  unread: Set<string>,
  columns: Iterable<string>,
  { cellOf, used }: { cellOf: CellOf; used: ReadonlySet<string> },
): void {
  for (const column of columns) {
    if (!used.has(column) && !unread.has(column) && !NOTHING.test(cellOf(column))) unread.add(column)
  }
}

function finished(
  layout: Layout,
  file: {
    rows: RawRow[]
    header: ReadonlySet<string>
    /** Those with something that nothing was read from. */
    unread: ReadonlySet<string>
    mapping: Readonly<Record<string, string>>
    delimiter: string
    /** Numbers of JSON are written in one way. */
    isPlain: boolean
    footerLines: number
  },
): RawRows {
  const { rows, header, unread, mapping, delimiter, isPlain, footerLines } = file
  const isLost = (name: string): boolean =>
    layout.columns.includes(name) ? unread.has(name) : !layout.leaves.includes(name)
  const mapped = new Set(Object.values(mapping).map((column) => column.trim().toLowerCase()))
  const numbers = rows.flatMap(
    ({ fields: { quantity, price, amount, fee, tax, fx_rate, total, rate }, costs }) =>
      [quantity, price, amount, fee, tax, fx_rate, total, rate, ...costs.map(({ text }) => text)].filter(
        (text) => text !== undefined,
      ),
  )
  return {
    layout,
    rows,
    footerLines,
    unmapped: [...header].filter((name) => isLost(name) && !mapped.has(name)).slice(0, MOST_UNMAPPED),
    decimalSign: isPlain ? '.' : decimalSignOf(numbers, delimiter),
    dayOrder: dayOrderOf(
      rows.map(({ fields }) => fields.trade_date ?? ''),
      layout.dayOrder,
    ),
  }
}
