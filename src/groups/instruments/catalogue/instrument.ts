import type { MarketCalendar } from '../../../market/calendar/index.ts'
import type { Listing } from '../../../ports/market-data.ts'

/** An instrument as the group works with it. */
export interface Instrument extends Listing {
  name: string
  exchange: string
  sector: string | null
  industry: string | null
  country: string | null
  isin: string | null
  figi: string | null
  cik: string | null
  /** US dollars, as a file said; a source's own figure beats it. */
  marketCap: number | null
  aliases: readonly string[]
  /** What the record came from. */
  source: string
  /** Sessions of its venue, or of the one its index follows; null for a venue without a calendar. */
  calendar: MarketCalendar | null
  /** IANA zone in which its days are counted. */
  timezone: string
}
