import { parseInstant } from '../../../kernel/time.ts'
import type { DayMove, InstrumentReader } from '../../../ports/instruments.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { findOrNull } from '../catalogue/find-or-null.ts'
import { isSimulated } from '../catalogue/origin.ts'
import type { PriceBook } from '../prices/price-book.ts'
import type { Discovery } from './discovery.ts'

export interface DiscoveryReaderDeps {
  catalogue: Pick<Catalogue, 'find'>
  discovery: Pick<Discovery, 'movers' | 'peers'>
  prices: Pick<PriceBook, 'sourceOf'>
}

/** The moves of the day, and what is alike, as other groups read them. */
export function createDiscoveryReader(deps: DiscoveryReaderDeps): Pick<InstrumentReader, 'movers' | 'peers'> {
  const { catalogue, discovery } = deps
  return {
    movers: (query, signal) => readMovers(deps, query, signal),

    async peers(entityId, limit) {
      const instrument = await findOrNull(catalogue, entityId)
      if (instrument === null) return { peers: [], simulated: false }
      // By sector alone, which takes no turn at the gate.
      const { items } = await discovery.peers(instrument, { bases: ['sector'], limit }, { key: '' })
      const peers = items.map(({ instrument: { entity_id: id, ticker, name } }) => ({
        entityId: id,
        ticker,
        name,
      }))
      return { peers, simulated: isSimulated(instrument.source) }
    },
  }
}

async function readMovers(
  { catalogue, discovery, prices }: DiscoveryReaderDeps,
  { order, assetClass, leastMarketCap, isSector, limit }: Parameters<InstrumentReader['movers']>[0],
  signal: AbortSignal,
): ReturnType<InstrumentReader['movers']> {
  const least = leastMarketCap === null ? {} : { min_market_cap: leastMarketCap }
  const query = { direction: order, asset_class: assetClass, limit, ...least }
  const { items, as_of: asOf } = await discovery.movers(query, signal, isSector)
  const moves = await Promise.all(
    items.map(async ({ instrument, last_price: price, day_change_pct: change }): Promise<DayMove> => {
      const { entity_id: entityId, ticker, name, sector, currency } = instrument
      const listed = await findOrNull(catalogue, entityId)
      const source = listed === null ? null : await prices.sourceOf(listed)
      const simulated = source !== null && isSimulated(source.name)
      return {
        entityId,
        ticker,
        name,
        sector,
        currency,
        price,
        simulated,
        change: change === null ? null : change / 100,
      }
    }),
  )
  return { asOf: parseInstant(asOf) ?? 0, moves }
}
