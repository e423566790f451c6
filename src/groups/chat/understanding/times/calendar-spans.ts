import { addMonths, type Day, dayOf, daysInMonth, fieldsOf, weekdayOf } from '../../../../kernel/time.ts'
import {
  countOf,
  DATE,
  FAR_YEAR,
  FULL_YEAR,
  MONTH,
  monthOf,
  NUMBER,
  WORD_NUMBER,
  WEEKDAY_BEFORE,
  YEAR_AFTER,
  YEAR_ALONE,
  ADJACENT_YEAR,
  adjacentYear,
} from './calendar-words.ts'
import { type CalendarUnit, type Days, type Found, latestYear, type Recogniser } from './time-spans.ts'

type Groups = Readonly<Record<string, string | undefined>>

/** A larger month makes a date invalid. */
const MONTHS_OF_YEAR = 12
/** Words before an ambiguous month: `in may`, but not `it may`. */
const BEFORE_MONTH =
  /\b(?:in|since|during|of|from|between|until|till|through|after|before|by|last|this|early|late|mid)[ -]$/i
const HALF_ORDINALS = ['first', '1st', 'second', '2nd'] as const
const QUARTER_ORDINALS: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  last: 4,
  final: 4,
}

/**
 * The quarter or year that ends in a month, as reports name it: `quarter ended December 2025`. It is a company's period, and covers only
 * the three or twelve calendar months up to the end of that month.
 */
export const ENDING = new RegExp(
  `\\b(?<length>quarters?|three months|3 months|years?|twelve months|12 months)(?: that)? (?:end(?:ed|ing|s)|to)(?: on| in)? (?:${DATE} (?:of )?)?${MONTH}(?: \\d{1,2}(?:st|nd|rd|th)?(?!\\d))?${YEAR_AFTER}?(?<others>(?:(?:,? (?:and|or|vs\\.?|versus)|,) (?:19|20)\\d{2}\\b)*)`,
  'gi',
)

/** The further years of such a period: `years ended June 30, 2025 and 2024`. */
export const otherYears = ({ others = '' }: Groups): number[] => (others.match(/\d{4}/g) ?? []).map(Number)

/** `nine months ended June 2023`, for a number of months that is no quarter or year. */
const MONTHS_ENDING = new RegExp(
  `\\b(?<count>[2-9]|1[01]|${WORD_NUMBER}) months?(?: that)? (?:end(?:ed|ing|s)|to)(?: on| in)? (?:${DATE} (?:of )?)?${MONTH}(?: \\d{1,2}(?:st|nd|rd|th)?(?!\\d))?${YEAR_AFTER}?`,
  'gi',
)

function monthsEnding({ groups = {} }: RegExpExecArray, today: Day): Found {
  const { year, month } = endMonth(groups, today)
  const months = countOf(groups['count'])
  const first = fieldsOf(addMonths(dayOf(year, month, 1), 1 - months))
  return unitFound('month', { year: first.year, month: first.month, months, date: null })
}

/** The month in which such a period ends, the latest that has begun when the question names no year. */
export function endMonth({ month, ...groups }: Groups, today: Day): { year: number; month: number } {
  const ends = monthOf(month)
  const unit: CalendarUnit = { year: null, month: ends, months: 1, date: null }
  return { year: adjacentYear(groups, fieldsOf(today).year) ?? latestYear(unit, today), month: ends }
}

/** Whether the period is a year. */
export const isYearLong = ({ length = '' }: Groups): boolean => /^(?:year|twelve|12)/i.test(length)

function ending({ groups = {} }: RegExpExecArray, today: Day): Found {
  const { year, month } = endMonth(groups, today)
  const list = [year, ...otherYears(groups)].map((each): Days => [
    addMonths(dayOf(each, month, 1), isYearLong(groups) ? -11 : -2),
    dayOf(each, month, daysInMonth(each, month)),
  ])
  const days: Days = [Math.min(...list.map(([from]) => from)), Math.max(...list.map(([, to]) => to))]
  return { kind: 'month', days, list: list.length === 1 ? null : list }
}

const unitFound = (kind: Found['kind'], unit: CalendarUnit, isWeak = false): Found => ({ kind, unit, isWeak })

function dateFound(year: number | null, month: number, date: number): Found | null {
  // Without a year, February 29 is accepted.
  const days = month < 1 || month > MONTHS_OF_YEAR ? 0 : daysInMonth(year ?? 2_000, month)
  return date < 1 || date > days ? null : unitFound('date', { year, month, months: 1, date })
}

function isoDate({ groups = {} }: RegExpExecArray): Found | null {
  return dateFound(Number(groups['iso']), Number(groups['month']), Number(groups['date']))
}

/** Month before day, as in the United States, unless that month does not exist. */
function slashedDate({ groups = {} }: RegExpExecArray, today: Day): Found | null {
  const [first, second] = [Number(groups['first']), Number(groups['second'])]
  const year = adjacentYear(groups, fieldsOf(today).year)
  return first > MONTHS_OF_YEAR ? dateFound(year, second, first) : dateFound(year, first, second)
}

function namedDate({ groups = {} }: RegExpExecArray, today: Day): Found | null {
  const year = adjacentYear(groups, fieldsOf(today).year)
  return dateFound(year, monthOf(groups['month']), Number(groups['date']))
}

/** A range of days within one month: `1 to 15 October`; `1 and 15 October` are two days. */
function sharedMonth({ index, input, groups = {} }: RegExpExecArray, today: Day): Found | null {
  const year = adjacentYear(groups, fieldsOf(today).year)
  const unit = { year, month: monthOf(groups['month']), months: 1, date: null } as const
  const [first, second] = [Number(groups['date']), Number(groups['second'])]
  if (first < 1 || first > second || dateFound(year, unit.month, second) === null) return null
  const start = dayOf(year ?? latestYear({ ...unit, date: first }, today), unit.month, 1)
  const days: Days = [start + first - 1, start + second - 1]
  const isList =
    /^(?:and|&)$/i.test(groups['joined'] ?? '') &&
    !/\bbetween (?:the )?$/i.test(input.slice(Math.max(0, index - 12), index))
  return { kind: 'date', days, list: isList ? days.map((day): Days => [day, day]) : null }
}

/** `week of November 16`: the Monday-based week that contains the day; `week ended August 28`: the seven days up to it. */
function weekOf({ groups = {} }: RegExpExecArray, today: Day): Found | null {
  const [ends, date] = [monthOf(groups['month']), Number(groups['date'])]
  const year = adjacentYear(groups, fieldsOf(today).year)
  if (dateFound(year, ends, date) === null) return null
  return weekAround(
    dayOf(year ?? latestYear({ year, month: ends, months: 1, date }, today), ends, date),
    groups,
  )
}

function weekOfIso({ groups = {} }: RegExpExecArray): Found | null {
  const [year, ends, date] = [Number(groups['iso']), Number(groups['month']), Number(groups['date'])]
  return dateFound(year, ends, date) === null ? null : weekAround(dayOf(year, ends, date), groups)
}

function weekAround(day: Day, { side = '' }: Groups): Found {
  const first = /^end/i.test(side) ? day - 6 : day - ((weekdayOf(day) + 6) % 7)
  return { kind: 'date', days: [first, first + 6] }
}

/** `first nine months of 2025`. */
function partOfYear({ groups = {} }: RegExpExecArray, today: Day): Found | null {
  const width = groups['unit']?.toLowerCase() === 'quarter' ? 3 : 1
  const months = countOf(groups['count']) * width
  if (months >= MONTHS_OF_YEAR) return null
  const first = groups['which']?.toLowerCase() === 'first' ? 1 : MONTHS_OF_YEAR - months + 1
  return unitFound('period', {
    year: adjacentYear(groups, fieldsOf(today).year),
    month: first,
    months,
    date: null,
  })
}

function month({ 0: said, index, input, groups = {} }: RegExpExecArray, today: Day): Found | null {
  const name = groups['month'] ?? ''
  // `MAR in 2009` is a ticker, `MAR 2009` is not.
  if (/^[A-Z]{3},? (?:in|of) /.test(said)) return null
  const year = adjacentYear(groups, fieldsOf(today).year)
  const found = (isWeak: boolean): Found =>
    unitFound('month', { year, month: monthOf(name), months: 1, date: null }, isWeak)
  if (year !== null) return found(false)
  // In capitals these are tickers: NOV, MAR, DEC.
  if (name.length === 3 && name === name.toUpperCase()) return null
  const isClear = name.length > 3 && !/^mar/i.test(name)
  return found(!isClear && !BEFORE_MONTH.test(input.slice(Math.max(0, index - 10), index)))
}

/** `2026-10` is a month; `2020-24` is not. */
function isoMonth({ groups = {} }: RegExpExecArray): Found | null {
  const ends = Number(groups['month'])
  if (ends < 1 || ends > MONTHS_OF_YEAR) return null
  return unitFound('month', { year: Number(groups['iso']), month: ends, months: 1, date: null })
}

function quarter({ groups = {} }: RegExpExecArray, today: Day): Found | null {
  const year = adjacentYear(groups, fieldsOf(today).year)
  const word = groups['ordinal']?.toLowerCase()
  // `last quarter` is relative to today, unless it is of a year.
  if ((word === 'last' || word === 'final') && year === null) return null
  const number = word === undefined ? Number(groups['quarter']) : (QUARTER_ORDINALS[word] ?? Number(word[0]))
  return unitFound('period', { year, month: number * 3 - 2, months: 3, date: null })
}

function half({ groups = {} }: RegExpExecArray, today: Day): Found {
  const word = groups['ordinal']?.toLowerCase()
  const isFirst = groups['half'] === '1' || word === HALF_ORDINALS[0] || word === HALF_ORDINALS[1]
  const year = adjacentYear(groups, fieldsOf(today).year)
  return unitFound('period', { year, month: isFirst ? 1 : 7, months: 6, date: null })
}

function year({ groups = {} }: RegExpExecArray, today: Day): Found {
  return unitFound('period', {
    year: adjacentYear(groups, fieldsOf(today).year),
    month: 1,
    months: 12,
    date: null,
  })
}

const pattern = (source: string): RegExp => new RegExp(source, 'gi')
/** A longer number, or a percentage, is not a day of a month. */
const NO_NUMBER = '(?!\\w|[.,/]\\d| ?%)'
const TO = ' ?(?<joined>-|–|to|through|until|and|&) ?'
const ORDINAL_QUARTER =
  '\\b(?<ordinal>first|second|third|fourth|1st|2nd|3rd|4th|last|final)[ -](?:fiscal |financial |calendar )?quarter\\b'
const QUARTER = '\\bq(?<quarter>[1-4])'
const HALF = `\\b(?:h(?<half>[12])|(?<ordinal>${HALF_ORDINALS.join('|')}) half)`

const ISO_DATE = '\\b(?<iso>\\d{4})(?:-(?<month>\\d{2})-|/(?<month>\\d{1,2})/)(?<date>\\d{1,2})\\b'
/** `10/15/2026`, `15/10/26`. */
export const SLASHED_DATE = pattern(
  '\\b(?<first>\\d{1,2})/(?<second>\\d{1,2})/(?:(?<year>(?:19|20)\\d{2})|(?<short>\\d{2}))\\b(?!/)',
)
/** Numeric dates. */
export const WRITTEN_DATES: readonly Recogniser[] = [
  [pattern(`${WEEKDAY_BEFORE}${ISO_DATE}`), isoDate],
  [pattern(`${WEEKDAY_BEFORE}${SLASHED_DATE.source}`), slashedDate],
  // `15.10.2026` is used where days come first.
  [
    pattern(`${WEEKDAY_BEFORE}\\b(?<date>\\d{1,2})\\.(?<month>\\d{1,2})\\.(?<iso>(?:19|20)\\d{2})\\b`),
    isoDate,
  ],
]
/** Dates with a month's name. */
export const NAMED_DATES: readonly Recogniser[] = [
  [pattern(`${WEEKDAY_BEFORE}\\b${DATE} (?:of )?${MONTH}${YEAR_AFTER}?`), namedDate],
  [pattern(`${WEEKDAY_BEFORE}\\b${MONTH} (?:the )?${DATE}(?:${YEAR_AFTER}|${NO_NUMBER})`), namedDate],
]
/** Weeks named by one of their days. */
const WEEK_OF = '\\bweek (?<side>of|from|starting|beginning|end(?:ing|ed)) (?:on )?(?:the )?'

/** Dates, months, quarters, halves and years, longer forms first. */
export const CALENDAR_SPANS: readonly Recogniser[] = [
  [ENDING, ending],
  [MONTHS_ENDING, monthsEnding],
  [pattern(`${WEEK_OF}${ISO_DATE}`), weekOfIso],
  ...WRITTEN_DATES,
  [
    pattern(`\\b${MONTH} ${DATE}${TO}(?<second>\\d{1,2})(?:st|nd|rd|th)?(?:,? ${FULL_YEAR}|${NO_NUMBER})`),
    sharedMonth,
  ],
  [pattern(`\\b${DATE}${TO}(?<second>\\d{1,2})(?:st|nd|rd|th)? (?:of )?${MONTH}${YEAR_AFTER}?`), sharedMonth],
  [pattern(`${WEEK_OF}${MONTH} ${DATE}(?:${YEAR_AFTER}|${NO_NUMBER})`), weekOf],
  [pattern(`${WEEK_OF}${DATE} (?:of )?${MONTH}${YEAR_AFTER}?`), weekOf],
  [
    pattern(`\\b(?<which>first|last|final) ${NUMBER} (?:fiscal )?(?<unit>month|quarter)s${YEAR_AFTER}`),
    partOfYear,
  ],
  ...NAMED_DATES,
  [pattern(`\\b${MONTH}${YEAR_AFTER}?`), month],
  [pattern('\\b(?<iso>(?:19|20)\\d{2})-(?<month>\\d{2})\\b(?!-)'), isoMonth],
  [pattern(`${QUARTER}${YEAR_AFTER}`), quarter],
  [pattern(`${ORDINAL_QUARTER}${YEAR_AFTER}`), quarter],
  [pattern(`\\b(?<quarter>[1-4])q ?${ADJACENT_YEAR}`), quarter],
  [pattern(`${HALF}${YEAR_AFTER}`), half],
  [pattern(`\\b(?<half>[12])h ?${ADJACENT_YEAR}`), half],
  [pattern(`\\b${ADJACENT_YEAR}(?:['’]s)? ${QUARTER}\\b`), quarter],
  [pattern(`\\b${ADJACENT_YEAR}(?:['’]s)? ${ORDINAL_QUARTER}`), quarter],
  [pattern(`\\b${ADJACENT_YEAR}(?:['’]s)? ${HALF}\\b`), half],
  [pattern(`${QUARTER}\\b`), quarter],
  [pattern(ORDINAL_QUARTER), quarter],
  [pattern(`${HALF}\\b`), half],
  [pattern('\\b(?<quarter>[1-4])q(?<short>\\d{2})\\b'), quarter],
  [pattern('\\b(?<half>[12])h(?<short>\\d{2})\\b'), half],
  [pattern('\\b(?<year>(?:19|20)\\d{2})-?q(?<quarter>[1-4])\\b'), quarter],
  // A fiscal year spanning two calendar years is named after the second.
  [pattern('\\b(?:fy ?|fiscal (?:year )?)(?:19|20)\\d{2}[/-](?<short>\\d{2})\\b'), year],
  [pattern(YEAR_ALONE), year],
  [pattern(FAR_YEAR), year],
  [pattern("\\bfy ?['’]?(?<short>\\d{2})\\b"), year],
]
