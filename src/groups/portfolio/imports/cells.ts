import { dayOf, formatDay, parseDay } from '../../../kernel/time.ts'

/** Which sign stands before decimals. */
export type DecimalSign = '.' | ','
/** What stands first in dates such as 03/04/2026. */
export type DayOrder = 'dmy' | 'mdy'

const CURRENCY_SIGNS = /[$€£¥+]/g
/** What stands between thousands beside points and commas. */
const GAPS = /(?<=\d)[\s\u00a0\u202f'’](?=\d)/g
const BLANKS = /[\s\u00a0\u202f]/g
const COMPACT_DATE = /^(\d{4})(\d{2})(\d{2})(?:[T;, ].*)?$/
const ISO_DATE = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ,;].*)?$/
const LOCAL_DATE = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[T ,;].*)?$/

/** A cell without what stands around a number, gaps within one as apostrophes, and the minus of typesetting as that of a keyboard. */
const bare = (cell: string): string =>
  cell.replaceAll(CURRENCY_SIGNS, '').trim().replaceAll(GAPS, "'").replaceAll(BLANKS, '').replaceAll('−', '-')

/**
 * How the numbers of a file are written: a comma is a decimal sign where some cell has one that cannot separate thousands, or stands behind
 * a point. What every cell leaves open is decided by a point that cannot separate thousands, else by the delimiter: files that are separated by semicolons come from where commas are decimal.
 */
export function decimalSignOf(cells: Iterable<string>, delimiter: string): DecimalSign {
  const seen = { openComma: false, decimalPoint: false }
  for (const cell of cells) {
    const text = bare(cell)
    if (!/^[-(]?[\d.,']*\d[\d.,']*\)?$/.test(text)) continue
    const [comma, point] = [text.lastIndexOf(','), text.lastIndexOf('.')]
    const couldBeThousands = /^[-(]?[1-9]\d{0,2}[.,]\d{3}\)?$/.test(text)
    if (comma === -1) {
      // There is one decimal sign at most.
      if (point !== text.indexOf('.')) return ','
      seen.decimalPoint ||= point !== -1 && !couldBeThousands
    } else if (point > comma || (point === -1 && comma !== text.indexOf(','))) return '.'
    else if (!couldBeThousands) return ','
    else seen.openComma = true
  }
  return seen.openComma && !seen.decimalPoint && delimiter === ';' ? ',' : '.'
}

/** A minus stands before a number or in its exponent and nowhere else. */
const NUMBER = /^(?:\d*\.?\d+(?:[eE]-?\d+)?|\d+\.)$/
/** Thousands, which begin with no 0, or lakhs as in India: what separates anything else is a decimal sign that the file has nowhere else, or a slip. */
const GROUPED = /^[1-9]\d{0,2}(?:(?:,\d{2,3})*,\d{3}|(?:\.\d{3})+|(?:'\d{3})+)$/

/** The number of a cell, `(5)` being −5; null for an empty one, NaN for none. */
export function numberIn(cell: string, sign: DecimalSign): number | null {
  const text = bare(cell)
  if (text === '' || text === '-' || text === '--') return null
  const [, minus = '', signed] = /^(-?)(.*)$/.exec(text) ?? []
  const [, enclosed] = /^\((.*)\)$/.exec(text) ?? []
  const [whole = '', ...decimals] = (enclosed ?? signed ?? '').split(sign)
  const isGrouped = GROUPED.test(whole)
  const plain = [isGrouped ? whole.replaceAll(/[.,']/g, '') : whole, ...decimals].join('.')
  if (!NUMBER.test(plain) || (/[.,']/.test(whole) && !isGrouped)) return Number.NaN
  return minus === '-' || enclosed !== undefined ? -Number(plain) : Number(plain)
}

/** What a date such as 13/04/2026 begins with; null where it leaves it open. */
function ownOrder(text: string): DayOrder | null {
  const [, first = '', second = ''] = LOCAL_DATE.exec(text) ?? []
  // Points stand between days and months where days come first.
  if (/^\d{1,2}\.\d/.test(text)) return 'dmy'
  if (Number(first) > 12 && Number(second) <= 12) return 'dmy'
  return Number(second) > 12 && Number(first) <= 12 ? 'mdy' : null
}

/**
 * The order of day and month in a file, given the usual one of its layout; null when undecidable, and when dates contradict it or each
 * other: some are wrong then, and it is unknown which.
 */
export function dayOrderOf(cells: Iterable<string>, usual: DayOrder | null): DayOrder | null {
  const orders = new Set(usual === null ? [] : [usual])
  for (const cell of cells) {
    const order = ownOrder(cell.trim())
    if (order !== null) orders.add(order)
  }
  const [order = null] = orders
  return orders.size > 1 ? null : order
}

/** The day of a cell as `YYYY-MM-DD`; null for none, and for one whose order nobody knows. */
export function dateIn(cell: string, order: DayOrder | null): string | null {
  const text = cell.trim()
  const [, year, month, date] = ISO_DATE.exec(text) ?? COMPACT_DATE.exec(text) ?? []
  if (year !== undefined) return written(Number(year), Number(month), Number(date))
  const [, first, second, last] = LOCAL_DATE.exec(text) ?? []
  if (first === undefined) return null
  const known = order ?? ownOrder(text)
  if (known === null && first !== second) return null
  const [day, of] = known === 'mdy' ? [second, first] : [first, second]
  return written(Number(last), Number(of), Number(day))
}

function written(year: number, month: number, date: number): string | null {
  if (month < 1 || month > 12 || date < 1 || date > 31) return null
  const text = formatDay(dayOf(year, month, date))
  const pad = (value: number): string => String(value).padStart(2, '0')
  return parseDay(text) !== null && text.endsWith(`-${pad(month)}-${pad(date)}`) ? text : null
}
