import { addMonths, type Day, DAY_MS, dayOf, daysInMonth, fieldsOf } from '../../../../kernel/time.ts'
import type { InstantRange } from '../../../../market/bars.ts'

/** First and last day, both inclusive. */
export type Days = readonly [Day, Day]

/** A date, or calendar months: a month, a quarter, a half, a whole year. The year may be missing. */
export interface CalendarUnit {
  year: number | null
  /** The first of its months, 1 to 12. */
  month: number
  months: number
  /** The day of the month; null for whole months. */
  date: number | null
}

/** The kind of a span; the first kind present decides for the whole question. */
export type SpanKind = 'relative' | 'date' | 'month' | 'period' | 'loose'
export const KINDS: readonly SpanKind[] = ['relative', 'date', 'month', 'period', 'loose']

/** The session whose close a price of a time means: its first or its last. */
export type Edge = 'first' | 'last'

/** What the words before a time make of it: `end of`, `first week of`, `the week before`. */
export interface Part {
  /** Its days, from those of the time. */
  take: (days: Days) => Days
  edge: Edge | null
  /** On which side it lies when it is outside of the time. */
  side: 'before' | 'after' | null
  /** Its distance then. */
  distance?: Distance
  /** The sessions meant, when sessions are counted; their days depend on the exchange. */
  counted?: (days: Days) => CountedSessions | undefined
}

/** Sessions counted after a day, the first being 1, or before it, the last being -1; both ends inclusive. */
export interface CountedSessions {
  day: Day
  first: number
  last: number
}

/** `5 days after` */
export interface Distance {
  count: number
  unit: 'day' | 'session' | 'week' | 'month' | 'quarter' | 'year'
  /** Whether the day or period at that distance is meant, and not all up to it. */
  isPoint: boolean
}

/** A time in a question. */
export interface NamedTime {
  days: Days
  /** The session whose close a price means; null for any day. */
  edge: Edge | null
  /** The sessions it means, when they are counted. */
  counted?: CountedSessions | undefined
}

/** A time within a question, with its position. */
export interface Span {
  at: number
  end: number
  kind: SpanKind
  /** Either days, or a unit whose year may still have to be determined. */
  days: Days | null
  unit: CalendarUnit | null
  /** Sessions that the question calls days: `last 5 days`. */
  sessions: number | null
  /** A weekday, which may move a week or more back when it must lie before another time. */
  isWeekday: boolean
  /** Days listed one by one: `2 and 3 November`; null for one time. */
  list: readonly Days[] | null
  /** Whether it is the time before it in the question, a year earlier: `the same period last year`. */
  isYearBefore: boolean
  /** The part of the time that is meant; null for all of it. */
  part: Part | null
  /** Whether it counts only next to another span, because the word may mean something else: `may`, `now`. */
  isWeak: boolean
}

/** The number of times is bounded, which bounds the work for 8,000 characters. */
const MOST_SPANS = 60

/** A span without its position; it has days unless it has a unit. */
export type Found = Partial<Omit<Span, 'at' | 'end'>> & Pick<Span, 'kind'>

/** A pattern with the meaning of a match; null for none. */
export type Recogniser = readonly [RegExp, (match: RegExpExecArray, day: Day) => Found | null]

/** The spans of a question in its order. The first recogniser that matches a stretch of text wins. */
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

/** Days as a range of instants, both ends inclusive. */
export const rangeOf = ([from, to]: Days): InstantRange => ({
  from: from * DAY_MS,
  to: (to + 1) * DAY_MS - 1,
})

/** The days of a unit in a year; null for February 29 in a year without one. */
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

/** The latest year in which a unit has begun on or before a day. */
export function latestYear(unit: CalendarUnit, by: Day): number {
  const { year } = fieldsOf(by)
  for (let back = 0; back <= MOST_YEARS_APART; back++) {
    const days = daysOfUnit(unit, year - back)
    if (days !== null && days[0] <= by) return year - back
  }
  return year
}

/** The earliest year in which a unit begins on or after a day. */
export function earliestYear(unit: CalendarUnit, from: Day): number {
  const { year } = fieldsOf(from)
  for (let on = 0; on <= MOST_YEARS_APART; on++) {
    const days = daysOfUnit(unit, year + on)
    if (days !== null && days[0] >= from) return year + on
  }
  return year
}
