import type { Answer, Encoded } from '../../contract/endpoint.ts'
import type { Fundamentals } from '../../contract/fundamentals.ts'
import type {
  InstrumentOverview,
  InstrumentSearchReply,
  LiveQuote,
  LiveQuotesReply,
} from '../../contract/instruments.ts'
import type { IndicatorSeries } from '../../contract/indicators.ts'
import type { MoversQuery, MoversReply, PeersReply } from '../../contract/discovery.ts'
import { onSplitBasis } from '../../kernel/adjustment.ts'
import { Failure } from '../../kernel/fail.ts'
import { DAY_MS, zonedDay } from '../../kernel/time.ts'
import type { AssetClass } from '../../kernel/vocabulary.ts'
import type { Cache, CacheEntry } from '../../ports/cache.ts'
import type { Clock } from '../../ports/clock.ts'
import type { FundamentalsSource } from '../../ports/fundamentals.ts'
import type { FxRates } from '../../ports/fx.ts'
import type { PriceSource, Quote } from '../../ports/market-data.ts'
import { BarBlocks } from './bar-blocks.ts'
import type { Catalogue } from './catalogue.ts'
import { type Discovery, readBases } from './discovery.ts'
import {
  buildFundamentals,
  type FundamentalsDeps,
  marketCap,
  ratioPrice,
  readFacts,
  readValuation,
} from './fundamentals.ts'
import type { Instrument } from './instrument.ts'
import { type IndicatorsQuery, readIndicator } from './indicator-series.ts'
import { toLiveQuote } from './live-quote.ts'
import { idsOf, readLiveQuotes } from './live-quotes.ts'
import { type OhlcvQuery, readOhlcv } from './ohlcv.ts'
import { toOverview } from './overview.ts'
import type { PriceBook } from './price-book.ts'
import type { InstrumentSearch } from './search-host.ts'

export interface Deps {
  catalogue: Catalogue
  search: InstrumentSearch
  discovery: Discovery
  prices: PriceBook
  fundamentals: readonly FundamentalsSource[]
  fx: FxRates
  cache: Cache
  clock: Clock
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
const PEERS_TTL_SECONDS = 3_600
/** The contract's largest limit: one ranking serves every smaller one. */
const MOST_PEERS = 50
const FUNDAMENTALS_TTL_SECONDS = 24 * 3_600
/** Ticks, market status and finished bars are looked at again this often. */
const MOMENT_SECONDS = 1
const QUOTE_RETRY_SECONDS = '60'
/** 52 weeks. */
const YEAR_DAYS = 364

/** A value with the sources it was made of. */
interface Sourced<T> {
  value: T
  source: string | undefined
}

/** An answer that may be there already. */
type Reading<T> = Answer<T> | Promise<Answer<T>>

export type Instruments = ReturnType<typeof createInstruments>

/** What the group does; knows no HTTP, no SQL, no vendor. */
export function createInstruments(deps: Deps) {
  const { prices, clock } = deps
  const cached = createCachedReader(deps)
  const blocks = new BarBlocks()
  const facts: FundamentalsDeps = {
    prices,
    sources: deps.fundamentals,
    fx: deps.fx,
    marketNow: () => clock.market(),
  }

  const liveQuote = (entityId: string, signal: AbortSignal): Reading<LiveQuote> =>
    cached(entityId, 'live-quote', MOMENT_SECONDS, async (instrument) => {
      const { quote, prices: source } = await newestPrice(instrument, prices, signal)
      if (quote === null) throw quoteUnavailable(instrument)
      return { value: toLiveQuote(instrument, quote, clock.market()), source: source?.name }
    })

  return {
    search: ({ q, limit, asset_class: assetClass }: SearchQuery): Answer<InstrumentSearchReply> => ({
      value: deps.search.find(q, { limit, assetClass: assetClass ?? null }),
    }),

    overview: (entityId: string, signal: AbortSignal): Reading<InstrumentOverview> =>
      cached(entityId, 'overview', OVERVIEW_TTL_SECONDS, async (instrument) =>
        buildOverview(instrument, facts, signal),
      ),

    /** Remembered for a second: a bar is at most that late, and a range need not be put together for each request. */
    ohlcv: (entityId: string, query: OhlcvQuery): Reading<Encoded> =>
      cached(
        entityId,
        `ohlcv:${query.period}:${query.interval}:${query.from}:${query.to}`,
        MOMENT_SECONDS,
        (instrument) => readOhlcv(instrument, query, { prices, blocks, marketNow: facts.marketNow }),
      ),

    liveQuote,

    liveQuotes: (ids: string, signal: AbortSignal): Promise<Answer<LiveQuotesReply>> =>
      readLiveQuotes(idsOf(ids), (id) => liveQuote(id, signal)),

    /** The bases are read first: a wrong one is refused whoever it is asked of. */
    peers: (entityId: string, { basis, limit }: { basis: string; limit: number }): Reading<PeersReply> => {
      const bases = readBases(basis)
      const ranked = cached(entityId, `peers:${bases.join()}`, PEERS_TTL_SECONDS, async (instrument) => ({
        value: await deps.discovery.peers(instrument, { bases, limit: MOST_PEERS }),
        source: undefined,
      }))
      return ranked instanceof Promise
        ? ranked.then((all) => firstPeers(all, limit))
        : firstPeers(ranked, limit)
    },

    movers: async (query: MoversQuery): Promise<Answer<MoversReply>> => ({
      value: await deps.discovery.movers(query),
    }),

    /** Remembered for a second, as the bars are. */
    indicators: (entityId: string, query: IndicatorsQuery): Reading<IndicatorSeries> =>
      cached(entityId, `indicator:${JSON.stringify(query)}`, MOMENT_SECONDS, (instrument) =>
        readIndicator(instrument, query, { prices, marketNow: facts.marketNow }),
      ),

    fundamentals: (entityId: string, query: FundamentalsQuery, signal: AbortSignal): Reading<Fundamentals> =>
      cached(
        entityId,
        `fundamentals:${query.period}:${query.limit}`,
        FUNDAMENTALS_TTL_SECONDS,
        (instrument) => readFundamentals(instrument, query, facts, signal),
      ),
  }
}

/**
 * Reads through the cache. What is there is answered at once, without looking the instrument up: a change of anything
 * about it drops all of its values.
 */
function createCachedReader({ catalogue, cache }: Pick<Deps, 'catalogue' | 'cache'>) {
  return <T>(
    entityId: string,
    name: string,
    ttlSeconds: number,
    build: (instrument: Instrument) => Promise<Sourced<T>>,
  ): Reading<T> => {
    const fresh = cache.peek<Sourced<T>>({ scope: entityId, name })
    if (fresh !== undefined) return toAnswer(fresh, ttlSeconds)
    return catalogue
      .find(entityId)
      .then((instrument) =>
        cache.through({ scope: instrument.entityId, name }, ttlSeconds, () => build(instrument)),
      )
      .then((entry) => toAnswer(entry, ttlSeconds))
  }
}

function toAnswer<T>({ value, freshUntil }: CacheEntry<Sourced<T>>, ttlSeconds: number): Answer<T> {
  return {
    value: value.value,
    dataSource: value.source,
    // What lives for a moment is not worth keeping at the client.
    freshUntil: ttlSeconds > MOMENT_SECONDS ? freshUntil : undefined,
  }
}

function firstPeers(all: Answer<PeersReply>, limit: number): Answer<PeersReply> {
  const { items, total } = all.value
  return { ...all, value: { items: items.slice(0, limit), total } }
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

async function newestPrice(
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
  const valuation = await readValuation(instrument, known, price, deps)
  const now = deps.marketNow()
  const today = zonedDay(instrument.timezone, now)
  const year = { from: (today - YEAR_DAYS) * DAY_MS, to: today * DAY_MS }
  const bars = (await prices?.bars(instrument, '1d', year)) ?? null
  const splits = (await prices?.splits?.(instrument, '1d')) ?? []
  const value = toOverview(instrument, {
    quote,
    year: bars === null ? null : onSplitBasis(bars, splits),
    marketCap: marketCap(instrument, known, price),
    peTtm: valuation.pe_ttm,
    evEbitda: valuation.ev_ebitda,
    builtAt: now,
  })
  return { value, source: joinSources(prices?.name, known.source) }
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
  return { value, source: known.source === null ? undefined : joinSources(known.source, prices?.name) }
}

/** Every source once, such as `import, demo`. */
function joinSources(...names: ReadonlyArray<string | null | undefined>): string | undefined {
  const known = [...new Set(names.filter((name) => typeof name === 'string'))]
  return known.length === 0 ? undefined : known.join(', ')
}
