import { parseDay } from '../../../kernel/time.ts'
import { HUNDREDTHS, NO_CURRENCY, wholeOf } from '../../../market/currencies.ts'
import type { Dividend, Split } from '../../../ports/market-data.ts'
import type { StoredAction } from './actions-store.ts'

/**
 * Stored actions as the splits and dividends that change prices, by ex-date.
 * @param currency Of the listing, in which dividends are counted; one in another currency is left out.
 */
export function adjustingEvents(
  actions: readonly StoredAction[],
  currency: string,
): {
  splits: Split[]
  dividends: Dividend[]
} {
  const splits: Split[] = []
  const dividends: Dividend[] = []
  for (const action of actions) {
    const { type, ex_date: exDate, ratio_to: to, ratio_from: from } = action
    const exDay = parseDay(exDate)
    if (exDay === null) continue
    const amount = type === 'cash_dividend' ? amountIn(currency, action) : null
    if (amount !== null) dividends.push({ exDay, amount })
    else if (to !== null && from !== null) splits.push({ exDay, factor: to / from })
  }
  return { splits, dividends }
}

/** The cash of an action in the currency of its listing, pounds as pence where that is in pence; null without cash and in any other currency. */
export function amountIn(
  listed: string,
  { amount, currency }: { amount: number | null; currency: string | null },
): number | null {
  if (amount === null || currency === null || currency === listed || listed === NO_CURRENCY) return amount
  const [whole, other] = [wholeOf(listed), wholeOf(currency)]
  if (whole !== null && (currency === whole || other === whole))
    return other === null ? amount * HUNDREDTHS : amount
  return other === listed ? amount / HUNDREDTHS : null
}
