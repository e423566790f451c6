import { onSplitBasis } from '../../../market/adjustment.ts'
import { DAY_MS, type Day, utcDay, zonedDay } from '../../../kernel/time.ts'
import type { DailyCloses, EffectiveSplit, PaidDividend } from '../../../ports/instruments.ts'
import type { PriceSource } from '../../../ports/market-data.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { isSimulated } from '../catalogue/origin.ts'
import type { ActionsStore } from './actions-store.ts'
import { adjustingEvents } from './adjusting-events.ts'

/** Daily closes on today's split basis, as they were paid otherwise. */
export async function readDailyCloses(
  instrument: Instrument,
  source: PriceSource,
  { from, to, signal }: { from: Day; to: Day; signal?: AbortSignal | undefined },
): Promise<DailyCloses> {
  const range = { from: from * DAY_MS, to: to * DAY_MS }
  const bars = await source.bars(instrument, '1d', range, signal)
  const { at, close } = onSplitBasis(bars, (await source.splits?.(instrument, '1d')) ?? [])
  return { simulated: isSimulated(source.name), days: Array.from(at, utcDay), closes: Array.from(close) }
}

/** Where actions are known from, and up to when. */
export interface KnownActions {
  source: PriceSource | null
  actions: Pick<ActionsStore, 'adjusting'>
  now: number
}

/** Splits of an instrument up to now, ascending: what is recorded counts before what the source of its prices says. */
export async function readEffectiveSplits(
  instrument: Instrument,
  { source, actions, now }: KnownActions,
): Promise<EffectiveSplit[]> {
  const recorded = adjustingEvents(await actions.adjusting(instrument.entityId)).splits
  const known = (await source?.actions?.(instrument))?.splits ?? []
  return upToNow(instrument, [...known, ...recorded], now)
}

/** Cash dividends of an instrument up to now, ascending, in the same order of trust. */
export async function readPaidDividends(
  instrument: Instrument,
  { source, actions, now }: KnownActions,
): Promise<PaidDividend[]> {
  const recorded = adjustingEvents(await actions.adjusting(instrument.entityId)).dividends
  const known = (await source?.actions?.(instrument))?.dividends ?? []
  return upToNow(instrument, [...known, ...recorded], now)
}

/** One for each ex-date, the last of those that are given for it. */
function upToNow<T extends { exDay: Day }>({ timezone }: Instrument, all: readonly T[], now: number): T[] {
  const today = zonedDay(timezone, now)
  return [...new Map(all.map((each) => [each.exDay, each])).values()]
    .filter(({ exDay }) => exDay <= today)
    .toSorted((one, other) => one.exDay - other.exDay)
}
