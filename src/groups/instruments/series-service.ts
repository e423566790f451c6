import type { HandlerResult, Encoded } from '../../contract/endpoint.ts'
import type { IndicatorSeries } from '../../contract/indicators.ts'
import type { MoversQuery, MoversReply, PeersReply } from '../../contract/discovery.ts'
import { BarBlocks } from './prices/bar-blocks.ts'
import { type Asker, createCachedReader, MOMENT_SECONDS, type Reading } from './catalogue/cached-reader.ts'
import { readBases } from './discovery/discovery.ts'
import { type IndicatorsQuery, readIndicator } from './prices/indicator-series.ts'
import { type OhlcvQuery, readOhlcv } from './prices/ohlcv.ts'
import { refuseReversed } from './prices/ohlcv-range.ts'
import type { Deps } from './service.ts'

const PEERS_TTL_SECONDS = 3_600
/** The contract's largest limit: one ranking serves every smaller one. */
const MOST_PEERS = 50

export type Series = ReturnType<typeof createSeries>

/** What is computed of many bars: long work goes through the gate. */
export function createSeries(deps: Deps) {
  const { prices, clock } = deps
  const cached = createCachedReader(deps)
  const blocks = new BarBlocks(deps.gate)
  const marketNow = () => clock.market()
  return {
    /** Remembered for a second: a bar is at most that late, and a range need not be put together for each request. */
    ohlcv: (entityId: string, query: OhlcvQuery, asker: Asker): Reading<Encoded> => {
      refuseReversed(query, marketNow())
      const name = `ohlcv:${query.period}:${query.interval}:${query.from}:${query.to}`
      return cached({ entityId, name, ttlSeconds: MOMENT_SECONDS, asker }, (instrument, caller) =>
        readOhlcv(instrument, query, { prices, blocks, marketNow }, caller),
      )
    },

    /** The bases are read first: a wrong one is refused for any instrument. */
    peers: (
      entityId: string,
      { basis, limit }: { basis: string; limit: number },
      asker: Asker,
    ): Reading<PeersReply> => {
      const bases = readBases(basis)
      const ranked = cached(
        { entityId, name: `peers:${bases.join()}`, ttlSeconds: PEERS_TTL_SECONDS, asker },
        async (instrument, caller) => ({
          value: await deps.discovery.peers(instrument, { bases, limit: MOST_PEERS }, caller),
          source: undefined,
        }),
      )
      return ranked instanceof Promise
        ? ranked.then((all) => firstPeers(all, limit))
        : firstPeers(ranked, limit)
    },

    movers: async (query: MoversQuery, { signal }: Asker): Promise<HandlerResult<MoversReply>> => ({
      value: await deps.discovery.movers(query, signal),
    }),

    /** Remembered for a second, as the bars are. */
    indicators: (
      entityId: string,
      query: IndicatorsQuery,
      asker: Asker,
    ): Reading<IndicatorSeries | Encoded> => {
      refuseReversed(query, marketNow())
      const { name, window, series, interval, period, from, to } = query
      const asked = [name, window, series, interval, period, from, to].join(':')
      return cached(
        { entityId, name: `indicator:${asked}`, ttlSeconds: MOMENT_SECONDS, asker },
        (instrument, caller) => readIndicator(instrument, query, { ...deps, marketNow }, caller),
      )
    },
  }
}

function firstPeers(all: HandlerResult<PeersReply>, limit: number): HandlerResult<PeersReply> {
  const { items, total } = all.value
  return { ...all, value: { items: items.slice(0, limit), total } }
}
