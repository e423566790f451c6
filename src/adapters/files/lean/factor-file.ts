import { calendarFor } from '../../../market/calendar/index.ts'
import { dayFault, isPrice, isQuantity } from '../../../kernel/domain-range.ts'
import { roundTo } from '../../../kernel/numbers.ts'
import type { Day } from '../../../kernel/time.ts'
import type { Split } from '../../../ports/market-data.ts'
import { leanNumber, linesOf, parseLeanDay } from './cells.ts'

/**
 * A row of a factor file. The factors hold on `day` and before it, back to the row before. `day` is the last session before an ex-date, so
 * the change to the next row is what happened on the session after it (QuantConnect Lean, `CorporateFactorRow`).
 */
export interface FactorRow {
  line: number
  day: Day
  /** What dividends take off: the product of (close − dividend) ÷ close over all later ex-dates. */
  price: number
  /** What splits divide by: the product of shares before ÷ shares after over all later ex-dates. */
  split: number
  /** Raw close of `day`; 0 where the file has none. */
  reference: number
}

/** A cash dividend, or the value of a spin-off: a factor file does not distinguish the two. */
export interface LeanDividend {
  exDay: Day
  /** US dollars per share as shares counted on the ex-date. */
  amount: number
}

type Reject = (line: number, reason: string) => void

/** How far a printed price factor may be from the true one: half a unit of its last decimal. */
const PRICE_ERROR = 0.5e-7
/** Split factors are printed to six digits or more: the ratio of two is as good as this, as a share of it. */
const SPLIT_ERROR = 1e-5
const SPLIT_DIGITS = 6
const MAX_DIVIDEND_DECIMALS = 6
/** Ratios of splits are small whole numbers; anything else (GOOG in 2015: 1.0027) stays a decimal. */
const MAX_SPLIT_TERM = 100

/** The rows of a factor file, ascending and each day once. */
export function parseFactorRows(text: string, reject: Reject): FactorRow[] {
  const rows = new Map<Day, FactorRow>()
  for (const { line, cells } of linesOf(text)) {
    const row = toRow(line, cells)
    if (typeof row === 'string') reject(line, row)
    else {
      const earlier = rows.get(row.day)
      if (earlier !== undefined) reject(earlier.line, `line ${line} has the same date`)
      rows.set(row.day, row)
    }
  }
  return [...rows.values()].sort((a, b) => a.day - b.day)
}

function toRow(line: number, cells: readonly string[]): FactorRow | string {
  const day = parseLeanDay(cells[0] ?? '')
  // The market calendar knows the next session of these.
  if (day === null || dayFault(day) !== null) {
    return `"${cells[0]}" is no date (YYYYMMDD) from 1960 to 2098`
  }
  const [price, split] = [leanNumber(cells[1]), leanNumber(cells[2])]
  const reference = cells[3] === undefined ? 0 : leanNumber(cells[3])
  // Lean writes `inf` and rounded powers of ten for prices it can no longer adjust.
  if (!isPrice(price) || !isPrice(split)) return 'the factors must be positive decimal numbers'
  if (!isQuantity(reference)) return `"${cells[3]}" is no price`
  return { line, day, price, split, reference }
}

/** What a raw close of a day is multiplied by to carry all later splits and dividends back; 1 after the last row. */
export function totalFactorOn(rows: readonly FactorRow[], day: Day): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rows[middle]?.day ?? 0) < day) low = middle + 1
    else high = middle
  }
  const row = rows[low]
  return row === undefined ? 1 : row.price * row.split
}

/** The splits between the rows, ascending. */
export function splitsOf(rows: readonly FactorRow[]): Split[] {
  const splits: Split[] = []
  for (const [row, next] of pairsOf(rows)) {
    const factor = next.split / row.split
    if (Math.abs(factor - 1) > SPLIT_ERROR) {
      splits.push({ exDay: exDayAfter(row.day), factor: plainRatio(factor) })
    }
  }
  return splits
}

/**
 * The dividends between the rows, ascending: close × (1 − ratio of the price factors), as shares counted on the
 * ex-date. `closeOn` stands in where the file has no reference price; a dividend without any price is rejected.
 */
export function dividendsOf(
  rows: readonly FactorRow[],
  closeOn: (day: Day) => number | null,
  reject: Reject,
): LeanDividend[] {
  const dividends: LeanDividend[] = []
  for (const [row, next] of pairsOf(rows)) {
    const ratio = row.price / next.price
    const error = (PRICE_ERROR / next.price) * (1 + ratio)
    if (!(Math.abs(ratio - 1) > error)) continue
    const close = row.reference > 0 ? row.reference : closeOn(row.day)
    if (close === null) reject(row.line, 'a dividend without a price of the day before it cannot be sized')
    else if (ratio > 1) reject(row.line, 'the price factor falls: a dividend would be negative')
    else {
      const perShare = close * (row.split / next.split)
      dividends.push({
        exDay: exDayAfter(row.day),
        amount: plainest(perShare * (1 - ratio), perShare * error),
      })
    }
  }
  return dividends
}

function pairsOf(rows: readonly FactorRow[]): [FactorRow, FactorRow][] {
  return rows.slice(1).map((next, index) => [rows[index] ?? next, next])
}

/** The first session after a day on the calendar of New York. */
function exDayAfter(day: Day): Day {
  const calendar = calendarFor('XNYS')
  return calendar === null ? day + 1 : calendar.addSessions(day + 1, 0).day
}

/** The number with the fewest decimals within `error` of `value`: the one that was announced. */
function plainest(value: number, error: number): number {
  for (let decimals = 0; decimals < MAX_DIVIDEND_DECIMALS; decimals++) {
    const rounded = roundTo(value, decimals)
    if (rounded > 0 && Math.abs(rounded - value) <= error) return rounded
  }
  return roundTo(value, MAX_DIVIDEND_DECIMALS)
}

/** The ratio of the smallest whole numbers that the printed factors allow, else the value to six digits. */
function plainRatio(value: number): number {
  for (let before = 1; before <= MAX_SPLIT_TERM; before++) {
    const after = Math.round(value * before)
    if (after > MAX_SPLIT_TERM) break
    if (after > 0 && Math.abs(after / before / value - 1) <= SPLIT_ERROR) return after / before
  }
  return Number(value.toPrecision(SPLIT_DIGITS))
}
