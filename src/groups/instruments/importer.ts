import type { Database } from '../../adapters/storage/database.ts'
import type { FxRate } from '../../kernel/fx-average.ts'
import type { Id } from '../../kernel/ids.ts'
import { formatDay } from '../../kernel/time.ts'
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
  const bars = createBarStore(db)
  const actions = createActionsStore(db)
  const history = createHistoryStore(db)
  const { find, place } = createListingFinder(db, bus)

  return {
    find,

    /**
     * Stores the bars of a file and the splits and dividends in it, all of them or none. Rejects with `SeriesConflict`
     * for a series of another source or basis that is not to be replaced.
     */
    async bars(entityId: Id, { interval, basis, columns, events, replace }: BarsImport): Promise<BarCounts> {
      const counts = await bars.write({ entityId, interval, source: IMPORT_SOURCE, basis }, columns, replace)
      const changed =
        events === undefined ? 0 : await actions.replace(entityId, IMPORT_SOURCE, toActions(entityId, events))
      if (counts.inserted + counts.updated + changed > 0) {
        await bus.publish('instruments.changed', { entityIds: [entityId], catalogue: false })
      }
      return counts
    },

    /** Stores a security through all its renames: its history, actions, daily and minute bars. */
    async security(security: SecurityImport): Promise<BarCounts & { entityId: Id }> {
      const entityId = await place(security)
      const total: BarCounts = { inserted: 0, updated: 0, unchanged: 0 }
      for (const [interval, columns] of [
        ['1d', security.daily] as const,
        ['1min', security.minute] as const,
      ]) {
        if (columns === null) continue
        const key = { entityId, interval, source: IMPORT_SOURCE, basis: 'as_traded' } as const
        const counts = await bars.write(key, columns, security.replace)
        for (const name of ['inserted', 'updated', 'unchanged'] as const) total[name] += counts[name]
      }
      const past = security.previousTickers.map(({ ticker, from, to }) => ({
        ticker,
        from: dayText(from),
        to: dayText(to),
      }))
      const { delistedOn } = security
      const renamed = await history.record(entityId, past, delistedOn === null ? null : formatDay(delistedOn))
      if (security.events !== null) {
        await actions.replace(entityId, IMPORT_SOURCE, toActions(entityId, security.events))
      }
      await bus.publish('instruments.changed', { entityIds: [entityId], catalogue: renamed })
      return { ...total, entityId }
    },
  }
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
      let changed = 0
      for (const entityId of entityIds) {
        await reports.setCik(entityId, cik)
        if (await reports.write(entityId, { ...stored, source: IMPORT_SOURCE })) changed++
      }
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
