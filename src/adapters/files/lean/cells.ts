import { type Day, dayOf, daysInMonth } from '../../../kernel/time.ts'

/** A line of a Lean file, split at its commas. The format knows neither quotes nor headers. */
export interface LeanLine {
  /** From 1. */
  line: number
  cells: readonly string[]
}

const DATE = /^(\d{4})(\d{2})(\d{2})$/
const DECIMAL = /^\d+(\.\d+)?$/

/** The lines of a text, blank ones left out. */
export function linesOf(text: string): LeanLine[] {
  return text
    .split('\n')
    .map((content, index) => ({ line: index + 1, cells: content.trim().split(',') }))
    .filter(({ cells }) => cells.length > 1 || cells[0] !== '')
}

/** Parses `YYYYMMDD`; null for anything else. */
export function parseLeanDay(text: string): Day | null {
  const match = DATE.exec(text)
  if (match === null) return null
  const [year, month, date] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (year < 1 || month < 1 || month > 12 || date < 1 || date > daysInMonth(year, month)) return null
  return dayOf(year, month, date)
}

/** A decimal number without sign or exponent; NaN for anything else. */
export function leanNumber(text: string | undefined): number {
  return text !== undefined && DECIMAL.test(text) ? Number(text) : Number.NaN
}
