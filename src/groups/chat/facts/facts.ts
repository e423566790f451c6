import type { Day } from '../../../kernel/time.ts'
import { type Finding, MOST_RECORDS, type SourceRecord } from '../answer.ts'

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

/** An amount of money that a sentence says. */
export interface MoneySaid {
  /** Without an article, as its measure has it: `last price`. */
  what: string
  /** What it is one of. */
  of: string
  value: number
  /** ISO 4217, or the customary code of a hundredth. */
  currency: string
  /** At whose exchange rate it can be told in another currency. */
  day: Day
}

/** A record with what code has found in it. */
export interface Fact {
  record: SourceRecord
  /** Sentences that this record supports, for some of them together with what is named in `also`. */
  sentences: readonly string[]
  /** Records that show what else a sentence is computed from. */
  also?: ReadonlyArray<{ sentence: string; record: SourceRecord }>
  /** Whether it says that nothing is stored: what else speaks of it answers first. */
  isNone?: true
  /** Numbers that it can be compared by. */
  measures?: readonly Measure[]
  /** Money among them that can be told in other currencies. */
  amounts?: readonly MoneySaid[]
}

/** The same fact with other sentences, which its record says as well. */
export const withSentences = (fact: Fact, sentences: readonly string[]): Fact => ({
  ...fact,
  sentences,
  record: { ...fact.record, text: sentences.join(' ') },
})

/**
 * Facts as evidence: their records in their order, behind them what some sentences need besides, as far as there is room; and
 * their sentences with the positions of these from `first` on.
 */
export function asEvidence(
  facts: readonly Fact[],
  first = 0,
): { records: SourceRecord[]; findings: Finding[] } {
  const own = facts.map(({ record }) => record)
  const needed = new Map(facts.flatMap(({ also = [] }) => also.map(({ record }) => [record.docId, record])))
  for (const { docId } of own) needed.delete(docId)
  const others = [...needed.values()].slice(0, Math.max(0, MOST_RECORDS - facts.length))
  const records = [...own, ...others]
  const placeOf = new Map(records.map(({ docId }, at) => [docId, first + at]))
  return {
    records,
    findings: facts.flatMap(({ sentences, also = [] }, at) =>
      sentences.map((text) => {
        const besides = also.flatMap(({ sentence, record }) =>
          sentence === text ? (placeOf.get(record.docId) ?? []) : [],
        )
        return { text, sources: [first + at, ...besides], ...(besides.length > 0 ? { needed: 1 } : {}) }
      }),
    ),
  }
}

/** From both ends of their first numbers by turns, each kind of number by itself and one of each kind after the other: of many not all have room. Those without a number come last. */
export function endsFirst(facts: readonly Fact[]): Fact[] {
  const kindOf = ({ measures = [] }: Fact): string => measures[0]?.what ?? ''
  const kinds = Map.groupBy(facts, kindOf)
  const unmeasured = kinds.get('') ?? []
  kinds.delete('')
  const sorted = [...kinds.values()].map(fromBothEnds)
  const most = Math.max(0, ...sorted.map(({ length }) => length))
  const measured = Array.from({ length: most }, (_, at) => sorted.flatMap((kind) => kind[at] ?? []))
  return [...measured.flat(), ...unmeasured]
}

/** The highest, the lowest, the second highest, and so on. */
function fromBothEnds(facts: readonly Fact[]): Fact[] {
  const valueOf = ({ measures = [] }: Fact): number => measures[0]?.value ?? 0
  const sorted = facts.toSorted((one, other) => valueOf(other) - valueOf(one))
  return sorted.flatMap((_, at) => sorted.at(at % 2 === 0 ? at / 2 : -(at + 1) / 2) ?? [])
}
