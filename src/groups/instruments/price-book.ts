import { LRUCache } from 'lru-cache'
import type { Id } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/time.ts'
import type { PriceSource } from '../../ports/market-data.ts'
import type { ActionsStore } from './actions-store.ts'
import { adjustingEvents } from './adjusting-events.ts'
import type { BarStore } from './bar-store.ts'
import type { Instrument } from './instrument.ts'
import { createStoredPrices } from './stored-prices.ts'

const MAX_INSTRUMENTS = 20_000

/** Where stored prices are read from. */
export interface PriceStores {
  bars: BarStore
  actions: Pick<ActionsStore, 'adjusting'>
}

/**
 * Decides where an instrument's prices come from: what was imported for it, else the first upstream that covers it.
 * The two are never mixed: a chart that is real to one day and simulated from the next would be worse than either.
 */
export class PriceBook {
  private readonly chosen = new LRUCache<Id, Promise<PriceSource | null>>({ max: MAX_INSTRUMENTS })
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
    const { entityId } = instrument
    let source = this.chosen.get(entityId)
    if (source === undefined) {
      const choosing = this.choose(instrument)
      source = choosing
      this.chosen.set(entityId, choosing)
      // A failure is not remembered; what has replaced it meanwhile is.
      choosing.catch(() => {
        if (this.chosen.peek(entityId) === choosing) this.chosen.delete(entityId)
      })
    }
    return source
  }

  /** Tells of which instruments something has prices, from one look at what is stored. */
  async priced(): Promise<(instrument: Instrument) => boolean> {
    const stored = await this.stores.bars.instruments()
    return (instrument) =>
      stored.has(instrument.entityId) || this.upstreams.some((upstream) => upstream.covers(instrument))
  }

  private async choose(instrument: Instrument): Promise<PriceSource | null> {
    const { bars, actions } = this.stores
    const series = await bars.seriesOf(instrument.entityId)
    if (series.length > 0) {
      const adjusting = adjustingEvents(await actions.adjusting(instrument.entityId))
      return createStoredPrices(instrument, { series, ...adjusting }, bars, this.marketNow)
    }
    return this.upstreams.find((upstream) => upstream.covers(instrument)) ?? null
  }

  forget(entityId: Id | null): void {
    if (entityId === null) this.chosen.clear()
    else this.chosen.delete(entityId)
  }
}
