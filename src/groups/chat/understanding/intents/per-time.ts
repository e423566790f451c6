import { oneOf, wholeWords } from '../../../../kernel/patterns.ts'

/** A length of time to which amounts of a whole period are converted. */
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

/** The length of time a question names, with its position; null for none. */
export function perIn(question: string): { at: number; end: number; per: TimeUnit } | null {
  const match = PER.exec(question.slice(0, LONGEST))
  const { per, adverb } = match?.groups ?? {}
  const unit = adverb === undefined ? per : ADVERBS[adverb.toLowerCase()]
  return match === null || unit === undefined
    ? null
    : { at: match.index, end: match.index + match[0].length, per: unit.toLowerCase() as TimeUnit }
}

/** The length of time for which a question wants amounts of longer periods: `how much does it earn per day?`; null for none. */
export const askedPer = (question: string): TimeUnit | null => perIn(question)?.per ?? null
