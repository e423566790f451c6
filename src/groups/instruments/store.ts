import { type SelectQueryBuilder, sql } from 'kysely'
import { atomically, type Database } from '../../adapters/storage/database.ts'
import type { InstrumentTable, ListingStatus, Tables } from '../../adapters/storage/schema.ts'
import type { Id } from '../../kernel/ids.ts'
import type { AssetClass } from '../../kernel/vocabulary.ts'
import type { ListingRecord } from '../../ports/market-data.ts'

/** A listing to store, with the id that its venue and ticker give it. */
export interface IdentifiedListing extends ListingRecord {
  entityId: Id
  /** The ticker that it has had until now, when this record gives it another; else null. */
  previousTicker: string | null
}

/** How many rows of a batch were new, changed, or as they were. */
export interface UpsertCounts {
  stored: number
  unchanged: number
}

export type InstrumentStore = ReturnType<typeof createInstrumentStore>

const COLUMNS = [
  'entity_id',
  'mic',
  'ticker',
  'name',
  'exchange',
  'asset_class',
  'sector',
  'industry',
  'currency',
  'country',
  'isin',
  'figi',
  'cik',
  'market_cap',
  'aliases',
  'source',
  'status',
] as const

/** A row of the instrument table. */
export type InstrumentRow = Omit<Pick<InstrumentTable, (typeof COLUMNS)[number]>, 'aliases' | 'status'> & {
  aliases: string[]
  status: ListingStatus
}

/** What rows have in common; absent = anything. */
export interface RowKind {
  assetClass?: AssetClass | undefined
  sector?: string | undefined
}

/** The same with the tickers that the listing had before. */
export interface SearchRow extends InstrumentRow {
  previous_tickers: string[] | null
}

/**
 * SQL on the instrument table. `simulated` names the source whose rows are hidden unless it is configured: with no
 * upstream, only imported data is served.
 */
export function createInstrumentStore(db: Database, hiddenSources: readonly string[]) {
  function visible<T>(
    query: SelectQueryBuilder<Tables, 'instrument', T>,
  ): SelectQueryBuilder<Tables, 'instrument', T> {
    return hiddenSources.length === 0 ? query : query.where('source', 'not in', hiddenSources)
  }

  return {
    async byId(id: Id): Promise<InstrumentRow | undefined> {
      const query = visible(db.selectFrom('instrument')).select(COLUMNS).where('entity_id', '=', id)
      return query.executeTakeFirst()
    },

    /**
     * Every row, or those of a kind, in pages by id, each as the text of a JSON array of {@link SearchRow}: whoever needs them all parses
     * them elsewhere, and a page travels as one value because rows cost more than bytes.
     */
    async *pages(pageSize: number, { assetClass, sector }: RowKind = {}): AsyncGenerator<string> {
      const all = visible(db.selectFrom('instrument'))
      const kind = assetClass === undefined ? all : all.where('asset_class', '=', assetClass)
      const wanted = sector === undefined ? kind : kind.where('sector', '=', sector)
      let after = '00000000-0000-0000-0000-000000000000'
      for (;;) {
        const page = wanted
          .select(COLUMNS)
          .select(
            sql<string[] | null>`(select array_agg(past.ticker) from ticker_history as past
              where past.entity_id = instrument.entity_id)`.as('previous_tickers'),
          )
          .where('entity_id', '>', after)
          .orderBy('entity_id')
          .limit(pageSize)
        const { rows, last } = await db
          .selectFrom(page.as('page'))
          .select([
            sql<string | null>`json_agg(page)::text`.as('rows'),
            sql<string>`max(entity_id::text)`.as('last'),
          ])
          .executeTakeFirstOrThrow()
        if (rows === null) return
        yield rows
        after = last
      }
    },

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

    /** Rows whose ticker is this one, in either case; instruments of a venue's suffix only under it. */
    byTicker(
      ticker: string,
    ): Promise<Array<Pick<InstrumentRow, 'entity_id' | 'mic' | 'exchange' | 'currency' | 'status'>>> {
      return visible(db.selectFrom('instrument'))
        .select(['entity_id', 'mic', 'exchange', 'currency', 'status'])
        .where(sql`upper(ticker)`, '=', ticker.toUpperCase())
        .orderBy('mic')
        .execute()
    },

    upsert: (listings: readonly IdentifiedListing[], source: string): Promise<UpsertCounts> =>
      atomically(db, (trx) => upsert(trx, listings, source)),
  }
}

/**
 * Stores listings; a field that the new record leaves empty keeps its value. A simulated record never replaces what
 * came from elsewhere. The batch must not hold an id twice.
 */
async function upsert(
  db: Database,
  listings: readonly IdentifiedListing[],
  source: string,
): Promise<UpsertCounts> {
  if (listings.length === 0) return { stored: 0, unchanged: 0 }
  const payload = payloadOf(listings, source)
  const result = await sql<{ stored: number }>`
    with written as (
      insert into instrument as old (entity_id, mic, ticker, name, exchange, asset_class, sector, industry, currency,
        country, isin, figi, cik, market_cap, aliases, source)
      select entity_id, mic, ticker, name, exchange, asset_class, sector, industry, currency,
        country, isin, figi, cik, market_cap, aliases, source
      from json_to_recordset(${payload}::json) as new(entity_id uuid, mic text, ticker text, name text, exchange text,
        asset_class text, sector text, industry text, currency text, country text, isin text, figi text, cik text,
        market_cap double precision, aliases text[], source text)
      on conflict (entity_id) do update set
        mic = excluded.mic, ticker = excluded.ticker, name = excluded.name, exchange = excluded.exchange,
        asset_class = excluded.asset_class, currency = excluded.currency, source = excluded.source,
        sector = coalesce(excluded.sector, old.sector), industry = coalesce(excluded.industry, old.industry),
        country = coalesce(excluded.country, old.country), isin = coalesce(excluded.isin, old.isin),
        figi = coalesce(excluded.figi, old.figi), cik = coalesce(excluded.cik, old.cik),
        market_cap = coalesce(excluded.market_cap, old.market_cap),
        aliases = (select coalesce(array_agg(distinct alias order by alias), '{}')
                   from unnest(old.aliases || excluded.aliases) as alias),
        updated_at = now()
      where (excluded.source <> 'demo' or old.source = 'demo')
        and ((old.mic, old.ticker, old.name, old.exchange, old.asset_class, old.currency, old.source,
             old.sector, old.industry, old.country, old.isin, old.figi, old.cik, old.market_cap)
          is distinct from
            (excluded.mic, excluded.ticker, excluded.name, excluded.exchange, excluded.asset_class, excluded.currency,
             excluded.source, coalesce(excluded.sector, old.sector), coalesce(excluded.industry, old.industry),
             coalesce(excluded.country, old.country), coalesce(excluded.isin, old.isin),
             coalesce(excluded.figi, old.figi), coalesce(excluded.cik, old.cik),
             coalesce(excluded.market_cap, old.market_cap))
          or not old.aliases @> excluded.aliases)
      returning 1)
    select count(*) as stored from written`.execute(db)
  if (source !== 'demo') await rememberTickers(db, listings)
  const stored = result.rows[0]?.stored ?? 0
  return { stored, unchanged: listings.length - stored }
}

/** What a listing was called is found by search. */
async function rememberTickers(db: Database, listings: readonly IdentifiedListing[]): Promise<void> {
  const past = listings.flatMap(({ entityId, previousTicker }) =>
    previousTicker === null ? [] : [{ entity_id: entityId, ticker: previousTicker }],
  )
  if (past.length === 0) return
  await db
    .insertInto('ticker_history')
    .values(past)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
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
      market_cap: each.marketCap,
      aliases: each.aliases,
      source,
    })),
  )
}
