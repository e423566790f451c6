import type { InstrumentDatabase, ListingStatus } from '../tables.ts'
import { sql } from 'kysely'
import { type Id, nameId } from '../../../kernel/ids.ts'
import { canonicalTicker, symbolSpaceOf, NO_MARKET } from '../../../market/venues.ts'
import { type Day, formatDay } from '../../../kernel/time.ts'
import type { ListingRecord } from '../../../ports/market-data.ts'
import type { IdentifiedListing } from '../catalogue/store.ts'

/** Id of a listing: the same for the same ticker at the same venue, whatever file it came from. */
export function entityIdOf(ticker: string, mic: string): Id {
  return nameId('listing', symbolSpaceOf(mic), canonicalTicker(ticker, mic))
}

/** Id of a listing whose first ticker belongs to another one with the id of {@link entityIdOf}. */
export function otherIdOf(ticker: string, mic: string, delistedOn: Day | null): Id {
  const until = delistedOn === null ? 'next' : formatDay(delistedOn)
  return nameId('listing', symbolSpaceOf(mic), canonicalTicker(ticker, mic), until)
}

/** A stored listing as far as it tells who it is. */
interface Known {
  entity_id: Id
  mic: string
  ticker: string
  figi: string | null
  status: ListingStatus
}

/** What is stored that a batch of records may be about. */
interface KnownListings {
  byId: ReadonlyMap<Id, Known>
  bySymbol: ReadonlyMap<string, Known>
  byFigi: ReadonlyMap<string, Known>
  /** Listings of an unknown venue by ticker: what bars were imported for before anybody listed it. */
  unplaced: ReadonlyMap<string, Known>
}

const symbolOf = (ticker: string, mic: string): string =>
  `${symbolSpaceOf(mic)} ${canonicalTicker(ticker, mic)}`

/**
 * Gives records the ids of the listings they are about: one of the same symbol; else one of the same FIGI at the same
 * venue, which has then changed its ticker; else one that was known by its ticker alone; else the id that venue and
 * ticker make. An id whose listing has moved on to another ticker is not given to the next bearer of the first one.
 * Every id is returned once: of two records for it the later counts.
 */
export async function identifyListings(
  db: InstrumentDatabase,
  records: readonly ListingRecord[],
): Promise<IdentifiedListing[]> {
  const known = await readKnown(db, records)
  const identified = new Map<Id, IdentifiedListing>()
  for (const record of records) {
    const listing = identify(record, known)
    const { ticker, mic } = record
    // Two venues' listings of one ticker cannot both be the one that was known by its ticker alone.
    const taken = identified.get(listing.entityId)
    const other = taken !== undefined && symbolOf(taken.ticker, taken.mic) !== symbolOf(ticker, mic)
    const placed = other ? { entityId: entityIdOf(ticker, mic), previousTicker: null } : listing
    identified.set(placed.entityId, { ...record, ...placed })
  }
  return [...identified.values()]
}

function identify(
  { ticker, mic, figi }: ListingRecord,
  known: KnownListings,
): Pick<IdentifiedListing, 'entityId' | 'previousTicker'> {
  const listed =
    known.bySymbol.get(symbolOf(ticker, mic)) ??
    (figi === null ? undefined : known.byFigi.get(`${symbolSpaceOf(mic)} ${figi}`)) ??
    (mic === NO_MARKET ? undefined : known.unplaced.get(ticker.toUpperCase()))
  if (listed !== undefined) {
    return { entityId: listed.entity_id, previousTicker: renamedFrom(listed.ticker, ticker) }
  }
  const own = entityIdOf(ticker, mic)
  return { entityId: known.byId.has(own) ? otherIdOf(ticker, mic, null) : own, previousTicker: null }
}

/** The old ticker, unless the new one is only another way of writing it. */
export function renamedFrom(old: string, ticker: string): string | null {
  const plain = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return plain(old) === plain(ticker) ? null : old
}

async function readKnown(db: InstrumentDatabase, records: readonly ListingRecord[]): Promise<KnownListings> {
  const tickers = records.map(({ ticker }) => ticker.toUpperCase())
  const figis = records.flatMap(({ figi }) => (figi === null ? [] : [figi]))
  const ids = records.map(({ ticker, mic }) => entityIdOf(ticker, mic))
  const { rows } = await sql<Known>`
    select entity_id, mic, ticker, figi, status from instrument
    where entity_id = any(${ids}::uuid[]) or upper(ticker) = any(${tickers}::text[]) or figi = any(${figis}::text[])
    order by entity_id`.execute(db)
  // A delisted security's ticker may be another's by now.
  const living = rows.filter(({ status }) => status !== 'delisted')
  return {
    byId: new Map(rows.map((row) => [row.entity_id, row])),
    bySymbol: new Map(living.map((row) => [symbolOf(row.ticker, row.mic), row])),
    byFigi: new Map(rows.map((row) => [`${symbolSpaceOf(row.mic)} ${row.figi}`, row])),
    unplaced: new Map(
      living.filter(({ mic }) => mic === NO_MARKET).map((row) => [row.ticker.toUpperCase(), row]),
    ),
  }
}
