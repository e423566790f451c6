import { termsOf } from '../text/terms.ts'
import type { Computed } from './compute.ts'
import { isOfAsking } from './asking.ts'
import type { Page } from './page.ts'
import { writtenYear, yearOf } from './period.ts'
import type { Side, TableRequest } from './request.ts'
import type { Table } from './table.ts'

const SCALES = { thousand: 1e3, million: 1e6, billion: 1e9 }

/** A limit in the unit of the table. */
export function limitIn(table: Table, { limit, scale }: Side): number {
  return scale === null || table.scale === null ? limit : (limit * SCALES[scale]) / SCALES[table.scale]
}

/** The years in a table, if the question is about what it shows; null otherwise. */
export function yearsShown({ columns, rows }: Table, question: string, { words }: Page): Computed | null {
  const heads = [...columns, ...rows.flatMap(({ label, groups }) => [...groups, label])]
  const hasYears = columns.some((head) => yearOf(head) !== '')
  const years = new Map<string, string>()
  for (const head of hasYears ? columns : heads)
    if (yearOf(head) !== '' && !years.has(yearOf(head))) years.set(yearOf(head), writtenYear(head))
  const asked = termsOf(question).filter((term) => !isOfAsking(term))
  const there = asked.filter((term) => words.has(term))
  if (years.size === 0 || there.length < asked.length / 3) return null
  return {
    values: [...years.keys()].map(Number),
    unit: 'none',
    shown: `The table shows ${[...years.values()].join(', ')}`,
  }
}

/** The number of rows in the group that a question names, without totals, on one side of a number in its year. */
export function rowsOnSide(table: Table, { years, text }: TableRequest, side: Side): Computed | null {
  const limit = limitIn(table, side)
  const at = table.columns.flatMap((head, column) =>
    years.length === 1 && yearOf(head) === years[0] ? [column] : [],
  )
  const column = table.columns.length === 1 ? 0 : at[0]
  if (column === undefined || (at.length > 1 && table.columns.length > 1)) return null
  const said = new Set(termsOf(text))
  const groups = new Map<string, number>()
  for (const { groups: names } of table.rows) {
    const terms = termsOf(names.join(' '))
    groups.set(
      names.join('|'),
      terms.length === 0 ? 0 : terms.filter((term) => said.has(term)).length / terms.length,
    )
  }
  const most = Math.max(0, ...groups.values())
  const counted = table.rows.filter(
    ({ label, groups: names, cells }) =>
      groups.get(names.join('|')) === most &&
      label !== '' &&
      !/\btotals?\b|^net (?!operating|loss|gain)|^less\b/i.test(label) &&
      cells[column] !== null &&
      cells[column] !== undefined,
  )
  const found = counted.filter(({ cells }) => {
    const value = cells[column]?.value ?? 0
    return side.pick === 'over' ? value > limit : value < limit
  })
  if (counted.length < 2) return null
  const names = found.map(({ label, cells }) => `${label} ${cells[column]?.written ?? ''}`).join(', ')
  return {
    values: [found.length],
    unit: 'none',
    shown: `${found.length} of ${counted.length} rows${names === '' ? '' : `: ${names}`}`,
  }
}
