import { oneOf, wholeWords } from '../../../../kernel/patterns.ts'
import { ANY_CURRENCY } from '../entities/currency-words.ts'
import { type Money, onlySum, sumPlaced } from './investment-questions.ts'

const LONGEST = 2_000

/** The source of a pattern for rankings by dividend yield: `my best dividend stock`. */
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

/** Whether a question asks since when dividends have been paid. */
export const asksSince = (question: string): boolean => SINCE.test(question.slice(0, LONGEST))

const SUM = String.raw`(?:[$€£¥] ?\d[\d.,]{0,14} ?k?|\b\d[\d.,]{0,14}(?:k| thousand| grand| million)? ?(?:${ANY_CURRENCY})|\b(?:how much|what) would \d[\d.,]{0,14}k?)`
const PERIOD = '(?:year|quarter|month)'
const REGULARLY = `(?:(?:per|an?|each|every) ${PERIOD}|annually|yearly|quarterly|monthly)`

/** The source of a pattern, in lower case, for the dividends of a sum in shares: `how much would 10,000 dollars in KO pay per year`. */
export const PAYS_OF_SUM = String.raw`(?<=${SUM} (?:worth )?(?:of|in|into|invested in) .{0,60})(?:pay|yield|generate|bring)s?(?: (?:me|us|you|in|out)){0,2} ${REGULARLY}\b`

/** Asks for the sum in shares that pays a given income. */
const NEEDED = wholeWords(
  'how (?:many|much)\\b.{0,60}\\b(?:need|needed|takes?|require[ds]?|have to|must|should|to (?:invest|buy|own|hold))',
  'i',
)
const PERIODS: ReadonlyArray<readonly [RegExp, PayoutAsk['period'], number]> = [
  [/\b(?:month|monthly)\b/i, 'month', 12],
  [/\b(?:quarter|quarterly)\b/i, 'quarter', 4],
]

/** The dividends of a sum in shares, or the sum in shares for given dividends. */
export interface PayoutAsk extends Money {
  /** Whether the sum is the income wanted. */
  isNeeded: boolean
  /** The period of the income, and how many of them a year has. */
  period: 'year' | 'quarter' | 'month'
  times: number
}

/** The sum in shares whose dividends a question asks for, or the income for which it asks the sum; null for none. */
export function askedPayout(question: string): PayoutAsk | null {
  const text = question.slice(0, LONGEST).replaceAll(/\s+/g, ' ')
  const isNeeded = NEEDED.test(text)
  const sum = isNeeded ? onlySum(text) : sumPlaced(text)
  const [, period = 'year', times = 1] = PERIODS.find(([words]) => words.test(text)) ?? []
  return sum === null ? null : { ...sum, isNeeded, period, times }
}
