import type { Id } from '../../../kernel/ids.ts'
import type { Day } from '../../../kernel/time.ts'
import type { EffectiveSplit, PaidDividend } from '../../../ports/instruments.ts'
import type { LedgerLists } from '../state/ledger-columns.ts'
import { type RateTable, rateIn, type StateIncome } from '../state/ledger-state.ts'

/** A dividend that was paid on shares of the ledger and that nobody has entered. */
export interface SuggestedIncome {
  entityId: Id
  /** Its ex-date. */
  day: Day
  /** Before tax, at the rate of the ex-date. */
  amountBase: number
}

/** What a ledger says of one instrument. */
export interface InstrumentRows {
  entityId: Id
  quantities: LedgerLists['quantities']
  income: readonly StateIncome[]
}

/** What is known of the same instrument elsewhere. */
export interface KnownDividends {
  /** Ascending by ex-date, as shares counted on it. */
  dividends: readonly PaidDividend[]
  splits: readonly EffectiveSplit[]
  currency: string
}

/** A dividend is paid some weeks after its ex-date: a row of this many days from it on is taken for its payment. */
const PAYMENT_DAYS = 75

/**
 * What an instrument has paid on the shares that were held at the close before each ex-date of a range, where the account has no row of it. Each
 * row stands for one dividend, the earliest of shares that were held that it can be of. Shorts and dividends without a rate suggest nothing.
 */
export function suggestedIncome(
  { entityId, quantities, income }: InstrumentRows,
  { dividends, splits, currency }: KnownDividends,
  { from, to, rates }: { from: Day; to: Day; rates: ReadonlyMap<string, RateTable> },
): SuggestedIncome[] {
  const held = Map.groupBy(quantities, ({ accountId }) => accountId)
  return [...held].flatMap(([accountId, changes]) => {
    const steps = changes.toSorted((one, other) => one.day - other.day)
    const entered = income
      .filter((row) => row.kind === 'dividend' && row.accountId === accountId)
      .map(({ day }) => day)
      .toSorted((one, other) => one - other)
    return dividends.flatMap(({ exDay, amount }): SuggestedIncome[] => {
      const before = steps.findLast(({ day }) => day < exDay)?.quantity ?? 0
      if (before <= 0) return []
      const at = entered.findIndex((day) => day >= exDay && day < exDay + PAYMENT_DAYS)
      if (at !== -1) entered.splice(at, 1)
      if (at !== -1 || exDay < from || exDay > to) return []
      const factor = splits.find((split) => split.exDay === exDay)?.factor ?? 1
      const rate = rateIn(rates.get(currency), exDay)
      if (rate === null) return []
      return [{ entityId, day: exDay, amountBase: before * factor * amount * rate }]
    })
  })
}
