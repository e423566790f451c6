import { type SelectQueryBuilder, sql } from 'kysely'
import type { InstrumentDatabase, InstrumentTables } from '../tables.ts'
import { COLUMNS } from './instrument-row.ts'

/** Sums of the rows' hashes: of listings, and of the tickers they had. */
export async function fingerprintOf(
  db: InstrumentDatabase,
  wanted: SelectQueryBuilder<InstrumentTables, 'instrument', unknown>,
): Promise<string> {
  const sum = (row: string) => sql<string>`coalesce(sum(hashtextextended(${sql.ref(row)}::text, 0)), 0)::text`
  const { listings } = await db
    .selectFrom(wanted.select(COLUMNS).as('listing'))
    .select(sum('listing').as('listings'))
    .executeTakeFirstOrThrow()
  const { renames } = await db
    .selectFrom('ticker_history')
    .select(sum('ticker_history').as('renames'))
    .executeTakeFirstOrThrow()
  return `${listings} ${renames}`
}

/**
 * Every row in pages by id, each as the text of a JSON object of {@link SearchColumns}: the reader parses them
 * in another thread, and a page travels as one value because rows cost more than bytes.
 */
export async function* pagesOf(
  db: InstrumentDatabase,
  wanted: SelectQueryBuilder<InstrumentTables, 'instrument', unknown>,
  pageSize: number,
): AsyncGenerator<string> {
  const columns = sql.join([...COLUMNS, 'previous_tickers'].map(columnOf))
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = wanted.select(COLUMNS).where('entity_id', '>', after).orderBy('entity_id').limit(pageSize)
    const { last, text } = await db
      .with('page', () => page)
      // Joined as a whole: a lookup for each row costs more than all else.
      .with('renamed', (known) =>
        known
          .selectFrom('ticker_history as past')
          .where('past.entity_id', 'in', known.selectFrom('page').select('page.entity_id'))
          .groupBy('past.entity_id')
          .select(['past.entity_id', sql<string[]>`array_agg(past.ticker)`.as('previous_tickers')]),
      )
      .selectFrom('page')
      .leftJoin('renamed', 'renamed.entity_id', 'page.entity_id')
      .select([
        sql<string | null>`max(page.entity_id::text)`.as('last'),
        sql<string>`json_build_object(${columns})::text`.as('text'),
      ])
      .executeTakeFirstOrThrow()
    if (last === null) return
    yield text
    after = last
  }
}

/** A name of a column and all its values: the aggregates of one query see its rows in one order. */
function columnOf(name: string) {
  const table = name === 'previous_tickers' ? 'renamed' : 'page'
  return sql`${sql.lit(name)}, json_agg(${sql.ref(`${table}.${name}`)})`
}
