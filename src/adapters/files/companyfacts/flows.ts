import type { FlowPeriod } from '../../../ports/fundamentals.ts'
import type { Basis } from './basis.ts'
import { type Fact, factsOf, type FactTable } from './facts.ts'
import type { FiscalYear } from './fiscal-years.ts'
import { type Reported, spansByYear, type YearSpans } from './reported.ts'
import { type InferredSplit, sharesSince } from './splits.ts'
import { flowLines } from './statement-lines.ts'
import { FLOW_ITEMS, type FlowItem, TAGS } from './tags.ts'
import { type Period, PERIODS, synonyms, yearValues, type YearValues } from './year-values.ts'

/** Everything that flows are read from. */
export interface FlowSource {
  table: FactTable
  years: readonly FiscalYear[]
  splits: readonly InferredSplit[]
}

/** Reads the flows of a fiscal year: the year's and its quarters', those that have a line. */
export type FlowReader = (year: FiscalYear, basis: Basis) => FlowPeriod[]

/** A reader of flows that sorts the facts of a tag once. */
export function flowReader(source: FlowSource): FlowReader {
  const { table, years, splits } = source
  const sorted = new Map<string, ReadonlyMap<FiscalYear, YearSpans>>()
  const spansOf = (name: FlowItem, tag: string, unit: string): ReadonlyMap<FiscalYear, YearSpans> => {
    const key = `${tag} ${unit}`
    let spans = sorted.get(key)
    if (spans === undefined) {
      const facts = factsOf(table, tag, unit).map((fact) => normalised(fact, name, splits))
      sorted.set(key, (spans = spansByYear(facts, years)))
    }
    return spans
  }
  return (year, { taxonomy, currency }) => {
    const spansIn = (each: FiscalYear | undefined, name: FlowItem): YearSpans[] =>
      TAGS[taxonomy].flows[name].flatMap((tag) => {
        const unit = name === 'epsDiluted' ? `${currency}/shares` : currency
        return (each && spansOf(name, `${taxonomy}:${tag}`, unit).get(each)) ?? []
      })
    // Some lines that tell a bank or an insurer stand in annual filings only: the year before speaks for the present.
    const isFinancial = [year, years[years.indexOf(year) - 1]].some(
      (each) => spansIn(each, 'insuranceOrBanking').length > 0,
    )
    const items = new Map(FLOW_ITEMS.map((name) => [name, itemValues(name, spansIn(year, name))]))
    return flowsOf(year, currency, { items, isFinancial })
  }
}

/** Earnings per share on today's split basis; capital expenditure as an outflow, whatever the filer's sign. */
function normalised(fact: Fact, name: FlowItem, splits: readonly InferredSplit[]): Fact {
  if (name === 'capex') return { ...fact, value: -Math.abs(fact.value) }
  if (name === 'epsDiluted') return { ...fact, value: fact.value / sharesSince(splits, fact.filed) }
  return fact
}

interface YearItems {
  items: ReadonlyMap<FlowItem, YearValues>
  isFinancial: boolean
}

function flowsOf(
  { label, ends }: FiscalYear,
  currency: string,
  { items, isFinancial }: YearItems,
): FlowPeriod[] {
  const value = (name: FlowItem, period: Period): number | null => items.get(name)?.[period]?.value ?? null
  // Amortisation told for some periods only would make the others look lower.
  const isAmortized = PERIODS.every(
    (period) => value('depreciation', period) === null || value('amortization', period) !== null,
  )
  return PERIODS.flatMap((period) => {
    const before = ends[period === 0 ? 0 : period - 1]
    const end = ends[period === 0 ? 4 : period]
    if (before === null || before === undefined || end === null || end === undefined) return []
    const lines = flowLines(
      (name) => (name === 'amortization' && !isAmortized ? null : value(name, period)),
      isFinancial,
    )
    if (Object.values(lines).every((line) => line === null)) return []
    const fiscalQuarter = period === 0 ? null : period
    return [{ fiscalYear: label, fiscalQuarter, start: before + 1, end, currency, ...lines }]
  })
}

/** True when a tag's value for a period is to be taken before the one found in a tag of higher preference. */
type Choice = (value: Reported, best: Reported) => boolean

/**
 * Revenue's tags are names for one thing that filers change between: the value filed last counts, so that a restatement
 * under a new name replaces the value under the old one. Notes use the tags of depreciation for parts of it: the largest
 * is the total.
 */
const CHOICES: Readonly<Partial<Record<FlowItem, Choice>>> = {
  revenue: (value, best) => value.filed > best.filed,
  depreciationAmortization: (value, best) => value.value > best.value,
}

/** The values of an item over a year, for each period those of the preferred tag that has one. */
function itemValues(name: FlowItem, tags: readonly YearSpans[]): YearValues {
  const derivation = { perShare: name === 'epsDiluted' }
  const values = tags.map((spans) => yearValues(spans, derivation))
  const chosen = PERIODS.map((period) => choose(values, period, CHOICES[name]))
  if (name !== 'revenue') return chosen
  // A filer that changes names during a year leaves quarters that are the rest between two of them.
  const mixed = yearValues(synonyms(tags), derivation)
  return chosen.map((value, period) => value ?? mixed[period] ?? null)
}

function choose(
  tags: readonly YearValues[],
  period: Period,
  isBetter: Choice = () => false,
): Reported | null {
  let best: Reported | null = null
  for (const values of tags) {
    const value = values[period] ?? null
    if (value !== null && (best === null || isBetter(value, best))) best = value
  }
  return best
}
