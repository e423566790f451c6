import { oneOf, wholeWords } from '../../../../kernel/patterns.ts'
import { addMonths, type Day, fieldsOf } from '../../../../kernel/time.ts'
import { ENDING, endMonth, isYearLong, otherYears } from './calendar-spans.ts'
import { CLOSING_LENGTH, countOf, NO_TERM, NUMBER, PAST, WORD_NUMBER } from './calendar-words.ts'
import type { NamedUnit, SpanChain } from './span-chains.ts'
import { type Days, daysOfUnit } from './time-spans.ts'

/** A fiscal year, or a quarter of one. */
export interface FiscalPeriod {
  year: number
  quarter: 1 | 2 | 3 | 4 | null
}

/** A shift of periods by some units. */
export interface PeriodMove {
  /** The length of a unit: 1 is a quarter, 4 a year. */
  quarters: number
  /** How many of them; negative for earlier ones. */
  count: number
}

/** The newest periods that a company has reported. */
export interface ReportedPeriods {
  /** `twelveMonths` is the sum of the newest four quarters. */
  unit: 'quarter' | 'year' | 'twelveMonths'
  /** Zero when the question asks for a future period: `next quarter`. */
  count: number
  /** The newest of each of these quarters, when named without a year: `Q3`. */
  quarters?: ReadonlyArray<1 | 2 | 3 | 4>
  /** The period that ends in this month, and the same of other years: `quarters ended December 2025 and 2024`. */
  endsIn?: { year: number; month: number; others?: readonly number[] }
  /** Whether years are broken down into quarters. */
  isByQuarter?: true
  /** Shifts, applied one after the other: the quarter before the last one. */
  moves?: readonly PeriodMove[]
}

/** What a change is measured against: the period directly before, or the same one a year earlier. */
export type Against = 'period' | 'year'

/** `In which year was it highest?` considers the newest twenty, which one request serves. */
const WHICH = /\b(?:which|what) (?:fiscal |financial )?(?<unit>year|quarter)s?\b/i
/** `the highest revenue ever` as well. */
const EVER =
  /\b(?:highest|lowest|largest|smallest|biggest|best|worst|record|peak)\b.{0,60}\b(?:ever|of all[ -]time|(?:in|of) (?:its|their|the) (?:whole |entire )?history)\b|\ball[ -]time (?:high|low|record|peak)\b/i
const MOST_COMPARED = 20
/** Most periods of a range given by its first and last; the newest count. */
const MOST_LISTED = 40
const MONTHS_A_QUARTER = 3
const MONTHS_A_YEAR = 12
const QUARTERS_A_YEAR = 4
const SORT = '(?:(?:reported|fiscal|financial|full|whole|calendar|consecutive) )?'
const NEWEST = '(?:last|latest|most recent|newest|previous|prior|past|this|current)'
const REPORTED = new RegExp(
  `\\b(?:(?:${NEWEST}|${PAST}|over(?: the)?|during|within|for(?: the)?) ${SORT}${NUMBER}|${NEWEST}|(?:(?<adjective>\\d{1,2}|${WORD_NUMBER})(?=[ -](?:quarter|year)\\b${NO_TERM})|(?=${CLOSING_LENGTH})(?<closing>\\d{1,2}|${WORD_NUMBER})))[ -]${SORT}${SORT}(?<unit>quarter|year|half)s?\\b(?! ago)`,
  'i',
)
const BEFORE_LAST = /\b(?<unit>year|quarter) before (?:the )?last\b/i
const AHEAD = new RegExp(
  `\\b(?:next|coming|upcoming) (?:${NUMBER} )?${SORT}(?<unit>quarter|year|half)s?\\b`,
  'i',
)
const TWELVE_MONTHS =
  /\b(?:ttm|ltm|(?:last|past|previous|prior|trailing|rolling|over|over the) (?:twelve|12)[ -]months?|(?:trailing|rolling) (?:year|(?:four|4) quarters)|12[ -]month|twelve[ -]month)\b/i
const AGO = new RegExp(`(?<before>[a-z]{1,8} )?\\b${NUMBER} ${SORT}years? ago\\b`, 'i')
const IS_COMPARED = /^(?:than|vs|versus|to|with|from|against|since|between|and) $/i
const AGAINST_PERIOD = new RegExp(
  oneOf`
    \b${oneOf`
      qoq|q\/q|q-o-q
      quarter[ -](?:over|on|to|after)[ -]quarter
      sequential(?:ly)?
      (?:vs\.?|versus|against|than|over|with|to|from|and) (?:in )?(?:the |its )?${oneOf`
        (?:quarter|one|period) before
        (?:previous|prior|preceding) (?:quarter|period)
        quarter (?:earlier|prior)
      `}
    `}\b
    \b(?:vs\.?|versus|against|than|compared? (?:to|with)) last quarter\b
  `,
  'i',
)
const AGAINST_YEAR = wholeWords(
  oneOf`
    yoy|y\/y|y-o-y
    year[ -](?:over|on|to|after)[ -]year
    (?:vs\.?|versus|against|than|over|with|to|from) (?:in )?(?:the |its )?(?:same (?:quarter|period) (?:(?:of )?last year|(?:of )?the (?:previous|prior) year|a year (?:ago|earlier|before))|(?:a |one )year (?:ago|earlier|before)|(?:previous|prior|preceding) year|year (?:before|earlier))
    (?:vs\.?|versus|against|than|compared? (?:to|with)) last year
  `,
  'i',
)

/** What a question measures a change against; null when it does not say. */
export function againstOf(text: string): Against | null {
  if (AGAINST_PERIOD.test(text)) return 'period'
  return AGAINST_YEAR.test(text) ? 'year' : null
}

/** A text with the words for that comparison blanked out. */
export const withoutAgainst = (text: string): string =>
  text.replace(AGAINST_PERIOD, ' ').replace(AGAINST_YEAR, ' ')

const quarterOf = (month: number): 1 | 2 | 3 | 4 =>
  (Math.floor((month - 1) / MONTHS_A_QUARTER) + 1) as 1 | 2 | 3 | 4

function periodsOf({ unit, year }: NamedUnit): FiscalPeriod[] {
  const isQuarters = unit.months % MONTHS_A_QUARTER === 0 && unit.month % MONTHS_A_QUARTER === 1
  if (unit.months === 12 || !isQuarters) return [{ year, quarter: null }]
  return Array.from({ length: unit.months / MONTHS_A_QUARTER }, (_, at) => ({
    year,
    quarter: quarterOf(unit.month + at * MONTHS_A_QUARTER),
  }))
}

/** All periods from the first to the last, when both are years or both are quarters. */
function listed(first: FiscalPeriod, last: FiscalPeriod): FiscalPeriod[] {
  if ((first.quarter === null) !== (last.quarter === null)) return [first, last]
  const width = first.quarter === null ? 1 : 4
  const indexOf = ({ year, quarter }: FiscalPeriod): number => year * width + (quarter ?? 1) - 1
  const to = indexOf(last)
  const from = Math.max(indexOf(first), to - MOST_LISTED + 1)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => {
    const index = from + at
    return {
      year: Math.floor(index / width),
      quarter: first.quarter === null ? null : (((index % width) + 1) as 1 | 2 | 3 | 4),
    }
  })
}

/** The distance in periods of a time given relative to another of the same kind. */
function stepsOf({ distance }: Pick<SpanChain, 'distance'>, isYear: boolean): number {
  if (distance?.unit === 'year') return isYear ? distance.count : QUARTERS_A_YEAR * distance.count
  return distance?.unit === 'quarter' && !isYear ? distance.count : 1
}

/** The periods relative to some: the one at that distance, or all up to it. */
function periodsAtDistance(
  named: readonly FiscalPeriod[],
  { side, distance }: Pick<SpanChain, 'side' | 'distance'>,
): FiscalPeriod[] {
  const from = side === 'before' ? named[0] : named.at(-1)
  if (from === undefined) return []
  const steps = Math.min(stepsOf({ distance }, from.quarter === null), MOST_LISTED)
  const all = Array.from({ length: steps }, (_, at) => movedBy(from, side === 'before' ? -1 - at : 1 + at))
  return distance?.isPoint === true ? all.slice(-1) : side === 'before' ? all.toReversed() : all
}

/** The period some quarters, or years for a year, away. */
function movedBy({ year, quarter }: FiscalPeriod, count: number): FiscalPeriod {
  if (quarter === null) return { year: year + count, quarter }
  const index = year * QUARTERS_A_YEAR + quarter - 1 + count
  return {
    year: Math.floor(index / QUARTERS_A_YEAR),
    quarter: quarterOf((index % QUARTERS_A_YEAR) * MONTHS_A_QUARTER + 1),
  }
}

function chainPeriods({ units, isStretch, isOpen, side, distance }: SpanChain, today: Day): FiscalPeriod[] {
  const named = units.filter(({ kind }) => kind === 'period').flatMap(periodsOf)
  const periods = side === null ? named : periodsAtDistance(named, { side, distance })
  const [first, last] = [periods[0], periods.at(-1)]
  if (first === undefined || last === undefined) return []
  if (!isOpen) return isStretch ? listed(first, last) : periods
  const { year } = fieldsOf(today)
  // Quarters of fiscal years are up to a year ahead of the calendar.
  const end: FiscalPeriod = first.quarter === null ? { year, quarter: null } : { year: year + 1, quarter: 4 }
  return first.year > end.year ? periods : listed(first, end)
}

/** The quarters of each named time between a quarter and a year in length: a half, nine months. */
export function joinedQuarters(chains: readonly SpanChain[]): FiscalPeriod[][] {
  return chains
    .filter(({ isStretch, isOpen, side }) => !isStretch && !isOpen && side === null)
    .flatMap(({ units }) => units.filter(({ kind }) => kind === 'period').map(periodsOf))
    .filter(({ length }) => length > 1)
}

const IS_CALENDAR = /\bcalendar\b/i
/** Characters around a time in which words for its kind may stand: `calendar Q3 2024`, `the 2025 calendar year`. */
const CONTEXT = 12
/** The day of a publication says nothing about the period it covers. */
const PUBLISHED = /\b(?:report|announc|publish|releas)\w*\b/i

/** A calendar range for which statements are asked. */
export interface CalendarStretch {
  days: Days
  /** Its first and last time, when both are named: `from March 2024 to March 2025`; null for a single time. */
  ends: readonly [Days, Days] | null
  /** Whether only one end is named, so that every period that ended in it is meant: `since March 2024`, `before 31 March 2024`. */
  isOpen: boolean
}

/**
 * Calendar ranges named by dates, months or the word "calendar", `as of March 27, 2010` and `from October to December 2023`, and not as
 * fiscal periods; empty when any fiscal period is named.
 */
export function calendarStretches(text: string, chains: readonly SpanChain[], today: Day): CalendarStretch[] {
  if (PUBLISHED.test(text)) return []
  // A period that ends in a month is not a calendar unit: `twelve months ended March 2024`.
  const named = chains.filter(({ kind, units }) => units.length > 0 || kind === 'month')
  const isOfCalendar = ({ at, end, units }: SpanChain): boolean =>
    units.every(({ kind }) => kind !== 'period') ||
    IS_CALENDAR.test(text.slice(Math.max(0, at - CONTEXT), end + CONTEXT))
  if (named.length === 0 || !named.every(isOfCalendar)) return []
  const all = named.flatMap((chain) => stretchesOf(chain))
  // For the twelve months up to a time only the end is named.
  return TWELVE_MONTHS.test(text)
    ? all.map(({ days: [, to] }) => ({
        days: [addMonths(to + 1, -MONTHS_A_YEAR), to],
        ends: null,
        isOpen: false,
      }))
    : all.filter(({ days: [from] }) => from <= today)
}

function stretchesOf({ days: all, times, units, isStretch, isOpen, side }: SpanChain): CalendarStretch[] {
  if (isOpen || side !== null) return [{ days: all, ends: null, isOpen: true }]
  const [first, last] = [units[0], units.at(-1)]
  const [one, ...others] = times
  if (!isStretch || others.length > 0 || one === undefined || first === undefined || last === undefined)
    return times.map(({ days }) => ({ days, ends: null, isOpen: false }))
  const [from, to] = [daysOfUnit(first.unit, first.year), daysOfUnit(last.unit, last.year)]
  return [{ days: one.days, ends: from === null || to === null ? null : [from, to], isOpen: false }]
}

/** Quarters without a year are the newest reported ones, unless another time next to them says which. */
const isFree = ({ units, isStretch, isOpen }: SpanChain): boolean =>
  !isStretch &&
  !isOpen &&
  units.every(({ kind, isNamed, unit }) => kind !== 'period' || (!isNamed && unit.months === 3))

const BY_QUARTER =
  /\b(?:quarterly|quarter by quarter|(?:each|every|per|by|all|four) (?:fiscal )?quarters?)\b/i

/** The same without a year, for several: `growth by quarter`, `quarterly revenue growth`. */
const QUARTERS = new RegExp(
  oneOf`
    \b(?:quarter by quarter|(?:each|every|per|by|all) (?:fiscal )?quarters?)\b
    \bquarterly\b.{0,60}\b(?:growth|trend|history|development)\b
    \b(?:growth|trend|history|development)\b.{0,60}\bquarterly\b
  `,
  'i',
)
const MOST_BY_QUARTER = 8

/** `revenue by year`, but not an average over years, and not growth per year. */
const BY_YEAR =
  /^(?!.*\b(?:average|mean|cagr|compound\w*|annuali[sz]ed)\b).*\b(?:year by year|(?:each|every|by) (?:(?:fiscal|single) )?year|over the years)\b/is
const MOST_BY_YEAR = 5

/** Replaces years that are asked for by quarter with their quarters. */
export function byQuarter(text: string, periods: readonly FiscalPeriod[]): FiscalPeriod[] {
  if (!BY_QUARTER.test(text) || periods.some(({ quarter }) => quarter !== null)) return [...periods]
  return periods.slice(-MOST_LISTED / QUARTERS_A_YEAR).flatMap(quartersOf)
}

export const quartersOf = ({ year }: Pick<FiscalPeriod, 'year'>): FiscalPeriod[] =>
  Array.from({ length: QUARTERS_A_YEAR }, (_, at) => ({
    year,
    quarter: quarterOf(at * MONTHS_A_QUARTER + 1),
  }))

/** The fiscal periods of a question, each once; the year of a date only when no period is named. */
export function fiscalPeriods(chains: readonly SpanChain[], today: Day): FiscalPeriod[] {
  const isAllFree = chains.every(isFree)
  const found = isAllFree ? [] : chains.flatMap((chain) => chainPeriods(chain, today))
  const hasPeriods = chains.some(({ units }) => units.some(({ kind }) => kind === 'period'))
  const years = hasPeriods
    ? []
    : chains.flatMap(({ units }) =>
        units.filter(({ isNamed }) => isNamed).map(({ year }): FiscalPeriod => ({ year, quarter: null })),
      )
  const all = [...found, ...years]
  return [...new Map(all.map((each) => [`${each.year}-${each.quarter}`, each])).values()]
}

/** The fiscal year of `two years ago`, unless something is compared with it. */
export function yearsAgo(text: string, today: Day): FiscalPeriod[] {
  const match = AGO.exec(text)
  const { before = '', count } = match?.groups ?? {}
  // `and 5 years ago?` compares nothing.
  const isCompared = IS_COMPARED.test(before) && /\w/.test(text.slice(0, match?.index))
  return count === undefined || isCompared
    ? []
    : [{ year: fieldsOf(today).year - countOf(count), quarter: null }]
}

/** The newest reported periods that a question asks for; null for none. */
export function reportedPeriods(
  text: string,
  chains: readonly SpanChain[],
  { against, today }: { against: Against | null; today: Day },
): ReportedPeriods | null {
  const ends = text.matchAll(ENDING).next().value?.groups
  if (ends !== undefined) {
    const others = otherYears(ends)
    const endsIn = { ...endMonth(ends, today), ...(others.length === 0 ? {} : { others }) }
    return { unit: isYearLong(ends) ? 'year' : 'quarter', count: 1, endsIn }
  }
  if (TWELVE_MONTHS.test(text)) return { unit: 'twelveMonths', count: 1 }
  const quarters = chains
    .flatMap(({ units }) => units)
    .filter(({ kind, unit }) => kind === 'period' && unit.months === 3)
    .map(({ unit }) => quarterOf(unit.month))
  if (quarters.length > 0) return { unit: 'quarter', count: 1, quarters: [...new Set(quarters)] }
  const { unit, count, adjective, closing } = REPORTED.exec(text)?.groups ?? {}
  if (unit !== undefined) {
    const asked = ofUnit(unit, countOf(count ?? adjective ?? closing ?? 'one'))
    return asked.unit === 'year' && BY_QUARTER.test(text) ? { ...asked, isByQuarter: true } : asked
  }
  const beforeLast = BEFORE_LAST.exec(text)?.groups?.['unit']?.toLowerCase()
  if (beforeLast !== undefined) {
    const quarters = beforeLast === 'quarter' ? 1 : QUARTERS_A_YEAR
    return { ...ofUnit(beforeLast, 1), moves: [{ quarters, count: -1 }] }
  }
  const which = WHICH.exec(text)?.groups?.['unit'] ?? (EVER.test(text) ? 'year' : undefined)
  if (which !== undefined) return ofUnit(which, MOST_COMPARED)
  const ahead = AHEAD.exec(text)?.groups?.['unit']
  if (ahead !== undefined) return ofUnit(ahead, 0)
  if (QUARTERS.test(text)) return ofUnit('quarter', MOST_BY_QUARTER)
  if (BY_YEAR.test(text)) return ofUnit('year', MOST_BY_YEAR)
  return against === 'period' || /\bquarterly\b|\bsame quarter\b/i.test(text) ? ofUnit('quarter', 1) : null
}

function ofUnit(word: string, count: number): ReportedPeriods {
  if (word.toLowerCase() === 'half') return { unit: 'quarter', count: 2 * count }
  return { unit: word.toLowerCase() === 'quarter' ? 'quarter' : 'year', count }
}
