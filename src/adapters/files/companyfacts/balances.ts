import type { Day } from '../../../kernel/time.ts'
import type { BalancePoint } from '../../../ports/fundamentals.ts'
import type { Basis } from './basis.ts'
import { totalDebt } from './debt.ts'
import { type Fact, factsOf, type FactTable } from './facts.ts'
import { DATE_SLACK_DAYS } from './fiscal-quarters.ts'
import { byFiling, historyOf } from './reported.ts'
import { add, subtract } from './statement-lines.ts'
import { type BalanceItem, type DebtItem, TAGS } from './tags.ts'

type BalanceLines = Omit<BalancePoint, 'fiscalYear' | 'fiscalQuarter' | 'end' | 'currency'>
/** The facts of a tag about one day. */
type FactsOnDay = (tag: string) => readonly Fact[]

/** The balance sheet at the end of a quarter; null when the filings tell nothing of that day. */
export function balanceAt(table: FactTable, { taxonomy, currency }: Basis, end: Day): BalanceLines | null {
  const { balances, debt } = TAGS[taxonomy]
  const near = (tag: string): readonly Fact[] =>
    factsOf(table, `${taxonomy}:${tag}`, currency).filter(
      (fact) => fact.start === null && Math.abs(fact.end - end) <= DATE_SLACK_DAYS,
    )
  const day = balanceDay(Object.values(balances).flat().flatMap(near), end)
  if (day === null) return null
  const onDay: FactsOnDay = (tag) => near(tag).filter((fact) => fact.end === day)
  return { ...balanceLines(balances, onDay), totalDebt: debtOf(debt, onDay) }
}

/** The day that balance sheets give for a quarter's end: that day, else the one within a week that most facts have. */
function balanceDay(facts: readonly Fact[], end: Day): Day | null {
  if (facts.some((fact) => fact.end === end)) return end
  const days = [...Map.groupBy(facts, (fact) => fact.end)].toSorted((a, b) => b[1].length - a[1].length)
  return days[0]?.[0] ?? null
}

function balanceLines(
  tags: Readonly<Record<BalanceItem, readonly string[]>>,
  onDay: FactsOnDay,
): Omit<BalanceLines, 'totalDebt'> {
  const item = (name: BalanceItem): number | null => {
    for (const tag of tags[name]) {
      const reported = historyOf(onDay(tag))
      if (reported !== null) return reported.value
    }
    return null
  }
  const totalAssets = item('totalAssets')
  const equity = item('equity')
  const minorities = item('minorities') ?? 0
  const equityWithMinorities = item('equityWithMinorities') ?? add(equity, minorities)
  const allEquity = add(equityWithMinorities, item('temporaryEquity') ?? 0)
  return {
    totalAssets,
    totalLiabilities:
      item('totalLiabilities') ?? subtract(totalAssets ?? item('liabilitiesAndEquity'), allEquity),
    totalEquity: equity ?? subtract(equityWithMinorities, minorities),
    cashAndEquivalents: item('cash'),
  }
}

/**
 * Debt is read from one filing, the one that reports most of it, of equals the newest: filings word the same borrowing
 * differently, and parts of two of them would count it twice.
 */
function debtOf(tags: Readonly<Record<DebtItem, readonly string[]>>, onDay: FactsOnDay): number | null {
  const filings = new Map<string, { last: Fact; values: Map<string, number> }>()
  for (const tag of Object.values(tags).flat()) {
    for (const fact of onDay(tag)) {
      const filing = filings.get(fact.accession) ?? { last: fact, values: new Map<string, number>() }
      filings.set(fact.accession, filing)
      filing.values.set(tag, fact.value)
    }
  }
  const [fullest] = [...filings.values()].toSorted(
    (a, b) => b.values.size - a.values.size || byFiling(b.last, a.last),
  )
  if (fullest === undefined) return null
  return totalDebt((name) => {
    const tag = tags[name].find((each) => fullest.values.has(each))
    return tag === undefined ? null : (fullest.values.get(tag) ?? null)
  })
}
