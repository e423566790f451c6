import type { Database } from '../../adapters/storage/database.ts'
import type { SeriesBasis } from '../../adapters/storage/schema.ts'
import { type Id, nameId } from '../../kernel/ids.ts'
import { canonicalTicker, symbolSpaceOf, type Venue, venueOf } from '../../kernel/venues.ts'
import { currencyOf } from '../../kernel/currencies.ts'
import type { Interval } from '../../kernel/vocabulary.ts'
import type { Bus } from '../../ports/bus.ts'
import type { Bars } from '../../kernel/bars.ts'
import type { ListingRecord } from '../../ports/market-data.ts'
import { type BarCounts, createBarStore } from './bar-store.ts'
import { createInstrumentStore, type IdentifiedListing, type UpsertCounts } from './store.ts'

/** Rows of one statement, and of one transaction: what is stored stays when the rest fails. */
const BATCH = 2_000

/** The source recorded for what comes from the operator's files. */
export const IMPORT_SOURCE = 'import'

/** Which instrument a file of bars is about. */
export interface BarsTarget {
  ticker: string
  /** Name or MIC of the venue, for a ticker that several have. */
  exchange: string | null
}

/** Why the instrument of a file cannot be told; the message is one sentence. */
export class UnknownInstrument extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnknownInstrument'
  }
}

export type Importer = ReturnType<typeof createImporter>

/** Id of a listing: the same for the same ticker at the same venue, whatever file it came from. */
export function entityIdOf(ticker: string, mic: string): Id {
  return nameId('listing', symbolSpaceOf(mic), canonicalTicker(ticker, mic))
}

/** Stores listings and bars and tells every process what has changed. */
export function createImporter(db: Database, bus: Bus) {
  const instruments = createInstrumentStore(db, [])
  const bars = createBarStore(db)

  /**
   * The instrument a file of bars is about. One that nobody has listed yet is added with its ticker for a name; a later
   * import of listings completes it. Throws {@link UnknownInstrument} for a ticker that stands for several.
   */
  async function find({ ticker, exchange }: BarsTarget): Promise<{ entityId: Id; created: boolean }> {
    const venue = venueOf({ exchange, mic: null, assetClass: 'equity', ticker })
    const listed = await instruments.byTicker(ticker)
    const candidates = exchange === null ? listed : listed.filter(({ mic }) => mic === venue.mic)
    const [only, ...others] = candidates
    if (others.length > 0) {
      const venues = candidates.map(({ exchange: name, mic }) => `${name} (${mic})`).join(', ')
      throw new UnknownInstrument(`${ticker} is listed on ${venues}: name one with --exchange.`)
    }
    if (only !== undefined) return { entityId: only.entity_id, created: false }
    return { entityId: await add(ticker, venue), created: true }
  }

  async function add(ticker: string, venue: Venue): Promise<Id> {
    const record = unlistedRecord(ticker, venue)
    const entityId = entityIdOf(ticker, venue.mic)
    await instruments.upsert([{ ...record, entityId }], IMPORT_SOURCE)
    await bus.publish('instruments.changed', { entityIds: [entityId], catalogue: true })
    return entityId
  }

  return {
    /** Stores listings in batches, each of them whole or not at all. Calls back after every batch. */
    async listings(
      records: Iterable<ListingRecord> | AsyncIterable<ListingRecord>,
      source: string,
      onBatch: (counts: UpsertCounts) => void = () => undefined,
    ): Promise<UpsertCounts> {
      const total: UpsertCounts = { stored: 0, unchanged: 0 }
      for await (const batch of batches(records)) {
        const counts = await instruments.upsert(batch, source)
        total.stored += counts.stored
        total.unchanged += counts.unchanged
        onBatch(counts)
      }
      if (total.stored > 0) await bus.publish('instruments.changed', { entityIds: null, catalogue: true })
      return total
    },

    find,

    /** Stores the bars of a file, all of them or none. Rejects with `SeriesConflict` for a series of another source. */
    async bars(entityId: Id, interval: Interval, basis: SeriesBasis, columns: Bars): Promise<BarCounts> {
      const counts = await bars.write({ entityId, interval, source: IMPORT_SOURCE, basis }, columns)
      if (counts.inserted + counts.updated > 0) {
        await bus.publish('instruments.changed', { entityIds: [entityId], catalogue: false })
      }
      return counts
    },
  }
}

/** A listing of which only ticker and venue are known. */
function unlistedRecord(ticker: string, venue: Venue): ListingRecord {
  return {
    ticker,
    name: ticker,
    exchange: venue.exchange,
    mic: venue.mic,
    assetClass: 'equity',
    currency: currencyOf({ given: null, ticker, assetClass: 'equity', venueCountry: venue.country }),
    sector: null,
    industry: null,
    country: null,
    isin: null,
    figi: null,
    cik: null,
    marketCap: null,
    aliases: [],
  }
}

/** Batches in which no id stands twice: a later record of the same listing replaces the earlier one. */
async function* batches(
  records: Iterable<ListingRecord> | AsyncIterable<ListingRecord>,
): AsyncGenerator<IdentifiedListing[]> {
  let batch = new Map<Id, IdentifiedListing>()
  for await (const record of records) {
    const entityId = entityIdOf(record.ticker, record.mic)
    batch.set(entityId, { ...record, entityId })
    if (batch.size < BATCH) continue
    yield [...batch.values()]
    batch = new Map()
  }
  if (batch.size > 0) yield [...batch.values()]
}
