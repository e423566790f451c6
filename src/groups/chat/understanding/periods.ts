import {
  addMonths,
  type Day,
  DAY_MS,
  dayOf,
  daysInMonth,
  fieldsOf,
  type Instant,
  parseDay,
  utcDay,
  weekdayOf,
} from '../../../kernel/time.ts'
import type { InstantRange } from '../../../market/bars.ts'

/** A fiscal year, or a quarter of one. */
export interface FiscalPeriod {
  year: number
  quarter: 1 | 2 | 3 | 4 | null
}

/** The newest periods that a company has reported. */
export interface ReportedPeriods {
  unit: 'quarter' | 'year'
  count: number
}

/** The times that a question names, resolved against the clock. */
export interface NamedTimes {
  /** Calendar days in UTC, inclusive; null where none are named. */
  range: InstantRange | null
  /** In the order of the question. */
  fiscal: readonly FiscalPeriod[]
  /** `last quarter`, of statements; null where the question names none or fiscal periods. */
  reported: ReportedPeriods | null
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = '(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\\.?'
const ORDINALS: Readonly<Record<string, 1 | 2 | 3 | 4>> = { first: 1, second: 2, third: 3, fourth: 4 }
const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
}
const QUARTER = /\bq([1-4])\s*(?:of\s*)?(?:fy|fiscal(?:\s+year)?)?\s*((?:19|20)\d{2})\b/gi
const QUARTER_WORDS =
  /\b(first|second|third|fourth)\s+(?:fiscal\s+)?quarter\s+(?:of\s+)?(?:fy|fiscal(?:\s+year)?)?\s*((?:19|20)\d{2})\b/gi
const YEAR = /\b(?:fy\s?|fiscal(?:\s+year)?\s+)?((?:19|20)\d{2})\b/gi
const REPORTED =
  /\b(?:last|latest|most recent|newest|previous|past)\s+(?:(\d{1,2}|two|three|four|five|six)\s+)?(?:reported\s+|fiscal\s+|financial\s+)*(quarter|year)s?\b/
const MOST_NUMBER = 1_000

/**
 * Days and fiscal periods that a question names. A year alone is both: the calendar year for prices and news, the fiscal year for
 * statements. `last quarter` and `last year` are calendar ones for prices and news, and the newest reported ones for statements. Months without a year are the latest that have begun.
 */
export function namedTimes(question: string, now: Instant): NamedTimes {
  const today = utcDay(now)
  const text = question.toLowerCase().slice(0, 8_000)
  const fiscal = fiscalPeriods(text)
  const days =
    relativeDays(text, today) ??
    exactDays(text, today) ??
    monthDays(text, today) ??
    yearDays(text, fiscal, today)
  return {
    range: days === null ? null : rangeOf(days),
    fiscal,
    reported: fiscal.length > 0 ? null : reportedPeriods(text),
  }
}

function reportedPeriods(text: string): ReportedPeriods | null {
  const match = REPORTED.exec(text)
  if (match === null) return null
  const count = match[1] === undefined ? 1 : (NUMBERS[match[1]] ?? Number(match[1]))
  return { unit: match[2] === 'quarter' ? 'quarter' : 'year', count: Math.max(1, count) }
}

type Days = readonly [Day, Day]

function rangeOf([from, to]: Days): InstantRange {
  return { from: from * DAY_MS, to: (to + 1) * DAY_MS - 1 }
}

function fiscalPeriods(text: string): FiscalPeriod[] {
  const found: Array<FiscalPeriod & { at: number; end: number }> = []
  const add = (match: RegExpMatchArray, quarter: FiscalPeriod['quarter'], year: string | undefined): void => {
    const at = match.index ?? 0
    if (found.some((each) => at < each.end && at + match[0].length > each.at)) return
    found.push({ year: Number(year), quarter, at, end: at + match[0].length })
  }
  for (const match of text.matchAll(QUARTER)) add(match, Number(match[1]) as 1 | 2 | 3 | 4, match[2])
  for (const match of text.matchAll(QUARTER_WORDS)) add(match, ORDINALS[match[1] ?? ''] ?? null, match[2])
  for (const match of text.matchAll(YEAR)) add(match, null, match[1])
  return found.toSorted((one, other) => one.at - other.at).map(({ year, quarter }) => ({ year, quarter }))
}

function relativeDays(text: string, today: Day): Days | null {
  if (/\byesterday\b/.test(text)) return [today - 1, today - 1]
  const past =
    /\b(?:last|past|previous)\s+(\d{1,4}|a|one|two|three|four|five|six|seven|eight|nine|ten|twelve)\s+(day|week|month|quarter|year)s?\b/.exec(
      text,
    )
  if (past !== null) {
    const count = Math.min(MOST_NUMBER, NUMBERS[past[1] ?? ''] ?? Number(past[1]))
    return [before(today, count, past[2] ?? 'day'), today]
  }
  const unit = /\b(last|past|previous|this)\s+(week|month|quarter|year)\b/.exec(text)
  if (unit !== null) return calendarUnit(today, unit[2] ?? 'week', unit[1] === 'this' ? 0 : -1)
  if (/\b(?:year to date|ytd|so far this year)\b/.test(text))
    return [dayOf(fieldsOf(today).year, 1, 1), today]
  if (/\btoday\b/.test(text)) return [today, today]
  return null
}

function before(today: Day, count: number, unit: string): Day {
  if (unit === 'day') return today - count + 1
  if (unit === 'week') return today - 7 * count + 1
  const months = unit === 'month' ? count : unit === 'quarter' ? 3 * count : 12 * count
  return addMonths(today, -months)
}

/** This week, month, quarter or year up to today, or the whole one before it; weeks begin on Monday. */
function calendarUnit(today: Day, unit: string, shift: 0 | -1): Days {
  if (unit === 'week') {
    const monday = today - ((weekdayOf(today) + 6) % 7)
    return shift === 0 ? [monday, today] : [monday - 7, monday - 1]
  }
  const { year, month } = fieldsOf(today)
  const width = unit === 'month' ? 1 : unit === 'quarter' ? 3 : 12
  const start = dayOf(year, Math.floor((month - 1) / width) * width + 1, 1)
  return shift === 0 ? [start, today] : [addMonths(start, -width), start - 1]
}

/** One date, or the stretch between two; `since` reaches to today. */
function exactDays(text: string, today: Day): Days | null {
  const days = [...text.matchAll(/\b(\d{4}-\d{2}-\d{2})\b/g)].flatMap(
    (match) => parseDay(match[1] ?? '') ?? [],
  )
  const long = new RegExp(`\\b${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+((?:19|20)\\d{2})\\b`, 'g')
  for (const match of text.matchAll(long)) {
    const [month, date, year] = [monthOf(match[1]), Number(match[2]), Number(match[3])]
    if (date >= 1 && date <= daysInMonth(year, month)) days.push(dayOf(year, month, date))
  }
  const [first] = days
  if (first === undefined) return null
  if (/\bsince\b/.test(text)) return [first, Math.max(first, today)]
  return [Math.min(...days), Math.max(...days)]
}

function monthOf(name = ''): number {
  return MONTHS.indexOf(name.slice(0, 3)) + 1
}

/** `in March 2024`, `since May`. */
function monthDays(text: string, today: Day): Days | null {
  const match = new RegExp(`\\b(in|since|during|of)\\s+${MONTH}(?:\\s+((?:19|20)\\d{2}))?\\b`).exec(text)
  if (match === null) return null
  const month = monthOf(match[2])
  const now = fieldsOf(today)
  const year = match[3] === undefined ? now.year - (month > now.month ? 1 : 0) : Number(match[3])
  const first = dayOf(year, month, 1)
  return match[1] === 'since'
    ? [first, Math.max(first, today)]
    : [first, first + daysInMonth(year, month) - 1]
}

/** From the first year or quarter that is named to the last. */
function yearDays(text: string, fiscal: readonly FiscalPeriod[], today: Day): Days | null {
  const [first] = fiscal
  if (first === undefined) return null
  const starts = fiscal.map(({ year, quarter }) => dayOf(year, quarter === null ? 1 : quarter * 3 - 2, 1))
  const ends = fiscal.map(
    ({ year, quarter }) => addMonths(dayOf(year, 1, 1), quarter === null ? 12 : quarter * 3) - 1,
  )
  const from = Math.min(...starts)
  return /\bsince\b/.test(text) ? [from, Math.max(from, today)] : [from, Math.max(...ends)]
}
