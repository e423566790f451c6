import { venueOf } from '../../market/venues.ts'
import { ASSET_CLASSES, type AssetClass } from '../../market/vocabulary.ts'
import type { ListingRecord } from '../../ports/market-data.ts'
import { currencyOf } from '../../market/currencies.ts'
import { checkListing } from '../../market/listing-text.ts'
import { clip } from '../../kernel/text.ts'
import { readCsv, type Rejection } from './csv.ts'

/** The columns that a file of instruments must have; the others may be missing and their cells empty. */
const REQUIRED = ['symbol', 'name', 'asset_class']
const ISIN = /^[A-Z]{2}[A-Z0-9]{9}\d$/
const FIGI = /^BBG[A-Z0-9]{9}$/
const CIK = /^\d{1,10}$/
const LEI = /^[A-Z0-9]{18}\d{2}$/
const LONGEST_ECHO = 40

/**
 * Reads listings from CSV with the header `symbol,name,exchange,asset_class,sector,industry,currency,country` and the
 * optional `mic,isin,figi,cik,lei,market_cap,aliases`. Rows that name no instrument are reported and left out.
 */
export async function* readInstruments(
  path: string,
  onRejected: (rejection: Rejection) => void,
  onRecord: (record: ListingRecord, line: number) => void = () => undefined,
): AsyncGenerator<ListingRecord> {
  const { columns, rows } = await readCsv(path, { required: REQUIRED, onRejected })
  for (const { cells, line } of rows) {
    const record = toListing((name) => cells[columns.get(name) ?? -1]?.trim() || null)
    if (typeof record === 'string') onRejected({ line, reason: record })
    else {
      onRecord(record, line)
      yield record
    }
  }
}

/** The text of a column, null when the row or the file has none. */
type Cell = (name: string) => string | null

/** The listing of a row, or why the row is invalid. */
function toListing(cell: Cell): ListingRecord | string {
  const ticker = cell('symbol')
  const name = cell('name')
  const assetClass = ASSET_CLASSES.find((each) => each === cell('asset_class')?.toLowerCase())
  if (ticker === null) return 'symbol is empty'
  if (name === null) return `name of "${ticker}" is empty`
  if (assetClass === undefined) return `asset_class of "${ticker}" must be one of ${ASSET_CLASSES.join(', ')}`
  const marketCap = cell('market_cap') === null ? null : Number(cell('market_cap'))
  if (marketCap !== null && !(marketCap >= 0)) {
    return `market_cap of "${ticker}" is no number of US dollars`
  }
  const listing = checkListing({
    ticker,
    name,
    assetClass,
    marketCap,
    ...venueAndCurrency(ticker, assetClass, cell),
    ...details(cell),
  })
  // The file's own word for the field.
  return typeof listing === 'string'
    ? `${listing.replace(/^ticker /, 'symbol ')} (row of "${clip(ticker, LONGEST_ECHO)}")`
    : listing
}

function venueAndCurrency(ticker: string, assetClass: AssetClass, cell: Cell) {
  const venue = venueOf({ exchange: cell('exchange'), mic: cell('mic'), assetClass, ticker })
  const currency = currencyOf({ given: cell('currency'), ticker, assetClass, venueCountry: venue.country })
  return { exchange: venue.exchange, mic: venue.mic, currency }
}

function details(cell: Cell) {
  const matching = (name: string, pattern: RegExp): string | null => {
    const value = cell(name)?.toUpperCase() ?? null
    // A damaged identifier would join two companies into one; without it the listing is still a listing.
    return value !== null && pattern.test(value) ? value : null
  }
  return {
    sector: cell('sector'),
    industry: cell('industry'),
    country: cell('country'),
    isin: matching('isin', ISIN),
    figi: matching('figi', FIGI),
    cik: matching('cik', CIK)?.replace(/^0+/, '') || null,
    lei: matching('lei', LEI) ?? undefined,
    aliases: (cell('aliases') ?? '')
      .split('|')
      .map((alias) => alias.trim())
      .filter((alias) => alias !== ''),
  }
}
