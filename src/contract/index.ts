import type { Endpoint } from './endpoint.ts'
import * as auth from './auth.ts'
import * as fundamentals from './fundamentals.ts'
import * as instruments from './instruments.ts'

/** Every endpoint of the API; a test checks that each is bound exactly once. */
export const ENDPOINTS: readonly Endpoint[] = [
  auth.devLogin,
  instruments.searchInstruments,
  instruments.getOverview,
  instruments.getOhlcv,
  instruments.getLiveQuote,
  fundamentals.getFundamentals,
]
