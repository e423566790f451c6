import type { SharesBy } from '../../../ports/portfolio.ts'

/** What of a portfolio a question asks for, beside what it is worth. */
export interface AskedOfPortfolio {
  /** What the whole of it, or what is held of an instrument, has returned. */
  returns: boolean
  /** Whether it is about the whole, and not about which of its parts did what. */
  isWhole: boolean
  /** Dividends and interest that were received. */
  income: boolean
  /** By what its parts are told; null where they are not asked for. */
  shares: SharesBy | null
}

const RETURNS =
  /\b(?:returns?|returned|performance|perform(?:ed|ing)?|beat(?:en|ing)?|(?:out|under)perform(?:ed|ing|s)?|made|make|making|earn(?:ed|ing)?|up|down|better|worse|doing|done|do|twr|mwr|irr|gain(?:ed|s)?|los[st]|lose|losing|compared?|profits?|fell|fallen|rose|risen|grown?|grew|best|worst)\b/i
const PARTS = /\b(?:which|holdings|positions|stocks|investments|best|worst)\b/i
const INCOME = /\b(?:dividends?|interest|(?:passive |dividend )?income)\b/i
const WHAT_WAS_EARNED = /\b(?:receiv\w*|earn\w*|got|get|paid|collect\w*|made|my|income)\b/i
const EXPOSURE =
  /\b(?:expos(?:ure|ed)|allocat(?:ion|ed)|diversif\w*|breakdown|asset mix|composition|composed|(?:percent(?:age)?|share|much|part|proportion|fraction|%) of my (?:portfolio|money|holdings|investments)|made up of|concentrat\w*|split (?:by|across|between)|by (?:sector|industry|country|currency|asset class))\b/i
const BY: ReadonlyArray<readonly [SharesBy, RegExp]> = [
  ['currency', /\b(?:currenc(?:y|ies)|dollars?|euros?|yen|usd|eur|gbp|jpy|chf)\b/i],
  [
    'country',
    /\b(?:countr(?:y|ies)|regions?|geograph\w*|us|u\.s\.|usa|america|europe|germany|japan|china|uk|international(?:ly)?|foreign)\b/i,
  ],
  [
    'asset_class',
    /\b(?:asset (?:class(?:es)?|mix|allocation)|cash|equit(?:y|ies)|bonds?|crypto|funds?|etfs?|allocat\w*)\b/i,
  ],
]

const NOTHING: AskedOfPortfolio = { income: false, shares: null, returns: false, isWhole: true }

/** Reads what a question asks of the portfolio that it is about, or, where it asks nothing itself, the one before that it goes on with. */
export function askedOfPortfolio(question: string, before = ''): AskedOfPortfolio {
  for (const text of [question, before]) {
    const asked = askedIn(text.slice(0, 8_000))
    if (asked.income || asked.shares !== null || asked.returns) return asked
  }
  return NOTHING
}

function askedIn(text: string): AskedOfPortfolio {
  const income = INCOME.test(text) && WHAT_WAS_EARNED.test(text)
  const named = BY.find(([, words]) => words.test(text))?.[0]
  const shares = EXPOSURE.test(text) || /\bsectors?\b/i.test(text) ? (named ?? 'sector') : null
  return {
    income,
    shares,
    returns: !income && shares === null && RETURNS.test(text),
    isWhole: !PARTS.test(text),
  }
}

const AGAINST =
  /\b(?:beat(?:en|ing)?|(?:out|under)perform(?:ed|ing|s)?|versus|vs\.?|against|relative to|compar(?:ed?|ing|es) (?:to|with|against)|(?:better|worse|more|less) than)\b/i

/** The part of a question that names what something is set against; null where it sets it against nothing. */
export function comparedIn(question: string): string | null {
  const text = question.slice(0, 8_000)
  const found = AGAINST.exec(text)
  return found === null ? null : text.slice(found.index + found[0].length)
}
