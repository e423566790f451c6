import type { Day } from '../../../kernel/time.ts'
import type { FactLines } from '../../../ports/fundamentals.ts'
import type { Basis } from './basis.ts'
import { type DebtLines, longTermDebt, totalDebt } from './debt.ts'
import { type Fact, factsOf, type FactTable } from './facts.ts'
import { DATE_SLACK_DAYS } from './fiscal-quarters.ts'
import { ANNUAL_FORM } from './fiscal-years.ts'
import { byFiling, historyOf, isRounding } from './reported.ts'
import { add, subtract } from './statement-lines.ts'
import type { DebtItem } from './debt-tags.ts'
import { isSame } from './reconcile.ts'
import { type BalanceItem, TAGS } from './tags.ts'

/** The lines of a balance sheet. */
export type BalanceLines = Pick<
  FactLines,
  | 'totalAssets'
  | 'totalLiabilities'
  | 'totalEquity'
  | 'cashAndEquivalents'
  | 'totalDebt'
  | 'currentAssets'
  | 'currentLiabilities'
  | 'longTermDebt'
  | 'retainedEarnings'
>
/** The facts of a tag about one day. */
type FactsOnDay = (tag: string) => readonly Fact[]

/** The balance sheet at the end of a quarter; null when the filings tell nothing of that day. */
export function balanceAt(table: FactTable, { taxonomy, currency }: Basis, end: Day): BalanceLines | null {
  const { balances, debt } = TAGS[taxonomy]
  const near = (tag: string): readonly Fact[] =>
    factsOf(table, `${taxonomy}:${tag}`, currency).filter(
      (fact) => fact.start === null && Math.abs(fact.end - end) <= DATE_SLACK_DAYS,
    )
  // These stand in other statements too, on days without a balance sheet.
  const { currentAssets: _, retainedEarnings: __, ...telling } = balances
  const day = balanceDay(Object.values(telling).flat().flatMap(near), end)
  if (day === null) return null
  const onDay: FactsOnDay = (tag) => near(tag).filter((fact) => fact.end === day)
  // Filers under IFRS came to tagging when notes were told from the first year on.
  const notesSince = taxonomy === 'ifrs-full' ? -Infinity : (table.notesSince ?? Infinity)
  const lines = balanceLines(balances, onDay)
  const room = subtract(lines.totalLiabilities, lines.currentLiabilities ?? 0)
  const totals = [...balances.liabilitiesAndEquity, ...balances.currentLiabilities]
  const told = debtLinesOf(debt, onDay, { notesSince, room, totals })
  return {
    ...lines,
    totalDebt: told === null ? null : totalDebt(told),
    longTermDebt: told === null ? null : longTermDebt(told),
  }
}

/** The day that balance sheets give for a quarter's end: that day, else the one within a week that most facts have. */
function balanceDay(facts: readonly Fact[], end: Day): Day | null {
  if (facts.some((fact) => fact.end === end)) return end
  const days = [...Map.groupBy(facts, (fact) => fact.end)].toSorted((a, b) => b[1].length - a[1].length)
  return days[0]?.[0] ?? null
}

/** Lines whose tags are names for one thing: what was filed last counts, under whichever name. */
const SYNONYMS: ReadonlySet<BalanceItem> = new Set<BalanceItem>(['equity', 'equityWithMinorities'])

function balanceLines(
  tags: Readonly<Record<BalanceItem, readonly string[]>>,
  onDay: FactsOnDay,
): Omit<BalanceLines, 'totalDebt' | 'longTermDebt'> {
  const item = (name: BalanceItem): number | null => {
    const told = tags[name].map((tag) => historyOf(onDay(tag))).filter((each) => each !== null)
    const newest = Math.max(...told.map(({ filed }) => filed))
    const [first = null] = SYNONYMS.has(name) ? told.filter(({ filed }) => filed === newest) : told
    return first?.value ?? null
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
    currentAssets: item('currentAssets'),
    currentLiabilities: item('currentLiabilities'),
    retainedEarnings: item('retainedEarnings'),
  }
}

interface Filing {
  last: Fact
  values: Map<string, number>
}

interface DebtContext {
  /** The first day on which notes are told in tags. */
  notesSince: Day
  room: number | null
  /** Totals of the balance sheet, which show whether a later filing restated it. */
  totals: readonly string[]
}

/**
 * Debt is read from one filing: filings word the same borrowing differently, and parts of two of them would count it
 * twice. It is the annual report where there is one, else the filing that reports most, of equals the newest. Where notes
 * are told, the one that reports most.
 */
function debtLinesOf(
  tags: Readonly<Record<DebtItem, readonly string[]>>,
  onDay: FactsOnDay,
  { notesSince, room, totals }: DebtContext,
): DebtLines | null {
  const filings = filingsOf(Object.values(tags).flat(), onDay)
  const states = filingsOf(totals, onDay)
  const newest = [...filings.values()].toSorted((a, b) => byFiling(b.last, a.last))[0]?.last
  if (newest === undefined) return null
  const isFace = newest.filed < notesSince
  const current = [...filings.values()].filter(
    ({ last }) => !isFace || agree(states.get(last.accession), states.get(newest.accession)),
  )
  const isAnnual = ({ last }: Filing): number => (isFace && ANNUAL_FORM.test(last.form) ? 1 : 0)
  const [best] = current.toSorted(
    (a, b) => isAnnual(b) - isAnnual(a) || b.values.size - a.values.size || byFiling(b.last, a.last),
  )
  if (best === undefined) return null
  const { last, values } = best
  return {
    of: (item) => tags[item].map((tag) => values.get(tag)).filter((value) => value !== undefined),
    isFace: last.filed < notesSince,
    room,
  }
}

function filingsOf(tags: readonly string[], onDay: FactsOnDay): ReadonlyMap<string, Filing> {
  const filings = new Map<string, Filing>()
  for (const tag of tags) {
    for (const fact of onDay(tag)) {
      const filing = filings.get(fact.accession) ?? { last: fact, values: new Map<string, number>() }
      filings.set(fact.accession, filing)
      filing.values.set(tag, fact.value)
    }
  }
  return filings
}

/** True unless one of two filings restated a total of the other, more than by rounding it. */
function agree(a: Filing | undefined, b: Filing | undefined): boolean {
  return [...(a?.values ?? [])].every(([tag, value]) => {
    const other = b?.values.get(tag) ?? value
    return isSame(value, other) || isRounding(value, other) || isRounding(other, value)
  })
}
