import { type Day, formatDay } from '../../../../kernel/time.ts'
import type { CalendarAsk } from '../../understanding/intents/calendar-questions.ts'
import { percent, price } from '../number-format.ts'
import type { KnownClose, RangeCloses } from './closes.ts'

/** Most days without a session at the end of a year or a month. */
const LONGEST_BREAK_DAYS = 10
/** Most periods listed one by one. */
const MOST_LISTED = 12

/** The return of a calendar year, quarter or month. */
interface PeriodReturn {
  /** `2024`, `2024-Q1`, `2024-03`. */
  period: string
  from: KnownClose
  to: KnownClose
  fraction: number
  /** Whether it has not ended. */
  isOpen: boolean
}

/** The instrument and the closes in question. */
interface CalendarQuestion {
  name: string
  closes: RangeCloses
  /** The last day covered that is over. */
  until: Day
}

interface CalendarMeasure {
  what: string
  value: number
  said: string
  isChange: true
  isAdjusted: true
  session: null
  sentence: string
  others: string[]
}

type Unit = 'year' | 'quarter' | 'month'

/** `2024`, `2024-Q1`, `2024-03`. */
function periodOf(day: Day, unit: Unit): string {
  const date = formatDay(day)
  if (unit === 'month') return date.slice(0, 7)
  const year = date.slice(0, 4)
  return unit === 'year' ? year : `${year}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`
}

const UNITS: Readonly<Record<CalendarAsk, Unit>> = {
  bestYear: 'year',
  worstYear: 'year',
  years: 'year',
  bestQuarter: 'quarter',
  worstQuarter: 'quarter',
  bestMonth: 'month',
  worstMonth: 'month',
  months: 'month',
}

/**
 * The best or the worst calendar year, quarter or month of a range, or each of them, by returns from close to close; null when no whole one
 * is known.
 */
export function calendarReturns(asked: CalendarQuestion, ask: CalendarAsk): CalendarMeasure | null {
  const unit = UNITS[ask]
  const all = returnsBy(unit, asked)
  const whole = all.filter(({ isOpen }) => !isOpen)
  const [first, last] = [whole[0], whole.at(-1)]
  if (first === undefined || last === undefined) return null
  const open = all.filter(({ isOpen }) => isOpen).map(openSaid)
  const span = `the ${whole.length} calendar ${unit}s from ${first.period} to ${last.period}`
  const common = { isChange: true, isAdjusted: true, session: null } as const
  if (ask === 'years' || ask === 'months') {
    const listed = whole.slice(-MOST_LISTED)
    const of = listed.length < whole.length ? `, of which the last ${listed.length} are shown` : ''
    const list = listed.map((each) => `${each.period}, ${shown(each)} = ${percent(each.fraction)}`).join('; ')
    return {
      ...common,
      what: `last calendar ${unit}`,
      value: last.fraction,
      said: percent(last.fraction),
      sentence: `${asked.name} returned in each of ${span}${of}, from the last close before it to its own last: ${list}, closes adjusted for splits and dividends.`,
      others: open,
    }
  }
  const isBest = ask.startsWith('best')
  const sorted = whole.toSorted((one, other) =>
    isBest ? other.fraction - one.fraction : one.fraction - other.fraction,
  )
  const [found = last] = sorted
  const [side, order] = isBest ? ['best', 'the best to the worst'] : ['worst', 'the worst to the best']
  const listed = sorted.slice(0, MOST_LISTED)
  const cut = listed.length < sorted.length ? `, the first ${listed.length} of them` : ''
  const list = listed.map(({ period, fraction }) => `${period}, ${percent(fraction)}`).join('; ')
  return {
    ...common,
    what: `${side} calendar ${unit}`,
    value: found.fraction,
    said: percent(found.fraction),
    sentence: `${sorted.length === 1 ? `One whole calendar ${unit} of ${asked.name} is in that time, ${found.period}` : `The ${side} of ${span} for ${asked.name} was ${found.period}`}: it returned ${percent(found.fraction)} from the close of ${formatDay(found.from.day)} to that of ${formatDay(found.to.day)}, ${shown(found)}, closes adjusted for splits and dividends.`,
    others: [...(sorted.length > 1 ? [`From ${order}${cut}: ${list}.`] : []), ...open],
  }
}

const shown = ({ from, to }: PeriodReturn): string =>
  `(${price(to.adjusted)} − ${price(from.adjusted)}) / ${price(from.adjusted)}`

const openSaid = (each: PeriodReturn): string =>
  `${each.period} is not over: from the close of ${formatDay(each.from.day)} to that of ${formatDay(each.to.day)} it has returned ${percent(each.fraction)}, ${shown(each)}.`

/** The last close before a period, and its own first and last. */
interface PeriodCloses {
  period: string
  before: KnownClose | null
  first: KnownClose
  last: KnownClose
}

/** One pass only: a series has thousands of closes and hundreds of months. */
function closesBy(unit: Unit, { before, within }: RangeCloses): PeriodCloses[] {
  const all: PeriodCloses[] = []
  for (const close of within) {
    const [period, current] = [periodOf(close.day, unit), all.at(-1)]
    if (current?.period === period) current.last = close
    else all.push({ period, before: current?.last ?? before, first: close, last: close })
  }
  return all
}

/** Every period with a close before it: without one its return would not cover all of it. */
function returnsBy(unit: Unit, { closes, until }: CalendarQuestion): PeriodReturn[] {
  const open = periodOf(until + 1, unit)
  return closesBy(unit, closes).flatMap(({ period, before: from, first, last: to }) => {
    if (from === null || from.adjusted <= 0 || periodOf(from.day, unit) === period) return []
    if (first.day - from.day > LONGEST_BREAK_DAYS) return []
    const fraction = (to.adjusted - from.adjusted) / from.adjusted
    return [{ period, from, to, fraction, isOpen: period === open }]
  })
}
