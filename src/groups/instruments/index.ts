import type { Database } from '../../adapters/storage/database.ts'
import type { Route } from '../../contract/endpoint.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { Bus, BusMessages } from '../../ports/bus.ts'
import type { Cache } from '../../ports/cache.ts'
import type { Clock } from '../../ports/clock.ts'
import type { FundamentalsSource } from '../../ports/fundamentals.ts'
import type { ListingSource, PriceSource } from '../../ports/market-data.ts'
import { createActionsStore } from './actions-store.ts'
import { createBarStore } from './bar-store.ts'
import { createCatalogue, toInstrument } from './catalogue.ts'
import { createDiscovery } from './discovery.ts'
import { createFxStore } from './fx-store.ts'
import { createImporter } from './importer.ts'
import type { Instrument } from './instrument.ts'
import { createListings } from './listings.ts'
import { createMarkets } from './markets.ts'
import { PriceBook } from './price-book.ts'
import { createReportsStore } from './reports-store.ts'
import { routes } from './routes.ts'
import { createInstrumentSearch } from './search-host.ts'
import { createInstruments } from './service.ts'
import { createInstrumentStore, type InstrumentStore, type RowKind, type SearchRow } from './store.ts'
import { createStoredFundamentals } from './stored-fundamentals.ts'
import { createStoredFx } from './stored-fx.ts'

export { IMPORT_SOURCE } from './import-records.ts'
export { createImporter, type Importer } from './importer.ts'
export { UnknownInstrument } from './listing-finder.ts'
export { SeriesConflict } from './bar-store.ts'

export interface InstrumentsDeps {
  /** For requests. */
  db: Database
  /** For work that takes its time: storing the listings of sources, and the search index. */
  background: Database
  bus: Bus
  cache: Cache
  clock: Clock
  logger: Logger
  /** In order of preference. */
  upstreams: readonly PriceSource[]
  fundamentals: readonly FundamentalsSource[]
  /** Sources whose listings are stored but must not be seen, because they are not configured. */
  hiddenSources: readonly string[]
}

function listersOf(store: Pick<InstrumentStore, 'pages'>, prices: PriceBook) {
  return {
    listAlike: ({ assetClass, sector }: Instrument) =>
      listInstruments(store, { assetClass, sector: sector ?? undefined }),
    listInstruments: () => listPriced(store, prices),
  }
}

/** Rows of one page: few enough to be parsed between two requests. */
const LISTED_AT_ONCE = 500

async function* listInstruments(
  store: Pick<InstrumentStore, 'pages'>,
  kind: RowKind = {},
): AsyncGenerator<Instrument> {
  for await (const page of store.pages(LISTED_AT_ONCE, kind)) {
    yield* (JSON.parse(page) as SearchRow[]).map((row) => toInstrument(row))
  }
}

async function* listPriced(
  store: Pick<InstrumentStore, 'pages'>,
  prices: PriceBook,
): AsyncGenerator<Instrument> {
  const isPriced = await prices.priced()
  for await (const instrument of listInstruments(store)) if (isPriced(instrument)) yield instrument
}

/** A bus on which this process's own changes are seen by the time they are published: whoever writes reads them back. */
function atOnce(bus: Bus, apply: (message: BusMessages['instruments.changed']) => void): Bus {
  return {
    ...bus,
    publish: async (topic, message) => {
      if (topic === 'instruments.changed') apply(message as BusMessages['instruments.changed'])
      await bus.publish(topic, message)
    },
  }
}

/** The group's front door. */
export interface InstrumentsGroup {
  routes: Route[]
  /** Number of instruments that the search finds. */
  size(): number
  /** Stores the listings of configured sources and builds the search index. */
  start(listings: readonly ListingSource[]): Promise<void>
  close(): Promise<void>
}

export function instrumentsGroup(deps: InstrumentsDeps): InstrumentsGroup {
  const { db, background, bus, cache, clock, logger } = deps
  const store = createInstrumentStore(db, deps.hiddenSources)
  const catalogue = createCatalogue(store, clock)
  const prices = new PriceBook(
    { bars: createBarStore(db), actions: createActionsStore(db) },
    deps.upstreams,
    () => clock.market(),
  )
  const search = createInstrumentSearch(createInstrumentStore(background, deps.hiddenSources), logger)
  const discovery = createDiscovery({ ...listersOf(store, prices), prices, clock, logger })
  const service = createInstruments({
    catalogue,
    search,
    discovery,
    prices,
    fundamentals: [
      createStoredFundamentals(createReportsStore(db), createActionsStore(db), () => clock.market()),
      ...deps.fundamentals,
    ],
    fx: createStoredFx(createFxStore(db)),
    cache,
    clock,
  })
  const apply = ({ entityIds, catalogue: listed }: BusMessages['instruments.changed']): void => {
    for (const entityId of entityIds ?? [null]) {
      catalogue.forget(entityId)
      prices.forget(entityId)
      cache.drop(entityId)
    }
    if (listed) search.rebuildSoon()
  }
  const listings = createListings({
    db,
    bus: atOnce(bus, apply),
    catalogue,
    search,
    prices,
    hiddenSources: deps.hiddenSources,
  })
  const unsubscribe = bus.subscribe('instruments.changed', apply)
  return {
    routes: routes({ instruments: service, listings, markets: createMarkets(clock) }),
    size: () => search.size(),
    start: async (listings) => {
      const importer = createImporter(background, bus)
      for (const source of listings) await importer.listings(source.listings(), source.name)
      await search.rebuild()
    },
    close: async () => {
      unsubscribe()
      await discovery.close()
      await search.close()
    },
  }
}
