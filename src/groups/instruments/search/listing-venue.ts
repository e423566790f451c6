import { countryCode } from '../../../market/countries.ts'
import { VENUES } from '../../../market/venue-table.ts'
import { symbolSuffixOf, venueOf } from '../../../market/venues.ts'
import type { SearchRecord } from './search-record.ts'

/** What the venue of a listing says about it. */
export interface ListingVenue {
  /** ISO 3166-1 alpha-2; empty when unknown. */
  country: string
  /** 3 a main market, 2 a further or junior market of its country, 1 a floor that copies others, 0 unknown. */
  weight: 0 | 1 | 2 | 3
  /** The suffix of its symbols, such as `.T`, or null. */
  suffix: string | null
}

const FURTHER_MARKETS = micSet('XTSX XCNQ XKOS ROCO XBOM XSAT')
/** Regional floors and alternative or over-the-counter markets, which trade what is listed elsewhere. */
const COPYING_MARKETS = micSet(
  'XFRA XSTU XMUN XBER XDUS XHAM XHAN XFKA XSAP AQXE CHIX CHIA ETLX OTCM NEOE IEXG',
)
/** Countries whose main markets companies from abroad choose for a listing; elsewhere foreign shares are copies. */
const INTERNATIONAL: ReadonlySet<string> = new Set('US GB HK CA NL FR CH AU SG SE NO'.split(' '))

/** Those that have a market. */
const VENUE_COUNTRIES: ReadonlySet<string | null> = new Set(VENUES.map(({ country }) => country))

/** ISO 10383 codes have four characters; shorter ones stand for sources of indices and crypto pairs. */
const MIC_LENGTH = 4

/** Looks up the venue of listings and remembers what it found. */
export function createListingVenues(): (listing: Pick<SearchRecord, 'mic' | 'exchange'>) => ListingVenue {
  const known = new Map<string, ListingVenue>()
  return ({ mic, exchange }) => {
    const name = mic || exchange
    let venue = known.get(name)
    if (venue === undefined) {
      venue = describe(name)
      known.set(name, venue)
    }
    return venue
  }
}

/** True for a main market that companies from abroad choose for a listing of their own. */
export function isInternational(venue: ListingVenue): boolean {
  return venue.weight === 3 && INTERNATIONAL.has(venue.country)
}

/** ISO 3166-1 code of a country given by code or English name; empty for one without a venue. */
export function countryCodeOf(country: string): string {
  const code = countryCode(country) ?? ''
  return VENUE_COUNTRIES.has(code) ? code : ''
}

function describe(name: string): ListingVenue {
  // The asset class only matters where no venue is named.
  const { mic, country } = venueOf({ exchange: null, mic: name, assetClass: 'equity' })
  const isMarket = name !== '' && country !== null && mic.length === MIC_LENGTH
  return { country: country ?? '', weight: isMarket ? weightOf(mic) : 0, suffix: symbolSuffixOf(mic) }
}

function weightOf(mic: string): 1 | 2 | 3 {
  if (COPYING_MARKETS.has(mic)) return 1
  return FURTHER_MARKETS.has(mic) ? 2 : 3
}

function micSet(mics: string): ReadonlySet<string> {
  return new Set(mics.split(' '))
}
