import { type ErrorCode, fail } from '../../kernel/fail.ts'
import { type Page, type PageQuery, toPage, windowOf } from '../../kernel/page.ts'
import { asOwner, type Database, type RowOwner } from './database.ts'

/** How a page is read: how many rows there are, and those of a window. */
interface PageReader<Tables, Row> {
  count: (trx: Database<Tables>) => Promise<number>
  rows: (trx: Database<Tables>, window: { offset: number; limit: number }) => Promise<Row[]>
}

/** The rows of one user. */
export interface Owned<Tables> {
  /** Works on the user's rows in one transaction, which row-level policies bind; it may be run again. */
  run<T>(work: (trx: Database<Tables>) => Promise<T>): Promise<T>
  /** A page of rows, read and counted in one transaction. */
  page<Row>(query: PageQuery, reader: PageReader<Tables, Row>): Promise<Page<Row>>
}

/**
 * The rows that belong to a caller. A query without its condition returns no rows of anybody else: what is another's
 * looks as if it were not there, and {@link found} answers both with the same 404.
 */
export function owned<Tables>(db: Database<Tables>, owner: RowOwner): Owned<Tables> {
  const run: Owned<Tables>['run'] = (work) => asOwner(db, owner, work)
  return {
    run,
    page: (query, { count, rows }) =>
      run(async (trx) => toPage({ total: await count(trx), items: await rows(trx, windowOf(query)) }, query)),
  }
}

/** The row, or a refusal with `code`: 404, whether it is nobody's or somebody else's. */
export function found<Row>(row: Row | undefined, code: ErrorCode, detail: string): Row {
  return row ?? fail(code, detail)
}
