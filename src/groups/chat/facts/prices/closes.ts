import { type Day, DAY_MS, formatDay, type Instant } from '../../../../kernel/time.ts'
import type { InstantRange } from '../../../../market/bars.ts'
import type { InstrumentReader, SessionPrices } from '../../../../ports/instruments.ts'

/** Enough to find a session before any day, across holidays. */
const LOOK_BACK_DAYS = 10

/** A close that is known. */
export interface KnownClose {
  day: Day
  endsAt: Instant
  /** Adjusted for splits and dividends. */
  adjusted: number
  /** As traded, or split-adjusted, whichever the series stores. */
  prices: SessionPrices
}

/** The closes of a range, ascending, and the last one before it, which its return starts from. */
export interface RangeCloses {
  simulated: boolean
  /** Null when nothing was traded before. */
  before: KnownClose | null
  within: readonly KnownClose[]
  /** Whether a session in it has no known price: a halt, a gap. */
  hasGap?: true
}

/** Reads the closes of a range, or of its last so many sessions; null when it has none. */
export async function closesIn(
  instruments: Pick<InstrumentReader, 'closes'>,
  entityId: string,
  { range, sessions = null, signal }: { range: InstantRange; sessions?: number | null; signal: AbortSignal },
): Promise<RangeCloses | null> {
  // A session that ends at midnight, as for coins, belongs to the day before.
  const longer = { from: range.from - LOOK_BACK_DAYS * DAY_MS, to: range.to + 1 }
  const found = await instruments.closes(entityId, longer, signal)
  if (found === null) return null
  const known = found.sessions.flatMap(({ day, endsAt, adjustedClose: adjusted, prices }) =>
    adjusted === null || prices === null ? [] : [{ day, endsAt, adjusted, prices }],
  )
  const begun = known.findIndex(({ endsAt }) => endsAt > range.from)
  const all = begun === -1 ? known.length : begun
  const first = sessions === null ? all : Math.max(all, known.length - sessions)
  const hasGap = found.sessions.some(({ endsAt, prices }) => prices === null && endsAt > range.from)
  return {
    simulated: found.simulated,
    before: known[first - 1] ?? null,
    within: known.slice(first),
    ...(hasGap ? { hasGap } : {}),
  }
}

/** The two closes of a range's return: the last one before it, otherwise its first, and its last; null without two. */
export function endsOf({ before, within }: RangeCloses): { first: KnownClose; last: KnownClose } | null {
  const [first, last] = [before ?? within[0], within.at(-1)]
  return first === undefined || last === undefined || first === last || first.adjusted === 0
    ? null
    : { first, last }
}

/**
 * The same closes with all prices on the split basis of the last session, so that they can be compared, and that session's day if this
 * changed any; otherwise null.
 */
export function onOneBasis(closes: RangeCloses): { closes: RangeCloses; basis: Day | null } {
  const { before, within } = closes
  const last = within.at(-1) ?? before
  const all = before === null ? within : [before, ...within]
  if (last === null || all.every(({ prices }) => prices.splitFactor === last.prices.splitFactor))
    return { closes, basis: null }
  const rebased = (close: KnownClose): KnownClose => rebasedTo(close, last.prices.splitFactor)
  return {
    closes: { ...closes, before: before === null ? null : rebased(before), within: within.map(rebased) },
    basis: last.day,
  }
}

/** A close on another split basis, where one old share is `splitFactor` of the newest bar's shares. */
export function rebasedTo(close: KnownClose, splitFactor: number): KnownClose {
  const { open, close: last, high, low, volume, splitFactor: own } = close.prices
  const by = own / splitFactor
  const prices = {
    open: open / by,
    close: last / by,
    high: high / by,
    low: low / by,
    volume: volume * by,
    splitFactor,
  }
  return { ...close, prices }
}

/** A note that some prices are not as they were traded; empty otherwise. */
export const saidBasis = (basis: Day | null): string =>
  basis === null ? '' : `, on the split basis of ${formatDay(basis)}`
