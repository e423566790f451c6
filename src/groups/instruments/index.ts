import * as constituents from '../../contract/constituents.ts'
import * as corporateActions from '../../contract/corporate-actions.ts'
import * as discoveries from '../../contract/discovery.ts'
import { endpointsOf } from '../../contract/endpoint.ts'
import * as exchangeRates from '../../contract/exchange-rates.ts'
import * as fundamentals from '../../contract/fundamentals.ts'
import * as indicators from '../../contract/indicators.ts'
import * as instruments from '../../contract/instruments.ts'
import * as listingWrites from '../../contract/listings.ts'
import * as markets from '../../contract/markets.ts'
import * as seriesWrites from '../../contract/series-writes.ts'
import type { Group, GroupAbout, Platform } from '../group.ts'
import { checkListing } from '../../market/listing-text.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { Id } from '../../kernel/ids.ts'
import { SECOND_MS } from '../../kernel/time.ts'
import type { Bus, BusMessages } from '../../ports/bus.ts'
import type { FundamentalsSource } from '../../ports/fundamentals.ts'
import type { ListingRecord, ListingSource, PriceSource } from '../../ports/market-data.ts'
import type { NewsReader } from '../../ports/news.ts'
import { createActionsStore } from './prices/actions-store.ts'
import { createBarStore } from './prices/bar-store.ts'
import { createCatalogue, toInstrument } from './catalogue/catalogue.ts'
import { createHistoryStore } from './catalogue/history-store.ts'
import { createDueActions } from './imports/due-actions.ts'
import { createDiscovery } from './discovery/discovery.ts'
import { createFactsStore } from './companies/facts-store.ts'
import { createFxStore } from './companies/fx-store.ts'
import { createImporter } from './imports/importer.ts'
import type { Instrument } from './catalogue/instrument.ts'
import { createListings } from './listings.ts'
import { createMarkets } from './catalogue/markets.ts'
import { warmEncoding } from './prices/encoded-bars.ts'
import { PriceBook } from './prices/price-book.ts'
import type { InstrumentReader } from '../../ports/instruments.ts'
import { createInstrumentReader } from './reader.ts'
import { createReportsStore } from './companies/reports-store.ts'
import { routes } from './routes.ts'
import { createResolveStore } from './discovery/resolve-store.ts'
import { createInstrumentSearch } from './discovery/search-host.ts'
import { createSeries } from './series-service.ts'
import { createInstruments, type Deps } from './service.ts'
import type { InstrumentRow } from './catalogue/instrument-row.ts'
import { createInstrumentStore, type InstrumentStore } from './catalogue/store.ts'
import { createStoredFundamentals } from './companies/stored-fundamentals.ts'
import { createStoredFx } from './companies/stored-fx.ts'

export { IMPORT_SOURCE } from './imports/import-records.ts'
export { createImporter, type Importer } from './imports/importer.ts'
export { createFactsStore } from './companies/facts-store.ts'
export { createInstrumentStore } from './catalogue/store.ts'
export { UnknownInstrument } from './imports/listing-finder.ts'
export { SeriesConflict } from './prices/bar-store.ts'

/** Where instruments and their numbers come from besides the database. */
export interface InstrumentSources {
  /** In order of preference. */
  upstreams: readonly PriceSource[]
  fundamentals: readonly FundamentalsSource[]
  /** Their listings are stored when the group starts. */
  listings: readonly ListingSource[]
  /** Sources whose listings are stored but must not be seen, because they are not configured. */
  hiddenSources: readonly string[]
  /** File in which the search index is kept from one start to the next; null for none. */
  keptIndex: string | null
}

/** Groups that start later, asked when something of them is needed. */
export interface LaterPorts {
  news: () => Pick<NewsReader, 'mentionedWith'> | null
}

type InstrumentsDeps = Platform & InstrumentSources & LaterPorts

/** What this group says of itself. */
export const INSTRUMENTS: GroupAbout = {
  name: 'instruments',
  about: 'Search, overview, series of bars, live quotes and fundamentals.',
  endpoints: endpointsOf(
    instruments,
    markets,
    constituents,
    exchangeRates,
    listingWrites,
    discoveries,
    fundamentals,
    indicators,
    corporateActions,
    seriesWrites,
  ),
}

/** How late an action may take effect on its day. */
const ACTIONS_EVERY_MS = 5 * SECOND_MS

/** Rows that are read together: few enough to be made instruments of between two requests. */
const LISTED_AT_ONCE = 500

/** Instruments that something has a price for. */
async function* listPriced(
  store: Pick<InstrumentStore, 'byIds' | 'bySymbols'>,
  prices: PriceBook,
): AsyncGenerator<Instrument> {
  const { ids, symbols } = await prices.priced()
  const seen = new Set<Id>()
  for (const batch of batches([...ids])) yield* unseen(await store.byIds(batch), seen)
  for (const batch of batches(symbols)) yield* unseen(await store.bySymbols(batch), seen)
}

function* unseen(rows: readonly InstrumentRow[], seen: Set<Id>): Generator<Instrument> {
  for (const row of rows) {
    if (seen.has(row.entity_id)) continue
    seen.add(row.entity_id)
    yield toInstrument(row)
  }
}

function* batches<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += LISTED_AT_ONCE) yield all.slice(at, at + LISTED_AT_ONCE)
}

/** A bus on which this process's own changes are visible by the time they are published: a writer can read them back. */
function atOnce(bus: Bus, apply: (message: BusMessages['instruments.changed']) => void): Bus {
  return {
    ...bus,
    publish: async (topic, message) => {
      if (topic === 'instruments.changed') apply(message as BusMessages['instruments.changed'])
      await bus.publish(topic, message)
    },
  }
}

/** What a source lists, without what cannot be a listing. */
function* known(records: Iterable<ListingRecord>, logger: Logger): Generator<ListingRecord> {
  for (const record of records) {
    const listing = checkListing(record)
    if (typeof listing === 'string') logger.warn({ reason: listing }, 'a listing of a source was left out')
    else yield listing
  }
}

/** Everything that the services are made of. */
function partsOf(deps: InstrumentsDeps): Deps {
  const { db, background, clock, logger, gate } = deps
  const store = createInstrumentStore(db, deps.hiddenSources)
  const marketNow = () => clock.market()
  const actions = createActionsStore(db)
  const prices = new PriceBook({ bars: createBarStore(db), actions }, deps.upstreams, marketNow)
  const search = createInstrumentSearch(
    createInstrumentStore(background, deps.hiddenSources),
    logger,
    deps.keptIndex,
  )
  const fx = createStoredFx(createFxStore(db))
  const discovery = createDiscovery({
    fx,
    listInstruments: () => listPriced(store, prices),
    peerIndex: () => search.peers(),
    instrumentsOf: async (ids) => (await store.byIds(ids)).map(toInstrument),
    gate,
    prices,
    clock,
    logger,
    news: deps.news,
  })
  const stored = createStoredFundamentals(createReportsStore(db), actions, marketNow)
  return {
    ...deps,
    catalogue: createCatalogue(store, clock),
    search,
    discovery,
    prices,
    fundamentals: [stored, ...deps.fundamentals],
    fx,
  }
}

function readerOf(
  { db, hiddenSources, upstreams }: InstrumentsDeps,
  parts: ReturnType<typeof partsOf>,
): InstrumentReader {
  return createInstrumentReader({
    ...parts,
    store: createInstrumentStore(db, hiddenSources),
    facts: createFactsStore(db),
    actions: createActionsStore(db),
    history: createHistoryStore(db),
    resolve: createResolveStore(db, hiddenSources),
    upstreams,
  })
}

export function instrumentsGroup(deps: InstrumentsDeps): Group {
  const { db, background, bus, cache, clock, logger } = deps
  const parts = partsOf(deps)
  const { catalogue, search, discovery, prices } = parts
  const apply = ({ entityIds, catalogue: listed }: BusMessages['instruments.changed']): void => {
    for (const entityId of entityIds ?? [null]) {
      catalogue.forget(entityId)
      prices.forget(entityId)
      cache.drop(entityId)
    }
    if (listed) search.changed(entityIds)
  }
  const ownBus = atOnce(bus, apply)
  const due = createDueActions({ db: background, bus: ownBus, clock, logger })
  const listings = createListings({
    db,
    bus: ownBus,
    catalogue,
    search,
    prices,
    hiddenSources: deps.hiddenSources,
    marketNow: () => clock.market(),
  })
  const unsubscribe = bus.subscribe('instruments.changed', apply)
  return {
    routes: routes({
      instruments: createInstruments(parts),
      series: createSeries(parts),
      listings,
      markets: createMarkets(clock),
    }),
    offers: { instruments: readerOf(deps, parts) },
    gauges: [
      {
        name: 'tidemark_instruments',
        help: 'Instruments in the search index.',
        read: () => search.size(),
      },
    ],
    workers: [{ name: 'corporate-actions', everyMs: ACTIONS_EVERY_MS, run: (turn) => due.run(turn) }],
    start: async () => {
      const importer = createImporter(background, bus, clock)
      for (const source of deps.listings) {
        await importer.listings(known(source.listings(), logger), source.name)
      }
      // What has become due while no server ran is so before the first request.
      await due.run()
      await search.rebuild()
      discovery.warm()
      void warmEncoding()
    },
    close: async () => {
      unsubscribe()
      await discovery.close()
      await search.close()
    },
  }
}
