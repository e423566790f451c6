import type { AssetClass } from '../../../market/vocabulary.ts'

/** What the search knows of an instrument. */
export interface SearchRecord {
  entityId: string
  ticker: string
  name: string
  exchange: string
  /** ISO 10383 code; anything else is an unknown venue. */
  mic: string
  assetClass: AssetClass
  sector: string | null
  /** ISO 4217. */
  currency: string
  /** Of the company: English name or ISO 3166 alpha-2 code. */
  country: string | null
  isin: string | null
  figi: string | null
  /** Of the company at the SEC, with or without zeros before it. */
  cik: string | null
  /** US dollars; null or not positive means unknown. */
  marketCap: number | null
  previousTickers: readonly string[]
  /** No longer listed: found, but after everything that is. */
  delisted: boolean
  /** Other names. */
  aliases: readonly string[]
}

/** One answer of the search, in the fields of the API's search result item. */
export interface SearchHit {
  entityId: string
  ticker: string
  name: string
  exchange: string
  assetClass: AssetClass
  sector: string | null
  currency: string
}
