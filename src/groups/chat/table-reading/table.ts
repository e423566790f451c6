/** A table as it is computed with. */
export interface Table {
  /** What stands over each column of numbers, top down. */
  columns: readonly string[]
  rows: readonly TableRow[]
  /** What the numbers are in, where table or text says so. */
  scale: Scale | null
}

export interface TableRow {
  label: string
  /** The heading inside the table that it stands under; empty where there is none. */
  group: string
  /** As they are written; null where a cell has no number. One for each column. */
  cells: ReadonlyArray<Cell | null>
}

export interface Cell {
  value: number
  written: string
  isPercent: boolean
}

export type Scale = 'thousand' | 'million' | 'billion'

const LINE = /^\|.*\|$/
const RULE = /^[\s|:-]+$/
const NUMBER =
  /^([-−–(]?)\s*(?:[A-Z]{0,3}[$€£¥])?\s*([-−–(]?)\s*(\d[\d,]*(?:\.\d+)?|\.\d+)\s*\)?\s*(%?)\s*\)?(?:\s*\(\d+\))?$/
const YEAR = /^(?:19|20)\d{2}$/
const SCALE = /(?:\bin\s+(?:\w+\s+){0,3}|[$€£]\s?['’]?|\b)(thousands|millions|billions|000s?\b|m\b|bn\b)/i
const MOST_ROWS = 400

/** The tables of a text: runs of lines with bars. Takes time linear in the text. */
export function tablesOf(text: string): Table[] {
  const tables: Table[] = []
  let lines: string[] = []
  const close = (): void => {
    if (lines.length > 1) tables.push(tableOf(lines, text))
    lines = []
  }
  for (const raw of text.split('\n')) {
    const line = raw.trim()
    if (!LINE.test(line)) close()
    else if (!RULE.test(line) && lines.length < MOST_ROWS) lines.push(line)
  }
  close()
  return tables
}

function tableOf(lines: readonly string[], text: string): Table {
  const grid = lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
  const width = Math.max(...grid.map((cells) => cells.length)) - 1
  const columns = Array.from({ length: Math.max(0, width) }, () => '')
  const rows: TableRow[] = []
  let group = ''
  let head = ''
  for (const [label = '', ...rest] of grid) {
    const cells = columns.map((_, at) => cellOf(rest[at] ?? ''))
    const isHead = cells.every((cell) => cell === null || (label === '' && isYear(cell)) || isYear(cell))
    if (isHead && rest.some((cell) => cell !== '')) {
      if (rows.length > 0) continue
      head += ` ${label} ${rest.join(' ')}`
      for (const at of columns.keys()) columns[at] = `${columns[at]} ${rest[at] ?? ''}`.trim()
    } else if (cells.every((cell) => cell === null)) {
      if (rows.length === 0) head += ` ${label}`
      group = label.replace(/:$/, '')
    } else rows.push({ label, group, cells })
  }
  return { columns, rows, scale: scaleOf(head) ?? scaleOf(text) }
}

const isYear = (cell: Cell): boolean => YEAR.test(cell.written)

function cellOf(text: string): Cell | null {
  const match = NUMBER.exec(text)
  if (match === null) return null
  const [, before, inside, digits = '', percent] = match
  const value = Number.parseFloat(digits.replaceAll(',', ''))
  const isNegative = before !== '' || inside !== ''
  return { value: isNegative ? -value : value, written: text, isPercent: percent === '%' }
}

function scaleOf(text: string): Scale | null {
  const word = SCALE.exec(text)?.[1]?.toLowerCase()
  if (word === undefined) return null
  if (word.startsWith('thousand') || word.startsWith('000')) return 'thousand'
  return word.startsWith('b') ? 'billion' : 'million'
}
