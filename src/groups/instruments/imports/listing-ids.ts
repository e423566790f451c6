import { type Id, nameId } from '../../../kernel/ids.ts'
import { type Day, formatDay } from '../../../kernel/time.ts'
import { canonicalTicker, symbolSpaceOf } from '../../../market/venues.ts'
import type { ListingRecord } from '../../../ports/market-data.ts'

/** Bearers of one ticker after the first that no FIGI tells apart. */
const NEXT_BEARERS = 8

/** Id of a listing: the same for the same ticker at the same venue, whatever file it came from. */
export function entityIdOf(ticker: string, mic: string): Id {
  return nameId('listing', symbolSpaceOf(mic), canonicalTicker(ticker, mic))
}

/** Id of a listing whose first ticker belongs to another one with the id of {@link entityIdOf}. */
export function otherIdOf(ticker: string, mic: string, delistedOn: Day | null): Id {
  return laterId(ticker, mic, delistedOn === null ? 'next' : formatDay(delistedOn))
}

/** Ids for a listing whose own one is taken, in the order in which they are to be tried. */
export function laterIds({ ticker, mic, figi }: ListingRecord): Id[] {
  const numbered = Array.from({ length: NEXT_BEARERS - 1 }, (_, i) => laterId(ticker, mic, `next ${i + 2}`))
  const next = [otherIdOf(ticker, mic, null), ...numbered]
  // The same in every installation, whatever came before.
  return figi === null ? next : [laterId(ticker, mic, figi), ...next]
}

function laterId(ticker: string, mic: string, word: string): Id {
  return nameId('listing', symbolSpaceOf(mic), canonicalTicker(ticker, mic), word)
}
