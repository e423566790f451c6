import { type Day, DAY_MS, type Instant, utcDay } from '../../../kernel/time.ts'
import type { InstantRange } from '../../../market/bars.ts'
import { CALENDAR_SPANS, impossibleDate } from './calendar-spans.ts'
import {
  type Against,
  againstOf,
  byQuarter,
  type FiscalPeriod,
  fiscalPeriods,
  type ReportedPeriods,
  reportedPeriods,
  yearsAgo,
} from './fiscal-periods.ts'
import { RELATIVE_SPANS } from './relative-spans.ts'
import { chainsOf, type SpanChain } from './span-chains.ts'
import { type Days, KINDS, spansOf } from './time-spans.ts'

export type { Against, FiscalPeriod, ReportedPeriods } from './fiscal-periods.ts'

/** The times that a question names, resolved against the clock. */
export interface NamedTimes {
  /** Calendar days in UTC, inclusive; null where none are named. */
  range: InstantRange | null
  /** Whether the range is told from today: `last week`. Any other may be the time that a text speaks of, and not that of its publication. */
  isRelative: boolean
  /** The sessions up to today that are meant, where the question counts days: `last 5 days`; null otherwise. */
  sessions: number | null
  /** Days that hold these sessions and the close before them, whatever weekends and holidays lie between; null without `sessions`. */
  sessionRange: InstantRange | null
  /** In the order of the question. */
  fiscal: readonly FiscalPeriod[]
  /** `last quarter`, of statements; null where the question names none or fiscal periods. */
  reported: ReportedPeriods | null
  /** What a change is measured against; null where the question does not say. */
  against: Against | null
  /** What is written as a date and is none: `2026-02-30`; null where nothing is. */
  impossible: string | null
}

const MOST_LETTERS = 8_000
const SESSIONS_A_WEEK = 5
const WEEK_DAYS = 7
/** Enough for the session before and any holidays. */
const LOOK_BACK_DAYS = 10

/**
 * Days and fiscal periods that a question names. A year alone is both: the calendar year for prices and news, the fiscal year for
 * statements. `last quarter` and `last year` are calendar ones for prices and news, and the newest reported ones for statements. Dates,
 * months and quarters without a year are the latest that have begun, weekdays the latest before today.
 */
export function namedTimes(question: string, now: Instant): NamedTimes {
  const today = utcDay(now)
  // Single spaces keep the patterns linear.
  const text = question.slice(0, MOST_LETTERS).replaceAll(/\s+/g, ' ')
  const chains = chainsOf(text, spansOf(text, today, [...CALENDAR_SPANS, ...RELATIVE_SPANS]), today)
  const { days, sessions, isRelative } = timeOf(chains)
  const against = againstOf(text)
  const named = byQuarter(text, fiscalPeriods(chains, today))
  const reported = named.length > 0 ? null : reportedPeriods(text, chains, { against, today })
  return {
    range: days === null ? null : rangeOf(days),
    isRelative,
    sessions,
    sessionRange: sessions === null ? null : rangeOf([sessionsBack(today, sessions), today]),
    fiscal: named.length > 0 || reported !== null || against !== null ? named : yearsAgo(text, today),
    reported,
    against,
    impossible: impossibleDate(text, today),
  }
}

function rangeOf([from, to]: Days): InstantRange {
  return { from: from * DAY_MS, to: (to + 1) * DAY_MS - 1 }
}

function sessionsBack(today: Day, sessions: number): Day {
  return today - Math.ceil((sessions * WEEK_DAYS) / SESSIONS_A_WEEK) - LOOK_BACK_DAYS
}

/** The first time that is told from today, otherwise all that are named as exactly as the most exact one. */
function timeOf(chains: readonly SpanChain[]): {
  days: Days | null
  sessions: number | null
  isRelative: boolean
} {
  const kind = KINDS.find((each) => chains.some((chain) => chain.kind === each))
  const [first, ...others] = chains.filter((chain) => chain.kind === kind)
  const isRelative = kind === 'relative'
  if (first === undefined) return { days: null, sessions: null, isRelative }
  if (isRelative || others.length === 0) return { days: first.days, sessions: first.sessions, isRelative }
  const all = [first, ...others].map(({ days }) => days)
  return {
    days: [Math.min(...all.map(([from]) => from)), Math.max(...all.map(([, to]) => to))],
    sessions: null,
    isRelative,
  }
}
