import type { InstrumentSummary } from '../../../../ports/instruments.ts'

/** The instruments that a thread spoke of. */
interface Spoken {
  instruments: readonly InstrumentSummary[]
  /** Before them. */
  others: readonly InstrumentSummary[]
  /** What an answer listed. */
  listed: readonly InstrumentSummary[]
}

const ONE = '(?:one|company|stock|share|coin|fund|of (?:them|these|those))'
/** What `the second` does or is. */
const DOES =
  '(?:fall|fell|drop(?:ped)?|rise|rose|gain(?:ed)?|lose|lost|go|up|down|do|doing|jump(?:ed)?|climb(?:ed)?|move[ds]?|pays?|makes?|made|has|have|worth|trad(?:es?|ing)|hold)'
const COUNTED = ['first|1st', 'second|2nd', 'third|3rd', 'fourth|4th', 'fifth|5th']
const ORDINALS: ReadonlyArray<
  readonly [RegExp, (all: readonly InstrumentSummary[]) => InstrumentSummary | undefined]
> = [
  [/\bthe former\b/i, (all) => all.at(-2)],
  [/\bthe latter\b/i, (all) => all.at(-1)],
  [/\bthe first of the two\b/i, (all) => all[0]],
  [/\bthe second of the two\b/i, (all) => all[1]],
  ...COUNTED.map(
    (words, at) =>
      [
        new RegExp(`\\bthe (?:${words})(?: ${ONE}\\b|(?=\\W*$| ${DOES}\\b))`, 'i'),
        (all: readonly InstrumentSummary[]) => all[at],
      ] as const,
  ),
  [/\bthe last (?:one|company|of (?:them|these|those))\b/i, (all) => all.at(-1)],
  [/\bthe other (?:one|company|stock)\b/i, (all) => all.at(-2)],
]

/** Which of those that a thread spoke of a message picks: `the former`, `the second one`; null where it picks none. */
export function chosenOf(text: string, spoken: Spoken): InstrumentSummary | null | undefined {
  const [, pick] = ORDINALS.find(([words]) => words.test(text)) ?? []
  return pick === undefined ? null : pick(spokenOf(spoken))
}

const spokenOf = ({ listed, others, instruments }: Spoken): readonly InstrumentSummary[] =>
  listed.length > 1 ? listed : [...others, ...instruments]
