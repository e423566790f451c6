import {
  adjustmentFactors,
  type AdjustmentEvents,
  factorByDay,
  splitFactorAfter,
} from '../../../market/adjustment.ts'
import { type Bars, zeroBars } from '../../../market/bars.ts'
import type { Id } from '../../../kernel/ids.ts'
import { type Instant, utcDay, zonedDay } from '../../../kernel/time.ts'
import type { Interval } from '../../../market/vocabulary.ts'
import type { SeriesBasis } from '../tables.ts'
import type { ActionsStore } from './actions-store.ts'
import { adjustingEvents } from './adjusting-events.ts'
import type { BarStore, StoredSeries } from './bar-store.ts'
import { mergeBars } from './packed-bars.ts'

export interface AdjustingStores {
  actions: Pick<ActionsStore, 'adjusting'>
  bars: Pick<BarStore, 'seriesOf' | 'read' | 'readjust'>
}

/** A listing, with the IANA zone in which its bars within a day belong to one. */
export interface Adjusted {
  entityId: Id
  currency: string
  timezone: string
}

/**
 * Computes anew, from every known split and dividend, the adjusted closes that no source gave: all of as-traded series, and of
 * split-adjusted ones those after the newest that came with one of its own. The daily series of a basis has the factors; bars within a day
 * have those of its daily bar. To be called in the transaction that changes bars or actions.
 */
export async function rebuildAdjusted(
  { entityId, currency, timezone }: Adjusted,
  { actions, bars }: AdjustingStores,
): Promise<void> {
  const stored = await bars.seriesOf(entityId)
  const computed = stored.filter(isComputed)
  if (computed.length === 0) return
  const events = adjustingEvents(await actions.adjusting(entityId), currency)
  for (const { interval, source, basis, adjustedUntil } of computed) {
    const daily = await dailyOf(stored, basis, bars)
    if (daily === null) continue
    const factorAt = factorsOf(daily, events, { basis, interval, timezone })
    const after = basis === 'as_traded' ? Number.NEGATIVE_INFINITY : adjustedUntil
    await bars.readjust({ entityId, interval, source, basis }, factorAt, after)
  }
}

/** Bars of a split-adjusted series, those at some instants with the adjusted closes that recorded dividends make of their closes. */
export async function withComputed(
  given: { columns: Bars; interval: Interval; lacking: ReadonlySet<Instant> },
  { entityId, timezone }: Adjusted,
  events: AdjustmentEvents,
  bars: Pick<BarStore, 'seriesOf' | 'read'>,
): Promise<Bars> {
  const { columns, interval, lacking } = given
  if (events.dividends.length === 0) return columns
  const basis = 'split_adjusted'
  const stored = await dailyOf(await bars.seriesOf(entityId), basis, bars)
  const daily = interval === '1d' ? mergeBars(stored ?? zeroBars(0), columns).bars : stored
  if (daily === null) return columns
  const factorAt = factorsOf(daily, events, { basis, interval, timezone })
  const adjustedClose = columns.adjustedClose.map((own, row) => {
    const at = columns.at[row] ?? Number.NaN
    return lacking.has(at) ? (columns.close[row] ?? Number.NaN) * factorAt(at) : own
  })
  return { ...columns, adjustedClose }
}

const isComputed = ({ basis, adjustedUntil, span }: StoredSeries): boolean =>
  basis === 'as_traded' || adjustedUntil < span.to

async function dailyOf(
  stored: readonly StoredSeries[],
  basis: SeriesBasis,
  bars: Pick<BarStore, 'read'>,
): Promise<Bars | null> {
  const series = stored.find((each) => each.interval === '1d' && each.basis === basis)
  return series === undefined ? null : bars.read(series.seriesId, series.span)
}

function factorsOf(
  daily: Bars,
  events: AdjustmentEvents,
  { basis, interval, timezone }: { basis: SeriesBasis; interval: Interval; timezone: string },
): (at: Instant) => number {
  const onDay = factorByDay(
    daily,
    adjustmentFactors(daily, basis === 'as_traded' ? events : dividendsOf(daily, events)),
  )
  return (at) => onDay(interval === '1d' ? utcDay(at) : zonedDay(timezone, at))
}

/** Prices of a split-adjusted series have its splits already: dividends are brought on the basis of its newest bar. */
function dividendsOf(daily: Bars, { splits, dividends }: AdjustmentEvents): AdjustmentEvents {
  const newest = utcDay(daily.at.at(-1) ?? 0)
  const past = splits.filter(({ exDay }) => exDay <= newest)
  return {
    splits: [],
    dividends: dividends.map(({ exDay, amount }) => ({
      exDay,
      amount: amount / splitFactorAfter(past, exDay),
    })),
  }
}
