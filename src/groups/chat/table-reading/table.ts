import { type Cell, cellOf, type Scale, scaleOfHeading, scaleOfText } from './cell.ts'
import { QUARTERS, unspaced, yearOf } from './period.ts'

/** A table prepared for computing. */
export interface Table {
  /** The end of the last line before it, which mostly introduces it. */
  caption: string
  /** The heading of the labels: what the table shows. */
  corner: string
  /** The heading of each column of numbers, top down. */
  columns: readonly string[]
  rows: readonly TableRow[]
  /** The unit of the numbers, when table or text states it. */
  scale: Scale | null
}

export interface TableRow {
  /** Without footnote marks; empty for most totals. */
  label: string
  /** The headings inside the table above it, outermost first. */
  groups: readonly string[]
  /** One per column; null for none. */
  cells: ReadonlyArray<Cell | null>
}

const LINE = /^\|.*\|$/
const RULE = /^[\s|:-]+$/
const YEAR = /^(?:(?:fy|f) ?\d{2}|(?:19|20)\d{2})$/i
const CURRENCY = /^[A-Z]{0,3}[$€£¥₹]$/
const CLOSING = /^(?:\)|%|\)\s?%)$/
/** Dates and ratios: `30/7/2021`, `1:1`. */
const IN_FIGURES = /\d[/:]\d/
/** Footnote marks after a label: `(1)`, `(a)`, `*`. */
const NOTES = /(?:\s?\((?:\d{1,2}|[a-z])\)(?:,?)|\*{1,3}|†)+(?=$|\s|,|:)/g
/** `Transfers (Note 7(b))` */
const NOTE_REFERENCE = /\s?\((?:see )?notes? ?\d{0,2}(?:\s?\([a-z\d]{1,3}\))?\)/gi
/** A raised footnote mark: `Current year1`. */
const NOTE_DIGIT = /([a-z)])\d$/
/** `2019 (1)`, `June 30, 2019*`. */
const NOTED_YEAR = /\b((?:19|20)\d{2})\s?(?:\(\d{1,2}\)|\*{1,3})$/
/** Columns of note numbers are not figures. */
const NOTE_COLUMN = /^(?:notes?|ref\.?|page)$/i
const BARE_QUARTER = /\b(first|second|third|fourth)$/i
const MOST_TABLES = 100
const MOST_ROWS = 400
/** Heading rows that are read, and that a table below inherits. */
const MOST_HEADS = 8
const MOST_COLUMNS = 60
const LONGEST_CELL = 400
const LONGEST_CAPTION = 400

/** The tables of a text: runs of lines with bars. Takes time linear in the text. */
export function tablesOf(text: string): Table[] {
  const tables: Table[] = []
  let ofText: Scale | null | undefined
  let grid: string[][] = []
  let caption = ''
  const close = (): void => {
    let ofPart: Scale | null = null
    for (const part of grid.length > 1 && tables.length < MOST_TABLES ? partsOf(grid) : []) {
      const table = tableOf(part)
      ofPart = table.scale ?? ofPart
      if (ofPart === null && ofText === undefined) ofText = scaleOfText(text)
      tables.push({ ...table, caption, scale: ofPart ?? ofText ?? null })
    }
    grid = []
  }
  for (const raw of text.split('\n')) {
    const line = raw.trim()
    if (!LINE.test(line)) {
      close()
      if (line !== '') caption = line.slice(-LONGEST_CAPTION)
    } else if (!RULE.test(line) && grid.length < MOST_ROWS) grid.push(cellsOf(line))
  }
  close()
  return tables
}

function cellsOf(line: string): string[] {
  return joined(line.slice(1, -1).split('|', MOST_COLUMNS)).map((cell) => cell.replace(NOTED_YEAR, '$1'))
}

/** Filings have `$` before a number and `)` or `%` after it in separate cells. */
function joined(cells: readonly string[]): string[] {
  const all = cells.map((cell) => cell.trim().slice(0, LONGEST_CELL))
  for (const [at, cell] of all.entries()) {
    if (at === 0) continue
    const [before, after] = [all[at - 1] ?? '', all[at + 1] ?? '']
    if (CURRENCY.test(cell) && /^[(\d.]/.test(after)) {
      all[at + 1] = `${cell}${after}`
      all[at] = ''
    } else if (CLOSING.test(cell) && /\d$/.test(before) && cellOf(before) !== null && !YEAR.test(before)) {
      all[at - 1] = `${before}${cell}`
      all[at] = ''
    }
  }
  return all
}

/** Columns without numbers pass their headings to the next one that has some. */
function withoutEmpty<T extends Omit<Table, 'caption'>>(table: T): T {
  const isFull = table.columns.map((_, at) => table.rows.some(({ cells }) => cells[at] !== null))
  if (isFull.every(Boolean) || !isFull.includes(true)) return table
  const columns = [...table.columns]
  for (const [at, isKept] of isFull.entries()) {
    const next = isFull.indexOf(true, at)
    if (!isKept && next > at && columns[next] === '') columns[next] = columns[at] ?? ''
  }
  const keep = (_: unknown, at: number): boolean => isFull[at] ?? false
  return {
    ...table,
    columns: columns.filter(keep),
    rows: table.rows.map((row) => ({ ...row, cells: row.cells.filter(keep) })),
  }
}

/** A new heading row below numbers begins another table; without periods it is added to the headings above. */
function partsOf(grid: readonly string[][]): string[][][] {
  let [heads, rows]: [string[][], string[][]] = [[], []]
  const parts: string[][][] = []
  for (const [at, cells] of grid.entries()) {
    const isHeading = isHead(cells)
    if (isHeading && rows.length > 0 && (beginsTable(cells) || isYearOver(cells, grid[at + 1] ?? []))) {
      parts.push([...heads, ...rows])
      heads = cells.some((cell) => yearOf(cell) !== '') ? [] : heads.slice(0, MOST_HEADS)
      rows = []
    }
    if (isHeading && rows.length === 0) heads.push(cells)
    else if (rows.length > 0 || cells.slice(1).some((cell) => cellOf(cell) !== null)) rows.push(cells)
    // A label before the numbers may belong to the headings or to the rows.
    else heads.push(cells)
  }
  return [...parts, [...heads, ...rows]]
}

function beginsTable([label = '', ...rest]: readonly string[]): boolean {
  const filled = rest.filter((cell) => cell !== '')
  return (
    filled.length > 1 &&
    filled.every((cell) => (/\d/.test(cell) ? yearOf(cell) !== '' && !IN_FIGURES.test(cell) : label === ''))
  )
}

/** A year above the headings of the columns: `Fiscal 2018` over `First Quarter`. */
function isYearOver([label = '', ...rest]: readonly string[], next: readonly string[]): boolean {
  const [year = '', ...others] = rest.filter((cell) => cell !== '')
  return label === '' && others.length === 0 && yearOf(year) !== '' && isHead(next) && beginsTable(next)
}

/** A row of words or years above columns. */
function isHead([, ...rest]: readonly string[]): boolean {
  const filled = rest.filter((cell) => cell !== '')
  return filled.length > 0 && filled.every((cell) => YEAR.test(unspaced(cell)) || cellOf(cell) === null)
}

function tableOf(grid: readonly string[][]): Omit<Table, 'caption'> {
  const width = Math.max(...grid.map((cells) => cells.length)) - 1
  const columns = Array.from({ length: Math.max(0, width) }, () => '')
  const rows: TableRow[] = []
  const groups = new Groups()
  let corner = ''
  let head = ''
  let heads = 0
  for (const cells of grid) {
    const label = (cells[0] ?? '')
      .replaceAll(NOTE_REFERENCE, '')
      .replaceAll(NOTES, '')
      .trim()
      .replace(/:$/, '')
      .replace(NOTE_DIGIT, '$1')
    const rest = cells.slice(1)
    if (isHead(cells) && rows.length === 0) {
      if (heads++ >= MOST_HEADS) continue
      head += ` ${cells.join(' ')}`
      corner = `${corner} ${label}`.trim()
      for (const [at, text] of spread(rest, columns.length).entries())
        columns[at] = `${columns[at]} ${text}`.trim()
    } else if (
      rest.every((cell) => cell === '') ||
      (isHead(cells) && (label === '' || !rest.some((cell) => IN_FIGURES.test(cell))))
    ) {
      const name = label === '' ? rest.join(' ').trim() : label
      if (rows.length === 0) head += ` ${name}`
      groups.open(name)
    } else {
      rows.push({ label, groups: groups.of(label), cells: columns.map((_, at) => cellOf(rest[at] ?? '')) })
    }
  }
  return withoutEmpty(
    withoutNotes({ corner, columns: withQuarters(columns), rows, scale: scaleOfHeading(head) }),
  )
}

/** Four columns headed just `First` to `Fourth`, possibly with one for the year, are quarters. */
function withQuarters(columns: readonly string[]): readonly string[] {
  const ofQuarter = columns.map((name) => BARE_QUARTER.exec(name)?.[1]?.toLowerCase())
  const isYear = QUARTERS.every((quarter) => ofQuarter.filter((each) => each === quarter).length === 1)
  return isYear
    ? columns.map((name, at) => (ofQuarter[at] === undefined ? name : `${name} quarter`))
    : columns
}

/** The headings inside a table while its rows are read. */
class Groups {
  private names: readonly string[] = []
  private isNested = false

  /** A heading directly below another is nested in it; one below numbers replaces the last, one with a date replaces all. */
  open(name: string): void {
    if (/\b(?:19|20)\d{2}\b/.test(name)) this.names = [name]
    else if (this.isNested || this.isDated()) this.names = [...this.names, name].slice(-3)
    else this.names = [...this.names.slice(0, -1), name]
    this.isNested = true
  }

  /** The headings above a row; a total is the last row of its group. */
  of(label: string): readonly string[] {
    const names = this.names
    this.isNested = false
    if (/^(?:total\b|$)/i.test(label) && !this.isDated()) {
      this.names = names.slice(0, -1)
      this.isNested = this.names.length > 0
    }
    return names
  }

  private isDated(): boolean {
    return this.names.length === 1 && /\b(?:19|20)\d{2}\b/.test(this.names[0] ?? '')
  }
}

/** A heading over several columns is in one cell: in the first of them if there are several headings, in any if it is the only one. */
function spread(cells: readonly string[], width: number): string[] {
  const filled = cells.flatMap((cell, at) => (cell === '' ? [] : [at]))
  const all = Array.from({ length: width }, (_, at) => cells[at] ?? '')
  const [first] = filled
  if (first === undefined) return all
  if (filled.length === 1 && width > 1) return all.map(() => cells[first] ?? '')
  const areApart = filled.every((at, place) => (filled[place + 1] ?? width) - at > 1)
  if (!areApart) return all
  let last = ''
  return all.map((cell) => {
    if (cell !== '') last = cell
    return last
  })
}

function withoutNotes<T extends Omit<Table, 'caption'>>(table: T): T {
  const kept = table.columns.map((name) => !NOTE_COLUMN.test(name.split(' ').at(-1) ?? ''))
  if (kept.every(Boolean)) return table
  const isKept = (_: unknown, at: number): boolean => kept[at] ?? true
  return {
    ...table,
    columns: table.columns.filter(isKept),
    rows: table.rows.map((row) => ({ ...row, cells: row.cells.filter(isKept) })),
  }
}
