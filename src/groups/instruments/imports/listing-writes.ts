import type { InstrumentDatabase } from '../tables.ts'
import type { ListingInput, UpsertReply } from '../../../contract/listings.ts'
import { fail } from '../../../kernel/fail.ts'
import { venueOf } from '../../../market/venues.ts'
import type { ListingRecord } from '../../../ports/market-data.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { identifyListings, renamedFrom } from './identity-store.ts'
import { IMPORT_SOURCE } from './import-records.ts'
import type { Importer } from './importer.ts'
import type { IdentifiedListing, InstrumentStore } from '../catalogue/store.ts'

export interface ListingWritesDeps {
  db: InstrumentDatabase
  catalogue: Catalogue
  store: Pick<InstrumentStore, 'existing'>
  importer: Pick<Importer, 'identified'>
}

/** Stores listings, all of them or none. */
export async function upsertListings(
  inputs: readonly ListingInput[],
  { db, catalogue, store, importer }: ListingWritesDeps,
): Promise<UpsertReply> {
  const { listings: identified, displaced } = await identifyListings(db, inputs.map(toRecord))
  if (identified.length < inputs.length) {
    fail('VALIDATION_ERROR', 'items names one listing twice: send each ticker of a venue once.')
  }
  const found = await store.existing(identified.map(({ entityId }) => entityId))
  const listings: IdentifiedListing[] = []
  for (const [index, listing] of identified.entries()) {
    const asked = inputs[index]?.entity_id
    if (asked === undefined) listings.push(listing)
    else {
      const { entityId, ticker } = await catalogue.find(asked)
      if (found.has(listing.entityId) && listing.entityId !== entityId) {
        fail('DUPLICATE', `items.${index}: ${listing.ticker} on ${listing.exchange} is another listing.`)
      }
      listings.push({ ...listing, entityId, previousTicker: renamedFrom(ticker, listing.ticker) })
    }
  }
  const { created } = await importer.identified(listings, IMPORT_SOURCE, displaced)
  const items = listings.map(({ entityId }, index) => ({
    entity_id: entityId,
    created: created.has(entityId) && inputs[index]?.entity_id === undefined,
  }))
  return { items, total: items.length }
}

function toRecord({
  ticker,
  name,
  exchange,
  asset_class: assetClass,
  currency,
  sector,
}: ListingInput): ListingRecord {
  const venue = venueOf({ exchange, mic: null, assetClass, ticker })
  return {
    ticker: ticker.trim(),
    name: name.trim(),
    exchange: venue.exchange,
    mic: venue.mic,
    assetClass,
    sector: sector ?? null,
    industry: null,
    currency,
    country: null,
    isin: null,
    figi: null,
    cik: null,
    marketCap: null,
    aliases: [],
  }
}
