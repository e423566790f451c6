import { atomically, type Database } from '../../adapters/storage/database.ts'
import type { FxRate } from '../../kernel/fx-average.ts'
import type { Id } from '../../kernel/ids.ts'
import { formatDay, utcDay } from '../../kernel/time.ts'
import type { Bus } from '../../ports/bus.ts'
import type { ListingRecord } from '../../ports/market-data.ts'
import { createActionsStore } from './actions-store.ts'
import { type BarCounts, createBarStore } from './bar-store.ts'
import { createFxStore } from './fx-store.ts'
import { createHistoryStore } from './history-store.ts'
import { identifyListings } from './identity-store.ts'
import { type BarsImport, dayText, IMPORT_SOURCE, type SecurityImport, toActions } from './import-records.ts'
import { createListingFinder } from './listing-finder.ts'
import { createReportsStore, type StoredReports } from './reports-store.ts'
import { createInstrumentStore, type UpsertCounts } from './store.ts'

/** Rows of one statement, and of one transaction: what is stored stays when the rest fails. */
const BATCH = 2_000

export type Importer = ReturnType<typeof createImporter>

/** Stores what files hold and tells every process what has changed. */
export function createImporter(db: Database, bus: Bus) {
  return { ...listingImport(db, bus), ...priceImport(db, bus), ...companyImport(db, bus) }
}

function listingImport(db: Database, bus: Bus) {
  const instruments = createInstrumentStore(db, [])
  return {
    /** Stores listings in batches, each of them whole or not at all. Calls back after every batch. */
    async listings(
      records: Iterable<ListingRecord> | AsyncIterable<ListingRecord>,
      source: string,
      onBatch: (counts: UpsertCounts) => void = () => undefined,
    ): Promise<UpsertCounts> {
      const total: UpsertCounts = { stored: 0, unchanged: 0 }
      for await (const batch of batches(records)) {
        const counts = await instruments.upsert(await identifyListings(db, batch), source)
        // Of two records for one listing the later counts, and both have been read.
        const unchanged = batch.length - counts.stored
        total.stored += counts.stored
        total.unchanged += unchanged
        onBatch({ stored: counts.stored, unchanged })
      }
      if (total.stored > 0) await bus.publish('instruments.changed', { entityIds: null, catalogue: true })
      return total
    },
  }
}

function priceImport(db: Database, bus: Bus) {
  const { find, place } = createListingFinder(db, bus)

  return {
    find,

    /**
     * Stores the bars of a file and the splits and dividends in it, all of them or none. Rejects with `SeriesConflict`
     * for a series of another source or basis that is not to be replaced.
     */
    async bars(entityId: Id, file: BarsImport): Promise<BarCounts> {
      const { counts, changed } = await atomically(db, (trx) => storeBars(trx, entityId, file))
      if (changed) await bus.publish('instruments.changed', { entityIds: [entityId], catalogue: false })
      return counts
    },

    /** Stores a security through all its renames: history, actions, daily and minute bars, all of them or none. */
    async security(security: SecurityImport): Promise<BarCounts & { entityId: Id }> {
      const entityId = await place(security)
      const { counts, renamed } = await atomically(db, (trx) => storeSecurity(trx, entityId, security))
      await bus.publish('instruments.changed', { entityIds: [entityId], catalogue: renamed })
      return { ...counts, entityId }
    },
  }
}

async function storeBars(
  trx: Database,
  entityId: Id,
  { interval, basis, columns, events, replace }: BarsImport,
): Promise<{ counts: BarCounts; changed: boolean }> {
  const key = { entityId, interval, source: IMPORT_SOURCE, basis }
  const counts = await createBarStore(trx).write(key, columns, replace)
  // A file speaks of its own days alone: another year's file has its own events.
  const [from, to] = [columns.at[0], columns.at.at(-1)].map((at) =>
    at === undefined ? null : formatDay(utcDay(at)),
  )
  const span = { entityId, source: IMPORT_SOURCE, from: from ?? null, to: to ?? null }
  const moved =
    events === undefined ? 0 : await createActionsStore(trx).replace(span, toActions(entityId, events))
  return { counts, changed: counts.inserted + counts.updated + moved > 0 }
}

async function storeSecurity(
  trx: Database,
  entityId: Id,
  { daily, minute, previousTickers, delistedOn, events, replace }: SecurityImport,
): Promise<{ counts: BarCounts; renamed: boolean }> {
  const counts: BarCounts = { inserted: 0, updated: 0, unchanged: 0 }
  for (const [interval, columns] of [['1d', daily] as const, ['1min', minute] as const]) {
    if (columns === null) continue
    const key = { entityId, interval, source: IMPORT_SOURCE, basis: 'as_traded' } as const
    const written = await createBarStore(trx).write(key, columns, replace)
    for (const name of ['inserted', 'updated', 'unchanged'] as const) counts[name] += written[name]
  }
  if (events !== null) {
    const always = { entityId, source: IMPORT_SOURCE, from: null, to: null }
    await createActionsStore(trx).replace(always, toActions(entityId, events))
  }
  const past = previousTickers.map(({ ticker, from, to }) => ({
    ticker,
    from: dayText(from),
    to: dayText(to),
  }))
  const until = delistedOn === null ? null : formatDay(delistedOn)
  return { counts, renamed: await createHistoryStore(trx).record(entityId, past, until) }
}

function companyImport(db: Database, bus: Bus) {
  const reports = createReportsStore(db)
  const fx = createFxStore(db)
  return {
    /** Listings of a company by its SEC number. */
    listingsOf: (cik: string): Promise<Id[]> => reports.listingsOf(cik),

    /** Stores what a company has reported for each of its listings; how many of them were new or changed. */
    async reports(
      entityIds: readonly Id[],
      cik: string,
      stored: Omit<StoredReports, 'source'>,
    ): Promise<number> {
      const changed = await atomically(db, async (trx) => {
        const within = createReportsStore(trx)
        let count = 0
        for (const entityId of entityIds) {
          await within.setCik(entityId, cik)
          if (await within.write(entityId, { ...stored, source: IMPORT_SOURCE })) count++
        }
        return count
      })
      if (changed > 0) await bus.publish('instruments.changed', { entityIds, catalogue: false })
      return changed
    },

    /** Stores exchange rates, all of them or none. */
    async fx(rates: readonly FxRate[], source: string): Promise<UpsertCounts> {
      const counts = await fx.write(rates, source)
      if (counts.stored > 0) await bus.publish('instruments.changed', { entityIds: null, catalogue: false })
      return counts
    },
  }
}

/** Whole batches, the last one what is left. */
async function* batches(
  records: Iterable<ListingRecord> | AsyncIterable<ListingRecord>,
): AsyncGenerator<ListingRecord[]> {
  let batch: ListingRecord[] = []
  for await (const record of records) {
    batch.push(record)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
