import type { Day } from '../../../kernel/time.ts'
import type { Fact, FactTable } from './facts.ts'
import { DATE_SLACK_DAYS } from './fiscal-quarters.ts'
import type { FiscalYear } from './fiscal-years.ts'
import { STATEMENT_TAXONOMIES, type StatementTaxonomy } from './tags.ts'

/** What a fiscal year is read in: one accounting standard, one currency. */
export interface Basis {
  taxonomy: StatementTaxonomy
  /** ISO 4217. */
  currency: string
}

const MONEY = /^([A-Z]{3})(\/shares)?$/

/** The facts of all amounts of money, those per share included, with the taxonomy and currency in which they are reported. */
export function moneyFacts(table: FactTable): { basis: Basis; facts: readonly Fact[] }[] {
  return [...table.tags].flatMap(([name, units]) => {
    const taxonomy = STATEMENT_TAXONOMIES.find((each) => name.startsWith(`${each}:`))
    if (taxonomy === undefined) return []
    return [...units].flatMap(([unit, facts]) => {
      const currency = MONEY.exec(unit)?.[1]
      return currency === undefined ? [] : [{ basis: { taxonomy, currency }, facts }]
    })
  })
}

/**
 * The basis of each year. The reporting currency is the one that covers most periods of the document: a translation
 * for convenience covers only some. A year without it (the company has changed its currency) is read in the next.
 * Of two accounting standards about the same year the one filed last counts.
 */
export function chooseBases(table: FactTable, years: readonly FiscalYear[]): ReadonlyMap<FiscalYear, Basis> {
  const money = moneyFacts(table)
  const currencies = byCoverage(money)
  const bases = new Map<FiscalYear, Basis>()
  for (const year of years) {
    const candidates = money.flatMap(({ basis, facts }) => {
      const filed = newestFiling(facts, year)
      return filed === null ? [] : [{ basis, filed }]
    })
    candidates.sort(
      (a, b) =>
        currencies.indexOf(a.basis.currency) - currencies.indexOf(b.basis.currency) || b.filed - a.filed,
    )
    const [best] = candidates
    if (best !== undefined) bases.set(year, best.basis)
  }
  return bases
}

/** The currencies, the one with most periods first. */
function byCoverage(money: readonly { basis: Basis; facts: readonly Fact[] }[]): string[] {
  const periods = new Map<string, number>()
  for (const { basis, facts } of money) {
    const covered = new Set(facts.map(({ start, end }) => `${start ?? ''}:${end}`)).size
    periods.set(basis.currency, (periods.get(basis.currency) ?? 0) + covered)
  }
  return [...periods].toSorted((a, b) => b[1] - a[1]).map(([currency]) => currency)
}

/** The newest filing of facts about a period inside the year; null when there is none. */
function newestFiling(facts: readonly Fact[], { ends }: FiscalYear): Day | null {
  const [before, ...quarters] = ends
  const last = quarters.findLast((end) => end !== null)
  if (last === undefined || last === null) return null
  let newest: Day | null = null
  for (const { start, end, filed } of facts) {
    if (start === null || start <= before - DATE_SLACK_DAYS || end > last + DATE_SLACK_DAYS) continue
    newest = Math.max(newest ?? filed, filed)
  }
  return newest
}
