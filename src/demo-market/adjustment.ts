import { splitBasis } from './splits.ts'
import type { Day } from '../kernel/time.ts'
import type { DemoDividend, Dividends } from './dividends.ts'
import type { View } from './trading.ts'

/** What prices before an ex-date are multiplied by to carry a dividend back. */
export interface Adjustment {
  exDay: Day
  factor: number
}

/** The adjustments of dividends with an ex-date after `from` and up to `to`, oldest first. */
export function adjustmentsBetween(view: View, dividends: Dividends, from: Day, to: Day): Adjustment[] {
  return dividends.between(view.instrument, from + 1, to).map((dividend) => adjustmentOf(view, dividend))
}

/** 1 − dividend / close of the session before the ex-date, both on that date's split basis (the CRSP convention). */
function adjustmentOf(view: View, { exDay, amount }: DemoDividend): Adjustment {
  const before = view.calendar.addSessions(exDay, -1)
  const { close, tick } = view.shape(before)
  const rebase = splitBasis(view.instrument, before.day) / splitBasis(view.instrument, exDay)
  return { exDay, factor: 1 - amount / (close * tick * rebase) }
}
