import type { Endpoint } from './endpoint.ts'
import * as auth from './auth.ts'
import * as fundamentals from './fundamentals.ts'
import * as corporateActions from './corporate-actions.ts'
import * as discovery from './discovery.ts'
import * as indicators from './indicators.ts'
import * as instruments from './instruments.ts'
import * as listings from './listings.ts'
import * as markets from './markets.ts'
import * as seriesWrites from './series-writes.ts'
import * as watchlists from './watchlists.ts'

/** Every endpoint of the API; a test checks that each is bound exactly once. */
export const ENDPOINTS: readonly Endpoint[] = [
  auth.devLogin,
  auth.getOidcConfig,
  auth.getJwks,
  auth.getMe,
  auth.updateMe,
  auth.getUsage,
  auth.logout,
  auth.createInternalToken,
  instruments.searchInstruments,
  markets.listMarkets,
  markets.listSessions,
  instruments.getLiveQuotes,
  listings.resolveInstruments,
  listings.upsertInstruments,
  discovery.listMovers,
  listings.getInstrument,
  instruments.getOverview,
  instruments.getOhlcv,
  instruments.getLiveQuote,
  fundamentals.getFundamentals,
  indicators.getIndicators,
  discovery.getPeers,
  corporateActions.listCorporateActions,
  corporateActions.createCorporateAction,
  seriesWrites.putBars,
  seriesWrites.putFundamentals,
  watchlists.listWatchlists,
  watchlists.createWatchlist,
  watchlists.getWatchlist,
  watchlists.updateWatchlist,
  watchlists.deleteWatchlist,
  watchlists.putWatchlistItem,
  watchlists.deleteWatchlistItem,
]
