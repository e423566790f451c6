import { handle, type Route } from '../../contract/endpoint.ts'
import { getFundamentals } from '../../contract/fundamentals.ts'
import { getLiveQuote, getOhlcv, getOverview, searchInstruments } from '../../contract/instruments.ts'
import { listMarkets, listSessions } from '../../contract/markets.ts'
import type { Instruments } from './service.ts'

/** One line for each endpoint; parameters arrive validated and typed. */
export function routes(instruments: Instruments): Route[] {
  return [
    handle(searchInstruments, ({ query }) => instruments.search(query)),
    handle(listMarkets, () => instruments.markets()),
    handle(listSessions, ({ params, query }) => instruments.sessions(params.mic, query)),
    handle(getOverview, ({ params, signal }) => instruments.overview(params.entity_id, signal)),
    handle(getOhlcv, ({ params, query }) => instruments.ohlcv(params.entity_id, query)),
    handle(getLiveQuote, ({ params, signal }) => instruments.liveQuote(params.entity_id, signal)),
    handle(getFundamentals, ({ params, query, signal }) =>
      instruments.fundamentals(params.entity_id, query, signal),
    ),
  ]
}
