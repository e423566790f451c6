import type { InstrumentDatabase } from './tables.ts'
import type {
  CorporateAction,
  CorporateActionInput,
  CorporateActionPage,
} from '../../contract/corporate-actions.ts'
import type { HandlerResult } from '../../contract/endpoint.ts'
import type {
  InstrumentDetail,
  ListingInput,
  ResolveItem,
  ResolveReply,
  UpsertReply,
} from '../../contract/listings.ts'
import type { BarInput, BarsWritten, FundamentalsInput } from '../../contract/series-writes.ts'
import { fail } from '../../kernel/fail.ts'
import type { Instant } from '../../kernel/time.ts'
import type { Interval } from '../../market/vocabulary.ts'
import type { Bus } from '../../ports/bus.ts'
import { createActionsStore } from './prices/actions-store.ts'
import type { Catalogue } from './catalogue/catalogue.ts'
import { type ActionsQuery, createAction, listActions } from './prices/corporate-actions.ts'
import { createHistoryStore } from './catalogue/history-store.ts'
import { createImporter } from './imports/importer.ts'
import { toDetail } from './catalogue/listing-detail.ts'
import { upsertListings } from './imports/listing-writes.ts'
import type { PriceBook } from './prices/price-book.ts'
import { createFxStore } from './companies/fx-store.ts'
import { createReportsStore } from './companies/reports-store.ts'
import { resolveItems } from './discovery/resolve.ts'
import { createResolveStore } from './discovery/resolve-store.ts'
import type { InstrumentSearch } from './discovery/search-host.ts'
import { putBars, putFundamentals } from './imports/series-writes.ts'
import { createInstrumentStore } from './catalogue/store.ts'

export interface ListingsDeps {
  db: InstrumentDatabase
  bus: Bus
  catalogue: Catalogue
  search: InstrumentSearch
  prices: PriceBook
  hiddenSources: readonly string[]
  marketNow(): Instant
}

export type Listings = ReturnType<typeof createListings>

/** What is recorded of listings, read and written through the API. */
export function createListings(deps: ListingsDeps) {
  const { db, bus, catalogue, search, prices, hiddenSources } = deps
  const marketNow = () => deps.marketNow()
  const history = createHistoryStore(db)
  const resolving = { store: createResolveStore(db, hiddenSources), search }
  const writing = {
    db,
    bus,
    catalogue,
    prices,
    store: createInstrumentStore(db, []),
    marketNow,
    importer: createImporter(db, bus, { market: marketNow }),
    actions: createActionsStore(db),
    reports: createReportsStore(db),
    fx: createFxStore(db),
  }
  return {
    get: async (entityId: string): Promise<HandlerResult<InstrumentDetail>> => {
      const instrument = await catalogue.find(entityId)
      const recorded = await history.read(instrument.entityId)
      if (recorded === null)
        return fail('INSTRUMENT_NOT_FOUND', `No instrument has the entity_id "${entityId}".`)
      return { value: toDetail(instrument, recorded) }
    },

    resolve: async (items: readonly ResolveItem[]): Promise<HandlerResult<ResolveReply>> => ({
      value: await resolveItems(items, resolving),
    }),

    upsert: async (items: readonly ListingInput[]): Promise<HandlerResult<UpsertReply>> => ({
      value: await upsertListings(items, writing),
    }),

    actions: async (entityId: string, query: ActionsQuery): Promise<HandlerResult<CorporateActionPage>> => ({
      value: await listActions(entityId, query, writing),
    }),

    createAction: async (
      entityId: string,
      input: CorporateActionInput,
    ): Promise<HandlerResult<CorporateAction>> => ({
      value: await createAction(entityId, input, writing),
    }),

    putBars: async (
      entityId: string,
      body: { interval: Interval; bars: readonly BarInput[] },
    ): Promise<HandlerResult<BarsWritten>> => ({ value: await putBars(entityId, body, writing) }),

    putFundamentals: (entityId: string, body: FundamentalsInput): Promise<void> =>
      putFundamentals(entityId, body, writing),
  }
}
