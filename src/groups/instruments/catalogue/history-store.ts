import type { InstrumentDatabase, ListingStatus } from '../tables.ts'
import { sql } from 'kysely'
import { atomically } from '../../../adapters/storage/database.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Instant } from '../../../kernel/time.ts'

/** A ticker that a listing had; days as YYYY-MM-DD, inclusive, null where unknown. */
export interface PastTicker {
  ticker: string
  from: string | null
  to: string | null
}

/** What is stored of a listing beyond its record. */
export interface ListingHistory {
  lei: string | null
  status: ListingStatus
  listedOn: string | null
  delistedOn: string | null
  successorEntityId: Id | null
  updatedAt: Instant
  previousTickers: PastTicker[]
}

export type HistoryStore = ReturnType<typeof createHistoryStore>

/** SQL on what became of listings. */
export function createHistoryStore(db: InstrumentDatabase) {
  return {
    async read(entityId: Id): Promise<ListingHistory | null> {
      const [row, past] = await Promise.all([
        db
          .selectFrom('instrument')
          .select(['lei', 'status', 'listed_on', 'delisted_on', 'successor_entity_id', 'updated_at'])
          .where('entity_id', '=', entityId)
          .executeTakeFirst(),
        db
          .selectFrom('ticker_history')
          .select(['ticker', 'from_day', 'to_day'])
          .where('entity_id', '=', entityId)
          .orderBy('from_day')
          .orderBy('ticker')
          .execute(),
      ])
      if (row === undefined) return null
      return {
        lei: row.lei,
        status: row.status,
        listedOn: row.listed_on,
        delistedOn: row.delisted_on,
        successorEntityId: row.successor_entity_id,
        updatedAt: row.updated_at,
        previousTickers: past.map(({ ticker, from_day: from, to_day: to }) => ({ ticker, from, to })),
      }
    },

    /** Records tickers of the past and the day of the delisting; true when something was new. */
    record: (entityId: Id, past: readonly PastTicker[], delistedOn: string | null): Promise<boolean> =>
      atomically(db, async (trx) => {
        const delisted = await setDelisted(trx, entityId, delistedOn)
        const renamed = past.length > 0 && (await addTickers(trx, entityId, past))
        return delisted || renamed
      }),
  }
}

async function setDelisted(
  trx: InstrumentDatabase,
  entityId: Id,
  delistedOn: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('instrument')
    .set({
      delisted_on: delistedOn,
      status: delistedOn === null ? 'active' : 'delisted',
      updated_at: sql`now()`,
    })
    .where('entity_id', '=', entityId)
    .where(sql<boolean>`delisted_on is distinct from ${delistedOn}::date`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function addTickers(
  trx: InstrumentDatabase,
  entityId: Id,
  past: readonly PastTicker[],
): Promise<boolean> {
  const written = await trx
    .insertInto('ticker_history')
    .values(past.map(({ ticker, from, to }) => ({ entity_id: entityId, ticker, from_day: from, to_day: to })))
    .onConflict((conflict) =>
      conflict
        .columns(['entity_id', 'ticker'])
        .doUpdateSet((row) => ({
          from_day: row.ref('excluded.from_day'),
          to_day: row.ref('excluded.to_day'),
        }))
        .where(
          sql`(ticker_history.from_day, ticker_history.to_day)`,
          'is distinct from',
          sql`(excluded.from_day, excluded.to_day)`,
        ),
    )
    .returning('ticker')
    .execute()
  return written.length > 0
}
