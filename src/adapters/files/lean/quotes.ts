import { isPrice, isQuantity } from '../../../kernel/domain-range.ts'
import type { Day, Instant } from '../../../kernel/time.ts'
import { MINUTE_MS } from '../../../kernel/time.ts'
import { leanNumber, type LeanLine } from './cells.ts'
import { leanPrice, minuteInstant, newYorkMidnight } from './trade-bars.ts'

/** The best bid and offer at the end of a minute; prices in US dollars, sizes in shares. */
export interface LeanQuote {
  /** Null where nobody bid in that minute. */
  bid: number | null
  ask: number | null
  bidSize: number | null
  askSize: number | null
  /** The end of the minute. */
  at: Instant
}

const CELLS = 11

/**
 * The newest quote of a day from rows `milliseconds since midnight in New York,bid open,high,low,close,size,ask
 * open,high,low,close,size`, of which one side may be empty; null when no row is valid.
 */
export function newestQuote(
  lines: readonly LeanLine[],
  day: Day,
  reject: (line: number, reason: string) => void,
): LeanQuote | null {
  const midnight = newYorkMidnight(day)
  let newest: LeanQuote | null = null
  for (const { line, cells } of lines) {
    const quote = toQuote(cells, midnight)
    if (typeof quote === 'string') reject(line, quote)
    else if (newest === null || quote.at >= newest.at) newest = quote
  }
  return newest
}

function toQuote(cells: readonly string[], midnight: Instant): LeanQuote | string {
  if (cells.length !== CELLS) return `the row has ${cells.length} cells instead of ${CELLS}`
  const at = minuteInstant(cells[0], midnight)
  if (at === null) return `"${cells[0]}" is not a whole minute in milliseconds since midnight`
  const [bid, ask] = [sideOf(cells.slice(1, 6)), sideOf(cells.slice(6))]
  if (bid === null && ask === null) return 'neither side has a price'
  if (bid === 'wrong' || ask === 'wrong') return 'the prices and sizes must be numbers that are not negative'
  return {
    bid: bid?.price ?? null,
    ask: ask?.price ?? null,
    bidSize: bid?.size ?? null,
    askSize: ask?.size ?? null,
    at: at + MINUTE_MS,
  }
}

/** Close and last size of one side; null when the side is empty. */
function sideOf(cells: readonly string[]): { price: number; size: number } | 'wrong' | null {
  if (cells.every((cell) => cell === '' || cell === '0')) return null
  const [price, size] = [leanPrice(cells[3]), leanNumber(cells[4])]
  return isPrice(price) && isQuantity(size) ? { price, size } : 'wrong'
}
