import type { InstrumentDatabase, InstrumentTables } from '../tables.ts'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { atomically } from '../../../adapters/storage/database.ts'
import { NO_CURRENCY } from '../../../market/currencies.ts'
import type { Id } from '../../../kernel/ids.ts'
import { formatDay } from '../../../kernel/time.ts'
import { NO_MARKET } from '../../../market/venues.ts'
import type { ListingRecord } from '../../../ports/market-data.ts'
import { IMPORT_SOURCE } from '../imports/import-records.ts'
import { COLUMNS, type InstrumentRow } from './instrument-row.ts'
import { fingerprintOf, pagesOf } from './pages-store.ts'
import { readNames, readNamesAfter } from './names-store.ts'
import { isSimulated, SIMULATED_SOURCE } from './origin.ts'

/** A listing to store, with the id that its venue and ticker give it. */
export interface IdentifiedListing extends ListingRecord {
  entityId: Id
  /** The ticker that it has had until now, when this record gives it another; else null. */
  previousTicker: string | null
}

/** A listing whose ticker another one has now. */
export interface DisplacedListing {
  entityId: Id
  /** The other one where both are the same security, listed twice before an identifier said so. */
  successor: Id | null
}

/** How many rows of a batch were new, changed, or as they were. */
export interface UpsertCounts {
  stored: number
  unchanged: number
}

/** The same with the listings that were new: of several concurrent writers of one listing exactly one gets it here. */
export interface UpsertedListings extends UpsertCounts {
  created: ReadonlySet<Id>
  /** Of which anything that is listed is another than before: these were new, changed, or have one more former ticker. */
  changed: ReadonlySet<Id>
}

export type InstrumentStore = ReturnType<typeof createInstrumentStore>

/** A row as far as its ticker leads to it. */
type NamedRow = Pick<InstrumentRow, 'entity_id' | 'mic' | 'ticker' | 'exchange' | 'currency' | 'status'>

/** How a listing is named at its venue. */
export interface Symbol {
  mic: string
  ticker: string
}

/**
 * SQL on the instrument table. `simulated` names the source whose rows are hidden unless it is configured: with no
 * upstream, only imported data is served.
 */
export function createInstrumentStore(db: InstrumentDatabase, hiddenSources: readonly string[]) {
  function visible<T>(
    query: SelectQueryBuilder<InstrumentTables, 'instrument', T>,
  ): SelectQueryBuilder<InstrumentTables, 'instrument', T> {
    return hiddenSources.length === 0 ? query : query.where('source', 'not in', hiddenSources)
  }

  return {
    async byId(id: Id): Promise<InstrumentRow | undefined> {
      const query = visible(db.selectFrom('instrument')).select(COLUMNS).where('entity_id', '=', id)
      return query.executeTakeFirst()
    },

    /** Rows of those ids that somebody has, in any order. */
    async byIds(ids: readonly Id[]): Promise<InstrumentRow[]> {
      if (ids.length === 0) return []
      const query = visible(db.selectFrom('instrument')).select(COLUMNS)
      return query.where('entity_id', '=', sql<Id>`any(${[...ids]}::uuid[])`).execute()
    },

    /** What instruments are called, those of hidden sources too, in any order. */
    names: (ids: readonly Id[]) => readNames(db, ids),

    /** What listings are and were called, in order of their ids, from the one after `after` on. */
    namesAfter: (after: Id | null, limit: number) =>
      readNamesAfter(visible(db.selectFrom('instrument')), after, limit),

    /** Rows of those listings that somebody has, in any order. */
    async bySymbols(symbols: readonly Symbol[]): Promise<InstrumentRow[]> {
      if (symbols.length === 0) return []
      const [mics, tickers] = [symbols.map(({ mic }) => mic), symbols.map(({ ticker }) => ticker)]
      const named = sql<{ mic: string; ticker: string }>`
        (select * from unnest(${mics}::text[], ${tickers}::text[]) as named(mic, ticker))`
      return visible(db.selectFrom('instrument'))
        .select(COLUMNS)
        .where(sql<boolean>`(mic, ticker) in ${named}`)
        .execute()
    },

    /** Every row in pages, or those of some ids. */
    pages(pageSize: number, ids: readonly Id[] | null = null): AsyncGenerator<string> {
      const all = visible(db.selectFrom('instrument'))
      const wanted = ids === null ? all : all.where('entity_id', '=', sql<Id>`any(${[...ids]}::uuid[])`)
      return pagesOf(db, wanted, pageSize)
    },

    /** Changes with every change of what {@link pages} reads; in any order the same rows have the same. */
    fingerprint: () => fingerprintOf(db, visible(db.selectFrom('instrument'))),

    /** Those of the ids that somebody has. */
    async existing(ids: readonly Id[]): Promise<ReadonlySet<Id>> {
      if (ids.length === 0) return new Set()
      const rows = await db
        .selectFrom('instrument')
        .select('entity_id')
        .where('entity_id', 'in', ids)
        .execute()
      return new Set(rows.map(({ entity_id: id }) => id))
    },

    /** Rows whose ticker is one of these in upper case. */
    byTickers(tickers: readonly string[]): Promise<NamedRow[]> {
      return visible(db.selectFrom('instrument'))
        .select(['entity_id', 'mic', 'ticker', 'exchange', 'currency', 'status'])
        .where(sql`upper(ticker)`, '=', sql<string>`any(${[...tickers]}::text[])`)
        .orderBy('mic')
        .execute()
    },

    takeOver: (ids: readonly Id[]): Promise<number> => takeOver(db, ids),

    /** Stores listings; those that are displaced have lost their tickers to them. */
    upsert: (
      listings: readonly IdentifiedListing[],
      source: string,
      displaced?: readonly DisplacedListing[],
    ) => atomically(db, (trx) => upsert(trx, listings, source, displaced)),
  }
}

/**
 * Makes simulated listings recorded ones, because something is stored for them; how many of them were simulated. Who
 * they are stays known, their simulated market capitalisation does not. To be called in the transaction that stores.
 */
async function takeOver(db: InstrumentDatabase, ids: readonly Id[]): Promise<number> {
  if (ids.length === 0) return 0
  const { numUpdatedRows } = await db
    .updateTable('instrument')
    .set({ source: IMPORT_SOURCE, market_cap: null, updated_at: sql`now()` })
    .where('entity_id', '=', sql<Id>`any(${[...ids]}::uuid[])`)
    .where('source', '=', SIMULATED_SOURCE)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * Marks listings whose ticker is another's now. A venue gives a ticker to one security at a time, so they are no longer
 * listed under theirs; since when, and under which one they may be, nobody has said. A simulated record takes no ticker from
 * what came from elsewhere.
 */
async function displace(
  db: InstrumentDatabase,
  displaced: readonly DisplacedListing[],
  source: string,
): Promise<void> {
  const ids = displaced.map(({ entityId }) => entityId)
  const successors = displaced.map(({ successor }) => successor)
  await sql`
    update instrument set status = 'delisted', successor_entity_id = displaced.successor, updated_at = now()
    from unnest(${ids}::uuid[], ${successors}::uuid[]) as displaced (id, successor)
    where entity_id = displaced.id and status <> 'delisted'
      and (source = ${SIMULATED_SOURCE} or ${!isSimulated(source)})`.execute(db)
}

/** Of two writers of which each takes a ticker from what the other stores, each would have what the other waits for. */
async function lockInOrder(db: InstrumentDatabase, listings: ReadonlyArray<{ entityId: Id }>): Promise<void> {
  const ids = listings.map(({ entityId }) => entityId)
  await sql`select from instrument where entity_id = any(${ids}::uuid[]) order by entity_id for update`.execute(
    db,
  )
}

/** A simulated record about a listing that is not simulated, of which an import of bars knew the ticker alone. */
const FILLS_IN = sql`(excluded.source = ${sql.lit(SIMULATED_SOURCE)} and old.source <> ${sql.lit(SIMULATED_SOURCE)})`
const LEAVES_SIMULATION = sql`(excluded.source <> ${sql.lit(SIMULATED_SOURCE)} and old.source = ${sql.lit(SIMULATED_SOURCE)})`

/** A record that knows no more of a listing than its ticker, as an import of bars makes it. Some are called as their ticker. */
const KNOWS_TICKER = sql`(excluded.name = excluded.ticker and old.name not in (old.ticker, excluded.name))`

/** Unless the import said it, or nobody says it now. */
const keepKnown = (column: string, test: string, unknown: string): RawBuilder<unknown> => {
  const [old, given] = [sql.ref(`old.${column}`), sql.ref(`excluded.${column}`)]
  const isKnown = sql`${sql.ref(`old.${test}`)} <> ${sql.lit(unknown)}`
  const isUnsaid = sql`${sql.ref(`excluded.${test}`)} = ${sql.lit(unknown)}`
  return sql`case when (${FILLS_IN} or ${isUnsaid}) and ${isKnown} then ${old} else ${given} end`
}
const unlessBare = (column: string): RawBuilder<unknown> =>
  sql`case when ${KNOWS_TICKER} then ${sql.ref(`old.${column}`)} else ${sql.ref(`excluded.${column}`)} end`
const orElseOld = (column: string): RawBuilder<unknown> =>
  sql`coalesce(${sql.ref(`excluded.${column}`)}, ${sql.ref(`old.${column}`)})`

const IS_BACK = sql`(old.status = 'delisted' and old.delisted_on is null)`

/** What becomes of each column when a record meets the stored one. */
const MERGED: ReadonlyArray<readonly [column: string, value: RawBuilder<unknown>]> = [
  ['mic', keepKnown('mic', 'mic', NO_MARKET)],
  ['exchange', keepKnown('exchange', 'mic', NO_MARKET)],
  ['currency', keepKnown('currency', 'currency', NO_CURRENCY)],
  ...['ticker', 'name', 'asset_class'].map((column) => [column, unlessBare(column)] as const),
  // Its ticker had gone to another listing, and here it is again.
  ['status', sql`case when ${IS_BACK} then 'active' else old.status end`],
  ['successor_entity_id', sql`case when ${IS_BACK} then null else old.successor_entity_id end`],
  ['source', sql`case when ${FILLS_IN} then old.source else excluded.source end`],
  ...['sector', 'industry', 'country', 'isin', 'figi', 'cik', 'lei', 'listed_on'].map(
    (column) => [column, orElseOld(column)] as const,
  ),
  [
    'market_cap',
    sql`case when ${FILLS_IN} then old.market_cap when ${LEAVES_SIMULATION} then excluded.market_cap
      else ${orElseOld('market_cap')} end`,
  ],
]

/**
 * Stores listings; what the new record does not know keeps its value, but for a simulated one. A simulated record
 * never replaces what came from elsewhere: it completes what only had a ticker for a name. The batch must not hold an id
 * twice.
 */
async function upsert(
  db: InstrumentDatabase,
  listings: readonly IdentifiedListing[],
  source: string,
  displaced: readonly DisplacedListing[] = [],
): Promise<UpsertedListings> {
  if (displaced.length > 0) {
    await lockInOrder(db, [...listings, ...displaced])
    await displace(db, displaced, source)
  }
  if (listings.length === 0) return { stored: 0, unchanged: 0, created: new Set(), changed: new Set() }
  const payload = payloadOf(listings, source)
  const sets = MERGED.map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  // An existing row is locked before it is updated, which its xmax shows: a query beforehand would not see who is faster.
  // All writers use one order: otherwise two about the same listings could deadlock.
  const result = await sql<{ stored: Id[]; created: Id[] }>`
    with written as (
      insert into instrument as old (entity_id, mic, ticker, name, exchange, asset_class, sector, industry, currency,
        country, isin, figi, cik, lei, listed_on, market_cap, aliases, source)
      select entity_id, mic, ticker, name, exchange, asset_class, sector, industry, currency,
        country, isin, figi, cik, lei, listed_on, market_cap, aliases, source
      from json_to_recordset(${payload}::json) as new(entity_id uuid, mic text, ticker text, name text, exchange text,
        asset_class text, sector text, industry text, currency text, country text, isin text, figi text, cik text,
        lei text, listed_on date, market_cap double precision, aliases text[], source text)
      order by entity_id
      on conflict (entity_id) do update set ${sql.join(sets)},
        aliases = (select coalesce(array_agg(distinct alias order by alias), '{}')
                   from unnest(old.aliases || excluded.aliases) as alias),
        updated_at = now()
      where (not ${FILLS_IN} or old.name = old.ticker)
        and ((${sql.join(MERGED.map(([column]) => sql.ref(`old.${column}`)))})
            is distinct from (${sql.join(MERGED.map(([, value]) => value))})
          or not old.aliases @> excluded.aliases)
      returning entity_id, old.xmax = 0 as is_new)
    select coalesce(array_agg(entity_id), '{}') as stored,
      coalesce(array_agg(entity_id) filter (where is_new), '{}') as created
    from written`.execute(db)
  const renamed = isSimulated(source) ? [] : await rememberTickers(db, listings)
  const renamedBefore = await addFormerTickers(db, listings)
  const { stored = [], created = [] } = result.rows[0] ?? {}
  if (stored.length > 0) await nameCurrencies(db, listings)
  return {
    stored: stored.length,
    unchanged: listings.length - stored.length,
    created: new Set(created),
    changed: new Set([...stored, ...renamed, ...renamedBefore]),
  }
}

/** Dividends that came before anybody said what the listing is traded in. */
async function nameCurrencies(db: InstrumentDatabase, listings: readonly IdentifiedListing[]): Promise<void> {
  await sql`
    update corporate_action set currency = instrument.currency from instrument
    where instrument.entity_id = corporate_action.entity_id and instrument.currency <> ${NO_CURRENCY}
      and corporate_action.currency = ${NO_CURRENCY}
      and instrument.entity_id = any(${listings.map(({ entityId }) => entityId)}::uuid[])`.execute(db)
}

/** What a listing was called before this record is found by search. */
function rememberTickers(db: InstrumentDatabase, listings: readonly IdentifiedListing[]): Promise<Id[]> {
  const past = listings.flatMap(({ entityId, previousTicker }) =>
    previousTicker === null ? [] : [{ entity_id: entityId, ticker: previousTicker }],
  )
  return addToHistory(db, past)
}

/** What a record says itself of the tickers of the past. */
function addFormerTickers(db: InstrumentDatabase, listings: readonly IdentifiedListing[]): Promise<Id[]> {
  const past = listings.flatMap(({ entityId, formerTickers = [] }) =>
    formerTickers.map(({ ticker, until }) => ({ entity_id: entityId, ticker, to_day: formatDay(until) })),
  )
  return addToHistory(db, past)
}

/** What is stored of a ticker stays. Returns whose history has more now. */
async function addToHistory(
  db: InstrumentDatabase,
  past: ReadonlyArray<{ entity_id: Id; ticker: string; to_day?: string }>,
): Promise<Id[]> {
  if (past.length === 0) return []
  const added = await db
    .insertInto('ticker_history')
    .values([...past])
    .onConflict((conflict) => conflict.doNothing())
    .returning('entity_id')
    .execute()
  return added.map(({ entity_id: id }) => id)
}

/** Rows as PostgreSQL reads them back from JSON: one value costs less than thousands of parameters. */
function payloadOf(listings: readonly IdentifiedListing[], source: string): string {
  return JSON.stringify(
    listings.map((each) => ({
      entity_id: each.entityId,
      mic: each.mic,
      ticker: each.ticker,
      name: each.name,
      exchange: each.exchange,
      asset_class: each.assetClass,
      sector: each.sector,
      industry: each.industry,
      currency: each.currency,
      country: each.country,
      isin: each.isin,
      figi: each.figi,
      cik: each.cik,
      lei: each.lei ?? null,
      listed_on: each.listedOn === null || each.listedOn === undefined ? null : formatDay(each.listedOn),
      market_cap: each.marketCap,
      aliases: each.aliases,
      source,
    })),
  )
}
