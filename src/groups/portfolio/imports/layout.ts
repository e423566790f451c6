import type { ImportField } from '../../../contract/transaction-files.ts'
import type { DayOrder } from './cells.ts'

/** What tells how other cells of a row are to be read, and the field of which it does; null for what it says by itself. */
export const ASIDES = {
  fee_currency: 'fee',
  tax_currency: 'tax',
  home_rate: null,
  home_total: null,
  home_currency: null,
} as const satisfies Record<string, ImportField | null>
export type Aside = keyof typeof ASIDES

/** What a row has in our fields, as text. */
export type Fields = Partial<Record<ImportField | Aside, string>>

/** The cell of a column by its name in lower case; empty for one that is not there. */
export type CellOf = (column: string) => string

/** @param peek Looks at a cell without reading it: what no field has got in the end is named to the user. */
export type CellReader = (cell: CellOf, peek: CellOf) => string

/** How a tracker or broker writes its exports; see docs/importing.md. */
export interface Layout {
  name: string
  /** Columns that the header must have to be of it, in lower case. */
  signature: readonly string[]
  /** Columns that it knows: where one has something that is not read, the column is named. */
  columns: readonly string[]
  /** Columns that say nothing new: names, and sums of what is read. */
  leaves: readonly string[]
  /** What each field is read from; a file's `mapping` stands before it. */
  read: Readonly<Partial<Record<ImportField, CellReader>>>
  /** The currencies of costs, and the broker's rate into that of its account with the total that shows which way round it is. */
  asides?: Readonly<Partial<Record<Aside, CellReader>>>
  /** The column of that rate. */
  rateColumn?: string
  /** Of dates whose order a file leaves open. */
  dayOrder: DayOrder | null
  /** Whether the sign of a number says what the type says already. */
  isSigned: boolean
}

export const column =
  (name: string): CellReader =>
  (cell) =>
    cell(name)
