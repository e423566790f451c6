import { oneOf, wholeWords } from '../../../../kernel/patterns.ts'
import type { Trade } from '../../../../ports/portfolio.ts'
import { asksInWhich } from '../intents/sector-words.ts'
import { withoutTimes } from '../times/periods.ts'

/** Which of several transactions. */
export type Chosen = 'first' | 'last' | 'largest' | 'smallest'

/** The transactions that a question asks for. */
export interface AskedTrades {
  /** Transaction types; null for all. */
  types: ReadonlyArray<Trade['type']> | null
  /** Null for as many as the answer has room for, the newest first. */
  which: Chosen | null
  /** How many of these; null for as many as the answer has room for. */
  count: number | null
  /** Whether totals by month are asked for. */
  byMonth?: true
}

/** The sales whose realized gain a question asks for. */
export interface AskedSales {
  /** Sales at a gain, or at a loss; null for all. */
  only: 'gain' | 'loss' | null
  /** The sale with the highest or the lowest gain; null for the newest. */
  which: 'best' | 'worst' | null
}

const NOUNS = 'transactions?|trades?|orders?|deposits?|withdrawals?|purchases?|sales?'
const SEVERAL = 'transactions|trades|orders|deposits|withdrawals|purchases|sales'
const ONES = `${NOUNS}|ones?|things?|stocks?|shares?|times?|positions?|instruments?|securit(?:y|ies)|compan(?:y|ies)|funds?|buys?|sells?`
/** `paid taxes in 2026` is no deposit. */
const PAY_IN = String.raw`pa(?:y|id) (?:into\b|in(?=\W*$|[?.,!]| (?:this|last|since|so far|during|over|between|from|until|before|after|today|yesterday|in|and|to)\b))`
const BUY = `buy|sell|trade|invest|deposit|withdraw|purchase|${PAY_IN}`
const BOUGHT = `bought|sold|traded|invested|deposited|withdr[ae]wn?|purchased|${PAY_IN}`
/**
 * A word between "my" and the noun, but none that separates the two: in `my stocks in order of size`, "order" is not an order of the
 * user's.
 */
const ATTRIBUTE = String.raw`(?!(?:in|of|for|on|by|is|are|was|were|to|at|and|or|with|from|as|has|have|had|did|does|do|per)\b)[\w.&’'-]{1,20} `
const ORDINAL = String.raw`first|oldest|earliest|last|latest|newest|(?:most )?recent(?:ly)?|largest|biggest|highest|smallest|lowest`
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const NUMBER = String.raw`\d{1,3}|${NUMBERS.join('|')}`

/** Without these words nothing of the user's own is asked, and the other patterns need not run. */
const OWN = /\b(?:i|my)\b/i
/** `did I buy`, `have I ever sold`. */
const BY_VERB = new RegExp(
  String.raw`\bdid i (?:(?:first|last|most recently|ever|actually|even|just) ){0,2}(?:${BUY})|\b(?:have|had) i (?:(?:ever|already|recently|just|last|first) ){0,2}(?:${BOUGHT})`,
  'i',
)
/** `my purchases`, `my last trade`; a noun further away is mostly something else, as in `my opinion trade wars`. */
const BY_NOUN = new RegExp(
  String.raw`\bmy (?:${ATTRIBUTE}){0,3}(?:${SEVERAL})\b|\bmy (?:very )?(?:${ORDINAL}) (?:${ATTRIBUTE}){0,2}(?:${NOUNS})\b|\b(?:${SEVERAL})(?: of [\w.&’' -]{1,40})? (?:did|have|had|do) i\b`,
  'i',
)
/** `What was the first stock I bought?`, but not a question about something else of a stock that was bought. */
const BY_CLAUSE = new RegExp(
  String.raw`^\W*(?:(?:and|so|ok|please) )*(?:(?:show|tell|give|list)\b|what|which|when|how (?:many|much|often)|everything|all)\b(.{0,80}?)(?<!\b(?:if|since|when|after|before|because) )\bi(?:['’]ve| have)? (?:(?:ever|first|last|recently|just) )?(?:${BOUGHT})\b(.{0,80})$`,
  'i',
)
const SOMETHING_ELSE = wholeWords(
  oneOf`
    worth|returns?|returned|gain\w*|loss\w*|los[et]|profits?|dividends?|news|p\/e|pe ratio|perform\w*|up|down
    do(?:es|ing|ne)?|did|why|happen\w*|now|risk\w*|volatil\w*|report\w*|earnings|revenue|fell|fall|rise|rose
    compar\w*|eps|market cap
  `,
  'i',
)
/** A second clause with its own verb. */
const GOES_ON = /\b(?:is|are|has|have|was|were|cost)\b/i

/** `How long have I held Apple?` is answered by the days of purchase and sale. */
const HELD_SINCE =
  /\b(?:how long|since when) (?:have|did|do) i (?:been )?(?:held|hold|holding|owned|own|owning|had|have)\b/i
const HELD: AskedTrades = { types: ['buy', 'sell'], which: null, count: null }

const TYPES: ReadonlyArray<readonly [Trade['type'], RegExp]> = [
  ['buy', /\b(?:buys?|bought|invest(?:ed)?|purchas\w*|traded?s?|orders?)\b/i],
  ['sell', /\b(?:sells?|sold|sales?|traded?s?|orders?)\b/i],
  ['deposit', new RegExp(String.raw`\b(?:deposit\w*|${PAY_IN})`, 'i')],
  ['withdrawal', /\bwithdr[ae]w\w*/i],
  ['deposit', /\bnet withdrawals?\b/i],
  ['withdrawal', /\bnet deposits?\b/i],
  ['dividend', /\bdividend transactions\b/i],
  ['interest', /\binterest transactions\b/i],
  ['fee', /\bfees? transactions\b/i],
  ['tax', /\btax(?:es)? transactions\b/i],
]
/** Money paid for these is not a deposit. */
const COSTS = /\b(?:fees?|tax(?:es)?|interest|commissions?|dividends?)\b(?! transactions)/i

const CHOSEN: ReadonlyArray<readonly [Chosen, RegExp]> = [
  ['first', /first|oldest|earliest/i],
  ['last', /last|latest|newest|recent/i],
  ['largest', /largest|biggest|highest/i],
  ['smallest', /smallest|lowest/i],
]
const CHOSEN_ONE = new RegExp(
  String.raw`\b(${ORDINAL}) (?:(${NUMBER}) )?(?:[\w.&’'-]{1,20} ){0,2}?(?:${ONES})\b`,
  'i',
)
const CHOSEN_BY_VERB = new RegExp(
  String.raw`\bi (?:have )?(${ORDINAL}) (?:${BUY}|${BOUGHT})|\b(?:${BUY}|${BOUGHT})\b.{0,40} (${ORDINAL})\W*$|\b(?:${NOUNS})\b[^?]{0,20} (?:is|was|were) (?:the )?(${ORDINAL})\b`,
  'i',
)
const PLURAL = /s$/i

const REALIZED = /(?<!\bun)\breali[sz]ed (?:gains?|loss(?:es)?|profits?|p ?& ?l|returns?)\b/i
/** Companies sell, too: the user must be the seller. */
const OWN_SALES = new RegExp(
  oneOf`
    \b(?:did|have|had) i (?:\w+ ){0,2}(?:sell|sold)\b
    (?<!\b(?:if|since|when|after|before|because) )\bi (?:have |just |recently )?sold\b
    \bmy (?:${ATTRIBUTE}){0,3}sales?\b
    \bi (?:\w+ ){0,2}(?:ma[dk]e|earn(?:ed)?|los[et]|gain(?:ed)?)\b.{0,40}\b(?:selling|sales?)\b
    \bhave i reali[sz]ed\b|\bdid i reali[sz]e\b
  `,
  'i',
)
const GAINED =
  /\b(?:gain(?:ed|s)?|loss(?:es)?|profits?|profitabl[ey]|ma[dk]e|earn(?:ed)?|los[et]|reali[sz]ed?|p ?& ?l)\b/i
/** What happened after the sale is not its realized gain. */
const SINCE_SOLD = /\bsince(?: then| i sold)?\W*$|\bsince i sold\b/i
const WITH_GAIN = /\b(?:at|for|with) an? (?:\w+ )?(?:profit|gain)\b/i
const LOST = /\b(?:los[et]|loss(?:es)?|los(?:ers|ing))\b/i
const WITH_LOSS = /\b(?:at|for|with) an? (?:\w+ )?loss\b/i
/** `which of my trades lost money` */
const WHICH_SALES =
  /\b(?:which|what|how many) (?:of )?my (?:trades|sales)\b.{0,40}\b(?:los[et]|made|gain(?:ed)?|profit(?:s|able)?|loss(?:es)?|los(?:ers|ing))\b/i
/** `my worst trade` */
const BEST_OR_WORST =
  /\bmy (?:(best|most profitable)|worst|least profitable) (?:[\w.&’'-]{1,20} )?(?:trades?|sales?)\b/i
const MOST = /\b(?:best|most profitable|(?:largest|biggest|highest) (?:gain|profit))\b/i
const LEAST = /\b(?:worst|least profitable|(?:largest|biggest|highest) loss)\b/i

/** Whether a question mentions realized gains. */
export const asksRealized = (question: string): boolean => /(?<!\bun)\breali[sz]ed\b/i.test(question)

/** The sales whose realized gain a question asks for; null for none. */
export function askedSales(question: string): AskedSales | null {
  const extreme = BEST_OR_WORST.exec(question)
  const isAsked =
    extreme !== null ||
    WHICH_SALES.test(question) ||
    REALIZED.test(question) ||
    (GAINED.test(question) && !SINCE_SOLD.test(question) && OWN_SALES.test(withoutTimes(question)))
  if (!isAsked) return null
  return {
    only:
      WITH_LOSS.test(question) || (WHICH_SALES.test(question) && LOST.test(question))
        ? 'loss'
        : WITH_GAIN.test(question)
          ? 'gain'
          : null,
    which: MOST.test(question) ? 'best' : LEAST.test(question) ? 'worst' : null,
  }
}

/** The user's transactions that a question asks for; null for none. */
export function askedTrades(question: string): AskedTrades | null {
  if (!OWN.test(question) || asksInWhich(question)) return null
  if (HELD_SINCE.test(question)) return HELD
  const text = withoutTimes(question).replaceAll(/\s+/g, ' ')
  const isAsked = BY_VERB.test(question) || (BY_NOUN.test(text) && !asksElse(text)) || isClause(text)
  if (!isAsked) return null
  const types = typesIn(question)
  if (types.includes('deposit') && !/deposit|withdr/i.test(text) && COSTS.test(text)) return null
  const chosen = chosenIn(question)
  return {
    types: types.length === 0 ? null : types,
    ...chosen,
    ...(chosen.which === null && isByMonth(question) ? { byMonth: true } : {}),
  }
}

/** The transaction types that a question mentions, each once. */
export const typesIn = (question: string): Array<Trade['type']> => [
  ...new Set(TYPES.flatMap(([type, words]) => (words.test(question) ? [type] : []))),
]

const BY_MONTH = /\b(?:per|by|each|every|a|which|what) month\b|\bmonthly\b/i

/** Whether a question asks for something by month: `per month`, `monthly`. */
export const isByMonth = (question: string): boolean => BY_MONTH.test(question)

/** `what did my last purchase return` does not ask for the purchase. */
const asksElse = (text: string): boolean => SOMETHING_ELSE.test(text.replace(BY_NOUN, ''))

function isClause(text: string): boolean {
  const [, between, after] = BY_CLAUSE.exec(text) ?? []
  if (between === undefined || after === undefined) return false
  return !SOMETHING_ELSE.test(between) && !SOMETHING_ELSE.test(after) && !GOES_ON.test(after)
}

/** Which of several transactions, and how many, a question asks for: `my last three trades`, `when did I first buy`. */
export function chosenIn(question: string): Pick<AskedTrades, 'which' | 'count'> {
  const named = CHOSEN_ONE.exec(question)
  const byVerb = CHOSEN_BY_VERB.exec(question)
  const said = named?.[1] ?? byVerb?.slice(1).find((each) => each !== undefined)
  if (said === undefined) return { which: null, count: null }
  const which = CHOSEN.find(([, words]) => words.test(said))?.[0] ?? null
  const number = named?.[2]?.toLowerCase()
  if (number !== undefined) return { which, count: Number(number) || NUMBERS.indexOf(number) + 1 }
  return { which, count: named !== null && PLURAL.test(named[0]) ? null : 1 }
}

/** Costs the user has paid, and not costs that somebody has to pay, which documents may answer. */
const OWN_COSTS = new RegExp(
  oneOf`
    \b(?:have|did) i (?:\w+ )?(?:paid|pay|spend|spent)\b(?:(?! (?:for|including|incl\.?|plus|with|before|after|without|excluding)\b).){0,40}\b(?:fees?|tax(?:es)?|commissions?)\b
    ^\W*(?:(?:what|how (?:much|high)) (?:are|were) |show |list )?my (?:(?:trading|brokerage|broker['’]?s?|transaction|account|total|withholding|capital gains|portfolio|investment|dividend) )?(?:fees|taxes|commissions)\b(?! transactions)
    \b(?:fees?|tax(?:es)?|commissions?)\b.{0,30}\b(?:have|did) i (?:paid|pay)\b
    \b(?:fees?|tax(?:es)?|commissions?)\b(?:,? (?:that|which))? i(?:['’]ve| have)? (?:\w+ )?paid\b
    \b(?:did|do|has|have) (?:[a-z]+ )?(?:fees|taxes|commissions) cost me\b
  `,
  'i',
)

/** Whether a question asks what the user has paid in fees and taxes. */
export const asksCosts = (question: string): boolean => OWN_COSTS.test(question)

const UP_TO =
  /(?<!\b(?:day|week|month|quarter|year)s? )\b(?:before|prior to|until|till|up to|by (?:the )?end of)\b/i

/** Whether a question names only the end of a period: `before 2024`, `by the end of 2023`. */
export const isUpTo = (question: string): boolean => UP_TO.test(question)

const TRADED = new RegExp(
  String.raw`\b(?:${BUY}|${BOUGHT}|of|selling|called|my)\s+(?:(?:any|some|the|shares? of|stock in|a company called)\s+){0,2}$`,
  'i',
)
const GAINED_ON = /\b(?:on|in|from|with)\s+(?:(?:the|my)\s+)?$/i
const NO_COMPANY = /^\s+(?:account|broker|portfolio|depot)/i

/** Whether a name between these words, in a question on sales and transactions, is that of the traded instrument. */
export const isTraded = (before: string, after: string): boolean =>
  !NO_COMPANY.test(after) && (TRADED.test(before) || (askedSales(before) !== null && GAINED_ON.test(before)))
