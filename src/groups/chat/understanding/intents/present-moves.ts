import { oneOf } from '../../../../kernel/patterns.ts'
import { askedMetrics } from './asked-metrics.ts'
import { CRASHED, SOARED } from './move-words.ts'

const NOW = '(?:now|right now|currently|at the moment|again)'
const MOVING = oneOf`
  (?:going |trending |moving |heading )?(?:up|down|higher|lower)(?: (?:or|and) (?:up|down|higher|lower))?
  (?:rising|falling|dropping|declining|gaining|losing)(?: or (?:rising|falling))?
  (?=[a-z]+ing\b)(?:${SOARED}|${CRASHED})
  in the (?:red|green)
`
const PRESENT = new RegExp(`^\\W*(?:is|are) [^?!.]{1,80}?\\b${MOVING}(?: ${NOW})?\\W*$`, 'i')
/** A holding "is up" since its purchase. */
const OWN = /\b(?:my|our|i|we)\b/i
const MOST_LETTERS = 120

/** Whether a question without a time asks for the direction of a price, answered for the day: `is Tesla up?`, `are bonds falling`. */
export function movesNow(question: string): boolean {
  if (question.length > MOST_LETTERS || !PRESENT.test(question) || OWN.test(question)) return false
  const { metrics } = askedMetrics(question)
  return metrics.every((metric) => metric === 'performance')
}
