import { type Id, nameId } from '../kernel/ids.ts'
import { canonicalTicker, symbolSpaceOf } from './venues.ts'

/** Id of a listing: the same for the same ticker at the same venue, whatever file it came from. */
export function entityIdOf(ticker: string, mic: string): Id {
  return nameId('listing', symbolSpaceOf(mic), canonicalTicker(ticker, mic))
}
