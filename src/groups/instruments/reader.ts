import { Failure } from '../../kernel/fail.ts'
import { type Id, isUuid } from '../../kernel/ids.ts'
import { parseDay } from '../../kernel/time.ts'
import type {
  InstrumentNames,
  InstrumentQuote,
  InstrumentReader,
  ReaderFor,
} from '../../ports/instruments.ts'
import type { FactsStore } from './companies/facts-store.ts'
import { createCachedReader, MOMENT_SECONDS } from './catalogue/cached-reader.ts'
import type { Instrument } from './catalogue/instrument.ts'
import { marketStatus } from './prices/market-status.ts'
import { readInBatches } from './prices/live-quotes.ts'
import { readSessionCloses } from './prices/session-closes.ts'
import { type Deps, newestPrice } from './service.ts'
import type { NamesRow } from './catalogue/names-store.ts'
import type { InstrumentStore } from './catalogue/store.ts'

export interface ReaderDeps extends Pick<
  Deps,
  'catalogue' | 'prices' | 'search' | 'cache' | 'clock' | 'gate'
> {
  store: Pick<InstrumentStore, 'byIds' | 'names' | 'namesAfter'>
  facts: Pick<FactsStore, 'asOf'>
}

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
      const instrument = await found(catalogue, id)
      if (instrument === null) return null
      const { entityId, ticker, name } = instrument
      return { entityId, ticker, name }
    },

    size: () => search.size(),

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

    async closes(entityId, range, signal) {
      const instrument = await found(catalogue, entityId)
      const source = instrument === null ? null : await deps.prices.sourceOf(instrument)
      if (instrument === null || source === null) return null
      return readSessionCloses(instrument, source, { range, now: deps.clock.market(), signal })
    },
  }
}

/** The instrument; null where nobody has the id. */
async function found(catalogue: Deps['catalogue'], id: string): Promise<Instrument | null> {
  try {
    return await catalogue.find(id)
  } catch (error) {
    if (error instanceof Failure && error.code === 'INSTRUMENT_NOT_FOUND') return null
    throw error
  }
}

function toNames(row: NamesRow): InstrumentNames {
  return {
    entityId: row.entity_id,
    ticker: row.ticker,
    name: row.name,
    mic: row.mic,
    country: row.country,
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
        const { previousClose: _, halted: __, freshUntil: ___, ...tick } = quote
        const { ticker } = instrument
        const status = marketStatus(instrument, quote, clock.market())
        return {
          value: { ...tick, entityId, ticker, marketStatus: status, source: source?.name ?? null },
          source: source?.name,
        }
      },
    )
    return value
  }
}
