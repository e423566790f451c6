import { parseDay } from '../../../kernel/time.ts'
import type { Dividend, Split } from '../../../ports/market-data.ts'
import type { StoredAction } from './actions-store.ts'

/** Stored actions as the splits and dividends that change prices, by ex-date. */
export function adjustingEvents(actions: readonly StoredAction[]): {
  splits: Split[]
  dividends: Dividend[]
} {
  const splits: Split[] = []
  const dividends: Dividend[] = []
  for (const { type, ex_date: exDate, ratio_to: to, ratio_from: from, amount } of actions) {
    const exDay = parseDay(exDate)
    if (exDay === null) continue
    if (type === 'cash_dividend' && amount !== null) dividends.push({ exDay, amount })
    else if (to !== null && from !== null) splits.push({ exDay, factor: to / from })
  }
  return { splits, dividends }
}
