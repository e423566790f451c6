import type { InstrumentTable, ListingStatus } from '../tables.ts'

/** The columns of the instrument table that make an instrument. */
export const COLUMNS = [
  'entity_id',
  'mic',
  'ticker',
  'name',
  'exchange',
  'asset_class',
  'sector',
  'industry',
  'currency',
  'country',
  'isin',
  'figi',
  'cik',
  'market_cap',
  'aliases',
  'source',
  'status',
] as const

/** A row of the instrument table. */
export type InstrumentRow = Omit<Pick<InstrumentTable, (typeof COLUMNS)[number]>, 'aliases' | 'status'> & {
  aliases: string[]
  status: ListingStatus
}

/** The same with the tickers that the listing had before. */
export interface SearchRow extends InstrumentRow {
  previous_tickers: string[] | null
}

/** Such rows column by column, so that no row repeats the names of its columns. */
export type SearchColumns = { [Column in keyof SearchRow]: Array<SearchRow[Column]> }
