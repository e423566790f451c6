import type { Day } from '../../../kernel/time.ts'
import type { Fact } from './facts.ts'
import { DATE_SLACK_DAYS } from './fiscal-quarters.ts'
import type { FiscalYear } from './fiscal-years.ts'

/** A fact as a part of an amount. */
export interface Term {
  fact: Fact
  use: '+' | '-' | '/'
}

/** An amount with its history in the filings. */
export interface Reported {
  value: number
  /** The facts that the value is made of, and the value as reported first. */
  terms: readonly Term[]
  firstTerms: readonly Term[]
  /** Newest filing that reports the value; of a derived value, its oldest part's. */
  filed: Day
  /** The value as reported first, and when; of a derived value, when its last part was. */
  first: number
  firstFiled: Day
  /** Filing that changed the value to what it is; the first one when it never changed. */
  changed: Day
}

/** What was reported over stretches of one fiscal year, by {@link spanKey}. */
export type YearSpans = ReadonlyMap<number, Reported>

/** The stretch from the end of quarter `from` (0 is the year's beginning) to the end of quarter `to`. */
export function spanKey(from: number, to: number): number {
  return from * 5 + to
}

/** Sorts facts about periods into fiscal years and their stretches; others, like transition periods, are left out. */
export function spansByYear(
  facts: readonly Fact[],
  years: readonly FiscalYear[],
): ReadonlyMap<FiscalYear, YearSpans> {
  const grouped = new Map<FiscalYear, Map<number, Located[]>>()
  for (const fact of facts) {
    const located = locate(fact, years)
    if (located === null) continue
    const spans = grouped.get(located.year) ?? new Map<number, Located[]>()
    grouped.set(located.year, spans)
    const others = spans.get(located.span)
    if (others === undefined) spans.set(located.span, [located])
    else others.push(located)
  }
  return new Map([...grouped].map(([year, spans]) => [year, historyOfSpans(spans)]))
}

function historyOfSpans(spans: ReadonlyMap<number, readonly Located[]>): YearSpans {
  const result = new Map<number, Reported>()
  for (const [span, located] of spans) {
    // Facts with the year's own dates come before those that are a few days off.
    const exact = located.filter(({ distance }) => distance === 0)
    const history = historyOf((exact.length > 0 ? exact : located).map(({ fact }) => fact))
    if (history !== null) result.set(span, history)
  }
  return result
}

/**
 * The latest value of facts about one period, and how it came about: the newest filing counts, of two filings of one
 * day the higher number. A newer value that only rounds an older one does not replace it.
 */
export function historyOf(facts: readonly Fact[]): Reported | null {
  const [oldest, ...newer] = facts.toSorted(byFiling)
  if (oldest === undefined) return null
  const terms: readonly Term[] = [{ fact: oldest, use: '+' }]
  const history: Reported = {
    value: oldest.value,
    terms,
    firstTerms: terms,
    filed: oldest.filed,
    first: oldest.value,
    firstFiled: oldest.filed,
    changed: oldest.filed,
  }
  for (const fact of newer) {
    const { value, filed } = fact
    history.filed = filed
    if (isRounding(value, history.value)) continue
    if (isMaterial(value, history.value)) history.changed = filed
    history.value = value
    history.terms = [{ fact, use: '+' }]
  }
  return history
}

/** Oldest filing first. */
export function byFiling(a: Fact, b: Fact): number {
  if (a.filed !== b.filed) return a.filed - b.filed
  return a.accession < b.accession ? -1 : a.accession > b.accession ? 1 : 0
}

interface Located {
  fact: Fact
  year: FiscalYear
  span: number
  /** Days between the fact's dates and the year's. */
  distance: number
}

function locate(fact: Fact, years: readonly FiscalYear[]): Located | null {
  const { start, end } = fact
  if (start === null) return null
  for (const year of years) {
    const from = nearestEnd(year, start - 1)
    const to = nearestEnd(year, end)
    if (from === null || to === null || from.quarter >= to.quarter) continue
    return { fact, year, span: spanKey(from.quarter, to.quarter), distance: from.distance + to.distance }
  }
  return null
}

function nearestEnd({ ends }: FiscalYear, day: Day): { quarter: number; distance: number } | null {
  for (const [quarter, end] of ends.entries()) {
    if (end === null) continue
    const distance = Math.abs(end - day)
    if (distance <= DATE_SLACK_DAYS) return { quarter, distance }
  }
  return null
}

/** What a restatement may change before parts of different states no longer add up to something sensible. */
const MATERIAL_SHARE = 0.02
/** Beyond this the first value was an error, not a state of knowledge. */
const ERROR_SHARE = 0.5
/** Successive filings of a company are that close; parts first reported further apart are of different states. */
const FIRST_REPORTS_DAYS = 200
/** Per-share values are reported in cents. */
const CENT = 0.01

function isMaterial(a: number, b: number): boolean {
  const change = Math.abs(a - b)
  return change > CENT && change > MATERIAL_SHARE * Math.max(Math.abs(a), Math.abs(b))
}

/** True when `rounded` says the same as `exact` with fewer digits, as notes in billions do. */
export function isRounding(rounded: number, exact: number): boolean {
  if (!Number.isInteger(rounded) || !Number.isInteger(exact) || rounded === 0) return false
  let unit = 1
  while (rounded % (unit * 10) === 0) unit *= 10
  const change = Math.abs(rounded - exact)
  return exact % unit !== 0 && change <= unit / 2 && change < Math.abs(exact) / 200
}

/** The sum of two stretches, null when one is missing. */
export function plus(a: Reported | null, b: Reported | null): Reported | null {
  if (a === null || b === null) return null
  return {
    value: a.value + b.value,
    terms: [...a.terms, ...b.terms],
    firstTerms: [...a.firstTerms, ...b.firstTerms],
    filed: Math.min(a.filed, b.filed),
    first: a.first + b.first,
    firstFiled: Math.max(a.firstFiled, b.firstFiled),
    changed: Math.max(a.changed, b.changed),
  }
}

/**
 * The rest of a stretch, null when one is missing. When one of the two was restated after the other had been reported
 * for the last time, the other's restatement is unknown and the two as first reported are taken.
 */
export function minus(whole: Reported | null, part: Reported | null): Reported | null {
  if (whole === null || part === null) return null
  const stale = isStale(part, whole) || isStale(whole, part)
  const first = whole.first - part.first
  const firstTerms = [...whole.firstTerms, ...taken(part.firstTerms)]
  return {
    value: stale ? first : whole.value - part.value,
    terms: stale ? firstTerms : [...whole.terms, ...taken(part.terms)],
    firstTerms,
    filed: Math.min(whole.filed, part.filed),
    first,
    firstFiled: Math.max(whole.firstFiled, part.firstFiled),
    changed: Math.max(whole.changed, part.changed),
  }
}

function taken(terms: readonly Term[]): Term[] {
  return terms.map(({ fact, use }) => ({ fact, use: use === '+' ? '-' : '+' }))
}

/** `reported` never was restated, was reported for the last time before `other` was, and first when `other` was. */
function isStale(reported: Reported, other: Reported): boolean {
  const together = Math.abs(reported.firstFiled - other.firstFiled) <= FIRST_REPORTS_DAYS
  return together && !isRestated(reported) && isRestated(other) && reported.filed < other.changed
}

function isRestated({ value, first }: Reported): boolean {
  const error = Math.abs(value - first) > ERROR_SHARE * Math.max(Math.abs(value), Math.abs(first))
  return isMaterial(value, first) && !error
}
