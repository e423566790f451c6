import { type Day, dayOf, type Instant, utcDay } from '../../../../kernel/time.ts'
import type { InstantRange } from '../../../../market/bars.ts'
import { CALENDAR_SPANS } from './calendar-spans.ts'
import { type AmbiguousDate, ambiguousDate, type ImpossibleTime, impossibleTime } from './doubtful-times.ts'
import {
  type Against,
  againstOf,
  byQuarter,
  type CalendarStretch,
  calendarStretches,
  type FiscalPeriod,
  fiscalPeriods,
  type ReportedPeriods,
  reportedPeriods,
  joinedQuarters,
  yearsAgo,
} from './fiscal-periods.ts'
import { withoutIndicators } from '../intents/indicator-questions.ts'
import { blanked } from '../entities/message-words.ts'
import { NAMED_SPANS } from './named-days.ts'
import { RELATIVE_SPANS } from './relative-spans.ts'
import { chainsOf, type SpanChain } from './span-chains.ts'
import { withParts } from './span-parts.ts'
import {
  type CountedSessions,
  type Days,
  type Edge,
  KINDS,
  type NamedTime,
  rangeOf,
  spansOf,
} from './time-spans.ts'

export type { Against, CalendarStretch, FiscalPeriod, PeriodMove, ReportedPeriods } from './fiscal-periods.ts'
export type { Edge } from './time-spans.ts'

/** One of several times that a question compares or lists. */
export interface AskedTime {
  /** Calendar days in UTC, inclusive. */
  range: InstantRange
  /** The session whose close a price means, the first or the last; null when unclear. */
  edge: Edge | null
  /** The sessions it means, when they are counted. */
  counted?: CountedSessions
}

/** The times that a question names, resolved against the clock. */
export interface NamedTimes {
  /** Calendar days in UTC, inclusive; null where none are named. */
  range: InstantRange | null
  /** The session of the range whose close a price means, the first or the last: `at the end of 2025`; null when unclear. */
  edge: Edge | null
  /** The times for prices and returns that the question compares or lists, each answered; empty for a single time. */
  each: readonly AskedTime[]
  /** Whether the range is relative to today: `last week`. Any other may be the subject of a text, and not its date of publication. */
  isRelative: boolean
  /**
   * Whether both ends are named days, `from 2015-09-25 to 2016-04-01`, or it starts at one: a return counts from the close of the first.
   */
  isFromClose: boolean
  /** The number of sessions up to today when the question counts days: `last 5 days`; null otherwise. */
  sessions: number | null
  /** A range that contains these sessions and the close before them, across weekends and holidays; null without `sessions`. */
  sessionRange: InstantRange | null
  /** The day of the range in sessions before the last one, when it is relative to that and not to a named day. */
  fromLast?: number
  /** A named day and the sessions counted from it, negative for earlier ones, of which the last is meant: `3 trading days after 1 July`. */
  fromDay?: { day: Day; sessions: number }
  /** Sessions counted from a day or within a time, when that is the only time: `the 10 sessions before 8 July`. */
  counted?: CountedSessions
  /** The day next to which the time lies, when that is the only time: `the 5 days after 1 July`. */
  aroundDay?: Day
  /** In the order of the question. */
  fiscal: readonly FiscalPeriod[]
  /** Those of them that are named as one, ascending: the quarters of `first half of 2025`. */
  joined: ReadonlyArray<readonly FiscalPeriod[]>
  /** Calendar ranges for which statements are asked, as opposed to fiscal periods: `as of March 27, 2010`; empty otherwise. */
  calendar: readonly CalendarStretch[]
  /** `last quarter`, of statements; null when the question names none, or fiscal periods. */
  reported: ReportedPeriods | null
  /** What a change is measured against; null when the question does not say. */
  against: Against | null
  /** A date or period that does not exist: `2026-02-30`, `Q5 2024`; null for none. */
  impossible: ImpossibleTime | null
  /** A date in which either number may be the month; null for none. */
  ambiguous: AmbiguousDate | null
}

const MOST_LETTERS = 8_000
const SESSIONS_A_WEEK = 5
const WEEK_DAYS = 7
/** Enough to find the session before, across holidays. */
const LOOK_BACK_DAYS = 10
/** Times beyond that are merged into one. */
const MOST_TIMES = 4

/**
 * Days and fiscal periods that a question names. A year alone is both: the calendar year for prices and news, the fiscal year for
 * statements. `last quarter` and `last year` are calendar ones for prices and news, and the newest reported ones for statements. Dates,
 * months and quarters without a year are the latest that have begun, weekdays the latest before today.
 */
export function namedTimes(question: string, now: Instant): NamedTimes {
  const today = utcDay(now)
  // Single spaces keep the patterns linear.
  const text = question.slice(0, MOST_LETTERS).replaceAll(/\s+/g, ' ')
  const chains = chainsIn(text, today)
  const { days, edge, sessions, isRelative } = timeOf(chains)
  const against = againstOf(text)
  const calendar = calendarStretches(text, chains, today)
  const named = byQuarter(text, fiscalPeriods(chains, today))
  const reported = named.length > 0 ? null : reportedPeriods(text, chains, { against, today })
  return {
    range: days === null ? null : rangeOf(days),
    edge,
    each: distinct(
      eachOf(text, chains, today).map(({ days, edge, counted }) => ({
        range: rangeOf(days),
        edge,
        ...(counted === undefined ? {} : { counted }),
      })),
    ),
    isRelative,
    isFromClose: isBetweenDays(chains),
    ...sessionsFrom(chains),
    ...countedIn(chains),
    ...aroundDayIn(chains),
    sessions,
    sessionRange: sessions === null ? null : rangeOf([sessionsBack(today, sessions), today]),
    fiscal: named.length > 0 || reported !== null || against !== null ? named : yearsAgo(text, today),
    joined: calendar.length === 0 ? joinedQuarters(chains) : [],
    calendar,
    reported,
    against,
    impossible: impossibleTime(text, today),
    ambiguous: ambiguousDate(text, today),
  }
}

/** `biggest one-day drop`: the day itself is asked for. */
const OF_ONE_DAY =
  /\b(?:one|single|1)[- ]day (?=(?:loss|drop|fall|decline|sell-?off|plunge|gain|rise|jump|rally|move)s?\b)/gi

function chainsIn(said: string, today: Day): SpanChain[] {
  const text = withoutIndicators(said).replaceAll(OF_ONE_DAY, (words) => ' '.repeat(words.length))
  const spans = spansOf(text, today, [...NAMED_SPANS, ...CALENDAR_SPANS, ...RELATIVE_SPANS])
  return chainsOf(text, withParts(text, spans), today)
}

/** A fixed reference day: where times stand in a text does not depend on the day. */
const ANY_DAY = dayOf(2_000, 1, 31)

/** A text with its times, and the words before them, blanked out. Same length. */
export function withoutTimes(text: string): string {
  const kept = [...Array(Math.min(text.length, MOST_LETTERS)).keys()].filter(
    (at) => !/\s/.test(text[at] ?? '') || at === 0 || !/\s/.test(text[at - 1] ?? ''),
  )
  const read = kept
    .map((at) => text[at])
    .join('')
    .replaceAll(/\s/g, ' ')
  return chainsIn(read, ANY_DAY).reduce(
    (rest, { at, end }) => blanked(rest, kept[at] ?? 0, (kept[end - 1] ?? 0) + 1),
    text,
  )
}

function sessionsBack(today: Day, sessions: number): Day {
  return today - Math.ceil((sessions * WEEK_DAYS) / SESSIONS_A_WEEK) - LOOK_BACK_DAYS
}

/** Whether it is two calendar days and all between, or one and all since. */
function isBetweenDays(chains: readonly SpanChain[]): boolean {
  const [only, ...others] = chains
  if (only === undefined || others.length > 0 || only.side !== null) return false
  const { kind, units, isStretch, isOpen } = only
  return kind === 'date' && ((isStretch && units.length === 2) || (isOpen && units.length === 1))
}

/** The sessions counted from a day, when that is the only time. */
function sessionsFrom(chains: readonly SpanChain[]): Pick<NamedTimes, 'fromDay'> {
  const [only, ...others] = chains
  const { distance = null, side = null, days = null } = only ?? {}
  if (others.length > 0 || days === null || distance?.unit !== 'session' || !distance.isPoint) return {}
  const isBefore = side === 'before'
  return {
    fromDay: {
      day: isBefore ? days[1] + 1 : days[0] - 1,
      sessions: isBefore ? -distance.count : distance.count,
    },
  }
}

function aroundDayIn([only, ...others]: readonly SpanChain[]): Pick<NamedTimes, 'aroundDay'> {
  if (only === undefined || others.length > 0 || only.distance === null || only.kind !== 'date') return {}
  return { aroundDay: only.side === 'before' ? only.days[1] + 1 : only.days[0] - 1 }
}

function countedIn([only, ...others]: readonly SpanChain[]): Pick<NamedTimes, 'counted'> {
  return only?.counted === undefined || others.length > 0 ? {} : { counted: only.counted }
}

/** The first time relative to today, otherwise all that are as precise as the most precise one. */
function timeOf(chains: readonly SpanChain[]): {
  days: Days | null
  edge: Edge | null
  sessions: number | null
  isRelative: boolean
} {
  const kind = KINDS.find((each) => chains.some((chain) => chain.kind === each))
  const [first, ...others] = chains.filter((chain) => chain.kind === kind)
  const isRelative = kind === 'relative'
  if (first === undefined) return { days: null, edge: null, sessions: null, isRelative }
  const { days, edge, sessions } = first
  if (isRelative || others.length === 0) return { days, edge, sessions, isRelative }
  const all = [first, ...others].map((chain) => chain.days)
  return {
    days: [Math.min(...all.map(([from]) => from)), Math.max(...all.map(([, to]) => to))],
    edge: null,
    sessions: null,
    isRelative,
  }
}

const SET_AGAINST = /\b(?:vs|versus|against|than|compar\w+|or)\b/i
const LISTED = /\b(?:and|or)\b/i
/** From one time to another, with words in between. */
const STRETCHES = /\b(?:from|between)\b[^.?!;]{0,60}$/i

/** Without duplicates; empty for a single time: `Tesla ytd vs Nvidia ytd` compares companies. */
function distinct(times: readonly AskedTime[]): AskedTime[] {
  const all = [...new Map(times.map((time) => [JSON.stringify(time), time])).values()]
  return all.length > 1 ? all : []
}

/** Times that are answered one by one: those of a list or of a comparison. */
function eachOf(text: string, chains: readonly SpanChain[], today: Day): readonly NamedTime[] {
  const listed = chains.find(({ times }) => times.length > 1)
  const times = listed?.times ?? (areSetApart(text, chains) ? chains : againstNow(text, chains, today))
  return times.length > MOST_TIMES ? [] : times
}

/** `higher than a year ago` compares with today. */
const THAN =
  /(?<!\b(?:more|less|longer|later|earlier|other|rather) )\b(?:than|vs\.?|versus|against|compar\w+ (?:to|with))(?: in| on| at)?(?: the)? $/i

function againstNow(text: string, chains: readonly SpanChain[], today: Day): NamedTime[] {
  const [only, ...others] = chains
  if (only === undefined || others.length > 0 || only.days[0] !== only.days[1] || only.days[1] >= today)
    return []
  const isAgainst = THAN.test(text.slice(Math.max(0, only.at - 40), only.at))
  return isAgainst ? [only, { days: [today, today], edge: null }] : []
}

function areSetApart(text: string, chains: readonly SpanChain[]): boolean {
  const [first, ...others] = chains
  if (first === undefined || others.length === 0) return false
  if (!first.isStretch && STRETCHES.test(text.slice(0, first.end - 1))) return false
  return others.every((chain, at) => {
    const before = chains[at] ?? first
    const between = text.slice(before.end, chain.at)
    return SET_AGAINST.test(between) || (before.kind === chain.kind && LISTED.test(between))
  })
}
