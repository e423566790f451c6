import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../../adapters/storage/database.ts'
import type { Tables } from '../../adapters/storage/schema.ts'
import type { Id } from '../../kernel/ids.ts'
import type { AssetClass } from '../../kernel/vocabulary.ts'

/** A listing that an identifier may mean. */
export interface Candidate {
  entityId: Id
  mic: string
  ticker: string
  name: string
  exchange: string
  assetClass: AssetClass
  sector: string | null
  currency: string
}

export type ResolveStore = ReturnType<typeof createResolveStore>

/** Enough to tell one from several, with some left after the venue has been looked at. */
const MOST = 50

/** SQL that finds listings by their identifiers. */
export function createResolveStore(db: Database, hiddenSources: readonly string[]) {
  const listings = (): SelectQueryBuilder<Tables, 'instrument', object> => {
    const query = db.selectFrom('instrument').orderBy('entity_id').limit(MOST)
    return hiddenSources.length === 0 ? query : query.where('source', 'not in', hiddenSources)
  }
  const read = async (query: SelectQueryBuilder<Tables, 'instrument', object>): Promise<Candidate[]> => {
    const rows = await query
      .select(['entity_id', 'mic', 'ticker', 'name', 'exchange', 'asset_class', 'sector', 'currency'])
      .execute()
    return rows.map(({ entity_id: entityId, asset_class: assetClass, ...rest }) => ({
      ...rest,
      entityId,
      assetClass,
    }))
  }

  return {
    /** Listings with one of these tickers now, in either case. */
    byTicker: (tickers: readonly string[]) =>
      read(listings().where(sql`upper(ticker)`, 'in', upper(tickers))),

    /** Listings that had one of these tickers on the day. */
    byTickerOn: (tickers: readonly string[], day: string) =>
      read(
        listings().where('entity_id', 'in', (eb) =>
          eb
            .selectFrom('ticker_history')
            .select('ticker_history.entity_id')
            .where(sql`upper(ticker_history.ticker)`, 'in', upper(tickers))
            .where(sql<boolean>`coalesce(from_day, '-infinity'::date) <= ${day}::date`)
            .where(sql<boolean>`coalesce(to_day, 'infinity'::date) >= ${day}::date`),
        ),
      ),

    /** Ids of listings whose present ticker began after the day: then another listing may have had it. */
    async renamedAfter(entityIds: readonly Id[], day: string): Promise<ReadonlySet<Id>> {
      if (entityIds.length === 0) return new Set()
      const rows = await db
        .selectFrom('ticker_history')
        .select('entity_id')
        .where('entity_id', 'in', entityIds)
        .where(sql<boolean>`to_day >= ${day}::date`)
        .execute()
      return new Set(rows.map(({ entity_id: id }) => id))
    },

    byIsin: (isin: string) => read(listings().where('isin', '=', isin.toUpperCase())),
    byFigi: (figi: string) => read(listings().where('figi', '=', figi.toUpperCase())),
    byLei: (lei: string) => read(listings().where('lei', '=', lei.toUpperCase())),
    byCik: (cik: string) => read(listings().where(sql`ltrim(cik, '0')`, '=', cik.replace(/^0+/, ''))),
    byIds: (ids: readonly Id[]) => (ids.length === 0 ? [] : read(listings().where('entity_id', 'in', ids))),
  }
}

const upper = (texts: readonly string[]): string[] => texts.map((text) => text.toUpperCase())
