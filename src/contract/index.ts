import type { Endpoint } from './endpoint.ts'
import * as auth from './auth.ts'
import * as fundamentals from './fundamentals.ts'
import * as instruments from './instruments.ts'
import * as markets from './markets.ts'

/** Every endpoint of the API; a test checks that each is bound exactly once. */
export const ENDPOINTS: readonly Endpoint[] = [
  auth.devLogin,
  instruments.searchInstruments,
  markets.listMarkets,
  markets.listSessions,
  instruments.getOverview,
  instruments.getOhlcv,
  instruments.getLiveQuote,
  fundamentals.getFundamentals,
]
