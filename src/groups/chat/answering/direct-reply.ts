import { oneOf } from '../../../kernel/patterns.ts'
import type { InstrumentSummary } from '../../../ports/instruments.ts'
import type { Question } from '../answer.ts'
import { plainQuote } from '../text/quotes.ts'
import { ofService } from './about-service.ts'
import { asksAdviceAlone } from '../understanding/intents/advice-questions.ts'
import { ranksStocks } from '../understanding/intents/day-moves.ts'
import { asksOpenQuarter } from '../understanding/intents/calendar-questions.ts'
import { COMMODITIES } from '../understanding/entities/commodities.ts'
import { asksEconomy } from '../understanding/intents/economy-questions.ts'
import { asksForecast } from '../understanding/intents/forecast-questions.ts'
import { asksJudgement } from '../understanding/intents/judgement-questions.ts'
import { isIndex } from '../understanding/intents/market-indices.ts'
import { askedRatios, isStatementMetric, type Metric } from '../understanding/intents/metrics.ts'
import { asksPurchaseOfNoSum } from '../understanding/intents/purchase-questions.ts'
import type { Understood } from '../understanding/understood.ts'
import {
  atOnce,
  NOT_RANKED,
  ofCourtesy,
  ofRanking,
  ofReturnToRisk,
  unknownHeld,
  unknownTraded,
} from './clarifications.ts'

/** The reply to a message that is refused or asked back without a search; null when there is something to look for. */
export function directReply({ message, history }: Question, understood: Understood): string | null {
  const { message: read, metrics, instruments, ofPortfolio, investment, times } = understood
  const { impossible } = times
  const asksNothing = read.metrics.length === 0 && read.instruments.length === 0
  const isOfSomething = read.instruments.length > 0 || metrics.includes('portfolio')
  const asksNothingElse = isOfSomething && metrics.every((metric) => metric === 'portfolio')
  const isOfLedger = metrics.includes('portfolio') && (ofPortfolio.sales ?? ofPortfolio.trades) !== null
  const isOfOwn = metrics.some((each) => ASK_FOR_OWN.includes(each))
  return (
    atOnce(message) ??
    (history.length === 0 && LEDGER_WORDS_ALONE.test(message) ? WHOSE : null) ??
    (isOfLedger && read.instruments.length === 0 ? unknownTraded(read.kept) : null) ??
    (metrics.includes('portfolio') && read.instruments.length === 0 ? unknownHeld(read.kept) : null) ??
    (instruments.length === 0 && !isOfOwn ? ofRanking(message) : null) ??
    (isOfIndices(read.instruments) && !isOfOwn && !metrics.includes('constituents') && ranksStocks(message)
      ? NOT_RANKED
      : null) ??
    (asksNothing ? ofCourtesy(message) : null) ??
    (asksNothingElse ? ofReturnToRisk(message) : null) ??
    (investment?.when.length === 0 ? (investment.isAhead ? WORTH_AHEAD : INVESTED_WHEN) : null) ??
    (investment === null && instruments.length > 0 && SUPPOSED_PURCHASE.test(message.slice(0, LONGEST))
      ? NO_SUM
      : null) ??
    (instruments.length > 0 && asksPurchaseOfNoSum(message) ? WHICH_SUM : null) ??
    ofScenario(message, isOfOwn || instruments.length > 0) ??
    // Without an instrument a document may answer what is planned.
    (investment === null && (instruments.length > 0 || isOfOwn) ? ofForecast(read.unnamed) : null) ??
    (read.instruments.length === 0 && asksAdviceAlone(message) ? NO_ADVICE : null) ??
    (instruments.length > 0 && metrics.every((metric) => metric === 'performance') && asksOpenQuarter(message)
      ? QUARTER_BY_WHAT
      : null) ??
    (isJudgement(message, metrics) ? NO_JUDGEMENT : null) ??
    (impossible === null || metrics.length === 0
      ? null
      : `“${plainQuote(impossible.said)}” is no ${NO_SUCH[impossible.kind]}. Which ${impossible.kind} do you mean?`)
  )
}

const isOfIndices = (all: readonly InstrumentSummary[]): boolean => all.length > 0 && all.every(isIndex)

/** The reply to a forecast question; null for anything else. */
const ofForecast = (message: string): string | null => (asksForecast(message) ? NO_FORECAST : null)

/** Whether it asks if a reported number is high, or why: a judgement, which needs numbers to compare with. */
const isJudgement = (message: string, metrics: readonly Metric[]): boolean =>
  asksJudgement(message) &&
  metrics.some((metric) => isStatementMetric(metric) || askedRatios([metric]).length > 0)

/** The reply to a question that names no company and has no answer: which kind of data is not stored; null for any other. */
export function instead(message: string): string | null {
  const text = message.slice(0, LONGEST)
  const why = asksEconomy(text) ? OF_ECONOMIES : ofService(text)
  return (
    ofForecast(text) ??
    why ??
    (COMMODITY.test(text) ? OF_COMMODITIES : null) ??
    (text.length <= LONGEST_CORRELATION && CORRELATION.test(text) ? CORRELATION_OF : null)
  )
}

/** `correlation of gold and wheat`, when nothing listed is meant */
const CORRELATION =
  /^\W*(?:(?:what(?:['’]?s| is)|tell me|show me) )?(?:the )?correlations? (?:of|between)\b|\bhow (?:strongly |closely |highly )?correlated\b|^\W*(?:[\w.&-]{1,20} ){1,3}(?:and|with|vs\.?|to) (?:[\w.&-]{1,20} ){1,3}correlation\W*$/i
const LONGEST_CORRELATION = 100
const CORRELATION_OF =
  'The correlation of what? Name two companies, funds, indices or coins that are listed here, such as “correlation of Apple and Microsoft”. For gold, silver and oil a fund on them stands in, for stocks and bonds an index or a fund.'

const LONGEST = 2_000

const OF_ECONOMIES =
  'Data on economies, such as inflation or interest rates, are not stored: only articles may mention them. Ask for an index, a fund, a coin, an exchange rate or the news.'
/** `natural gas price`, `how is copper doing`: no listed instrument stands in for these. */
const COMMODITY = new RegExp(
  String.raw`^\W*(?:[\w'’]{1,8} ){0,6}?(?:${COMMODITIES}|uranium|lithium|nickel|alumini?um|zinc|iron ore|coffee|cocoa|sugar|cotton|lumber|cattle)(?: (?:spot|futures?|prices?|quotes?|costs?|worth|trading|doing|did|do|up|down|now|today|this|last|week|month|year)){0,4}\W*$`,
  'i',
)
const OF_COMMODITIES =
  'Commodity prices are not stored: for gold, silver and oil a fund on them stands in, where one is listed. For any other, name a fund or a company.'
/** Words for ledger entries alone: it is unclear whether the user's own or a company's are meant. */
const LEDGER_WORDS_ALONE = /^\W*(?:fees|commissions|deposits|withdrawals|transactions|trades)\W*$/i
const WHOSE =
  'Whose? Ask for your own, such as “how much have I paid in fees?” or “my deposits this year”, or name a company and what you want to know of it.'

/** `how much would I have if I had bought Apple in 2020` */
const SUPPOSED_PURCHASE =
  /\bif (?:i|you|we|someone|one)\b.{0,40}\b(?:bought|buy|invest(?:ed)?|put|purchased)\b/i

/** `how would a 20 % drop of the market affect my portfolio`, `if Apple falls 10 %, how much do I lose` */
const SCENARIO = new RegExp(
  oneOf`
    \bhow (?:much )?(?:would|will|could|might|does|do)\b.{1,80}\b(?:affect|impact|hit|hurt|influence)\b
    \b(?:if|when)\b.{1,60}\b(?:falls?|drops?|crash(?:es)?|rises?|goes (?:up|down)|gains?|loses?|declines?)\b.{0,60}\b(?:how much|what) (?:do|would|will|could) (?:i|my|we)\b
    ^\W*if\b.{1,60}\b(?:falls?|drops?|crash(?:es)?|rises?|goes (?:up|down|to)|gains?|loses?|declines?)\b.{0,60}\b(?:what|how much|how many)\b.{0,40}\bmy\b
    \b(?:how much|what) (?:do|would|will|could) (?:i|my|we)\b.{1,60}\bif\b.{1,60}\b(?:falls?|fell|drops?|dropped|crash(?:es|ed)?|rises?|rose|goes (?:up|down)|went (?:up|down)|declines?)\b
  `,
  'i',
)

/** `what if it drops 10 %?`, `what happens if the market crashes` */
const WHAT_IF =
  /^\W*(?:(?:and|but|so) )?what (?:if|happens (?:if|when)|would happen if)\b.{1,60}\b(?:falls?|fell|drops?|dropped|crash(?:es|ed)?|halves|doubles|rises?|rose|goes (?:up|down|to)|gains?|loses?|declines?)\b/i
const OF_MARKET = /\b(?:market|stocks)\b/i

/** The reply to a question about a hypothetical move of something that it names, or of the market; null for any other. */
function ofScenario(message: string, isOfNamed: boolean): string | null {
  const text = message.slice(0, LONGEST)
  const isScenario = isOfNamed
    ? SCENARIO.test(text) || WHAT_IF.test(text)
    : WHAT_IF.test(text) && OF_MARKET.test(text)
  return isScenario ? NO_SCENARIO : null
}

/** Metrics for which no ranking of all companies is meant. */
const ASK_FOR_OWN: readonly Metric[] = ['portfolio', 'watchlist', 'news']

const NO_SCENARIO =
  'Scenarios are not computed. Ask for the beta, the volatility or the maximum drawdown of a stock or of your portfolio, or how much of your portfolio something is.'
const NO_SUM =
  'What a purchase would have become is computed for one sum and one time, such as “what would 1,000 dollars invested in Apple in 2020 be worth”. Savings plans, and other portfolios, are not computed.'
const NO_ADVICE =
  'What to buy or sell is not answered here: this is not investment advice. Ask what a stock or each of your holdings has returned, how volatile it is, or what the news says about it.'
const NO_JUDGEMENT =
  'Whether a number is high or low, and why, is not judged here. Compare it: ask for the same number of a competitor or of earlier years, or for a ratio, such as debt to equity.'
const QUARTER_BY_WHAT =
  'The best quarter by what? Ask for that of the stock, such as “best quarter for Apple stock”, or of a line of the statements, such as “Apple’s highest quarterly revenue”.'
const NO_FORECAST =
  'No forecasts are made here: the future cannot be known. Ask for the past, such as a return over five years or the growth of revenue, or for the news.'
const WORTH_AHEAD = 'What something will be worth is in the future: nothing is known about it yet.'
const INVESTED_WHEN =
  'When would it have been invested? Name a day, a month or a year, or say how many years ago.'
const WHICH_SUM = 'For how much money? Name a sum, such as “with 1,000 dollars”.'
const NO_SUCH = { day: 'day of the calendar', quarter: 'quarter of a year', half: 'half of a year' } as const
