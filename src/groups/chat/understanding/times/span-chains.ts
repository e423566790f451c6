import { addMonths, type Day } from '../../../../kernel/time.ts'
import {
  type Distance,
  type CalendarUnit,
  type CountedSessions,
  type Days,
  daysOfUnit,
  earliestYear,
  type Edge,
  KINDS,
  latestYear,
  type NamedTime,
  type Span,
  type SpanKind,
} from './time-spans.ts'

/** A unit with the year assigned to it. */
export interface NamedUnit {
  kind: SpanKind
  unit: CalendarUnit
  year: number
  /** Whether the question names the year. */
  isNamed: boolean
}

/** Spans that form one time: `from October 1 to October 15, 2026`. */
export interface SpanChain extends NamedTime {
  /** Its position in the question, including the words before it. */
  at: number
  end: number
  /** The kind of its most precise span. */
  kind: SpanKind
  /** The times that it compares or lists, in its order; one for a single time. */
  times: readonly NamedTime[]
  units: readonly NamedUnit[]
  sessions: number | null
  /** Whether it covers everything from the first to the last. */
  isStretch: boolean
  /** Whether it covers everything from the first to today. */
  isOpen: boolean
  /** Whether the time before or after it is meant, which excludes it; null when it is meant itself. */
  side: 'before' | 'after' | null
  /** The length of that time; null when not stated. */
  distance: Distance | null
}

type Link = 'to' | 'and' | 'comma' | 'against'

const TO = /^ ?(?:to|through|thru|until|till|up to|-|–|—) ?(?:the )?(?:end of )?$/i
const AND = /^ ?(?:,? ?(?:and|or)|&) ?(?:in |of |on |at )?(?:the )?$/i
const COMMA = /^ ?, ?(?:in |of |on )?(?:the )?$/i
const AGAINST =
  /^,? ?(?:vs\.?|versus|against|over|than|(?:as )?compared (?:to|with)) ?(?:in |of |on |at )?(?:the )?$/i
const BETWEEN = /\bbetween (?:the )?$/i
const OPENS = /\b(?:since\b[^.?!,;]{0,40}|starting(?: in| on| from)?(?: the)? ?)$/i
const FROM = /\bfrom (?:the )?$/i
const AFTER = /\b(?:after|following)(?: the)? $/i
const BEFORE = /\b(?:before|prior to|ahead of|preceding|leading up to|in the run[- ]?up to)(?: the)? $/i
const UNTIL = /\b(?:until|till|up to|up until|up till|(?<!\ball )through|thru)(?: the)? $/i
/** Words that belong to the time after them. */
const LEADS =
  /(?:\b(?:since|from|between|until|till|through|thru|throughout|before|after|following|preceding|prior to|ahead of|leading up to|up (?:to|until|till)|over|during|within|in|on|at|by|for|of|around|starting|the)(?: |$))+$/i
const GOES_ON = /^ ?(?:onwards?\b|on(?=[ ,.?!]*$))/i
/** Characters before a span that may contain such a word. */
const LOOK_BACK = 60
/** And after it. */
const LOOK_AHEAD = 12
const WEEK_DAYS = 7
/** The length of the time before another, when its start is not stated. */
const MONTHS_BEFORE = 12

interface Linked {
  span: Span
  /** The connection to the span before; null for the first of a chain. */
  link: Link | null
}

/** Joins the spans of a question into chains. */
export function chainsOf(text: string, spans: readonly Span[], today: Day): SpanChain[] {
  const chains: Linked[][] = []
  for (const [at, span] of spans.entries()) {
    const before = spans[at - 1]
    const link = before === undefined ? null : linkBetween(text, before, span)
    if (link === null) chains.push([{ span, link }])
    else chains.at(-1)?.push({ span, link })
  }
  let [end, earlier]: [number, Days | null] = [0, null]
  return chains.flatMap((chain) => {
    const counted = withSharedParts(withSharedUnits(text, withoutWeak(text, chain)))
    const [first, last] = [counted[0]?.span, counted.at(-1)?.span]
    if (first === undefined || last === undefined) return []
    const before = text.slice(Math.max(end, first.at - LOOK_BACK), first.at)
    end = last.end
    const after = text.slice(end, end + LOOK_AHEAD)
    const [lead, rest] = [LEADS.exec(before)?.[0] ?? '', GOES_ON.exec(after)?.[0] ?? '']
    const where = { at: first.at - lead.length, end: end + rest.length }
    const found = resolved(counted, { before, after, earlier, today })
    earlier = found.days
    return [{ ...where, ...found }]
  })
}

/** `1m 3m 6m` */
const SEPARATOR = /^[ /]$/

/** Whether it is a length up to today: several of these do not refine each other. */
const isLength = ({ kind, days }: Span): boolean => kind === 'relative' && days !== null && days[0] < days[1]

function linkBetween(text: string, before: Span, span: Span): Link | null {
  const between = text.slice(before.end, span.at)
  if (TO.test(between)) return 'to'
  if (AND.test(between))
    return BETWEEN.test(text.slice(Math.max(0, before.at - 20), before.at)) ? 'to' : 'and'
  if (COMMA.test(between) || (SEPARATOR.test(between) && [before, span].every(isLength))) return 'comma'
  return AGAINST.test(between) ? 'against' : null
}

/** Drops a weak span unless it ends a range, or is the last or an inner word of a list. */
function withoutWeak(text: string, chain: readonly Linked[]): Linked[] {
  const isBound = (each: Link | null | undefined): boolean => each === 'to' || each === 'against'
  const counts = ({ span, link }: Linked, at: number): boolean => {
    if (!span.isWeak) return true
    if (isBound(link) || isBound(chain[at + 1]?.link)) return chain.some((each) => !each.span.isWeak)
    return isOfList(link) && at > 0 && /^ ?(?:$|[.?!,;)])/.test(text.slice(span.end, span.end + 2))
  }
  const counted = chain.map(counts)
  // Words joined only as a list, between two that count, count as well: `in April, May and June`.
  const isBetween = (at: number): boolean => {
    const [from, to] = [counted.lastIndexOf(true, at), counted.indexOf(true, at)]
    return from !== -1 && to !== -1 && chain.slice(from + 1, to + 1).every(({ link }) => isOfList(link))
  }
  const kept = chain.filter((_, at) => isBetween(at))
  return kept.map((each, at) => (at === 0 ? { ...each, link: null } : each))
}

const isOfList = (link: Link | null): boolean => link === 'and' || link === 'comma'

interface Around {
  before: string
  after: string
  /** The time before it in the question; null for none. */
  earlier: Days | null
  today: Day
}

const MONTHS_OF_YEAR = 12
/** Words before or after a year that make it a time of its own. */
const BY_ITSELF = /\b(?:in|of|on|at|fy|fiscal|financial|calendar|full|whole|all)\b/i
const AS_A_WHOLE = /^[ -](?:as a whole|in total|total|in all|altogether|full[- ]year)\b/i
const BARE_YEAR = /^\d{4}$/

/** A year after a part of another year is the same part: `March 31, 2025 and 2024`, `Q3 2025 vs 2024`. */
function withSharedUnits(text: string, chain: readonly Linked[]): Linked[] {
  const all: Linked[] = []
  // A list that contains whole years means whole years.
  if (isWholeYear(chain[0]?.span)) return [...chain]
  for (const [at, { span, link }] of chain.entries()) {
    const before = all.at(-1)?.span
    const year = span.unit?.year ?? null
    const isShared =
      (isOfList(link) || link === 'against') &&
      chain[at + 1]?.link !== 'to' &&
      isWholeYear(span) &&
      BARE_YEAR.test(text.slice(span.at, span.end)) &&
      !BY_ITSELF.test(text.slice(before?.end, span.at)) &&
      !AS_A_WHOLE.test(text.slice(span.end, span.end + LOOK_AHEAD)) &&
      (before?.unit?.year ?? year) !== year
    all.push({
      span: isShared && before?.unit ? { ...span, kind: before.kind, unit: { ...before.unit, year } } : span,
      link,
    })
  }
  return all
}

const isWholeYear = (span: Span | undefined): boolean =>
  span?.unit?.months === MONTHS_OF_YEAR && span.unit.date === null

/** A part named at the first time of a list applies to the following ones: `the end of 2023, 2024 and 2025`. */
function withSharedParts(chain: readonly Linked[]): Linked[] {
  const all: Linked[] = []
  for (const { span, link } of chain) {
    const before = all.at(-1)?.span
    const isShared = span.part === null && before?.kind === span.kind && link !== 'to'
    const part = isShared && before?.part?.side === null ? before.part : span.part
    all.push({ span: { ...span, part }, link })
  }
  return all
}

function resolved(chain: readonly Linked[], around: Around): Omit<SpanChain, 'at' | 'end'> {
  const { before, after, earlier, today } = around
  const years = yearsOf(chain, today)
  const whole = daysOf(chain, years)
  const isStretch = chain.some(({ link }) => link === 'to')
  const isToToday = isStretch && chain.at(-1)?.span.days?.[1] === today
  const [first, one] = [chain[0]?.span, chain.length === 1 ? chain[0]?.span : undefined]
  const isFrom = FROM.test(before) && one?.part?.edge === 'first'
  const isAfter = one !== undefined && AFTER.test(before)
  const isOpen = isToToday || ((OPENS.test(before) || isFrom || isAfter) && !isStretch) || GOES_ON.test(after)
  const all = partsOf(chain, whole, { earlier, isOpen })
  // In a comparison with an earlier time the first one is asked about.
  const { days, edge } = timeOf(one, isComparison(chain) && !isOpen ? all.slice(0, 1) : all, {
    ...around,
    isOpen,
    isStretch: chain.every(({ link }, at) => at === 0 || link === 'to'),
  })
  // A range that begins at the end of a time begins after it.
  const begin = isAfter && first?.part?.edge !== 'last' ? (all[0]?.[1] ?? today) + 1 : days[0]
  // The end of a time under way is in the future.
  const start = edge === 'last' && days[1] > today ? days[1] : begin > today ? days[0] : begin
  const side = isAfter
    ? 'after'
    : one !== undefined && BEFORE.test(before)
      ? 'before'
      : (first?.part?.side ?? null)
  const time: NamedTime = {
    days: [start, isOpen ? Math.max(start, today) : days[1]],
    edge: isOpen ? null : edge,
    counted: isOpen || one === undefined ? undefined : countedOf(one, whole[0]),
  }
  return {
    kind: KINDS.find((kind) => chain.some(({ span }) => span.kind === kind)) ?? 'loose',
    ...time,
    times: isOpen ? [time] : timesOf(chain, { whole, all, time }),
    units: chain.flatMap(({ span: { kind, unit } }, at) => {
      const { year, isNamed } = years[at] ?? {}
      return unit === null || year === undefined ? [] : [{ kind, unit, year, isNamed: isNamed === true }]
    }),
    sessions: one !== undefined && one.part === null && !isOpen && side === null ? one.sessions : null,
    isStretch,
    isOpen,
    side: chain.length === 1 ? side : null,
    distance: (!isOpen && one?.part?.distance) || null,
  }
}

/** All days of a chain, or those after its only span, or those before it: a year of them. */
function timeOf(
  one: Span | undefined,
  all: readonly Days[],
  { before, today, isOpen, isStretch }: Around & { isOpen: boolean; isStretch: boolean },
): NamedTime {
  const [from, to] = extentOf(all, isStretch)
  if (one === undefined || isOpen) return { days: [from, to], edge: null }
  if (BEFORE.test(before)) {
    // The end of a time is its last day: what lies before contains all others.
    const end = edgeOf(one) === 'last' ? to : from - 1
    return { days: [addMonths(end + 1, -MONTHS_BEFORE), end], edge: 'last' }
  }
  const isUntilNow = one.days?.[1] === today && from < today
  if (!UNTIL.test(before) || from > today || isUntilNow) return { days: [from, to], edge: edgeOf(one) }
  const last = Math.min(to, today)
  return { days: [addMonths(last + 1, -MONTHS_BEFORE), last], edge: edgeOf(one) }
}

/** From the first day to the last; a range ends with its last time, whatever the first one contains: `this year through October`. */
function extentOf(all: readonly Days[], isStretch: boolean): Days {
  const [from, to] = [Math.min(...all.map(([start]) => start)), Math.max(...all.map(([, end]) => end))]
  const end = all.at(-1)?.[1] ?? to
  return [from, isStretch && end >= (all[0]?.[0] ?? from) ? end : to]
}

const countedOf = ({ part }: Span, days: Days | undefined): CountedSessions | undefined =>
  days === undefined ? undefined : part?.counted?.(days)

const edgeOf = ({ part }: Span): Edge | null => part?.edge ?? null

/**
 * The days of each span, reduced to the part that is meant. A range from the end of a time begins after it, one up to its start ends there.
 */
function partsOf(
  chain: readonly Linked[],
  whole: readonly Days[],
  { earlier, isOpen }: { earlier: Days | null; isOpen: boolean },
): Days[] {
  return whole.map((known, at): Days => {
    const { part = null, isYearBefore = false } = chain[at]?.span ?? {}
    const before = whole[at - 1] ?? earlier
    const days: Days =
      isYearBefore && before !== null ? [yearBeforeDay(before[0]), yearBeforeDay(before[1])] : known
    // A day has no parts, but there are times next to it.
    if (part === null || (days[0] === days[1] && part.side === null)) return days
    const isStart = chain[at + 1]?.link === 'to' || isOpen
    if (part.side !== null) return part.take(days)
    if (part.edge === 'last' && isStart) return [days[1] + 1, days[1] + 1]
    if (part.edge === 'first' && chain[at]?.link === 'to') return [days[0], days[0]]
    return part.take(days)
  })
}

const yearBeforeDay = (day: Day): Day => addMonths(day, -MONTHS_BEFORE)

/** The times that a chain lists or compares, each once; spans joined only by commas refine one time. */
function timesOf(
  chain: readonly Linked[],
  { whole, all, time }: { whole: readonly Days[]; all: readonly Days[]; time: NamedTime },
): NamedTime[] {
  const parts = (link: Link | null): boolean => link === 'and' || link === 'comma' || link === 'against'
  const isList =
    chain.some(({ link, span }) => link === 'and' || link === 'against' || span.list !== null) ||
    areLengths(chain)
  if (!isList) return [time]
  const times: NamedTime[] = []
  for (const [at, { span, link }] of chain.entries()) {
    const days = all[at]
    const last = times.at(-1)
    if (days === undefined) continue
    if (at > 0 && !parts(link) && last !== undefined)
      times[times.length - 1] = {
        days: [Math.min(last.days[0], days[0]), Math.max(last.days[1], days[1])],
        edge: null,
      }
    else {
      const counted = span.list === null ? countedOf(span, whole[at]) : undefined
      times.push(...(span.list ?? [days]).map((each) => ({ days: each, edge: edgeOf(span), counted })))
    }
  }
  return [...new Map(times.map((time) => [time.days.join(' '), time])).values()]
}

/** `1 month, 3 months, 6 months` */
const areLengths = (chain: readonly Linked[]): boolean =>
  chain.length > 1 && chain.every(({ span }) => isLength(span) && span.days?.[1] === chain[0]?.span.days?.[1])

const isComparison = (chain: readonly Linked[]): boolean =>
  chain[0]?.span.kind === 'relative' && chain.some(({ link }) => link === 'against')

interface FoundYear {
  year: number
  isNamed: boolean
}

/**
 * The years of a chain's units: without one, that of the next (`from Q2 to Q3 2026`), otherwise the first after the unit before
 * (`from October 2025 to March`), otherwise the latest that has begun.
 */
function yearsOf(chain: readonly Linked[], today: Day): Array<FoundYear | undefined> {
  const years: Array<FoundYear | undefined> = chain.map(({ span: { unit } }) =>
    unit?.year === null || unit === null ? undefined : { year: unit.year, isNamed: true },
  )
  for (const at of chain.keys()) {
    const back = chain.length - 1 - at
    years[back] ??= yearBefore(chain, { at: back, next: years[back + 1] })
  }
  for (const [at, { span, link }] of chain.entries()) {
    const [before, unit] = [chain[at - 1]?.span.unit ?? null, span.unit]
    const known = years[at - 1]
    if (unit === null || years[at] !== undefined) continue
    if (before !== null && known?.isNamed === true && link !== 'against') {
      const from = daysOfUnit(before, known.year)?.[0] ?? today
      years[at] = { year: earliestYear(unit, from), isNamed: true }
    } else years[at] = { year: latestYear(unit, today), isNamed: false }
  }
  return years
}

/** The year that a unit takes from the next one, or one less if it would begin after that. */
function yearBefore(
  chain: readonly Linked[],
  { at, next }: { at: number; next: FoundYear | undefined },
): FoundYear | undefined {
  const [unit, other, link] = [chain[at]?.span.unit, chain[at + 1]?.span.unit, chain[at + 1]?.link]
  if (!unit || !other || next === undefined || isSame(unit, other)) return undefined
  const [start, end] = [daysOfUnit(unit, next.year)?.[0], daysOfUnit(other, next.year)?.[0]]
  const isLater = link === 'to' && start !== undefined && end !== undefined && start > end
  return { year: next.year - (isLater ? 1 : 0), isNamed: next.isNamed }
}

const isSame = (one: CalendarUnit, other: CalendarUnit): boolean =>
  one.month === other.month && one.months === other.months && one.date === other.date

/** The days of each span; the first of a range lies before its last, as far as its words allow. */
function daysOf(chain: readonly Linked[], years: ReadonlyArray<FoundYear | undefined>): Days[] {
  const all = chain.map(({ span: { days, unit } }, at): Days => {
    const year = years[at]?.year ?? 0
    // February 29 in a year without one becomes the day before March 1.
    return (
      days ??
      (unit === null ? null : (daysOfUnit(unit, year) ?? daysOfUnit({ ...unit, date: 28 }, year))) ?? [0, 0]
    )
  })
  for (let at = chain.length - 2; at >= 0; at--) {
    const [current, next, span] = [all[at], all[at + 1], chain[at]?.span]
    if (!current || !next || chain[at + 1]?.link !== 'to' || current[0] <= next[0]) continue
    const found = years[at]
    if (span?.isWeekday === true) {
      const weeks = Math.ceil((current[0] - next[0]) / WEEK_DAYS)
      all[at] = [current[0] - weeks * WEEK_DAYS, current[1] - weeks * WEEK_DAYS]
    } else if (span?.unit && found?.isNamed === false) {
      found.year--
      all[at] = daysOfUnit(span.unit, found.year) ?? current
    }
  }
  return all
}
