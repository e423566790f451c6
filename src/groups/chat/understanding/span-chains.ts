import type { Day } from '../../../kernel/time.ts'
import {
  type CalendarUnit,
  type Days,
  daysOfUnit,
  earliestYear,
  KINDS,
  latestYear,
  type Span,
  type SpanKind,
} from './time-spans.ts'

/** A unit with the year that it was found to have. */
export interface NamedUnit {
  kind: SpanKind
  unit: CalendarUnit
  year: number
  /** Whether the question names the year, there or beside it. */
  isNamed: boolean
}

/** Spans that belong together: `from October 1 to October 15, 2026`. */
export interface SpanChain {
  /** The one of its spans that says most exactly what is meant. */
  kind: SpanKind
  days: Days
  units: readonly NamedUnit[]
  sessions: number | null
  /** From the first to the last, and not only the two. */
  isStretch: boolean
  /** From the first to today. */
  isOpen: boolean
}

type Link = 'to' | 'and' | 'against'

const TO = /^ ?(?:to|through|thru|until|till|up to|-|–|—) ?(?:the )?(?:end of )?$/i
const AND = /^ ?(?:,|,? ?(?:and|or)|&) ?(?:in |of |on |the )?$/i
const AGAINST = /^,? ?(?:vs\.?|versus|against|over|than|compared (?:to|with)) ?(?:in |of |the )?$/i
const BETWEEN = /\bbetween (?:the )?$/i
const OPENS = /\b(?:since\b[^.?!,;]{0,40}|(?:after|starting)(?: in| on| from)?(?: the)? ?)$/i
const GOES_ON = /^ ?(?:onwards?\b|on(?=[ ,.?!]*$))/i
/** Characters before a span in which the word that opens it can be. */
const LOOK_BACK = 60
/** And after it. */
const LOOK_AHEAD = 12
const WEEK_DAYS = 7

interface Linked {
  span: Span
  /** To the span before; null for the first of a chain. */
  link: Link | null
}

/** The spans of a question as chains. */
export function chainsOf(text: string, spans: readonly Span[], today: Day): SpanChain[] {
  const chains: Linked[][] = []
  for (const [at, span] of spans.entries()) {
    const before = spans[at - 1]
    const link = before === undefined ? null : linkBetween(text, before, span)
    if (link === null) chains.push([{ span, link }])
    else chains.at(-1)?.push({ span, link })
  }
  let end = 0
  return chains.flatMap((chain) => {
    const counted = withoutWeak(text, chain)
    const [first, last] = [counted[0]?.span, counted.at(-1)?.span]
    if (first === undefined || last === undefined) return []
    const before = text.slice(Math.max(end, first.at - LOOK_BACK), first.at)
    end = last.end
    return [resolved(counted, { before, after: text.slice(end, end + LOOK_AHEAD), today })]
  })
}

function linkBetween(text: string, before: Span, span: Span): Link | null {
  const between = text.slice(before.end, span.at)
  if (TO.test(between)) return 'to'
  if (AND.test(between))
    return BETWEEN.test(text.slice(Math.max(0, before.at - 20), before.at)) ? 'to' : 'and'
  return AGAINST.test(between) ? 'against' : null
}

/** A weak span counts where it is one end of a stretch, or the last word of a list. */
function withoutWeak(text: string, chain: readonly Linked[]): Linked[] {
  const counts = ({ span, link }: Linked, at: number): boolean => {
    if (!span.isWeak) return true
    if (link === 'to' || chain[at + 1]?.link === 'to') return chain.some((each) => !each.span.isWeak)
    return link === 'and' && at > 0 && /^ ?(?:$|[.?!,;)])/.test(text.slice(span.end, span.end + 2))
  }
  const kept = chain.filter(counts)
  return kept.map((each, at) => (at === 0 ? { ...each, link: null } : each))
}

function resolved(
  chain: readonly Linked[],
  { before, after, today }: { before: string; after: string; today: Day },
): SpanChain {
  const years = yearsOf(chain, today)
  const all = daysOf(chain, years)
  const isStretch = chain.some(({ link }) => link === 'to')
  const isToToday = isStretch && chain.at(-1)?.span.days?.[1] === today
  const isOpen = isToToday || (OPENS.test(before) && !isStretch) || GOES_ON.test(after)
  // A comparison with an earlier time asks about the time that comes first.
  const told = isComparison(chain) && !isOpen ? all.slice(0, 1) : all
  const [from, to] = [Math.min(...told.map(([start]) => start)), Math.max(...told.map(([, end]) => end))]
  return {
    kind: KINDS.find((kind) => chain.some(({ span }) => span.kind === kind)) ?? 'loose',
    days: [from, isOpen ? Math.max(from, today) : to],
    units: chain.flatMap(({ span: { kind, unit } }, at) => {
      const { year, isNamed } = years[at] ?? {}
      return unit === null || year === undefined ? [] : [{ kind, unit, year, isNamed: isNamed === true }]
    }),
    sessions: chain.length === 1 && !isOpen ? (chain[0]?.span.sessions ?? null) : null,
    isStretch,
    isOpen,
  }
}

const isComparison = (chain: readonly Linked[]): boolean =>
  chain[0]?.span.kind === 'relative' && chain.some(({ link }) => link === 'against')

interface FoundYear {
  year: number
  isNamed: boolean
}

/**
 * Years of the units of a chain: of one that has none, that of the next (`from Q2 to Q3 2026`), otherwise the first after the one before
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

/** The year that a unit takes from the next one; the one before where it would begin after it. */
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

/** The days of each span; the first of a stretch lies before its last, as far as its words leave that open. */
function daysOf(chain: readonly Linked[], years: ReadonlyArray<FoundYear | undefined>): Days[] {
  const all = chain.map(({ span: { days, unit } }, at): Days => {
    const year = years[at]?.year ?? 0
    // The day before the first of March, in a year without the other.
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
