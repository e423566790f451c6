import type { SharesBy, Trade } from '../../../ports/portfolio.ts'

/** Which transactions a question asks for. */
export interface AskedTrades {
  /** Null for all. */
  types: ReadonlyArray<Trade['type']> | null
  /** Only the first or the last of them; null for as many as can be told. */
  which: 'first' | 'last' | null
}

/** What of a portfolio a question asks for, beside what it is worth. */
export interface AskedOfPortfolio {
  /** What the whole of it, or what is held of an instrument, has returned. */
  returns: boolean
  /** Whether it is about the whole, and not about which of its parts did what. */
  isWhole: boolean
  /** Dividends and interest that were received. */
  income: boolean
  /** What is held has gained against its cost. */
  asksGain: boolean
  /** What sales have brought. */
  realized: boolean
  /** How much it varies, and what it has lost at most. */
  risk: boolean
  /** What was bought, sold, paid in or taken out; null where that is not asked for. */
  trades: AskedTrades | null
  /** By what its parts are told; null where they are not asked for. */
  shares: SharesBy | null
}

/** Who asks to be shown something says nothing of what is his. */
export const FIRST_PERSON =
  /\b(?:(?<!\b(?:can|could|may) )i|(?<!\b(?:show|tell|give|get|find|send|bring|let) )me|my|mine)\b/i

const RETURNS =
  /\b(?:returns?|returned|performance|perform(?:ed|ing)?|beat(?:en|ing)?|(?:out|under)perform(?:ed|ing|s)?|(?:did|have|am) i (?:been )?(?:ma[dk]e|making|earn(?:ed|ing)?|gain(?:ed|ing)?|los[et]|losing|up|down)|i(?:['’]ve| have)? (?:made|earned|gained|lost)|up or down|(?:is|are|was|were|has|have|it|portfolio|holdings) (?:up|down)|doing|(?:better|worse) than|how (?:[\w.&'’-]+ ){0,6}(?:do|done)(?=\W*$| (?:in|on|over|since|this|last|today|yesterday|so|year|to|from|with|against|compared|relative|between|for|ytd|over)\b)|twr|mwr|irr|annuali[sz]ed|gain(?:ed|s)?|los[st]|loss(?:es)?|profits?|fell|fallen|rose|risen|grown?|grew|compar(?:ed?|ing|es)|best|worst)\b/i
const PARTS = /\b(?:which|holdings|positions|stocks|investments|best|worst)\b/i
const INCOME = /\b(?:dividends?|interest|(?:passive |dividend )?income)\b(?! yields?\b)/i
const WHAT_WAS_EARNED = /\b(?:receiv\w*|earn\w*|got|get|paid|collect\w*|made|my|income)\b/i
const EXPOSURE =
  /\b(?:expos(?:ure|ed)|allocat(?:ion|ed)|diversif\w*|breakdown|asset mix|composition|composed|(?:percent(?:age)?|share|much|part|proportion|fraction|%) of my (?:portfolio|money|holdings|investments)|made (?:up )?of|concentrat\w*|split (?:by|across|between)|(?:sectors?|industr(?:y|ies))|by (?:country|currency|asset class))\b/i
/** What is gained against its cost by now. */
const UNREALIZED = /\b(?:unreali[sz]ed|(?:paper|book) (?:gains?|loss(?:es)?|profits?))\b/i
const REALIZED = /\breali[sz]ed (?:gains?|loss(?:es)?|profits?|p ?& ?l)\b/i
/** Of companies it is said as well, which sell goods. */
const FROM_OWN_SALES =
  /\breali[sz]ed? (?=[^?]{0,30}\bon\b)|\b(?:have|did|had) i reali[sz]ed?\b|\b(?:gains?|loss(?:es)?|profits?|ma[dk]e|earn(?:ed)?|los[et])\b[^.?]{0,60}\b(?:sold|selling|(?:my|from|on) sales?)\b/i
const RISK = /\b(?:draw ?downs?|volatil\w+|standard deviation|risk(?:y|iness)?)\b/i
/** Who asks what something did since he bought it, or would have done, does not ask for the purchase. */
const TRADES =
  /\bmy (?:[\w-]{1,20} ){0,2}(?:transactions?|trades?|orders?|deposits?|withdrawals?|purchases?|sales)\b|\bdid i (?:first |last |ever |actually )?(?:buy|sell|trade|deposit|withdraw|pay in|purchase)\b|\b(?:have|had) i (?:ever )?(?:bought|sold|traded|deposited|withdrawn|paid in|purchased)\b|\b(?<!\b(?:if|since|when|after|before|that|than|because) )i (?:first |last )?(?:bought|sold|deposited|withdrew|paid in|purchased)\b/i
const TRADE_TYPES: ReadonlyArray<readonly [Trade['type'], RegExp]> = [
  ['buy', /\b(?:buy|bought|purchas\w*|trade[ds]?|orders?)\b/i],
  ['sell', /\b(?:sell|sold|sales|trade[ds]?|orders?)\b/i],
  ['deposit', /\b(?:deposit\w*|pa(?:y|id) in)\b/i],
  ['withdrawal', /\bwithdr[ae]w\w*\b/i],
]
const FIRST = /\b(?:first|earliest|initially)\b/i
const LAST =
  /\b(?:last|latest|newest|most recent(?:ly)?)\b(?! (?:\d+|few|week|month|quarter|year|session|day|one)s?\b)/i
const STANDING =
  /\b(?:worth|value|own|hold|held|have in|(?:cost basis|average cost|net worth)|cash|biggest|largest|smallest)\b/i
/** What is named first counts; `us` is no country. */
const BY: ReadonlyArray<readonly [SharesBy, RegExp]> = [
  ['sector', /\b(?:sectors?|industr(?:y|ies))\b/i],
  ['currency', /\b(?:[Cc]urrenc(?:y|ies)|[Dd]ollars?|[Ee]uros?|[Yy]en|USD|EUR|GBP|JPY|CHF)\b/],
  [
    'country',
    /\b(?:[Cc]ountr(?:y|ies)|[Rr]egions?|[Gg]eograph\w*|US|U\.S\.|USA|America|Europe|Germany|Japan|China|UK|[Ii]nternational(?:ly)?|[Ff]oreign)\b/,
  ],
  [
    'asset_class',
    /\b(?:asset (?:class(?:es)?|mix|allocation)|cash|equit(?:y|ies)|bonds?|crypto|funds?|etfs?|allocat\w*)\b/i,
  ],
]

const NOTHING: AskedOfPortfolio = {
  income: false,
  shares: null,
  asksGain: false,
  realized: false,
  risk: false,
  trades: null,
  returns: false,
  isWhole: true,
}

/** Reads what a question asks of the portfolio that it is about, or, where it asks nothing itself, the one before that it goes on with. */
export function askedOfPortfolio(question: string, before = ''): AskedOfPortfolio {
  const [own, earlier] = [question, before].map(askedIn)
  if (own === undefined || earlier === undefined) return NOTHING
  const by = byOf(question)
  // "And by currency?"
  if (earlier.shares !== null && by !== null && !asksAnything(own)) return { ...earlier, shares: by }
  return [own, earlier].find(asksAnything) ?? NOTHING
}

const asksAnything = (asked: AskedOfPortfolio): boolean =>
  asked.shares !== null ||
  asked.trades !== null ||
  [asked.income, asked.returns, asked.asksGain, asked.realized, asked.risk].includes(true)

const byOf = (text: string): SharesBy | null => BY.find(([, words]) => words.test(text))?.[0] ?? null

function askedIn(text: string): AskedOfPortfolio {
  const asksGain = UNREALIZED.test(text)
  const realized =
    !asksGain && (REALIZED.test(text) || (FIRST_PERSON.test(text) && FROM_OWN_SALES.test(text)))
  const trades = realized ? null : askedTrades(text)
  const income = trades === null && INCOME.test(text) && WHAT_WAS_EARNED.test(text)
  const shares = trades === null && EXPOSURE.test(text) ? (byOf(text) ?? 'sector') : null
  const risk = RISK.test(text)
  const isOther = [income, asksGain, realized, risk].includes(true) || shares !== null || trades !== null
  return {
    income,
    shares,
    asksGain,
    realized,
    risk,
    trades,
    returns: !isOther && RETURNS.test(text),
    isWhole: !PARTS.test(text),
  }
}

/** Whether a question asks what was entered, or what that has brought: of all times where it names none. */
export const asksLedger = (question: string): boolean => {
  const { realized, trades } = askedIn(question)
  return realized || trades !== null
}

/** Which transactions of the user a question asks for; null for none. */
export function askedTrades(question: string): AskedTrades | null {
  if (!TRADES.test(question)) return null
  const types = TRADE_TYPES.flatMap(([type, words]) => (words.test(question) ? [type] : []))
  const which = FIRST.test(question) ? 'first' : LAST.test(question) ? 'last' : null
  return { types: types.length === 0 ? null : types, which }
}

/** Whether a question asks what is held and what that is worth or has gained by then, and not what it did in a time. */
export const asksStanding = (question: string): boolean =>
  UNREALIZED.test(question) || (STANDING.test(question) && !askedOfPortfolio(question).returns)

const AGAINST =
  /\b(?:beat(?:en|ing)?|(?:out|under)perform(?:ed|ing|s)?|versus|vs\.?|against|relative to|compar(?:ed?|ing|es) (?:[\w.&'’-]+ ){0,4}?(?:to|with|against)|(?:better|worse|more|less) than)\b/i

/** The part of a question that names what something is set against; null where it sets it against nothing. */
export function comparedIn(question: string): string | null {
  const found = AGAINST.exec(question)
  return found === null ? null : question.slice(found.index + found[0].length)
}
