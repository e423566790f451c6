import { oneOf, wholeWords } from '../../../../kernel/patterns.ts'
import type { Instant } from '../../../../kernel/time.ts'
import type { InstantRange } from '../../../../market/bars.ts'
import { CLEAR_CURRENCY, CURRENCY_SIGN, currencyCalled } from '../entities/currency-words.ts'
import { namedTimes } from '../times/periods.ts'
import { sharesIn, SHARES_OF_NAME } from './share-count.ts'

/** A hypothetical past purchase: `what would $1,000 in Apple five years ago be worth?` */
export interface InvestmentAsk {
  /** An amount of money, or a number of shares as of the time of purchase. */
  amount: number
  /** ISO 4217; null for shares. */
  currency: string | null
  /** The times of the purchase, each in calendar days in UTC; empty when none is named. */
  when: readonly InstantRange[]
  /** The end of the investment; null for now. */
  until: Instant | null
  /** Whether its future value is asked for. */
  isAhead: boolean
}

/** Multipliers written after a number. */
const FACTORS: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  grand: 1e3,
  million: 1e6,
  m: 1e6,
}

const NUMBER = String.raw`\d{1,3}(?:,\d{3}){1,3}(?:\.\d{1,2})?|\d{1,9}(?:\.\d{1,2})?`
const FACTOR = 'k|thousand|grand|million|m'
/** The source of a pattern for an amount of money. */
const AMOUNT = String.raw`(?:(?<![\p{L}])(?:US)?(?<sign>${CURRENCY_SIGN}) ?(?<number>${NUMBER})(?: ?(?<factor>${FACTOR})\b)?(?: (?:${CLEAR_CURRENCY})\b)?|\b(?<bare>${NUMBER}) ?(?:(?<times>${FACTOR}) )?(?<word>${CLEAR_CURRENCY})\b)(?! ?(?:billion|bn|trillion|tn)\b)`
/** The currency may be missing: `put 5k into Amazon`. A plain number may be a number of shares. */
const THOUSANDS = String.raw`(?:${AMOUNT}|\b(?<plain>${NUMBER}) ?(?<plainFactor>k|thousand|grand)\b)`
const PUT = String.raw`\b(?<put>${NUMBER})(?: ?(?<plainFactor>k|thousand|grand))?(?= (?:in|into) (?!(?:19|20)\d\d\b))`
const WHO = `(?:i|we|you|someone|somebody|one|anyone)`
/** Companies invest, too: their amounts are not meant. */
const NO_COMPANY = String.raw`(?<!(?:['’]s?|\b(?:its|their|his|her|invest(?:ed|s|ing)?|put|bought|buys?|placed|spent|spends|paid|pays|raised)) (?:[\w-]+ )?)`
const FORMS = [
  String.raw`\b${WHO}(?:['’](?:d|ve)| had| have| would have)? (?:invest(?:ed)?|put|b(?:uy|ought)|placed?|spen[dt]) ${THOUSANDS}`,
  String.raw`\b${WHO}(?:['’](?:d|ve)| had| have| would have)? (?:invest(?:ed)?|put) ${PUT}`,
  String.raw`\b(?:what|how much) would ${PUT}`,
  String.raw`\bhad ${WHO} (?:invested|put|bought|placed|spent) ${THOUSANDS}`,
  String.raw`\b(?:investing|putting|buying|investment of) ${AMOUNT}`,
  String.raw`${NO_COMPANY}${AMOUNT} (?:(?:worth )?of (?!(?:revenue|sales|debt|cash|profit|assets)\b)|invested|put|placed|investment|in(?:to)? )`,
].map((form) => new RegExp(form, 'iu'))
const AMOUNTS = new RegExp(AMOUNT, 'giu')
const SHARE_FORMS = [
  String.raw`\b${WHO}(?:['’](?:d|ve)| had| have| would have)? (?:b(?:uy|ought)|purchased?) ${SHARES_OF_NAME}`,
  String.raw`\bhad ${WHO} (?:bought|purchased) ${SHARES_OF_NAME}`,
  String.raw`\b(?:buying|purchasing) ${SHARES_OF_NAME}`,
  String.raw`(?<!\b(?:my|these|those) )${SHARES_OF_NAME}(?: of [\w.&'’-]{1,20}(?: [\w.&'’-]{1,20}){0,3}?)? (?:bought|purchased)\b`,
].map((form) => new RegExp(form, 'iu'))
const OUTCOME = wholeWords(
  oneOf`
    worth|^\W*(?:and )?if i had\b|^\W*(?:and )?what if
    would (?:i|we|you|it|that|they|this) (?:have|be)
    (?:i|we|you|it)(?:['’]d| would) (?:now |today )?(?:have|be)
    turn(?:ed)? into|gr(?:own?|ew) (?:in)?to|be(?:en)? (?:now|today)|become|would .{1,80} be(?=\W*$)
  `,
  'i',
)
const SUPPOSED = /\b(?:would|if|had|(?:i|we) (?:put|bought|placed|spent)|invest(?:ed|ing|ment)?)\b|['’]d\b/i
/** Savings plans need another computation. */
const REGULARLY =
  /\b(?:monthly|weekly|yearly|annually|daily|(?:per|every|each|a) (?:month|week|day|quarter|year)(?! ago))\b/i
/** Words for the time of the outcome, which is not the time of the investment. */
const NOW = /\b(?:right now|by now|now|today|currently|at present)\b/gi
/** Words that separate the time of the investment from that of the outcome. */
const LOOKED_AT =
  /\b(?:be(?:en)? worth|worth|(?:have|has) become|become|turn(?:ed)? into|gr(?:own?|ew) (?:in)?to|(?:what|how much) would|(?:and|then) (?:i )?s(?:old|ell(?:ing)?))\b/gi
const IF = /\bif\b/i
const AHEAD =
  /\b(?:will|in (?:the next )?(?:\d{1,3}|a|an|one|two|three|five|ten|twenty|thirty) (?:years?|months?|decades?)(?! ago))\b/i
const STRETCH = /\b(?:from|between)\b.{1,40}\b(?:to|and|until|till|through)\b/i
const LONGEST = 2_000
const MOST_HALVES = 4

/** Whether a question asks for the outcome of a past investment. Takes time linear in the question. */
export const asksInvestment = (question: string): boolean => sumIn(question) !== null

/**
 * The hypothetical investment that a question asks about.
 * @param asking The message that asked; `message` may name another time: `and ten years ago?`
 */
export function askedInvestment(asking: string, message: string, now: Instant): InvestmentAsk | null {
  const sum = sumIn(asking)
  if (sum === null) return null
  for (const text of new Set([message, asking])) {
    const { when, until } = timesIn(text, now)
    if (when.length > 0) return { ...sum, when, until, isAhead: false }
  }
  return { ...sum, when: [], until: null, isAhead: AHEAD.test(message) }
}

/** `If I had put … in 2018, what would it have been worth in 2020?`: the time of each clause, when both have one. */
function timesIn(question: string, now: Instant): Pick<InvestmentAsk, 'when' | 'until'> {
  const text = question.slice(0, LONGEST)
  for (const [bought, lookedAt] of halvesOf(text)) {
    const [when, [end]] = [timesOf(bought, now), timesOf(lookedAt, now)]
    if (when.length > 0 && end !== undefined) return { when, until: end.to }
  }
  const when = timesOf(text, now)
  const [only] = when
  return only !== undefined && when.length === 1 && STRETCH.test(text)
    ? { when: [{ from: only.from, to: only.from }], until: only.to }
    : { when, until: null }
}

/** The clause of the purchase and that of the outcome: `how much would I have in 2020 if …` has them in reverse order. */
function halvesOf(text: string): ReadonlyArray<readonly [string, string]> {
  const sum = Math.max(0, text.search(AMOUNTS), ...SHARE_FORMS.map((form) => text.search(form)))
  const condition = text.search(IF)
  if (condition > 0 && condition < sum) return [[text.slice(condition), text.slice(0, condition)]]
  return [...text.matchAll(LOOKED_AT)]
    .filter(({ index }) => index > sum)
    .slice(0, MOST_HALVES)
    .map(({ index }) => [text.slice(0, index), text.slice(index)])
}

/** The times that a text names, without "now", the time of the outcome. */
function timesOf(text: string, now: Instant): InstantRange[] {
  const { range, each } = namedTimes(
    text.replaceAll(NOW, (said) => ' '.repeat(said.length)),
    now,
  )
  const several = each.flatMap((time) => time.range ?? [])
  return several.length > 1 ? several : range === null ? [] : [range]
}

function sumIn(question: string): Pick<InvestmentAsk, 'amount' | 'currency'> | null {
  const text = question.slice(0, LONGEST).replaceAll(/\s+/g, ' ')
  if (!OUTCOME.test(text) || !SUPPOSED.test(text) || REGULARLY.test(text)) return null
  return sumPlaced(text) ?? boughtShares(text)
}

function boughtShares(text: string): Pick<InvestmentAsk, 'amount' | 'currency'> | null {
  const [amount] = SHARE_FORMS.flatMap((form) => sharesIn(form.exec(text)?.groups) ?? [])
  return amount === undefined || text.search(AMOUNTS) >= 0 ? null : { amount, currency: null }
}

/** An amount of money, ISO 4217. */
export interface Money {
  amount: number
  currency: string
}

/** The only amount that a text invests in something: `$1,000 in Apple`; null for none. */
export function sumPlaced(text: string): Money | null {
  for (const form of FORMS) {
    const groups = form.exec(text)?.groups
    if (groups === undefined) continue
    const { sign, number, factor, bare, times, word = '', plainFactor, put } = groups
    const plain = groups['plain'] ?? put
    const said = currencyCalled(sign ?? word)
    const currency = plain === undefined ? said : 'USD'
    const scale = FACTORS[(factor ?? times ?? plainFactor ?? '').toLowerCase()] ?? 1
    const amount = Number((number ?? bare ?? plain ?? '').replaceAll(',', '')) * scale
    if (currency !== null && amount > 0 && isOneSum(text)) return { amount, currency }
  }
  return null
}

/** The only amount in a text; null for none or several. */
export function onlySum(text: string): Money | null {
  const [sum, ...others] = [...text.matchAll(AMOUNTS)]
  const { sign, number, factor, bare, times, word = '' } = sum?.groups ?? {}
  const currency = currencyCalled(sign ?? word)
  const scale = FACTORS[(factor ?? times ?? '').toLowerCase()] ?? 1
  const amount = Number((number ?? bare ?? '').replaceAll(',', '')) * scale
  return others.length > 0 || currency === null || !(amount > 0) ? null : { amount, currency }
}

/** With several amounts it is unclear which one was invested. */
const isOneSum = (text: string): boolean =>
  new Set([...text.matchAll(AMOUNTS)].map(([said]) => said.toLowerCase())).size <= 1
