import { createCorporateAction, listCorporateActions } from '../../contract/corporate-actions.ts'
import { getPeers, listMovers } from '../../contract/discovery.ts'
import { handle, type Route } from '../../contract/endpoint.ts'
import { getFundamentals } from '../../contract/fundamentals.ts'
import { getIndicators } from '../../contract/indicators.ts'
import {
  getLiveQuote,
  getLiveQuotes,
  getOhlcv,
  getOverview,
  searchInstruments,
} from '../../contract/instruments.ts'
import { getInstrument, resolveInstruments, upsertInstruments } from '../../contract/listings.ts'
import { listMarkets, listSessions } from '../../contract/markets.ts'
import { putBars, putFundamentals } from '../../contract/series-writes.ts'
import type { Listings } from './listings.ts'
import type { Markets } from './markets.ts'
import type { Instruments } from './service.ts'

/** What the endpoints of the group are made of. */
export interface Services {
  instruments: Instruments
  listings: Listings
  markets: Markets
}

/** One line for each endpoint; parameters arrive validated and typed. */
export function routes({ instruments, listings, markets }: Services): Route[] {
  return [
    handle(searchInstruments, ({ query }) => instruments.search(query)),
    handle(listMarkets, () => markets.all()),
    handle(listSessions, ({ params, query }) => markets.sessions(params.mic, query)),
    handle(listMovers, ({ query }) => instruments.movers(query)),
    handle(getLiveQuotes, ({ query, signal }) => instruments.liveQuotes(query.entity_ids, signal)),
    handle(resolveInstruments, ({ body }) => listings.resolve(body.items)),
    handle(upsertInstruments, ({ body }) => listings.upsert(body.items)),
    handle(getInstrument, ({ params }) => listings.get(params.entity_id)),
    handle(getOverview, ({ params, signal }) => instruments.overview(params.entity_id, signal)),
    handle(getOhlcv, ({ params, query }) => instruments.ohlcv(params.entity_id, query)),
    handle(putBars, ({ params, body }) => listings.putBars(params.entity_id, body)),
    handle(getLiveQuote, ({ params, signal }) => instruments.liveQuote(params.entity_id, signal)),
    handle(getFundamentals, ({ params, query, signal }) =>
      instruments.fundamentals(params.entity_id, query, signal),
    ),
    handle(putFundamentals, async ({ params, body, signal }) => {
      await listings.putFundamentals(params.entity_id, body)
      return instruments.fundamentals(params.entity_id, DEFAULT_FUNDAMENTALS, signal)
    }),
    handle(getIndicators, ({ params, query }) => instruments.indicators(params.entity_id, query)),
    handle(getPeers, ({ params, query }) => instruments.peers(params.entity_id, query)),
    handle(listCorporateActions, ({ params, query }) => listings.actions(params.entity_id, query)),
    handle(createCorporateAction, ({ params, body }) => listings.createAction(params.entity_id, body)),
  ]
}

/** What GET answers without parameters. */
const DEFAULT_FUNDAMENTALS = { period: 'annual', limit: 5 } as const
