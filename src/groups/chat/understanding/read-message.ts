import type { InstrumentReader, InstrumentSummary } from '../../../ports/instruments.ts'
import { askedTerms, termsApartFromNames } from '../text/support.ts'
import { pointsBack } from './thread/standalone.ts'
import { termsOf } from '../text/terms.ts'
import { comparesWithTopic, withoutComparing } from './entities/comparison-words.ts'
import { withoutCurrency } from './entities/currency-words.ts'
import { isOfCalendar } from './intents/calendar-questions.ts'
import { isIndex } from './intents/market-indices.ts'
import { mentionedInstruments, mentionsIn } from './entities/mentions.ts'
import { picksByOrder } from './entities/ordinals.ts'
import { withoutBlanks } from './entities/message-words.ts'
import { askedMetrics, askedShares, asksMoreOrLess, growsUnsaid } from './intents/asked-metrics.ts'
import { asksLossOrProfit } from './intents/loss-questions.ts'
import { type Metric } from './intents/metrics.ts'
import { withoutTone } from './intents/news-questions.ts'
import { assetClassesIn } from './intents/asset-classes.ts'
import { comparedIn, FIRST_PERSON, comparesWithOwn } from './portfolio/portfolio-questions.ts'
import { withoutTimes } from './times/periods.ts'
import { asksForShares } from './intents/share-count.ts'
import { withoutLimit } from './intents/price-limits.ts'
import { isGeneralTerm, scopeOf, unreadTimes } from './entities/scope.ts'
import { asksCalendarAlone, asksDistance, sessionAsks } from './intents/session-questions.ts'
import { shiftIn, withoutShift } from './times/time-shift.ts'

/** A year, a fiscal year, a quarter, a date or a count of them. */
export const PERIOD = /^(?:fy)?\d{4}$|^\d{1,2}$|^q[1-4]$|^fy$|^[\d-]{8,10}$/
/** Words that begin a follow-up: `and in 2023?`, `what about` something. */
export const GOES_ON = /^\W*(?:and|but|so|or|also|what about|how about|sorry|no|i meant?|not|rather)\b/i
/** Words that refer to a company named before. */
export const REFERS =
  /\b(?:it|its|they|them|their|these|those|(?:the|this|that) (?:company|compan(?:y|ies)['’]s?|stocks?|shares?|firm|business)(?! (?:(?:that|which) )?i\b))\b/i
/** `compared to the index?`, `by sector`, `since 2020?` */
const FRAGMENT =
  /^\W*(?:compared|versus|vs|against|relative|by|per|since|in|for|on|from|between|only|with(?:out)?|except|excluding|besides|apart from|other than|not counting)\b/i
/** `average per year?` */
const OF_ALL_TIMES = /^\W*(?:the )?(?:average|mean|total|sum)(?=\W*$| (?:per|a|by|over) )/i
const MOST_IN_FRAGMENT = 6
const BEATS = /\b(?:beat(?:s|en|ing)?|(?:out|under)perform(?:s|ed|ing)?)\b/i
const HAPPENED = /\bwhat (?:(?:has|is|was) )?(?:happen(?:ed|ing|s)|going on)\b.{0,40} (?:to|with|at) /i
const BEGINS =
  /^\W*(?:tell me (?:more |everything |all |something )?about|overview of)\b(?! (?:it|them|this|that|these|those|the (?:former|latter|other|first|second|third|fourth|fifth|last|company|stock|fund))\b)/i

/** Words of a follow-up that ask for nothing themselves, apart from names, times and metrics. */
const OF_GOING_ON: ReadonlySet<string> = new Set(
  termsOf(`
    high higher highest low lower lowest good better best bad worse worst more most less least big bigger biggest
    small smaller smallest cheap cheaper fast faster slow slower compare compared against versus relative percent
    percentage difference add include now since until ago grow grew grown change changed couple few two three four
    five six seven eight nine ten twelve first second third last former latter other same both one mean meant
    sorry correction instead previous before earlier prior next after later following trading session time sector industry country region currency asset
    class allocation exposure ytd cagr compound annual growth rate average mean total sum combined altogether per
    year quarter yoy qoq make made without except excluding besides apart counting including
  `),
)

/** Metrics whose words also occur in names of companies and tickers: Beta Bionics, ATR, Best Buy. */
const IN_NAMES: readonly Metric[] = ['risk', 'indicator', 'performance']
const isInNames = (metric: Metric): boolean => IN_NAMES.includes(metric)

/** A message read by itself, without its thread. */
export interface ReadMessage {
  text: string
  /** The message with names blanked out. */
  unnamed: string
  /** The message with its exclusions blanked out. */
  kept: string
  /** Instruments that it excludes: `without Apple`. */
  excluded: readonly InstrumentSummary[]
  /** All other instruments that it names. */
  instruments: readonly InstrumentSummary[]
  /** Those of them that it compares something with. */
  against: readonly InstrumentSummary[]
  metrics: readonly Metric[]
  change: boolean
  /** Whether it compares what it names with the topic of the thread: `compared to Microsoft?` */
  comparesWithThread: boolean
  /** Words that narrow what it asks for: `in China`. */
  scope: readonly string[]
  /** Times that were not understood: `during the pandemic`. */
  unread: readonly string[]
  /** Whether it can only be understood with the messages before it. */
  isOpen: boolean
  /** Whether it consists only of names, times and words for metrics. */
  isBare: boolean
  /** Whether any other word is about a subject, and not part of asking. */
  hasTopic: boolean
  /** Whether it repeats the question before: it has no words that ask for anything else. */
  asksTheSame: boolean
  /** Whether its only other words are those of a follow-up. */
  onlyGoesOn: boolean
}

/** Reads a message by itself: what it names and what it asks for. */
export function readMessage(text: string, named: InstrumentReader['named']): ReadMessage {
  const { instruments: all, excluded, rest: unnamed, kept } = mentionsIn(text, named)
  const asked = askedMetrics(text)
  // "Holdings" of a named fund are not the user's.
  const isOfOthers = all.length > 0 && !FIRST_PERSON.test(text)
  const outside = all.length > 0 ? askedMetrics(unnamed) : asked
  const said = [...asked.metrics.filter((metric) => !isInNames(metric)), ...outside.metrics.filter(isInNames)]
  const others = isOfOthers ? said.filter((metric) => metric !== 'portfolio') : said
  // Daily values of holdings are not stored; returns over a period and distances from a high or low are.
  const isOwn = all.length === 0 && (FIRST_PERSON.test(text) || others.includes('portfolio'))
  const isOfWatched = others.includes('watchlist') && sessionAsks(text).every(isOfCalendar)
  const isOfDays = isOwn && !asksDistance(text) && !isOfWatched
  const asOwn = isOfDays ? others.map((metric) => (metric === 'sessions' ? 'performance' : metric)) : others
  const own = worthOf(asOwn, text, all)
  const metrics = all.length === 0 ? own : [...own, ...unsaidOf(text, { metrics: own, named: all, unnamed })]
  const against = againstIn(text, named)
  const isWhole = all.length > 0 && metrics.length > 0 && !GOES_ON.test(text)
  const untimed = withoutTimes(text)
  // The currency of the answer does not narrow the question.
  const uncounted = withoutCurrency(text)
  const understood = { unnamed, unasked: asked.rest, untimed }
  const isCompared = comparesWithTopic({ text, unnamed })
  // A time alone asks for what was asked before, at that time.
  const isTime = untimed !== text && !/[\p{L}\p{N}]/u.test(untimed)
  const isOpen = isCompared || (!isWhole && !BEGINS.test(text) && (isTime || isFollowUp(text)))
  const isMove = metrics.length === 1 && metrics[0] === 'performance'
  const isWeak = (isMove && asksMoreOrLess(text)) || growsUnsaid(text) || asksCalendarAlone({ text, metrics })
  const left = [
    outside.rest,
    unnamed,
    untimed,
    withoutShift(text),
    withoutTone(text),
    withoutLimit(text),
    withoutCurrency(text),
  ].reduce(withoutBlanks, asked.rest)
  const rest = termsApartFromNames(left, [...all, ...excluded]).filter((term) => !PERIOD.test(term))
  const onlyGoesOn = isOpen && rest.every((term) => OF_GOING_ON.has(term))
  return {
    text,
    unnamed,
    kept,
    excluded,
    instruments: all,
    against,
    metrics,
    change: asked.change && (all.length === 0 || askedMetrics(withoutComparing({ text, unnamed })).change),
    comparesWithThread: isCompared,
    scope: scopeOf(uncounted, understood),
    unread: unreadTimes(uncounted, understood),
    isOpen,
    isBare: rest.length === 0,
    hasTopic: rest.some((term) => !isGeneralTerm(term)),
    asksTheSame: onlyGoesOn && (metrics.length === 0 || isWeak),
    onlyGoesOn,
  }
}

/** Tickers of coins: BTC-USD. */
const COIN = /^[A-Z0-9]{2,10}-[A-Z]{3,4}$/
const WORTH = /\bworth\b/i
/** A company's past worth is answered by its share price: the number of shares on that day is not stored. */
const WAS_WORTH = /\b(?:was|were)\b.{1,60}\bworth\b/i

/** Whether an instrument trades in fractions of a coin, and not in shares. */
export const isCoin = ({ ticker }: Pick<InstrumentSummary, 'ticker'>): boolean => COIN.test(ticker)

/**
 * "Worth" is the price of a coin and the market capitalisation of a company; a loss of a coin or an index is a price move, not a net loss.
 */
function worthOf(
  metrics: readonly Metric[],
  text: string,
  named: readonly InstrumentSummary[],
): readonly Metric[] {
  const meant: Partial<Record<Metric, Metric>> = {
    ...((WORTH.test(text) && named.every(isCoin)) || (WAS_WORTH.test(text) && withoutTimes(text) !== text)
      ? { marketCap: 'price' }
      : {}),
    ...(named.every((each) => isCoin(each) || isIndex(each)) && asksLossOrProfit(text)
      ? { netIncome: 'performance' }
      : {}),
  }
  return named.length === 0 ? metrics : metrics.map((metric) => meant[metric] ?? metric)
}

/** The level of an index. */
const LEVEL =
  /\blevels?\b|\b(?:stands?|standing|stood)\b|^\W*(?:and )?(?:what|where) (?:was|were)\b.{1,60} (?:at|on)\b/i

/** Metrics that a question implies: "beats" and "what happened" in a period mean the return, the level of an index means its price. */
function unsaidOf(
  text: string,
  {
    metrics,
    named,
    unnamed,
  }: { metrics: readonly Metric[]; named: readonly InstrumentSummary[]; unnamed: string },
): Metric[] {
  if (metrics.length === 0 && named.every(isIndex) && LEVEL.test(text)) return ['price']
  if (metrics.length === 0 && asksCost(text, unnamed)) return ['price']
  if (metrics.length === 0 && text.length <= LONGEST_COST && OWN_COST.test(text)) return ['portfolio']
  if (metrics.length === 0 && named.length === 1 && HOLDINGS_ALONE.test(unnamed)) return ['constituents']
  if (metrics.length === 0 && named.length === 1 && isOfSharesAlone(text, named)) return ['price']
  const isUnsaid = metrics.length === 0 && named.length > 1 && BEATS.test(text)
  const isOfNews = metrics.length === 1 && metrics[0] === 'news'
  const isOfTime = isOfNews && HAPPENED.test(text) && withoutTimes(text) !== text
  return isUnsaid || isOfTime ? ['performance'] : []
}

/** What remains of `spy holdings` without the name: only a fund's holdings are asked for this way. */
const HOLDINGS_ALONE =
  /^\W*(?:(?:the|top|largest|biggest|main|\d{1,2}) ){0,3}(?:holdings|constituents|components)\W*$/i

const COSTS =
  /\b(?:what|how much) (?:did|do|does|has|have|would) (?:(?:an?|one|each) )?(?!(?:the|its|their|my|your)\b)[\w.& -]{1,40} costs?\b(?! (?:me|us|you|of)\b)/i

/** `what did Nvidia cost in 2020?`: a name, a time, and nothing else whose cost it could be. */
function asksCost(text: string, unnamed: string): boolean {
  return (
    text.length <= LONGEST_COST &&
    COSTS.test(text) &&
    askedTerms(withoutTimes(withoutCurrency(unnamed))).every(isGeneralTerm)
  )
}
const LONGEST_COST = 200

/** `how much did my nvidia cost?` */
const OWN_COST = /\b(?:what|how much) (?:did|do|does|has|have) my\b.{1,80}\bcosts?\W*$/i

/** `5 shares of Tesla in euro`, `worth of 10 AAPL shares`: the value of a number of shares, and nothing else. */
function isOfSharesAlone(text: string, named: readonly InstrumentSummary[]): boolean {
  if (askedShares(text) === null || FIRST_PERSON.test(text)) return false
  return termsApartFromNames(withoutTimes(withoutCurrency(text)), named).every(isGeneralTerm)
}

const OWN = /^\W*(?:that of |the (?:\w+ ){1,3}of )?my (?:\w+ )?(?:portfolio|holdings|investments)\b/i

/** Whether a question compares something with the user's whole portfolio: `Is Apple riskier than my portfolio?` */
export function isSetAgainstOwn(text: string): boolean {
  const compared = comparedIn(text)
  return compared !== null && OWN.test(compared)
}

/** "Did I beat the S&P 500?" */
function againstIn(text: string, named: InstrumentReader['named']): InstrumentSummary[] {
  if (comparesWithOwn(text)) return mentionedInstruments(text, named)
  const compared = comparedIn(text)
  if (compared === null) return []
  if (isSetAgainstOwn(text)) return mentionedInstruments(text, named)
  const classes = assetClassesIn(text, named).filter(({ begins }) => begins >= text.length - compared.length)
  return [...mentionedInstruments(compared, named), ...classes.map(({ match }) => match)]
}

const isFollowUp = (text: string): boolean =>
  pointsBack(text) ||
  REFERS.test(text) ||
  picksByOrder(text) ||
  isMoved(text) ||
  asksForShares(text) ||
  ((FRAGMENT.test(text) || GOES_ON.test(text) || OF_ALL_TIMES.test(text)) &&
    text.trim().split(/\s+/).length <= MOST_IN_FRAGMENT)

/** Whether its time is relative to one named before, and not to today. */
export const isMoved = (text: string): boolean => shiftIn(text)?.isLoose === false
