import type { ConstituentsReply } from '../../contract/constituents.ts'
import { toLiveQuote } from '../../contract/live-quote.ts'
import type { HandlerResult } from '../../contract/endpoint.ts'
import type { ExchangeRates } from '../../contract/exchange-rates.ts'
import type { Fundamentals } from '../../contract/fundamentals.ts'
import type {
  InstrumentOverview,
  InstrumentSearchReply,
  LiveQuote,
  LiveQuotesReply,
} from '../../contract/instruments.ts'
import { onSplitBasis } from '../../market/adjustment.ts'
import { Failure } from '../../kernel/fail.ts'
import { DAY_MS, formatInstant, zonedDay } from '../../kernel/time.ts'
import type { AssetClass } from '../../market/vocabulary.ts'
import type { WorkGate } from '../../kernel/work-gate.ts'
import type { WorkerPool } from '../../kernel/worker-pool.ts'
import type { Cache } from '../../ports/cache.ts'
import type { Clock } from '../../ports/clock.ts'
import type { FundamentalsSource } from '../../ports/fundamentals.ts'
import type { StoredFx } from './companies/stored-fx.ts'
import type { PriceSource, Quote } from '../../ports/market-data.ts'
import {
  type Asker,
  createCachedReader,
  MOMENT_SECONDS,
  type Reading,
  type Sourced,
} from './catalogue/cached-reader.ts'
import type { Catalogue } from './catalogue/catalogue.ts'
import type { Discovery } from './discovery/discovery.ts'
import { readConstituents, toConstituents } from './companies/constituents.ts'
import {
  buildFundamentals,
  type FundamentalsDeps,
  marketCap,
  ratioPrice,
  readFacts,
  readValuation,
} from './companies/fundamentals.ts'
import { type ExchangeRatesQuery, listExchangeRates, type RateDeps } from './companies/exchange-rates.ts'
import type { Instrument } from './catalogue/instrument.ts'
import { marketStatus } from './prices/market-status.ts'
import { idsOf, readLiveQuotes } from './prices/live-quotes.ts'
import { toOverview } from './companies/overview.ts'
import type { PriceBook } from './prices/price-book.ts'
import type { InstrumentSearch } from './discovery/search-host.ts'

export interface Deps {
  catalogue: Catalogue
  search: InstrumentSearch
  discovery: Discovery
  prices: PriceBook
  fundamentals: readonly FundamentalsSource[]
  fx: StoredFx
  /** Where prices come from besides the database; some have exchange rates of their own. */
  upstreams: RateDeps['upstreams']
  cache: Cache
  clock: Clock
  /** Long work of all groups of the process. */
  gate: WorkGate
  workers: WorkerPool
}

export interface FundamentalsQuery {
  period: 'annual' | 'quarterly'
  limit: number
}

export interface SearchQuery {
  q: string
  limit: number
  asset_class?: AssetClass
}

const OVERVIEW_TTL_SECONDS = 60
const CONSTITUENTS_TTL_SECONDS = 3_600
const FUNDAMENTALS_TTL_SECONDS = 24 * 3_600
const QUOTE_RETRY_SECONDS = '60'
/** 52 weeks. */
const YEAR_DAYS = 364

export type Instruments = ReturnType<typeof createInstruments>

/** What the group does; knows no HTTP, no SQL, no vendor. */
export function createInstruments(deps: Deps) {
  const { prices, clock } = deps
  const cached = createCachedReader(deps)
  const liveQuote = (entityId: string, asker: Asker): Reading<LiveQuote> =>
    cached(
      { entityId, name: 'live-quote', ttlSeconds: MOMENT_SECONDS, asker },
      async (instrument, caller) => {
        const { quote, prices: source } = await newestPrice(instrument, prices, caller.signal)
        if (quote === null) throw quoteUnavailable(instrument)
        const { entityId: id, ticker } = instrument
        const status = marketStatus(instrument, quote, clock.market())
        return {
          value: toLiveQuote({ ...quote, entityId: id, ticker, marketStatus: status }),
          source: source?.name,
          asOf: formatInstant(quote.at),
        }
      },
    )

  return {
    search: ({ q, limit, asset_class: assetClass }: SearchQuery): HandlerResult<InstrumentSearchReply> => ({
      value: deps.search.find(q, { limit, assetClass: assetClass ?? null }),
    }),

    overview: (entityId: string, asker: Asker): Reading<InstrumentOverview> =>
      cached(
        { entityId, name: 'overview', ttlSeconds: OVERVIEW_TTL_SECONDS, asker },
        async (instrument, { signal }) => buildOverview(instrument, deps, signal),
      ),

    liveQuote,

    constituents: (entityId: string, asker: Asker): Reading<ConstituentsReply> =>
      cached(
        { entityId, name: 'constituents', ttlSeconds: CONSTITUENTS_TTL_SECONDS, asker },
        async (instrument) => {
          const found = await readConstituents(instrument, deps)
          return { value: toConstituents(found), source: found.source ?? undefined }
        },
      ),

    exchangeRates: (query: ExchangeRatesQuery): Promise<HandlerResult<ExchangeRates>> =>
      listExchangeRates(deps, query),

    liveQuotes: (ids: string, asker: Asker): Promise<HandlerResult<LiveQuotesReply>> =>
      readLiveQuotes(idsOf(ids), (id) => liveQuote(id, asker), asker.signal),

    fundamentals: (entityId: string, query: FundamentalsQuery, asker: Asker): Reading<Fundamentals> =>
      cached(
        {
          entityId,
          name: `fundamentals:${query.period}:${query.limit}`,
          ttlSeconds: FUNDAMENTALS_TTL_SECONDS,
          asker,
        },
        (instrument, { signal }) => readFundamentals(instrument, query, deps, signal),
      ),
  }
}

function quoteUnavailable({ ticker }: Instrument): Failure {
  return new Failure('QUOTE_UNAVAILABLE', `No source has a price for ${ticker}.`, {
    'Retry-After': QUOTE_RETRY_SECONDS,
  })
}

interface NewestPrice {
  quote: Quote | null
  prices: PriceSource | null
}

/** The newest tick of an instrument and where it comes from; null where nothing has a price. */
export async function newestPrice(
  instrument: Instrument,
  book: PriceBook,
  signal: AbortSignal,
): Promise<NewestPrice> {
  const prices = await book.sourceOf(instrument)
  return { prices, quote: (await prices?.quote(instrument, signal)) ?? null }
}

async function buildOverview(
  instrument: Instrument,
  deps: FundamentalsDeps,
  signal: AbortSignal,
): Promise<Sourced<InstrumentOverview>> {
  const known = await readFacts(instrument, deps)
  const { quote, prices } = await newestPrice(instrument, deps.prices, signal)
  const price = await ratioPrice(instrument, quote, deps)
  const { ratios } = await readValuation(instrument, known, price, deps)
  const now = deps.clock.market()
  const today = zonedDay(instrument.timezone, now)
  const year = { from: (today - YEAR_DAYS) * DAY_MS, to: today * DAY_MS }
  const bars = (await prices?.bars(instrument, '1d', year)) ?? null
  const splits = (await prices?.splits?.(instrument, '1d')) ?? []
  const value = toOverview(instrument, {
    quote,
    year: bars === null ? null : onSplitBasis(bars, splits),
    marketCap: marketCap(instrument, known, price),
    peTtm: ratios.pe_ttm,
    evEbitda: ratios.ev_ebitda,
    builtAt: now,
  })
  return { value, source: joinSources(prices?.name, known.source), asOf: instantOf(quote) }
}

async function readFundamentals(
  instrument: Instrument,
  { period, limit }: FundamentalsQuery,
  deps: FundamentalsDeps,
  signal: AbortSignal,
): Promise<Sourced<Fundamentals>> {
  const known = await readFacts(instrument, deps)
  const { quote, prices } = await newestPrice(instrument, deps.prices, signal)
  const value = await buildFundamentals(instrument, known, { quote, mode: period, limit }, deps)
  const source = known.source === null ? undefined : joinSources(known.source, prices?.name)
  return { value, source, asOf: instantOf(quote) }
}

const instantOf = (quote: Quote | null): string | undefined =>
  quote === null ? undefined : formatInstant(quote.at)

/** Every source once, such as `import, demo`. */
function joinSources(...names: ReadonlyArray<string | null | undefined>): string | undefined {
  const known = [...new Set(names.filter((name) => typeof name === 'string'))]
  return known.length === 0 ? undefined : known.join(', ')
}
