import type { Day } from '../../../kernel/time.ts'
import { type Finding, MOST_RECORDS, type SourceRecord } from '../answer.ts'

/** A number of a record that can be compared with the same number of another. */
export interface Measure {
  /** What it measures, without an article: `P/E`. */
  what: string
  /** Whose it is: `Apple Inc. (AAPL)`. */
  of: string
  /** Its period or day; equal strings may be compared without mentioning it. */
  when: string
  value: number
  /** Whether it is a change and not a level. */
  isChange: boolean
  /** Only equal units are compared: a currency, or empty for a ratio. */
  unit: string
  /** As written in its sentence. */
  said: string
}

/** An amount of money in a sentence. */
export interface MoneySaid {
  /** What it is, without an article, as in its measure: `last price`. */
  what: string
  /** Whose it is. */
  of: string
  value: number
  /** ISO 4217, or the customary code of a hundredth. */
  currency: string
  /** The day of the exchange rate used to convert it. */
  day: Day
}

/** A record with the sentences that code computed from it. */
export interface Fact {
  record: SourceRecord
  /** Sentences that this record supports, some of them together with the records in `also`. */
  sentences: readonly string[]
  /** Further records from which a sentence is computed. */
  also?: ReadonlyArray<{ sentence: string; record: SourceRecord }>
  /** Set when it states that nothing is stored: other findings on the same come first. */
  isNone?: true
  /** Numbers by which it can be compared. */
  measures?: readonly Measure[]
  /** Amounts that can be converted to other currencies. */
  amounts?: readonly MoneySaid[]
}

/** The same fact with other sentences, which become the text of its record. */
export const withSentences = (fact: Fact, sentences: readonly string[]): Fact => ({
  ...fact,
  sentences,
  record: { ...fact.record, text: sentences.join(' ') },
})

/**
 * Facts as evidence: their records in order, followed by records that some sentences also need, as far as there is room; and their
 * sentences with the positions of their records, counted from `first`.
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
        const further = also.flatMap(({ sentence, record }) =>
          sentence === text ? (placeOf.get(record.docId) ?? []) : [],
        )
        return { text, sources: [first + at, ...further], ...(further.length > 0 ? { needed: 1 } : {}) }
      }),
    ),
  }
}

/**
 * Orders facts by their first number from both ends, each kind of number by itself and the kinds taking turns, since of many not all have
 * room. Facts without a number come last.
 */
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

/** Highest, lowest, second highest, and so on. */
function fromBothEnds(facts: readonly Fact[]): Fact[] {
  const valueOf = ({ measures = [] }: Fact): number => measures[0]?.value ?? 0
  const sorted = facts.toSorted((one, other) => valueOf(other) - valueOf(one))
  return sorted.flatMap((_, at) => sorted.at(at % 2 === 0 ? at / 2 : -(at + 1) / 2) ?? [])
}
