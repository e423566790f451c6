import type { Direction } from '../understanding/intents/causes.ts'
import { calledInside, type StatementMetric } from '../understanding/intents/metrics.ts'
import { type Fact, type Measure, withSentences } from './facts.ts'

const NOT_FALLEN = 'So it did not fall.'
const NOT_RISEN = 'So it did not rise.'
const PROFIT = 'So it made a profit, and no loss.'
const LOSS = 'So it made a loss.'

/** A sentence that something did not move in the direction the question assumes; a move that rounds to 0.0 % has no direction. */
export function contradiction(moved: number, direction: Direction | null): string[] {
  if (direction === 'down' && moved >= 0.0005) return [NOT_FALLEN]
  return direction === 'up' && moved <= -0.0005 ? [NOT_RISEN] : []
}

/** Whether a fact contains such a sentence. */
export const contradicts = ({ sentences }: Pick<Fact, 'sentences'>): boolean =>
  sentences.includes(NOT_FALLEN) || sentences.includes(NOT_RISEN)

/**
 * Adds such a sentence to the only fact with a change, where the question is wrong about it: `why did its revenue fall?`
 * @param lines The statement lines that the question assumes to have moved, when others are answered as well.
 */
export function contradicted(
  facts: readonly Fact[],
  direction: Direction | null,
  lines: readonly StatementMetric[] = [],
): readonly Fact[] {
  const meant = lines.map((line) => `growth of ${calledInside(line)}`)
  return withSaid(
    facts,
    ({ isChange, what }) => isChange && (meant.length === 0 || meant.includes(what)),
    ({ value }) => contradiction(value, direction),
  )
}

/** Adds whether the net income is a profit or a loss, if only one fact has one: `did it lose money?` */
export function lossOrProfit(facts: readonly Fact[]): readonly Fact[] {
  return withSaid(
    facts,
    ({ what, isChange }) => !isChange && what === calledInside('netIncome'),
    ({ value }) => (value > 0 ? [PROFIT] : value < 0 ? [LOSS] : []),
  )
}

/** Adds a sentence about one measure, if exactly one fact has it. */
function withSaid(
  facts: readonly Fact[],
  isMeant: (measure: Measure) => boolean,
  say: (measure: Measure) => readonly string[],
): readonly Fact[] {
  const [only, ...others] = facts.flatMap(({ measures = [] }) => measures.filter(isMeant))
  if (only === undefined || others.length > 0) return facts
  const said = say(only)
  if (said.length === 0) return facts
  return facts.map((fact) =>
    fact.measures?.some((each) => each === only) === true
      ? withSentences(fact, placedAfter(fact.sentences, only, said))
      : fact,
  )
}

/** Places it right after the change it is about, otherwise at the end. */
function placedAfter(
  sentences: readonly string[],
  { isChange, said }: Measure,
  more: readonly string[],
): readonly string[] {
  const at = isChange
    ? sentences.findIndex((each) => each.startsWith('Against ') && each.includes(` ${said}`))
    : -1
  return at === -1 ? [...sentences, ...more] : sentences.toSpliced(at + 1, 0, ...more)
}
