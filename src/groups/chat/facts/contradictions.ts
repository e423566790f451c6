import type { Direction } from '../understanding/intents/causes.ts'
import { calledInside, type StatementMetric } from '../understanding/intents/metrics.ts'
import { type Fact, type Measure, withSentences } from './facts.ts'

const NOT_FALLEN = 'So it did not fall.'
const NOT_RISEN = 'So it did not rise.'
const PROFIT = 'So it made a profit, and no loss.'
const LOSS = 'So it made a loss.'

/** That something did not go the way that it is said to have gone; a move of less than what is said as 0.0 % goes neither way. */
export function contradiction(moved: number, direction: Direction | null): string[] {
  if (direction === 'down' && moved >= 0.0005) return [NOT_FALLEN]
  return direction === 'up' && moved <= -0.0005 ? [NOT_RISEN] : []
}

/** Whether a fact tells that. */
export const contradicts = ({ sentences }: Pick<Fact, 'sentences'>): boolean =>
  sentences.includes(NOT_FALLEN) || sentences.includes(NOT_RISEN)

/**
 * Facts of which the only one with a change tells that, where it is so: `why did its revenue fall?`
 * @param lines Of which lines that was said, where others are told beside them.
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

/** Facts of which the only one with a net income says whether that is a profit or a loss: `did it lose money?` */
export function lossOrProfit(facts: readonly Fact[]): readonly Fact[] {
  return withSaid(
    facts,
    ({ what, isChange }) => !isChange && what === calledInside('netIncome'),
    ({ value }) => (value > 0 ? [PROFIT] : value < 0 ? [LOSS] : []),
  )
}

/** Facts with what is said of the measure that is meant, where there is one alone. */
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
      ? withSentences(fact, saidBehind(fact.sentences, only, said))
      : fact,
  )
}

/** Right behind the change that is meant, where one is told; else at the end. */
function saidBehind(
  sentences: readonly string[],
  { isChange, said }: Measure,
  more: readonly string[],
): readonly string[] {
  const at = isChange
    ? sentences.findIndex((each) => each.startsWith('Against ') && each.includes(` ${said}`))
    : -1
  return at === -1 ? [...sentences, ...more] : sentences.toSpliced(at + 1, 0, ...more)
}
