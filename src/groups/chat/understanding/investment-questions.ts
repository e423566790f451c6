import type { Instant } from '../../../kernel/time.ts'
import type { InstantRange } from '../../../market/bars.ts'
import { namedTimes } from './periods.ts'

/** A sum that would have been invested: `what would $1,000 in Apple five years ago be worth?` */
export interface InvestmentAsk {
  amount: number
  /** ISO 4217. */
  currency: string
  /** Between which days it would have been invested, calendar days in UTC; null where none is named. */
  when: InstantRange | null
  /** At the end of which it is looked at, where that is not now. */
  until: Instant | null
}

const SIGNS: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP' }
const CURRENCIES: ReadonlyArray<readonly [RegExp, string]> = [
  [/dollars?|usd|bucks/i, 'USD'],
  [/euros?|eur/i, 'EUR'],
  [/pounds?|gbp/i, 'GBP'],
]
const FACTORS: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, grand: 1e3, million: 1e6, m: 1e6 }

const NUMBER = String.raw`\d{1,3}(?:,\d{3}){1,3}(?:\.\d{1,2})?|\d{1,9}(?:\.\d{1,2})?`
const FACTOR = 'k|thousand|grand|million|m'
const AMOUNT = String.raw`(?:(?<sign>[$€£]) ?(?<number>${NUMBER})(?: ?(?<factor>${FACTOR})\b)?(?: (?:dollars|usd|bucks|euros|pounds)\b)?|\b(?<bare>${NUMBER}) ?(?:(?<times>${FACTOR}) )?(?<word>dollars?|usd|bucks|euros?|eur|pounds?|gbp)\b)(?! ?(?:billion|bn|trillion|tn)\b)`
const WHO = `(?:i|we|you|someone|somebody|one|anyone)`
/** Companies invest as well: what they do is no such sum. */
const FORMS = [
  String.raw`\b${WHO}(?:['’](?:d|ve)| had| have| would have)? (?:invested|put|bought|placed|spent) ${AMOUNT}`,
  String.raw`\bhad ${WHO} (?:invested|put|bought|placed|spent) ${AMOUNT}`,
  String.raw`\b(?:investing|putting|buying|investment of) ${AMOUNT}`,
  String.raw`${AMOUNT} (?:(?:worth )?of (?!(?:revenue|sales|debt|cash|profit|assets)\b)|invested|put|placed|investment|in(?:to)? )`,
].map((form) => new RegExp(form, 'i'))
const OUTCOME =
  /\b(?:worth|^\W*(?:and )?what if|would (?:i|we|you|it|that|they|this) (?:have|be)|(?:i|we|you|it)(?:['’]d| would) (?:now |today )?(?:have|be)|turn(?:ed)? into|gr(?:own?|ew) (?:in)?to|be(?:en)? (?:now|today)|become)\b/i
const SUPPOSED = /\b(?:would|if|had|invest(?:ed|ing|ment)?)\b|['’]d\b/i
/** Sums that are paid in again and again are another computation. */
const REGULARLY =
  /\b(?:monthly|weekly|yearly|annually|daily|(?:per|every|each|a) (?:month|week|day|quarter|year)(?! ago))\b/i
/** The day of the outcome is none of the investment. */
const NOW = /\b(?:right now|by now|now|today|currently|at present)\b/gi
const STRETCH = /\b(?:from|between)\b.{1,40}\b(?:to|and|until|till|through)\b/i
const LONGEST = 2_000

/** Whether a question asks what a sum would have become. Takes time linear in the question. */
export const asksInvestment = (question: string): boolean => sumIn(question) !== null

/**
 * What sum a question would have invested, and when.
 * @param asking The message that asked; `message` may name another time: `and ten years ago?`
 */
export function askedInvestment(asking: string, message: string, now: Instant): InvestmentAsk | null {
  const sum = sumIn(asking)
  if (sum === null) return null
  for (const text of new Set([message, asking])) {
    const range = timesOf(text, now)
    if (range === null) continue
    return STRETCH.test(text)
      ? { ...sum, when: { from: range.from, to: range.from }, until: range.to }
      : { ...sum, when: range, until: null }
  }
  return { ...sum, when: null, until: null }
}

const timesOf = (text: string, now: Instant): InstantRange | null =>
  namedTimes(
    text.replaceAll(NOW, (said) => ' '.repeat(said.length)),
    now,
  ).range

function sumIn(question: string): Pick<InvestmentAsk, 'amount' | 'currency'> | null {
  const text = question.slice(0, LONGEST).replaceAll(/\s+/g, ' ')
  if (!OUTCOME.test(text) || !SUPPOSED.test(text) || REGULARLY.test(text)) return null
  for (const form of FORMS) {
    const groups = form.exec(text)?.groups
    if (groups === undefined) continue
    const { sign, number, factor, bare, times, word = '' } = groups
    const currency = sign === undefined ? CURRENCIES.find(([words]) => words.test(word))?.[1] : SIGNS[sign]
    const scale = FACTORS[(factor ?? times ?? '').toLowerCase()] ?? 1
    const amount = Number((number ?? bare ?? '').replaceAll(',', '')) * scale
    if (currency !== undefined && amount > 0) return { amount, currency }
  }
  return null
}
