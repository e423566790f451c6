import type { Id } from '../../../kernel/ids.ts'
import type { Day } from '../../../kernel/time.ts'

/** What changes from day to day: lists as long as the ledger. */
export interface LedgerLists {
  /** After each day on which they changed, as shares counted then. */
  quantities: ReadonlyArray<{ day: Day; accountId: Id; entityId: Id; quantity: number }>
  /** Money after each day on which it changed. */
  balances: ReadonlyArray<{ day: Day; accountId: Id; currency: string; balance: number }>
  /** Positive: into the portfolio. */
  flows: ReadonlyArray<{ day: Day; amountBase: number }>
  paid: ReadonlyArray<{ day: Day; entityId: Id; price: number }>
  /** Fees and taxes by the day on which they were paid. */
  costs: ReadonlyArray<{ day: Day; fees: number; taxes: number }>
}

/** Rows of one shape: so many numbers of each, and which of the names it is about. */
interface Table {
  width: number
  numbers: Float64Array
  names: ReadonlyArray<readonly string[]>
  name: Int32Array
}

/** The lists in memory that threads share: passing them on costs nothing, however long they are. */
export type LedgerColumns = Readonly<Record<keyof LedgerLists, Table>>

export const packLists = (lists: LedgerLists): LedgerColumns => ({
  quantities: pack(lists.quantities, (row) => [
    [row.day, row.quantity],
    [row.accountId, row.entityId],
  ]),
  balances: pack(lists.balances, (row) => [
    [row.day, row.balance],
    [row.accountId, row.currency],
  ]),
  flows: pack(lists.flows, (row) => [[row.day, row.amountBase], []]),
  paid: pack(lists.paid, (row) => [[row.day, row.price], [row.entityId]]),
  costs: pack(lists.costs, (row) => [[row.day, row.fees, row.taxes], []]),
})

/** One of the lists. */
export function unpackList<K extends keyof LedgerLists>(columns: LedgerColumns, key: K): LedgerLists[K] {
  const table = columns[key]
  return Array.from({ length: table.name.length }, (_, at) => ROW_OF[key](rowAt(table, at))) as LedgerLists[K]
}

export const unpackLists = (columns: LedgerColumns): LedgerLists => ({
  quantities: unpackList(columns, 'quantities'),
  balances: unpackList(columns, 'balances'),
  flows: unpackList(columns, 'flows'),
  paid: unpackList(columns, 'paid'),
  costs: unpackList(columns, 'costs'),
})

/** Tables as JSON can hold them. */
export type PlainColumns = Readonly<
  Record<
    keyof LedgerLists,
    Pick<Table, 'width' | 'names'> & { numbers: readonly number[]; name: readonly number[] }
  >
>

export const toPlain = (columns: LedgerColumns): PlainColumns =>
  eachTable((key) => {
    const { width, numbers, names, name } = columns[key]
    return { width, names, numbers: Array.from(numbers), name: Array.from(name) }
  })

/** Rows of several after one another. */
export const joinColumns = (parts: ReadonlyArray<LedgerColumns | PlainColumns>): LedgerColumns =>
  eachTable((key) => joinTables(parts.map((part) => part[key])))

const eachTable = <T>(of: (key: keyof LedgerLists) => T): Record<keyof LedgerLists, T> => ({
  quantities: of('quantities'),
  balances: of('balances'),
  flows: of('flows'),
  paid: of('paid'),
  costs: of('costs'),
})

function joinTables(tables: ReadonlyArray<Table | PlainColumns[keyof LedgerLists]>): Table {
  const filled = tables.filter(({ name }) => name.length > 0)
  const width = filled[0]?.width ?? 1
  const rows = filled.reduce((sum, { name }) => sum + name.length, 0)
  const { numbers, name } = tableOf(width, rows)
  const index = nameIndex()
  let row = 0
  for (const table of filled) {
    numbers.set(table.numbers, row * width)
    const places = table.names.map((about) => index.placeOf(about))
    for (const own of table.name) name[row++] = places[own] ?? 0
  }
  return { width, numbers, names: index.names, name }
}

/** In memory that threads share. */
const tableOf = (width: number, rows: number): Pick<Table, 'numbers' | 'name'> => ({
  numbers: new Float64Array(new SharedArrayBuffer(8 * width * rows)),
  name: new Int32Array(new SharedArrayBuffer(4 * rows)),
})

/** Names, each of them once. */
function nameIndex() {
  const names: Array<readonly string[]> = []
  const known = new Map<string, number>()
  const placeOf = (about: readonly string[]): number => {
    const key = about.join(' ')
    let place = known.get(key)
    if (place === undefined) {
      place = names.length
      names.push(about)
      known.set(key, place)
    }
    return place
  }
  return { names, placeOf }
}

/** Bytes of what grows with a ledger. */
export const bytesOf = (columns: LedgerColumns): number =>
  Object.values(columns).reduce(
    (sum, { numbers, name, names }) => sum + numbers.byteLength + name.byteLength + 200 * names.length,
    0,
  )

interface Row {
  day: Day
  first: number
  second: number
  one: string
  other: string
}

type RowMakers = { readonly [K in keyof LedgerLists]: (row: Row) => LedgerLists[K][number] }

const ROW_OF: RowMakers = {
  quantities: ({ day, first: quantity, one: accountId, other: entityId }) => ({
    day,
    accountId,
    entityId,
    quantity,
  }),
  balances: ({ day, first: balance, one: accountId, other: currency }) => ({
    day,
    accountId,
    currency,
    balance,
  }),
  flows: ({ day, first: amountBase }) => ({ day, amountBase }),
  paid: ({ day, first: price, one: entityId }) => ({ day, entityId, price }),
  costs: ({ day, first: fees, second: taxes }) => ({ day, fees, taxes }),
}

function rowAt({ width, numbers, names, name }: Table, at: number): Row {
  const [one = '', other = ''] = names[name[at] ?? 0] ?? []
  const number = (place: number): number => numbers[at * width + place] ?? 0
  return { day: number(0), first: number(1), second: width > 2 ? number(2) : 0, one, other }
}

function pack<T>(
  rows: readonly T[],
  of: (row: T) => readonly [numbers: readonly number[], names: readonly string[]],
): Table {
  const width = rows[0] === undefined ? 1 : of(rows[0])[0].length
  const { numbers, name } = tableOf(width, rows.length)
  const index = nameIndex()
  for (const [at, row] of rows.entries()) {
    const [own, about] = of(row)
    numbers.set(own, at * width)
    name[at] = index.placeOf(about)
  }
  return { width, numbers, names: index.names, name }
}
