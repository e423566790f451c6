import { listedAt } from '../../../market/known-names-match.ts'
import { symbolSpaceOf, venueOf } from '../../../market/venues.ts'
import type { SearchHit, SearchIndex, SearchOptions } from '../search/index.ts'

/** `NASDAQ:AAPL`, `NYSE: BRK.B`. */
const PLACED = /^\s*([^:]{2,40}?)\s*:\s*\$?([^:\s][^:]{0,20}?)\s*$/u
/** Listings of one ticker at many venues. */
const MOST_LISTINGS = 50

/** The listing that a text names with its exchange; null for a text that does not. */
export function listingAtExchange(
  text: string,
  index: Pick<SearchIndex, 'search'>,
  assetClass: SearchOptions['assetClass'],
): SearchHit | null {
  const [, exchange, ticker] = PLACED.exec(text) ?? []
  if (exchange === undefined || ticker === undefined) return null
  const space = spaceOf(exchange)
  const hits = index.search(ticker, { limit: MOST_LISTINGS, assetClass }).items
  return (
    listedAt(
      exchange,
      ticker.toUpperCase(),
      hits.filter((hit) => spaceOf(hit.exchange) === space),
    ) ?? null
  )
}

const spaceOf = (exchange: string): string =>
  symbolSpaceOf(venueOf({ exchange, mic: null, assetClass: 'equity' }).mic)
