import type { Finding, SourceRecord } from '../answering/answer.ts'

/** A number of a record that can be set beside the same one of another. */
export interface Measure {
  /** Without an article: `P/E`. */
  what: string
  /** What it is one of: `Apple Inc. (AAPL)`. */
  of: string
  /** The period or the day that it is of; equal where two may be compared without saying it. */
  when: string
  value: number
  /** Whether it says how something has changed, and not what it is. */
  isChange: boolean
  /** Numbers of different units are not compared: a currency, or nothing for a ratio. */
  unit: string
  /** As its sentence says it. */
  said: string
}

/** A record with what code has found in it. */
export interface Fact {
  record: SourceRecord
  /** Sentences that this record alone supports. */
  sentences: readonly string[]
  /** Whether it says that nothing is stored: what else speaks of it answers first. */
  isNone?: true
  /** Numbers that it can be compared by. */
  measures?: readonly Measure[]
}

/** Facts as evidence: their records, and their sentences with the positions of these from `first` on. */
export function asEvidence(
  facts: readonly Fact[],
  first = 0,
): { records: SourceRecord[]; findings: Finding[] } {
  return {
    records: facts.map(({ record }) => record),
    findings: facts.flatMap(({ sentences }, at) =>
      sentences.map((text) => ({ text, sources: [first + at] })),
    ),
  }
}

/** Those with the highest and the lowest of their first numbers before all others, which descend: of many not all have room. Those without a number come last. */
export function endsFirst(facts: readonly Fact[]): Fact[] {
  const size = ({ measures = [] }: Fact): number | undefined => measures[0]?.value
  const measured = facts.filter((fact) => size(fact) !== undefined)
  const sorted = measured.toSorted((one, other) => (size(other) ?? 0) - (size(one) ?? 0))
  return [
    ...sorted.slice(0, 1),
    ...sorted.slice(1).slice(-1),
    ...sorted.slice(1, -1),
    ...facts.filter((fact) => size(fact) === undefined),
  ]
}
