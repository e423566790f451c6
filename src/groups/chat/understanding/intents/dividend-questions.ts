import { oneOf, wholeWords } from '../../../../kernel/patterns.ts'
import { ANY_CURRENCY } from '../entities/currency-words.ts'
import { type Money, onlySum, sumPlaced } from './investment-questions.ts'

const LONGEST = 2_000

/** The source of a pattern of what is ranked by its dividend yield: `my best dividend stock`. */
export const BY_DIVIDEND =
  '(?:best|highest|top|worst|lowest)[- ](?:dividend|yielding) (?:stocks?|shares?|holdings?|positions?)'

const SINCE = wholeWords(
  oneOf`
    (?:how long|since when|how many years) (?:has|have|had|did|does|do|is|are)\b(?=.{0,60}\b(?:dividends?|pa(?:y|ys|id|ying))\b)
    when did\b.{0,60}\b(?:first|start(?:ed)?|begin|began)\b
    first (?:ever )?dividend
    always (?:paid|pay|pays)
  `,
  'i',
)

/** Whether a question on dividends asks since when they have been paid. */
export const asksSince = (question: string): boolean => SINCE.test(question.slice(0, LONGEST))

const SUM = String.raw`(?:[$€£¥] ?\d[\d.,]{0,14} ?k?|\b\d[\d.,]{0,14}(?:k| thousand| grand| million)? ?(?:${ANY_CURRENCY})|\b(?:how much|what) would \d[\d.,]{0,14}k?)`
const PERIOD = '(?:year|quarter|month)'
const REGULARLY = `(?:(?:per|an?|each|every) ${PERIOD}|annually|yearly|quarterly|monthly)`

/** The source of a pattern, in small letters, of what a sum in shares pays: `how much would 10,000 dollars in KO pay per year`. */
export const PAYS_OF_SUM = String.raw`(?<=${SUM} (?:worth )?(?:of|in|into|invested in) .{0,60})(?:pay|yield|generate|bring)s?(?: (?:me|us|you|in|out)){0,2} ${REGULARLY}\b`

/** Who asks what it takes to be paid so much asks for the sum in shares. */
const NEEDED = wholeWords(
  'how (?:many|much)\\b.{0,60}\\b(?:need|needed|takes?|require[ds]?|have to|must|should|to (?:invest|buy|own|hold))',
  'i',
)
const PERIODS: ReadonlyArray<readonly [RegExp, PayoutAsk['period'], number]> = [
  [/\b(?:month|monthly)\b/i, 'month', 12],
  [/\b(?:quarter|quarterly)\b/i, 'quarter', 4],
]

/** What a sum in shares pays, or which sum in shares pays so much. */
export interface PayoutAsk extends Money {
  /** Whether the sum is what is to be paid. */
  isNeeded: boolean
  /** For how long it is told or wanted, and how many of these are in a year. */
  period: 'year' | 'quarter' | 'month'
  times: number
}

/** Of which sum in shares a question on dividends asks what they pay, or of which payment how much in shares it takes; null for none. */
export function askedPayout(question: string): PayoutAsk | null {
  const text = question.slice(0, LONGEST).replaceAll(/\s+/g, ' ')
  const isNeeded = NEEDED.test(text)
  const sum = isNeeded ? onlySum(text) : sumPlaced(text)
  const [, period = 'year', times = 1] = PERIODS.find(([words]) => words.test(text)) ?? []
  return sum === null ? null : { ...sum, isNeeded, period, times }
}
