import { oneOf, wholeWords } from '../../../../kernel/patterns.ts'
import type { IncomeBy, SharesBy } from '../../../../ports/portfolio.ts'
import {
  type AskedSales,
  askedSales,
  type AskedTrades,
  askedTrades,
  asksCosts,
  asksRealized,
  chosenIn,
  isByMonth,
  isUpTo,
  typesIn,
} from './ledger-request.ts'
import { askedCause } from '../intents/causes.ts'
import { BY_DIVIDEND } from '../intents/dividend-questions.ts'
import { CONTRIBUTED } from '../intents/move-words.ts'
import { IN_WHICH, OWN_SECTORS } from '../intents/sector-words.ts'
import { withoutTimes } from '../times/periods.ts'

/** What a question asks of a portfolio, other than its value. */
export interface AskedOfPortfolio {
  /** The return of all of it, or of one holding. */
  returns: boolean
  /** Whether it is about the whole and not about its parts. */
  isWhole: boolean
  /** Dividends and interest received. */
  income: boolean
  /** How income is broken down; null for the total. */
  incomeBy: IncomeBy | null
  /** Fees and taxes paid. */
  costs: boolean
  /** Net contributions, and the cost of what they bought. */
  invested: boolean
  /** The unrealized gain. */
  asksGain: boolean
  /** The holdings ranked by unrealized gain. */
  ranksGains: boolean
  /** Realized gains; null when not asked for. */
  sales: AskedSales | null
  /** Monthly returns, with the extreme that is asked for; null when not asked for. */
  months: 'best' | 'worst' | null
  /** Volatility and maximum drawdown. */
  risk: boolean
  /** Purchases, sales, deposits and withdrawals; null when not asked for. */
  trades: AskedTrades | null
  /** Whether sales and transactions are asked for up to a time, and not within it: `before 2024`. */
  isUpTo: boolean
  /** How the portfolio is broken down; null when not asked for. */
  shares: SharesBy | null
  /** Whether funds are broken down into their constituents. */
  through: boolean
  /** The share of the largest holdings. */
  concentration: boolean
}

/** "Show me" does not make a question one about the user's own. */
export const FIRST_PERSON =
  /\b(?:(?<!\b(?:can|could|may) )i|(?<!\b(?:show|tell|give|get|find|send|bring|let) )me|my|mine)\b/i

const RETURNS = wholeWords(
  oneOf`
    returns?|returned|performance|perform(?:ed|ing)?|beat(?:en|ing)?
    ${CONTRIBUTED}
    (?:out|under)perform(?:ed|ing|s)?
    (?:did|have|am) i (?:been )?(?:ma[dk]e|making|earn(?:ed|ing)?|gain(?:ed|ing)?|los[et]|losing|up|down)
    i(?:['’]ve| have)? (?:made|earned|gained|lost)
    up or down
    (?:is|are|was|were|has|have|it|portfolio|holdings) (?:up|down)
    doing|(?:better|worse) than
    how (?:[\w.&'’-]+ ){0,6}(?:do|done)(?=\W*$| (?:in|on|over|since|this|last|today|yesterday|so|year|to|from|with|against|versus|vs|compared|relative|between|for|ytd|over)\b)
    twr|mwr|irr|annuali[sz]ed|gain(?:ed|s)?|los[st]|loss(?:es)?|profits?|fell|fallen|rose|risen|grown?|grew
    los(?:es?|ing)|fall(?:s|ing)?|ris(?:e|es|ing)|drop(?:s|ped|ping)?|declin(?:e|es|ed|ing)|(?:in|de)creas(?:e|es|ed|ing)
    (?:has|have|did) (?:[\w.&'’-]+ ){1,6}(?:chang(?:ed?|ing)|mov(?:ed?|ing)|develop(?:ed)?)
    chang(?:e|es) (?:in|of)|compar(?:ed?|ing|es)|versus|vs|(?!${BY_DIVIDEND}\b)(?:best|worst)
  `,
  'i',
)
const PARTS = new RegExp(
  String.raw`\b(?:which|holdings|positions|stocks|investments|best|worst|${CONTRIBUTED})\b`,
  'i',
)
/** In a comparison "my investments" means all of them, unless the question picks some: `How did my investments compare to the S&P 500?` */
const WHICH = /\b(?:which|best|worst|each other|one another)\b/i
const INCOME =
  /\b(?:dividends?|interest|(?:passive |dividend )?income)\b(?! (?:yields?|stocks?|shares?|holdings?|positions?)\b)/i
const WITHOUT_INCOME =
  /\b(?:without|excluding|excl\.?|ex|not (?:including|counting)) (?:any |the |my )?(?:dividends?|interest|income)\b/gi
/** Income that a return includes is not asked for on its own. */
const WITH_INCOME =
  /\b(?:including|incl\.?|with|plus|counting) (?:the |my |all |any |reinvested )?(?:dividends?|interest|income)\b/gi
const OF_RETURN = /\b(?:returns?|performance|gains?|profits?)\b/i
const WHAT_WAS_EARNED = /\b(?:receiv\w*|earn\w*|got|get|paid|collect\w*|made|my|income)\b/i
/** `from which company`, `which of my holdings paid the most`, `where does it come from` */
const BY_PAYER = new RegExp(
  oneOf`
    \b(?:each|every|by|per|which|what|whose) (?:of (?:my|the) )?(?:[\w'’-]+ ){0,2}?(?:compan(?:y|ies)|stocks?|shares?|holdings?|positions?|investments?|instruments?|funds?|etfs?|payers?|issuers?|one)\b
    \bwho (?:paid|pays)\b|\b(?:from|by) whom\b|\bfrom who\b
    \bwhere\b.{0,60}\bcom(?:e|es|ing) from\b
    \b(?:biggest|largest|best|top) (?:dividend )?payers?\b
  `,
  'i',
)
/** `including ETFs`, `through my funds`, `indirectly` */
const THROUGH = wholeWords(
  oneOf`
    (?:includ(?:e|es|ed|ing)|incl\.?|counting|through|via|within|inside) (?:(?:what|that|is|in|of|my|the|any|all|held) ){0,3}?(?:etfs?|(?:index |mutual )?funds?)
    (?:includ(?:es|ing)|incl\.?|counting) (?:(?:what|that|is|held) ){0,3}?(?:through|via|within|inside)\b
    in my (?:etfs?|funds?)
    look(?:ing|ed)?[- ]?through
    (?:in)?directly and indirectly
    indirect(?:ly)?
  `,
  'gi',
)
const EXPOSURE = wholeWords(
  oneOf`
    expos(?:ure|ed)|allocat(?:ion|ed)|diversif\w*|breakdown|asset mix|composition|composed
    (?:percent(?:age)?|share|much|part|proportion|fraction|%) of my (?:portfolio|money|savings|wealth|holdings|investments)
    cash (?:vs\.?|versus|compared (?:to|with)|and|or) (?:stocks?|equit(?:y|ies)|bonds?|investments|shares|invested)
    (?:stocks?|equit(?:y|ies)|bonds?|shares) (?:vs\.?|versus|compared (?:to|with)) (?:cash|bonds?|stocks?|funds?|etfs?)
    how much (?:money )?do i have in (?=(?:[\w.]+ ){0,2}(?:stocks|equities|bonds)\W*$)
    made (?:up )?of|concentrat\w*
    (?:is|are|denominated|priced) in (?:euros?|eur|dollars?|usd|pounds?|gbp|yen|jpy|francs|chf)(?=\W*$)
    split (?:by|across|between)
    (?:sectors?|industr(?:y|ies))
    by (?:country|currency|asset class)
    ${IN_WHICH}
    ${OWN_SECTORS}
  `,
  'i',
)
/** For sectors, countries and the like the answer is their shares. */
const CONCENTRATED =
  /\bconcentrat\w*\b(?! (?:in|on)\b)|\b(?:herfindahl\w*|hhi)\b|\b(?:depend(?:ent|s)?|rely|relies|reliant) on (?:a few|one|single|few|my (?:largest|biggest))\b/i
const DIVERSIFIED = /\bdiversif\w*/i
/** Gain over cost as of now. */
const UNREALIZED =
  /\b(?:unreali[sz]ed|(?:in|at) (?:a |the )?(?:profit|loss|red|green)|under ?water|(?:paper|book) (?:gains?|loss(?:es)?|profits?))\b/i
/** `my biggest loser`, `sorted by gain`, `since I bought it`: the unrealized gain of each holding, unless a time is named. */
export const RANKED_GAINS = wholeWords(
  oneOf`
    (?:biggest|largest|top|highest|lowest|best|worst) (?:\w+ )?(?:winners?|losers?|gainers?|gains?|loss(?:es)?|profits?(?! margins?))
    (?:best|worst|top) .{0,40}\bsince i (?:bought|purchased|got|own)
    (?:sorted|ranked|ordered) by (?:\w+ )?(?:gains?|profits?|returns?)
    which .{0,60}\b(?:made|lost|gained|earned|helped|hurt|contributed) (?:me )?(?:the )?(?:most|least)
    most (?:profitable|unprofitable)
    my (?:\w+ ){0,3}(?:positions|holdings|stocks|shares|investments|funds) by (?:\w+ )?(?:gains?|profits?)
    my (?:winners|losers)
    (?:unreali[sz]ed|paper|book) losses
    (?:losing|winning|profitable|unprofitable|loss-making) (?:positions?|holdings?|stocks?|shares|investments?|funds?)
    (?:which|what|how many|any|all|each)\b.{0,60}\b(?:(?:in|at) (?:a |the )?(?:profit|loss|red|green)|under ?water|(?:losing|making) (?:me )?money|am i (?:up|down) on)
  `,
  'i',
)
/** `how much did I invest?`, `my net deposits`, but not the question what that is worth by now. */
const INVESTED = new RegExp(
  String.raw`^\W*(?:and |so )?(?:(?:what(?:['’]s| is| was| were| are)?|how (?:much|high)(?: is| was| are| were)?|show(?: me)?|tell me) )?(?:(?:the )?(?:total )?(?:amount|sum|money|cash|capital) )?${oneOf`
    (?:that )?(?:(?:did|have|had|do) i (?:\w+ )?|i(?:['’]ve| have)? (?:\w+ )?)(?:invest(?:ed)?|put in(?:to)?|contributed?)\b(?! in(?:to)?\W*$)(?!.{0,80}\b(?:worth|now be|become|returns?|returned|gain\w*|made|lost|profits?)\b)
    my (?:(?:total|net|own|overall) ){0,2}(?:contributions?|invested (?:capital|money|amount)|capital invested)\b
    (?:my )?(?:total )?net deposits\b
    my (?:total |net ){1,2}invest(?:ed|ment)\W*$
  `}`,
  'i',
)
/** `my biggest loss ever`: of holdings and of sales. */
const OF_ALL_TIME = /\b(?:ever|of all[- ]time|all[- ]time|in my life|so far)\b/gi
const EVER_GAINED =
  /\b(?:biggest|largest|worst|best|highest|greatest) (?:\w+ ){0,2}?(?:(?<loss>loss(?:es)?|losers?)|gains?|profits?|winners?|wins?)\b/i
const RISK = wholeWords(
  oneOf`
    draw ?-?downs?|volatil\w+|betas?|standard deviation
    (?<!\b(?:currency|interest[- ]rate|credit|inflation|political|counterparty|liquidity) )risks?(?![- ](?:adjusted|free|factors?)\b)
    riskiness|riskier|(?:more|less) risky|(?:how|too|so|very) risky|risky (?:is|are)|risky(?=\W*$)
  `,
  'i',
)
/** The volatility of the whole does not answer which holding varies most. */
const WHICH_PART = /\bwhich\b|\b(?:most|least) (?:volatile|risky)\b|\b(?:riskiest|safest)\b/i
const STANDING =
  /\b(?:worth|value|own|hold|held|have in|(?:cost basis|average cost|net worth)|cash|biggest|largest|smallest)\b/i
/** Contributions by month are answered from the recorded deposits. */
const PAID_IN: AskedTrades = {
  types: ['deposit', 'withdrawal'],
  which: null,
  count: null,
  byMonth: true,
}
/** The first match counts; "us" is not a country. */
const BY: ReadonlyArray<readonly [SharesBy, RegExp]> = [
  ['sector', /\b(?:sectors?|industr(?:y|ies))\b/i],
  ['currency', /\b(?:[Cc]urrenc(?:y|ies)|[Dd]ollars?|[Ee]uros?|[Yy]en|USD|EUR|GBP|JPY|CHF)\b/],
  [
    'country',
    wholeWords(oneOf`
      US|U\.S\.|USA
      (?i:countr(?:y|ies)|regions?|geograph\w*|us (?=stocks|equities|shares|companies)|america|europe|germany|japan|china|uk|(?:american|european|german|japanese|chinese|british|foreign) (?=stocks|equities|shares|companies)|international(?:ly)?|foreign)
    `),
  ],
  [
    'asset_class',
    /\b(?:asset (?:class(?:es)?|mix|allocation)|cash|equit(?:y|ies)|bonds?|crypto|funds?|etfs?|allocat\w*)\b/i,
  ],
]

const COMPARATIVE = /\b(?:better|worse) than\b/gi

const AGAINST = wholeWords(
  oneOf`
    beat(?:en|ing)?
    (?:out|under)perform(?:ed|ing|s)?
    versus|vs\.?|against|relative to
    compar(?:ed?|ing|es) (?:[\w.&'’-]+ ){0,4}?(?:to|with|against)
    (?:better|worse|higher|lower|(?:more|less)(?: (?:volatile|risky))?|riskier|safer) than
  `,
  'i',
)

const NOTHING: AskedOfPortfolio = {
  income: false,
  incomeBy: null,
  costs: false,
  invested: false,
  shares: null,
  through: false,
  concentration: false,
  asksGain: false,
  ranksGains: false,
  sales: null,
  months: null,
  risk: false,
  trades: null,
  isUpTo: false,
  returns: false,
  isWhole: true,
}

/** Reads what a question asks of a portfolio; a follow-up that asks nothing itself takes it from the question before. */
export function askedOfPortfolio(question: string, before = ''): AskedOfPortfolio {
  const [own, earlier] = [question, before].map(askedIn)
  if (own === undefined || earlier === undefined) return NOTHING
  // "Is that worse than my portfolio?" continues a question about risk.
  const isOfRisk = earlier.risk && !RETURNS.test(question.replaceAll(COMPARATIVE, ' '))
  const isOtherMonth = earlier.months !== null && OTHER_MONTH.test(question)
  const isNothing =
    isOtherMonth || (own.shares === null && !asksAnything(isOfRisk ? { ...own, returns: false } : own))
  const asked = isNothing ? continued(question, earlier) : own
  return {
    ...asked,
    through: own.through || asked.through,
    // "Up to" belongs to the question that names the time.
    isUpTo: isUpTo(withoutTimes(question) === question ? before : question),
  }
}

/** The earlier question, broken down differently: "and by currency?", "and by month?", "and the last one?" */
function continued(question: string, earlier: AskedOfPortfolio): AskedOfPortfolio {
  const by = byOf(question)
  if ((earlier.shares !== null || earlier.concentration) && by !== null)
    return { ...earlier, concentration: false, shares: by }
  const incomeBy = incomeByOf(question)
  if (earlier.income && incomeBy !== null) return { ...earlier, incomeBy }
  const types = typesIn(question)
  if ((earlier.trades !== null || earlier.invested) && types.length > 0)
    return { ...earlier, invested: false, trades: { which: null, count: null, ...earlier.trades, types } }
  if (earlier.asksGain && asksRealized(question))
    return { ...earlier, asksGain: false, ranksGains: false, sales: { only: null, which: null } }
  const chosen = chosenIn(question)
  if (earlier.trades !== null && chosen.which !== null)
    return { ...earlier, trades: { ...earlier.trades, ...chosen } }
  const side = /\b(best|worst)\b/i.exec(question)?.[1]?.toLowerCase()
  if (earlier.months !== null && side !== undefined)
    return { ...earlier, months: side === 'worst' ? 'worst' : 'best' }
  return asksAnything(earlier) ? earlier : NOTHING
}

/** Whether anything but the value of the portfolio is asked for. */
export const asksAnything = ({
  shares,
  trades,
  sales,
  income,
  costs,
  invested,
  returns,
  asksGain,
  months,
  risk,
  concentration,
}: AskedOfPortfolio): boolean =>
  shares !== null ||
  months !== null ||
  trades !== null ||
  sales !== null ||
  [income, costs, invested, returns, asksGain, risk, concentration].includes(true)

/** Whether the composition of the whole portfolio is asked for. */
export const asksMakeUp = ({ shares, concentration }: AskedOfPortfolio): boolean =>
  shares !== null || concentration

const byOf = (text: string): SharesBy | null => BY.find(([, words]) => words.test(text))?.[0] ?? null

const incomeByOf = (text: string): IncomeBy | null =>
  isByMonth(text) ? 'month' : BY_PAYER.test(text) ? 'entity' : null

/** `and the worst?` */
const OTHER_MONTH = /^\W*(?:and |what about )?(?:the |my )?(?:best|worst)(?: (?:one|month))?\W*$/i
/** `my best month`, `monthly returns` */
const MONTHS = wholeWords(
  oneOf`
    (?:best|strongest|worst|weakest) (?:(?:calendar|single|performing) )?months?
    monthly (?:returns?|performance)
    (?:returns?|performance) (?:by|per|each|every|for each) month
    (?:which|what) months?\b.{0,40}\b(?:best|worst|most|least)
  `,
  'i',
)

const monthsIn = (text: string): AskedOfPortfolio['months'] =>
  MONTHS.test(text) ? (/\b(?:worst|weakest|least|los[et])\b/i.test(text) ? 'worst' : 'best') : null

/** The sale that a question for the highest gain or loss ever means. */
function everGained(text: string): AskedSales | null {
  const found = EVER_GAINED.exec(text)
  if (found === null || text.replaceAll(OF_ALL_TIME, '') === text) return null
  return found.groups?.['loss'] === undefined
    ? { only: 'gain', which: 'best' }
    : { only: 'loss', which: 'worst' }
}

function askedIn(text: string): AskedOfPortfolio {
  const ever = everGained(text)
  const sales = askedSales(text) ?? ever
  const invested = sales === null && INVESTED.test(text)
  const trades = sales !== null ? null : invested ? (isByMonth(text) ? PAID_IN : null) : askedTrades(text)
  const isOfLedger = sales !== null || trades !== null || invested
  const ranksGains = ever !== null || (!isOfLedger && RANKED_GAINS.test(text) && withoutTimes(text) === text)
  const asksGain = ranksGains || UNREALIZED.test(text)
  const costs = !isOfLedger && asksCosts(text)
  const unpaid = text.replaceAll(WITHOUT_INCOME, ' ')
  const paid = OF_RETURN.test(text) ? unpaid.replaceAll(WITH_INCOME, ' ') : unpaid
  const income = !costs && trades === null && INCOME.test(paid) && WHAT_WAS_EARNED.test(text)
  const withoutThrough = text.replaceAll(THROUGH, ' ')
  const by = byOf(withoutThrough)
  const isConcentrated = trades === null && by === null && CONCENTRATED.test(text)
  const shares = trades === null && !isConcentrated && EXPOSURE.test(text) ? (by ?? 'sector') : null
  const concentration = isConcentrated || (shares !== null && by === null && DIVERSIFIED.test(text))
  const isOther = [income, costs, asksGain, isOfLedger, concentration].includes(true) || shares !== null
  return {
    income,
    invested,
    incomeBy: income ? incomeByOf(text) : null,
    costs,
    shares,
    through: withoutThrough !== text,
    concentration,
    asksGain,
    ranksGains,
    sales,
    months: isOther ? null : monthsIn(text),
    risk: RISK.test(text) && (comparesWithOwn(text) || !WHICH_PART.test(text)),
    trades,
    isUpTo: false,
    returns: !isOther && RETURNS.test(text),
    isWhole: !PARTS.test(text) || ((AGAINST.test(text) || askedCause(text) !== null) && !WHICH.test(text)),
  }
}

/** Whether a question asks for recorded transactions, or for the gains and costs they caused: of all times unless it names one. */
export const asksLedger = (question: string): boolean => {
  const { sales, trades, costs, invested } = askedIn(question)
  return costs || invested || sales !== null || trades !== null
}

/** Whether a question asks for holdings, their value or their gain as of a time, and not for a return over a period. */
export const asksStanding = (question: string): boolean =>
  UNREALIZED.test(question) || (STANDING.test(question) && !askedOfPortfolio(question).returns)

const PAID_PRICE =
  /\b(?:(?:prices?|costs?) (?:that )?(?:(?:did|have) i|i(?:['’]ve| have)?) (?:\w+ )?(?:paid|pay)|(?:did|have) i (?:\w+ )?(?:pay|paid) (?:on average |per share |a share |each )*for)\b/i

/** `the average price I paid for Apple`: the cost of a holding, not a market price. */
export const asksPaidPrice = (question: string): boolean => PAID_PRICE.test(question)

/** The value of the portfolio, asked together with ratios of its holdings: `my portfolio's value and dividend yield`. */
export const asksWorth = (question: string): boolean =>
  /\b(?:worth|(?<!\b(?:book|market|enterprise|net asset|to|\/) )values?\b(?! (?:per|stocks?)\b))/i.test(
    question,
  )

/** "Which is more volatile, Apple or my portfolio?" */
export const comparesWithOwn = (question: string): boolean =>
  /\bor my (?:\w+ )?(?:portfolio|holdings|investments)\b/i.test(question)

/** The part of a question that names what something is compared with; null when it compares nothing. */
export function comparedIn(question: string): string | null {
  const found = AGAINST.exec(question)
  return found === null ? null : question.slice(found.index + found[0].length)
}
