import type { Direction } from '../understanding/intents/causes.ts'
import { calledInside } from '../understanding/intents/metrics.ts'
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

/** Facts of which the only one with a change tells that, where it is so: `why did its revenue fall?` */
export function contradicted(facts: readonly Fact[], direction: Direction | null): readonly Fact[] {
  return withSaid(
    facts,
    ({ isChange }) => isChange,
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
  const said = only === undefined || others.length > 0 ? [] : say(only)
  if (said.length === 0) return facts
  return facts.map((fact) =>
    fact.measures?.some((each) => each === only) === true
      ? withSentences(fact, [...fact.sentences, ...said])
      : fact,
  )
}
