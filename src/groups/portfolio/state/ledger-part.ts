import type { Cut, UnappliedAction } from '../ledger/replayed.ts'
import {
  joinColumns,
  type LedgerColumns,
  type LedgerLists,
  packLists,
  type PlainColumns,
  toPlain,
} from './ledger-columns.ts'
import type { StateIncome, StateRealized, StateReceived } from './ledger-state.ts'

/** What some days of a ledger have brought, in numbers that are rounded once, by time. */
export interface DaysLists extends LedgerLists {
  realized: readonly StateRealized[]
  income: readonly StateIncome[]
  unapplied: readonly UnappliedAction[]
  received: readonly StateReceived[]
}

/** The same with the longest of the lists packed. */
export interface LedgerPart extends Pick<DaysLists, 'realized' | 'income' | 'unapplied' | 'received'> {
  columns: LedgerColumns | PlainColumns
}

/** One whose columns are in memory that threads share. */
type PackedPart = LedgerPart & { columns: LedgerColumns }

export const partOf = ({ realized, income, unapplied, received, ...lists }: DaysLists): PackedPart => ({
  realized,
  income,
  unapplied,
  received,
  columns: packLists(lists),
})

/** What is between two cuts; null for the beginning of the lists. */
export function between(lists: DaysLists, from: Cut['lengths'] | null, to: Cut['lengths']): DaysLists {
  const part = <K extends keyof DaysLists>(key: K): DaysLists[K] =>
    lists[key].slice(from?.[key] ?? 0, to[key]) as unknown as DaysLists[K]
  return {
    realized: part('realized'),
    income: part('income'),
    unapplied: part('unapplied'),
    received: part('received'),
    quantities: part('quantities'),
    balances: part('balances'),
    flows: part('flows'),
    paid: part('paid'),
    costs: part('costs'),
  }
}

/** One after the other. */
export const joinParts = (parts: readonly LedgerPart[]): PackedPart => ({
  realized: parts.flatMap(({ realized }) => realized),
  income: parts.flatMap(({ income }) => income),
  unapplied: parts.flatMap(({ unapplied }) => unapplied),
  received: parts.flatMap(({ received }) => received),
  columns: joinColumns(parts.map(({ columns }) => columns)),
})

/** As JSON, for a snapshot. */
export const encodePart = (lists: DaysLists): string => {
  const { columns, ...part } = partOf(lists)
  return JSON.stringify({ ...part, columns: toPlain(columns) })
}

export const decodePart = (text: string): LedgerPart => JSON.parse(text) as LedgerPart
