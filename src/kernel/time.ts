/**
 * Calendar arithmetic without a time zone library. An `Instant` is milliseconds since 1970-01-01T00:00Z,
 * a `Day` is whole days since 1970-01-01 (a date without zone). Nothing here reads the present: that is
 * the clock port's.
 */

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number
/** Days since 1970-01-01; a calendar date without a zone. */
export type Day = number

export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

const DATE_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/
const TIMESTAMP_PATTERN =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|z|[+-]\d{2}:?\d{2})?)?$/

/** From the first of March of the year 0 to 1970-01-01. */
const EPOCH_FROM_MARCH = 719_468

/** Days since the epoch of a proleptic Gregorian date; months and dates beyond their year or month count on, as they do in `Date`. */
export function dayOf(year: number, month: number, date: number): Day {
  // Years begin in March here, so that the odd day is the last one. See Reingold and Dershowitz, Calendrical Calculations:
  // several times as fast as going through Date.
  const months = year * 12 + month - 3
  const yearFromMarch = Math.floor(months / 12)
  const monthFromMarch = months - yearFromMarch * 12
  const leapDays =
    Math.floor(yearFromMarch / 4) - Math.floor(yearFromMarch / 100) + Math.floor(yearFromMarch / 400)
  return (
    365 * yearFromMarch + leapDays + Math.floor((153 * monthFromMarch + 2) / 5) + date - 1 - EPOCH_FROM_MARCH
  )
}

/** Year, month (1 to 12) and day of the month. */
export function fieldsOf(day: Day): { year: number; month: number; date: number } {
  // From March as above; eras have 400 years and 146,097 days.
  const shifted = day + EPOCH_FROM_MARCH
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    date: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  }
}

/** 0 = Sunday … 6 = Saturday. */
export function weekdayOf(day: Day): number {
  return (((day + 4) % 7) + 7) % 7
}

/** The UTC calendar date an instant falls on. */
export function utcDay(instant: Instant): Day {
  return Math.floor(instant / DAY_MS)
}

/** No zone is further ahead than UTC+14: a day begins there first. */
const FIRST_ZONE_MS = 14 * HOUR_MS

/** The latest calendar date that it is anywhere on earth at an instant. */
export function latestDay(instant: Instant): Day {
  return utcDay(instant + FIRST_ZONE_MS)
}

/** Parses `YYYY-MM-DD`; null for anything else, 30 February included. */
export function parseDay(text: string): Day | null {
  const match = DATE_PATTERN.exec(text)
  if (match === null) return null
  const [year, month, date] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (year < 1 || month < 1 || month > 12 || date < 1 || date > daysInMonth(year, month)) return null
  return dayOf(year, month, date)
}

/** `YYYY-MM-DD`. */
export function formatDay(day: Day): string {
  const { year, month, date } = fieldsOf(day)
  // Beyond four digits ISO 8601 wants a sign and six of them.
  if (year < 0 || year > 9_999) return new Date(day * DAY_MS).toISOString().slice(0, -14)
  return `${String(year).padStart(4, '0')}-${month < 10 ? '0' : ''}${month}-${date < 10 ? '0' : ''}${date}`
}

/**
 * Parses an ISO 8601 timestamp with any offset; a missing offset and a date alone are read as UTC.
 * Null for anything else, impossible dates and times included.
 */
export function parseInstant(text: string): Instant | null {
  const match = TIMESTAMP_PATTERN.exec(text)
  if (match === null) return null
  const day = parseDay(match[1] ?? '')
  if (day === null) return null
  const [hour, minute, second] = [Number(match[2] ?? 0), Number(match[3] ?? 0), Number(match[4] ?? 0)]
  if (hour > 23 || minute > 59 || second > 59) return null
  const millis = match[5] === undefined ? 0 : Math.floor(Number(`0.${match[5]}`) * 1_000)
  const offset = offsetMillis(match[6])
  if (offset === null) return null
  return day * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS + millis - offset
}

function offsetMillis(text: string | undefined): number | null {
  if (text === undefined || text === 'Z' || text === 'z') return 0
  const digits = text.replace(':', '')
  const [hours, minutes] = [Number(digits.slice(1, 3)), Number(digits.slice(3, 5))]
  if (hours > 15 || minutes > 59) return null
  return (digits.startsWith('-') ? -1 : 1) * (hours * HOUR_MS + minutes * MINUTE_MS)
}

/** ISO 8601 UTC with milliseconds: `2026-01-15T14:30:00.000Z`. */
export function formatInstant(instant: Instant): string {
  return new Date(instant).toISOString()
}

/** ISO 8601 UTC to the second, the form of an intraday bar's `date`: `2026-01-15T14:30:00Z`. */
export function formatInstantSeconds(instant: Instant): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`
}

export function daysInMonth(year: number, month: number): number {
  return dayOf(year, month + 1, 1) - dayOf(year, month, 1)
}

/** Adds calendar months, clamped to the end of the month: 31 March − 1 month = 28 or 29 February. */
export function addMonths(day: Day, months: number): Day {
  const { year, month, date } = fieldsOf(day)
  const index = year * 12 + (month - 1) + months
  const [toYear, toMonth] = [Math.floor(index / 12), (((index % 12) + 12) % 12) + 1]
  return dayOf(toYear, toMonth, Math.min(date, daysInMonth(toYear, toMonth)))
}

/** The zones of the venues change their offset on quarters of an hour and at no other time. */
const QUARTER_MS = 15 * MINUTE_MS

interface Zone {
  format: Intl.DateTimeFormat
  /** The quarter of an hour asked for last, because most callers ask about now. */
  quarter: number
  offset: number
}

const zones = new Map<string, Zone>()

function zoneOf(timezone: string): Zone {
  let zone = zones.get(timezone)
  if (zone === undefined) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    zones.set(timezone, (zone = { format, quarter: Number.NaN, offset: 0 }))
  }
  return zone
}

/** Offset of a zone from UTC at an instant, in milliseconds (New York in July: −14,400,000). */
export function zoneOffset(timezone: string, instant: Instant): number {
  const zone = zoneOf(timezone)
  const quarter = Math.floor(instant / QUARTER_MS)
  if (quarter !== zone.quarter) {
    zone.offset = offsetAt(zone.format, quarter * QUARTER_MS)
    zone.quarter = quarter
  }
  return zone.offset
}

function offsetAt(format: Intl.DateTimeFormat, instant: Instant): number {
  const fields: Record<string, number> = {}
  for (const { type, value } of format.formatToParts(instant)) fields[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = fields
  return Date.UTC(year, month - 1, day, hour, minute, second) - instant
}

/** The calendar date in a zone at an instant. */
export function zonedDay(timezone: string, instant: Instant): Day {
  return Math.floor((instant + zoneOffset(timezone, instant)) / DAY_MS)
}

/**
 * The instant of a wall-clock time in a zone. `minuteOfDay` may be below 0 or above 1440 (the day before or after).
 * A time that daylight saving skips is read with the offset before the change; of a time that it repeats either
 * instant may be returned.
 */
export function zonedInstant(timezone: string, day: Day, minuteOfDay: number): Instant {
  const wall = day * DAY_MS + minuteOfDay * MINUTE_MS
  const first = wall - zoneOffset(timezone, wall)
  const second = wall - zoneOffset(timezone, first)
  // Only near a change do the two differ; a time that is skipped is shown by neither.
  const exists = first === second || second + zoneOffset(timezone, second) === wall
  return exists ? second : Math.max(first, second)
}

/** A `Date` for libraries that insist on one. */
export function dateOf(instant: Instant): Date {
  return new Date(instant)
}
