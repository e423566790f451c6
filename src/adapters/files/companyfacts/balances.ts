import type { Day } from '../../../kernel/time.ts'
import type { FactLines } from '../../../ports/fundamentals.ts'
import type { Basis } from './basis.ts'
import { type DebtLines, longTermDebt, totalDebt } from './debt.ts'
import { type Fact, factsOf, type FactTable } from './facts.ts'
import { DATE_SLACK_DAYS } from './fiscal-quarters.ts'
import { ANNUAL_FORM } from './fiscal-years.ts'
import { byFiling, historyOf, isRounding, type Reported } from './reported.ts'
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

/** What the balance sheet of a day is made of. */
export interface BalanceItems {
  item: (name: BalanceItem) => Reported | null
  /** The filing that debt is read from, with what it reports of it; null when none does. */
  debt: (DebtLines & { facts: ReadonlyMap<DebtItem, readonly Fact[]> }) | null
}

/** The balance sheet at the end of a quarter; null when the filings report nothing for that day. */
export function balanceAt(table: FactTable, basis: Basis, end: Day): BalanceLines | null {
  const items = balanceItems(table, basis, end)
  if (items === null) return null
  const { debt } = items
  const line = (name: keyof typeof BALANCE_FORMULAS): number | null =>
    BALANCE_FORMULAS[name]((item) => items.item(item)?.value ?? null)
  return {
    totalAssets: line('totalAssets'),
    totalLiabilities: line('totalLiabilities'),
    totalEquity: line('totalEquity'),
    cashAndEquivalents: line('cashAndEquivalents'),
    currentAssets: line('currentAssets'),
    currentLiabilities: line('currentLiabilities'),
    retainedEarnings: line('retainedEarnings'),
    totalDebt: debt === null ? null : totalDebt(debt),
    longTermDebt: debt === null ? null : longTermDebt(debt),
  }
}

/** The items of the balance sheet at the end of a quarter; null when the filings report nothing for that day. */
export function balanceItems(table: FactTable, { taxonomy, currency }: Basis, end: Day): BalanceItems | null {
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
  const item = (name: BalanceItem): Reported | null => newestOf(name, balances[name], onDay)
  // Filers under IFRS began tagging when notes were tagged from the first year on.
  const notesSince = taxonomy === 'ifrs-full' ? -Infinity : (table.notesSince ?? Infinity)
  const liabilities = BALANCE_FORMULAS.totalLiabilities((name) => item(name)?.value ?? null)
  const room = subtract(liabilities, item('currentLiabilities')?.value ?? 0)
  const totals = [...balances.liabilitiesAndEquity, ...balances.currentLiabilities]
  return { item, debt: debtLinesOf(debt, onDay, { notesSince, room, totals }) }
}

/** The day that balance sheets give for a quarter's end: that day, else the one within a week that most facts have. */
function balanceDay(facts: readonly Fact[], end: Day): Day | null {
  if (facts.some((fact) => fact.end === end)) return end
  const days = [...Map.groupBy(facts, (fact) => fact.end)].toSorted((a, b) => b[1].length - a[1].length)
  return days[0]?.[0] ?? null
}

/** Lines whose tags are names for one thing: what was filed last counts, under whichever name. */
const SYNONYMS: ReadonlySet<BalanceItem> = new Set<BalanceItem>(['equity', 'equityWithMinorities'])

function newestOf(name: BalanceItem, tags: readonly string[], onDay: FactsOnDay): Reported | null {
  const histories = tags.map((tag) => historyOf(onDay(tag))).filter((each) => each !== null)
  const newest = Math.max(...histories.map(({ filed }) => filed))
  const [first = null] = SYNONYMS.has(name) ? histories.filter(({ filed }) => filed === newest) : histories
  return first
}

/** The value of an item; null when no filing reports it. */
type Item = (name: BalanceItem) => number | null

/** How each line but debt is made of its items, preferred ones asked first; see docs/fundamentals.md for the formulas. */
export const BALANCE_FORMULAS = {
  totalAssets: (item: Item) => item('totalAssets'),
  totalLiabilities: (item: Item) =>
    item('totalLiabilities') ??
    subtract(
      item('totalAssets') ?? item('liabilitiesAndEquity'),
      add(equityWithMinorities(item), item('temporaryEquity') ?? 0),
    ),
  totalEquity: (item: Item) =>
    item('equity') ?? subtract(item('equityWithMinorities'), item('minorities') ?? 0),
  cashAndEquivalents: (item: Item) => item('cash'),
  currentAssets: (item: Item) => item('currentAssets'),
  currentLiabilities: (item: Item) => item('currentLiabilities'),
  retainedEarnings: (item: Item) => item('retainedEarnings'),
} as const satisfies Partial<Record<keyof BalanceLines, (item: Item) => number | null>>

function equityWithMinorities(item: Item): number | null {
  return item('equityWithMinorities') ?? add(item('equity'), item('minorities') ?? 0)
}

interface Filing {
  last: Fact
  facts: Map<string, Fact>
}

interface DebtContext {
  /** The first day on which notes are tagged. */
  notesSince: Day
  room: number | null
  /** Totals of the balance sheet, which show whether a later filing restated it. */
  totals: readonly string[]
}

/**
 * Debt is read from one filing: filings word the same borrowing differently, and parts of two of them would count it
 * twice. It is the annual report where there is one, else the filing that reports most, of equals the newest. Where notes
 * are tagged, the one that reports most.
 */
function debtLinesOf(
  tags: Readonly<Record<DebtItem, readonly string[]>>,
  onDay: FactsOnDay,
  { notesSince, room, totals }: DebtContext,
): BalanceItems['debt'] {
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
    (a, b) => isAnnual(b) - isAnnual(a) || b.facts.size - a.facts.size || byFiling(b.last, a.last),
  )
  if (best === undefined) return null
  const { last, facts } = best
  const reported = new Map(
    (Object.keys(tags) as DebtItem[]).map((item) => [
      item,
      tags[item].flatMap((tag) => facts.get(tag) ?? []),
    ]),
  )
  return {
    facts: reported,
    of: (item) => reported.get(item)?.map(({ value }) => value) ?? [],
    isFace: last.filed < notesSince,
    room,
  }
}

function filingsOf(tags: readonly string[], onDay: FactsOnDay): ReadonlyMap<string, Filing> {
  const filings = new Map<string, Filing>()
  for (const tag of tags) {
    for (const fact of onDay(tag)) {
      const filing = filings.get(fact.accession) ?? { last: fact, facts: new Map<string, Fact>() }
      filings.set(fact.accession, filing)
      filing.facts.set(tag, fact)
    }
  }
  return filings
}

/** True unless one of two filings restated a total of the other, more than by rounding it. */
function agree(a: Filing | undefined, b: Filing | undefined): boolean {
  return [...(a?.facts ?? [])].every(([tag, { value }]) => {
    const other = b?.facts.get(tag)?.value ?? value
    return isSame(value, other) || isRounding(value, other) || isRounding(other, value)
  })
}
