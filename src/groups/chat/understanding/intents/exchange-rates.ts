import type { Instant } from '../../../../kernel/time.ts'
import type { InstantRange } from '../../../../market/bars.ts'
import type { Turn } from '../../answer.ts'
import { termsOf } from '../../text/terms.ts'
import { asksExchangeRate, currenciesIn, type CurrencySaid } from '../entities/currency-words.ts'
import { namedTimes, withoutTimes } from '../times/periods.ts'
import { isGeneralTerm } from '../entities/scope.ts'
import { CRASHED, SOARED } from './move-words.ts'

/** A question about the exchange rate of two currencies, ISO 4217. */
export interface RateAsk {
  from: string
  to: string
  /** The amount of the first to convert; null for one. */
  amount: number | null
  /** Whether the move of the rate is asked for. */
  isMove?: true
  /** Whether only the first currency is named. */
  isAlone?: true
}

/** The default quote currency, and the quote currency of that one. */
const [CUSTOMARY, COUNTER] = ['USD', 'EUR']
/** `is the euro up?`, `how did the dollar do this year`, without the currency. */
const MOVED = new RegExp(
  String.raw`^\W*(?:and )?(?:how (?:much )?|how(?=['’]?s\b)|why )?(?:['’]?s|is|are|did|has|have|was) (?:the )?\s+(?:do|done|doing|up|down|rise|risen|rising|fall|fallen|falling|strong(?:er)?|weak(?:er)?|strengthen(?:ed|ing)?|weaken(?:ed|ing)?|perform(?:ed|ing)?|gain(?:ed|ing)?|los[et]|${SOARED}|${CRASHED})\b|^\W*how (?:strong|weak) (?:is|was) (?:the )?\W*$`,
  'i',
)
/** `what's the euro at?`, `how much is the pound worth now`, without the currency. */
const STANDS =
  /^\W*(?:and )?(?:what|where|how much)(?:['’]?s| is) (?:(?:the|an?|one) )?\s+(?:(?:at|worth|trading|standing|right|now|today|currently)\b\s*)*\W*$/i
const RATE = /\b(?:rates?|fx|forex)\b/i
/** `how many yen to a dollar`: the answer is in the first currency. */
const INTO_FIRST = /\bhow (?:many|much)\s*$/i
/** `and in yen and pounds?` */
const ONLY_INTO = /^\W*(?:(?:and|or|also|what about|how about) )*(?:in|into|to)\b/i
/** Words of such a question that do not change its subject. */
const OF_RATES: ReadonlySet<string> = new Set(
  termsOf(
    'exchange rate fx forex currency conversion convert converted spot foreign worth cost pair quote trade against how strong strengthen weaken lose gain perform do doing done up down weak right now current stand',
  ),
)
const MOST_LETTERS = 200
const MOST_RATES = 4

/** The exchange rates that a message asks for, by itself or as a follow-up; empty when it asks for anything else. */
export function askedRates(message: string, history: readonly Turn[], now: Instant): readonly RateAsk[] {
  if (message.length > MOST_LETTERS) return []
  const { said, rest } = currenciesIn(message)
  if (!isBare(rest)) return []
  // A thread that begins with just `euro` asks for its rate.
  const isAlone = history.length === 0 && !/[\p{L}\p{N}]/u.test(rest)
  const own = pairsIn(message, { said, rest, isAlone })
  const isIntoAlone = ONLY_INTO.test(message) && said.every(({ amount }) => amount === null)
  if (own.length > 0 && !isIntoAlone) return own
  const at = history.findLastIndex(({ role }) => role === 'user')
  const before = history[at]
  const last = before === undefined ? [] : askedRates(before.content, history.slice(0, at), now)
  if (last.length === 0) return own
  const isOfTime = said.length === 0 && namedTimes(message, now).range !== null
  if (isOfTime) return last
  return (isIntoAlone ? null : another(last, said)) ?? continued(last, said)
}

const THAN = /\b(?:than|compared? (?:to|with))\b/i

/** The range of a rate question: a past time that is compared with now, `stronger than a year ago`, becomes the range since its end. */
export function rateRange(message: string, now: Instant): InstantRange | null {
  const { range } = namedTimes(message, now)
  const isSetAgainst = range !== null && range.to < now && THAN.test(message)
  return isSetAgainst ? { from: range.to, to: now } : range
}

const isBare = (rest: string): boolean =>
  termsOf(withoutTimes(rest)).every((term) => OF_RATES.has(term) || isGeneralTerm(term))

function pairsIn(
  message: string,
  { said, rest, isAlone }: { said: readonly CurrencySaid[]; rest: string; isAlone: boolean },
): RateAsk[] {
  const [one] = said
  if (one === undefined) return []
  const [other, ...more] = said.filter(({ code }) => code !== one.code)
  if (other === undefined) {
    if (one.amount === null && MOVED.test(rest)) return [{ ...ofOne(one), isMove: true }]
    const isAsked = isAlone || RATE.test(rest) || STANDS.test(rest) || asksExchangeRate(message)
    return isAsked && one.code !== CUSTOMARY ? [ofOne(one)] : []
  }
  const pairs = separatePairs(said)
  if (pairs.length > 0) return pairs
  const isIntoFirst = other.amount !== null || INTO_FIRST.test(message.slice(0, one.at))
  if (isIntoFirst) return [{ from: other.code, to: one.code, amount: other.amount }]
  const codes = new Set([other, ...more].map(({ code }) => code))
  return [...codes].slice(0, MOST_RATES).map((to) => ({ from: one.code, to, amount: one.amount }))
}

const ofOne = ({ code, amount }: CurrencySaid): RateAsk => ({
  from: code,
  to: code === CUSTOMARY ? COUNTER : CUSTOMARY,
  amount,
  isAlone: true,
})

/** `EUR/USD and GBP/USD`: two pairs, when a currency is repeated. */
function separatePairs(said: readonly CurrencySaid[]): RateAsk[] {
  const codes = said.map(({ code }) => code)
  const isOfPairs = said.length % 2 === 0 && new Set(codes).size < said.length
  if (!isOfPairs || said.some(({ amount }) => amount !== null)) return []
  const pairs = Array.from({ length: codes.length / 2 }, (_, at) => codes.slice(2 * at, 2 * at + 2))
  return pairs
    .slice(0, MOST_RATES)
    .flatMap(([from, to]) =>
      from === undefined || to === undefined || from === to ? [] : [{ from, to, amount: null }],
    )
}

/** `and the pound?` after the rate of the euro alone; null when it goes on in another way. */
function another(last: readonly RateAsk[], said: readonly CurrencySaid[]): RateAsk[] | null {
  const [[first], [one, ...others]] = [last, said]
  if (first?.isAlone !== true || one === undefined || others.length > 0) return null
  const ask = ofOne({ ...one, amount: one.amount ?? first.amount })
  return [ask.amount === null && first.isMove === true ? { ...ask, isMove: true } : ask]
}

/** `and in yen?` */
function continued(last: readonly RateAsk[], said: readonly CurrencySaid[]): RateAsk[] {
  const [[first], [one]] = [last, said]
  if (first === undefined || one === undefined) return []
  const { from, amount } = first
  if (one.code === from && said.length === 1)
    return last.map((ask) => ({ ...ask, amount: one.amount ?? amount }))
  const known = new Set([from, ...last.map(({ to }) => to)])
  const codes = new Set(said.map(({ code }) => code))
  return [...codes.difference(known)].slice(0, MOST_RATES).map((to) => ({ from, to, amount }))
}
