import type { ImportField } from '../../../contract/transaction-files.ts'
import type { DayOrder } from './cells.ts'

/** What moved on the broker's account, in which currency, and the broker's rate between that and the currency of the row. */
const ASIDES = ['total', 'total_currency', 'rate'] as const
export type Aside = (typeof ASIDES)[number]

/** What a row has in our fields, as text. */
export type Fields = Partial<Record<ImportField | Aside, string>>

/** A fee or tax of a row, as text; an empty currency is that of the row. */
export interface Cost {
  field: 'fee' | 'tax'
  text: string
  currency: string
}

/** The cell of a column by its name in lower case; empty for one that is not there. */
export type CellOf = (column: string) => string

/** @param peek Looks at a cell without reading it: what no field has got in the end is named to the user. */
export type CellReader = (cell: CellOf, peek: CellOf) => string

/** Where a layout has a fee or tax that may be in another currency than the row. */
export interface CostColumn {
  field: 'fee' | 'tax'
  amount: CellReader
  currency: CellReader
}

/** How a tracker or broker writes its exports; see docs/importing.md. */
export interface Layout {
  name: string
  /** Columns that it knows: where one has something that is not read, the column is named. */
  columns: readonly string[]
  /** Columns that say nothing new: names, and sums of what is read. */
  leaves: readonly string[]
  /** What each field is read from; a file's `mapping` stands before it. `amount` is before fees and taxes. */
  read: Readonly<Partial<Record<ImportField, CellReader>>>
  asides?: Readonly<Partial<Record<Aside, CellReader>>>
  /** Beside what `read` has: all of them count. */
  costs?: readonly CostColumn[]
  /** Columns of the account that a row is of: a file of several is refused, because all of it would go into one. */
  account?: readonly string[]
  /** The column of the broker's rate. */
  rateColumn?: string
  /** Of dates whose order a file leaves open. */
  dayOrder: DayOrder | null
  /** Whether the sign of a number says what the type says already. */
  isSigned: boolean
  /** Whether a total is negative where money goes: in every row, in some of those rows and no other, or as it comes. */
  totalSign?: 'always' | 'sometimes' | 'never'
  /** Whether prices and amounts are in the currency of the account, whatever instruments are traded in. */
  isConverted?: boolean
  /** Whether shares times price of a dividend is the amount after tax, when nothing else shows it. */
  paysAfterTax?: boolean
}

/** The layout that a header has, its names in lower case; null for another. */
export type LayoutFinder = (header: ReadonlySet<string>) => Layout | null

export const column =
  (name: string): CellReader =>
  (cell) =>
    cell(name)

/** Whether a cell has a number other than 0. */
export const hasNumber = (text: string): boolean => /[1-9]/.test(text)

/** Whether a number is written as less than 0: `-5`, `$(5.00)`. */
export const isNegative = (text: string): boolean => /^\$?[-−(]/.test(text)

/** A deposit or a withdrawal, by the sign of the amount; null for zero. */
export const moneyMoved = (amount: string): 'deposit' | 'withdrawal' | null =>
  hasNumber(amount) ? (isNegative(amount) ? 'withdrawal' : 'deposit') : null

/** A cost that is written as money that went; one that was paid back is left to be named. */
export const paid =
  (name: string): CellReader =>
  (cell, peek) =>
    isNegative(peek(name)) ? cell(name) : ''

/** A layout whose header has some columns, in whatever order. */
export const havingAll =
  (signature: readonly string[], layout: Layout): LayoutFinder =>
  (header) =>
    signature.every((name) => header.has(name)) ? layout : null
