import { type Day, DAY_MS, formatDay, type Instant } from '../../../../kernel/time.ts'
import type { InstantRange } from '../../../../market/bars.ts'
import type { InstrumentReader, SessionPrices } from '../../../../ports/instruments.ts'

/** Enough to hold a session before a day, whatever holidays lie between. */
const LOOK_BACK_DAYS = 10

/** A close that is known. */
export interface KnownClose {
  day: Day
  endsAt: Instant
  /** Adjusted for splits and dividends. */
  adjusted: number
  /** As traded, or with splits since, as the series has them. */
  prices: SessionPrices
}

/** The closes of a time, ascending, and the last one before it, from which a return over that time is counted. */
export interface RangeCloses {
  simulated: boolean
  /** Null where nothing was traded before. */
  before: KnownClose | null
  within: readonly KnownClose[]
  /** Where it has a session of which no price is known: a halt, a gap. */
  hasGap?: true
}

/** Reads the closes of a range, or of its last so many sessions; null where nothing has a price. */
export async function closesIn(
  instruments: Pick<InstrumentReader, 'closes'>,
  entityId: string,
  { range, sessions = null, signal }: { range: InstantRange; sessions?: number | null; signal: AbortSignal },
): Promise<RangeCloses | null> {
  // A session that ends at midnight, as those of coins do, is one of the day before.
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

/** The closes that the return of a time is between: the last one before it, else its first, and its last; null without two. */
export function endsOf({ before, within }: RangeCloses): { first: KnownClose; last: KnownClose } | null {
  const [first, last] = [before ?? within[0], within.at(-1)]
  return first === undefined || last === undefined || first === last || first.adjusted === 0
    ? null
    : { first, last }
}

/**
 * The same with all prices on the split basis of the last session, so that they can be set against each other, and that session's day where this has
 * changed some; null where it has not.
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

/** A close on another split basis: of `splitFactor` shares of the newest bar for one. */
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

/** That prices are not all as they were traded; nothing where they are. */
export const saidBasis = (basis: Day | null): string =>
  basis === null ? '' : `, on the split basis of ${formatDay(basis)}`
