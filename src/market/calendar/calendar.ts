import { formatDay, utcDay, zonedDay } from '../../kernel/time.ts'
import type { Day, Instant } from '../../kernel/time.ts'
import type { MarketStatus } from '../vocabulary.ts'
import type { CalendarRules, Coverage } from './rules.ts'
import { SessionYears } from './session-years.ts'
import type { Session } from './session-years.ts'

/** What the clock alone can say: a halt is an event, not a time of day. UNKNOWN outside the coverage. */
export type ScheduledStatus = Exclude<MarketStatus, 'HALTED'>

/**
 * Sessions of one market, answered from rules; see `index.ts` for coverage. The methods that return a `Session` or
 * an `Instant` throw a RangeError when it would lie outside the coverage or an argument is not a number.
 */
export interface MarketCalendar {
  readonly mic: string
  readonly name: string
  /** ISO 3166-1 alpha-2; empty where the market has no country. */
  readonly country: string
  /** IANA time zone of the wall clock the venue trades by. */
  readonly timezone: string
  readonly alwaysOpen: boolean
  /** Days that the calendar knows; on others nothing is said about the market, not even that it is closed. */
  readonly coverage: Coverage
  sessionOn(day: Day): Session | null
  /** Name of the holiday or closure on a weekday without a session; null on weekends and session days. */
  closureName(day: Day): string | null
  /** Sessions of both days and all between them, ascending; days outside the coverage have none. */
  sessions(from: Day, to: Day): readonly Session[]
  /** The newest session with `close <= now`. */
  lastFinished(now: Instant): Session
  /** The last `count` finished sessions, ascending; fewer, or none, only at the very start of the coverage. */
  finishedBefore(now: Instant, count: number): readonly Session[]
  /** n = 0: the session on `day` or the first after it; n > 0 and n < 0 count on and back from that one. */
  addSessions(day: Day, n: number): Session
  /** A lunch break is CLOSED; a venue without extended hours knows only OPEN and CLOSED. */
  statusAt(now: Instant): ScheduledStatus
  /** The next instant after `now` at which the status turns OPEN, the end of a lunch break included. */
  nextOpen(now: Instant): Instant
  /** The next instant after `now` at which the status stops being OPEN, the start of a lunch break included. */
  nextClose(now: Instant): Instant
}

/** Who a market is; its rules say when it trades. */
export interface MarketIdentity {
  mic: string
  name: string
  country: string
}

/** Builds the calendars of markets that share one set of rules; the sessions are computed once for all of them. */
export function createCalendars(rules: CalendarRules, markets: readonly MarketIdentity[]): MarketCalendar[] {
  const years = new SessionYears(rules)
  return markets.map((market) => new RuleCalendar(market, years))
}

class RuleCalendar implements MarketCalendar {
  readonly mic: string
  readonly name: string
  readonly country: string
  readonly timezone: string
  readonly alwaysOpen = false
  readonly coverage: Coverage
  readonly #years: SessionYears

  constructor(market: MarketIdentity, years: SessionYears) {
    this.mic = market.mic
    this.name = market.name
    this.country = market.country
    this.timezone = years.rules.timezone
    this.coverage = years.coverage
    this.#years = years
  }

  sessionOn(day: Day): Session | null {
    return this.#years.on(day)
  }

  closureName(day: Day): string | null {
    return this.#years.closureOn(day)
  }

  sessions(from: Day, to: Day): readonly Session[] {
    return this.#years.between(from, to)
  }

  addSessions(day: Day, n: number): Session {
    const session = this.#years.step(day, n)
    return session ?? this.#noSession()
  }

  lastFinished(now: Instant): Session {
    return this.#lastFinished(now) ?? this.#noSession()
  }

  finishedBefore(now: Instant, count: number): readonly Session[] {
    if (!(count >= 1)) return []
    const last = this.#lastFinished(now)
    if (last === null) return []
    const first = this.#years.step(last.day, 1 - Math.floor(count))
    return this.#years.between(first?.day ?? this.coverage.from, last.day)
  }

  statusAt(now: Instant): ScheduledStatus {
    if (!this.#knows(now)) return 'UNKNOWN'
    // A session's hours reach at most into the UTC day before or after its local date.
    const today = utcDay(now)
    for (let day = today - 1; day <= today + 1; day++) {
      const session = this.#years.on(day)
      const status = session === null ? 'CLOSED' : statusWithin(session, now)
      if (status !== 'CLOSED') return status
    }
    return 'CLOSED'
  }

  nextOpen(now: Instant): Instant {
    return this.#firstAfter(now, (session) => [session.open, session.breakEnd])
  }

  nextClose(now: Instant): Instant {
    return this.#firstAfter(now, (session) => [session.breakStart, session.close])
  }

  #lastFinished(now: Instant): Session | null {
    let session = this.#years.lastOn(utcDay(now) + 1)
    while (session !== null && session.close > now) session = this.#years.step(session.day, -1)
    return session
  }

  /** The zone is asked for only at the ends of the coverage: this is on the way of every live quote. */
  #knows(now: Instant): boolean {
    const { from, to } = this.coverage
    const day = utcDay(now)
    if (day > from && day < to) return true
    return Number.isFinite(now) && isCovered(this.coverage, zonedDay(this.timezone, now))
  }

  #noSession(): never {
    const { from, to } = this.coverage
    throw new RangeError(`${this.mic}: no such session from ${formatDay(from)} to ${formatDay(to)}`)
  }

  #firstAfter(now: Instant, changes: (session: Session) => readonly (Instant | null)[]): Instant {
    for (let session = this.addSessions(utcDay(now) - 1, 0); ; session = this.addSessions(session.day, 1)) {
      for (const instant of changes(session)) if (instant !== null && instant > now) return instant
    }
  }
}

/** Whether a calendar knows a day. */
export function isCovered({ from, to }: Coverage, day: Day): boolean {
  return day >= from && day <= to
}

function statusWithin(session: Session, now: Instant): ScheduledStatus {
  const { preOpen, open, breakStart, breakEnd, close, postClose } = session
  if (now < (preOpen ?? open) || now >= (postClose ?? close)) return 'CLOSED'
  if (now < open) return 'PRE_MARKET'
  if (now >= close) return 'AFTER_HOURS'
  const atLunch = breakStart !== null && breakEnd !== null && now >= breakStart && now < breakEnd
  return atLunch ? 'CLOSED' : 'OPEN'
}
