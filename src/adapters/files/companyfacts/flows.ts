import type { FlowPeriod } from '../../../ports/fundamentals.ts'
import type { Basis } from './basis.ts'
import { type Fact, factsOf, type FactTable } from './facts.ts'
import type { FiscalYear } from './fiscal-years.ts'
import { itemValues } from './item-values.ts'
import { earningsPerShare } from './per-share.ts'
import { type Reported, spansByYear, type YearSpans } from './reported.ts'
import { type InferredSplit, sharesSince } from './splits.ts'
import { flowLines, type FlowName } from './statement-lines.ts'
import { capexFacts, revenueFacts } from './summed-lines.ts'
import { FLOW_ITEMS, type FlowItem, TAGS } from './tags.ts'
import { type Period, PERIODS, yearValues, type YearValues } from './year-values.ts'

/** Everything that flows are read from. */
export interface FlowSource {
  table: FactTable
  years: readonly FiscalYear[]
  splits: readonly InferredSplit[]
}

/** What the lines of a fiscal year and its quarters are made of. */
export interface YearItems {
  items: ReadonlyMap<FlowName, YearValues>
  isFinancial: boolean
}

/** Reads the items of a fiscal year. */
type ItemReader = (year: FiscalYear, basis: Basis) => YearItems

type SpansByYear = ReadonlyMap<FiscalYear, YearSpans>

/** Reads the flows of a fiscal year: the year's and its quarters', those that have a line. */
export function flowReader(source: FlowSource): (year: FiscalYear, basis: Basis) => FlowPeriod[] {
  const itemsOf = itemReader(source)
  return (year, basis) => flowsOf(year, basis.currency, itemsOf(year, basis))
}

/** A reader of items that sorts the facts of a tag once. */
export function itemReader(source: FlowSource): ItemReader {
  const { table, years, splits } = source
  const sorted = new Map<string, SpansByYear>()
  const spansOf = (name: FlowItem | null, tag: string, units: readonly string[]): SpansByYear => {
    const key = [tag, ...units].join(' ')
    let spans = sorted.get(key)
    if (spans === undefined) {
      const facts = units
        .flatMap((unit) => factsOf(table, tag, unit))
        .map((fact) => normalised(fact, name, splits))
      sorted.set(key, (spans = spansByYear(facts, years)))
    }
    return spans
  }
  const summed = new Map<string, Record<'capex' | 'revenue', SpansByYear>>()
  const summedLines = (basis: Basis): Record<'capex' | 'revenue', SpansByYear> => {
    const key = `${basis.taxonomy} ${basis.currency}`
    const lines = summed.get(key) ?? {
      capex: spansByYear(capexFacts(table, basis), years),
      revenue: spansByYear(revenueFacts(table, basis), years),
    }
    summed.set(key, lines)
    return lines
  }
  return (year, { taxonomy, currency }) => {
    const spansIn = (each: FiscalYear | undefined, name: FlowItem): YearSpans[] =>
      TAGS[taxonomy].flows[name].flatMap((tag) => {
        const units = unitsOf(name, currency)
        return (each && spansOf(name, `${taxonomy}:${tag}`, units).get(each)) ?? []
      })
    // Some lines that identify a bank or an insurer occur in annual filings only: the year before decides for the present one.
    const isFinancial = [year, years[years.indexOf(year) - 1]].some(
      (each) => spansIn(each, 'insuranceOrBanking').length > 0,
    )
    const lines = summedLines({ taxonomy, currency })
    const revenue = TAGS[taxonomy].revenue.totals.map((tag) =>
      spansOf(null, `${taxonomy}:${tag}`, [currency]),
    )
    const items = new Map<FlowName, YearValues>(
      FLOW_ITEMS.map((name) => [name, itemValues(name, spansIn(year, name))]),
    )
    items.set('capex', yearValues(lines.capex.get(year) ?? new Map(), { perShare: false }))
    items.set(
      'revenue',
      itemValues(
        'revenue',
        [...revenue, lines.revenue].flatMap((spans) => spans.get(year) ?? []),
      ),
    )
    const incomes = INCOMES.map((name) => items.get(name) ?? [])
    const [perShare, shares] = [spansIn(year, 'epsDiluted'), spansIn(year, 'dilutedShares')]
    items.set('epsDiluted', earningsPerShare({ perShare, shares, incomes }))
    return { items, isFinancial }
  }
}

/** Incomes that filers divide by their shares, the one that they should first. */
const INCOMES = [
  'incomeToCommon',
  'netIncome',
  'netIncomeToCommon',
  'netIncomeWithMinorities',
  'incomeContinuing',
] as const

/** Of earnings per share also the units that filers have mistaken for theirs, which one filing's right unit overrules. */
function unitsOf(name: FlowItem, currency: string): string[] {
  if (name === 'dilutedShares') return ['shares']
  return name === 'epsDiluted' ? ['pure', `shares/${currency}`, `${currency}/shares`] : [currency]
}

/** Some filers tag costs as what they subtract, with a minus. */
const COSTS: ReadonlySet<FlowItem | null> = new Set<FlowItem>([
  'costOfRevenue',
  'costOfGoods',
  'costOfServices',
])

/** Earnings per share and counts of shares on today's split basis, costs as amounts to subtract. */
function normalised(fact: Fact, name: FlowItem | null, splits: readonly InferredSplit[]): Fact {
  if (name === 'epsDiluted') return { ...fact, value: fact.value / sharesSince(splits, fact.filed) }
  if (name === 'dilutedShares') return { ...fact, value: fact.value * sharesSince(splits, fact.filed) }
  return COSTS.has(name) && fact.value < 0 ? { ...fact, value: -fact.value } : fact
}

function flowsOf({ label, ends }: FiscalYear, currency: string, year: YearItems): FlowPeriod[] {
  return PERIODS.flatMap((period) => {
    const before = ends[period === 0 ? 0 : period - 1]
    const end = ends[period === 0 ? 4 : period]
    if (before === null || before === undefined || end === null || end === undefined) return []
    const lines = flowLines((name) => itemIn(year, name, period)?.value ?? null, year.isFinancial)
    if (Object.values(lines).every((line) => line === null)) return []
    const fiscalQuarter = period === 0 ? null : period
    return [{ fiscalYear: label, fiscalQuarter, start: before + 1, end, currency, ...lines }]
  })
}

/** An item in one period of the year; null when no filing reports it. */
export function itemIn({ items }: YearItems, name: FlowName, period: Period): Reported | null {
  const reported = (item: FlowName, of: Period): Reported | null => items.get(item)?.[of] ?? null
  // Amortisation reported for some periods only would make the others look lower.
  const isPartial =
    name === 'amortization' &&
    PERIODS.some((each) => reported('depreciation', each) !== null && reported(name, each) === null)
  return isPartial ? null : reported(name, period)
}
