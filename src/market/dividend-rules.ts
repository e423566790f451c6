import { type Day, DAY_MS } from '../kernel/time.ts'
import { splitFactorAfter, type SplitEvent } from './adjustment.ts'
import type { BarFinding } from './bar-rules.ts'
import { type Bars, lowerBound } from './bars.ts'

/** Cash per share, as shares count on the ex-date. */
interface Payment {
  exDay: Day
  amount: number
}

/**
 * The dividends of a file without those that its bars cannot have paid: nobody gets more for a share than it was worth on the day before. Most are a
 * hundred times too large, pence among prices in pounds; the bar itself is right. Before the first bar nobody knows.
 * @param bars Ascending, after the rules for bars.
 */
export function believableDividends<P extends Payment>(
  dividends: readonly P[],
  bars: Bars,
  { basis, splits }: { basis: 'as_traded' | 'split_adjusted'; splits: readonly SplitEvent[] },
): { dividends: P[]; findings: BarFinding[] } {
  const findings: BarFinding[] = []
  const believable = dividends.filter(({ exDay, amount }) => {
    const before = lowerBound(bars.at, exDay * DAY_MS) - 1
    const close = bars.close[before]
    if (close === undefined) return true
    // Prices as they were traded know nothing of a split on the ex-date.
    const paid =
      basis === 'split_adjusted'
        ? amount / splitFactorAfter(splits, exDay)
        : amount * (splitFactorAfter(splits, exDay - 1) / splitFactorAfter(splits, exDay))
    if (paid < close) return true
    findings.push({
      index: before + 1,
      rows: 1,
      at: bars.at[before + 1] ?? Number.NaN,
      rule: 'dividend',
      action: 'repaired',
      reason: `the dividend of ${paid} is not below the close before, ${close}, and was left out`,
    })
    return false
  })
  return { dividends: believable, findings }
}
