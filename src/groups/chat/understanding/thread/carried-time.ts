import { DAY_MS, dayOf, fieldsOf, formatDay, type Instant, utcDay } from '../../../../kernel/time.ts'
import {
  byQuarter,
  type CalendarStretch,
  type FiscalPeriod,
  withoutAgainst,
} from '../times/fiscal-periods.ts'
import { movesNow } from '../intents/present-moves.ts'
import { blanked } from '../entities/message-words.ts'
import { NUMBER } from '../times/calendar-words.ts'
import { type NamedTimes, namedTimes } from '../times/periods.ts'
import { isSameStep, shiftedTimes, shiftIn, type TimeShift, withoutShift } from '../times/time-shift.ts'

const BEGINS = /^\W*(?:(?:and|but|so|or|also|what about|how about|then|now(?=\W+\w))\b\W*)+/i
const OF_NOW = /^(?:(?:right|by|as of) )?(?:now|currently|at present|presently)\W*$/i
const QUARTER = /\bq[1-4]\b/i
const YEAR = /\b(?:19|20)\d{2}\b/
const YEARS = new RegExp(YEAR, 'g')
const FISCAL = /\b(?:fy|fiscal|financial|reported)/i
const WHICH = /\b(?:which|what|whose) (?:fiscal |financial |calendar )?(?<unit>year|quarter)s?\b/i
const YEAR_DAYS = 366
const SINCE_THEN =
  /\bsince (?:then|that(?: (?:day|date|session|time|close))?(?=\W|$))|\bsince(?=\W*$)|\bfrom then (?:on|to now|until now|till now)\b/i

/** The words by which a message means the time since an earlier one; null for none. */
export const sinceThenIn = (message: string): string | null => SINCE_THEN.exec(message)?.[0] ?? null

/** The times that a thread is about. */
export interface Timing {
  times: NamedTimes
  /** The time named, before it is shifted; the same when it is not. */
  named: NamedTimes
  /** By how much the last question shifted it; null when it did not. */
  shift: TimeShift | null
}

/** Whether any time is named. */
export const hasTime = ({ range, fiscal, reported }: NamedTimes): boolean =>
  range !== null || fiscal.length > 0 || reported !== null

/** Times that a message names itself. What a price "is doing" is about today. */
function ownTimes(text: string, now: Instant): NamedTimes {
  const named = namedTimes(text, now)
  return !hasTime(named) && movesNow(text) ? namedTimes('today', now) : named
}

/**
 * The times of a follow-up; null for none: its own, completed by the earlier ones ("and in Q3?" is in their year), shifted ("the week
 * before"), or the earlier ones unchanged, from which "which year was the best?" chooses.
 */
export function timingAfter(text: string, before: Timing | null, now: Instant): Timing {
  // Nothing is known about a future time: a follow-up does not ask for it again.
  const isAhead = before !== null && (before.times.range?.from ?? now) > now
  if (before === null || isAhead) return unmoved(ownTimes(text, now))
  // "And the quarter before?" replaces the time, while "Q2 and the quarter before" compares the two.
  const said = text.replace(BEGINS, '')
  const own = inItsCalendar(said, { own: ownTimes(said, now), before: before.times, now })
  const { impossible } = own
  const otherSide = aroundSameDay(said, before.times, now)
  if (otherSide !== null) return unmoved(otherSide)
  if (OF_NOW.test(said)) return unmoved(namedTimes('', now))
  const since = SINCE_THEN.test(said) ? sinceThen(before.times, now) : null
  if (since !== null) return unmoved({ ...since, impossible })
  if (own.against !== null && !hasTime(namedTimes(withoutAgainst(said), now)))
    return unmoved(setAgainst(before.times, { against: own.against, impossible, now }))
  if (!hasTime(namedTimes(withoutShift(said), now))) {
    if (own.against !== null) return unmoved({ ...before.times, against: own.against, impossible })
    const shift = shiftIn(said)
    const moved = shift === null ? null : shiftedTimes(baseOf(said, { shift, before, now }), shift, now)
    if (moved !== null) return { times: { ...moved, impossible }, named: before.named, shift }
  }
  const quarters = byQuarter(said, before.times.fiscal)
  if (own.range === null && own.fiscal.length === 0 && quarters.length > before.times.fiscal.length)
    return unmoved({ ...before.times, fiscal: quarters, calendar: [], impossible })
  const chosen = amongThese(said, before.times, now) ?? inItsYear(said, { own, before: before.times, now })
  return unmoved(chosen ?? (hasTime(own) ? own : { ...before.times, impossible }))
}

const THE_OTHER_SIDE = new RegExp(
  String.raw`^\W*(?:(?:in|over|during|for) )?(?<said>the ${NUMBER} (?:(?:trading|business|market|calendar) )?(?:day|session|week|month)s? (?:before|after))(?: (?:it|that))?\W*$`,
  'i',
)

/** "And the 5 days before?" after the 5 days following a day are relative to that day; null for anything else. */
function aroundSameDay(text: string, { aroundDay }: NamedTimes, now: Instant): NamedTimes | null {
  const said = THE_OTHER_SIDE.exec(text.slice(0, LONGEST))?.groups?.['said']
  return said === undefined || aroundDay === undefined
    ? null
    : namedTimes(`${said} ${formatDay(aroundDay)}`, now)
}
const LONGEST = 100

/** "Compared to a year ago?": for statements the periods answered, for prices their time and the same a year earlier. */
function setAgainst(
  before: NamedTimes,
  { now, ...own }: Pick<NamedTimes, 'against' | 'impossible'> & { now: Instant },
): NamedTimes {
  const { range, edge } = before
  const shift = { ...YEAR_EARLIER, unit: own.against === 'year' ? ('year' as const) : null }
  const earlier = shiftedTimes(before, shift, now)?.range ?? null
  const each =
    range === null || earlier === null ? before.each : [range, earlier].map((each) => ({ range: each, edge }))
  return { ...before, ...own, each }
}

const YEAR_EARLIER: TimeShift = { unit: 'year', count: -1, isLoose: false, isStep: false, isWhole: false }

/** "Change since then?": what begins with the period that was told, or at the end of the days; null where nothing can have been since. */
function sinceThen({ range, fiscal, reported }: NamedTimes, now: Instant): NamedTimes | null {
  const [first, ...others] = fiscal
  const named = namedTimes('today', now)
  // Starting at the end of the day answered, the range spans more than one session, which would be answered by a price alone.
  const days =
    range === null || named.range === null || range.to >= named.range.from
      ? null
      : { ...named, range: { from: range.to, to: named.range.to } }
  if (first === undefined || others.length > 0) return reported === null ? days : null
  const quarter = first.quarter === null ? '' : `Q${first.quarter} `
  const { fiscal: periods } = namedTimes(`since ${quarter}${first.year}`, now)
  return { ...(days ?? namedTimes('', now)), fiscal: periods }
}

/** The start of a return that is asked for after the price of a past day: that day. */
export function sinceDayOf(timing: Timing, now: Instant): Timing {
  const { range } = timing.times
  const isDay = range !== null && range.to - range.from < DAY_MS
  const since = isDay ? sinceThen(timing.times, now) : null
  return since === null ? timing : unmoved(since)
}

/** A time that is not shifted. */
export const unmoved = (times: NamedTimes): Timing => ({ times, named: times, shift: null })

/**
 * The time that a message shifts. "The day before?" repeated goes back one more day; "the day before?" and "a week later?" both start at
 * the day that was named.
 */
function baseOf(
  text: string,
  { shift, before: { times, named, shift: last }, now }: { shift: TimeShift; before: Timing; now: Instant },
): NamedTimes {
  const goesOn = last === null || shift.isStep || /\b(?:that|then)\b/i.test(text)
  return goesOn || isSameStep(named, { one: last, other: shift, now }) ? times : named
}

/** The earlier times when a message asks in which year or quarter of them. */
function amongThese(text: string, before: NamedTimes, now: Instant): NamedTimes | null {
  const match = WHICH.exec(text)
  if (match === null || hasTime(namedTimes(blanked(text, match.index, match.index + match[0].length), now)))
    return null
  const { fiscal, reported } = before
  const isQuarter = match.groups?.['unit']?.toLowerCase() === 'quarter'
  if (fiscal.length === 0)
    return reported !== null && reported.count > 1 && (reported.unit === 'quarter') === isQuarter
      ? before
      : null
  const all = isQuarter ? byQuarter('quarterly', fiscal) : fiscal
  return all.length > 1 && all.every(({ quarter }) => (quarter !== null) === isQuarter)
    ? { ...before, fiscal: all, calendar: [] }
    : null
}

/** A quarter, month or date without a year is in the year of the question before, if that names one. */
function inItsYear(
  text: string,
  { own, before, now }: { own: NamedTimes; before: NamedTimes; now: Instant },
): NamedTimes | null {
  const year = yearOf(before)
  if (year === null || YEAR.test(text)) return null
  const quarter = QUARTER.exec(text)?.[0]
  // After `calendar Q1 2025` quarters are calendar quarters, too.
  const isOfCalendar = before.calendar.length > 0 && before.fiscal.some((each) => each.quarter !== null)
  if (quarter !== undefined) return namedTimes(`${isOfCalendar ? 'calendar ' : ''}${quarter} ${year}`, now)
  if (own.isRelative || own.range === null || own.fiscal.length > 0) return null
  // The latest that has begun by then.
  const found = namedTimes(text, Math.min(now, dayOf(year + 1, 1, 1) * DAY_MS - 1))
  if (before.calendar.length === 0 || found.range === null) return found
  const { from, to } = found.range
  return { ...found, calendar: [{ days: [utcDay(from), utcDay(to)], ends: null, isOpen: false }] }
}

/** After `calendar 2025` years are calendar years, too. */
function inItsCalendar(
  text: string,
  { own, before, now }: { own: NamedTimes; before: NamedTimes; now: Instant },
): NamedTimes {
  const isOfCalendar = before.calendar.length > 0 && before.calendar.every(isOfYears)
  const areYears = own.fiscal.length > 0 && own.fiscal.every(({ quarter }) => quarter === null)
  if (!isOfCalendar || !areYears || own.calendar.length > 0 || FISCAL.test(text)) return own
  return namedTimes(text.replaceAll(YEARS, 'calendar $&'), now)
}

/** Whether it begins and ends with a calendar year. */
const isOfYears = ({ days: [first, last], isOpen }: CalendarStretch): boolean =>
  !isOpen && first === dayOf(fieldsOf(first).year, 1, 1) && last === dayOf(fieldsOf(last).year, 12, 31)

/** The year of a time that names one and is no longer than it. */
function yearOf({ range, fiscal, isRelative }: NamedTimes): number | null {
  const years = new Set(fiscal.map(({ year }: FiscalPeriod) => year))
  const [year] = years
  if (year === undefined || years.size > 1 || isRelative) return null
  const isLonger = range !== null && range.to - range.from > YEAR_DAYS * DAY_MS
  return isLonger ? null : year
}
