import { interpret, type Interpreted } from '../../src/groups/portfolio/imports/interpret.ts'
import { readRows } from '../../src/groups/portfolio/imports/read-rows.ts'
import { Exact } from '../../src/groups/portfolio/ledger/entry.ts'
import { moneySign } from '../../src/groups/portfolio/ledger/money.ts'

/** The rows of a file as an import understands them, before any instrument is looked for. */
export async function read(lines: readonly string[], mapping?: Record<string, string>) {
  const input = {
    account_id: 'a',
    format: 'csv' as const,
    csv: lines.join('\n'),
    ...(mapping && { mapping }),
  }
  const file = await readRows(input, new AbortController().signal)
  return { file, rows: file.rows.map((row) => interpret(row, file)) }
}

/** The same as a test compares it. */
export async function readAll(...lines: string[]) {
  const { file, rows } = await read(lines)
  return { layout: file.layout.name, unmapped: file.unmapped, rows, told: rows.map(told) }
}

/** What a row does to the account of the broker: by its rate into the currency of that, where it has one. */
const cash = ({ type, quantity, amount = 0, fee, tax, fx_rate: rate }: Interpreted): number =>
  new Exact(amount)
    .times(moneySign(type, quantity !== null) ?? 0)
    .minus(fee)
    .minus(tax)
    .times(rate ?? 1)
    .toDecimalPlaces(6)
    .toNumber()

/** Why it is refused, or its type, what it does to the account, and its amount, fee and tax. */
export const told = (row: Interpreted | { errors: string[] }): unknown =>
  'errors' in row ? row.errors : [row.type, cash(row), row.amount, row.fee, row.tax]
