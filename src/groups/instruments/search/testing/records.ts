import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import Papa from 'papaparse'
import { nameId } from '../../../../kernel/ids.ts'
import { venueOf } from '../../../../market/venues.ts'
import { ASSET_CLASSES } from '../../../../market/vocabulary.ts'
import type { SearchRecord } from '../search-record.ts'

/** An American common stock, changed where the test cares. */
export function recordOf(
  fields: Partial<SearchRecord> & Pick<SearchRecord, 'ticker' | 'name'>,
): SearchRecord {
  const mic = fields.mic ?? 'XNYS'
  return {
    entityId: nameId('test', mic, fields.ticker),
    exchange: mic,
    mic,
    assetClass: 'equity',
    sector: null,
    currency: 'USD',
    country: 'US',
    isin: null,
    figi: null,
    cik: null,
    marketCap: null,
    previousTickers: [],
    delisted: false,
    aliases: [],
    ...fields,
  }
}

/** The listings of a compressed file, in its order. */
export function realListings(path: string): SearchRecord[] {
  const text = gunzipSync(readFileSync(path)).toString()
  const { data: rows } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true })
  return rows.flatMap((row) => (row.symbol ? [listingOf(row, row.symbol)] : []))
}

/** Where a file of the real data lies. */
type DataFolder = (...path: string[]) => string

/** The listings of the whole world, which lack most of New York. */
export function worldListings(folder: DataFolder): SearchRecord[] {
  return realListings(folder('instruments', 'financedatabase.csv.gz'))
}

/** American listings as their own file describes them; identifiers and all other listings from the world's. */
export function bothListings(folder: DataFolder): SearchRecord[] {
  const listings = new Map(worldListings(folder).map((record) => [record.ticker, record]))
  for (const record of realListings(folder('instruments', 'us-listings.csv.gz'))) {
    const { isin = null, figi = null } = listings.get(record.ticker) ?? {}
    listings.set(record.ticker, { ...record, isin, figi })
  }
  // Both files have Berkshire Hathaway, under tickers that differ in the separator.
  for (const ticker of ['BRK/A', 'BRK/B']) listings.delete(ticker)
  return [...listings.values()]
}

function listingOf(row: Record<string, string>, ticker: string): SearchRecord {
  const assetClass = ASSET_CLASSES.find((one) => one === row.asset_class) ?? 'equity'
  const venue = venueOf({ exchange: row.exchange ?? null, mic: row.mic ?? null, assetClass, ticker })
  return recordOf({
    ticker,
    name: row.name?.trim() || ticker,
    exchange: venue.exchange,
    mic: venue.mic,
    assetClass,
    sector: row.sector || null,
    currency: row.currency || 'XXX',
    country: row.country || null,
    isin: row.isin || null,
    figi: row.figi || null,
    marketCap: row.market_cap ? Number(row.market_cap) : null,
  })
}
