import type { InstrumentDatabase, ListingStatus } from '../tables.ts'
import { sql } from 'kysely'
import { atomically } from '../../../adapters/storage/database.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Instant } from '../../../kernel/time.ts'
import { COLUMNS, type InstrumentRow } from './instrument-row.ts'

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
        readTickers(db, entityId),
      ])
      if (row === undefined) return null
      return {
        lei: row.lei,
        status: row.status,
        listedOn: row.listed_on,
        delistedOn: row.delisted_on,
        successorEntityId: row.successor_entity_id,
        updatedAt: row.updated_at,
        previousTickers: past,
      }
    },

    /** Records tickers of the past and the day of the delisting; true when something was new. */
    record: (entityId: Id, past: readonly PastTicker[], delistedOn: string | null): Promise<boolean> =>
      atomically(db, async (trx) => {
        const delisted = await setDelisted(trx, entityId, delistedOn)
        const renamed = past.length > 0 && (await addTickers(trx, entityId, past))
        return delisted || renamed
      }),

    /** Locks the record until the end of the transaction against other changes, but not against references to it. */
    lock: (entityId: Id): Promise<InstrumentRow | undefined> =>
      db
        .selectFrom('instrument')
        .select(COLUMNS)
        .where('entity_id', '=', entityId)
        .forNoKeyUpdate()
        .executeTakeFirst(),

    tickers: (entityId: Id): Promise<PastTicker[]> => readTickers(db, entityId),

    /** Makes these the tickers of the past; true when others were stored. */
    replaceTickers: (entityId: Id, past: readonly PastTicker[]): Promise<boolean> =>
      atomically(db, (trx) => replaceTickers(trx, entityId, past)),

    /** Records that a listing has ended, and its successor if known. The earliest recorded end counts. True when something was new. */
    async end(entityId: Id, lastDay: string, successor: Id | null): Promise<boolean> {
      const day = sql<string>`least(delisted_on, ${lastDay}::date)`
      const heir = sql<Id | null>`coalesce(${successor}::uuid, successor_entity_id)`
      const { numUpdatedRows } = await db
        .updateTable('instrument')
        .set({ status: 'delisted', delisted_on: day, successor_entity_id: heir, updated_at: sql`now()` })
        .where('entity_id', '=', entityId)
        .where(
          sql<boolean>`(status, delisted_on, successor_entity_id) is distinct from ('delisted', ${day}, ${heir})`,
        )
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}

async function readTickers(db: InstrumentDatabase, entityId: Id): Promise<PastTicker[]> {
  const rows = await db
    .selectFrom('ticker_history')
    .select(['ticker', 'from_day', 'to_day'])
    .where('entity_id', '=', entityId)
    // Of the first one nobody may know since when it was had.
    .orderBy('to_day')
    .orderBy('ticker')
    .execute()
  return rows.map(({ ticker, from_day: from, to_day: to }) => ({ ticker, from, to }))
}

async function replaceTickers(
  trx: InstrumentDatabase,
  entityId: Id,
  past: readonly PastTicker[],
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('ticker_history')
    .where('entity_id', '=', entityId)
    .where('ticker', '<>', sql<string>`all(${past.map(({ ticker }) => ticker)}::text[])`)
    .executeTakeFirst()
  const isNew = past.length > 0 && (await addTickers(trx, entityId, past))
  if (!isNew && numDeletedRows === 0n) return false
  await trx
    .updateTable('instrument')
    .set({ updated_at: sql`now()` })
    .where('entity_id', '=', entityId)
    .execute()
  return true
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
