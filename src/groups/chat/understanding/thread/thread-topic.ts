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
import { growsUnsaid } from '../intents/asked-metrics.ts'
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
import { type Asked, type AskedBefore, type AskedLines, NO_TOPIC, type Topic } from './topic.ts'

/** Questions of the user that are looked back on. */
const TURNS_BACK = 6
/** Characters of each. */
const MOST_LETTERS = 1_000

/** What a message asks for, with what it leaves to those before it: "And my portfolio?" asks of that what was asked of something else. */
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
  // Whether a number is much is asked of the number.
  if (asksJudgement(text) && instruments.length === 0 && before.metrics.some(isJudged))
    return askedBefore(before)
  // The best year of a price is another question than what it did.
  const isOther = asksCalendarAlone(message) && !before.metrics.some(isStatementMetric)
  const isTheSame = !isOther && ((asksTheSame && fitsBefore(message, before)) || isTurned(message, before))
  // What fell is the line that was told, and no price.
  const isOfLine = isOpen && instruments.length === 0 && before.metrics.some(isStatementMetric)
  const isWhy = asksWhyOfLine(message, before.metrics)
  const isRise = isOfLine && asksIfLineRose(text, before.metrics)
  if (isWhy || isRise || (isOfLine && metrics.every(isMove) && asksHowOften(text)))
    return {
      ...askedBefore(before),
      change: !isRise || !NAMES_YEAR.test(text),
      ...(isWhy ? { asking: text } : {}),
    }
  // News of two companies are no comparison: what is known of both is.
  if (isTheSame && message.isBeside && before.metrics.every((metric) => metric === 'news'))
    return { metrics: [], change, scope, asking: '' }
  if (isTheSame && before.metrics.length > 0)
    return { ...askedBefore(before), change: change || before.change }
  const isAgainst = isSetAgainstOwn(text)
  const isOwnAlone = metrics.length === 1 && metrics[0] === 'portfolio' && (isAgainst || !asksStanding(text))
  const told = isOwnAlone
    ? before.metrics.filter((each) => isOfBoth(each) || (isAgainst && isWorth(each)))
    : []
  if (isOpen && told.length > 0)
    return { metrics: ['portfolio', ...told], change, scope, asking: before.asking }
  if (isOpen && metrics.length > 0 && instruments.length === 0 && !metrics.some(isOwn)) {
    const own = before.metrics.filter(isOwn)
    const isOfNews = metrics.every((metric) => metric === 'news' || metric === 'reaction')
    const isOfMove = before.metrics.includes('performance') && asksWhyAlone(text)
    // "Why?" behind a move, and "any news?" about what is held or watched.
    if (isOfMove || (own.length > 0 && isOfNews))
      return { metrics: [...new Set([...before.metrics, ...metrics])], change, scope, asking: before.asking }
    // Where nothing that is held was named, "it" is all of it.
    const isOfIt = before.instruments.length === 0 && REFERS.test(text)
    const isOfThese = isOfIt || OF_ALL.test(text) || GOES_ON.test(text)
    // The largest of what is held is no company's market capitalisation.
    const isOfHeld = isOfThese || REFERS.test(text)
    if (isOfHeld && own.includes('portfolio') && metrics.every((metric) => metric === 'marketCap'))
      return { metrics: own, change, scope, asking: text }
    // Of what is held no more than its moves and the ratios of its prices is told.
    if (
      isOfThese &&
      (own.includes('watchlist') ||
        (own.length > 0 && (numberKindOf(metrics, text) === 'move' || asksPriceRatios(metrics))))
    )
      return { metrics: [...own, ...metrics], change, scope, asking: text }
  }
  return { metrics, change, scope, asking: metrics.length > 0 ? text : '' }
}

/** "Was that up from 2024?" is answered with that year's line beside the one before, and not with its own change. */
const NAMES_YEAR = /\b(?:19|20)\d\d\b/

/** Of what is held and watched, where nothing else was asked of it: "which one did best?" */
const DID = /\b(?:did|does|do|done|doing|perform\w*)\b/i

/** What grew is a line of a statement; sums and averages are told of these, and of closes. */
function fitsBefore({ text, metrics: own }: ReadMessage, { metrics, sessions }: Asked): boolean {
  if (own.length > 0 && metrics.length > 0 && metrics.every(isOwn) && DID.test(text)) return false
  // What grows is no margin, unless that is said.
  if (metrics.some(isStatementMetric)) return !growsUnsaid(text) || metrics.some(isAmount)
  const isOfCloses = sessions.some((ask) => ask.endsWith('Close'))
  return !growsUnsaid(text) && (isOfCloses || !asksSumOrAverage(text))
}

/** "And rise most?", where a message for a move means the other side of what was asked of sessions. */
const isTurned = ({ onlyGoesOn, metrics, text }: ReadMessage, { sessions }: Asked): boolean =>
  onlyGoesOn && metrics.every((metric) => metric === 'performance') && turnsAsk(text, sessions)

/** Lines and ratios: why a price is high is told by what moved it. */
const isJudged = (metric: Metric): boolean => isStatementMetric(metric) || askedRatios([metric]).length > 0

const isMove = (metric: Metric): boolean => metric === 'performance' || metric === 'sessions'

/** Of what the user holds or watches. */
const isOwn = (metric: Metric): boolean => metric === 'portfolio' || metric === 'watchlist'

/** Folds the questions of a thread, each on what those before were about. */
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
  // What is watched stays what the thread is about.
  const isBesideWatched = read.isBeside && asked.metrics.includes('watchlist')
  const all = isBesideWatched
    ? []
    : besideThose(instruments, { message: read, topic: before, metrics: asked.metrics })
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
    // What asks for something else, of which nothing is known, is no end of the topic.
    ...(read.isOpen && asked.metrics.length === 0 ? askedBefore(before) : asked),
    currencies: currenciesAfter(read, topic),
    scaling: scalingAfter(read, topic.scaling),
    timing: hasTime(timing.times) ? timing : null,
  }
}

/** In which currencies a message wants its numbers, or those before it that it goes on with. */
export function currenciesAfter({ text, isOpen }: ReadMessage, topic: Topic): readonly string[] {
  const asked = askedCurrencies(text)
  return asked.length === 0 && isOpen ? topic.currencies : asked
}

/** What a message names, behind what the thread is about where it sets it beside that. What is held is set against something else. */
export function besideThose(
  named: readonly InstrumentSummary[],
  { message, topic, metrics }: { message: ReadMessage; topic: Topic; metrics: readonly Metric[] },
): readonly InstrumentSummary[] {
  if (!message.isBeside || named.length === 0 || metrics.includes('portfolio')) return named
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

/** What a message about the portfolio names, without what it sets that against; an index is nothing that is held. */
export function setApart(
  { instruments, against }: ReadMessage,
  metrics: readonly Metric[],
): Pick<Topic, 'instruments' | 'against'> {
  if (!metrics.includes('portfolio')) return { instruments, against: [] }
  const indices = instruments.filter(isIndex)
  const all = against.length > 0 ? against : indices
  return { instruments: instruments.filter((each) => !isAmong(each, all)), against: all }
}

/** What a message leaves out, with what those before it that it goes on with did. */
export function excludedAfter(message: ReadMessage, topic: Topic): readonly InstrumentSummary[] {
  if (!message.isOpen || message.instruments.length > 0) return message.excluded
  const own = leftOutBy(message, topic)
  return [...own, ...topic.excluded.filter((each) => !isAmong(each, own))]
}

/** What a message leaves out of what was spoken of, by its name or by pointing to it. */
function leftOutBy({ text, excluded }: ReadMessage, topic: Topic): readonly InstrumentSummary[] {
  const what = pointedOutIn(text)
  if (what === null) return excluded
  const pointed = chosenOf(what, topic) ?? topic.instruments
  return [...excluded, ...pointed.filter((each) => !isAmong(each, excluded))]
}

/** The instruments that a message means which names none: those of the thread, all that it spoke of where it chooses or says `they`. */
export function carriedInstruments(message: ReadMessage, topic: Topic): readonly InstrumentSummary[] {
  if (!carriesInstruments(message, topic)) return []
  const out = excludedAfter(message, topic)
  const left = (all: readonly InstrumentSummary[]): InstrumentSummary[] =>
    all.filter((each) => !isAmong(each, out))
  // "Without the last one" goes back to those before it.
  if (leftOutBy(message, topic).length > 0) {
    const kept = left(topic.instruments)
    return kept.length > 0 ? kept : left(topic.others).slice(-1)
  }
  const [listed, ...more] = topic.listed
  const isOfOne = REFERS.test(message.text) || isOfOneHeld(message.text)
  if (listed !== undefined && more.length === 0 && isOfOne) return [listed]
  const chosen = chosenOf(message.text, topic)
  // Of news it is one of the articles.
  if (chosen?.length === 0 && topic.metrics.includes('news')) return topic.instruments
  if (chosen !== null) return chosen
  if (!choosesAmong(message, topic)) return topic.instruments
  // What is held, by the user or a fund, is ranked as a whole.
  const isOfWhole =
    topic.metrics.some(isOwn) || (topic.metrics.includes('constituents') && message.asksTheSame)
  const isOfList = more.length > 0 && topic.instruments.length < 2 && !isOfWhole
  return isOfList ? topic.listed : [...topic.instruments, ...topic.others]
}

/** Whether it is about all that the thread spoke of: `which`, `both`, and `the highest` where that is none of several times. */
function choosesAmong({ text }: ReadMessage, { timing }: Topic): boolean {
  if (OF_LAST.test(text)) return false
  const said = text.replaceAll(WHICH_TIME, ' ')
  // "Compared to the year before?" compares times.
  if (OF_ALL.test(shiftIn(text) === null ? said : said.replaceAll(COMPARING, ' '))) return true
  const { fiscal = [], reported = null } = timing?.times ?? {}
  const isOfTimes = said !== text || fiscal.length > 1 || (reported?.count ?? 0) > 1
  return MOST.test(said) && !isOfTimes && !OF_ONE.test(said)
}

/** Whether it points to those of the thread, or asks for numbers of nobody. What is held or watched is meant as a whole. */
function carriesInstruments(message: ReadMessage, topic: Topic): boolean {
  const { text, metrics, isOpen, asksTheSame } = message
  if (OF_WHOLE.test(text) || isOfMarket(text) || asksOfAllCompanies(text, topic)) return false
  if ((asksTheSame ? topic.metrics : metrics).some(isOwn))
    return REFERS.test(text) || asksTheSame || isOfOneHeld(text)
  return (isOpen || metrics.length > 0) && !changesTopic(message)
}

/** Whether a message picks one of those that an answer listed, of which those behind it then are. */
const picksListed = ({ text }: ReadMessage, topic: Topic): boolean =>
  topic.listed.length > 1 && (chosenOf(text, topic)?.length ?? 0) > 0

const OF_WHOLE = /\b(?:portfolio|holdings|investments|watch\s?lists?)\b/i
/** "Is that more than in 2023?" is asked of what was told last. */
const OF_LAST = /^\W*(?:and )?(?:is|was|did|does|has|had) (?:it|that|this)\b/i
const OF_ALL =
  /\b(?:which|who|whose|both|all|they|them|their|these|those|higher|lower|better|worse|more|less|than|compare[ds]?|versus|vs)\b/i

const COMPARING = /\b(?:more|less|higher|lower|better|worse|than|compare[ds]?|versus|vs)\b/gi
const WHICH_TIME = /\b(?:which|what) (?:[a-z]+ )?(?:day|week|month|quarter|half|year)s?\b/gi
const MOST =
  /\b(?:highest|lowest|best|worst|most|least|biggest|largest|smallest|cheapest|priciest|fastest|slowest|strongest|weakest)\b/i
const OF_ONE = /\b(?:its?|ever|history|all[ -]time)\b/i

/** The times that a message means which names none, or goes on from: those of the same kind of numbers alone; null for none. */
export function carriedTiming(message: ReadMessage, topic: Topic, now: Instant): Timing | null {
  const { text, metrics, isOpen, asksTheSame } = message
  const goesOn = isOpen || GOES_ON.test(text) || isMoved(text)
  if (!goesOn) return null
  const timing =
    topic.timing ?? (shiftIn(text) === null && !isSetAgainstOwn(text) ? null : untoldTiming(topic, now))
  if (asksTheSame || metrics.length === 0 || asksWhyOfLine(message, topic.metrics)) return timing
  const kind = numberKindOf(metrics, text)
  // "What's my unrealized gain?" is whole, short as it is, and of now.
  const isOfNow = kind === 'standing' && !GOES_ON.test(text) && !isMoved(text)
  if (kind !== numberKindOf(topic.metrics, topic.asking) || isOfNow) return null
  // "Which of them rose more?" is of no single day.
  const isSinceDay =
    topic.metrics.includes('price') &&
    !topic.metrics.includes('performance') &&
    metrics.includes('performance') &&
    sinceThenIn(text) === null &&
    shiftIn(text) === null
  return timing !== null && isSinceDay ? sinceDayOf(timing, now) : timing
}

/** The time of which a question is answered that names none, from which "and the year before?" goes on; null where there is no such time. */
function untoldTiming({ metrics, asking, sessions }: Topic, now: Instant): Timing | null {
  const kind = numberKindOf(metrics, asking)
  if (kind === 'statement') return unmoved(namedTimes('latest year', now))
  const isOfDay = metrics.includes('price') || metrics.includes('volume') || isOfOneSession(sessions)
  if (kind === 'standing' || isOfDay) return unmoved(namedTimes('today', now))
  const isReturn = metrics.some((metric) => OF_A_YEAR.includes(metric)) && !metrics.includes('portfolio')
  return isReturn ? unmoved(namedTimes('past year', now)) : null
}

const OF_A_YEAR: readonly Metric[] = ['performance', 'risk']
