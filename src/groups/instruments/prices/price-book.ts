import { BoundedMap } from '../../../kernel/bounded-map.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Instant } from '../../../kernel/time.ts'
import type { Listing, PriceSource } from '../../../ports/market-data.ts'
import type { ActionsStore } from './actions-store.ts'
import { adjustingEvents } from './adjusting-events.ts'
import type { BarStore } from './bar-store.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { isSimulated, SIMULATED_SOURCE, sourcesFor } from '../catalogue/origin.ts'
import { createStoredPrices } from './stored-prices.ts'

const MAX_BYTES = 8 * 1024 * 1024
/** Its functions and, for each of its series, split and dividend, a record: as the heap has it, or more. */
const SOURCE_BYTES = 3_000

/** Where stored prices are read from. */
export interface PriceStores {
  bars: BarStore
  actions: Pick<ActionsStore, 'adjusting'>
}

/**
 * Decides where an instrument's prices come from: what was imported for it, else the first upstream that covers it and
 * that it may be served from (`origin.ts`). The two are never mixed: a chart that is real to one day and simulated from
 * the next would be worse than either.
 */
export class PriceBook {
  private readonly chosen = new BoundedMap<Promise<PriceSource | null>>({
    maxBytes: MAX_BYTES,
    sizeOf: () => SOURCE_BYTES,
  })
  private readonly stores: PriceStores
  private readonly upstreams: readonly PriceSource[]
  private readonly marketNow: () => Instant

  constructor(stores: PriceStores, upstreams: readonly PriceSource[], marketNow: () => Instant) {
    this.stores = stores
    this.upstreams = upstreams
    this.marketNow = marketNow
  }

  /** Null when nothing has a price for the instrument. */
  sourceOf(instrument: Instrument): Promise<PriceSource | null> {
    const key = keyOf(instrument)
    let source = this.chosen.get(key)
    if (source === undefined) {
      const choosing = this.choose(instrument)
      source = choosing
      this.chosen.set(key, choosing)
      // A failure is not remembered; what has replaced it meanwhile is.
      choosing.catch(() => {
        if (this.chosen.get(key) === choosing) this.chosen.delete(key)
      })
    }
    return source
  }

  /** Everything that something has prices for: ids of what is stored, and what the upstreams name. */
  async priced(): Promise<{ ids: ReadonlySet<Id>; symbols: ReadonlyArray<Pick<Listing, 'mic' | 'ticker'>> }> {
    return {
      ids: await this.stores.bars.instruments(),
      symbols: this.upstreams.flatMap((upstream) => [...upstream.covered()]),
    }
  }

  private async choose(instrument: Instrument): Promise<PriceSource | null> {
    const { bars, actions } = this.stores
    const series = isSimulated(instrument.source) ? [] : await bars.seriesOf(instrument.entityId)
    if (series.length > 0) {
      const adjusting = adjustingEvents(await actions.adjusting(instrument.entityId), instrument.currency)
      return createStoredPrices(instrument, { series, ...adjusting }, bars, this.marketNow)
    }
    return sourcesFor(instrument, this.upstreams).find((upstream) => upstream.covers(instrument)) ?? null
  }

  forget(entityId: Id | null): void {
    if (entityId === null) this.chosen.clear()
    else for (const source of ['', SIMULATED_SOURCE]) this.chosen.delete(keyOf({ entityId, source }))
  }
}

/** A request that still knows the record from before an import must not choose for those that come after it. */
function keyOf({ entityId, source }: Pick<Instrument, 'entityId' | 'source'>): string {
  return isSimulated(source) ? `${entityId} ${SIMULATED_SOURCE}` : entityId
}
