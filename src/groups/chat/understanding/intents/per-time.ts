import { oneOf, wholeWords } from '../../../../kernel/patterns.ts'

/** A length of time for which a number of a whole period is told. */
export type TimeUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month'

const PER = wholeWords(
  oneOf`
    (?:per|an?|each|every) (?<per>second|minute|hour|day|week|month)(?! (?:ago|earlier|before|later|after|over)\b)
    (?<adverb>daily|hourly|weekly|monthly) (?=(?:(?:net|gross|operating|free) )?(?:revenues?|sales|profits?|income|earnings|cash flow|ebitda|capex)\b)
  `,
  'i',
)
const ADVERBS: Readonly<Record<string, TimeUnit>> = {
  daily: 'day',
  hourly: 'hour',
  weekly: 'week',
  monthly: 'month',
}
const LONGEST = 2_000

/** Where a question says that, and what it says; null where it does not. */
export function perIn(question: string): { at: number; end: number; per: TimeUnit } | null {
  const match = PER.exec(question.slice(0, LONGEST))
  const { per, adverb } = match?.groups ?? {}
  const unit = adverb === undefined ? per : ADVERBS[adverb.toLowerCase()]
  return match === null || unit === undefined
    ? null
    : { at: match.index, end: match.index + match[0].length, per: unit.toLowerCase() as TimeUnit }
}

/** For which length of time a question wants what was earned or spent in longer periods: `how much does it earn per day?`; null where it does not say. */
export const askedPer = (question: string): TimeUnit | null => perIn(question)?.per ?? null
