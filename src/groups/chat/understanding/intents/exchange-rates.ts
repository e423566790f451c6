import type { Instant } from '../../../../kernel/time.ts'
import type { Turn } from '../../answer.ts'
import { termsOf } from '../../text/terms.ts'
import { asksExchangeRate, currenciesIn, type CurrencySaid } from '../entities/currency-words.ts'
import { namedTimes, withoutTimes } from '../times/periods.ts'
import { isGeneralTerm } from '../entities/scope.ts'

/** What a question asks of the exchange rate of two currencies, ISO 4217. */
export interface RateAsk {
  from: string
  to: string
  /** How much of the first is to be told in the second; null for one. */
  amount: number | null
}

/** Against which a currency is told by itself. */
const CUSTOMARY = 'USD'
const RATE = /\b(?:rates?|fx|forex)\b/i
/** `how many yen to a dollar`: the second is told in the first. */
const INTO_FIRST = /\bhow (?:many|much)\s*$/i
/** Words of such a question that are none of the world. */
const OF_RATES: ReadonlySet<string> = new Set(
  termsOf(
    'exchange rate fx forex currency conversion convert converted spot foreign worth cost pair quote trade against how strong strengthen weaken lose gain perform',
  ),
)
const MOST_LETTERS = 200

/** The exchange rate that a message asks for, by itself or as it goes on with the last one; null where it asks for anything else. */
export function askedRate(message: string, history: readonly Turn[], now: Instant): RateAsk | null {
  if (message.length > MOST_LETTERS) return null
  const { said, rest } = currenciesIn(message)
  if (!isBare(rest)) return null
  const own = pairIn(message, { said, rest })
  if (own !== null) return own
  const at = history.findLastIndex(({ role }) => role === 'user')
  const before = history[at]
  const last = before === undefined ? null : askedRate(before.content, history.slice(0, at), now)
  const isOfTime = said.length === 0 && namedTimes(message, now).range !== null
  return last === null ? null : isOfTime ? last : goneOn(last, said)
}

const isBare = (rest: string): boolean =>
  termsOf(withoutTimes(rest)).every((term) => OF_RATES.has(term) || isGeneralTerm(term))

function pairIn(
  message: string,
  { said, rest }: { said: readonly CurrencySaid[]; rest: string },
): RateAsk | null {
  const [one] = said
  if (one === undefined) return null
  const other = said.find(({ code }) => code !== one.code)
  if (other !== undefined) {
    const isIntoFirst = other.amount !== null || INTO_FIRST.test(message.slice(0, one.at))
    const [from, to] = isIntoFirst ? [other, one] : [one, other]
    return { from: from.code, to: to.code, amount: from.amount }
  }
  return one.code !== CUSTOMARY && (RATE.test(rest) || asksExchangeRate(message))
    ? { from: one.code, to: CUSTOMARY, amount: one.amount }
    : null
}

/** `and in yen?` */
function goneOn({ from, to, amount }: RateAsk, said: readonly CurrencySaid[]): RateAsk | null {
  const [one, ...others] = said
  if (one === undefined || others.length > 0 || one.code === to) return null
  return one.code === from ? { from, to, amount: one.amount ?? amount } : { from, to: one.code, amount }
}
