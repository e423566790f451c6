import type { Direction } from '../understanding/intents/causes.ts'
import type { Fact } from './facts.ts'
import { contradiction } from './prices/price-facts.ts'

/** Facts with the sentence that the one change of which they tell did not go the way that it is said to have gone: `why did its revenue fall?` */
export function contradicted(facts: readonly Fact[], direction: Direction | null): readonly Fact[] {
  const [only, ...others] = facts.flatMap(({ measures = [] }) => measures.filter(({ isChange }) => isChange))
  const said = only === undefined || others.length > 0 ? [] : contradiction(only.value, direction)
  if (said.length === 0) return facts
  return facts.map((fact) => {
    if (!fact.measures?.some((each) => each === only)) return fact
    const sentences = [...fact.sentences, ...said]
    return { ...fact, sentences, record: { ...fact.record, text: sentences.join(' ') } }
  })
}
