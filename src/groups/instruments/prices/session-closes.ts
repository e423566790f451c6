import { type SplitEvent, splitFactorAfter } from '../../../market/adjustment.ts'
import type { Bars, InstantRange } from '../../../market/bars.ts'
import { type MarketCalendar, isCovered } from '../../../market/calendar/index.ts'
import { DAY_MS, type Day, type Instant, utcDay, zonedDay, zonedInstant } from '../../../kernel/time.ts'
import type { SessionClose, SessionCloses } from '../../../ports/instruments.ts'
import type { PriceSource } from '../../../ports/market-data.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { isSimulated } from '../catalogue/origin.ts'

/**
 * The sessions of an instrument's venue that ended within a range and by `now`, from its first bar on, with their closes. Of days
 * that no calendar knows, each with a bar is a session that ends with the day.
 */
export async function readSessionCloses(
  instrument: Instrument,
  source: PriceSource,
  { range, now, signal }: { range: InstantRange; now: Instant; signal?: AbortSignal | undefined },
): Promise<SessionCloses> {
  const { calendar, timezone } = instrument
  const to = Math.min(range.to, now)
  const simulated = isSimulated(source.name)
  if (to < range.from) return { simulated, sessions: [] }
  const days = { from: zonedDay(timezone, range.from), to: zonedDay(timezone, to) }
  const bars = await source.bars(instrument, '1d', { from: days.from * DAY_MS, to: days.to * DAY_MS }, signal)
  const splits = (await source.splits?.(instrument, '1d')) ?? []
  const barsOn = new Map<Day, number>()
  for (const [at, instant] of bars.at.entries()) barsOn.set(utcDay(instant), at)
  const ended = endsOf(calendar, timezone, days, [...barsOn.keys()])
  return {
    simulated,
    sessions: ended
      .filter(({ endsAt }) => endsAt >= range.from && endsAt <= to)
      .map((end): SessionClose => ({ ...end, ...closeOf(bars, barsOn.get(end.day), splits) })),
  }
}

function closeOf(
  bars: Bars,
  at: number | undefined,
  splits: readonly SplitEvent[],
): Pick<SessionClose, 'adjustedClose' | 'prices'> {
  if (at === undefined) return { adjustedClose: null, prices: null }
  const prices = {
    open: bars.open[at] ?? 0,
    close: bars.close[at] ?? 0,
    high: bars.high[at] ?? 0,
    low: bars.low[at] ?? 0,
    volume: bars.volume[at] ?? 0,
    splitFactor: splitFactorAfter(splits, utcDay(bars.at[at] ?? 0)),
  }
  return { adjustedClose: bars.adjustedClose[at] ?? 0, prices }
}

function endsOf(
  calendar: MarketCalendar | null,
  timezone: string,
  days: { from: Day; to: Day },
  daysWithBars: readonly Day[],
): Array<Pick<SessionClose, 'day' | 'endsAt' | 'isEndAssumed'>> {
  const [first, last] = [daysWithBars[0], daysWithBars.at(-1)]
  if (first === undefined || last === undefined) return []
  // Before the first bar no close is known; after the last one sessions go on.
  const known = calendar === null ? [] : calendar.sessions(Math.max(first, days.from), days.to)
  const others = daysWithBars.filter((day) => calendar === null || !isCovered(calendar.coverage, day))
  return [
    ...known.map(({ day, close }) => ({ day, endsAt: close })),
    ...others.map((day) => ({ day, endsAt: endOfDay(timezone, day), isEndAssumed: true as const })),
  ].toSorted((one, other) => one.day - other.day)
}

/** When the session of a day of the venue ends: by its calendar, or with the day where that knows none. */
export function sessionEndOf(
  { calendar, timezone }: Pick<Instrument, 'calendar' | 'timezone'>,
  day: Day,
): Instant {
  const session = calendar !== null && isCovered(calendar.coverage, day) ? calendar.sessionOn(day) : null
  return session?.close ?? endOfDay(timezone, day)
}

const endOfDay = (timezone: string, day: Day): Instant => zonedInstant(timezone, day + 1, 0)
