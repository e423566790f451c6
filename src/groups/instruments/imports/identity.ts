import type { InstrumentTable, ListingStatus } from '../tables.ts'
import { symbolKey, unplacedTicker } from '../../../market/ticker-spellings.ts'
import { canonicalTicker, NO_MARKET, symbolSpaceOf } from '../../../market/venues.ts'
import type { ListingRecord } from '../../../ports/market-data.ts'
import { isSameName } from '../search/index.ts'

/** The identifying fields of a stored listing. */
export type Known = Pick<
  InstrumentTable,
  | 'entity_id'
  | 'mic'
  | 'exchange'
  | 'ticker'
  | 'name'
  | 'asset_class'
  | 'currency'
  | 'figi'
  | 'isin'
  | 'cik'
  | 'lei'
> & { status: ListingStatus; delisted_on: string | null }

/** Of a record or of a stored listing. */
interface Identifiers {
  mic: string
  currency: string
  figi: string | null
  isin: string | null
  cik: string | null
  lei?: string | null | undefined
}

/** From the strongest to the weakest. The last two name a company and not a listing. */
const KINDS = ['figi', 'isin', 'cik', 'lei'] as const
type Kind = (typeof KINDS)[number]
/** Stands for all venues: a FIGI is one listing's or, within a country, those of one share. */
const ANYWHERE = '*'
const COMPANY: readonly Kind[] = ['cik', 'lei']

/** The identifiers claimed by all records of one import: one that several tickers have identifies none of them. */
export interface Claims {
  /** The symbol that alone has an identifier at its venue. */
  holders: ReadonlyMap<string, string | null>
  bySymbol: ReadonlyMap<string, ListingRecord>
  /** Symbols that the records give to two securities. */
  contradicted: ReadonlySet<string>
}

/** What is stored that records may be about. */
export interface KnownListings {
  /** Null where several have it. */
  byIdentifier: ReadonlyMap<string, Known | null>
  bySymbol: ReadonlyMap<string, Known>
  /** Listings of an unknown venue by ticker: what bars were imported for before anybody listed it. */
  unplaced: ReadonlyMap<string, Known>
}

/** The stored listing that a record is about, null for none; or why that is undecidable. */
export type Identity = { listing: Known | null } | { fault: string }

export const symbolOf = ({ ticker, mic }: Pick<ListingRecord, 'ticker' | 'mic'>): string =>
  symbolKey(ticker, mic)

/** An identifier within a set of venues; a share may be traded at one venue in several currencies under one ISIN. */
function keyOf(kind: Kind, value: string, space: string, currency: string): string {
  return `${kind} ${space} ${kind === 'isin' ? `${value} ${currency}` : value}`
}

function ownKey(kind: Kind, listing: Identifiers): string | null {
  const value = listing[kind] ?? null
  return value === null ? null : keyOf(kind, plain(kind, value), symbolSpaceOf(listing.mic), listing.currency)
}

const plain = (kind: Kind, value: string): string => (kind === 'cik' ? value.replace(/^0+/, '') : value)

export function claimsOf(records: Iterable<ListingRecord>): Claims {
  const holders = new Map<string, string | null>()
  const bySymbol = new Map<string, ListingRecord>()
  const contradicted = new Set<string>()
  for (const record of records) {
    const symbol = symbolOf(record)
    const earlier = bySymbol.get(symbol)
    if (earlier !== undefined && isAnother(record, earlier)) contradicted.add(symbol)
    bySymbol.set(symbol, record)
    for (const kind of KINDS) {
      const key = ownKey(kind, record)
      if (key === null) continue
      const holder = holders.get(key)
      holders.set(key, holder === undefined || holder === symbol ? symbol : null)
    }
  }
  return { holders, bySymbol, contradicted }
}

export function indexKnown(rows: readonly Known[]): KnownListings {
  const byIdentifier = new Map<string, Known | null>()
  const isLiving = ({ status }: Known): boolean => status !== 'delisted'
  const add = (key: string, row: Known): void => {
    const other = byIdentifier.get(key)
    if (other === undefined || (other !== null && isLiving(row) && !isLiving(other)))
      byIdentifier.set(key, row)
    else if (other === null || isLiving(row) || !isLiving(other)) byIdentifier.set(key, null)
  }
  for (const row of rows) {
    for (const kind of KINDS) {
      const key = ownKey(kind, row)
      // A company's listing that is known to have ended is not the one it has now.
      if (key !== null && (!COMPANY.includes(kind) || row.delisted_on === null)) add(key, row)
    }
    if (row.figi !== null) add(keyOf('figi', row.figi, ANYWHERE, row.currency), row)
  }
  // A delisted security's ticker may be another's by now.
  const living = rows.filter(isLiving)
  return {
    byIdentifier,
    bySymbol: new Map(living.map((row) => [symbolOf(row), row])),
    unplaced: new Map(
      living.filter(({ mic }) => mic === NO_MARKET).map((row) => [unplacedTicker(row.ticker), row]),
    ),
  }
}

/**
 * The stored listing that a record is about: the one that has its FIGI at its venue; else its ISIN; else the only one of
 * its CIK or LEI; else the one that has its symbol now and is no other by its identifiers; else one that was known by its
 * ticker alone.
 */
export function identify(record: ListingRecord, known: KnownListings, claims: Claims): Identity {
  const symbol = symbolOf(record)
  if (claims.contradicted.has(symbol)) {
    return {
      fault: `symbol ${record.ticker} on ${record.exchange} is given to two securities: their figi or isin differ`,
    }
  }
  const byFigi = identifiedBy('figi', record, known, claims)
  const byIsin = unlessHeld(identifiedBy('isin', record, known, claims), record, claims)
  if (byFigi !== null && byIsin !== null && byFigi.entity_id !== byIsin.entity_id) {
    return {
      fault:
        `isin ${record.isin} is that of ${nameOf(byIsin)} and figi ${record.figi} that of ${nameOf(byFigi)}: ` +
        'identifiers of one row must be of one listing',
    }
  }
  const certain = byFigi ?? unlessOther(byIsin, record)
  if (certain !== null) return { listing: certain }
  const bearer = known.bySymbol.get(symbol) ?? unplacedFor(record, known)
  const kept = bearer !== undefined && !hasMoved(bearer, record, claims) ? bearer : null
  const company = companyListing(record, kept, known, claims)
  return { listing: company ?? kept }
}

const nameOf = ({ ticker, exchange }: Known): string => `${ticker} on ${exchange}`

/** The one listing with that identifier of a record at its venue, or known without a venue. */
function identifiedBy(kind: Kind, record: ListingRecord, known: KnownListings, claims: Claims): Known | null {
  const key = ownKey(kind, record)
  const value = record[kind] ?? null
  if (key === null || value === null || claims.holders.get(key) === null) return null
  const at = known.byIdentifier.get(key)
  if (at !== undefined) return at
  // The venue is missing, in the record or in the stored listing.
  const elsewhere = record.mic === NO_MARKET ? ANYWHERE : NO_MARKET
  return known.byIdentifier.get(keyOf(kind, plain(kind, value), elsewhere, record.currency)) ?? null
}

/** A listing found by its ISIN, unless another record has its FIGI. */
function unlessHeld(listing: Known | null, record: ListingRecord, claims: Claims): Known | null {
  return listing === null || holderElsewhere('figi', listing, record, claims) !== null ? null : listing
}

/** One ISIN under two tickers and two FIGIs is one share that is listed twice. */
function unlessOther(listing: Known | null, record: ListingRecord): Known | null {
  if (listing === null || !differ(listing.figi, record.figi)) return listing
  return symbolOf(listing) === symbolOf(record) ? listing : null
}

function unplacedFor(record: ListingRecord, { unplaced }: KnownListings): Known | undefined {
  return record.mic === NO_MARKET ? undefined : unplaced.get(unplacedTicker(record.ticker))
}

/** True when the bearer of a record's symbol is another security than the record's. */
function hasMoved(bearer: Known, record: ListingRecord, claims: Claims): boolean {
  if (isAnother(record, bearer)) return true
  if (holderElsewhere('figi', bearer, record, claims) !== null) return true
  if (record.isin !== null && record.isin === bearer.isin) return false
  if (holderElsewhere('isin', bearer, record, claims) !== null) return true
  return COMPANY.some((kind) => {
    const holder = holderElsewhere(kind, bearer, record, claims)
    if (holder === null || areClasses(bearer, holder)) return false
    return differ(bearer[kind], record[kind]) || !isSameName(bearer.name, record.name)
  })
}

/** The other record of the import that alone has that identifier of a listing. */
function holderElsewhere(
  kind: Kind,
  listing: Known,
  record: ListingRecord,
  { holders, bySymbol }: Claims,
): ListingRecord | null {
  const key = ownKey(kind, listing)
  const holder = (key === null ? null : holders.get(key)) ?? null
  return holder === null || holder === symbolOf(record) ? null : (bySymbol.get(holder) ?? null)
}

/**
 * True when the strongest identifier that both have says that they are two securities. One name or one ISIN says that
 * they are not: files write FIGIs of several levels for one listing, and a split may change an ISIN.
 */
function isAnother(record: ListingRecord, other: Identifiers & { name: string }): boolean {
  if (record.figi !== null && record.figi === other.figi) return false
  if (record.isin !== null && record.isin === other.isin) return false
  if (!differ(record.figi, other.figi) && !differ(record.isin, other.isin)) return false
  return !isSameName(record.name, other.name)
}

/** True for a record and a stored listing that nothing distinguishes. */
export function areOne(record: ListingRecord, listing: Known): boolean {
  return isSameName(record.name, listing.name) && !KINDS.some((kind) => differ(record[kind], listing[kind]))
}

const differ = (one: string | null | undefined, other: string | null | undefined): boolean =>
  (one ?? null) !== null && (other ?? null) !== null && one !== other

/**
 * The listing of a record's company where the company has one at the venue, stored and in the import, and neither is
 * another class of its shares.
 */
function companyListing(
  record: ListingRecord,
  kept: Known | null,
  known: KnownListings,
  claims: Claims,
): Known | null {
  for (const kind of COMPANY) {
    const listing = identifiedBy(kind, record, known, claims)
    if (listing === null || listing === kept) continue
    const fits = kept === null || differ(kept[kind], record[kind])
    if (fits && isRenamed(listing, record, claims)) return listing
  }
  return null
}

function isRenamed(listing: Known, record: ListingRecord, claims: Claims): boolean {
  const heir = claims.bySymbol.get(symbolOf(listing))
  return (
    listing.asset_class === record.assetClass &&
    listing.currency === record.currency &&
    !differ(listing.figi, record.figi) &&
    !differ(listing.isin, record.isin) &&
    holderElsewhere('figi', listing, record, claims) === null &&
    holderElsewhere('isin', listing, record, claims) === null &&
    // While somebody has the old ticker who is not said to be another company, nobody has left it.
    (heir === undefined || hasMoved(listing, heir, claims)) &&
    !areClasses(listing, record)
  )
}

/** True for tickers that begin alike, or of which one is of a class: GOOG and GOOGL, ABC and ABC.PRA. */
function areClasses(listing: Known, record: ListingRecord): boolean {
  const [one, other] = [listing, record].map(({ ticker, mic }) => canonicalTicker(ticker, mic).split('.'))
  const [stem = '', otherStem = ''] = [one?.[0], other?.[0]]
  const length = Math.min(2, stem.length, otherStem.length)
  return stem.slice(0, length) === otherStem.slice(0, length) || one?.[1] !== other?.[1]
}
