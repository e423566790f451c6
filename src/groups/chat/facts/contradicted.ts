import type { Direction } from '../understanding/intents/causes.ts'
import { type Fact, withSentences } from './facts.ts'

const NOT_FALLEN = 'So it did not fall.'
const NOT_RISEN = 'So it did not rise.'

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
  const [only, ...others] = facts.flatMap(({ measures = [] }) => measures.filter(({ isChange }) => isChange))
  const said = only === undefined || others.length > 0 ? [] : contradiction(only.value, direction)
  if (said.length === 0) return facts
  return facts.map((fact) =>
    fact.measures?.some((each) => each === only) === true
      ? withSentences(fact, [...fact.sentences, ...said])
      : fact,
  )
}
