import {
  addMonths,
  type Day,
  dayOf,
  fieldsOf,
  type Instant,
  utcDay,
  weekdayOf,
} from '../../../../kernel/time.ts'
import type { InstantRange } from '../../../../market/bars.ts'
import { countOf, NUMBER } from './calendar-words.ts'
import type { PeriodMove, ReportedPeriods } from './fiscal-periods.ts'
import { blanked } from '../entities/message-words.ts'
import { movedPeriods } from './period-moves.ts'
import type { NamedTimes } from './periods.ts'
import { type Days, rangeOf } from './time-spans.ts'

/** The distance of a time from one named before: `a year earlier`, `the week after`, `the one before`. */
export interface TimeShift {
  /** Null for the length of the time itself: `the one before`. */
  unit: Unit | null
  /** In units, negative for earlier. */
  count: number
  /** Whether it may be relative to today instead: `the previous quarter`, `next year`. */
  isLoose: boolean
  /** Whether it starts at the last answer's time, and not at the one named: `the next one`. */
  isStep: boolean
  /**
   * Whether a whole unit is meant, although it has only begun or the time is a single day: `the year before`, as opposed to `a year
   * earlier`.
   */
  isWhole: boolean
}

type Unit = 'day' | 'session' | 'week' | 'month' | 'quarter' | 'half' | 'year' | 'decade'

/** A calendar length. */
type Length = { days: number } | { months: number }

const WEEK_DAYS = 7
const SESSIONS_A_WEEK = 5
const MONTHS_A_QUARTER = 3
const MONTHS_A_YEAR = 12
const LEAST_MONTH_DAYS = 28
/** Shorter than any quarter. */
const LESS_THAN_A_QUARTER = 85
const LENGTHS: Readonly<Record<Unit, Length>> = {
  day: { days: 1 },
  session: { days: 1 },
  week: { days: WEEK_DAYS },
  month: { months: 1 },
  quarter: { months: MONTHS_A_QUARTER },
  half: { months: 6 },
  year: { months: MONTHS_A_YEAR },
  decade: { months: 120 },
}
/** Units of which one that has only begun can be meant, shortest first. */
const BEGUN: readonly Unit[] = ['week', 'month', 'quarter', 'year']

const MOST_LETTERS = 8_000
const UNIT = '(?<unit>day|session|week|month|quarter|half|year|decade)'
const SORT = '(?:full |whole |trading |business |calendar |fiscal |financial |reported )?'
const BEFORE = '(?<back>before|prior|earlier)'
const NEXT_TO = '(?<back>previous|prior|preceding)'
/** What may follow when the reference is left out. */
const ENDS = '(?=\\W*$| ?[?!.,;:)]| (?:that|this|then|too|as well|also|for|in|and|or|was|is|by|please)\\b)'
const pattern = (source: string): RegExp => new RegExp(`\\b${source}${ENDS}`, 'i')

/** The forms, the most explicit first. */
const SHIFTS: ReadonlyArray<readonly [RegExp, Partial<TimeShift>]> = [
  [
    pattern(
      `(?<back>same) (?:time|period|day|week|month|quarter|half|point) (?:(?:of|in) )?(?:(?:the )?(?:last|previous|prior|preceding) (?<unit>year)|(?:the |${NUMBER} )?(?<unit2>year)s? (?:ago|before|earlier|prior))`,
    ),
    { isWhole: false },
  ],
  // "The two weeks before" are of another length than the time.
  [pattern(`(?<!\\bthe )${NUMBER} ${SORT}${UNIT}s? (?:${BEFORE}|after|later)`), { isWhole: false }],
  [pattern(`(?:the )?${SORT}${UNIT} (?:${BEFORE}|after|later)`), {}],
  [pattern(`the one (?:${BEFORE}|after|later)`), {}],
  [pattern(`(?:${NEXT_TO}|next|following|subsequent) one`), { isStep: true }],
  [
    new RegExp(`^\\W*(?:(?:and|the|then)\\b\\W*)*(?:${NEXT_TO}|next|following)(?=\\W*$)`, 'i'),
    { isStep: true },
  ],
  [pattern(`(?<back>before|prior to) that`), { isStep: true }],
  [pattern(`after that`), { isStep: true }],
  [pattern(`(?:(?<back>preceding)|following|subsequent) ${SORT}${UNIT}`), { isStep: true }],
  [pattern(`(?:(?<back>previous|prior)|next) ${SORT}${UNIT}`), { isLoose: true, isStep: true }],
]

function matchOf(text: string): { match: RegExpExecArray; rest: Partial<TimeShift> } | null {
  for (const [words, rest] of SHIFTS) {
    const match = words.exec(text.slice(0, MOST_LETTERS))
    if (match !== null) return { match, rest }
  }
  return null
}

/** Reads by how much a message shifts the time of the thread; null when it does not. */
export function shiftIn(text: string): TimeShift | null {
  const found = matchOf(text)
  if (found === null) return null
  const { unit, unit2, count, back } = found.match.groups ?? {}
  return {
    unit: ((unit ?? unit2)?.toLowerCase() as Unit | undefined) ?? null,
    count: (back === undefined ? 1 : -1) * countOf(count ?? 'one'),
    isLoose: false,
    isStep: false,
    isWhole: true,
    ...found.rest,
  }
}

/** The message with the words of the shift blanked out. */
export function withoutShift(text: string): string {
  const match = matchOf(text)?.match
  return match === undefined ? text : blanked(text, match.index, match.index + match[0].length)
}

/**
 * A shifted time, in calendar days and in fiscal periods: shifted by the unit if the time is no longer than that, otherwise the unit
 * directly before or after it (the week before a month). Null when it has neither days nor periods, or the words rather refer to today.
 */
export function shiftedTimes(times: NamedTimes, shift: TimeShift, now: Instant): NamedTimes | null {
  const { range, fiscal, reported, sessions, sessionRange } = times
  if (range === null && fiscal.length === 0 && reported === null) return null
  const length = shift.unit === null ? ownLength(times, now) : LENGTHS[shift.unit]
  const days = range === null ? null : daysOf(range)
  const isNextTo = days !== null && isLonger(days, length)
  if (shift.isLoose && ((shift.count > 0 && times.isRelative) || isNextTo)) return null
  // Sessions are counted without weekends, weeks with them.
  const isScaled = sessions !== null && !isNextTo && 'days' in length && shift.unit !== 'week'
  const scaled = isScaled ? { days: Math.ceil((length.days * WEEK_DAYS) / SESSIONS_A_WEEK) } : length
  const moved = days === null ? null : movedDays(days, scaled, { ...shift, now })
  const move = periodMove(length, shift.count)
  const isOfSessions = sessionRange !== null && moved !== null && days !== null && !isNextTo
  const { fromLast: _, fromDay: _day, counted: _counted, aroundDay: _around, ...rest } = times
  const fromLast = isNextTo ? 0 : movedFromLast(times, { length, count: shift.count, now })
  return {
    ...rest,
    ...(fromLast > 0 ? { fromLast } : {}),
    range: moved === null ? null : rangeOf(moved),
    sessions: isNextTo ? null : sessions,
    sessionRange: isOfSessions ? rangeOf([daysOf(sessionRange)[0] + moved[1] - days[1], moved[1]]) : null,
    fiscal: move === null ? fiscal : movedPeriods(fiscal, move),
    isFromClose: false,
    calendar:
      times.calendar.length === 0 || moved === null ? [] : [{ days: moved, ends: null, isOpen: false }],
    reported: reported === null || move === null ? reported : movedReported(reported, move),
  }
}

/** The shift in sessions before the last one, for days relative to today, which may have no session; 0 for any other day. */
function movedFromLast(
  { range, fromLast = 0 }: NamedTimes,
  { length, count, now }: { length: Length; count: number; now: Instant },
): number {
  if (range === null || !('days' in length) || length.days !== 1) return 0
  const [from, to] = daysOf(range)
  const isFromLast = fromLast > 0 || from === utcDay(now)
  return isFromLast && from === to ? fromLast - count : 0
}

/** Whether two shifts are by the same unit in the same direction: `the one before` and `the quarter before` of a quarter. */
export function isSameStep(
  times: NamedTimes,
  { one, other, now }: { one: TimeShift; other: TimeShift; now: Instant },
): boolean {
  const daysIn = ({ unit }: TimeShift): number =>
    added(0, unit === null ? ownLength(times, now) : LENGTHS[unit], 1)
  return Math.sign(one.count) === Math.sign(other.count) && daysIn(one) === daysIn(other)
}

const movedReported = (reported: ReportedPeriods, move: PeriodMove): ReportedPeriods => ({
  ...reported,
  moves: [...(reported.moves ?? []), move],
})

const daysOf = ({ from, to }: InstantRange): Days => [utcDay(from), utcDay(to)]

/** In whole quarters; null for days, and for months that make none. */
function periodMove(length: Length, count: number): PeriodMove | null {
  if ('days' in length) return null
  const quarters = length.months / MONTHS_A_QUARTER
  if (Number.isInteger(quarters)) return { quarters, count }
  const all = quarters * count
  return Number.isInteger(all) ? { quarters: 1, count: all } : null
}

const added = (day: Day, length: Length, count: number): Day =>
  'days' in length ? day + length.days * count : addMonths(day, length.months * count)

const isLonger = ([from, to]: Days, length: Length): boolean => to >= added(from, length, 1)

function movedDays(
  days: Days,
  length: Length,
  { count, isWhole, now }: Pick<TimeShift, 'count' | 'isWhole'> & { now: Instant },
): Days {
  const [from, to] = days
  if (isLonger(days, length)) {
    const start = count < 0 ? added(from, length, count) : added(to + 1, length, count - 1)
    return [start, added(start, length, 1) - 1]
  }
  // "The week before" a day is the seven days up to it, "a week earlier" is one day.
  const isNextToDay = isWhole && from === to && added(from, length, 1) - from > 1
  if (isNextToDay)
    return count < 0 ? [added(from, length, count), from - 1] : [to + 1, added(to + 1, length, count) - 1]
  const start = added(from, length, count)
  const hasBegun = isWhole && to === utcDay(now) && from < to && from === startOf(from, length)
  if (hasBegun) return [start, added(start, length, 1) - 1]
  // A month is shifted with its last day, whatever its length.
  return [start, from === to ? start : Math.max(start, added(to + 1, length, count) - 1)]
}

/** The first day of the week, month, quarter, half or year that contains a day; null for other lengths. Weeks begin on Monday. */
function startOf(day: Day, length: Length): Day | null {
  if ('days' in length) return length.days === WEEK_DAYS ? day - ((weekdayOf(day) + 6) % WEEK_DAYS) : null
  const { year, month } = fieldsOf(day)
  return MONTHS_A_YEAR % length.months === 0 ? dayOf(year, month - ((month - 1) % length.months), 1) : null
}

/** The length of one of the periods, or else of the range. */
function ownLength({ range, fiscal, reported }: NamedTimes, now: Instant): Length {
  const days = range === null ? null : daysOf(range)
  if (days === null || days[1] - days[0] > LESS_THAN_A_QUARTER) {
    const isQuarter = fiscal.length > 0 ? fiscal[0]?.quarter !== null : reported?.unit === 'quarter'
    if (fiscal.length > 0 || reported !== null) return LENGTHS[isQuarter ? 'quarter' : 'year']
  }
  const [from, to] = days ?? [0, 0]
  const begun = BEGUN.find(
    (unit) => from === startOf(from, LENGTHS[unit]) && !isLonger([from, to], LENGTHS[unit]),
  )
  const isToDate = to === utcDay(now) && from < to
  if (begun !== undefined && (isToDate || to === added(from, LENGTHS[begun], 1) - 1)) return LENGTHS[begun]
  const [first, next] = [fieldsOf(from), fieldsOf(to + 1)]
  const length = to - from + 1
  return length >= LEAST_MONTH_DAYS && first.date === next.date
    ? { months: (next.year - first.year) * 12 + next.month - first.month }
    : { days: length }
}
