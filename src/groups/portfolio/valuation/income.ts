import type { PortfolioIncome } from '../../../contract/gains.ts'
import type { Id } from '../../../kernel/ids.ts'
import { formatDay } from '../../../kernel/time.ts'
import type { InstrumentSummary } from '../../../ports/instruments.ts'
import { sent } from './holdings.ts'
import type { StateIncome } from './ledger-state.ts'

/** Interest on money is no instrument's. */
const CASH = 'cash'

/** What was paid, by month or by instrument. */
export function incomeBy(
  income: readonly StateIncome[],
  { by, named }: { by: 'month' | 'entity'; named: ReadonlyMap<Id, InstrumentSummary> },
): Pick<PortfolioIncome, 'items' | 'total'> {
  const keyOf = ({ day, entityId }: StateIncome): string =>
    by === 'month' ? formatDay(day).slice(0, 7) : (entityId ?? CASH)
  const items = [...Map.groupBy(income, keyOf)].map(([key, rows]) => {
    const sum = (of: (row: StateIncome) => number): number =>
      sent(rows.reduce((total, row) => total + of(row), 0))
    return {
      key,
      name: named.get(key)?.ticker ?? key,
      dividends: sum(({ kind, amountBase }) => (kind === 'dividend' ? amountBase : 0)),
      interest: sum(({ kind, amountBase }) => (kind === 'interest' ? amountBase : 0)),
      tax: sum(({ taxBase }) => taxBase),
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
