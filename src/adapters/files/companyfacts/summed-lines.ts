import { type Fact, factsOf, type FactTable } from './facts.ts'
import { addUp, isSumOf } from './reconcile.ts'
import { type LineTags, TAGS } from './tags.ts'
import type { Basis } from './basis.ts'

/** The lines of one filing about one period, by tag. */
type FilingLines = ReadonlyMap<string, Fact>
/** The sum of a filing's lines; null when it reports none of them. */
type SumOfLines = (lines: FilingLines, tags: LineTags) => number | null

/** Capital expenditure as one series: each filing's own sum of what it lists, for each period that it reports. */
export function capexFacts(table: FactTable, basis: Basis): Fact[] {
  return summed(table, basis, { tags: TAGS[basis.taxonomy].capex, sum: capexOf })
}

/** The revenue of filings that report its parts and no total. */
export function revenueFacts(table: FactTable, basis: Basis): Fact[] {
  return summed(table, basis, { tags: TAGS[basis.taxonomy].revenue, sum: revenueOf })
}

function summed(
  table: FactTable,
  { taxonomy, currency }: Basis,
  { tags, sum }: { tags: LineTags; sum: SumOfLines },
): Fact[] {
  const filings = new Map<string, Map<string, Fact>>()
  for (const tag of [...tags.totals, ...tags.lines, ...tags.besides]) {
    for (const fact of factsOf(table, `${taxonomy}:${tag}`, currency)) {
      if (fact.start === null) continue
      const key = `${fact.accession} ${fact.filed} ${fact.start} ${fact.end}`
      const lines = filings.get(key) ?? new Map<string, Fact>()
      filings.set(key, lines.set(tag, fact))
    }
  }
  return [...filings.values()].flatMap((lines) => {
    const value = sum(lines, tags)
    const [fact] = lines.values()
    return value === null || fact === undefined ? [] : [{ ...fact, value, lines: [...lines.values()] }]
  })
}

/**
 * Distinct lines add up, and a total that they add up to counts once. What is usually something else stands for the line
 * only where nothing better does; a zero hides none of them.
 */
function capexOf(filing: FilingLines, { totals, lines, besides }: LineTags): number | null {
  const outflows = (tags: readonly string[]): number[] =>
    valuesOf(filing, tags).map((value) => -Math.abs(value))
  const [listed, stated] = [outflows(lines), outflows(totals)]
  // A net figure below zero is what came in.
  const others = outflows(
    besides.filter((tag) => !tag.includes('Proceeds') || (filing.get(tag)?.value ?? 0) > 0),
  )
  const total = stated.find((value) => value !== 0)
  if (total !== undefined && isSumOf(total, [...listed, ...others]).length > 0) return total
  const sum = addUp([...listed, ...stated.filter((value) => isAboveAll(value, listed))])
  if (sum !== null && sum !== 0) return sum
  return others.find((value) => value !== 0) ?? sum ?? others[0] ?? null
}

/** Productive assets hold all others by definition: what is less than one of these is something else. */
function isAboveAll(value: number, listed: readonly number[]): boolean {
  return listed.every((line) => Math.abs(line) < Math.abs(value))
}

/** Parts add up where no total is reported; an item in addition to a line of sales is not the revenue by itself. */
function revenueOf(filing: FilingLines, { totals, lines, besides }: LineTags): number | null {
  if (valuesOf(filing, totals).length > 0) return null
  const main = valuesOf(filing, lines)
  return main.length === 0 ? null : addUp([...main, ...valuesOf(filing, besides)])
}

function valuesOf(filing: FilingLines, tags: readonly string[]): number[] {
  return tags.map((tag) => filing.get(tag)?.value).filter((value) => value !== undefined)
}
