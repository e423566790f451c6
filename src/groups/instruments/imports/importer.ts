import type { InstrumentDatabase } from '../tables.ts'
import { atomically } from '../../../adapters/storage/database.ts'
import { createSystemClock } from '../../../kernel/clock.ts'
import type { FxRate } from '../../../market/fx-average.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Instant } from '../../../kernel/time.ts'
import type { Bus } from '../../../ports/bus.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { FiledFacts } from '../../../ports/fundamentals.ts'
import type { ListingRecord } from '../../../ports/market-data.ts'
import { plausibleBars, storeBars, storeSecurity, type Written } from './bar-writes.ts'
import { createFactsStore, undatedFacts } from '../companies/facts-store.ts'
import { createFxStore } from '../companies/fx-store.ts'
import { claimsOf } from './identity.ts'
import { identifyListings } from './identity-store.ts'
import {
  type BarsImport,
  type BarsStored,
  type FileOfBars,
  IMPORT_SOURCE,
  type SecurityImport,
} from './import-records.ts'
import { isSimulated } from '../catalogue/origin.ts'
import { type BarsTarget, createListingFinder } from './listing-finder.ts'
import { createReportsStore, type StoredReports } from '../companies/reports-store.ts'
import {
  createInstrumentStore,
  type DisplacedListing,
  type IdentifiedListing,
  type UpsertCounts,
  type UpsertedListings,
} from '../catalogue/store.ts'

/** Rows of one statement, and of one transaction: what is stored stays when the rest fails. */
const BATCH = 2_000

export type Importer = ReturnType<typeof createImporter>

/**
 * The one way by which listings, bars, reports and rates are stored, from any caller: by the same rules, under the
 * same name of the source, and with a notification of every process.
 */
export function createImporter(
  db: InstrumentDatabase,
  bus: Bus,
  clock: Pick<Clock, 'market'> = createSystemClock(null),
) {
  const marketNow = (): Instant => clock.market()
  return { ...listingImport(db, bus), ...priceImport(db, bus, marketNow), ...companyImport(db, bus) }
}

function listingImport(db: InstrumentDatabase, bus: Bus) {
  const instruments = createInstrumentStore(db, [])

  /** Stores listings whose ids are known, all of them or none, and notifies every process at once. */
  async function store(
    identified: readonly IdentifiedListing[],
    source: string,
    displaced: readonly DisplacedListing[] = [],
  ): Promise<UpsertedListings> {
    const counts = await instruments.upsert(identified, source, displaced)
    const entityIds = [...new Set([...counts.changed, ...displaced.map(({ entityId }) => entityId)])]
    if (entityIds.length > 0) await bus.publish('instruments.changed', { entityIds, catalogue: true })
    return counts
  }

  return {
    identified: store,

    /**
     * Stores listings in batches, each of them whole or not at all. All records are read first: who has a ticker may stand
     * anywhere in a file. Calls back after every batch, and for every record that is left out.
     */
    async listings(
      records: Iterable<ListingRecord> | AsyncIterable<ListingRecord>,
      source: string,
      onBatch: (counts: UpsertCounts) => void = () => undefined,
      onRejected: (record: ListingRecord, reason: string) => void = () => undefined,
    ): Promise<UpsertCounts> {
      const total: UpsertCounts = { stored: 0, unchanged: 0 }
      const { read, failure } = await readAll(records)
      const claims = claimsOf(read)
      // Whoever has renamed or ended a simulated listing has taken it over: the next start must not bring it back as another one.
      const ownIdsAlone = isSimulated(source)
      for (let at = 0; at < read.length; at += BATCH) {
        const batch = read.slice(at, at + BATCH)
        const { listings, rejected, displaced } = await identifyListings(db, batch, {
          claims,
          ownIdsAlone,
        })
        for (const { record, reason } of rejected) onRejected(record, reason)
        // At once: when the import is stopped, these listings are stored and can be searched.
        const { stored } = await store(listings, source, displaced)
        // Of two records for one listing the later counts, and both have been read.
        const unchanged = batch.length - rejected.length - stored
        total.stored += stored
        total.unchanged += unchanged
        onBatch({ stored, unchanged })
      }
      if (failure !== null) throw failure.error
      return total
    },
  }
}

function priceImport(db: InstrumentDatabase, bus: Bus, marketNow: () => Instant) {
  const { find, place } = createListingFinder(db, bus)

  async function publish(entityId: Id, writing: Promise<Written>): Promise<BarsStored> {
    const { counts, changed, listed } = await writing
    if (changed) await bus.publish('instruments.changed', { entityIds: [entityId], catalogue: listed })
    return counts
  }

  return {
    find,

    /**
     * Stores those bars of a file that the rules let pass, beside the bars that are stored, and the splits and dividends
     * in it, all of them or none. Rejects with `SeriesConflict` for a series of another source or basis that is not to
     * be replaced.
     */
    bars: (entityId: Id, file: BarsImport): Promise<BarsStored> =>
      publish(entityId, storeBars(db, entityId, file, marketNow())),

    /** The same for the instrument that the file is about, which is only listed when there is something to store. */
    async barsOf(target: BarsTarget, file: FileOfBars): Promise<BarsStored & { created: boolean }> {
      const { bars, findings } = plausibleBars(file, marketNow())
      if (bars.at.length === 0) return { inserted: 0, updated: 0, unchanged: 0, findings, created: false }
      const { entityId, currency, created } = await find(target)
      const events = file.events === undefined ? undefined : { ...file.events, currency }
      const stored = storeBars(db, entityId, { ...file, events }, marketNow())
      return { ...(await publish(entityId, stored)), created }
    },

    /** Stores a security through all its renames: history, actions, daily and minute bars, all of them or none. */
    async security(security: SecurityImport): Promise<BarsStored & { entityId: Id }> {
      const entityId = await place(security)
      const stored = storeSecurity(db, entityId, security, marketNow())
      return { ...(await publish(entityId, stored)), entityId }
    },
  }
}

function companyImport(db: InstrumentDatabase, bus: Bus) {
  const reports = createReportsStore(db)
  const fx = createFxStore(db)
  return {
    /** Listings of a company by its SEC number. */
    listingsOf: (cik: string): Promise<Id[]> => reports.listingsOf(cik),

    /**
     * Stores what a company has reported for each of its listings; how many of them were new or changed. A CIK, where given,
     * is recorded. Without `filed` nobody knows when the reports became public.
     */
    async reports(
      entityIds: readonly Id[],
      cik: string | null,
      { filed, ...stored }: Omit<StoredReports, 'source'> & { filed?: FiledFacts },
    ): Promise<number> {
      const { changed, taken } = await atomically(db, async (trx) => {
        const within = createReportsStore(trx)
        const facts = filed ?? undatedFacts(stored.reports)
        let count = 0
        for (const entityId of entityIds) {
          if (cik !== null) await within.setCik(entityId, cik)
          const isNew = await within.write(entityId, { ...stored, source: IMPORT_SOURCE })
          if ((await createFactsStore(trx).write(entityId, facts)) || isNew) count++
        }
        return { changed: count, taken: await createInstrumentStore(trx, []).takeOver(entityIds) }
      })
      if (changed + taken > 0) await bus.publish('instruments.changed', { entityIds, catalogue: taken > 0 })
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

/** Every record, or those that came before the reading failed. */
async function readAll(
  records: Iterable<ListingRecord> | AsyncIterable<ListingRecord>,
): Promise<{ read: ListingRecord[]; failure: { error: unknown } | null }> {
  const read: ListingRecord[] = []
  try {
    for await (const record of records) read.push(record)
    return { read, failure: null }
  } catch (error) {
    return { read, failure: { error } }
  }
}
