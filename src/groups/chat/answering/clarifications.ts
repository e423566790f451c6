import { oneOf, wholeWords } from '../../../kernel/patterns.ts'
import { foldName } from '../../../market/known-names-index.ts'
import { isAbbreviated } from '../../../market/known-names-words.ts'
import type { InstrumentSummary } from '../../../ports/instruments.ts'
import { nameOf } from '../facts/number-format.ts'
import { asksHolders } from '../understanding/intents/constituent-questions.ts'
import { asksExchangeRate } from '../understanding/entities/currency-words.ts'
import { FIRST_PERSON } from '../understanding/portfolio/portfolio-questions.ts'
import { plainQuote } from '../text/quotes.ts'
import { isTraded } from '../understanding/portfolio/ledger-request.ts'
import { unknownWords, unlistedNames } from '../understanding/entities/unlisted-companies.ts'

const WHICH_COMPANY = 'Which company do you mean? Name it, or give its ticker.'
export const NOT_RANKED =
  'The market as a whole and its sectors are ranked here by the moves of the day only, such as “top gainers today” or “biggest losers in technology”. For anything else name the companies, funds, indices or coins that you mean, or ask it of your holdings or your watchlist.'
const NOT_EXPLAINED =
  'Terms are not explained here. Ask for the number of a company, such as “P/E of Apple”, and the answer shows how it was computed.'
const CHANGES_NOTHING =
  'Chat reads what is stored and changes nothing. Watchlists, transactions and settings are changed by their own endpoints, which the documentation at /docs lists.'
const NO_ORDERS =
  'No orders are placed here: Tidemark records what was bought and sold elsewhere, by POST /v1/portfolio/transactions.'
const IN_ENGLISH = 'Only questions in English are understood.'
const WHAT_CAN_BE_ASKED =
  'Ask about a company, fund, index or coin by its name or ticker: its price on a day or its return over a time, statements, ratios, dividends and news, or why it moved. Your own portfolio and watchlists can be asked about as well, and the market: how it or a sector did, its news, what moved most today and when exchanges are open. Every number in an answer has its source.'

const SMALL_TALK = new RegExp(
  String.raw`^\W*(?:(?:hi|hello|hey)(?: there)?\W+(?=\w))?${oneOf`
    hi|hello|hey|(?:hi|hello|hey) there
    good (?:morning|evening|afternoon)
    help|thanks?|thank you|thx|ok(?:ay)?
    what can (?:you|i) (?:do|ask)(?: here| you)?
    (?:who|what) are you|who (?:made|built) you|are you (?:chat ?gpt|an? (?:ai|bot|robot|human|person))|what(?:['’]?s| is) up
    how (?:do|can|should) (?:i|you) use (?:this|it|the chat)
    (?:what is|how does) this(?: work)?
  `}\W*$`,
  'i',
)
/** Thanks, a greeting or a farewell, possibly with a few more words. */
const COURTESY = new RegExp(
  String.raw`^\W*(?:(?:ok(?:ay)?|cool|great|nice|perfect|awesome|alright|lol|haha),?\W*)*${oneOf`
    (?:(?:many )?thanks?(?: you)?|thx|ty|bye|goodbye|see you)\b[^?]{0,40}
    nice|cool|great|perfect|awesome|lol|haha
  `}[^\w?]*$`,
  'i',
)
const GREETING =
  /^\W*(?:hi|hello|hey|good (?:morning|evening|afternoon))(?: (?:there|guys|bot))?[\s,.!:-]+(?=\S+ \S)/i
const PLEASE = /(?<=\S \S+)[\s,.]+(?:please|pls|plz|thanks|thank you|thx|many thanks)(?<tail>\W*)$/i

/** A question without a leading greeting and trailing thanks. */
export const withoutCourtesy = (message: string): string =>
  message.length > LONGEST ? message : message.replace(GREETING, '').replace(PLEASE, '$<tail>')

const COMMAND = new RegExp(
  String.raw`^\W*(?:please |can you |could you |would you )?(?:add|put|remove|delete|drop|clear|create|rename|move|buy|sell|record|set|change)\b.{0,120}\b${oneOf`
    watch\s?lists?|portfolio|transactions?|holdings?|positions?|accounts?|alerts?|preferences|settings
  `}\b`,
  'i',
)
/** `add Tesla to it`, after a list. */
const COMMAND_ON_IT =
  /^\W*(?:and |please |can you |could you )*(?:add|put|remove|delete)\b.{1,60}\b(?:to|on|onto|from|in) (?:it|that|them|there|(?:this|that|the|my) list)\W*$/i
/** Requests that would have to be remembered: `alert me when Apple falls below 200`. */
const REMINDER =
  /^\W*(?:please |can you |could you |would you )?(?:(?:alert|notify|warn|ping|remind|e-?mail) me\b|let me know (?:when|if|once|as soon as)\b)/i
/** A trade order and nothing else: `buy 10 apple`, `please sell my Apple`. */
const ORDER =
  /^\W*(?:please |can you |could you |i (?:want|would like) to )*(?:buy|sell)(?: me)? (?:\d[\d.,]*|all|some|half|my)(?: (?!or\b|what\b|how\b|why\b|when\b|would\b|upgrades?\b|ratings?\b)[\w.,&'’$-]{1,20}){1,5}[.!]?\s*$/i
const DEFINITION = new RegExp(
  String.raw`^\W*(?:please )?${oneOf`
    what(?: is|['’]s| are) (?:an? |the (?:meaning|definition|difference)\b)
    what does .{1,60} (?:mean|stand for)
    define\b|explain\b|meaning of\b
    (?:what(?: is|['’]s) )?(?:the )?difference between\b
  `}`,
  'i',
)
/** `What is EBITDA?` */
const TERM = /^\W*what(?: is|['’]s) (\w+)\W*$/i
const isTerm = (word: string): boolean => isAbbreviated(foldName(word)) || /^[A-Z]{2,}$/.test(word)
const SCREEN = wholeWords(
  oneOf`
    (?:which|what|top|best|worst|cheapest|biggest|largest|list|show|find|all)\b.{0,40}\b(?:stocks|companies|shares|firms|tickers|funds|etfs|coins)
    (?:top|best|worst|cheapest|biggest|largest|smallest|most valuable) (?:stock|company|firm)
    (?:which|what) (?:stock|company|share|firm|fund|etf|coin)s? (?:pays?|paid|has|had|have|is|are|was|were|made|makes|earns?|earned|grew|lost|gained|returned|did)\b.{0,40}\b(?:most|least|highest|lowest|best|worst|more|biggest|largest|smallest)\b
    (?:stocks|companies|shares|firms|funds|etfs) (?:with|that|whose|which|under|below|above|paying)
    how many (?:stocks|companies|firms|funds|etfs)
    gainers?|losers?|movers?
  `,
  'i',
)

const NO_HOLDERS =
  'Which funds hold a stock is not available here. Ask what a fund holds, such as “top holdings of QQQ” or “Does SPY hold Apple?”.'
const WHICH_RATE =
  'Which exchange rate do you mean? Name the two currencies alone, such as “EUR to USD” or “100 dollars in yen”.'
const NO_RISK_FREE_RATE =
  'Ratios of return to risk, such as the Sharpe ratio, are not computed here: they need a risk-free rate, and none is stored. Ask for the return, the volatility, the beta or the maximum drawdown.'
const NO_RECOVERY =
  'How long a recovery took is not computed here. Ask for the maximum drawdown, which comes with its dates.'
const RECOVERY =
  /\bhow long\b.{0,80}\b(?:recover(?:y|ed)?|break ?-?even|(?:get|got|come|came|go|went) back to)\b/i
const NO_STREAKS =
  'Streaks of sessions in a row are not computed here. Ask in how many sessions of a time it did, or for its closes of the last 10 days.'
const STREAK =
  /\b(?:how (?:many|long)|longest)\b.{0,60}\b(?:days?|sessions?|streak)\b.{0,60}\b(?:in a row|consecutive(?:ly)?|straight|streak)\b|\b(?:consecutive|straight) (?:trading )?(?:days|sessions)\b|\b(?:winning|losing) streak\b/i
const NO_OWN_DAYS =
  'Single days of a portfolio are not computed, and neither is the day on which it was worth most. Ask for its best or worst month, its maximum drawdown, what it returned in a time, or what it was worth on a day.'
/** `when was my portfolio worth the most`, `the best day of my portfolio` */
const OWN_DAYS = new RegExp(
  oneOf`
    \bmy (?:[\w-]{1,20} )?(?:portfolio|holdings|investments)\b.{0,40}\b(?:worth (?:the )?(?:most|least)|peak(?:ed)?|bottom(?:ed)?|all[- ]time (?:high|low)|highest value|lowest value|(?:best|worst) (?:single |trading )?day)\b
    \b(?:(?:best|worst) (?:single |trading )?day|peak|all[- ]time (?:high|low)|highest value|lowest value) (?:ever )?(?:of|for|in|on) my (?:[\w-]{1,20} )?(?:portfolio|holdings|investments)\b
    \bmy (?:best|worst) (?:single |trading )?day\b
  `,
  'i',
)
const NO_TAX_DUE =
  'What tax is due is not computed here: that depends on where you live. Ask for your realized gains in a year, the unrealized gain on a holding, or the taxes that you have paid.'
/** Tax that will be due, as opposed to tax already paid. */
const TAX_DUE = new RegExp(
  String.raw`\b${oneOf`
    capital[- ]gains? tax(?:es)?
    taxable (?:gains?|income|amount)
    tax(?:es)? (?:do|would|will|should|must) i (?:have to )?(?:owe|pay)
    tax (?:bill|liability)
    owe (?:[\w ]{1,20} )?(?:in )?tax(?:es)?
  `}\b(?<!\bpaid\b.{0,80})`,
  'i',
)
const RETURN_TO_RISK = /\b(?:sharpe|sortino|treynor)(?:['’]s)?(?: ratios?)?\b/i
const ENDS = /^\W*$/
/** `Do I own Enron?`, but not `any German companies`: the name must end the question. */
const OWNED =
  /\b(?:do|did|have) i (?:still |currently |ever )?(?:own|hold|have|had|held|owned)\s+(?:(?:(?:any|some|a)\s+)?(?:shares?|stocks?) of\s+)?$/i
const NO_COMPANY =
  /^(?:\p{Lu}+s|tech|crypto|gold|silver|oil|energy|healthcare|bonds?|cash|funds?|stocks?|europe|america|asia|china|japan|germany|france|india)$/iu

/** A ranking of all companies, with none named. */
const RANKED = new RegExp(
  String.raw`^\W*(?:(?:please )?(?:list|show|find|give|tell) (?:me )?|what(?: are|['’]s| is) |which are )?(?:all |some )?(?:the )?${oneOf`
    top|best|worst|biggest|largest|smallest|cheapest|most \w+|least \w+|highest[- ]\w+|lowest[- ]\w+
    fastest[- ]growing
  `}(?: \d{1,3})? (?:[\w&-]{1,20} ){0,3}(?:stocks?|compan(?:y|ies)|shares|firms?|funds?|etfs?|coins?|cryptos?)(?=\W*$| (?:by|right now|now|to buy)\b| in the (?:world|us|usa|market)\W*$)`,
  'i',
)
const ANY_GAINS = /\b(?:un)?reali[sz]ed (?:gains?|loss(?:es)?|profits?|p ?& ?l)\b/i
const HELD = /\b(?:portfolio|holdings?|positions?)\b/i
const LONGEST = 2_000
const LONGEST_COURTESY = 60
/** A longer question is one for documents. */
const LONGEST_ABOUT = 60

/** The immediate reply to a message that needs no search; null for any other. Of a long text only the beginning is looked at. */
export function atOnce(message: string): string | null {
  if (SMALL_TALK.test(message)) return WHAT_CAN_BE_ASKED
  const text = message.slice(0, LONGEST)
  if (asksHolders(text)) return NO_HOLDERS
  if (RECOVERY.test(text)) return NO_RECOVERY
  if (STREAK.test(text)) return NO_STREAKS
  if (OWN_DAYS.test(text)) return NO_OWN_DAYS
  if (TAX_DUE.test(text) && FIRST_PERSON.test(text)) return NO_TAX_DUE
  if (message.length <= LONGEST_COURTESY && ORDER.test(message)) return NO_ORDERS
  return [COMMAND, COMMAND_ON_IT, REMINDER].some((words) => words.test(text)) ? CHANGES_NOTHING : null
}

/** Whether a question asks for gains without saying that they are the user's own: statements have gains, too. */
export const asksGainsOfUnnamed = (message: string): boolean => {
  const text = message.slice(0, LONGEST)
  return ANY_GAINS.test(text) && !FIRST_PERSON.test(text) && !HELD.test(text)
}

/** The reply to thanks and farewells; null for anything else. */
export const ofCourtesy = (message: string): string | null =>
  message.length <= LONGEST_COURTESY && COURTESY.test(message) ? WHAT_CAN_BE_ASKED : null

/** The reply to `list the largest companies`, which names none; null for anything else. */
export const ofRanking = (message: string): string | null =>
  RANKED.test(message.slice(0, LONGEST)) ? NOT_RANKED : null

/** What to ask, or to reply, when numbers are wanted and no known company is named. */
export function whichCompany(message: string): string {
  const text = message.slice(0, LONGEST)
  const term = TERM.exec(text)?.[1]
  if (DEFINITION.test(text) || (term !== undefined && isTerm(term))) return NOT_EXPLAINED
  if (SCREEN.test(text)) return NOT_RANKED
  const [unknown] = unlistedNamesIn(text)
  return unknown === undefined ? WHICH_COMPANY : notListed(unknown)
}

/** `explain beta`, `what does EBITDA mean` */
const TERM_ASKED = /^\W*(?:please )?(?:(?:explain|define)\b|what does .{1,40} (?:mean|stand for)\W*$)/i

/** `how is zorblatt doing`, `tell me about Zorblatt` */
const ABOUT = new RegExp(
  String.raw`^\W*(?:(?:and|so|ok(?:ay)?|hey|hi),? )?${oneOf`
    how (?:is|are|was|were|has|have|had|did|does|do)
    how['’]s|what about|how about
    tell me (?:more |everything |all )?about
    (?:any|what(?:['’]s| is)(?: the)?(?: latest)?) (?:news|new) (?:on|about|of|from|with)
    what (?:is|['’]s) (?:up|going on|happening) (?:with|at)
    (?:do you )?know (?:anything )?about
    what do you (?:know|think) (?:of|about)
    news (?:on|about|of)|compare|did|does|has|is|was
  `}\b`,
  'i',
)

/** `samsung`: a name and nothing else. */
const BARE_NAME = /(?<=^\s*)[\p{L}\p{N}]+(?: [\p{L}\p{N}]+){0,2}(?=[\s?!.]*$)/u

/** The reply to a question about a name that nothing listed has; null when there is no such name. */
export function unknownNamed(message: string): string | null {
  const text = message.slice(0, LONGEST)
  if (message.length > LONGEST_ABOUT) return null
  if (TERM_ASKED.test(text)) return NOT_EXPLAINED
  const bare = BARE_NAME.exec(text)?.[0].trim() ?? ''
  if (bare !== '' && unknownWords(bare.toLowerCase()).includes(bare.toLowerCase())) return notListed(bare)
  if (!ABOUT.test(text)) return null
  const [unknown] = unlistedNamesIn(text)
  if (unknown === undefined) return null
  return OF_NEWS.test(text) ? noNewsOf(unknown) : notListed(unknown)
}

const OF_NEWS = /\bnews\b/i

/** The name may be a topic as well as a company. */
const noNewsOf = (name: string): string =>
  `No article was found about “${plainQuote(name.replace(/['’]s$/, ''))}”, and nothing listed is called that.`

/** Names in a text that nothing listed has, capitalised or in the position of a name. */
const unlistedNamesIn = (text: string): string[] => [...unlistedNames(text), ...unknownWords(text)]

const notListed = (name: string): string =>
  `Nothing called “${plainQuote(name.replace(/['’]s$/, ''))}” is listed here. ${WHICH_COMPANY}`

/** What to ask when a name is close to a listed one. */
export function didYouMean({ said, meant }: { said: string; meant: readonly InstrumentSummary[] }): string {
  const names = meant.map(nameOf).join(' or ')
  return `Nothing called “${plainQuote(said)}” is listed here. Did you mean ${names}?`
}

/** The reply to a question whether the user holds something that is not listed; null when no such name is given. */
export function unknownHeld(message: string): string | null {
  const text = message.slice(0, LONGEST)
  const unknown = unlistedNamesIn(text).find(
    (name) =>
      !NO_COMPANY.test(name) &&
      ENDS.test(text.slice(text.indexOf(name) + name.length)) &&
      OWNED.test(text.slice(0, text.indexOf(name))),
  )
  return unknown === undefined
    ? null
    : `Nothing called “${plainQuote(unknown)}” is listed here, so your portfolio has no record of it.`
}

/** The reply to a request for transactions in something that is not listed; null when no such name is given. */
export function unknownTraded(message: string): string | null {
  const text = message.slice(0, LONGEST)
  const unknown = unlistedNamesIn(text).find((name) => {
    const at = text.indexOf(name)
    return isTraded(text.slice(0, at), text.slice(at + name.length))
  })
  return unknown === undefined ? null : notListed(unknown)
}

/** The reply to a question for an exchange rate that was not found; null for anything else. */
export const ofExchangeRates = (message: string): string | null =>
  asksExchangeRate(message) ? WHICH_RATE : null

/** The reply to a question for a Sharpe ratio; null for anything else. */
export const ofReturnToRisk = (message: string): string | null =>
  RETURN_TO_RISK.test(message.slice(0, LONGEST)) ? NO_RISK_FREE_RATE : null

const LETTER = /\p{L}/gu
const LATIN = /\p{Script=Latin}/gu
/** Function words that hardly a sentence of their language lacks and that are not English. */
const FOREIGN = new RegExp(
  String.raw`(?<![\p{L}\p{M}])${oneOf`
    der|das|ist|und|wie|wird|für|von|hat|welche[rs]?|les|des|est|une?|quel(?:le)?s?|combien|cuál|qué|es|el|los
    las|del|precio|cuánto|qual|quanto|della|il|che|não|como|wat|het|een|van
  `}(?![\p{L}\p{M}])`,
  'giu',
)
/** Non-English words for prices and statements: one is enough. */
const FOREIGN_TERM = new RegExp(
  String.raw`(?<![\p{L}\p{M}])${oneOf`
    wieviel|kostet|steht|combien|vaut|cu[aá]nto|quanto|umsatz|umsätze|gewinn|aktien?|aktienkurs|börsenkurs
    dividendenrendite|kennzahlen|marktkapitalisierung|chiffre d['’]affaires|bénéfices?|(?<!grand )prix
    l['’]action|precio|acciones|acción|ingresos|beneficios?|cotización|prezzo|azion[ei]|fatturato|ricavi
    quotazione|preço|ações|receita|cotação|omzet|winst|aandeel|aandelen|koers
  `}(?![\p{L}\p{M}])`,
  'iu',
)
const ENGLISH = /\b(?:the|of|what|how|which|did|does|and|were|have|why|when|who|with|from|my)\b/i

/** A note that the question is in another language; null for English, or for a few words that may be. */
export function inOtherLanguage(message: string): string | null {
  const text = message.slice(0, LONGEST)
  const letters = text.match(LETTER)?.length ?? 0
  const latin = text.match(LATIN)?.length ?? 0
  const isOtherScript = letters >= 4 && latin < letters / 2
  const isForeign =
    ((text.match(FOREIGN)?.length ?? 0) >= 2 || FOREIGN_TERM.test(text)) && !ENGLISH.test(text)
  return isOtherScript || isForeign ? IN_ENGLISH : null
}
