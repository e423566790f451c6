import { DAY_MS, dayOf, fieldsOf, HOUR_MS, MINUTE_MS, weekdayOf, zoneOffset } from '../../kernel/time.ts'
import type { Day, Instant } from '../../kernel/time.ts'
import { ALL_YEARS, SATURDAY, SUNDAY } from './rules.ts'
import type { CalendarRules, Coverage, EarlyClose, SpecialSession, TradingHours } from './rules.ts'

/** One trading day of a venue. */
export interface Session {
  /** Exchange-local date. */
  day: Day
  kind: 'regular' | 'early_close' | 'special'
  /** What the early close or the special session is for; null on a regular day. */
  name: string | null
  /** Start of pre-market trading; null where the venue has none. */
  preOpen: Instant | null
  open: Instant
  close: Instant
  /** End of after-hours trading; null where the venue has none. */
  postClose: Instant | null
  /** Lunch break; both null where there is none or the session ends before it. */
  breakStart: Instant | null
  breakEnd: Instant | null
}

interface YearPlan {
  firstDay: Day
  sessions: readonly Session[]
  /** Per day of the year: how many sessions came before it, so also the index of the session on or after it. */
  rank: Uint16Array
  closures: ReadonlyMap<Day, string>
}

/** The sessions one set of rules gives, built a year at a time when first asked for. */
export class SessionYears {
  readonly rules: CalendarRules
  readonly coverage: Coverage
  readonly #firstYear: number
  readonly #lastYear: number
  readonly #plans = new Map<number, YearPlan>()

  constructor(rules: CalendarRules) {
    this.rules = rules
    this.coverage = rules.coverage ?? ALL_YEARS
    this.#firstYear = yearOf(this.coverage.from)
    this.#lastYear = yearOf(this.coverage.to)
  }

  /** The session of a day; null when there is none. */
  on(day: Day): Session | null {
    const plan = this.#planOf(yearOf(day))
    if (plan === null) return null
    const session = plan.sessions[rankOf(plan, day)]
    return session?.day === day ? session : null
  }

  /** Why a weekday has no session; null for weekends and session days. */
  closureOn(day: Day): string | null {
    if (isWeekend(day)) return null
    return this.#planOf(yearOf(day))?.closures.get(day) ?? null
  }

  /** The sessions of both days and all between them, ascending. */
  between(from: Day, to: Day): readonly Session[] {
    const found: Session[] = []
    const lastYear = Math.min(yearOf(to), this.#lastYear)
    for (let year = Math.max(yearOf(from), this.#firstYear); year <= lastYear; year++) {
      const plan = this.#planOf(year)
      if (plan === null) break
      const start = from <= plan.firstDay ? 0 : rankOf(plan, from)
      found.push(...plan.sessions.slice(start, rankOf(plan, to + 1)))
    }
    return found
  }

  /** The last session on or before a day; null when the coverage has none. */
  lastOn(day: Day): Session | null {
    const known = Math.min(day, this.coverage.to)
    for (let year = yearOf(known); ; year--) {
      const plan = this.#planOf(year)
      if (plan === null) return null
      const session = plan.sessions[rankOf(plan, known + 1) - 1]
      if (session !== undefined) return session
    }
  }

  /** The session `n` places after (or before) the first one on or after a day; null outside the coverage. */
  step(day: Day, n: number): Session | null {
    let year = yearOf(day)
    let plan = this.#planOf(year)
    if (plan === null || !Number.isInteger(n)) return null
    let index = rankOf(plan, day) + n
    while (plan !== null && index < 0) {
      plan = this.#planOf(--year)
      index += plan?.sessions.length ?? 0
    }
    while (plan !== null && index >= plan.sessions.length) {
      index -= plan.sessions.length
      plan = this.#planOf(++year)
    }
    return plan?.sessions[index] ?? null
  }

  #planOf(year: number): YearPlan | null {
    if (!(year >= this.#firstYear && year <= this.#lastYear)) return null
    let plan = this.#plans.get(year)
    if (plan === undefined) {
      plan = planYear(this.rules, year)
      this.#plans.set(year, plan)
    }
    return plan
  }
}

function planYear(rules: CalendarRules, year: number): YearPlan {
  const [firstDay, nextYear] = [dayOf(year, 1, 1), dayOf(year + 1, 1, 1)]
  const closures = new Map<Day, string>()
  for (const [day, name] of rules.closures(year)) if (!closures.has(day)) closures.set(day, name)
  const earlyCloses = new Map(rules.earlyCloses(year).map((early) => [early.day, early]))
  const specials = new Map((rules.specialSessions?.(year) ?? []).map((special) => [special.day, special]))
  const rank = new Uint16Array(nextYear - firstDay)
  const sessions: Session[] = []
  for (let day = firstDay; day < nextYear; day++) {
    rank[day - firstDay] = sessions.length
    const special = specials.get(day)
    if (special !== undefined) {
      closures.delete(day)
      sessions.push(specialSession(rules, special))
    } else if (!isWeekend(day) && !closures.has(day)) {
      sessions.push(sessionOf(rules, day, earlyCloses.get(day) ?? null))
    }
  }
  return { firstDay, sessions, rank, closures }
}

/** The instant of a minute of a day, for many minutes of one day. */
function clockOf({ timezone }: CalendarRules, day: Day): (minuteOfDay: number) => Instant {
  // One offset serves the whole day: no zone here changes its clocks between the opening and the close.
  const midnight = day * DAY_MS - zoneOffset(timezone, day * DAY_MS + 12 * HOUR_MS)
  return (minuteOfDay) => midnight + minuteOfDay * MINUTE_MS
}

function specialSession(rules: CalendarRules, { day, name, open, close }: SpecialSession): Session {
  const at = clockOf(rules, day)
  const never = { preOpen: null, postClose: null, breakStart: null, breakEnd: null }
  return { day, kind: 'special', name, open: at(open), close: at(close), ...never }
}

function sessionOf(rules: CalendarRules, day: Day, early: EarlyClose | null): Session {
  const hours = hoursOn(rules.hours, day)
  const at = clockOf(rules, day)
  const close = early?.close ?? hours.close
  const lunch = hours.lunch !== null && close > hours.lunch.end ? hours.lunch : null
  const extended = hours.extended
  return {
    day,
    kind: early === null ? 'regular' : 'early_close',
    name: early?.name ?? null,
    preOpen: extended === null ? null : at(extended.open),
    open: at(hours.open),
    close: at(close),
    postClose: extended === null ? null : at(early === null ? extended.close : extended.earlyClose),
    breakStart: lunch === null ? null : at(lunch.start),
    breakEnd: lunch === null ? null : at(lunch.end),
  }
}

function hoursOn(table: CalendarRules['hours'], day: Day): TradingHours {
  let current = table[0]
  for (const hours of table) if (hours.from <= day) current = hours
  return current
}

/** Index of the first session on or after a day; past the end of the year, the number of its sessions. */
function rankOf(plan: YearPlan, day: Day): number {
  return plan.rank[day - plan.firstDay] ?? plan.sessions.length
}

function yearOf(day: Day): number {
  return fieldsOf(day).year
}

function isWeekend(day: Day): boolean {
  const weekday = weekdayOf(day)
  return weekday === SATURDAY || weekday === SUNDAY
}
