import { termsOf } from '../text/terms.ts'
import type { Cell } from './cell.ts'
import { QUARTER, withoutDate, yearOf } from './period.ts'
import type { Table, TableRow } from './table.ts'

/** A number with its heading. */
export interface Point {
  head: string
  cell: Cell
}

/** A row with its columns, or a column with its rows. */
export interface Line {
  /** As written; a total without a label is named after what it sums. */
  name: string
  terms: ReadonlySet<string>
  /** The terms of each heading above it, outermost first. */
  groups: ReadonlyArray<ReadonlySet<string>>
  /** The terms of its numbers' headings. */
  headTerms: ReadonlySet<string>
  points: readonly Point[]
  isTotal: boolean
  /** A total whose label does not say of what. */
  isBare: boolean
}

const BARE_TOTAL = /^(?:(?:sub|grand )?totals?|net)?$/i
/** Columns of changes name the years that they compare. */
export const OF_CHANGE =
  /\b(?:change|increase|decrease|variance|variation|versus|vs|over (?:19|20)\d{2})\b|[%$]\s?(?:chg|change)|^[$%]$/i
const HAS_YEAR = /\b(?:19|20)\d{2}\b/
/** A table with more rows than this has no periods as rows. */
const MOST_PERIODS = 60
const MOST_POINTS = 200

/** A short form that a label defines: `Huawei Technologies Co., Ltd. (“Huawei”)`. */
const DEFINED = /\((?:the )?[“"]([^”"]{2,60})[”"]\)$/
/** Synonyms. */
const SALES = /\b(?:net )?sales\b/gi

/** The terms of a label: words for "other" items stand for the label, though texts use them in other senses. */
export function labelTerms(text: string): string[] {
  return termsOf(text.replaceAll(/\bothers?\b/gi, 'otheritem').replaceAll(SALES, 'revenue'))
}

/** Rows with the headings of their columns, and columns with the labels of their rows when rows are periods. */
export function linesOf(table: Table): Line[] {
  return [...acrossOf(table), ...downOf(table)]
}

function acrossOf({ columns, rows }: Table): Line[] {
  const hasYears = columns.some((head) => yearOf(head) !== '' && !OF_CHANGE.test(head))
  const isUsed = columns.map((head) => !hasYears || !OF_CHANGE.test(head))
  // Where columns are years, a date in a label identifies the row: `Final dividend for the year ended June 30, 2018`.
  const areYears = new Set(columns.map(yearOf).filter((year) => year !== '')).size > 1
  const lines = new Map<string, { name: string; groups: readonly string[]; label: string; points: Point[] }>()
  for (const [at, row] of withPeriods(rows, areYears).entries()) {
    const { date, label, groups } = row
    const name = nameOf(label, groups)
    // Rows that differ only in their date are one line.
    const key = date === '' ? String(at) : `${groups.join('|')}|${label}`
    const line = lines.get(key) ?? { name, groups, label, points: [] }
    lines.set(key, line)
    for (const [column, cell] of row.cells.entries()) {
      if (cell !== null && isUsed[column] && line.points.length < MOST_POINTS)
        line.points.push({ head: `${date} ${columns[column]}`.trim(), cell })
    }
  }
  return [...lines.values()].map(({ name, groups, label, points }) =>
    lineOf(name, groups, {
      points,
      isTotal: BARE_TOTAL.test(label) || /\btotal\b/i.test(label),
    }),
  )
}

interface DatedRow extends TableRow {
  date: string
}

/** Rows with their dates; a movement between two balances, such as `Granted` below `Nonvested at May 31, 2018`, has the later date. */
function withPeriods(rows: readonly TableRow[], areYears: boolean): DatedRow[] {
  const dated = rows.map((row) => ({ ...row, ...undated(row, areYears) }))
  const isBalance = (at: number): boolean =>
    HAS_YEAR.test(rows[at]?.label ?? '') &&
    dated[at]?.label !== '' &&
    !/\btotal\b/i.test(dated[at]?.label ?? '')
  const balances = [...dated.keys()].filter(isBalance)
  return dated.map((row, at) => {
    if (row.date !== '') return row
    const [before, after] = [balances.findLast((each) => each < at), balances.find((each) => each > at)]
    const [opening, closing] = [dated[before ?? -1], dated[after ?? -1]]
    if (opening === undefined || closing === undefined || opening.label !== closing.label) return row
    // "Vested" is a word of "Non-vested", and belongs under no heading that contains it.
    const over = new Set(labelTerms(closing.label))
    const isWithin = labelTerms(row.label).every((term) => over.has(term))
    return { ...row, date: closing.date, groups: isWithin ? row.groups : [...row.groups, closing.label] }
  })
}

/** The date of a row, from its label or heading, and both without it. */
function undated(
  { label, groups }: TableRow,
  areYears: boolean,
): { date: string; label: string; groups: readonly string[] } {
  const over = groups.find((group) => HAS_YEAR.test(group))
  if (over !== undefined) {
    const rest = withoutDate(over)
    return { date: over, label, groups: groups.flatMap((group) => (group === over ? rest || [] : group)) }
  }
  const rest = HAS_YEAR.test(label) && !areYears ? withoutDate(label) : ''
  return rest === '' ? { date: '', label, groups } : { date: label, label: rest, groups }
}

function downOf({ columns, rows, corner }: Table): Line[] {
  const periods = rows.filter(
    ({ label, groups }) =>
      HAS_YEAR.test(label) || QUARTER.test(label) || groups.some((each) => HAS_YEAR.test(each)),
  )
  // Rows are the quarters of the one year above all columns.
  const years = new Set(columns.map(yearOf))
  const areYears = years.size > 1 || (!years.has('') && !periods.every(({ label }) => QUARTER.test(label)))
  if (periods.length < 2 || rows.length > MOST_PERIODS || areYears) return []
  const { over, names } = headedBy(columns)
  const [year = ''] = years
  return names.map((name, column) => {
    const points = rows.flatMap(({ label, groups, cells }) => {
      const cell = cells[column] ?? null
      const head = [year, ...groups, label === '' ? 'total' : label].filter((part) => part !== '').join(' ')
      return cell === null ? [] : [{ head, cell }]
    })
    return lineOf(name, [corner, over], { points, isTotal: /\btotal\b/i.test(name) })
  })
}

/** The common beginning of all column headings, and the rest of each. */
function headedBy(columns: readonly string[]): { over: string; names: readonly string[] } {
  const words = columns.map((name) => name.split(' '))
  const [first = []] = words
  const most = Math.min(...words.map((each) => each.length)) - 1
  const differs = first.findIndex((word, at) => at >= most || words.some((each) => each[at] !== word))
  const shared = columns.length < 2 ? 0 : Math.max(0, differs)
  return { over: first.slice(0, shared).join(' '), names: words.map((each) => each.slice(shared).join(' ')) }
}

function lineOf(name: string, groups: readonly string[], rest: Pick<Line, 'points' | 'isTotal'>): Line {
  return {
    name,
    isBare: /^total$/i.test(name),
    terms: new Set(labelTerms(DEFINED.exec(name)?.[1] ?? name)),
    groups: groups.map((group) => new Set(labelTerms(group))),
    headTerms: new Set(rest.points.slice(0, MOST_PERIODS).flatMap(({ head }) => labelTerms(head))),
    ...rest,
  }
}

function nameOf(label: string, groups: readonly string[]): string {
  if (!BARE_TOTAL.test(label)) return label
  return `${label === '' ? 'Total' : label} ${groups.at(-1) ?? ''}`.trim()
}
