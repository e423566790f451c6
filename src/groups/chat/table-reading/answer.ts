import { clip } from '../../../kernel/text.ts'
import { plainQuote } from '../answering/quotes.ts'
import { termsOf } from '../retrieval/terms.ts'
import { type TableRequest, tableRequest } from './request.ts'
import { type Cell, type Scale, type Table, tablesOf } from './table.ts'

/** What was read of a table, and computed. */
export interface TableAnswer {
  /** One, but where several years are asked for respectively; years for questions after a year. */
  values: readonly number[]
  scale: Scale | 'percent' | null
  /** A sentence with the computation, without a citation. */
  text: string
}

/** Words that say what is computed, and how a table is spoken of. */
const ASKING = new Set(
  termsOf(
    `change percentage percent amount average ratio proportion difference increase decrease total sum number year years fiscal value respective
    respectively between large larger largest small smaller smallest high higher highest low lower lowest greatest great greater less least exceed
    company end thousand million billion period absolute combined share both ended overall say reported`,
  ),
)
const YEAR = /^(?:fy|f)?(?:19|20)?\d{2}$/
const LEAST_LIKENESS = 0.3
const LONGEST_NAME = 120

interface Line {
  name: string
  /** By column, or by row where the table stands the other way; ascending as the table has them. */
  points: ReadonlyArray<{ head: string; cell: Cell }>
  terms: readonly string[]
}

/** Reads an answer off the tables of a text, or computes it; null where they have none. */
export function tableAnswer(question: string, text: string): TableAnswer | null {
  const request = tableRequest(question)
  if (request === null) return null
  let best: { answer: TableAnswer; likeness: number } | null = null
  for (const table of tablesOf(text)) {
    const found = answerFrom(table, request, question)
    if (found !== null && found.likeness > (best?.likeness ?? 0)) best = found
  }
  return best?.answer ?? null
}

function answerFrom(
  table: Table,
  request: TableRequest,
  question: string,
): { answer: TableAnswer; likeness: number } | null {
  const lines = linesOf(table)
  const picked = request.subjects.map((subject) => lineFor(subject, question, lines))
  const [first, second] = picked
  if (first === undefined || first === null) return null
  const computed = compute(request, first.line, request.subjects.length > 1 ? (second?.line ?? null) : null)
  if (computed === null) return null
  const { values, shown, isPercent, isYear } = computed
  const scale = isPercent ? 'percent' : isYear ? null : table.scale
  const unit = isYear || isPercent || scale === null ? '' : `, in ${scale}s`
  return {
    likeness: first.likeness,
    answer: { values, scale, text: `${clip(plainQuote(shown), 600)}${unit}.` },
  }
}

/** Rows with the heads of their columns, and columns with the labels of their rows. */
function linesOf({ columns, rows }: Table): Line[] {
  const across = rows.map(({ label, group, cells }) => {
    const name = label === '' || /^total$/i.test(label) ? `${label} ${group}`.trim() : label
    const points = cells.flatMap((cell, at) => (cell === null ? [] : [{ head: columns[at] ?? '', cell }]))
    return { name, points, terms: termsOf(name) }
  })
  const hasYears = rows.filter(({ label }) => /\b(?:19|20)\d{2}\b/.test(label)).length >= 2
  if (!hasYears) return across
  const down = columns.map((name, at) => {
    const points = rows.flatMap(({ label, cells }) => {
      const cell = cells[at]
      return cell === null || cell === undefined ? [] : [{ head: label, cell }]
    })
    return { name, points, terms: termsOf(name) }
  })
  return [...across, ...down]
}

/** The line whose name is most alike to what is asked about. */
function lineFor(
  subject: string,
  question: string,
  lines: readonly Line[],
): { line: Line; likeness: number } | null {
  const isContent = (term: string): boolean => !YEAR.test(term)
  const said = new Set(termsOf(subject).filter(isContent))
  const asked = new Set([...said].filter((term) => !ASKING.has(term)))
  if (said.size === 0) return null
  let best: { line: Line; likeness: number } | null = null
  for (const line of lines) {
    const terms = [...new Set(line.terms)].filter(isContent)
    const inside = terms.filter((term) => said.has(term))
    const about = inside.filter((term) => !ASKING.has(term)).length
    if (terms.length === 0 || inside.length === 0 || line.points.length === 0) continue
    const union = asked.size + terms.filter((term) => !asked.has(term)).length
    const isWhole = inside.length === terms.length ? 0.3 : 0
    const isWritten = line.name.length > 3 && question.includes(line.name) ? 0.3 : 0
    const likeness = (about + 0.3 * (inside.length - about)) / Math.max(1, union) + isWhole + isWritten
    if (likeness >= LEAST_LIKENESS && likeness > (best?.likeness ?? 0)) best = { line, likeness }
  }
  return best
}

interface Computed {
  values: number[]
  shown: string
  isPercent: boolean
  isYear: boolean
}

interface Point {
  head: string
  cell: Cell
}

function compute(request: TableRequest, line: Line, other: Line | null): Computed | null {
  const { operation, years } = request
  const name = clip(plainQuote(line.name), LONGEST_NAME)
  if (operation.kind === 'whichYear' || operation.kind === 'howManyYears') return byYear(request, line, name)
  if (operation.kind === 'share' || operation.kind === 'rowDifference')
    return other === null ? null : ofTwo(operation.kind, years[0], [line, other])
  const points = pointsFor(line, years)
  if (points.length === 0) return null
  if (operation.kind === 'average' || operation.kind === 'sum') {
    const all = years.length === 0 ? yearPoints(line) : points
    const total = all.reduce((sum, { cell }) => sum + cell.value, 0)
    const terms = all.map(({ cell }) => signed(cell)).join(' + ')
    const isPercent = all.every(({ cell }) => cell.isPercent)
    if (operation.kind === 'sum')
      return { values: [total], isPercent, isYear: false, shown: `${name}: ${terms} = ${say(total)}` }
    const mean = total / all.length
    return {
      values: [mean],
      isPercent,
      isYear: false,
      shown: `${name}: (${terms}) / ${all.length} = ${say(mean)}${isPercent ? ' %' : ''}`,
    }
  }
  if (operation.kind === 'change' || operation.kind === 'percentChange') {
    const two = years.length === 0 ? yearPoints(line) : points
    return two.length < 2 ? null : changeOf(operation.kind, name, two)
  }
  return {
    values: points.map(({ cell }) => cell.value),
    isPercent: points.every(({ cell }) => cell.isPercent),
    isYear: false,
    shown: `${name}: ${points.map(({ head, cell }) => `${cell.written}${head === '' ? '' : ` (${head})`}`).join(', ')}`,
  }
}

/** From the earlier to the later year. */
function changeOf(kind: 'change' | 'percentChange', name: string, points: readonly Point[]): Computed | null {
  const [one, two] = points.toSorted((a, b) => Number(yearOf(a.head)) - Number(yearOf(b.head)))
  const [from, to] = [
    one?.cell,
    points.length > 2
      ? points.toSorted((a, b) => Number(yearOf(a.head)) - Number(yearOf(b.head))).at(-1)?.cell
      : two?.cell,
  ]
  if (from === undefined || to === undefined) return null
  const difference = to.value - from.value
  if (kind === 'change') {
    return {
      values: [difference],
      isPercent: from.isPercent && to.isPercent,
      isYear: false,
      shown: `${name}: ${signed(to)} − ${signed(from)} = ${say(difference)}`,
    }
  }
  if (from.value === 0) return null
  const percent = (100 * difference) / from.value
  return {
    values: [percent],
    isPercent: true,
    isYear: false,
    shown: `${name}: (${signed(to)} − ${signed(from)}) / ${signed(from)} = ${say(percent)} %`,
  }
}

function ofTwo(
  kind: 'share' | 'rowDifference',
  year: string | undefined,
  lines: readonly [Line, Line],
): Computed | null {
  const [one, other] = lines.map((line) => pointsFor(line, year === undefined ? [] : [year])[0]?.cell)
  if (one === undefined || other === undefined || lines[0] === lines[1]) return null
  const names = lines.map(({ name }) => clip(plainQuote(name), LONGEST_NAME))
  if (kind === 'rowDifference') {
    const value = one.value - other.value
    return {
      values: [value],
      isPercent: false,
      isYear: false,
      shown: `${names[0]} less ${names[1]}: ${signed(one)} − ${signed(other)} = ${say(value)}`,
    }
  }
  if (other.value === 0) return null
  const value = (100 * one.value) / other.value
  return {
    values: [value],
    isPercent: true,
    isYear: false,
    shown: `${names[0]} of ${names[1]}: ${signed(one)} / ${signed(other)} = ${say(value)} %`,
  }
}

function byYear({ operation, years }: TableRequest, line: Line, name: string): Computed | null {
  if (operation.kind !== 'whichYear' && operation.kind !== 'howManyYears') return null
  const { kind, pick, limit } = operation
  const points = (years.length > 1 ? pointsFor(line, years) : yearPoints(line)).filter(
    ({ head }) => yearOf(head) !== '',
  )
  if (points.length < 2) return null
  const sorted = points.toSorted((one, other) => other.cell.value - one.cell.value)
  const found =
    pick === 'over'
      ? points.filter(({ cell }) => cell.value > limit)
      : pick === 'under'
        ? points.filter(({ cell }) => cell.value < limit)
        : [pick === 'most' ? sorted[0] : sorted.at(-1)].flatMap((each) => each ?? [])
  const list = points.map(({ head, cell }) => `${signed(cell)} (${yearOf(head)})`).join(', ')
  if (kind === 'howManyYears')
    return {
      values: [found.length],
      isPercent: false,
      isYear: true,
      shown: `${name}: ${list}; ${found.length} of ${points.length} years`,
    }
  if (found.length === 0) return null
  const values = found.map(({ head }) => Number(yearOf(head)))
  return { values, isPercent: false, isYear: true, shown: `${name}: ${list}; that is ${values.join(', ')}` }
}

const yearOf = (head: string): string => /(?:19|20)\d{2}/.exec(head)?.[0] ?? ''

/** One for each year, the first column that has it. */
function yearPoints({ points }: Line): Point[] {
  const byYears = new Map<string, Point>()
  for (const point of points) {
    const year = yearOf(point.head)
    if (!byYears.has(year)) byYears.set(year, point)
  }
  if (byYears.size > 1) byYears.delete('')
  return [...byYears.values()]
}

/** Those of the years in their order; without years the first. */
function pointsFor(line: Line, years: readonly string[]): Point[] {
  if (years.length === 0) return line.points.slice(0, 1)
  const all = yearPoints(line)
  const found = years.flatMap((year) => {
    const short = new RegExp(`\\b(?:fy|f)\\s?${year.slice(2)}\\b`, 'i')
    return (
      all.find(({ head }) => head.includes(year)) ?? line.points.find(({ head }) => short.test(head)) ?? []
    )
  })
  // A table of one period says it once, outside.
  return found.length === 0 && line.points.length === 1 && years.length === 1 ? [...line.points] : found
}

/** A number of a table without its decoration. */
function signed({ value, isPercent }: Cell): string {
  const written = Math.abs(value).toLocaleString('en-US', { maximumFractionDigits: 6 })
  return `${value < 0 ? `−${written}` : written}${isPercent ? ' %' : ''}`
}

function say(value: number): string {
  return (Math.round((value + Number.EPSILON) * 100) / 100)
    .toLocaleString('en-US', { maximumFractionDigits: 2 })
    .replace('-', '−')
}
