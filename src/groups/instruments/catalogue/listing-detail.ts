import type { InstrumentDetail } from '../../../contract/listings.ts'
import type { Instrument as InstrumentSummary } from '../../../contract/instruments.ts'
import { formatInstant } from '../../../kernel/time.ts'
import { countryCode } from '../../../market/countries.ts'
import type { ListingHistory } from './history-store.ts'
import type { Instrument } from './instrument.ts'

/** A listing as lists show it. */
export function toSummary(
  listing: Pick<
    Instrument,
    'entityId' | 'ticker' | 'name' | 'exchange' | 'assetClass' | 'sector' | 'currency'
  >,
): InstrumentSummary {
  return {
    entity_id: listing.entityId,
    ticker: listing.ticker,
    name: listing.name,
    exchange: listing.exchange,
    asset_class: listing.assetClass,
    sector: listing.sector,
    currency: listing.currency,
  }
}

/** A listing with everything that is known of it. */
export function toDetail(instrument: Instrument, history: ListingHistory): InstrumentDetail {
  const { mic, country, timezone, isin, figi, cik } = instrument
  return {
    ...toSummary(instrument),
    mic,
    country: countryCode(country),
    timezone,
    status: history.status,
    identifiers: { isin, figi, lei: history.lei, cik },
    previous_tickers: history.previousTickers,
    listed_on: history.listedOn,
    delisted_on: history.delistedOn,
    successor_entity_id: history.successorEntityId,
    updated_at: formatInstant(history.updatedAt),
  }
}
