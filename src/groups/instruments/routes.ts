import { listConstituents } from '../../contract/constituents.ts'
import { createCorporateAction, listCorporateActions } from '../../contract/corporate-actions.ts'
import { getPeers, listMovers } from '../../contract/discovery.ts'
import { handle, type Route } from '../../contract/endpoint.ts'
import { listExchangeRates } from '../../contract/exchange-rates.ts'
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
import type { Markets } from './catalogue/markets.ts'
import type { Series } from './series-service.ts'
import type { Instruments } from './service.ts'

/** What the endpoints of the group are made of. */
export interface Services {
  instruments: Instruments
  series: Series
  listings: Listings
  markets: Markets
}

/** One line for each endpoint; parameters arrive validated and typed. */
export function routes({ instruments, series, listings, markets }: Services): Route[] {
  return [
    handle(searchInstruments, ({ query }) => instruments.search(query)),
    handle(listMarkets, () => markets.all()),
    handle(listSessions, ({ params, query }) => markets.sessions(params.mic, query)),
    handle(listExchangeRates, ({ query }) => instruments.exchangeRates(query)),
    handle(listMovers, (call) => series.movers(call.query, call)),
    handle(getLiveQuotes, (call) => instruments.liveQuotes(call.query.entity_ids, call)),
    handle(resolveInstruments, ({ body }) => listings.resolve(body.items)),
    handle(upsertInstruments, ({ body }) => listings.upsert(body.items)),
    handle(getInstrument, ({ params }) => listings.get(params.entity_id)),
    handle(getOverview, (call) => instruments.overview(call.params.entity_id, call)),
    handle(getOhlcv, (call) => series.ohlcv(call.params.entity_id, call.query, call)),
    handle(putBars, ({ params, body }) => listings.putBars(params.entity_id, body)),
    handle(getLiveQuote, (call) => instruments.liveQuote(call.params.entity_id, call)),
    handle(getFundamentals, (call) => instruments.fundamentals(call.params.entity_id, call.query, call)),
    handle(putFundamentals, async (call) => {
      await listings.putFundamentals(call.params.entity_id, call.body)
      return instruments.fundamentals(call.params.entity_id, DEFAULT_FUNDAMENTALS, call)
    }),
    handle(getIndicators, (call) => series.indicators(call.params.entity_id, call.query, call)),
    handle(listConstituents, (call) => instruments.constituents(call.params.entity_id, call)),
    handle(getPeers, (call) => series.peers(call.params.entity_id, call.query, call)),
    handle(listCorporateActions, ({ params, query }) => listings.actions(params.entity_id, query)),
    handle(createCorporateAction, ({ params, body }) => listings.createAction(params.entity_id, body)),
  ]
}

/** What GET answers without parameters. */
const DEFAULT_FUNDAMENTALS = { period: 'annual', limit: 5 } as const
