import type { Finding, SourceRecord } from '../answering/answer.ts'

/** A record with what code has found in it. */
export interface Fact {
  record: SourceRecord
  /** Sentences that this record alone supports. */
  sentences: readonly string[]
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
