import { plainQuote } from '../text/quotes.ts'
import { termsOf } from '../text/terms.ts'
import type { Cell, Scale } from './cell.ts'
import {
  asAmounts,
  changeOf,
  type Computed,
  differenceOf,
  nameOf,
  shareOf,
  sumOf,
  valuesOf,
  yearsOf,
} from './compute.ts'
import { limitIn, rowsOnSide, yearsShown } from './counting.ts'
import { extremeOf } from './extremes.ts'
import { groupSum } from './group-sum.ts'
import { labelTerms, linesOf, type Point } from './line.ts'
import { maturitiesOf, QUARTER } from './period.ts'
import { OF_PERCENTS, PER_SHARE, type Reading, resolved } from './match.ts'
import { type Page, pageOf } from './page.ts'
import { cutsOf, type Operation, type TableRequest, tableRequest } from './request.ts'
import { THE_SUM } from './share-request.ts'
import { statementOf } from './prose.ts'
import { pointsFor, pointsOfAll, quartersIn, yearPoints } from './select.ts'
import { type Table, tablesOf } from './table.ts'

/** An answer read or computed from a table. */
export interface TableAnswer {
  /** One, unless several are asked for respectively; years for a question after a year. */
  values: readonly number[]
  scale: Scale | 'percent' | null
  /** A sentence with the computation, without a citation. */
  text: string
}

/** A table and the question about it. */
interface Asked {
  request: TableRequest
  table: Table
  page: Page
}

interface Found {
  computed: Computed
  /** The line that was read, the first of two; null for a count over the table. */
  reading: Reading | null
  /** What its numbers are, when no line is read. */
  name?: string
  likeness: number
}

/** Characters of text around a table that are considered. */
const LONGEST_TEXT = 600
const MOST_WORDS = 20_000
/** "A and B and C" does not ask for two lines. */
const MOST_CUTS = 2
/** Score of a count over a table, compared with a line that was found. */
const OF_TABLE = 0.5
/** Words of computing that no operation used. */
const OF_COMPUTING =
  /\b(?:ratio|variance|compared|exceed(?:s|ed)?|altogether|combined|gap|spread|times|excluding|excluded|versus|vs|minus|plus|higher|lower|larger|smaller|greater)\b/gi
const SAYS_SHARE = /\bshares?\b|\beps\b|\bcents\b/i
const [SHARE = ''] = termsOf('share')
/** Caption of a table of prices, to which `in thousands` does not apply. */
const OF_PRICES = /\bprices?\b.{0,40}\b(?:per share|of (?:our|the|its) (?:common )?(?:stock|shares?))\b/i
/** What a difference is between; the last mention counts. */
const BETWEEN = /\bbetween\b(?!.*\bbetween\b)|\bdifference (?:in|of)\b(?!.*\bbetween\b)/i
/** `average quarterly price`, `for each quarter` */
const ALL_QUARTERS = /\bquarterly\b|\b(?:all|each|every|the four) quarters?\b/i
/** Numbers that are no amounts of money, whatever the unit of the table. */
const UNSCALED = /\bper\b.*\bshare\b|\b(?:ratio|years|days|months)\b\)?$|\bprices?\b|\(x\)/i

/**
 * Reads or computes an answer from the tables of a text; null when they have none, or when it is unclear which number is meant. Takes time
 * linear in the text.
 */
export function tableAnswer(question: string, text: string): TableAnswer | null {
  const request = tableRequest(question)
  if (request === null) return null
  const words = new Set(termsOf(text.slice(0, MOST_WORDS)))
  let best: { found: Found; table: Table } | null = null
  for (const table of tablesOf(text)) {
    const found = answerFrom({ request, table, page: pageOf(linesOf(table), words, table.caption) })
    if (found !== null && found.likeness > (best?.found.likeness ?? 0)) best = { found, table }
  }
  return best === null ? proseAnswer(request, words, text) : answerOf(best.found, best.table)
}

/** The answer of a sentence when no table has one. */
function proseAnswer(request: TableRequest, words: ReadonlySet<string>, text: string): TableAnswer | null {
  const { operation, text: question, years } = request
  const statement = statementOf(question, years, text)
  if (statement === null) return null
  const { reading, scale } = statement
  const table = { caption: '', corner: '', columns: [], rows: [], scale }
  const computed = computedFrom({ request, table, page: pageOf([], words, '') }, operation, reading)
  return computed === null ? null : answerOf({ computed, reading, likeness: reading.likeness }, table)
}

/** Null for a computation too long to show. */
function answerOf(
  { computed: { values, unit, shown }, reading, name: found }: Found,
  table: Table,
): TableAnswer | null {
  const plain = plainQuote(shown)
  if (plain.length > LONGEST_TEXT) return null
  const name = found ?? reading?.line.name ?? ''
  const isPercent =
    unit === 'percent' || (unit === 'table' && (isOfPercents(reading) || OF_PERCENTS.test(name)))
  const isUnscaled = unit === 'none' || UNSCALED.test(name) || OF_PRICES.test(table.caption)
  const scale = isUnscaled ? null : table.scale
  const said = isPercent || scale === null ? '' : `, in ${scale}s`
  return {
    values,
    scale: isPercent ? 'percent' : scale,
    text: `${plain}${said}.`,
  }
}

function isOfPercents(reading: Reading | null): boolean {
  if (reading === null) return false
  const { line, points } = reading
  return (
    OF_PERCENTS.test(line.name) ||
    (points.length > 0 && points.every(({ head, cell }) => cell.isPercent || OF_PERCENTS.test(head)))
  )
}

function answerFrom(asked: Asked): Found | null {
  const { table, page, request } = asked
  const { operation, ofPercents, text } = request
  if (operation.kind === 'yearsShown') return ofTable(yearsShown(table, text, page))
  if (operation.kind === 'howManyRows') return ofTable(rowsOnSide(table, request, operation))
  if (operation.kind === 'whichRow') {
    const extreme = extremeOf(asked, operation)
    return extreme === null ? null : { ...extreme, reading: null }
  }
  if (operation.kind === 'rowDifference') return request.isOfAverage ? null : differenceFrom(asked)
  if (operation.kind === 'sum' || operation.kind === 'value') {
    const pair = pairFrom(asked, operation.kind)
    if (pair !== null) return pair
  }
  if (operation.kind !== 'share') {
    const line = lineFrom(asked, operation, () => true)
    return line ?? (operation.kind === 'sum' || operation.kind === 'value' ? sumFrom(asked) : null)
  }
  if (ofPercents?.kind === 'sum' || ofPercents?.kind === 'value') {
    const pair = pairFrom(asked, ofPercents.kind)
    if (pair !== null && isOfPercents(pair.reading)) return pair
  }
  const ready = ofPercents === null ? null : lineFrom(asked, ofPercents, isOfPercents)
  return ready ?? shareFrom(asked, operation.isPercent)
}

const ofTable = (computed: Computed | null): Found | null =>
  computed === null ? null : { computed, reading: null, likeness: OF_TABLE }

function sumFrom({ table, page, request }: Asked): Found | null {
  if (request.years.length > 1) return null
  const pick = (points: readonly Point[]): readonly Point[] => pointsFor(points, request, page)
  return ofTable(groupSum(table, request.text, pick))
}

/** The answer from one line. */
function lineFrom(asked: Asked, operation: Operation, isFit: (reading: Reading) => boolean): Found | null {
  const { text } = asked.request
  const found = resolved({ subject: text, about: text }, asked.page, (reading) => {
    const computed = isFit(reading) ? computedFrom(asked, operation, reading) : null
    return computed === null ? null : { computed, key: computed.values.join() }
  })
  return found === null ? null : { ...found, likeness: found.reading.likeness }
}

function computedFrom(
  { request, table, page }: Asked,
  operation: Operation,
  reading: Reading,
): Computed | null {
  const { text, years } = request
  const label = reading.line.name
  const name = nameOf(label)
  const { kind } = operation
  if (PER_SHARE.test(text) && !isPerShare(reading, table, page)) return null
  if (kind === 'whichYear' || kind === 'howManyYears') {
    const hasSign = 'limit' in operation && operation.limit <= 0
    const points = hasSign ? yearPoints(reading.points) : asAmounts(label, yearPoints(reading.points))
    const side = 'limit' in operation ? { pick: operation.pick, limit: limitIn(table, operation) } : operation
    return yearsOf(kind, side, name, points)
  }
  const isOfAverages = /\baverage\b/i.test(label)
  if (request.isOfAverage && !isOfAverages) return null
  // "The net decrease in cash in 2019" is a line itself; its change would involve two years.
  const isOfChanges =
    /\b(?:change|increase|decrease)\b/i.test(label) && !/\bchange in (?:the )?net\b/i.test(text)
  const isRead =
    years.length === 1 && ((kind === 'average' && isOfAverages) || (kind === 'change' && isOfChanges))
  if (kind === 'value' || isRead) {
    if (!isRead && asksMore(text, reading)) return null
    if (addsMaturities(text, reading)) return sumOf('sum', name, asAmounts(label, reading.points))
    const points = pointsFor(reading.points, request, page)
    return points.length === 0 || points.some(({ cell }) => cell.isNil) ? null : valuesOf(name, points)
  }
  // The average of one year is that of its beginning and end, if phrased so: "the 2019 average cash".
  const isOfOne = (kind === 'average' || kind === 'sum') && years.length === 1
  const quarters = isOfOne && ALL_QUARTERS.test(text) ? quartersIn(reading, years) : []
  if (isOfOne && quarters.length === 0 && !/\b(?:19|20)\d{2} average\b/i.test(text)) return null
  const points = asAmounts(label, quarters.length > 0 ? quarters : pointsOfAll(reading, request))
  if (kind === 'average' || kind === 'sum') return points.length < 2 ? null : sumOf(kind, name, points)
  if (kind !== 'change' && kind !== 'percentChange') return null
  if (points.length < 2 || (points.length > 2 && years.length === 1)) return null
  const isDifference = /\bdifference\b/i.test(text) && !/\bnet difference\b/i.test(text)
  return changeOf(kind, name, points, isDifference && kind === 'change')
}

/** Whether the remaining columns add up to the one maturity that a question names. */
const addsMaturities = (text: string, { points }: Reading): boolean =>
  points.length > 1 &&
  maturitiesOf(text).length === 1 &&
  points.every(({ head }) => maturitiesOf(head).length > 0)

/** Whether a line, its heading, or the whole table is per share. */
function isPerShare({ line, points }: Reading, { caption, corner }: Table, { lines }: Page): boolean {
  const texts = [line.name, ...points.map(({ head }) => head)]
  if (texts.some((text) => SAYS_SHARE.test(text)) || line.groups.some((group) => group.has(SHARE)))
    return true
  return SAYS_SHARE.test(`${caption} ${corner}`) && !lines.some(({ name }) => PER_SHARE.test(name))
}

/** Whether a question has words of computing that are not part of the line: an operation that is not supported. */
function asksMore(text: string, { line }: Reading): boolean {
  return [...text.matchAll(OF_COMPUTING)].some(([word]) =>
    labelTerms(word).some((term) => !line.terms.has(term) && !line.headTerms.has(term)),
  )
}

function shareFrom(asked: Asked, isPercent: boolean): Found | null {
  const { request } = asked
  // A column may be named on one side only.
  const bySide = sidesOf(
    asked,
    (side) => pointFrom(side, side, asked) ?? pointFrom(side, request.text, asked),
  )
  // One of two columns may be named for both.
  const byAll =
    bySide !== null && !areOfOneColumn(bySide)
      ? sidesOf(asked, (side) => pointFrom(side, request.text, asked))
      : null
  const [part, whole] = (byAll !== null && areOfOneColumn(byAll) ? byAll : bySide) ?? []
  if (!part || !whole || part.point.cell === whole.point.cell) return null
  const names = [part, whole].map(({ name, point }) =>
    part.name === whole.name ? `${name} (${point.head})` : name,
  )
  const computed = shareOf([names[0] ?? '', names[1] ?? ''], [part.cells, whole.cells], isPercent)
  return computed === null
    ? null
    : { computed, reading: part.reading, likeness: Math.min(part.reading.likeness, whole.reading.likeness) }
}

const areOfOneColumn = ([{ point: one }, { point: other }]: readonly [Side, Side]): boolean =>
  one.head === other.head && one.cell !== other.cell

/** Part and whole of a ratio. */
function sidesOf({ request, page }: Asked, lineOf: (side: string) => Side | null): [Side, Side] | null {
  const [first, second] = request.subjects
  if (first === undefined || second === undefined) return null
  const part = bothOf(first, lineOf)
  const whole = second === THE_SUM ? sumOfAll({ request, page }) : bothOf(second, lineOf)
  return part === null || whole === null ? null : [part, whole]
}

/** A line, or the sum of two when "A and B" matches both better than one. */
function bothOf(side: string, lineOf: (part: string) => Side | null): Side | null {
  let best = lineOf(side)
  const cuts = cutsOf(side)
  for (const [left, right] of cuts.length <= MOST_CUTS ? cuts : []) {
    const [one, other] = [lineOf(left), lineOf(right)]
    if (one === null || other === null || one.point.cell === other.point.cell) continue
    if (one.point.head !== other.point.head) continue
    const likeness = Math.min(one.reading.likeness, other.reading.likeness)
    if (likeness <= (best?.reading.likeness ?? 0)) continue
    const cell = { ...one.point.cell, value: one.point.cell.value + other.point.cell.value }
    best = {
      point: { ...one.point, cell },
      cells: [...one.cells, ...other.cells],
      name: `${one.name} and ${other.name}`,
      reading: { ...one.reading, likeness },
    }
  }
  return best
}

/** Two lines of one period: "the sum of A and B in 2019", "the respective A and B for 2019". */
function pairFrom({ request, page }: Asked, kind: 'sum' | 'value'): Found | null {
  const match = /\b(?:sum|total) of\b|\brespective(?:ly)?\b/i.exec(request.text)
  if (match === null || request.years.length > 1) return null
  const isRespective = /respective/i.test(match[0])
  if (kind === 'value' && !isRespective) return null
  let best: Found | null = null
  // "A and B in 2019, respectively" has the period at the end.
  const said = /ly$/i.test(match[0]) ? request.text : request.text.slice(match.index + match[0].length)
  for (const [left, right] of cutsOf(said)) {
    const [one, other] = [left, right].map(
      (side) => pointFrom(side, side, { request, page }) ?? pointFrom(side, request.text, { request, page }),
    )
    if (!one || !other || one.point.cell === other.point.cell) continue
    const likeness = Math.min(one.reading.likeness, other.reading.likeness)
    const points = [one, other].map(({ name, point }) => ({ head: name, cell: point.cell }))
    const computed =
      kind === 'sum' ? sumOf('sum', points.map(({ head }) => head).join(' and '), points) : null
    if (likeness > (best?.likeness ?? 0))
      best = { computed: computed ?? valuesOf('Respectively', points), reading: one.reading, likeness }
  }
  return best
}

/** Of all ways to split a difference, the one whose two sides match lines best. */
function differenceFrom({ request, page }: Asked): Found | null {
  const match = BETWEEN.exec(request.text)
  if (match === null) return null
  const before = request.text.slice(0, match.index)
  let best: Found | null = null
  for (const [left, right] of cutsOf(request.text.slice(match.index + match[0].length))) {
    const [one, other] = [
      // What both sides share is stated once, at the end.
      pointFrom(left, before + left, { request, page }) ??
        pointFrom(left, request.text, { request, page }) ??
        pointFrom(right, before + left, { request, page }),
      pointFrom(right, before + right, { request, page }),
    ]
    if (one === null || other === null || one.point.cell === other.point.cell) continue
    const likeness = Math.min(one.reading.likeness, other.reading.likeness)
    const computed = differenceOf([one.name, other.name], [one.point.cell, other.point.cell])
    if (likeness > (best?.likeness ?? 0)) best = { computed, reading: one.reading, likeness }
  }
  return best
}

interface Side {
  point: Point
  /** The cells that its number sums; mostly one. */
  cells: readonly Cell[]
  name: string
  reading: Reading
}

/** The only total of a table; null for none or several. */
function sumOfAll({ request, page }: Pick<Asked, 'request' | 'page'>): Side | null {
  const sums = page.lines.filter(({ isTotal, points }) => isTotal && points.length > 0)
  const [line] = sums
  if (line === undefined || sums.length > 1) return null
  const [point, ...others] = pointsFor(line.points, request, page)
  if (point === undefined || others.length > 0) return null
  const reading = { line, points: [point], likeness: 1 }
  return { point, cells: [point.cell], name: nameOf(line.name), reading }
}

/** The one number that is meant; null for none and for several. */
function pointFrom(
  subject: string,
  about: string,
  { request, page }: Pick<Asked, 'request' | 'page'>,
): Side | null {
  const own = request.years.filter((year) => subject.includes(year))
  const years = own.length === 1 ? own : request.years.slice(0, 1)
  const found = resolved({ subject, about }, page, (reading) => {
    const points = pointsFor(reading.points, { ...request, text: about, years }, page)
    const [point] = points
    return point === undefined || points.length > 1 ? null : { point, key: String(point.cell.value) }
  })
  if (found === null) return null
  const { reading, point } = found
  return { point, cells: [point.cell], reading, name: nameOf(titleOf(reading.line, point)) }
}

/** The name of a number next to another; a quarter with its own heading. */
function titleOf({ name }: Reading['line'], { head }: Point): string {
  if (QUARTER.test(name) && head !== '') return `${head} (${name})`
  return QUARTER.test(head) ? `${name} (${head})` : name
}
