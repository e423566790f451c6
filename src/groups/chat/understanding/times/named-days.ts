import { type Day, dayOf, fieldsOf } from '../../../../kernel/time.ts'
import {
  easterSunday,
  MONDAY,
  nthWeekday,
  THURSDAY,
  weekdayOnOrBefore,
} from '../../../../market/calendar/rules.ts'
import { YEAR_AFTER, adjacentYear } from './calendar-words.ts'
import { type CalendarUnit, type Found, latestYear, type Recogniser } from './time-spans.ts'

const thanksgiving = (year: number): Day => nthWeekday(year, 11, THURSDAY, 4)

/** Named days, as in the United States, with their date in a year; longer names first. */
const NAMED: ReadonlyArray<readonly [string, (year: number) => Day]> = [
  ['christmas eve', (year) => dayOf(year, 12, 24)],
  ['(?:christmas|xmas)(?: day)?', (year) => dayOf(year, 12, 25)],
  ['boxing day', (year) => dayOf(year, 12, 26)],
  ["new year[’']?s eve", (year) => dayOf(year, 12, 31)],
  ["new year(?:[’']?s)?(?: day)?", (year) => dayOf(year, 1, 1)],
  ["valentine[’']?s(?: day)?", (year) => dayOf(year, 2, 14)],
  ['good friday', (year) => easterSunday(year) - 2],
  ['easter monday', (year) => easterSunday(year) + 1],
  ['easter(?: sunday)?', easterSunday],
  ['juneteenth', (year) => dayOf(year, 6, 19)],
  ['independence day', (year) => dayOf(year, 7, 4)],
  ["hallowe[’']?en", (year) => dayOf(year, 10, 31)],
  ['memorial day', (year) => weekdayOnOrBefore(dayOf(year, 5, 31), MONDAY)],
  ['labou?r day', (year) => nthWeekday(year, 9, MONDAY, 1)],
  ['thanksgiving(?: day)?', thanksgiving],
  ['black friday', (year) => thanksgiving(year) + 1],
  ['cyber monday', (year) => thanksgiving(year) + 4],
]
/** A named day counts only in the position of a time: Black Friday sales are not one. */
const BEFORE_NAME =
  '(?<=\\b(?:on|since|before|after|until|till|through|to|from|at|by|over|of|between|and|than|vs\\.?|versus|close) (?:the )?)'
const NO_MORE =
  '(?! (?:seasons?|sales?|shopp\\w+|quarters?|weeks?|weekends?|holidays?|break|period|rally|deals?|business|demand|orders?)\\b)'
const WHICH = '(?<which>last|past|previous|this|next|coming)'

/** The year of a named day: the one next to it, otherwise the latest that has begun. */
function yearOf(
  groups: Readonly<Record<string, string | undefined>>,
  today: Day,
  dayIn: (year: number) => Day,
): number {
  const { year } = fieldsOf(today)
  const adjacent = adjacentYear(groups, year)
  if (adjacent !== null) return adjacent
  switch (groups['which']?.toLowerCase()) {
    case 'this':
      return year
    case 'next':
    case 'coming':
      return dayIn(year) > today ? year : year + 1
    case undefined:
      return dayIn(year) <= today ? year : year - 1
    default:
      return dayIn(year) < today ? year : year - 1
  }
}

const namedDay =
  (dayIn: (year: number) => Day): Recogniser[1] =>
  ({ groups = {} }, today): Found => {
    const { year, month, date } = fieldsOf(dayIn(yearOf(groups, today, dayIn)))
    return { kind: 'date', unit: { year, month, months: 1, date } }
  }

const SEASONS: Readonly<Record<string, number>> = { spring: 3, summer: 6, autumn: 9, fall: 9, winter: 12 }
const SEASON_MONTHS = 3

/** Three whole months, as in northern meteorology; a winter is named after the year in which it begins. */
function season({ groups = {} }: RegExpExecArray, today: Day): Found {
  const month = SEASONS[groups['season']?.toLowerCase() ?? ''] ?? 1
  const unit: CalendarUnit = { year: null, month, months: SEASON_MONTHS, date: null }
  const isWhole = /^(?:last|past|previous)$/i.test(groups['which'] ?? '')
  const year = adjacentYear(groups, fieldsOf(today).year)
  if (year !== null) return { kind: 'month', unit: { ...unit, year } }
  const begun = latestYear(unit, today)
  // "Last" is not the one under way.
  const isOver = today > dayOf(begun, month, 1) + MOST_SEASON_DAYS
  const isNext = /^(?:next|coming)$/i.test(groups['which'] ?? '')
  const found = isNext ? begun + 1 : isWhole && !isOver ? begun - 1 : begun
  return { kind: 'month', unit: { ...unit, year: found } }
}

const MOST_SEASON_DAYS = 91
const pattern = (source: string): RegExp => new RegExp(source, 'gi')
/** "Fall" is also a verb. */
const BEFORE_SEASON =
  '(?<=\\b(?:in|during|over|since|before|after|until|till|through|of|from|and|than|vs\\.?|versus) (?:the )?)'

/** Named days, with a year or in the position of a time, and seasons. */
export const NAMED_SPANS: readonly Recogniser[] = [
  ...NAMED.flatMap(([name, dayIn]): Recogniser[] => [
    [pattern(`\\b(?:${WHICH} )?${name}${YEAR_AFTER}`), namedDay(dayIn)],
    [pattern(`(?:\\b${WHICH} |${BEFORE_NAME})${name}\\b${NO_MORE}`), namedDay(dayIn)],
  ]),
  [pattern(`\\b(?<season>spring|summer|autumn|winter)${YEAR_AFTER}`), season],
  [
    pattern(`(?<=\\b(?:in|during|over|since|before|after|until) the )(?<season>fall)${YEAR_AFTER}?\\b`),
    season,
  ],
  [pattern(`(?:\\b${WHICH} |${BEFORE_SEASON})(?<season>spring|summer|autumn|winter)\\b`), season],
  [pattern(`\\b(?<which>last|past|previous|this|next) (?<season>fall)\\b`), season],
]
