import { plainQuote } from '../text/quotes.ts'
import type { Cell } from './cell.ts'
import type { Point } from './line.ts'
import { timeOf, writtenYear, yearOf } from './period.ts'
import type { ExtremeOperation } from './extreme-request.ts'

/** A result with its computation, which anybody can repeat. */
export interface Computed {
  values: readonly number[]
  shown: string
  unit: 'table' | 'percent' | 'none'
}

const LONGEST_NAME = 200
const COST = /\b(?:expenses?|costs?|loss(?:es)?|allowances?)\b/i

/** The name of a line in a sentence. */
export function nameOf(name: string): string {
  return shortened(plainQuote(name), LONGEST_NAME)
}

/** Cut when it is long, but never within a number. */
function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/\s\S*$/, '')}…`
}

const unitOf = (points: readonly Point[]): 'table' | 'percent' =>
  points.every(({ cell }) => cell.isPercent) ? 'percent' : 'table'

/** The numbers as they are. */
export function valuesOf(name: string, points: readonly Point[]): Computed {
  const list = points.map(({ head, cell }) => `${cell.written}${head === '' ? '' : ` (${head})`}`)
  return {
    values: points.map(({ cell }) => cell.value),
    unit: unitOf(points),
    shown: `${name}: ${list.join(', ')}`,
  }
}

/** Their sum, or their mean. */
export function sumOf(kind: 'average' | 'sum', name: string, points: readonly Point[]): Computed {
  const total = points.reduce((sum, { cell }) => sum + cell.value, 0)
  const terms = points.map(({ cell }) => signed(cell)).join(' + ')
  const unit = unitOf(points)
  const sign = unit === 'percent' ? ' %' : ''
  if (kind === 'sum') return { values: [total], unit, shown: `${name}: ${terms} = ${say(total)}${sign}` }
  const mean = total / points.length
  return {
    values: [mean],
    unit,
    shown: `${name}: (${terms}) / ${points.length} = ${say(mean)}${sign}`,
  }
}

/**
 * From the earliest to the latest; null for a division by zero.
 * @param isAbsolute Whether the difference of two is meant, which has no sign.
 */
export function changeOf(
  kind: 'change' | 'percentChange',
  name: string,
  points: readonly Point[],
  isAbsolute = false,
): Computed | null {
  const ordered = points.toSorted((one, other) => timeOf(one.head) - timeOf(other.head))
  let [from, to] = [ordered[0]?.cell, ordered.at(-1)?.cell]
  if (from === undefined || to === undefined || ordered.length < 2) return null
  if (isAbsolute && to.value < from.value) [from, to] = [to, from]
  const difference = to.value - from.value
  if (kind === 'change')
    return {
      values: [difference],
      unit: unitOf(points),
      shown: `${name}: ${less(to, from)} = ${say(difference)}`,
    }
  if (from.value === 0) return null
  const percent = (100 * difference) / from.value
  return {
    values: [percent],
    unit: 'percent',
    shown: `${name}: (${less(to, from)}) / ${signed(from)} = ${say(percent)} %`,
  }
}

const less = (one: Cell, other: Cell): string => `${signed(one)} − ${signed(other)}`

/** The larger minus the smaller. */
export function differenceOf(names: readonly [string, string], cells: readonly [Cell, Cell]): Computed {
  const [one, other] = cells
  const isFirst = one.value >= other.value
  const [more, fewer] = isFirst ? [one, other] : [other, one]
  const [first, second] = isFirst ? names : [names[1], names[0]]
  const value = more.value - fewer.value
  return {
    values: [value],
    unit: one.isPercent && other.isPercent ? 'percent' : 'table',
    shown: `${first} less ${second}: ${less(more, fewer)} = ${say(value)}`,
  }
}

/** Part over whole, each one number or a sum, without the signs of costs; null when the whole is zero. */
export function shareOf(
  names: readonly [string, string],
  [part, whole]: readonly [readonly Cell[], readonly Cell[]],
  isPercent: boolean,
): Computed | null {
  if (totalOf(whole) === 0) return null
  const value = Math.abs(totalOf(part) / totalOf(whole)) * (isPercent ? 100 : 1)
  const quotient = `${addends(part)} / ${addends(whole)}`
  return {
    values: [value],
    unit: isPercent ? 'percent' : 'none',
    shown: `${names[0]} of ${names[1]}: ${quotient} = ${say(value)}${isPercent ? ' %' : ''}`,
  }
}

const totalOf = (cells: readonly Cell[]): number => cells.reduce((sum, { value }) => sum + value, 0)

/** The addends, with signs that make their sum positive. */
function addends(cells: readonly Cell[]): string {
  const sign = totalOf(cells) < 0 ? -1 : 1
  const [first = '', ...others] = cells.map(({ value }) => plain(sign * value))
  const rest = others.map((each) => (each.startsWith('−') ? ` − ${each.slice(1)}` : ` + ${each}`))
  return others.length === 0 ? first : `(${first}${rest.join('')})`
}

/** The years in which a value is highest, lowest or on one side of a number, or how many they are; null for none. */
export function yearsOf(
  kind: 'whichYear' | 'howManyYears',
  side: { pick: 'most' | 'least' } | { pick: 'over' | 'under'; limit: number },
  name: string,
  points: readonly Point[],
): Computed | null {
  if (points.length < 2) return null
  const all = points.map(({ cell }) => cell.value)
  const [most, least] = [Math.max(...all), Math.min(...all)]
  const found = points.filter(({ cell: { value } }) => {
    if (side.pick === 'over') return value > side.limit
    if (side.pick === 'under') return value < side.limit
    return value === (side.pick === 'most' ? most : least)
  })
  // With a tie no single year is the highest.
  if ('limit' in side ? found.length === 0 && kind === 'whichYear' : found.length !== 1) return null
  const list = points.map(({ head, cell }) => `${signed(cell)} (${writtenYear(head)})`).join(', ')
  if (kind === 'howManyYears')
    return {
      values: [found.length],
      unit: 'none',
      shown: `${name}: ${list}; ${found.length} of ${points.length} years`,
    }
  const values = found.map(({ head }) => Number(yearOf(head)))
  return {
    values,
    unit: 'none',
    shown: `${name}: ${list}; that is ${found.map(({ head }) => writtenYear(head)).join(', ')}`,
  }
}

/** Items ordered by their numbers, or by the growth from the first to the second. */
export interface Ranked {
  computed: Computed
  winner: string
}

const MOST_SHOWN = { value: 6, growth: 3 }
const PLACES = ['', 'second ', 'third ']

/** Null for a tie, for too few items, or for growth from a value that is not positive. */
export function rankOf(
  { name, rows }: { name: string; rows: ReadonlyArray<{ name: string; points: readonly Point[] }> },
  { pick, place, of }: ExtremeOperation,
): Ranked | null {
  const all = rows.map((row) => rankedRow(row, of)).filter((row) => row !== null)
  const kept = pick === 'least' && of === 'value' ? all.filter(({ isNil }) => !isNil) : all
  const areCosts = of === 'value' && kept.every(({ value }) => value <= 0)
  const size = ({ value }: { value: number }): number => (areCosts ? Math.abs(value) : value)
  const ordered = kept.toSorted((one, other) => (size(other) - size(one)) * (pick === 'most' ? 1 : -1))
  const [before, found, after] = [ordered[place - 2], ordered[place - 1], ordered[place]]
  const isMixed = new Set(kept.map(({ unit }) => unit)).size > 1
  if (found === undefined || kept.length < Math.max(2, all.length / 2) || isMixed) return null
  if (kept.length < rows.length && of === 'growth') return null
  if ([before, after].some((other) => other !== undefined && size(other) === size(found))) return null
  const label = name.charAt(0).toUpperCase() + name.slice(1)
  const word = `${PLACES[place - 1] ?? ''}${pick === 'most' ? 'highest' : 'lowest'}${of === 'growth' ? ' growth' : ''}`
  const years = [...new Set(rows[0]?.points.map(({ head }) => writtenYear(head)) ?? [])].filter(
    (year) => year !== '',
  )
  const time = years.length === 0 ? '' : ` (${years.join(' to ')})`
  const listed = ordered.slice(place === 1 ? 1 : 0, MOST_SHOWN[of]).map(({ shown }) => shown)
  const rest = listed.length === 0 ? '' : `; ${place === 1 ? 'then' : 'in order'} ${listed.join(', ')}`
  return {
    winner: found.name,
    computed: {
      values: [found.value],
      unit: found.unit,
      shown: `${label === '' ? '' : `${label}: `}${found.shown}${time}, the ${word}${rest}`,
    },
  }
}

function rankedRow(
  { name, points }: { name: string; points: readonly Point[] },
  of: ExtremeOperation['of'],
): { name: string; value: number; isNil: boolean; unit: 'table' | 'percent'; shown: string } | null {
  const [from, to] = points.map(({ cell }) => cell)
  if (from === undefined) return null
  if (of === 'value')
    return {
      name: nameOf(name),
      value: from.value,
      isNil: from.isNil,
      unit: unitOf(points),
      shown: `${nameOf(name)} ${from.written}`,
    }
  if (to === undefined || from.value <= 0) return null
  const percent = (100 * (to.value - from.value)) / from.value
  const shown = `${nameOf(name)} (${less(to, from)}) / ${signed(from)} = ${say(percent)} %`
  return { name: nameOf(name), value: percent, isNil: false, unit: 'percent', shown }
}

/** Costs in parentheses are stated without a sign: a cost of 5 is not −5. Others are unchanged. */
export function asAmounts(name: string, points: readonly Point[]): readonly Point[] {
  const areCosts = COST.test(name) && !/\b(?:income|gain|benefit|profit|net)\b/i.test(name)
  if (!areCosts || !points.every(({ cell }) => cell.value < 0)) return points
  return points.map(({ head, cell }) => ({ head, cell: { ...cell, value: Math.abs(cell.value) } }))
}

/** A number of a table without its decoration. */
function signed({ value, isPercent }: Cell): string {
  return `${plain(value)}${isPercent ? ' %' : ''}`
}

function plain(value: number): string {
  const written = Math.abs(value).toLocaleString('en-US', { maximumFractionDigits: 6 })
  return value < 0 ? `−${written}` : written
}

function say(value: number): string {
  return (Math.round((value + Number.EPSILON) * 100) / 100)
    .toLocaleString('en-US', { maximumFractionDigits: 2 })
    .replace('-', '−')
}
