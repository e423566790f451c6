import type { InstrumentDatabase } from '../tables.ts'
import { currencyOf } from '../../../market/currencies.ts'
import { tickerFault } from '../../../market/listing-text.ts'
import type { Id } from '../../../kernel/ids.ts'
import {
  isSameTicker,
  nearTickers,
  tickerSpellings,
  unplacedTicker,
} from '../../../market/ticker-spellings.ts'
import { NO_MARKET, symbolSpaceOf, symbolSuffixesOf, type Venue, venueOf } from '../../../market/venues.ts'
import type { Bus } from '../../../ports/bus.ts'
import type { ListingRecord } from '../../../ports/market-data.ts'
import { identifyListings, otherIdOf } from './identity-store.ts'
import { entityIdOf } from '../../../market/entity-id.ts'
import { IMPORT_SOURCE, type SecurityImport } from './import-records.ts'
import { createInstrumentStore, type InstrumentStore } from '../catalogue/store.ts'

/** Which instrument a file of bars is about. */
export interface BarsTarget {
  ticker: string
  /** Name or MIC of the venue, for a ticker that several have. */
  exchange: string | null
  /** False where a ticker that nobody has listed is refused and not added. */
  add?: boolean
}

/** The instrument of a file. */
export interface FoundListing {
  entityId: Id
  currency: string
  /** True when nobody had listed it before. */
  created: boolean
}

/** Why the instrument of a file is unknown; the message is one sentence. */
export class UnknownInstrument extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnknownInstrument'
  }
}

/** Every American venue is one space of tickers. */
const AMERICAN = symbolSpaceOf('XNYS')

/** Finds the listing that a file is about, and adds the one that nobody has listed yet. */
export function createListingFinder(db: InstrumentDatabase, bus: Bus) {
  const instruments = createInstrumentStore(db, [])

  /**
   * The instrument a file of bars is about. One that nobody has listed yet is added with its ticker for a name, unless that is refused; a
   * later import of listings completes it. Throws {@link UnknownInstrument} for a ticker that stands for several, or for none where none is
   * to be added.
   */
  async function find({ ticker, exchange, add: mayAdd = true }: BarsTarget): Promise<FoundListing> {
    const venue = venueOf({ exchange, mic: null, assetClass: 'equity', ticker })
    const listed = await rowsNamed(instruments, ticker, { mic: venue.mic, isNamed: exchange !== null })
    const living = listed.filter(({ status }) => status !== 'delisted')
    const at =
      exchange === null
        ? preferExact(living, ticker)
        : living.filter(({ mic }) => symbolSpaceOf(mic) === symbolSpaceOf(venue.mic))
    // What is still listed is meant before what is not.
    const candidates = at.length > 0 || exchange !== null ? at : listed
    const [only, ...others] = candidates
    if (others.length > 0) {
      const venues = candidates.map(({ exchange: name, mic }) => `${name} (${mic})`).join(', ')
      throw new UnknownInstrument(`${ticker} is listed on ${venues}: name one with --exchange.`)
    }
    if (only !== undefined) return { entityId: only.entity_id, currency: only.currency, created: false }
    if (!mayAdd) await refuseUnlisted(instruments, ticker, exchange)
    return {
      entityId: await add(ticker, venue),
      currency: unlistedRecord(ticker, venue).currency,
      created: true,
    }
  }

  async function add(ticker: string, venue: Venue): Promise<Id> {
    const { listings } = await identifyListings(db, [unlistedRecord(ticker, venue)])
    const entityId = listings[0]?.entityId ?? ''
    await instruments.upsert(listings, IMPORT_SOURCE)
    await bus.publish('instruments.changed', { entityIds: [entityId], catalogue: true })
    return entityId
  }

  /**
   * The listing of an American security with a past: the one that has its ticker now; without one it gets the
   * id of its first ticker. A delisted security is a listing of its own, independent of the present bearer of its ticker.
   */
  async function place(security: SecurityImport): Promise<Id> {
    const { ticker, exchange, mic, previousTickers, delistedOn, add: mayAdd = true } = security
    const record = unlistedRecord(ticker, venueOf({ exchange, mic, assetClass: 'equity' }))
    const first = previousTickers[0]?.ticker ?? ticker
    if (delistedOn !== null) return ensure(otherIdOf(first, mic, delistedOn), record, mayAdd)
    const listed = mic === NO_MARKET ? await onlyAmerican(instruments, ticker) : await living(record)
    if (listed !== null) return listed
    const own = entityIdOf(first, mic)
    const taken = (await instruments.byId(own)) !== undefined
    return ensure(taken ? otherIdOf(first, mic, null) : own, record, mayAdd)
  }

  /** The stored listing that has the symbol of the record now. */
  async function living(record: ListingRecord): Promise<Id | null> {
    const [listed] = (await identifyListings(db, [record])).listings
    if (listed === undefined) return null
    const row = await instruments.byId(listed.entityId)
    return row === undefined ? null : listed.entityId
  }

  async function ensure(entityId: Id, record: ListingRecord, mayAdd: boolean): Promise<Id> {
    if ((await instruments.byId(entityId)) !== undefined) return entityId
    if (!mayAdd) refuseNew(record.ticker)
    await instruments.upsert([{ ...record, entityId, previousTicker: null }], IMPORT_SOURCE)
    await bus.publish('instruments.changed', { entityIds: [entityId], catalogue: true })
    return entityId
  }

  return { find, place }
}

/** Throws {@link UnknownInstrument} with the listed tickers that are a slip of the finger away. */
async function refuseUnlisted(
  instruments: Pick<InstrumentStore, 'byTickers'>,
  ticker: string,
  exchange: string | null,
): Promise<never> {
  const fault = tickerFault(ticker)
  if (fault !== null) throw new UnknownInstrument(`the ticker ${fault}.`)
  const rows = await instruments.byTickers(nearTickers(ticker))
  const listed = new Set(rows.filter(({ status }) => status !== 'delisted').map((row) => row.ticker))
  // Letters in another order, then one letter changed, before one more or one less.
  const near = [...listed].sort((a, b) => strangeness(a, ticker) - strangeness(b, ticker) || (a < b ? -1 : 1))
  const meant = near.slice(0, SUGGESTIONS).join(' or ')
  const where = exchange === null ? '' : ` on ${exchange}`
  throw new UnknownInstrument(
    `no listing has the ticker ${ticker}${where}.${meant === '' ? '' : ` Did you mean --ticker ${meant}?`} --add lists ${ticker} under this name.`,
  )
}

/** The same for a file that says itself which security it is about. */
function refuseNew(ticker: string): never {
  throw new UnknownInstrument(
    `no listing has the ticker ${ticker}. Import its listing first, or --add lists it under this name.`,
  )
}

const SUGGESTIONS = 3

function strangeness(ticker: string, asked: string): number {
  const letters = (text: string): string => text.toUpperCase().split('').sort().join('')
  if (letters(ticker) === letters(asked)) return 0
  return ticker.length === asked.length ? 1 : 2
}

/** The one American listing of a ticker whose venue is not said, or the one known by its ticker alone. */
async function onlyAmerican(
  instruments: Pick<InstrumentStore, 'byTickers'>,
  ticker: string,
): Promise<Id | null> {
  const rows = await rowsNamed(instruments, ticker, { mic: 'XNYS', isNamed: false })
  const [only, ...others] = rows.filter(
    ({ mic, status }) => status !== 'delisted' && (mic === NO_MARKET || symbolSpaceOf(mic) === AMERICAN),
  )
  return others.length === 0 ? (only?.entity_id ?? null) : null
}

/** Rows whose ticker is this one, however it is written; instruments of a venue's suffix only under it or at the venue. */
async function rowsNamed(
  instruments: Pick<InstrumentStore, 'byTickers'>,
  ticker: string,
  { mic: venueMic, isNamed }: { mic: string; isNamed: boolean },
) {
  const named = isNamed || venueMic !== NO_MARKET ? tickerSpellings(ticker, venueMic) : []
  const rows = await instruments.byTickers([...new Set([...named, ...tickerSpellings(ticker, null)])])
  const same = rows.filter(({ mic, ticker: own }) => {
    if (mic === NO_MARKET) return unplacedTicker(own) === unplacedTicker(ticker)
    if (!isSameTicker(own, ticker, mic)) return false
    const atVenue = isNamed || symbolSpaceOf(mic) === symbolSpaceOf(venueMic)
    return atVenue || hasSuffix(own, mic) === hasSuffix(ticker, mic)
  })
  // One that is listed somewhere is meant before one that was known by its ticker alone.
  const placed = same.filter(({ mic }) => mic !== NO_MARKET)
  return placed.some(({ status }) => status !== 'delisted') ? placed : same
}

/** Those that write the ticker as it was asked for, if there are any: `MKC.V` of New York before that of another venue. */
function preferExact<Row extends { ticker: string }>(rows: readonly Row[], ticker: string): readonly Row[] {
  const exact = rows.filter((row) => row.ticker.toUpperCase() === ticker.toUpperCase())
  return exact.length > 0 ? exact : rows
}

function hasSuffix(ticker: string, mic: string): boolean {
  return symbolSuffixesOf(mic).some((suffix) => ticker.toUpperCase().endsWith(suffix))
}

/** A listing of which only ticker and venue are known. Throws {@link UnknownInstrument} for what is no ticker. */
function unlistedRecord(ticker: string, venue: Venue): ListingRecord {
  const fault = tickerFault(ticker)
  if (fault !== null) throw new UnknownInstrument(`the ticker ${fault}.`)
  return {
    ticker,
    name: ticker,
    exchange: venue.exchange,
    mic: venue.mic,
    assetClass: 'equity',
    currency: currencyOf({ given: null, ticker, assetClass: 'equity', venueCountry: venue.country }),
    sector: null,
    industry: null,
    country: null,
    isin: null,
    figi: null,
    cik: null,
    marketCap: null,
    aliases: [],
  }
}
