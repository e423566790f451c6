import { monthCalled } from '../../../../kernel/month-names.ts'
import { oneOf } from '../../../../kernel/patterns.ts'

/** Parts of patterns for times. Questions have single spaces where these are used; that keeps the patterns linear. */
const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  couple: 2,
  two: 2,
  few: 3,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
}
/** By their numbers, Sunday first. */
export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
/** The weekday of a date, which adds nothing to it: `Tuesday, 2016-03-08`. */
export const WEEKDAY_BEFORE = `(?:\\b(?:${WEEKDAYS.join('|')}|(?:mon|tues?|wed|thu(?:rs?)?|fri)\\b\\.?),? (?:the )?)?`
/** Larger numbers are cut off: nothing stored is older. */
const MOST_NUMBER = 1_000

export const MONTH =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?'
export const DATE = '(?<date>\\d{1,2})(?:st|nd|rd|th)?'
export const WORD_NUMBER = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve'
export const NUMBER = `(?<count>\\d{1,5}|(?:a )?couple of|(?:a )?few|an?|${WORD_NUMBER})`
/** A number of years may be the term of something, and not a period: `10-year Treasury yield`. */
export const NO_TERM =
  '(?![ -](?:old|moving|average|sma|ema|treasur|yield|bond|note|bill|rate|mortgage|u\\.?s|government))'
/** After these a number of years says how long something takes or how old it is, and is not a period. */
const NO_NAME = oneOf`
  in|every|each|all|than|least|most|about|around|after|before|per|under|over|of|is|was|are|were|be|been|being
  has|have|had|takes?|took|taking|by|another|next|first|only|just|to|and|or|for|within|with|at|almost|nearly
  some|these|those|through|until|till|from|between|since|not|that|if|as|more|up|its|my|our|your|a|an|the|it|them
  lasts?|lasted|lives?|lived|held|hold|holding|wait(?:ed)?|i|he|she|we|you|they|there|against|vs\.?|versus
`
/** Verbs of the past, not of the future: `how much did it grow in 3 years`. */
export const PAST =
  '(?<=\\b(?:did|has|have|grew|grown|rose|risen|fell|fallen|changed|growth|change|drawdowns?|volatility|volatile|returns?|returned|lost|gained|performance|highest|lowest|best|worst)\\b(?:(?!\\bwill\\b).){0,80} )in(?: the)?'
/** A number of years at the end of a message after a name or a noun: `Apple 5 years`, `MSFT revenue 3 years`. */
export const CLOSING_LENGTH = `(?<=[\\w)'’] |[\\w)],? )(?<!(?:^|[^\\w])(?:${NO_NAME}),? )(?:\\d{1,3}|${WORD_NUMBER}) (?:day|session|week|month|quarter|half|year|decade|fortnight)s?(?=\\W*$)`
/** Not a year within a longer number, a price or an index name such as the Russell 2000. */
export const FULL_YEAR =
  '(?<![\\d$€£.])(?<!\\b(?:russell|csi) )(?<year>(?:19|20)\\d{2})(?![\\d%]|\\.\\d|,\\d{3}(?!\\d))\\b'
const FISCAL = '(?:fy ?|fiscal (?:year )?|financial year |calendar (?:year )?)'
/** A year before or after something: `2025`, `of fiscal 2025`, `FY25`, `’25`, `last year`. */
export const ADJACENT_YEAR = `(?:${FISCAL}?${FULL_YEAR}|(?:fy ?['’]?|['’])(?<short>\\d{2})\\b|(?<relative>last|previous|this|next) (?:fiscal )?year\\b)`
export const YEAR_AFTER = `(?:,? ?(?:of |in )?(?:the )?${ADJACENT_YEAR})`
export const YEAR_ALONE = `\\b${FISCAL}?${FULL_YEAR}`
/** A year before any stored data, in a position where only a year stands: `in 1850?` */
export const FAR_YEAR =
  '(?:(?<=\\b(?:in|since|during|before|after|until|for) )|(?<=\\b(?:fy|fiscal|fiscal year|year) ?))(?<year>1[0-8]\\d{2}|2[1-9]\\d{2})(?= ?(?:[?!;:)]|[,.](?!\\d)|$))'

/** The number of a month's name, 1 to 12; 0 for none. */
export const monthOf = (name = ''): number => monthCalled(name)

/** A count of digits or of a word, at least 1. */
export function countOf(text = ''): number {
  const word = text
    .toLowerCase()
    .replace(/^a (?=\w)/, '')
    .replace(/ of$/, '')
  return Math.max(1, Math.min(MOST_NUMBER, NUMBERS[word] ?? Number(word)))
}

/** The year next to something, absolute or relative to the given one; null for none. */
export function adjacentYear(
  groups: Readonly<Record<string, string | undefined>>,
  now: number,
): number | null {
  if (groups['year'] !== undefined) return Number(groups['year'])
  if (groups['short'] !== undefined) return 2_000 + Number(groups['short'])
  switch (groups['relative']?.toLowerCase()) {
    case undefined:
      return null
    case 'this':
      return now
    case 'next':
      return now + 1
    default:
      return now - 1
  }
}
