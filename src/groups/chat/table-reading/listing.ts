import { oneOf } from '../../../kernel/patterns.ts'
import { countryCode } from '../../../market/countries.ts'
import { labelTerms, OF_CHANGE, type Point } from './line.ts'
import { withoutDate, yearOf } from './period.ts'
import type { Table, TableRow } from './table.ts'

/** Items of one kind that a table compares: its rows up to their total, or its columns. */
export interface Listing {
  items: readonly Item[]
  /** Words of the headings and totals around them, with their weights. */
  terms: ReadonlyMap<string, number>
  /** Words of the items' names. */
  itemTerms: ReadonlySet<string>
  /** Words of the row, when items are columns: the compared quantity must be named there. */
  rowTerms: ReadonlySet<string> | null
  /** Words of the headings of all their numbers. */
  headTerms: ReadonlySet<string>
  /** What the numbers are, if a single label names it. */
  name: string
  /** Whether the items are countries and regions of the world. */
  isOfPlaces: boolean
}

interface Item {
  name: string
  points: readonly Point[]
}

const SUM = /^(?:$|(?:sub|grand |group |net )?totals?\b|net\b)|\btotals?$/i
/** Rows and columns that are not items. */
const NO_ITEM =
  /^(?:less\b|add\b|of which\b|(?:inter-?segment )?eliminations?|reconcil|consolidat|adjustments?\b|(?:percent|%))/i
const PLACE = new RegExp(
  String.raw`\b${oneOf`
    americas?|north america|latin america|europe(?:an)?|asia|pacific|africa|middle east|emea|apac|amer|oceania
    australasia|international|foreign|domestic|overseas|rest of (?:the )?world
    (?:other|all other) countries
    u\.?s\.?a?|u\.?k\.?|mainland|greater china
  `}(?=$|[\s,;)/(-])`,
  'i',
)
const MOST_ITEMS = 60

/** Weight of words in a caption, or in a total below. */
const AROUND = 0.9
const OF_SUM = 0.85

/** Takes time linear in the table. */
export function listingsOf(table: Table): Listing[] {
  const around = weighed(AROUND, table.corner, table.caption)
  return [...ofRows(table, around), ...ofColumns(table, around)]
}

type Weights = ReadonlyArray<readonly [term: string, weight: number]>

const weighed = (weight: number, ...texts: readonly string[]): Weights =>
  texts.flatMap(labelTerms).map((term) => [term, weight] as const)

/** Rows under one heading and above one total. */
function ofRows(table: Table, around: Weights): Listing[] {
  const listings: Listing[] = []
  let rows: TableRow[] = []
  const close = (sum: string): void => {
    const heading = rows[0]?.groups.at(-1) ?? ''
    const name = [sum.replace(/^totals?\b[\s:,-]*/i, ''), withoutDate(heading)].find((each) => each !== '')
    const items = rows.map(({ label, groups, cells }) => ({
      name: label,
      points: pointsOf(cells, table.columns, groups.find((group) => yearOf(group) !== '') ?? ''),
    }))
    const groups = rows[0]?.groups ?? []
    if (rows.length > 0)
      listings.push(
        listingOf(items, name ?? '', [...weighed(OF_SUM, sum), ...around, ...weighed(1, ...groups)]),
      )
    rows = []
  }
  for (const row of table.rows) {
    if (SUM.test(row.label)) {
      close(row.label)
      continue
    }
    if (rows.length > 0 && rows[0]?.groups.join('|') !== row.groups.join('|')) close('')
    if (!NO_ITEM.test(row.label)) rows.push(row)
  }
  close('')
  return listings.filter(({ items }) => items.length > 1)
}

/** For each row the columns whose headings are not dates. */
function ofColumns({ columns, rows }: Table, around: Weights): Listing[] {
  const names = columns.map((head) => withoutDate(head))
  const isItem = names.map(
    (name) => name !== '' && !SUM.test(name) && !NO_ITEM.test(name) && !OF_CHANGE.test(name),
  )
  if (new Set(names.filter((_, at) => isItem[at])).size < 2) return []
  return rows.map(({ label, groups, cells }) => {
    const points = new Map<string, Point[]>()
    for (const [at, cell] of cells.entries()) {
      const name = names[at] ?? ''
      if (cell === null || !isItem[at]) continue
      const date = [columns[at] ?? '', label, ...groups].find((text) => yearOf(text) !== '') ?? ''
      const all = points.get(name)
      const point = { head: yearOf(date), cell }
      if (all === undefined) points.set(name, [point])
      else all.push(point)
    }
    const items = [...points].map(([name, each]) => ({ name, points: each }))
    const terms = [...around, ...weighed(1, ...groups, label)]
    return { ...listingOf(items, label, terms), rowTerms: new Set(labelTerms(label)) }
  })
}

function pointsOf(cells: TableRow['cells'], columns: readonly string[], date: string): Point[] {
  return cells.flatMap((cell, at) => (cell === null ? [] : [{ head: `${date} ${columns[at]}`.trim(), cell }]))
}

function listingOf(items: readonly Item[], name: string, terms: Weights): Listing {
  const some = items.slice(0, MOST_ITEMS)
  const places = some.filter((item) => PLACE.test(item.name) || countryCode(item.name) !== null).length
  return {
    items: some,
    name,
    terms: new Map(terms),
    itemTerms: new Set(some.flatMap((item) => labelTerms(item.name))),
    rowTerms: null,
    headTerms: new Set(some.flatMap(({ points }) => points.flatMap(({ head }) => labelTerms(head)))),
    isOfPlaces: places > some.length / 2,
  }
}
