import { DAY_MS, dayOf, fieldsOf, HOUR_MS, MINUTE_MS, weekdayOf, zoneOffset } from '../../kernel/time.ts'
import type { Day, Instant } from '../../kernel/time.ts'
import { SATURDAY, SUNDAY } from './rules.ts'
import type { CalendarRules, EarlyClose, TradingHours } from './rules.ts'

/** One trading day of a venue. */
export interface Session {
  /** Exchange-local date. */
  day: Day
  kind: 'regular' | 'early_close'
  /** What the early close is for; null on a regular day. */
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

/** Years the calendars answer for; `index.ts` says from when on each market's rules were verified. */
export const COVERED_YEARS = { first: 1960, last: 2099 }

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
  readonly #plans = new Map<number, YearPlan>()

  constructor(rules: CalendarRules) {
    this.rules = rules
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
    const lastYear = Math.min(yearOf(to), COVERED_YEARS.last)
    for (let year = Math.max(yearOf(from), COVERED_YEARS.first); year <= lastYear; year++) {
      const plan = this.#planOf(year)
      if (plan === null) break
      const start = from <= plan.firstDay ? 0 : rankOf(plan, from)
      found.push(...plan.sessions.slice(start, rankOf(plan, to + 1)))
    }
    return found
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
    if (!(year >= COVERED_YEARS.first && year <= COVERED_YEARS.last)) return null
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
  const rank = new Uint16Array(nextYear - firstDay)
  const sessions: Session[] = []
  for (let day = firstDay; day < nextYear; day++) {
    rank[day - firstDay] = sessions.length
    if (!isWeekend(day) && !closures.has(day)) {
      sessions.push(sessionOf(rules, day, earlyCloses.get(day) ?? null))
    }
  }
  return { firstDay, sessions, rank, closures }
}

function sessionOf(rules: CalendarRules, day: Day, early: EarlyClose | null): Session {
  const hours = hoursOn(rules.hours, day)
  // One offset serves the whole day: every zone here changes its clocks on a Sunday, when nothing trades.
  const midnight = day * DAY_MS - zoneOffset(rules.timezone, day * DAY_MS + 12 * HOUR_MS)
  const at = (minuteOfDay: number): Instant => midnight + minuteOfDay * MINUTE_MS
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
