import type { IndicatorSeries } from '../../contract/indicators.ts'
import { onSplitBasis } from '../../kernel/adjustment.ts'
import { type Bars, barsWithin, type InstantRange, lowerBound, zeroBars } from '../../kernel/bars.ts'
import { DAY_MS, type Instant } from '../../kernel/time.ts'
import type { Interval } from '../../kernel/vocabulary.ts'
import type { PriceSource } from '../../ports/market-data.ts'
import { type IndicatorChoice, toIndicatorSeries, warmUpBars } from './indicators.ts'
import type { Instrument } from './instrument.ts'
import type { OhlcvQuery } from './ohlcv.ts'
import { barInstants, resolveDays } from './ohlcv-range.ts'
import type { PriceBook } from './price-book.ts'

/** Generous calendar days for a bar, holidays included: most reads suffice, the next doubles. */
const DAYS_FOR_BARS: Record<Interval, number> = { '1d': 1.6, '5min': 0.03, '1min': 0.008 }
const SPARE_DAYS = 10

export type IndicatorsQuery = OhlcvQuery & Omit<IndicatorChoice, 'interval'>

/** An indicator over a range, computed from the bars of the range and as many before it as it needs to settle. */
export async function readIndicator(
  instrument: Instrument,
  query: IndicatorsQuery,
  { prices, marketNow }: { prices: PriceBook; marketNow: () => Instant },
): Promise<{ value: IndicatorSeries; source: string | undefined }> {
  const days = resolveDays(query, instrument, marketNow())
  const range = barInstants(days, query.interval, instrument.timezone)
  const source = await prices.sourceOf(instrument)
  const bars = source === null ? zeroBars(0) : await readWithWarmUp(instrument, source, query, range)
  // A jump that is a split is no move of the price.
  const splits = (await source?.splits?.(instrument, query.interval)) ?? []
  return {
    value: toIndicatorSeries(instrument, query, onSplitBasis(bars, splits), range),
    source: source?.name,
  }
}

async function readWithWarmUp(
  instrument: Instrument,
  source: PriceSource,
  { interval, name, window }: Pick<IndicatorChoice, 'interval' | 'name' | 'window'>,
  range: InstantRange,
): Promise<Bars> {
  const span = await source.span(instrument, interval)
  if (span === null) return zeroBars(0)
  const wanted = warmUpBars({ name, window })
  const to = Math.min(range.to, span.to)
  const begins = Math.max(range.from, span.from)
  for (let days = wanted * DAYS_FOR_BARS[interval] + SPARE_DAYS; ; days *= 2) {
    const from = Math.max(span.from, begins - days * DAY_MS)
    const bars = barsWithin(await source.bars(instrument, interval, { from, to }), { from, to })
    if (from === span.from || lowerBound(bars.at, begins) >= wanted) return bars
  }
}
