import { type Computed, nameOf, sumOf } from './compute.ts'
import { type Line, labelTerms, type Point } from './line.ts'
import { isOfAsking } from './asking.ts'
import { columnsFor } from './match.ts'
import type { Table, TableRow } from './table.ts'

/** Share of the question's words that a heading must contain. */
const LEAST_SHARE = 0.75

/**
 * The sum of the rows under the heading whose total is asked for, if the table has no total; null if it has one, or if it is unclear which
 * heading or column is meant.
 * @param pick Chooses among the columns of a row; none when it is unclear which is meant.
 */
export function groupSum(
  table: Table,
  question: string,
  pick: (points: readonly Point[]) => readonly Point[],
): Computed | null {
  if (!/\btotals?\b|\bsum of\b/i.test(question)) return null
  const said = new Set(labelTerms(question))
  const byGroup = new Map<string, TableRow[]>()
  for (const row of table.rows) {
    const name = row.groups.at(-1) ?? ''
    const rows = byGroup.get(name)
    if (rows === undefined) byGroup.set(name, [row])
    else rows.push(row)
  }
  for (const [name, rows] of byGroup) {
    const hasSum = rows.some(({ label }) => /^(?:total\b|net\b|$)/i.test(label))
    if (name === '' || hasSum || rows.length < 2 || !isAsked(name, said, table.columns)) continue
    const points = rows.map((row) => pick(columnsFor(lineOf(row, table.columns), said)))
    if (points.some((each) => each.length !== 1)) return null
    return sumOf('sum', nameOf(`${name}, ${rows.map(({ label }) => label).join(' + ')}`), points.flat())
  }
  return null
}

function isAsked(name: string, said: ReadonlySet<string>, columns: readonly string[]): boolean {
  const group = new Set(labelTerms(name).filter((term) => !isOfAsking(term)))
  const heads = new Set(columns.flatMap(labelTerms))
  const wanted = [...said].filter((term) => !isOfAsking(term) && (group.has(term) || !heads.has(term)))
  const had = wanted.filter((term) => group.has(term)).length
  return group.size > 0 && had === group.size && had >= LEAST_SHARE * wanted.length
}

function lineOf({ label, cells }: TableRow, columns: readonly string[]): Line {
  const none: ReadonlySet<string> = new Set()
  const points = cells.flatMap((cell, at) => (cell === null ? [] : [{ head: columns[at] ?? '', cell }]))
  return { name: label, terms: none, groups: [], headTerms: none, points, isTotal: false, isBare: false }
}
