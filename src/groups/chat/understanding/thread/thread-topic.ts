import type { Instant } from '../../../../kernel/time.ts'
import type { InstrumentReader, InstrumentSummary } from '../../../../ports/instruments.ts'
import type { Turn } from '../../answer.ts'
import {
  asksIfLineRose,
  asksWhyOfLine,
  isOfOneSession,
  metricsAfter,
  sessionAsksAfter,
  turnsAsk,
} from './carried-metrics.ts'
import { hasTime, sinceDayOf, sinceThenIn, type Timing, timingAfter, unmoved } from './carried-time.ts'
import { asksWhenReported, growsUnsaid } from '../intents/asked-metrics.ts'
import { asksWhyAlone } from '../intents/causes.ts'
import { askedCurrencies } from '../entities/currency-words.ts'
import { asksJudgement } from '../intents/judgement-questions.ts'
import {
  askedRatios,
  asksPriceRatios,
  isAmount,
  isOfBoth,
  isStatementMetric,
  isWorth,
  type Metric,
} from '../intents/metrics.ts'
import { asksStanding } from '../portfolio/portfolio-questions.ts'
import { pointedOutIn } from '../entities/exclusions.ts'
import { isAmong } from '../entities/instrument-lists.ts'
import { isIndex } from '../intents/market-indices.ts'
import { isOfMarket } from '../intents/news-questions.ts'
import { numberKindOf } from '../intents/number-kinds.ts'
import { asksHowOften, asksSumOrAverage, togetherAfter } from '../intents/period-questions.ts'
import { namedTimes } from '../times/periods.ts'
import { isOfOneHeld } from '../portfolio/first-person.ts'
import { GOES_ON, isMoved, isSetAgainstOwn, readMessage, type ReadMessage, REFERS } from '../read-message.ts'
import { asksCalendarAlone } from '../intents/session-questions.ts'
import { chosenOf } from '../entities/ordinals.ts'
import { shiftIn } from '../times/time-shift.ts'
import { asksOfAllCompanies, changesTopic } from './topic-change.ts'
import { othersOf, repeats } from './earlier-instruments.ts'
import { scalingAfter } from './scaling.ts'
import { listedInstruments } from './listed-instruments.ts'
import { type Asked, type AskedBefore, type AskedLines, NO_TOPIC, type Topic, TURNS_BACK } from './topic.ts'

/** Characters of each question that are read. */
const MOST_LETTERS = 1_000

/** What a message asks for, completed by those before it: "And my portfolio?" asks of the portfolio what was asked of something else. */
export function askedWith(message: ReadMessage, before: AskedBefore): Asked {
  const asked = askedLines(message, before)
  const sessions = asked.metrics.includes('sessions') ? sessionAsksAfter(message.text, before.sessions) : []
  const isOfStatements = asked.metrics.some(isStatementMetric)
  const together = togetherAfter(message.text, {
    change: asked.change,
    before: message.isOpen && isOfStatements ? before.together : [],
    asking: before.asking,
    isOfOther: asked.asking === before.asking && message.instruments.length > 0,
  })
  return { ...asked, sessions, together }
}

function askedLines(message: ReadMessage, before: AskedBefore): AskedLines {
  const { metrics, change, scope, asksTheSame, isOpen, text, instruments } = message
  const gone = isOpen && instruments.length === 0 ? metricsAfter(message, before) : null
  if (gone !== null) return { ...askedBefore(before), metrics: gone, change: change || before.change }
  // "Is that a lot?" is asked about the number answered before.
  if (asksJudgement(text) && instruments.length === 0 && before.metrics.some(isJudged))
    return askedBefore(before)
  // The best year of a price is not a repetition of its return.
  const isOther = asksCalendarAlone(message) && !before.metrics.some(isStatementMetric)
  const isTheSame =
    !isOther &&
    !asksWhenReported(text) &&
    ((asksTheSame && fitsBefore(message, before)) || isTurned(message, before))
  // After a statement line, "it fell" is about the line and not about the price.
  const isOfLine = isOpen && instruments.length === 0 && before.metrics.some(isStatementMetric)
  const isWhy = asksWhyOfLine(message, before.metrics)
  const isRise = isOfLine && asksIfLineRose(text, before.metrics)
  if (isWhy || isRise || (isOfLine && metrics.every(isMove) && asksHowOften(text)))
    return {
      ...askedBefore(before),
      change: !isRise || !NAMES_YEAR.test(text),
      ...(isWhy ? { asking: text } : {}),
    }
  // Of two companies an overview of both is compared, not their news.
  if (isTheSame && message.comparesWithThread && before.metrics.every((metric) => metric === 'news'))
    return { metrics: [], change, scope, asking: '' }
  if (isTheSame && before.metrics.length > 0)
    return { ...askedBefore(before), change: change || before.change }
  const isAgainst = isSetAgainstOwn(text)
  const isOwnAlone = metrics.length === 1 && metrics[0] === 'portfolio' && (isAgainst || !asksStanding(text))
  const carriedOver = isOwnAlone
    ? before.metrics.filter((each) => isOfBoth(each) || (isAgainst && isWorth(each)))
    : []
  if (isOpen && carriedOver.length > 0)
    return { metrics: ['portfolio', ...carriedOver], change, scope, asking: before.asking }
  if (isOpen && metrics.length > 0 && instruments.length === 0 && !metrics.some(isOwn)) {
    const own = before.metrics.filter(isOwn)
    const isOfNews = metrics.every((metric) => metric === 'news' || metric === 'reaction')
    const isOfMove = before.metrics.includes('performance') && asksWhyAlone(text)
    // "Why?" after a move, and "any news?" about holdings or the watchlist.
    if (isOfMove || (own.length > 0 && isOfNews))
      return { metrics: [...new Set([...before.metrics, ...metrics])], change, scope, asking: before.asking }
    // Without a named holding "it" is the whole portfolio.
    const isOfIt = before.instruments.length === 0 && REFERS.test(text)
    const isOfThese = isOfIt || OF_ALL.test(text) || GOES_ON.test(text)
    // The largest holding is not a question for market capitalisations.
    const isOfHeld = isOfThese || REFERS.test(text)
    if (isOfHeld && own.includes('portfolio') && metrics.every((metric) => metric === 'marketCap'))
      return { metrics: own, change, scope, asking: text }
    // Holdings have moves and price ratios; other metrics are not computed for them.
    if (
      isOfThese &&
      (own.includes('watchlist') ||
        (own.length > 0 && (numberKindOf(metrics, text) === 'move' || asksPriceRatios(metrics))))
    )
      return { metrics: [...own, ...metrics], change, scope, asking: text }
  }
  return { metrics, change, scope, asking: metrics.length > 0 ? text : '' }
}

/** "Was that up from 2024?" is answered by the line of 2024, and not by the change of 2024 over 2023. */
const NAMES_YEAR = /\b(?:19|20)\d\d\b/

/** Asked about holdings or the watchlist, "which one did best?" is a new question and no repetition. */
const DID = /\b(?:did|does|do|done|doing|perform\w*)\b/i

/** Whether a message can repeat the metrics before: growth is of statement lines; sums and averages are of those and of closes. */
function fitsBefore({ text, metrics: own }: ReadMessage, { metrics, sessions }: Asked): boolean {
  if (own.length > 0 && metrics.length > 0 && metrics.every(isOwn) && DID.test(text)) return false
  // Growth is of an amount, not of a margin.
  if (metrics.some(isStatementMetric)) return !growsUnsaid(text) || metrics.some(isAmount)
  const isOfCloses = sessions.some((ask) => ask.endsWith('Close'))
  return !growsUnsaid(text) && (isOfCloses || !asksSumOrAverage(text))
}

/** "And rise most?": a question for a move that means the opposite of an earlier session metric. */
const isTurned = ({ onlyGoesOn, metrics, text }: ReadMessage, { sessions }: Asked): boolean =>
  onlyGoesOn && metrics.every((metric) => metric === 'performance') && turnsAsk(text, sessions)

/** Statement lines and ratios; why a price is high is answered by its moves. */
const isJudged = (metric: Metric): boolean => isStatementMetric(metric) || askedRatios([metric]).length > 0

const isMove = (metric: Metric): boolean => metric === 'performance' || metric === 'sessions'

/** Metrics of the user's holdings and watchlists. */
const isOwn = (metric: Metric): boolean => metric === 'portfolio' || metric === 'watchlist'

/** Folds the questions of a thread into its topic, each understood with those before it. */
export function topicOf(
  history: readonly Turn[],
  { named, now }: { named: InstrumentReader['named']; now: Instant },
): Topic {
  const reader = { named, now }
  return history
    .flatMap(({ role, content }, at) => {
      const then = history[at + 1]
      const answer = then?.role === 'assistant' ? then.content : ''
      return role === 'user' ? [{ text: content.slice(0, MOST_LETTERS), answer }] : []
    })
    .slice(-TURNS_BACK)
    .reduce((topic, turn) => {
      const read = readMessage(turn.text, named)
      return next(topic, read, { now, listed: listedInstruments(turn, read, reader) })
    }, NO_TOPIC)
}

function next(
  topic: Topic,
  read: ReadMessage,
  { now, listed }: { now: Instant; listed: readonly InstrumentSummary[] },
): Topic {
  const before = read.isOpen ? topic : NO_TOPIC
  const asked = askedWith(read, before)
  const { instruments, against } = setApart(read, asked.metrics)
  // The watchlist stays the topic.
  const comparesWithWatched = read.comparesWithThread && asked.metrics.includes('watchlist')
  const all = comparesWithWatched
    ? []
    : comparedInstruments(instruments, { message: read, topic: before, metrics: asked.metrics })
  const isNamed = all.length > 0
  const isCarried = !isNamed && carriesInstruments(read, topic)
  const timing = timingAfter(read.text, carriedTiming(read, topic, now), now)
  const carried = isCarried ? carriedInstruments(read, topic) : []
  return {
    instruments: isNamed
      ? all
      : leftOutBy(read, topic).length > 0 || picksListed(read, topic)
        ? carried
        : isCarried
          ? topic.instruments
          : [],
    others: isNamed ? othersOf(repeats(read, topic) ? topic : before, all) : isCarried ? before.others : [],
    listed:
      listed.length > 0 ? listed : isNamed ? [] : picksListed(read, topic) ? topic.listed : before.listed,
    excluded: excludedAfter(read, topic),
    against: against.length > 0 ? against : before.against,
    // A follow-up that was not understood does not end the topic.
    ...(read.isOpen && asked.metrics.length === 0 ? askedBefore(before) : asked),
    currencies: currenciesAfter(read, topic),
    scaling: scalingAfter(read, topic.scaling),
    timing: hasTime(timing.times) ? timing : null,
  }
}

/** The currencies that a message asks for, or those of the question it follows up. */
export function currenciesAfter({ text, isOpen }: ReadMessage, topic: Topic): readonly string[] {
  const asked = askedCurrencies(text)
  return asked.length === 0 && isOpen ? topic.currencies : asked
}

/**
 * The instruments that a message names, after those of the thread if it compares the two. A portfolio is compared with a benchmark instead.
 */
export function comparedInstruments(
  named: readonly InstrumentSummary[],
  { message, topic, metrics }: { message: ReadMessage; topic: Topic; metrics: readonly Metric[] },
): readonly InstrumentSummary[] {
  if (!message.comparesWithThread || named.length === 0 || metrics.includes('portfolio')) return named
  const before = MANY.test(message.text) ? [...topic.others, ...topic.instruments] : topic.instruments
  return [...before, ...named.filter((each) => !isAmong(each, before))]
}

const MANY = /\b(?:both|they|them|their|these|those)\b/i

const askedBefore = ({ metrics, change, scope, asking, sessions, together }: Asked): Asked => ({
  metrics,
  change,
  scope,
  asking,
  sessions,
  together,
})

/** The instruments in a question about the portfolio, apart from its benchmark; an index is never a holding. */
export function setApart(
  { instruments, against }: ReadMessage,
  metrics: readonly Metric[],
): Pick<Topic, 'instruments' | 'against'> {
  if (!metrics.includes('portfolio')) return { instruments, against: [] }
  const indices = instruments.filter(isIndex)
  const all = against.length > 0 ? against : indices
  return { instruments: instruments.filter((each) => !isAmong(each, all)), against: all }
}

/** The exclusions of a message, with those of the questions it follows up. */
export function excludedAfter(message: ReadMessage, topic: Topic): readonly InstrumentSummary[] {
  if (!message.isOpen || message.instruments.length > 0) return message.excluded
  const own = leftOutBy(message, topic)
  return [...own, ...topic.excluded.filter((each) => !isAmong(each, own))]
}

/** The instruments that a message excludes from those of the thread, by name or by reference. */
function leftOutBy({ text, excluded }: ReadMessage, topic: Topic): readonly InstrumentSummary[] {
  const what = pointedOutIn(text)
  if (what === null) return excluded
  const pointed = chosenOf(what, topic) ?? topic.instruments
  return [...excluded, ...pointed.filter((each) => !isAmong(each, excluded))]
}

/**
 * The instruments meant by a message that names none: those of the thread, or all it has mentioned if the message chooses or says `they`.
 */
export function carriedInstruments(message: ReadMessage, topic: Topic): readonly InstrumentSummary[] {
  if (!carriesInstruments(message, topic)) return []
  const out = excludedAfter(message, topic)
  const left = (all: readonly InstrumentSummary[]): InstrumentSummary[] =>
    all.filter((each) => !isAmong(each, out))
  // "Without the last one" returns to the instruments before it.
  if (leftOutBy(message, topic).length > 0) {
    const kept = left(topic.instruments)
    return kept.length > 0 ? kept : left(topic.others).slice(-1)
  }
  const [listed, ...more] = topic.listed
  const isOfOne = REFERS.test(message.text) || isOfOneHeld(message.text)
  if (listed !== undefined && more.length === 0 && isOfOne) return [listed]
  const chosen = chosenOf(message.text, topic)
  // After news, "the second" is one of the articles.
  if (chosen?.length === 0 && topic.metrics.includes('news')) return topic.instruments
  if (chosen !== null) return chosen
  if (!choosesAmong(message, topic)) return topic.instruments
  // Holdings and constituents are ranked as a whole.
  const isOfWhole =
    topic.metrics.some(isOwn) || (topic.metrics.includes('constituents') && message.asksTheSame)
  const isOfList = more.length > 0 && topic.instruments.length < 2 && !isOfWhole
  return isOfList ? topic.listed : [...topic.instruments, ...topic.others]
}

/** Whether it is about all that the thread mentioned: `which`, `both`, and `the highest` unless that is one of several times. */
function choosesAmong({ text }: ReadMessage, { timing }: Topic): boolean {
  if (OF_LAST.test(text)) return false
  const said = text.replaceAll(WHICH_TIME, ' ')
  // "Compared to the year before?" compares times.
  if (OF_ALL.test(shiftIn(text) === null ? said : said.replaceAll(COMPARING, ' '))) return true
  const { fiscal = [], reported = null } = timing?.times ?? {}
  const isOfTimes = said !== text || fiscal.length > 1 || (reported?.count ?? 0) > 1
  return MOST.test(said) && !isOfTimes && !OF_ONE.test(said)
}

/**
 * Whether it refers to the instruments of the thread, or asks for numbers without a company. Holdings and watchlists are meant as a whole.
 */
function carriesInstruments(message: ReadMessage, topic: Topic): boolean {
  const { text, metrics, isOpen, asksTheSame } = message
  if (OF_WHOLE.test(text) || isOfMarket(text) || asksOfAllCompanies(text, topic)) return false
  if ((asksTheSame ? topic.metrics : metrics).some(isOwn))
    return REFERS.test(text) || asksTheSame || isOfOneHeld(text)
  return (isOpen || metrics.length > 0) && !changesTopic(message)
}

/** Whether a message picks one of the instruments that an answer listed, which later messages are then about. */
const picksListed = ({ text }: ReadMessage, topic: Topic): boolean =>
  topic.listed.length > 1 && (chosenOf(text, topic)?.length ?? 0) > 0

const OF_WHOLE = /\b(?:portfolio|holdings|investments|watch\s?lists?)\b/i
/** "Is that more than in 2023?" is about the last answer. */
const OF_LAST = /^\W*(?:and )?(?:is|was|did|does|has|had) (?:it|that|this)\b/i
const OF_ALL =
  /\b(?:which|who|whose|both|all|they|them|their|these|those|higher|lower|better|worse|more|less|than|compare[ds]?|versus|vs)\b/i

const COMPARING = /\b(?:more|less|higher|lower|better|worse|than|compare[ds]?|versus|vs)\b/gi
const WHICH_TIME = /\b(?:which|what) (?:[a-z]+ )?(?:day|week|month|quarter|half|year)s?\b/gi
const MOST =
  /\b(?:highest|lowest|best|worst|most|least|biggest|largest|smallest|cheapest|priciest|fastest|slowest|strongest|weakest)\b/i
const OF_ONE = /\b(?:its?|ever|history|all[ -]time)\b/i

/** The times that a message without its own takes from the thread, if both are about the same kind of numbers; null for none. */
export function carriedTiming(message: ReadMessage, topic: Topic, now: Instant): Timing | null {
  const { text, metrics, isOpen, asksTheSame } = message
  const goesOn = isOpen || GOES_ON.test(text) || isMoved(text)
  if (!goesOn) return null
  const timing =
    topic.timing ?? (shiftIn(text) === null && !isSetAgainstOwn(text) ? null : defaultTiming(topic, now))
  if (asksTheSame || metrics.length === 0 || asksWhyOfLine(message, topic.metrics)) return timing
  const kind = numberKindOf(metrics, text)
  // "What's my unrealized gain?" is short but complete, and as of now.
  const isOfNow = kind === 'standing' && !GOES_ON.test(text) && !isMoved(text)
  if (kind !== numberKindOf(topic.metrics, topic.asking) || isOfNow) return null
  // "Which of them rose more?" is not about a single day.
  const isSinceDay =
    topic.metrics.includes('price') &&
    !topic.metrics.includes('performance') &&
    metrics.includes('performance') &&
    sinceThenIn(text) === null &&
    shiftIn(text) === null
  return timing !== null && isSinceDay ? sinceDayOf(timing, now) : timing
}

/** The default time of an answer, from which "and the year before?" continues; null when there is none. */
function defaultTiming({ metrics, asking, sessions }: Topic, now: Instant): Timing | null {
  const kind = numberKindOf(metrics, asking)
  if (kind === 'statement') return unmoved(namedTimes('latest year', now))
  const isOfDay = metrics.includes('price') || metrics.includes('volume') || isOfOneSession(sessions)
  if (kind === 'standing' || isOfDay) return unmoved(namedTimes('today', now))
  const isReturn = metrics.some((metric) => OF_A_YEAR.includes(metric)) && !metrics.includes('portfolio')
  return isReturn ? unmoved(namedTimes('past year', now)) : null
}

const OF_A_YEAR: readonly Metric[] = ['performance', 'risk']
