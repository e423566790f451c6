import type { Caller } from '../../../contract/endpoint.ts'
import type { AttachmentResult, CsvRow } from '../../../contract/events.ts'
import { IMPORT_FIELDS, type ImportField } from '../../../contract/transaction-files.ts'
import type { Transaction } from '../../../contract/transactions.ts'
import { Exact } from '../ledger/entry.ts'
import type { Transactions, TransactionQuery } from '../ledger/transactions.ts'
import { guarded } from './formula-guard.ts'

/** What an import finds an instrument by where there is no `entity_id`; a row that is stored has one. */
type Finding = 'isin' | 'exchange'

/** What is exported can be imported. */
export const EXPORT_COLUMNS = [
  'transaction_id',
  'account_id',
  ...IMPORT_FIELDS.filter(
    (field): field is Exclude<ImportField, Finding> => field !== 'isin' && field !== 'exchange',
  ),
] as const

/** The transactions that a query means as a file, written while they are read. */
export function exportTransactions(
  transactions: Transactions,
  {
    caller,
    query,
    signal,
  }: {
    caller: Caller
    query: Omit<TransactionQuery, 'sort' | 'page' | 'page_size'> & { format: 'csv' | 'json' }
    signal: AbortSignal
  },
): AttachmentResult {
  const chunks = transactions.chunks(caller, query, signal)
  return query.format === 'json'
    ? { filename: 'transactions.json', mediaType: 'application/json', rows: each(chunks, (row) => row) }
    : { filename: 'transactions.csv', mediaType: 'text/csv', rows: withHeader(each(chunks, csvRow)) }
}

async function* each<T>(
  chunks: AsyncIterable<readonly Transaction[]>,
  of: (row: Transaction) => T,
): AsyncGenerator<T> {
  for await (const chunk of chunks) yield* chunk.map(of)
}

async function* withHeader(rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow> {
  yield EXPORT_COLUMNS
  yield* rows
}

/** Numbers without exponents: not everything that reads a file knows them. */
const csvRow = (row: Transaction): CsvRow =>
  EXPORT_COLUMNS.map((column) => {
    const cell = row[column]
    if (typeof cell === 'number') return new Exact(cell).toFixed()
    return typeof cell === 'string' ? guarded(cell) : cell
  })
