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

/** One of several times that a question sets against each other or lists. */
export interface AskedTime {
  /** Calendar days in UTC, inclusive. */
  range: InstantRange
  /** The close that a price of it means, that of its first or its last session; null for no certain one. */
  edge: Edge | null
  /** The sessions that it means, where they are counted. */
  counted?: CountedSessions
}

/** The times that a question names, resolved against the clock. */
export interface NamedTimes {
  /** Calendar days in UTC, inclusive; null where none are named. */
  range: InstantRange | null
  /** The close that a price of the range means, that of its first or its last session: `at the end of 2025`; null for no certain one. */
  edge: Edge | null
  /** The times of prices and returns that the question sets against each other or lists, of which each is told; none where it is one. */
  each: readonly AskedTime[]
  /** Whether the range is told from today: `last week`. Any other may be the time that a text speaks of, and not that of its publication. */
  isRelative: boolean
  /** Whether both ends are days that are named, `from 2015-09-25 to 2016-04-01`, or it goes on since one: a return counts from the close of the first. */
  isFromClose: boolean
  /** The sessions up to today that are meant, where the question counts days: `last 5 days`; null otherwise. */
  sessions: number | null
  /** Days that hold these sessions and the close before them, whatever weekends and holidays lie between; null without `sessions`. */
  sessionRange: InstantRange | null
  /** How many sessions before the last one the day of the range is meant to be, where it was told from that one, and not from a day that was named. */
  fromLast?: number
  /** The day from which sessions are counted, those before it as negative ones, of which the last is meant: `3 trading days after 1 July`. */
  fromDay?: { day: Day; sessions: number }
  /** The sessions that are counted beside a day or in a time, where that is the only time: `the 10 sessions before 8 July`. */
  counted?: CountedSessions
  /** The day beside which the time lies, where that is the only time: `the 5 days after 1 July`. */
  besideDay?: Day
  /** In the order of the question. */
  fiscal: readonly FiscalPeriod[]
  /** Those of them that are named as one, ascending: the quarters of `first half of 2025`. */
  joined: ReadonlyArray<readonly FiscalPeriod[]>
  /** Stretches of the calendar of which statements are asked for, and not fiscal periods by their names: `as of March 27, 2010`; none for any other. */
  calendar: readonly CalendarStretch[]
  /** `last quarter`, of statements; null where the question names none or fiscal periods. */
  reported: ReportedPeriods | null
  /** What a change is measured against; null where the question does not say. */
  against: Against | null
  /** What is written as a time and is none: `2026-02-30`, `Q5 2024`; null where nothing is. */
  impossible: ImpossibleTime | null
  /** A date of which either number could be the month; null where there is none. */
  ambiguous: AmbiguousDate | null
}

const MOST_LETTERS = 8_000
const SESSIONS_A_WEEK = 5
const WEEK_DAYS = 7
/** Enough for the session before and any holidays. */
const LOOK_BACK_DAYS = 10
/** More times are told together. */
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
    ...besideDayIn(chains),
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

/** `biggest one-day drop`: the day is the one that is looked for. */
const OF_ONE_DAY =
  /\b(?:one|single|1)[- ]day (?=(?:loss|drop|fall|decline|sell-?off|plunge|gain|rise|jump|rally|move)s?\b)/gi

function chainsIn(said: string, today: Day): SpanChain[] {
  const text = withoutIndicators(said).replaceAll(OF_ONE_DAY, (words) => ' '.repeat(words.length))
  const spans = spansOf(text, today, [...NAMED_SPANS, ...CALENDAR_SPANS, ...RELATIVE_SPANS])
  return chainsOf(text, withParts(text, spans), today)
}

/** A day on which every day of a month has been: where times stand in a text is the same on all days. */
const ANY_DAY = dayOf(2_000, 1, 31)

/** A text with blanks in the place of the times that it names, and of the words that open them. It is as long. */
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

/** Two days of the calendar and all between, or one and all since. */
function isBetweenDays(chains: readonly SpanChain[]): boolean {
  const [only, ...others] = chains
  if (only === undefined || others.length > 0 || only.side !== null) return false
  const { kind, units, isStretch, isOpen } = only
  return kind === 'date' && ((isStretch && units.length === 2) || (isOpen && units.length === 1))
}

/** The sessions that are counted from a day, where that is the only time. */
function sessionsFrom(chains: readonly SpanChain[]): Pick<NamedTimes, 'fromDay'> {
  const [only, ...others] = chains
  const { beside = null, side = null, days = null } = only ?? {}
  if (others.length > 0 || days === null || beside?.unit !== 'session' || !beside.isPoint) return {}
  const isBefore = side === 'before'
  return {
    fromDay: {
      day: isBefore ? days[1] + 1 : days[0] - 1,
      sessions: isBefore ? -beside.count : beside.count,
    },
  }
}

function besideDayIn([only, ...others]: readonly SpanChain[]): Pick<NamedTimes, 'besideDay'> {
  if (only === undefined || others.length > 0 || only.beside === null || only.kind !== 'date') return {}
  return { besideDay: only.side === 'before' ? only.days[1] + 1 : only.days[0] - 1 }
}

function countedIn([only, ...others]: readonly SpanChain[]): Pick<NamedTimes, 'counted'> {
  return only?.counted === undefined || others.length > 0 ? {} : { counted: only.counted }
}

/** The first time that is told from today, otherwise all that are named as exactly as the most exact one. */
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
/** From one time to another, whatever stands between. */
const STRETCHES = /\b(?:from|between)\b[^.?!;]{0,60}$/i

/** Each once; none where that is one: `Tesla ytd vs Nvidia ytd` sets companies against each other. */
function distinct(times: readonly AskedTime[]): AskedTime[] {
  const all = [...new Map(times.map((time) => [JSON.stringify(time), time])).values()]
  return all.length > 1 ? all : []
}

/** Times that are told one by one: those of a list, or of several that are set against each other. */
function eachOf(text: string, chains: readonly SpanChain[], today: Day): readonly NamedTime[] {
  const listed = chains.find(({ times }) => times.length > 1)
  const times = listed?.times ?? (areSetApart(text, chains) ? chains : againstNow(text, chains, today))
  return times.length > MOST_TIMES ? [] : times
}

/** `higher than a year ago` is set against today. */
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
