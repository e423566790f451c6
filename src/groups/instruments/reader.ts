import { Failure } from '../../kernel/fail.ts'
import { type Id, isUuid } from '../../kernel/ids.ts'
import type { InstrumentQuote, InstrumentReader, ReaderFor } from '../../ports/instruments.ts'
import type { FactsStore } from './companies/facts-store.ts'
import { createCachedReader, MOMENT_SECONDS } from './catalogue/cached-reader.ts'
import { marketStatus } from './prices/market-status.ts'
import { readInBatches } from './prices/live-quotes.ts'
import { type Deps, newestPrice } from './service.ts'
import type { InstrumentStore } from './catalogue/store.ts'

export interface ReaderDeps extends Pick<
  Deps,
  'catalogue' | 'prices' | 'search' | 'cache' | 'clock' | 'gate'
> {
  store: Pick<InstrumentStore, 'byIds' | 'names'>
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
      try {
        const { entityId, ticker, name } = await catalogue.find(id)
        return { entityId, ticker, name }
      } catch (error) {
        if (error instanceof Failure && error.code === 'INSTRUMENT_NOT_FOUND') return null
        throw error
      }
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
