import type { Day } from '../../../kernel/time.ts'
import type { FactVersion, PeriodFacts } from '../../../ports/fundamentals.ts'
import type { Fact, FactTable } from './facts.ts'
import { readStatements } from './statements.ts'

/** A hundred years of quarterly reports; every day costs a reading of all facts before it. */
const MAX_FILING_DAYS = 400

/** What the facts were on a day: those of the filings that were public by its end. SEC's filing dates are New York's. */
export function publicOn(table: FactTable, day: Day): FactTable {
  const tags = new Map<string, ReadonlyMap<string, readonly Fact[]>>()
  for (const [tag, units] of table.tags) {
    const known = [...units].flatMap(([unit, facts]) => {
      const until = facts.filter(({ filed }) => filed <= day)
      return until.length === 0 ? [] : [[unit, until] as const]
    })
    if (known.length > 0) tags.set(tag, new Map(known))
  }
  const { notesSince } = table
  return { ...table, tags, notesSince: notesSince !== null && notesSince <= day ? notesSince : null }
}

/**
 * Every state of every period: the result of the filings that were public on a day, from the first such day on and from
 * each later one that changed it. Beyond {@link MAX_FILING_DAYS} days only the newest are distinguished.
 */
export function factVersions(table: FactTable): FactVersion[] {
  const versions: FactVersion[] = []
  let before = new Map<string, PeriodFacts>()
  for (const filed of filingDays(table).slice(-MAX_FILING_DAYS)) {
    const now = new Map(readStatements(publicOn(table, filed)).periods.map((each) => [keyOf(each), each]))
    for (const [key, facts] of now) {
      const old = before.get(key)
      if (old === undefined || !isEqual(old, facts)) versions.push({ ...facts, filed, withdrawn: false })
    }
    for (const [key, facts] of before) {
      if (!now.has(key)) versions.push({ ...facts, filed, withdrawn: true })
    }
    before = now
  }
  return versions
}

/** The days on which one of the facts became public, oldest first. */
function filingDays(table: FactTable): Day[] {
  const days = new Set<Day>()
  for (const units of table.tags.values()) {
    for (const facts of units.values()) for (const { filed } of facts) days.add(filed)
  }
  return [...days].toSorted((a, b) => a - b)
}

/** A period is the same as long as it ends on the same day and is as long. */
function keyOf({ fiscalQuarter, end }: PeriodFacts): string {
  return `${end} ${fiscalQuarter ?? ''}`
}

function isEqual(a: PeriodFacts, b: PeriodFacts): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
