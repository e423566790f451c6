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
 * Every row in pages by id, each as the text of a JSON array of {@link SearchRow}: whoever needs them all parses them
 * elsewhere, and a page travels as one value because rows cost more than bytes.
 */
export async function* pagesOf(
  db: InstrumentDatabase,
  wanted: SelectQueryBuilder<InstrumentTables, 'instrument', unknown>,
  pageSize: number,
): AsyncGenerator<string> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = wanted
      .select(COLUMNS)
      .select(
        sql<string[] | null>`(select array_agg(past.ticker) from ticker_history as past
          where past.entity_id = instrument.entity_id)`.as('previous_tickers'),
      )
      .where('entity_id', '>', after)
      .orderBy('entity_id')
      .limit(pageSize)
    const { rows, last } = await db
      .selectFrom(page.as('page'))
      .select([
        sql<string | null>`json_agg(page)::text`.as('rows'),
        sql<string>`max(entity_id::text)`.as('last'),
      ])
      .executeTakeFirstOrThrow()
    if (rows === null) return
    yield rows
    after = last
  }
}
