import { oneOf, wholeWords } from '../../../../kernel/patterns.ts'

const LONGEST = 2_000
const ECONOMY = wholeWords(
  oneOf`
    inflation|cpi|ppi|gdp|gross domestic product|unemployment|jobless|payrolls?
    (?:fed(?:eral)? funds?|interest|mortgage|base|key) rates?
    treasur(?:y|ies)|bond yields?|consumer confidence
  `,
  'i',
)

/** Whether a question asks for economic data: `the ten-year Treasury yield`. */
export const asksEconomy = (question: string): boolean => ECONOMY.test(question.slice(0, LONGEST))
