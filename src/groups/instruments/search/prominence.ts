import type { KnownIdentity } from '../../../market/known-names.ts'
import { squash } from './fold.ts'
import { countryCodeOf, isInternational, type ListingVenue } from './listing-venue.ts'
import { knownMarketCap, quoteOf } from './record-names.ts'
import type { SearchRecord } from './search-record.ts'
import type { Secondary } from './secondary.ts'

/**
 * The static rank says which of two instruments is meant when a query fits both equally well. First comes the standing
 * of the listing, then the size of the company, then the home listing, then the shorter name.
 */

/** A record with what the rank needs to know of its names. */
export interface RankInput {
  record: SearchRecord
  venue: ListingVenue
  /** Number of the company, fund or coin it is a listing of. */
  family: number
  /** Its ticker without the venue's suffix, written as one. */
  root: string
  /** The known identity it carries. */
  identity: KnownIdentity | null
  secondary: Secondary | null
}

export interface Ranked extends Pick<RankInput, 'record' | 'family'> {
  /** Position among the records that were ranked. */
  position: number
  /** What the order goes by: standing in hundreds, plus size. */
  prominence: number
  /** A listing at home or on an American exchange, a pair in US dollars, an index. */
  primary: boolean
  /** A copy of a listing abroad whose company has listings in no other country. */
  loneCopy: boolean
  /** Carries a known identity. */
  identified: boolean
}

const PRIMARY = 2
const FOREIGN = 1
const COPY = 0
const DELISTED = -2
/** Products of a kind keep their order by venue. */
const PRODUCT_STEPS = 1.5
/** Larger than every difference in size: standing is compared first. */
const STANDING_STEP = 100
/**
 * Points decide between listings of one company, whose size is the same: all together they stay below every difference
 * in size that matters.
 */
const SIZE_PER_POINT = 0.0001
const MAIN_POINTS = 50
const FURTHER_HOME_POINTS = 40
const HOME_POINTS = 30
const INTERNATIONAL_POINTS = 20
const NEIGHBOUR_POINTS = 10
const RECEIPT_POINTS = 5
const POINTS_PER_VENUE_WEIGHT = 3
/** A market value of its own, not borrowed from another listing. */
const OWN_VALUE_POINTS = 5
/** Identifiers of its own: sources describe a main line better than its shadows. */
const FIGI_POINTS = 2
const ISIN_POINTS = 1

/**
 * Sizes are decimal logarithms of US dollars. A company of unknown value is judged by the number of countries it is
 * listed in: over the American companies of known value the mean rises by some 0.45 with each country.
 */
const UNKNOWN_SIZE = 8
const SIZE_PER_COUNTRY = 0.45
const MOST_COUNTRIES = 9
/** Stand-ins that place coins, funds and indices, in this order, behind companies worth it. */
const CRYPTO_SIZE = 8
const ETF_SIZE = 7.4
const ETF_SIZE_PER_COUNTRY = 0.1
const INDEX_SIZE = 6.9
const FAME = 0.5
const FAME_PER_SIZE = 0.4
const SMALLEST_FAMOUS = 9

/** What a crypto pair may be quoted in besides US dollars and other coins. */
const FIAT_QUOTES: ReadonlySet<string> = new Set('EUR GBP JPY CAD AUD CHF CNY INR KRW RUB'.split(' '))

interface Family {
  marketCap: number | null
  countries: string[]
}

const NO_FAMILY: Family = { marketCap: null, countries: [] }

/** The records from the most to the least prominent; the order does not depend on the order they come in. */
export function rankRecords(inputs: readonly RankInput[]): Ranked[] {
  const families = familiesOf(inputs)
  const standings = inputs.map(standingOf)
  promoteBest(inputs, standings)
  const scored = inputs.map((input, position) => {
    const family = families[input.family] ?? NO_FAMILY
    const { standing, points } = standings[position] ?? NO_STANDING
    const size = sizeOf(input, family) + (points + pointsOf(input)) * SIZE_PER_POINT
    return {
      record: input.record,
      family: input.family,
      position,
      primary: standing === PRIMARY && !input.record.delisted && input.secondary === null,
      identified: input.identity !== null,
      loneCopy: standing === COPY && family.countries.length < 2,
      prominence: stepsOf(input, standing) * STANDING_STEP + size,
    }
  })
  return scored.sort((a, b) => b.prominence - a.prominence || compareListings(a.record, b.record))
}

function stepsOf({ record, secondary }: RankInput, standing: number): number {
  if (record.delisted) return DELISTED
  return secondary === 'product' ? standing - PRODUCT_STEPS : standing
}

/** Of equal prominence: the shorter name, a ticker of letters (not London's `0R2Y`), the shorter ticker. */
function compareListings(a: SearchRecord, b: SearchRecord): number {
  return (
    a.name.length - b.name.length ||
    Number(beginsWithDigit(a.ticker)) - Number(beginsWithDigit(b.ticker)) ||
    a.ticker.length - b.ticker.length ||
    compareText(a.ticker, b.ticker) ||
    compareText(a.mic, b.mic) ||
    compareText(a.entityId, b.entityId)
  )
}

function beginsWithDigit(ticker: string): boolean {
  const code = ticker.charCodeAt(0)
  return code >= 48 && code <= 57
}

/** Families by their number. */
function familiesOf(inputs: readonly RankInput[]): Family[] {
  const families: Family[] = []
  for (const { record, venue, family: number } of inputs) {
    const family = (families[number] ??= { marketCap: null, countries: [] })
    const country = venue.country || record.mic
    if (!family.countries.includes(country)) family.countries.push(country)
    const marketCap = knownMarketCap(record)
    if (marketCap !== null) family.marketCap = Math.max(family.marketCap ?? 0, marketCap)
  }
  return families
}

/** Decimal logarithm of the company's value in US dollars, or a stand-in on the same scale. */
function sizeOf({ record, identity }: RankInput, family: Family): number {
  const foreignCountries = Math.min(family.countries.length, MOST_COUNTRIES) - 1
  switch (record.assetClass) {
    case 'equity': {
      const marketCap = knownMarketCap(record) ?? family.marketCap
      if (marketCap !== null) return Math.log10(marketCap)
      return identity?.size ?? UNKNOWN_SIZE + SIZE_PER_COUNTRY * foreignCountries
    }
    case 'crypto':
      return identity?.size ?? CRYPTO_SIZE
    case 'etf':
      return ETF_SIZE + ETF_SIZE_PER_COUNTRY * foreignCountries + fameOf(identity)
    case 'index':
      return INDEX_SIZE + fameOf(identity)
  }
}

/** The best listing of a known company stands for the home listing where that is not among the records. */
function promoteBest(inputs: readonly RankInput[], standings: Standing[]): void {
  const best = new Map<number, number>()
  const total = (position: number): number => {
    const input = inputs[position]
    const { standing, points } = standings[position] ?? NO_STANDING
    return input === undefined ? 0 : standing * STANDING_STEP + points + pointsOf(input)
  }
  for (const [position, { record, identity, family, secondary }] of inputs.entries()) {
    if (identity === null || record.assetClass !== 'equity' || record.delisted || secondary === 'senior')
      continue
    const known = best.get(family)
    if (known === undefined || total(position) > total(known)) best.set(family, position)
  }
  for (const position of best.values()) {
    standings[position] = { standing: PRIMARY, points: standings[position]?.points ?? 0 }
  }
}

/** Funds and indices are known by far more than they are worth, and by their size among each other. */
function fameOf(identity: KnownIdentity | null): number {
  if (identity === null) return 0
  return FAME + FAME_PER_SIZE * Math.max(0, (identity.size ?? SMALLEST_FAMOUS) - SMALLEST_FAMOUS)
}

interface Standing {
  standing: number
  points: number
}

const NO_STANDING: Standing = { standing: COPY, points: 0 }

function standingOf(input: RankInput): Standing {
  const { record, venue, secondary, identity, root } = input
  switch (record.assetClass) {
    case 'crypto':
      return { standing: standingOfPair(quoteOf(record.ticker)), points: 0 }
    case 'index':
      // `^SPY-IV` is a figure derived from another instrument.
      return { standing: record.ticker.includes('-') ? COPY : PRIMARY, points: 0 }
    case 'etf':
    case 'equity':
      if (secondary === 'senior') return { standing: COPY, points: 0 }
      if (secondary === 'receipt' && !isReceiptKnown(input)) return { standing: COPY, points: 0 }
      return identity === null ? standingAt(venue, record) : standingOfKnown(identity, root, input)
  }
}

function standingOfPair(quote: string): number {
  if (quote === 'USD') return PRIMARY
  return FIAT_QUOTES.has(quote) ? FOREIGN : COPY
}

/**
 * New York's receipts are how companies of elsewhere are known there; other venues' repeat them. What is called a receipt at
 * home is the share: files give every listing the name of one.
 */
function isReceiptKnown({ record, venue }: RankInput): boolean {
  return venue.country === 'US' || venue.country === countryOf(record)
}

/** A known company is at home where the table says, in the first of its listings there. */
function standingOfKnown(identity: KnownIdentity, root: string, input: RankInput): Standing {
  const { venue, record, secondary } = input
  const place = identity.tickers.findIndex(
    ({ ticker, country }) => country === venue.country && squash(ticker) === root,
  )
  if (place >= 0 && venue.weight >= 2) {
    if (secondary === 'receipt') return { standing: PRIMARY, points: RECEIPT_POINTS }
    if (place === 0) return { standing: PRIMARY, points: MAIN_POINTS }
    const isHome = identity.countries.includes(venue.country)
    return { standing: PRIMARY, points: isHome ? FURTHER_HOME_POINTS : INTERNATIONAL_POINTS }
  }
  const found = standingAt(venue, record)
  const isAbroad = venue.country !== 'US' && !identity.countries.includes(venue.country)
  return found.standing === PRIMARY && isAbroad && record.assetClass === 'equity'
    ? { standing: FOREIGN, points: 0 }
    : found
}

function standingAt(venue: ListingVenue, record: SearchRecord): Standing {
  const country = countryOf(record)
  if (country !== '' && country === venue.country) {
    return { standing: venue.weight >= 2 ? PRIMARY : FOREIGN, points: HOME_POINTS }
  }
  if (venue.country === 'US' && venue.weight === 3) return { standing: PRIMARY, points: INTERNATIONAL_POINTS }
  // Hong Kong is where companies of the mainland list for foreign investors.
  if (venue.country === 'HK' && country === 'CN') return { standing: PRIMARY, points: NEIGHBOUR_POINTS }
  const listed = isInternational(venue) || (record.assetClass === 'etf' && venue.weight === 3)
  return { standing: listed ? FOREIGN : COPY, points: 0 }
}

function countryOf({ country, isin }: SearchRecord): string {
  return countryCodeOf(country ?? isin?.slice(0, 2) ?? '')
}

function pointsOf({ record, venue }: RankInput): number {
  return (
    venue.weight * POINTS_PER_VENUE_WEIGHT +
    (knownMarketCap(record) === null ? 0 : OWN_VALUE_POINTS) +
    (record.figi === null ? 0 : FIGI_POINTS) +
    (record.isin === null ? 0 : ISIN_POINTS)
  )
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
