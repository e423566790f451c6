import { ANY_CURRENCY, CURRENCY_SIGN } from '../entities/currency-words.ts'
import { type Money, onlySum } from './investment-questions.ts'

/** A sum for a purchase at the present price. */
export type PurchaseAsk = Money

const WHO = '(?:i|you|we|one|someone|somebody)'
/** Auxiliaries of a possible purchase; a past one is answered from the ledger. */
const CAN = '(?:can|could|do|would|will|might|may)'
const BUY = '(?:buy|get|afford|purchase)'
/** "How many yen" is answered by an exchange rate. */
const HOW_MANY = String.raw`how (?:many|much)\b(?! (?:${ANY_CURRENCY})\b).{0,60}?\b`
/** `how many shares of Apple can I buy` */
const BOUGHT = String.raw`${HOW_MANY}${CAN} ${WHO} (?:(?!need\b)\w+ ){0,2}?${BUY}\b`
const SUM = String.raw`(?:${CURRENCY_SIGN} ?\d|\d[\d.,]* ?(?:(?:k|thousand|grand|million|m) ?)?(?:${CURRENCY_SIGN}|(?:${ANY_CURRENCY})\b))`

/** The source of a pattern, in lower case, for questions how much of something a sum buys. */
const WORDS = String.raw`\b(?:${BOUGHT}(?=.{0,80}${SUM})|${HOW_MANY}(?:${CAN}|does) (?=${SUM}).{1,30} ${BUY}\b|(?:for|with) (?=${SUM}).{1,30}\b${BOUGHT})`
export const PURCHASE_PATTERN = new RegExp(WORDS)

const LONGEST = 2_000
/** `500 €` is normalised to have its sign in front. */
const SIGN_AFTER = new RegExp(String.raw`(\d[\d.,]*) ?(${CURRENCY_SIGN})(?! ?\d)`, 'g')
const WITHOUT_SUM = new RegExp(
  String.raw`^\W*(?:and |so )?${HOW_MANY}(?:can|could) ${WHO} (?:\w+ ){0,2}?(?:buy|afford|purchase)\b[^\d$€£¥]*$`,
)

/** The sum of a question how much of something it buys; null for none, and for several. */
export function askedPurchase(question: string): PurchaseAsk | null {
  const text = question.slice(0, LONGEST).replaceAll(/\s+/g, ' ').replaceAll(SIGN_AFTER, '$2$1')
  if (!PURCHASE_PATTERN.test(text.toLowerCase())) return null
  return onlySum(text)
}

/** Whether a question asks that without naming a sum. */
export const asksPurchaseOfNoSum = (question: string): boolean =>
  WITHOUT_SUM.test(question.slice(0, LONGEST).toLowerCase())
