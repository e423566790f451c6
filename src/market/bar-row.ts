import type { Bars } from './bars.ts'
import { pastFault, priceFault, quantityFault } from '../kernel/domain-range.ts'
import type { Day, Instant } from '../kernel/time.ts'

/** docs/price-rules.md describes each rule. */
export type BarRule =
  | 'time'
  | 'session'
  | 'value'
  | 'range'
  | 'adjusted'
  | 'mixed_units'
  | 'split'
  | 'unclear_split'
  | 'unit'
  | 'unit_unconfirmed'
  | 'spike'
  | 'payout'
  | 'dividend'

/** Why a row is invalid by itself. */
export interface RowFault {
  rule: BarRule
  /** One sentence. */
  reason: string
}

export const PRICES = ['open', 'high', 'low', 'close'] as const
export const ALL_PRICES = [...PRICES, 'adjustedClose'] as const

/** A bar may miss its own range by what rounding explains. */
const ROUNDING = 1e-6
/** Dividends only ever lower what came before them; the rest is rounding. */
const ADJUSTED_LIMIT = 1.001

/** What is wrong with the time of a row after one of the time `before` and ahead of one of the time `next`. */
export function timeFault(
  { at, before, next }: { at: Instant; before: Instant; next: Instant | undefined },
  newest: Day,
): string | null {
  if (!Number.isFinite(at)) return 'The row has no time.'
  const fault = pastFault(at, newest)
  if (fault !== null) return `The row ${fault}.`
  if (at < before) return 'The row is earlier than one before it.'
  return at === next ? 'The next row has the same time and replaces it.' : null
}

/** What is wrong with the prices and the volume of a row. */
export function rowFault(bars: Bars, row: number, basis: 'as_traded' | 'split_adjusted'): RowFault | null {
  const fault = valueFault(bars, row)
  if (fault !== null) return fault
  const [open = 0, high = 0] = [bars.open[row], bars.high[row]]
  const [low = 0, close = 0] = [bars.low[row], bars.close[row]]
  if (high < low) return { rule: 'range', reason: `high ${high} is below low ${low}.` }
  const slack = high * ROUNDING
  if (Math.max(open, close) > high + slack || Math.min(open, close) < low - slack) {
    return {
      rule: 'range',
      reason: `open ${open} or close ${close} lies outside low ${low} to high ${high}.`,
    }
  }
  const isAbove = basis === 'split_adjusted' && (bars.adjustedClose[row] ?? 0) > close * ADJUSTED_LIMIT
  return isAbove ? { rule: 'adjusted', reason: 'The adjusted close is above the close.' } : null
}

/** A price or a volume that the domain does not know. */
export function valueFault(bars: Bars, row: number): RowFault | null {
  for (const column of ALL_PRICES) {
    const value = bars[column][row] ?? Number.NaN
    const fault = value > 0 ? priceFault(value) : 'is not a positive number'
    if (fault !== null) return { rule: 'value', reason: `${column} ${fault}.` }
  }
  const volume = bars.volume[row] ?? Number.NaN
  const fault = volume >= 0 ? quantityFault(volume) : 'is not a number from 0 on'
  return fault === null ? null : { rule: 'value', reason: `volume ${fault}.` }
}
