import { onSplitBasis } from '../../../market/adjustment.ts'
import { joinBars } from '../../../market/bars.ts'
import type { Id } from '../../../kernel/ids.ts'
import { createPause } from '../../../kernel/pause.ts'
import { DAY_MS, type Day, parseDay, utcDay, zonedDay } from '../../../kernel/time.ts'
import type {
  DailyCloses,
  EffectiveSpinOff,
  EffectiveSplit,
  PaidDividend,
} from '../../../ports/instruments.ts'
import type { PriceSource } from '../../../ports/market-data.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { isSimulated } from '../catalogue/origin.ts'
import type { ActionsStore } from './actions-store.ts'
import { adjustingEvents } from './adjusting-events.ts'

interface ClosesQuery {
  from: Day
  to: Day
  pricedBy?: Day | undefined
  signal?: AbortSignal | undefined
}

/** Daily closes on today's split basis, as they were paid otherwise; with `pricedBy` see `InstrumentReader.dailyCloses`. */
export async function readDailyCloses(
  instrument: Instrument,
  source: PriceSource,
  { from, to, pricedBy, signal }: ClosesQuery,
): Promise<DailyCloses> {
  const range = { from: from * DAY_MS, to: to * DAY_MS }
  const inside = await source.bars(instrument, '1d', range, signal)
  const isPriced = pricedBy === undefined || (inside.at[0] ?? Number.POSITIVE_INFINITY) <= pricedBy * DAY_MS
  const last = isPriced ? null : ((await source.before?.(instrument, '1d', range.from, 1)) ?? null)
  const bars =
    last === null
      ? inside
      : joinBars([await source.bars(instrument, '1d', { from: last, to: last }, signal), inside])
  const { at, close } = onSplitBasis(bars, (await source.splits?.(instrument, '1d')) ?? [])
  return { simulated: isSimulated(source.name), days: sharedDays(at), closes: shared(close) }
}

/** In memory shared by threads: passing it on copies nothing. */
function shared(numbers: Float64Array): Float64Array {
  const copy = new Float64Array(new SharedArrayBuffer(numbers.byteLength))
  copy.set(numbers)
  return copy
}

function sharedDays(at: Float64Array): Int32Array {
  const days = new Int32Array(new SharedArrayBuffer(4 * at.length))
  for (const [place, each] of at.entries()) days[place] = utcDay(each)
  return days
}

/** Where actions are known from, and up to when. */
export interface KnownActions {
  source: PriceSource | null
  actions: Pick<ActionsStore, 'adjusting'>
  now: number
}

/**
 * Splits of instruments up to now, ascending, by id, without those that had none: what is recorded counts before what the source of the prices says.
 * Others get their turn between instruments.
 */
export async function readEffectiveSplits(
  instruments: Iterable<Instrument>,
  {
    sourceOf,
    actions,
    now,
    signal,
  }: {
    sourceOf: (instrument: Instrument) => Promise<PriceSource | null>
    actions: Pick<ActionsStore, 'splits'>
    now: number
    signal?: AbortSignal | undefined
  },
): Promise<Map<Id, EffectiveSplit[]>> {
  const all = [...instruments]
  const recorded = await actions.splits(all.map(({ entityId }) => entityId))
  const recordedOf = Map.groupBy(recorded, (action) => action.entity_id)
  const pause = createPause(signal)
  const found = new Map<Id, EffectiveSplit[]>()
  for (const instrument of all) {
    await pause()
    const own = adjustingEvents(recordedOf.get(instrument.entityId) ?? [], instrument.currency).splits
    const known = (await (await sourceOf(instrument))?.actions?.(instrument))?.splits ?? []
    const splits = upToNow(instrument, [...known, ...own], now)
    if (splits.length > 0) found.set(instrument.entityId, splits)
  }
  return found
}

/**
 * Spin-offs up to now of all listings that are tied to some by spin-offs, ascending.
 * @param timezoneOf Of a listing; null where nobody has the id.
 */
export async function readEffectiveSpinOffs(
  ids: readonly Id[],
  {
    actions,
    timezoneOf,
    now,
  }: {
    actions: Pick<ActionsStore, 'spinOffs'>
    timezoneOf: (id: Id) => Promise<string | null>
    now: number
  },
): Promise<EffectiveSpinOff[]> {
  const found: EffectiveSpinOff[] = []
  for (const row of ids.length === 0 ? [] : await actions.spinOffs(ids)) {
    const { parent_id: parentId, child_id: childId, ex_date: date, to, from, cost_fraction: fraction } = row
    const [exDay, timezone] = [parseDay(date), await timezoneOf(parentId)]
    if (exDay === null || timezone === null || exDay > zonedDay(timezone, now)) continue
    found.push({ parentId, childId, exDay, to, from, costFraction: fraction })
  }
  return found
}

/** Cash dividends of an instrument up to now, ascending, in the same order of trust. */
export async function readPaidDividends(
  instrument: Instrument,
  { source, actions, now }: KnownActions,
): Promise<PaidDividend[]> {
  const recorded = adjustingEvents(
    await actions.adjusting(instrument.entityId),
    instrument.currency,
  ).dividends
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
