import { dayOf, fieldsOf, parseDay, weekdayOf } from '../../kernel/time.ts'
import type { Day } from '../../kernel/time.ts'

/** A closed day and the holiday or event it is closed for. */
export type Closure = readonly [day: Day, name: string]

/** A session that ends early; `close` is minutes after local midnight. */
export interface EarlyClose {
  day: Day
  name: string
  close: number
}

/** A session with hours of its own: a late start, or trading on a weekend or holiday. Minutes after local midnight. */
export interface SpecialSession {
  day: Day
  name: string
  open: number
  close: number
}

/** Days, both inclusive. */
export interface Coverage {
  from: Day
  to: Day
}

/** Opening hours in force from a date on; all times are minutes after local midnight. */
export interface TradingHours {
  /** First day these hours apply; −Infinity for the oldest. */
  from: Day
  open: number
  close: number
  lunch: { start: number; end: number } | null
  /** Trading before the open and after the close; `earlyClose` is its end on a day that closes early. */
  extended: { open: number; close: number; earlyClose: number } | null
}

/** When a market trades. Closures on weekends are ignored; the first name given for a day counts. */
export interface CalendarRules {
  timezone: string
  /** Ascending by `from`. */
  hours: readonly [TradingHours, ...TradingHours[]]
  closures(year: number): readonly Closure[]
  earlyCloses(year: number): readonly EarlyClose[]
  /** Held whatever weekday or holiday it is; a late start on a session day replaces the regular hours. */
  specialSessions?(year: number): readonly SpecialSession[]
  /** Days that these rules are known for; {@link ALL_YEARS} where they are rules for any year. */
  coverage?: Coverage
}

/** Years for which holidays can be computed at all. */
export const COVERED_YEARS = { first: 1960, last: 2099 }
export const ALL_YEARS: Coverage = {
  from: dayOf(COVERED_YEARS.first, 1, 1),
  to: dayOf(COVERED_YEARS.last, 12, 31),
}

export const SUNDAY = 0
export const MONDAY = 1
export const WEDNESDAY = 3
export const THURSDAY = 4
export const FRIDAY = 5
export const SATURDAY = 6

/** Minutes after midnight. */
export function timeOfDay(hour: number, minute = 0): number {
  return hour * 60 + minute
}

/** The n-th (1 to 5) given weekday of a month. */
export function nthWeekday(year: number, month: number, weekday: number, n: number): Day {
  const first = dayOf(year, month, 1)
  return first + ((weekday - weekdayOf(first) + 7) % 7) + (n - 1) * 7
}

/** The last given weekday on or before a day. */
export function weekdayOnOrBefore(day: Day, weekday: number): Day {
  return day - ((weekdayOf(day) - weekday + 7) % 7)
}

/** Saturday and Sunday move to the Monday after. */
export function weekendToMonday(day: Day): Day {
  const weekday = weekdayOf(day)
  if (weekday === SATURDAY) return day + 2
  return weekday === SUNDAY ? day + 1 : day
}

/** Sunday moves to the Monday after, Saturday stays. */
export function sundayToMonday(day: Day): Day {
  return weekdayOf(day) === SUNDAY ? day + 1 : day
}

/** Saturday moves to the Friday before, Sunday to the Monday after. */
export function nearestWeekday(day: Day): Day {
  return weekdayOf(day) === SATURDAY ? day - 1 : sundayToMonday(day)
}

/** The day itself, or the Friday before a weekend. */
export function weekdayOrFridayBefore(day: Day): Day {
  const weekday = weekdayOf(day)
  if (weekday === SATURDAY) return day - 1
  return weekday === SUNDAY ? day - 2 : day
}

/** Easter Sunday of the Gregorian calendar (Meeus, Astronomical Algorithms, chapter 8). */
export function easterSunday(year: number): Day {
  const a = year % 19
  const [b, c] = [Math.floor(year / 100), year % 100]
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const monthAndDay = h + l - 7 * m + 114
  return dayOf(year, Math.floor(monthAndDay / 31), (monthAndDay % 31) + 1)
}

/**
 * Christmas Day and Boxing Day with the substitutes of Commonwealth law: a holiday on a weekend moves past
 * the weekend and past the other one, so they are observed on two weekdays between the 25th and the 28th.
 */
export function christmasAndBoxingDay(year: number): Closure[] {
  const christmas = dayOf(year, 12, 25)
  const closures: Closure[] = [
    [christmas, 'Christmas Day'],
    [christmas + 1, 'Boxing Day'],
  ]
  const weekday = weekdayOf(christmas)
  if (weekday === SATURDAY || weekday === SUNDAY) closures.push([christmas + 2, 'Christmas Day (observed)'])
  if (weekday === FRIDAY || weekday === SATURDAY) closures.push([christmas + 3, 'Boxing Day (observed)'])
  return closures
}

/** What the exchanges of the European continent all close for; on a weekend it is not made up for. */
export function europeanHolidays(year: number, secondChristmasDay: string = 'Boxing Day'): Closure[] {
  const easter = easterSunday(year)
  return [
    [dayOf(year, 1, 1), "New Year's Day"],
    [easter - 2, 'Good Friday'],
    [easter + 1, 'Easter Monday'],
    [dayOf(year, 5, 1), 'Labour Day'],
    [dayOf(year, 12, 25), 'Christmas Day'],
    [dayOf(year, 12, 26), secondChristmasDay],
  ]
}

/** A holiday under its own name, or as observed when the rule moved it to another day. */
export function observed(actual: Day, observedOn: Day, name: string): Closure {
  return [observedOn, observedOn === actual ? name : `${name} (observed)`]
}

/**
 * Closures that follow no rule, written as `{ 'YYYY-MM-DD': name }`.
 * @returns the closures of one year; throws on a date that does not exist, when the module is loaded.
 */
export function datedClosures(names: Readonly<Record<string, string>>): (year: number) => readonly Closure[] {
  const byYear = new Map<number, Closure[]>()
  for (const [date, name] of Object.entries(names)) {
    const { year } = fieldsOf(dateOf(date))
    byYear.set(year, [...(byYear.get(year) ?? []), [dateOf(date), name]])
  }
  return (year) => byYear.get(year) ?? []
}

/**
 * Closed days of markets whose holidays are announced year by year, written as `{ 2026: '0101 0216 0217' }` (MMDD).
 * Weekends may be left out. Throws on a date that does not exist, when the module is loaded.
 */
export function announcedClosures(
  table: Readonly<Record<number, string>>,
  nameOf: (day: Day) => string,
): (year: number) => readonly Closure[] {
  const byYear = new Map<number, readonly Closure[]>()
  for (const [year, days] of Object.entries(table)) {
    const closures = days
      .split(' ')
      .map((date) => dateOf(`${year}-${date.slice(0, 2)}-${date.slice(2)}`))
      .map((day): Closure => [day, nameOf(day)])
    byYear.set(Number(year), closures)
  }
  return (year) => byYear.get(year) ?? []
}

/** Whole years as days. */
export function yearsCovered(first: number, last: number): Coverage {
  return { from: dayOf(first, 1, 1), to: dayOf(last, 12, 31) }
}

/** The day of a date written in source code; throws on one that does not exist. */
export function dateOf(date: string): Day {
  const day = parseDay(date)
  if (day === null) throw new RangeError(`no such date: ${date}`)
  return day
}
