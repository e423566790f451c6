import { addMonths, type Day, DAY_MS, dayOf, daysInMonth, fieldsOf } from '../../../../kernel/time.ts'
import type { InstantRange } from '../../../../market/bars.ts'

/** Two days, both included. */
export type Days = readonly [Day, Day]

/** A date, or months of a calendar year: a month, a quarter, a half, all of it. Its year may be left out. */
export interface CalendarUnit {
  year: number | null
  /** The first of its months, 1 to 12. */
  month: number
  months: number
  /** The day of the month; null for whole months. */
  date: number | null
}

/** What a stretch of a question names; the first kind that is there decides for the whole question. */
export type SpanKind = 'relative' | 'date' | 'month' | 'period' | 'loose'
export const KINDS: readonly SpanKind[] = ['relative', 'date', 'month', 'period', 'loose']

/** The close that a price of a time means: that of its first session, or of its last. */
export type Edge = 'first' | 'last'

/** What words before a time make of it: `end of`, `first week of`, `the week before`. */
export interface Part {
  /** Days from those of the time. */
  take: (days: Days) => Days
  edge: Edge | null
  /** Where it lies beside the time and not inside. */
  side: 'before' | 'after' | null
  /** How far beside it. */
  beside?: Beside
  /** Which sessions are meant of the days, or beside them, where sessions are counted: which days these are the exchange knows. */
  counted?: (days: Days) => CountedSessions | undefined
}

/** Sessions after a day, the first of which is 1, or before it, the last of which is -1; both ends included. */
export interface CountedSessions {
  day: Day
  first: number
  last: number
}

/** `5 days after` */
export interface Beside {
  count: number
  unit: 'day' | 'session' | 'week' | 'month' | 'quarter' | 'year'
  /** Whether the day or period so far away is meant, and not all up to it. */
  isPoint: boolean
}

/** A time that a question names. */
export interface NamedTime {
  days: Days
  /** The close that a price of it means; null for any day of it. */
  edge: Edge | null
  /** The sessions that it means, where they are counted. */
  counted?: CountedSessions | undefined
}

/** A stretch of a question that names a time. */
export interface Span {
  at: number
  end: number
  kind: SpanKind
  /** One of the two is there: days by themselves, or a unit whose year may have to be found. */
  days: Days | null
  unit: CalendarUnit | null
  /** Sessions of which it speaks as days: `last 5 days`. */
  sessions: number | null
  /** A weekday: where it must lie before another one, it can as well be a week or more earlier. */
  isWeekday: boolean
  /** Days that are named one by one: `2 and 3 November`; null for one time. */
  list: readonly Days[] | null
  /** Whether it is the time before it in the question, a year earlier: `the same period last year`. */
  isYearBefore: boolean
  /** Which part of the time is meant; null for all of it. */
  part: Part | null
  /** Whether it counts only beside another span, because its word alone may mean something else: `may`, `now`. */
  isWeak: boolean
}

/** Times of a question are bounded, so that reading one of 8,000 characters is too. */
const MOST_SPANS = 60

/** What is known of a span besides where it is; a span is of days unless it has a unit. */
export type Found = Partial<Omit<Span, 'at' | 'end'>> & Pick<Span, 'kind'>

/** A pattern with what a match of it means; null where it means nothing. */
export type Recogniser = readonly [RegExp, (match: RegExpExecArray, day: Day) => Found | null]

/** The spans of a question in its order. A stretch belongs to the first recogniser that knows it. */
export function spansOf(text: string, today: Day, recognisers: readonly Recogniser[]): Span[] {
  const spans: Span[] = []
  for (const [pattern, read] of recognisers) {
    for (const match of text.matchAll(pattern)) {
      const [at, end] = [match.index, match.index + match[0].length]
      if (spans.length >= MOST_SPANS || spans.some((span) => at < span.end && end > span.at)) continue
      const found = read(match, today)
      if (found === null) continue
      spans.push({
        days: null,
        unit: null,
        sessions: null,
        isWeekday: false,
        list: null,
        isYearBefore: false,
        part: null,
        isWeak: false,
        ...found,
        at,
        end,
      })
    }
  }
  return spans.toSorted((one, other) => one.at - other.at)
}

/** Days as instants, both ends inclusive. */
export const rangeOf = ([from, to]: Days): InstantRange => ({
  from: from * DAY_MS,
  to: (to + 1) * DAY_MS - 1,
})

/** The days of a unit in a year; null for a 29 February that the year does not have. */
export function daysOfUnit({ month, months, date }: CalendarUnit, year: number): Days | null {
  if (date === null) {
    const first = dayOf(year, month, 1)
    return [first, addMonths(first, months) - 1]
  }
  if (date < 1 || date > daysInMonth(year, month)) return null
  const day = dayOf(year, month, date)
  return [day, day]
}

/** Leap years are at most eight years apart. */
const MOST_YEARS_APART = 8

/** The latest year in which a unit has begun by a day. */
export function latestYear(unit: CalendarUnit, by: Day): number {
  const { year } = fieldsOf(by)
  for (let back = 0; back <= MOST_YEARS_APART; back++) {
    const days = daysOfUnit(unit, year - back)
    if (days !== null && days[0] <= by) return year - back
  }
  return year
}

/** The earliest year in which a unit begins on a day or later. */
export function earliestYear(unit: CalendarUnit, from: Day): number {
  const { year } = fieldsOf(from)
  for (let on = 0; on <= MOST_YEARS_APART; on++) {
    const days = daysOfUnit(unit, year + on)
    if (days !== null && days[0] >= from) return year + on
  }
  return year
}
