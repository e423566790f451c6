import { type SelectQueryBuilder, sql } from 'kysely'
import type { Id } from '../../../kernel/ids.ts'
import type { InstrumentDatabase, InstrumentTable, InstrumentTables } from '../tables.ts'

/** What a listing is called. */
type NameRow = Pick<InstrumentTable, 'entity_id' | 'ticker' | 'name'>

/** What a listing is and was called; the former tickers with the last day of each, as far as it is known. */
export type NamesRow = NameRow &
  Pick<InstrumentTable, 'mic' | 'asset_class' | 'country' | 'market_cap'> & {
    aliases: string[]
    previous: Array<{ ticker: string; until: string | null }> | null
  }

export async function readNames(db: InstrumentDatabase, ids: readonly Id[]): Promise<NameRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('instrument')
    .select(['entity_id', 'ticker', 'name'])
    .where('entity_id', '=', sql<Id>`any(${[...ids]}::uuid[])`)
    .execute()
}

export function readNamesAfter(
  wanted: SelectQueryBuilder<InstrumentTables, 'instrument', unknown>,
  after: Id | null,
  limit: number,
): Promise<NamesRow[]> {
  const page = wanted
    .select(['entity_id', 'mic', 'ticker', 'name', 'asset_class', 'country', 'market_cap', 'aliases'])
    .select(
      sql<NamesRow['previous']>`(
        select json_agg(json_build_object('ticker', past.ticker, 'until', past.to_day))
        from ticker_history as past where past.entity_id = instrument.entity_id)`.as('previous'),
    )
    .orderBy('entity_id')
    .limit(limit)
  return (after === null ? page : page.where('entity_id', '>', after)).execute()
}
