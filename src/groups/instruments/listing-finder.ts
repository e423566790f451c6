import type { Database } from '../../adapters/storage/database.ts'
import { currencyOf } from '../../kernel/currencies.ts'
import type { Id } from '../../kernel/ids.ts'
import { type Venue, venueOf } from '../../kernel/venues.ts'
import type { Bus } from '../../ports/bus.ts'
import type { ListingRecord } from '../../ports/market-data.ts'
import { createHistoryStore } from './history-store.ts'
import { entityIdOf, identifyListings, otherIdOf } from './identity-store.ts'
import { IMPORT_SOURCE, type SecurityImport } from './import-records.ts'
import { createInstrumentStore } from './store.ts'

/** Which instrument a file of bars is about. */
export interface BarsTarget {
  ticker: string
  /** Name or MIC of the venue, for a ticker that several have. */
  exchange: string | null
}

/** The instrument of a file. */
export interface FoundListing {
  entityId: Id
  currency: string
  /** True when nobody had listed it before. */
  created: boolean
}

/** Why the instrument of a file cannot be told; the message is one sentence. */
export class UnknownInstrument extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnknownInstrument'
  }
}

/** Finds the listing that a file is about, and adds the one that nobody has listed yet. */
export function createListingFinder(db: Database, bus: Bus) {
  const instruments = createInstrumentStore(db, [])
  const history = createHistoryStore(db)

  /**
   * The instrument a file of bars is about. One that nobody has listed yet is added with its ticker for a name; a later
   * import of listings completes it. Throws {@link UnknownInstrument} for a ticker that stands for several.
   */
  async function find({ ticker, exchange }: BarsTarget): Promise<FoundListing> {
    const venue = venueOf({ exchange, mic: null, assetClass: 'equity', ticker })
    const listed = await instruments.byTicker(ticker)
    const candidates = exchange === null ? listed : listed.filter(({ mic }) => mic === venue.mic)
    const [only, ...others] = candidates
    if (others.length > 0) {
      const venues = candidates.map(({ exchange: name, mic }) => `${name} (${mic})`).join(', ')
      throw new UnknownInstrument(`${ticker} is listed on ${venues}: name one with --exchange.`)
    }
    if (only !== undefined) return { entityId: only.entity_id, currency: only.currency, created: false }
    return {
      entityId: await add(ticker, venue),
      currency: unlistedRecord(ticker, venue).currency,
      created: true,
    }
  }

  async function add(ticker: string, venue: Venue): Promise<Id> {
    const listings = await identifyListings(db, [unlistedRecord(ticker, venue)])
    const entityId = listings[0]?.entityId ?? ''
    await instruments.upsert(listings, IMPORT_SOURCE)
    await bus.publish('instruments.changed', { entityIds: [entityId], catalogue: true })
    return entityId
  }

  /**
   * The listing of a security with a past. It is the one that has its ticker now, unless that security was delisted and
   * the ticker has gone to another; one that nobody has listed gets the id of its first ticker.
   */
  async function place({ ticker, exchange, mic, previousTickers, delistedOn }: SecurityImport): Promise<Id> {
    const record = { ...unlistedRecord(ticker, venueOf({ exchange, mic, assetClass: 'equity' })), ticker }
    const [listed] = await identifyListings(db, [record])
    const row = listed === undefined ? undefined : await instruments.byId(listed.entityId)
    if (listed !== undefined && row !== undefined) {
      const past = delistedOn === null ? null : await history.read(listed.entityId)
      if (past === null || past.delistedOn !== null || row.source === 'demo') return listed.entityId
    }
    const first = previousTickers[0]?.ticker ?? ticker
    const own = entityIdOf(first, mic)
    const entityId = (await instruments.byId(own)) === undefined ? own : otherIdOf(first, mic, delistedOn)
    await instruments.upsert([{ ...record, entityId }], IMPORT_SOURCE)
    await bus.publish('instruments.changed', { entityIds: [entityId], catalogue: true })
    return entityId
  }

  return { find, place }
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
