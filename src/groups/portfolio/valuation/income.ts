import type { PortfolioIncome } from '../../../contract/gains.ts'
import type { Id } from '../../../kernel/ids.ts'
import { type Day, formatDay } from '../../../kernel/time.ts'
import type { InstrumentSummary } from '../../../ports/instruments.ts'
import { sent } from './holdings.ts'
import type { StateIncome } from '../state/ledger-state.ts'
import type { SuggestedIncome } from './suggested-income.ts'

/** Interest on money is no instrument's. */
export const CASH = 'cash'

interface Grouping {
  by: 'month' | 'entity'
  named: ReadonlyMap<Id, InstrumentSummary>
  /** Null where nobody asks for them. */
  suggested: readonly SuggestedIncome[] | null
}

/** What was paid, by month or by instrument. */
export function incomeBy(
  income: readonly StateIncome[],
  { by, named, suggested }: Grouping,
): Pick<PortfolioIncome, 'items' | 'total'> {
  const keyOf = ({ day, entityId }: { day: Day; entityId: Id | null }): string =>
    by === 'month' ? formatDay(day).slice(0, 7) : (entityId ?? CASH)
  const entered = Map.groupBy(income, keyOf)
  const missing = Map.groupBy(suggested ?? [], keyOf)
  const items = [...new Set([...entered.keys(), ...missing.keys()])].map((key) => {
    const rows = entered.get(key) ?? []
    const sum = (of: (row: StateIncome) => number): number =>
      sent(rows.reduce((total, row) => total + of(row), 0))
    return {
      key,
      name: named.get(key)?.ticker ?? key,
      dividends: sum(({ kind, amountBase }) => (kind === 'dividend' ? amountBase : 0)),
      interest: sum(({ kind, amountBase }) => (kind === 'interest' ? amountBase : 0)),
      tax: sum(({ taxBase }) => taxBase),
      suggested:
        suggested === null
          ? null
          : sent((missing.get(key) ?? []).reduce((total, { amountBase }) => total + amountBase, 0)),
    }
  })
  return {
    items: items.toSorted((one, other) =>
      by === 'month'
        ? one.key.localeCompare(other.key)
        : other.dividends + other.interest - one.dividends - one.interest || one.key.localeCompare(other.key),
    ),
    total: sent(income.reduce((total, { amountBase }) => total + amountBase, 0)),
  }
}
