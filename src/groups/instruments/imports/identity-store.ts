import type { InstrumentDatabase } from '../tables.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Id, nameId } from '../../../kernel/ids.ts'
import { type Day, formatDay } from '../../../kernel/time.ts'
import { entityIdOf } from '../../../market/entity-id.ts'
import { isSameTicker, tickerSpellings } from '../../../market/ticker-spellings.ts'
import { canonicalTicker, NO_MARKET, symbolSpaceOf } from '../../../market/venues.ts'
import type { ListingRecord } from '../../../ports/market-data.ts'
import type { DisplacedListing, IdentifiedListing } from '../catalogue/store.ts'
import {
  areOne,
  type Claims,
  claimsOf,
  identify,
  indexKnown,
  type Known,
  type KnownListings,
  symbolOf,
} from './identity.ts'

/** Bearers of one ticker, after the first, that neither FIGI nor ISIN distinguishes. */
const NEXT_BEARERS = 8

/** Id of a listing whose first ticker belongs to another one with the id of {@link entityIdOf}. */
export function otherIdOf(ticker: string, mic: string, delistedOn: Day | null): Id {
  return laterId(ticker, mic, delistedOn === null ? 'next' : formatDay(delistedOn))
}

/** Ids for a listing whose own one is taken, in the order in which they are to be tried. */
function laterIds({ ticker, mic, figi, isin }: ListingRecord): Id[] {
  const numbered = Array.from({ length: NEXT_BEARERS - 1 }, (_, i) => laterId(ticker, mic, `next ${i + 2}`))
  const next = [otherIdOf(ticker, mic, null), ...numbered]
  // The same in every installation, whatever came before.
  const named = [figi, isin].filter((word) => word !== null)
  return [...named.map((word) => laterId(ticker, mic, word)), ...next]
}

function laterId(ticker: string, mic: string, word: string): Id {
  return nameId('listing', symbolSpaceOf(mic), canonicalTicker(ticker, mic), word)
}

/** Records with the ids of the listings they are about. */
export interface Identified<R extends ListingRecord> {
  /** Every id once: of two records for it the later counts. */
  listings: Array<R & IdentifiedListing>
  /** Records that cannot be matched, with the reason. */
  rejected: Array<{ record: R; reason: string }>
  /** Listings whose ticker another one of these has now. */
  displaced: DisplacedListing[]
}

/** One record with what is stored for it. */
interface Placed<R> {
  record: R
  listing: Known | null
}

export interface IdentifyOptions {
  /** Of the whole import of which the records may be a part. */
  claims?: Claims
  /** Leaves out records that are about no listing and whose own id another has. */
  ownIdsAlone?: boolean
}

/**
 * Gives records the ids of the listings they are about, by {@link identify}; one that is about none gets the id that venue
 * and ticker make, or a further one when that listing has moved on to another ticker or has ended.
 */
export async function identifyListings<R extends ListingRecord>(
  db: InstrumentDatabase,
  records: readonly R[],
  { claims = claimsOf(records), ownIdsAlone = false }: IdentifyOptions = {},
): Promise<Identified<R>> {
  const rows = await readKnown(db, records)
  const known = indexKnown(rows)
  const rejected: Identified<R>['rejected'] = []
  const placed: Placed<R>[] = []
  const owners = new Map<Id, string>()
  for (const record of records) {
    const identity = identify(record, known, claims)
    if ('fault' in identity) {
      rejected.push({ record, reason: identity.fault })
      continue
    }
    // Two venues' listings of one ticker cannot both be the one that was known by its ticker alone.
    const symbol = symbolOf(record)
    const owner = identity.listing === null ? undefined : owners.get(identity.listing.entity_id)
    const listing = owner === undefined || owner === symbol ? identity.listing : null
    if (listing !== null) owners.set(listing.entity_id, symbol)
    placed.push({ record, listing })
  }
  const ids = await newIds(db, placed, new Set(rows.map(({ entity_id: id }) => id)))
  const identified = new Map<Id, R & IdentifiedListing>()
  for (const { record, listing } of placed) {
    const further = listing === null ? ids.get(symbolOf(record)) : undefined
    if (ownIdsAlone && further !== undefined) continue
    if (further === null) {
      const reason = `symbol ${record.ticker} on ${record.exchange} has had too many bearers to be told without figi or isin`
      rejected.push({ record, reason })
      continue
    }
    const entityId = listing?.entity_id ?? further ?? entityIdOf(record.ticker, record.mic)
    identified.set(entityId, {
      ...record,
      entityId,
      previousTicker: listing === null ? null : tickerBefore(listing, record),
    })
  }
  const listings = [...identified.values()]
  return { listings, rejected, displaced: displacedBy(listings, known, owners) }
}

/** The old ticker, unless the new one is only another way of writing it. */
function tickerBefore({ ticker: old, mic }: Known, record: ListingRecord): string | null {
  const venue = record.mic === NO_MARKET ? mic : record.mic
  return isSameTicker(old, record.ticker, venue) ? null : old
}

/** The same between two texts of which only that is known. */
export function renamedFrom(old: string, ticker: string): string | null {
  const plain = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return plain(old) === plain(ticker) ? null : old
}

function displacedBy(
  listings: readonly IdentifiedListing[],
  { bySymbol }: KnownListings,
  identified: ReadonlyMap<Id, string>,
): DisplacedListing[] {
  return listings.flatMap((listing) => {
    const bearer = bySymbol.get(symbolOf(listing))
    const stays =
      bearer === undefined || bearer.entity_id === listing.entityId || identified.has(bearer.entity_id)
    if (stays) return []
    const successor = areOne(listing, bearer) ? listing.entityId : null
    return [{ entityId: bearer.entity_id, successor }]
  })
}

/** Ids for the symbols of records that are about no stored listing, whose own id another has; null when none is free. */
async function newIds<R extends ListingRecord>(
  db: InstrumentDatabase,
  placed: readonly Placed<R>[],
  taken: ReadonlySet<Id>,
): Promise<ReadonlyMap<string, Id | null>> {
  const fresh = placed.filter(
    ({ listing, record }) => listing === null && taken.has(entityIdOf(record.ticker, record.mic)),
  )
  const candidates = new Map(fresh.map(({ record }) => [symbolOf(record), laterIds(record)]))
  if (candidates.size === 0) return new Map()
  const { rows } = await sql<{ entity_id: Id }>`
    select entity_id from instrument where entity_id = any(${[...candidates.values()].flat()}::uuid[])`.execute(
    db,
  )
  const stored = new Set(rows.map(({ entity_id: id }) => id))
  return new Map(
    [...candidates].map(([symbol, ids]) => {
      return [symbol, ids.find((id) => !stored.has(id)) ?? null]
    }),
  )
}

/** Lets one transaction at a time look who has a ticker of a venue, and give it away: no row says that nobody has it. */
export async function lockTickers(trx: InstrumentDatabase, mic: string): Promise<void> {
  const space = `tickers ${symbolSpaceOf(mic)}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${space}, 0))`.execute(trx)
}

/** The other listing that has a ticker at a venue now; null where none has. */
export async function otherBearer(
  db: InstrumentDatabase,
  symbol: Pick<ListingRecord, 'ticker' | 'mic'>,
  own: Id,
): Promise<Known | null> {
  const spellings = tickerSpellings(symbol.ticker, symbol.mic)
  const { rows } = await sql<Known>`${having(sql`upper(ticker)`, 'text', spellings)}`.execute(db)
  return indexKnown(rows.filter(({ entity_id: id }) => id !== own)).bySymbol.get(symbolOf(symbol)) ?? null
}

/** Rows that records may be about. Each identifier by its own index: of thousands, `or` reads the whole table. */
async function readKnown(db: InstrumentDatabase, records: readonly ListingRecord[]): Promise<Known[]> {
  const tickers = records.flatMap(({ ticker, mic }) => [
    ...tickerSpellings(ticker, mic),
    ...tickerSpellings(ticker, NO_MARKET),
  ])
  const ids = records.map(({ ticker, mic }) => entityIdOf(ticker, mic))
  const { rows } = await sql<Known>`
    ${having(sql`entity_id`, 'uuid', ids)}
    union ${having(sql`upper(ticker)`, 'text', tickers)}
    union ${identified(sql`figi`, records, ({ figi }) => figi)}
    union ${identified(sql`isin`, records, ({ isin }) => isin)}
    union ${identified(sql`ltrim(cik, '0')`, records, ({ cik }) => cik?.replace(/^0+/, ''))}
    union ${identified(sql`lei`, records, ({ lei }) => lei)}
    order by entity_id`.execute(db)
  return rows
}

function identified(
  column: RawBuilder<unknown>,
  records: readonly ListingRecord[],
  valueOf: (record: ListingRecord) => string | null | undefined,
): RawBuilder<unknown> {
  const values = records.map(valueOf).filter((value) => value !== null && value !== undefined)
  return having(column, 'text', values)
}

function having(
  column: RawBuilder<unknown>,
  type: 'text' | 'uuid',
  values: readonly string[],
): RawBuilder<unknown> {
  return sql`
    select found.* from unnest(${[...new Set(values)]}::${sql.raw(type)}[]) as wanted (value)
    cross join lateral (
      select entity_id, mic, exchange, ticker, name, asset_class, currency, figi, isin, cik, lei, status, delisted_on
      from instrument where ${column} = wanted.value offset 0) as found`
}
