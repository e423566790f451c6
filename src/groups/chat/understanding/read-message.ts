import type { InstrumentReader, InstrumentSummary } from '../../../ports/instruments.ts'
import { askedTerms, termsBeside } from '../text/support.ts'
import { pointsBack } from './thread/standalone.ts'
import { termsOf } from '../text/terms.ts'
import { standsBeside, withoutComparing } from './entities/comparison-words.ts'
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
import { comparedIn, FIRST_PERSON, isBesideOwn } from './portfolio/portfolio-questions.ts'
import { withoutTimes } from './times/periods.ts'
import { asksForShares } from './intents/share-count.ts'
import { withoutLimit } from './intents/price-limits.ts'
import { isGeneralTerm, scopeOf, unreadTimes } from './entities/scope.ts'
import { asksCalendarAlone, asksDistance, sessionAsks } from './intents/session-questions.ts'
import { shiftIn, withoutShift } from './times/time-shift.ts'

/** A year, a fiscal year, a quarter, a date or a number of them. */
export const PERIOD = /^(?:fy)?\d{4}$|^\d{1,2}$|^q[1-4]$|^fy$|^[\d-]{8,10}$/
/** `and in 2023?`, `what about` something. */
export const GOES_ON = /^\W*(?:and|but|so|or|also|what about|how about|sorry|no|i meant?|not|rather)\b/i
/** What points to a company that was named before. */
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

/** Words of a follow-up that asks nothing of its own, beside names, times and what is asked for. */
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

/** Companies and tickers have the words of these in their names: Beta Bionics, ATR, Best Buy. */
const IN_NAMES: readonly Metric[] = ['risk', 'indicator', 'performance']
const isInNames = (metric: Metric): boolean => IN_NAMES.includes(metric)

/** One message by itself. */
export interface ReadMessage {
  text: string
  /** The same with blanks in the place of names. */
  unnamed: string
  /** The message with blanks in the place of what it leaves out. */
  kept: string
  /** What it names to leave it out: `without Apple`. */
  excluded: readonly InstrumentSummary[]
  /** All else that it names. */
  instruments: readonly InstrumentSummary[]
  /** Those of them that it sets something against. */
  against: readonly InstrumentSummary[]
  metrics: readonly Metric[]
  change: boolean
  /** Whether it sets what it names beside what the thread is about: `compared to Microsoft?` */
  isBeside: boolean
  /** The words by which it narrows what it asks for: `in China`. */
  scope: readonly string[]
  /** Times that it names and that were not understood: `during the pandemic`. */
  unread: readonly string[]
  /** Whether it can only be understood with what was said before. */
  isOpen: boolean
  /** Whether it has no words but names, times and those by which metrics are asked for. */
  isBare: boolean
  /** Whether any of them is about the world, and not about the asking. */
  hasTopic: boolean
  /** Whether it asks for what the question before asked for: it has no words that ask for anything else. */
  asksTheSame: boolean
  /** Whether it has no words of its own, beside those, but of going on with what was asked before. */
  onlyGoesOn: boolean
}

/** Reads a message alone: what it names and what it asks for. */
export function readMessage(text: string, named: InstrumentReader['named']): ReadMessage {
  const { instruments: all, excluded, rest: unnamed, kept } = mentionsIn(text, named)
  const asked = askedMetrics(text)
  // What a fund that it names holds is nothing that the user holds.
  const isOfOthers = all.length > 0 && !FIRST_PERSON.test(text)
  const outside = all.length > 0 ? askedMetrics(unnamed) : asked
  const said = [...asked.metrics.filter((metric) => !isInNames(metric)), ...outside.metrics.filter(isInNames)]
  const others = isOfOthers ? said.filter((metric) => metric !== 'portfolio') : said
  // Single days of what is held are not kept: what it did in that time is, and how far each is from its high or low.
  const isOwn = all.length === 0 && (FIRST_PERSON.test(text) || others.includes('portfolio'))
  const isOfWatched = others.includes('watchlist') && sessionAsks(text).every(isOfCalendar)
  const isOfDays = isOwn && !asksDistance(text) && !isOfWatched
  const asOwn = isOfDays ? others.map((metric) => (metric === 'sessions' ? 'performance' : metric)) : others
  const own = worthOf(asOwn, text, all)
  const metrics = all.length === 0 ? own : [...own, ...unsaidOf(text, { metrics: own, named: all, unnamed })]
  const against = againstIn(text, named)
  const isWhole = all.length > 0 && metrics.length > 0 && !GOES_ON.test(text)
  const untimed = withoutTimes(text)
  // In which money a number is told is no part of it.
  const uncounted = withoutCurrency(text)
  const understood = { unnamed, unasked: asked.rest, untimed }
  const isBeside = standsBeside({ text, unnamed })
  // A time and nothing else is one of what was asked before.
  const isTime = untimed !== text && !/[\p{L}\p{N}]/u.test(untimed)
  const isOpen = isBeside || (!isWhole && !BEGINS.test(text) && (isTime || isBehind(text)))
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
  const rest = termsBeside(left, [...all, ...excluded]).filter((term) => !PERIOD.test(term))
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
    isBeside,
    scope: scopeOf(uncounted, understood),
    unread: unreadTimes(uncounted, understood),
    isOpen,
    isBare: rest.length === 0,
    hasTopic: rest.some((term) => !isGeneralTerm(term)),
    asksTheSame: onlyGoesOn && (metrics.length === 0 || isWeak),
    onlyGoesOn,
  }
}

/** How coins are listed: BTC-USD. */
const COIN = /^[A-Z0-9]{2,10}-[A-Z]{3,4}$/
const WORTH = /\bworth\b/i
/** What a company was worth then is told by its price: the number of its shares of that day is not stored. */
const WAS_WORTH = /\b(?:was|were)\b.{1,60}\bworth\b/i

/** Whether parts of one are traded, and no shares. */
export const isCoin = ({ ticker }: Pick<InstrumentSummary, 'ticker'>): boolean => COIN.test(ticker)

/** What a coin is worth is its price, and of a company what all of it is; what a coin or an index loses is no income either. */
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

/** Where an index is. */
const LEVEL =
  /\blevels?\b|\b(?:stands?|standing|stood)\b|^\W*(?:and )?(?:what|where) (?:was|were)\b.{1,60} (?:at|on)\b/i

/** One beats the other by its return, where nothing else is said; what happened to something in a time is told by that as well, and the level of an index is its price. */
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

/** What is left of `spy holdings`: the user's own are named without a fund. */
const HOLDINGS_ALONE =
  /^\W*(?:(?:the|top|largest|biggest|main|\d{1,2}) ){0,3}(?:holdings|constituents|components)\W*$/i

const COSTS =
  /\b(?:what|how much) (?:did|do|does|has|have|would) (?:(?:an?|one|each) )?(?!(?:the|its|their|my|your)\b)[\w.& -]{1,40} costs?\b(?! (?:me|us|you|of)\b)/i

/** `what did Nvidia cost in 2020?`: the name, a time, and nothing else of which it could be the cost. */
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

/** `5 shares of Tesla in euro`, `worth of 10 AAPL shares`: what so many are worth, and nothing else. */
function isOfSharesAlone(text: string, named: readonly InstrumentSummary[]): boolean {
  if (askedShares(text) === null || FIRST_PERSON.test(text)) return false
  return termsBeside(withoutTimes(withoutCurrency(text)), named).every(isGeneralTerm)
}

const OWN = /^\W*(?:that of |the (?:\w+ ){1,3}of )?my (?:\w+ )?(?:portfolio|holdings|investments)\b/i

/** Whether a question sets something against all that the user holds: `Is Apple riskier than my portfolio?` */
export function isSetAgainstOwn(text: string): boolean {
  const compared = comparedIn(text)
  return compared !== null && OWN.test(compared)
}

/** "Did I beat the S&P 500?" */
function againstIn(text: string, named: InstrumentReader['named']): InstrumentSummary[] {
  if (isBesideOwn(text)) return mentionedInstruments(text, named)
  const compared = comparedIn(text)
  if (compared === null) return []
  if (isSetAgainstOwn(text)) return mentionedInstruments(text, named)
  const classes = assetClassesIn(text, named).filter(({ begins }) => begins >= text.length - compared.length)
  return [...mentionedInstruments(compared, named), ...classes.map(({ match }) => match)]
}

const isBehind = (text: string): boolean =>
  pointsBack(text) ||
  REFERS.test(text) ||
  picksByOrder(text) ||
  isMoved(text) ||
  asksForShares(text) ||
  ((FRAGMENT.test(text) || GOES_ON.test(text) || OF_ALL_TIMES.test(text)) &&
    text.trim().split(/\s+/).length <= MOST_IN_FRAGMENT)

/** Whether it tells its time from one that was named before, and from none of today. */
export const isMoved = (text: string): boolean => shiftIn(text)?.isLoose === false
