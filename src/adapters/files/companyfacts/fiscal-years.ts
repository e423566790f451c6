import { addMonths, type Day, fieldsOf } from '../../../kernel/time.ts'
import type { Fact } from './facts.ts'
import { DATE_SLACK_DAYS, findQuarterEnds, type QuarterEnds, type YearFrame } from './fiscal-quarters.ts'

/** A company's fiscal year with the ends of its quarters. */
export interface FiscalYear {
  /** The company's own number of the year. */
  label: number
  ends: QuarterEnds
}

/** Lengths of a fiscal year of 52 or 53 weeks or 12 months; the bounds of XBRL US rule DQC_0006. */
const YEAR_DAYS = { min: 350, max: 379 }
export const ANNUAL_FORM = /^(10-K|20-F|40-F)/
const TRANSITION_FORM = /^10-KT/
const QUARTERLY_FORM = /^10-Q/
/** Longer than any quarter. */
const TWO_QUARTERS_DAYS = 130
/** How many of a company's newest annual filings have a say in how it names its years. */
const NAMING_VOTES = 5

/**
 * The fiscal years that the periods of the facts show, oldest first. A year is a period of 350 to 379 days in an annual
 * filing; of two that overlap the one with more facts counts, so a comparison recast to a new year end does not displace
 * what was reported. Shorter and longer stretches (transition periods) belong to no year. A gap of a year's length
 * counts as a year, and so does the year under way after the last annual filing.
 */
export function findFiscalYears(facts: readonly Fact[]): FiscalYear[] {
  const reported = reportedYears(facts)
  const labels = labelYears(reported, facts)
  return reported.map((frame, index) => ({
    label: labels[index] ?? yearOf(frame.end),
    ends: findQuarterEnds(frame, facts),
  }))
}

function reportedYears(facts: readonly Fact[]): YearFrame[] {
  const annual = facts.filter(({ form }) => ANNUAL_FORM.test(form))
  const frames: YearFrame[] = []
  for (const frame of yearLongPeriods(annual.length > 0 ? annual : facts)) {
    if (frames.every((other) => !overlap(frame, other))) frames.push(frame)
  }
  frames.sort((a, b) => a.start - b.start)
  const last = frames.at(-1)
  if (last === undefined) return yearsWithoutReport(facts)
  return [...fillGaps(frames), yearUnderWay(last, facts)]
}

/**
 * The years of a filer before its first annual report: the one that its longest interim periods, else its newest quarter,
 * begin, and those before it that have a comparison.
 */
function yearsWithoutReport(facts: readonly Fact[]): YearFrame[] {
  const interim = facts.flatMap(({ start, end, form }) =>
    start !== null && QUARTERLY_FORM.test(form) && end - start < YEAR_DAYS.min ? [{ start, end }] : [],
  )
  const toDate = interim.filter(({ start, end }) => end - start >= TWO_QUARTERS_DAYS)
  const begun = (toDate.length > 0 ? toDate : interim).map(({ start }) => start)
  if (begun.length === 0) return []
  const first = Math.min(...interim.map(({ start }) => start))
  const frames: YearFrame[] = []
  let start = Math.max(...begun)
  for (let open = true; frames.length === 0 || start + YEAR_DAYS.min > first; open = false) {
    frames.unshift({ start, end: addMonths(start - 1, 12), open })
    if (start <= first + DATE_SLACK_DAYS) break
    start = addMonths(start, -12)
  }
  return frames
}

/** Periods of a year's length, those with most facts first; of equals the one reported first. */
function yearLongPeriods(facts: readonly Fact[]): YearFrame[] {
  const periods = new Map<string, YearFrame & { facts: number; filed: Day }>()
  for (const { start, end, filed } of facts) {
    if (start === null || !isYearLong(start, end)) continue
    const key = `${start}:${end}`
    const period = periods.get(key)
    if (period === undefined) periods.set(key, { start, end, open: false, facts: 1, filed })
    else {
      period.facts++
      period.filed = Math.min(period.filed, filed)
    }
  }
  return [...periods.values()].toSorted((a, b) => b.facts - a.facts || a.filed - b.filed)
}

function isYearLong(start: Day, end: Day): boolean {
  const days = end - start + 1
  return days >= YEAR_DAYS.min && days <= YEAR_DAYS.max
}

function overlap(a: YearFrame, b: YearFrame): boolean {
  return a.start + DATE_SLACK_DAYS < b.end && b.start + DATE_SLACK_DAYS < a.end
}

function isNext(frame: YearFrame, before: YearFrame): boolean {
  return Math.abs(frame.start - before.end - 1) <= DATE_SLACK_DAYS
}

/** A year whose annual filing the document lacks still has its quarters. */
function fillGaps(frames: readonly YearFrame[]): YearFrame[] {
  return frames.flatMap((frame, index) => {
    const before = frames[index - 1]
    if (before === undefined || !isYearLong(before.end + 1, frame.start - 1)) return [frame]
    return [{ start: before.end + 1, end: frame.start - 1, open: false }, frame]
  })
}

/** The year after the last annual filing, or after the transition report that followed it. */
function yearUnderWay(last: YearFrame, facts: readonly Fact[]): YearFrame {
  let end = last.end
  for (const fact of facts) {
    if (fact.start !== null && fact.end > end && TRANSITION_FORM.test(fact.form)) end = fact.end
  }
  return { start: end + 1, end: addMonths(end, 12), open: true }
}

/**
 * Numbers the years. Years that follow each other are counted through, anchored at the calendar year in which most of
 * them end, where the first week of January belongs to December. A company that numbers its years one lower shows it in
 * the `fy` of its annual filings, before the first of them in that of its quarterly ones: when most of the newest say so,
 * it is followed.
 */
function labelYears(frames: readonly YearFrame[], facts: readonly Fact[]): number[] {
  const annual = namedYears(facts)
  const named = annual.size > 0 ? annual : namedByQuarters(frames, facts)
  const labels: number[] = []
  for (const run of consecutiveRuns(frames)) {
    const anchor = mostFrequent(run.map((frame, index) => yearOf(frame.end) - index))
    const votes = run
      .flatMap((frame, index) => {
        const name = named.get(frame.end)
        return name === undefined ? [] : [name - index - anchor]
      })
      .slice(-NAMING_VOTES)
    const lower = votes.filter((vote) => vote === -1).length
    const first = lower * 2 > votes.length ? anchor - 1 : anchor
    labels.push(...run.map((_frame, index) => first + index))
  }
  return labels
}

function consecutiveRuns(frames: readonly YearFrame[]): YearFrame[][] {
  const runs: YearFrame[][] = []
  let before: YearFrame | undefined
  for (const frame of frames) {
    if (before !== undefined && isNext(frame, before)) runs.at(-1)?.push(frame)
    else runs.push([frame])
    before = frame
  }
  return runs
}

/**
 * The `fy` that the first annual filing about a year carries, by the year's last day. A filing is about the newest of
 * its year-long periods.
 */
function namedYears(facts: readonly Fact[]): ReadonlyMap<Day, number> {
  const filings = new Map<string, Fact>()
  for (const fact of facts) {
    if (fact.start === null || !isYearLong(fact.start, fact.end) || !ANNUAL_FORM.test(fact.form)) continue
    const newest = filings.get(fact.accession)
    if (newest === undefined || fact.end > newest.end) filings.set(fact.accession, fact)
  }
  const names = new Map<Day, number>()
  for (const { end, filingYear } of [...filings.values()].toSorted((a, b) => a.filed - b.filed)) {
    if (filingYear !== null && !names.has(end)) names.set(end, filingYear)
  }
  return names
}

/** The same of a filer before its first annual filing: the `fy` of the first quarterly one about each year. */
function namedByQuarters(frames: readonly YearFrame[], facts: readonly Fact[]): ReadonlyMap<Day, number> {
  const filings = new Map<string, Fact>()
  for (const fact of facts) {
    if (fact.start === null || !QUARTERLY_FORM.test(fact.form)) continue
    const newest = filings.get(fact.accession)
    if (newest === undefined || fact.end > newest.end) filings.set(fact.accession, fact)
  }
  const names = new Map<Day, number>()
  for (const { end, filingYear } of [...filings.values()].toSorted((a, b) => a.filed - b.filed)) {
    const year = frames.find((frame) => end > frame.start && end <= frame.end)?.end
    if (year !== undefined && filingYear !== null && !names.has(year)) names.set(year, filingYear)
  }
  return names
}

/** The calendar year of a year end, the first week of January counting as December. */
function yearOf(end: Day): number {
  return fieldsOf(end - DATE_SLACK_DAYS).year
}

function mostFrequent(values: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].reduce((best, entry) => (entry[1] >= best[1] ? entry : best), [0, 0])[0]
}
