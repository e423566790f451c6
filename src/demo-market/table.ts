/** One line of a table of text; cells are trimmed and counted from 0, and a missing cell is empty. */
export interface TableRow {
  text(column: number): string
  /** Null for an empty cell or `-`. */
  textOrNull(column: number): string | null
  number(column: number): number
  /** A number written in percent, as a fraction. */
  percent(column: number): number
  percentOrNull(column: number): number | null
  oneOf<T extends string>(column: number, allowed: readonly T[]): T
}

/**
 * Reads lines of cells between vertical bars, the form of the data files here: one listing a line stays readable
 * where hundreds of object literals would not. A cell that cannot be read throws and names its line.
 */
export function readTable(table: string): TableRow[] {
  return linesOf(table).map(readRow)
}

/** The non-empty lines of a block of text. */
export function linesOf(table: string): string[] {
  return table.split('\n').filter((line) => line.trim() !== '')
}

/** The cells of one line. */
export function readRow(line: string): TableRow {
  const cells = line.split(' | ').map((cell) => cell.trim())
  const text = (column: number): string => cells[column] ?? ''
  const textOrNull = (column: number): string | null => (isBlank(text(column)) ? null : text(column))
  const number = (column: number): number => {
    const value = Number(text(column))
    if (isBlank(text(column)) || !Number.isFinite(value)) {
      throw new TypeError(`column ${column} is no number in "${line}"`)
    }
    return value
  }
  const percent = (column: number): number => number(column) / 100
  return {
    text,
    textOrNull,
    number,
    percent,
    percentOrNull: (column) => (isBlank(text(column)) ? null : percent(column)),
    oneOf: (column, allowed) => {
      const found = allowed.find((value) => value === text(column))
      if (found === undefined) throw new TypeError(`"${text(column)}" is not allowed in "${line}"`)
      return found
    },
  }
}

function isBlank(cell: string): boolean {
  return cell === '' || cell === '-'
}

/** Reads `name=value; other=value` into a map; a name alone has the value ''. */
export function readTraits(text: string): Map<string, string> {
  const traits = text.split(';').filter((trait) => trait.trim() !== '')
  return new Map(
    traits.map((trait) => {
      const at = trait.indexOf('=')
      return at < 0 ? [trait.trim(), ''] : [trait.slice(0, at).trim(), trait.slice(at + 1).trim()]
    }),
  )
}
