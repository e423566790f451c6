import { ANY_CURRENCY, CURRENCY_SIGN } from '../entities/currency-words.ts'
import { type Money, onlySum } from './investment-questions.ts'

/** A sum for which something would be bought at its price of now. */
export type PurchaseAsk = Money

const WHO = '(?:i|you|we|one|someone|somebody)'
/** What somebody did is told by what was entered. */
const CAN = '(?:can|could|do|would|will|might|may)'
const BUY = '(?:buy|get|afford|purchase)'
/** How many yen somebody gets is told by a rate of exchange. */
const HOW_MANY = String.raw`how (?:many|much)\b(?! (?:${ANY_CURRENCY})\b).{0,60}?\b`
/** `how many shares of Apple can I buy` */
const BOUGHT = String.raw`${HOW_MANY}${CAN} ${WHO} (?:(?!need\b)\w+ ){0,2}?${BUY}\b`
const SUM = String.raw`(?:${CURRENCY_SIGN} ?\d|\d[\d.,]* ?(?:(?:k|thousand|grand|million|m) ?)?(?:${CURRENCY_SIGN}|(?:${ANY_CURRENCY})\b))`

/** The source of a pattern, in small letters, by which somebody asks how much of something a sum buys. */
const WORDS = String.raw`\b(?:${BOUGHT}(?=.{0,80}${SUM})|${HOW_MANY}(?:${CAN}|does) (?=${SUM}).{1,30} ${BUY}\b|(?:for|with) (?=${SUM}).{1,30}\b${BOUGHT})`
export const PURCHASE_PATTERN = new RegExp(WORDS)

const LONGEST = 2_000
/** `500 €` is written with its sign before it as well. */
const SIGN_BEHIND = new RegExp(String.raw`(\d[\d.,]*) ?(${CURRENCY_SIGN})(?! ?\d)`, 'g')
const WITHOUT_SUM = new RegExp(
  String.raw`^\W*(?:and |so )?${HOW_MANY}(?:can|could) ${WHO} (?:\w+ ){0,2}?(?:buy|afford|purchase)\b[^\d$€£¥]*$`,
)

/** For what sum a question asks how much of something can be bought; null for none, and for several. */
export function askedPurchase(question: string): PurchaseAsk | null {
  const text = question.slice(0, LONGEST).replaceAll(/\s+/g, ' ').replaceAll(SIGN_BEHIND, '$2$1')
  if (!PURCHASE_PATTERN.test(text.toLowerCase())) return null
  return onlySum(text)
}

/** Whether a question asks that and names no sum. */
export const asksPurchaseOfNoSum = (question: string): boolean =>
  WITHOUT_SUM.test(question.slice(0, LONGEST).toLowerCase())
