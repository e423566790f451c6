import { monthCalled } from '../../../kernel/month-names.ts'
import { oneOf } from '../../../kernel/patterns.ts'

const MONTH =
  /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?\b/i
const LONG_YEAR = /(?<![\d,.$])((?:19|20)\d{2})(?![\d,]\d|\.\d)/
const SPACED_YEAR = /\b([12]) ([09]) (\d) (\d)\b/
const SHORT_YEAR = /\b(?:fy|f)[ ’']?(\d{2})\b/i
/** A heading of a quarter. */
export const QUARTER = /\bquarters?\b/i
const RANGE = /\b((?:19|20)\d{2})\s?(?:[-–—]|to|through|and)\s?((?:19|20)\d{2})\b/i

/** The year in a heading, also `FY19` and `F19`; empty for none. */
export function yearOf(head: string): string {
  const long = LONG_YEAR.exec(unspaced(head))?.[1]
  if (long !== undefined) return long
  const short = SHORT_YEAR.exec(head)?.[1]
  return short === undefined ? '' : `20${short}`
}

/** The same as written: an answer states no year that its source does not contain. */
export function writtenYear(head: string): string {
  return LONG_YEAR.exec(head)?.[1] ?? SPACED_YEAR.exec(head)?.[0] ?? SHORT_YEAR.exec(head)?.[0] ?? ''
}

/** Joins scanned years: `2 0 1 9`. */
export function unspaced(text: string): string {
  return text.replace(SPACED_YEAR, '$1$2$3$4')
}

/** `2021-2022` in a heading that means both years together; empty otherwise. */
export function rangeOf(text: string): string {
  const [, from, to] = RANGE.exec(text) ?? []
  return from === undefined || to === undefined ? '' : `${from}-${to}`
}

const COUNTS = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const COUNT = `(\\d{1,2}|${COUNTS.slice(1).join('|')})`
const MATURITY = new RegExp(
  oneOf`
    \b(?:less than|up to|within|under|not later than) ${COUNT} years?\b
    \b${COUNT} years? or less\b
    \b${COUNT}(?: years?)?(?: ?[-–—] ?| to | and | but (?:less|not later) than )${COUNT} years?\b
    \b(?:more than|over|after|beyond|later than) ${COUNT} years?\b
  `,
  'gi',
)

/** Maturities in years, in order: `0-1` for `less than 1 year`, `1-3` for `1 to 3 years`, `5-` for `more than 5 years`. */
export function maturitiesOf(text: string): string[] {
  return [...text.matchAll(MATURITY)].map(([, within, orLess, from, to, after]) => {
    const before = within ?? orLess
    if (before !== undefined) return `0-${countOf(before)}`
    return from === undefined ? `${countOf(after)}-` : `${countOf(from)}-${countOf(to)}`
  })
}

/**
 * The headings that add up to a maturity, soonest first: `0-1`, `1-3` and `3-5` for `0-5`. Empty when they do not.
 * @param wanted In the form of {@link maturitiesOf}.
 */
export function maturitiesUpTo(wanted: string, heads: readonly string[]): string[] {
  const [start = '', end = ''] = wanted.split('-')
  const found: string[] = []
  let from = start
  while (start === '0' && end !== '' && from !== end) {
    const next = heads.find((head) => maturitiesOf(head).some((each) => each.startsWith(`${from}-`)))
    const to = next === undefined ? '' : (maturitiesOf(next)[0]?.split('-')[1] ?? '')
    if (next === undefined || Number(to) <= Number(from) || Number(to) > Number(end)) return []
    found.push(next)
    from = to
  }
  return found
}

const countOf = (text = ''): string =>
  String(/\d/.test(text) ? Number(text) : COUNTS.indexOf(text.toLowerCase()))

export const QUARTERS = ['first', 'second', 'third', 'fourth']
/** `third quarter`, `the third and the fourth quarter` */
const NAMED_QUARTERS = new RegExp(
  `\\b(?:${oneOf`${QUARTERS.join('|')}`}(?:(?:,| and| to| or)+(?: the)?)? (?:fiscal )?)+quarters?\\b`,
  'gi',
)

/** The quarters that a text names: `third` and `fourth` in `between the third and the fourth quarter`. */
export function quartersNamed(text: string): string[] {
  const said = (text.match(NAMED_QUARTERS) ?? []).join(' ').toLowerCase()
  return QUARTERS.filter((name) => said.includes(name))
}

/** Chronological order of headings: years, then months or quarters if named. */
export function timeOf(head: string): number {
  const month = monthCalled(MONTH.exec(head)?.[1] ?? '')
  const [quarter = ''] = quartersNamed(head)
  const within = month === 0 ? 3 * (QUARTERS.indexOf(quarter) + 1) : month
  return Number(yearOf(head)) * 100 + within
}

const DATE =
  /(?:\b(?:as (?:of|at)|at|on|ended|ending|the|for|year|from|in)\s)*\b(?:(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*\.?\s(?:\d{1,2},?\s)?|\d{1,2}\s[A-Z][a-z]{2,8}\s|fiscal\s|fy\s?)?\b(?:19|20)\d{2}\b|\b(?:fy|f)\s?\d{2}\b/gi

/** A heading without its date and the words that introduce it. */
export function withoutDate(text: string): string {
  return unspaced(text)
    .replaceAll(DATE, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s,–-]+$/, '')
    .trim()
}
