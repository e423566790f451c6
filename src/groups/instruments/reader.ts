import { countryCode } from '../../market/countries.ts'
import { type Id, isUuid } from '../../kernel/ids.ts'
import { parseDay } from '../../kernel/time.ts'
import type { PriceSource } from '../../ports/market-data.ts'
import type {
  CompanyStatements,
  InstrumentListing,
  InstrumentNames,
  InstrumentQuote,
  InstrumentReader,
  InstrumentValuation,
  ReaderFor,
} from '../../ports/instruments.ts'
import type { FactsStore } from './companies/facts-store.ts'
import { createCachedReader, MOMENT_SECONDS } from './catalogue/cached-reader.ts'
import { findOrNull } from './catalogue/find-or-null.ts'
import type { HistoryStore } from './catalogue/history-store.ts'
import type { Instrument } from './catalogue/instrument.ts'
import { isSimulated } from './catalogue/origin.ts'
import { readConstituents } from './companies/constituents.ts'
import { marketCap, ratioPrice, readFacts, readValuation } from './companies/fundamentals.ts'
import { createDiscoveryReader } from './discovery/discovery-reader.ts'
import { resolveItems } from './discovery/resolve.ts'
import type { ResolveStore } from './discovery/resolve-store.ts'
import { marketStatus } from './prices/market-status.ts'
import type { ActionsStore } from './prices/actions-store.ts'
import { readIndicatorPoint } from './prices/indicator-series.ts'
import { readInBatches } from './prices/live-quotes.ts'
import {
  type KnownActions,
  readDailyCloses,
  readEffectiveSpinOffs,
  readEffectiveSplits,
  readPaidDividends,
} from './prices/price-history.ts'
import { ratesInto } from './companies/exchange-rates.ts'
import { readSessionCloses, sessionEndOf } from './prices/session-closes.ts'
import { type Deps, newestPrice } from './service.ts'
import type { NamesRow } from './catalogue/names-store.ts'
import type { InstrumentStore } from './catalogue/store.ts'

export interface ReaderDeps extends Pick<
  Deps,
  'catalogue' | 'discovery' | 'prices' | 'search' | 'cache' | 'clock' | 'gate' | 'fundamentals' | 'fx'
> {
  store: Pick<InstrumentStore, 'byIds' | 'names' | 'namesAfter'>
  facts: Pick<FactsStore, 'asOf'>
  actions: Pick<ActionsStore, 'adjusting' | 'splits' | 'spinOffs'>
  history: Pick<HistoryStore, 'read'>
  resolve: ResolveStore
  /** Some have rates of their own. */
  upstreams: readonly PriceSource[]
}

/** Identifiers that one statement looks up. */
const NAMES_AT_ONCE = 100

/** As many quotes as a request for many may ask for: more is long work. */
const MOST_AT_ONCE = 100

/** Instruments as other groups read them. */
export function createInstrumentReader(deps: ReaderDeps): InstrumentReader {
  const { catalogue, store, search, gate, facts } = deps
  const quote = quoteReader(deps)

  async function quotes(ids: readonly Id[], reader: ReaderFor): Promise<Map<Id, InstrumentQuote>> {
    const found = await readInBatches(ids, (id) => quote(id, reader), reader.signal)
    return new Map(found.flatMap((each) => (each === null ? [] : [[each.entityId, each] as const])))
  }

  return {
    async find(id) {
      const instrument = await findOrNull(catalogue, id)
      if (instrument === null) return null
      const { entityId, ticker, name } = instrument
      return { entityId, ticker, name }
    },

    size: () => search.size(),

    named: (text, limit) =>
      search
        .find(text, { limit, assetClass: null })
        .items.map(({ entity_id: entityId, ticker, name }) => ({ entityId, ticker, name })),

    ...createDiscoveryReader(deps),

    statements: (entityId) => readStatements(deps, entityId),

    valuation: (entityId, signal) => readValuationOf(deps, entityId, signal),

    existing: async (ids) => new Set((await store.byIds(ids.filter(isUuid))).map(({ entity_id: id }) => id)),

    summaries: async (ids) =>
      new Map(
        (await store.names(ids)).map(({ entity_id: entityId, ticker, name }) => [
          entityId,
          { entityId, ticker, name },
        ]),
      ),

    quotes: (ids, reader) =>
      ids.length <= MOST_AT_ONCE
        ? quotes(ids, reader)
        : gate.run({ key: reader.tenantId, signal: reader.signal }, (signal) =>
            quotes(ids, { ...reader, signal }),
          ),

    factsAsOf: (ids, day) => facts.asOf(ids, day),

    names: async (after, limit) => (await store.namesAfter(after, limit)).map(toNames),

    classes: async (ids) =>
      new Map((await store.byIds(ids)).map(({ entity_id: id, asset_class: assetClass }) => [id, assetClass])),

    marketCaps: async (ids) =>
      new Map(
        (await store.byIds(ids)).flatMap(({ entity_id: id, market_cap: cap }) =>
          cap === null ? [] : [[id, cap] as const],
        ),
      ),

    listing: (entityId) => readListing(deps, entityId),

    ...forPortfolios(deps),

    ...pricesReader(deps),
  }
}

/** What holdings are valued by. */
function forPortfolios(
  deps: ReaderDeps,
): Pick<
  InstrumentReader,
  'resolve' | 'profiles' | 'splits' | 'spinOffs' | 'constituents' | 'dividends' | 'ratesInto'
> {
  const { store } = deps
  return {
    async resolve(names, signal) {
      const found: Id[][] = []
      for (let at = 0; at < names.length; at += NAMES_AT_ONCE) {
        signal.throwIfAborted()
        const items = names.slice(at, at + NAMES_AT_ONCE).map(({ by, value, exchange }) => ({
          id_type: by,
          value,
          ...(exchange === null ? {} : { exchange }),
        }))
        const { items: resolved } = await resolveItems(items, { store: deps.resolve, search: deps.search })
        found.push(
          ...resolved.map(({ entity_id: only, candidates }) =>
            only === null ? candidates.map(({ entity_id: id }) => id) : [only],
          ),
        )
      }
      return found
    },

    profiles: async (ids) =>
      new Map(
        (await store.byIds(ids)).map((row) => [
          row.entity_id,
          {
            entityId: row.entity_id,
            ticker: row.ticker,
            name: row.name,
            assetClass: row.asset_class,
            sector: row.sector,
            country: countryCode(row.country),
            currency: row.currency,
          },
        ]),
      ),

    ...actionsReader(deps),

    dividends: (entityId) => readActions(deps, entityId, readPaidDividends),

    constituents: async (entityId) => {
      const fund = await findOrNull(deps.catalogue, entityId)
      const { held } = fund === null ? { held: [] } : await readConstituents(fund, deps)
      return new Map(held.map(({ instrument, weight }) => [instrument.entityId, weight]))
    },

    ratesInto: (quote, days) => {
      const ofPair = ratesInto(deps, quote, days)
      return async (base) => (await ofPair(base)).rateOn
    },
  }
}

/** What sessions closed at, and what is computed of that. */
function pricesReader({
  catalogue,
  prices,
  clock,
}: ReaderDeps): Pick<InstrumentReader, 'closes' | 'indicator' | 'dailyCloses' | 'sessionEnd'> {
  return {
    async indicator(entityId, choice, { to, signal }) {
      const instrument = await findOrNull(catalogue, entityId)
      const source = instrument === null ? null : await prices.sourceOf(instrument)
      if (instrument === null || source === null) return null
      const until = Math.min(to, clock.market())
      return readIndicatorPoint(instrument, source, choice, { to: until, signal })
    },

    async closes(entityId, range, signal) {
      const instrument = await findOrNull(catalogue, entityId)
      const source = instrument === null ? null : await prices.sourceOf(instrument)
      if (instrument === null || source === null) return null
      return readSessionCloses(instrument, source, { range, now: clock.market(), signal })
    },

    async dailyCloses(entityId, days, signal) {
      const instrument = await findOrNull(catalogue, entityId)
      const source = instrument === null ? null : await prices.sourceOf(instrument)
      if (instrument === null || source === null) return null
      return readDailyCloses(instrument, source, { ...days, signal })
    },

    async sessionEnd(entityId, day) {
      const instrument = await findOrNull(catalogue, entityId)
      return instrument === null ? null : sessionEndOf(instrument, day)
    },
  }
}

/** What changes shares. */
function actionsReader(deps: ReaderDeps): Pick<InstrumentReader, 'splits' | 'spinOffs'> {
  const { catalogue, actions, prices, clock } = deps
  return {
    splits: async (ids, signal) =>
      readEffectiveSplits((await catalogue.findAll(ids)).values(), {
        sourceOf: (instrument) => prices.sourceOf(instrument),
        actions,
        now: clock.market(),
        signal,
      }),

    spinOffs: (ids) =>
      readEffectiveSpinOffs(ids, {
        actions,
        timezoneOf: async (id) => (await findOrNull(catalogue, id))?.timezone ?? null,
        now: clock.market(),
      }),
  }
}

async function readListing(
  { catalogue, history }: ReaderDeps,
  entityId: Id,
): Promise<InstrumentListing | null> {
  const instrument = await findOrNull(catalogue, entityId)
  const recorded = instrument === null ? null : await history.read(entityId)
  if (instrument === null || recorded === null) return null
  const { ticker, name, assetClass, sector, industry, currency, exchange, mic, isin, figi, cik } = instrument
  const country = countryCode(instrument.country)
  const identifiers = { isin, figi, lei: recorded.lei, cik }
  const { delistedOn, previousTickers } = recorded
  return {
    entityId,
    ticker,
    name,
    assetClass,
    sector,
    industry,
    country,
    currency,
    exchange,
    mic,
    identifiers,
    delistedOn,
    previousTickers,
    simulated: isSimulated(instrument.source),
  }
}

/** A company's reports as GET fundamentals converts them. */
async function readStatements(deps: ReaderDeps, entityId: Id): Promise<CompanyStatements | null> {
  const instrument = await findOrNull(deps.catalogue, entityId)
  if (instrument === null) return null
  const { reports } = await readFacts(instrument, deps)
  if (reports === null) return null
  const { annual, quarterly, balances } = reports
  return { annual, quarterly, balances: balances.annual, simulated: isSimulated(instrument.source) }
}

/** The ratios that GET overview and GET fundamentals show. */
async function readValuationOf(
  deps: ReaderDeps,
  entityId: Id,
  signal: AbortSignal,
): Promise<InstrumentValuation | null> {
  const instrument = await findOrNull(deps.catalogue, entityId)
  if (instrument === null) return null
  const { quote, prices: source } = await newestPrice(instrument, deps.prices, signal)
  const price = await ratioPrice(instrument, quote, deps)
  if (quote === null || price === null) return null
  const facts = await readFacts(instrument, deps)
  const { ratios, basis } = await readValuation(instrument, facts, price, deps)
  return {
    asOf: quote.at,
    marketCap: marketCap(instrument, facts, price),
    peTtm: ratios.pe_ttm,
    psTtm: ratios.ps_ttm,
    pb: ratios.pb,
    evEbitda: ratios.ev_ebitda,
    evRevenue: ratios.ev_revenue,
    pegRatio: ratios.peg_ratio,
    dividendYield: ratios.dividend_yield,
    basis,
    simulated: source !== null && isSimulated(source.name),
  }
}

/** What a reader makes of the actions of an instrument; nothing where nobody has the id. */
async function readActions<T>(
  { catalogue, prices, actions, clock }: ReaderDeps,
  entityId: Id,
  read: (instrument: Instrument, known: KnownActions) => Promise<T[]>,
): Promise<T[]> {
  const instrument = await findOrNull(catalogue, entityId)
  if (instrument === null) return []
  return read(instrument, { source: await prices.sourceOf(instrument), actions, now: clock.market() })
}

/** The listed holdings of a fund, as the first of its sources tells them. */
function toNames(row: NamesRow): InstrumentNames {
  return {
    entityId: row.entity_id,
    ticker: row.ticker,
    name: row.name,
    mic: row.mic,
    country: countryCode(row.country),
    assetClass: row.asset_class,
    marketCap: row.market_cap,
    aliases: row.aliases,
    formerTickers: (row.previous ?? []).flatMap(({ ticker, until }) => {
      const day = until === null ? null : parseDay(until)
      return day === null ? [] : [{ ticker, until: day }]
    }),
  }
}

/** One quote through the cache; null where nothing has a price, throws 404 `INSTRUMENT_NOT_FOUND`. */
function quoteReader({ catalogue, prices, cache, clock }: ReaderDeps) {
  const cached = createCachedReader({ catalogue, cache })
  return async (entityId: Id, { tenantId, signal }: ReaderFor): Promise<InstrumentQuote | null> => {
    const asker = { caller: { tenantId }, signal }
    const { value } = await cached<InstrumentQuote | null>(
      { entityId, name: 'quote', ttlSeconds: MOMENT_SECONDS, asker },
      async (instrument, caller) => {
        const { quote, prices: source } = await newestPrice(instrument, prices, caller.signal)
        if (quote === null) return { value: null, source: undefined }
        const { halted: _, freshUntil: __, ...tick } = quote
        const { ticker, currency } = instrument
        const status = marketStatus(instrument, quote, clock.market())
        return {
          value: {
            ...tick,
            entityId,
            ticker,
            currency,
            marketStatus: status,
            source: source?.name ?? null,
            simulated: source !== null && isSimulated(source.name),
          },
          source: source?.name,
        }
      },
    )
    return value
  }
}
