import type { InstrumentSummary } from '../../../../ports/instruments.ts'

/** The instruments that a thread has mentioned. */
interface Mentioned {
  instruments: readonly InstrumentSummary[]
  /** Mentioned before those. */
  others: readonly InstrumentSummary[]
  /** Listed by an answer. */
  listed: readonly InstrumentSummary[]
}

const ONE = '(?:one|company|stock|share|coin|fund|of (?:them|these|those))'
/** Predicates after `the second`. */
const DOES =
  '(?:fall|fell|drop(?:ped)?|rise|rose|gain(?:ed)?|lose|lost|go|up|down|do|doing|jump(?:ed)?|climb(?:ed)?|move[ds]?|pays?|makes?|made|has|have|worth|trad(?:es?|ing)|hold)'
export const COUNTED = ['first|1st', 'second|2nd', 'third|3rd', 'fourth|4th', 'fifth|5th']
const ORDINAL = `(?:the )?(?:${COUNTED.join('|')}|last)`
const NUMBERS = ['two|2', 'three|3', 'four|4', 'five|5']
/** `the first two`, and not the first two quarters. */
const SEVERAL = `(?: ${ONE}\\b|(?=\\W*$| (?:by|and|with|vs\\.?|${DOES})\\b))`
type Pick = (all: readonly InstrumentSummary[]) => readonly (InstrumentSummary | undefined)[]

const ORDINALS: ReadonlyArray<readonly [RegExp, Pick]> = [
  [/\bthe former\b/i, (all) => [all.at(-2)]],
  [/\bthe latter\b/i, (all) => [all.at(-1)]],
  [/\bthe first of the two\b/i, (all) => [all[0]]],
  [/\bthe second of the two\b/i, (all) => [all[1]]],
  ...NUMBERS.map((words, at): [RegExp, Pick] => [
    new RegExp(`\\bthe (?:first|top) (?:${words})${SEVERAL}`, 'i'),
    (all) => all.slice(0, at + 2),
  ]),
  ...COUNTED.map((words, at): [RegExp, Pick] => [
    new RegExp(
      `\\bthe (?:${words})(?: ${ONE}\\b|(?=\\W*$| by\\b| ${DOES}\\b|,? (?:and|or|vs\\.?|versus|with|to) ${ORDINAL}\\b))`,
      'i',
    ),
    (all) => [all[at]],
  ]),
  [/\bthe last (?:one|company|of (?:them|these|those))\b/i, (all) => [all.at(-1)]],
  [/\bthe other (?:one|company|stock)\b/i, (all) => [all.at(-2)]],
]

/** Whether a message picks mentioned instruments by their position. */
export const picksByOrder = (text: string): boolean => ORDINALS.some(([words]) => words.test(text))

/**
 * The mentioned instruments that a message picks, in their order: `the former`, `the first and the second`; empty when the position does
 * not exist, null when it picks none.
 */
export function chosenOf(text: string, mentioned: Mentioned): readonly InstrumentSummary[] | null {
  const picks = ORDINALS.filter(([words]) => words.test(text))
  if (picks.length === 0) return null
  const all = orderOf(mentioned)
  return [...new Set(picks.flatMap(([, pick]) => pick(all)))].filter((each) => each !== undefined)
}

const orderOf = ({ listed, others, instruments }: Mentioned): readonly InstrumentSummary[] =>
  listed.length > 1 ? listed : [...others, ...instruments]
