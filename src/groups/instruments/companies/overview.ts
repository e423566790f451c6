import type { InstrumentOverview } from '../../../contract/instruments.ts'
import { percentOf, wireNumber } from '../../../kernel/numbers.ts'
import { DAY_MS, formatInstant, type Instant } from '../../../kernel/time.ts'
import type { Bars } from '../../../market/bars.ts'
import type { Quote } from '../../../ports/market-data.ts'
import type { Instrument } from '../catalogue/instrument.ts'

/** Everything an overview is made of; null where unavailable. */
export interface OverviewParts {
  quote: Quote | null
  /** Daily bars of the last 52 weeks on today's split basis. */
  year: Bars | null
  /** US dollars. */
  marketCap: number | null
  peTtm: number | null
  evEbitda: number | null
  builtAt: Instant
}

const YEAR_MS = 365 * DAY_MS

/** Unavailable values are null, never 0. */
export function toOverview(instrument: Instrument, parts: OverviewParts): InstrumentOverview {
  const { quote, year, builtAt } = parts
  const price = quote?.price ?? null
  const previous = quote?.previousClose ?? null
  const recent = quote !== null && builtAt - quote.at <= YEAR_MS ? price : null
  const change = price === null || previous === null ? null : price - previous
  return {
    entity_id: instrument.entityId,
    ticker: instrument.ticker,
    name: instrument.name,
    last_price: wireNumber(price),
    day_change: wireNumber(change),
    day_change_pct: percentOf(change, previous),
    market_cap: wireNumber(parts.marketCap),
    pe_ttm: wireNumber(parts.peTtm),
    ev_ebitda: wireNumber(parts.evEbitda),
    week_52_high: extreme(Math.max, year?.high, recent),
    week_52_low: extreme(Math.min, year?.low, recent),
    updated_at: formatInstant(builtAt),
  }
}

/** The highest or lowest of the year's bars and of today so far. */
function extreme(
  pick: (...values: number[]) => number,
  bars: Float64Array | undefined,
  price: number | null,
): number | null {
  const values = price === null ? [] : [price]
  for (const each of bars ?? []) values.push(each)
  return values.length === 0 ? null : wireNumber(pick(...values))
}
