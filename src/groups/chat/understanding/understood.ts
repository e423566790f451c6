import type { Id } from '../../../kernel/ids.ts'
import { DAY_MS } from '../../../kernel/time.ts'
import type { InstrumentReader, InstrumentSummary } from '../../../ports/instruments.ts'
import type { NewsSentiment } from '../../../ports/news.ts'
import type { PortfolioView, WatchlistReader } from '../../../ports/portfolio.ts'
import type { Question } from '../answer.ts'
import { termsBeside } from '../text/support.ts'
import { standalone } from './thread/standalone.ts'
import { termsOf } from '../text/terms.ts'
import { asksMembership } from './intents/constituent-questions.ts'
import { timingAfter } from './thread/carried-time.ts'
import { withoutCurrency } from './entities/currency-words.ts'
import { type IndicatorAsk, indicatorAsks } from './intents/indicator-questions.ts'
import { asksSectors, isOfSector, sectorFunds } from './intents/market-indices.ts'
import { asksCompound, asksWhenReported } from './intents/asked-metrics.ts'
import { type Direction, movedBy } from './intents/causes.ts'
import { asksPriceRatios, isStatementMetric, type Metric } from './intents/metrics.ts'
import { mentionsIn } from './entities/mentions.ts'
import { asksHeadlines, sentimentIn } from './intents/news-questions.ts'
import { asksCashShare } from './portfolio/holdings-filter.ts'
import {
  type AskedOfPortfolio,
  askedOfPortfolio,
  asksAnything,
  asksMakeUp,
  FIRST_PERSON,
} from './portfolio/portfolio-questions.ts'
import { overviewOf } from './overview.ts'
import { type NamedTimes, withoutTimes } from './times/periods.ts'
import { askedUnit, type Together } from './intents/period-questions.ts'
import { isSetAgainstOwn, PERIOD, readMessage, type ReadMessage } from './read-message.ts'
import { limitsIn, type PriceLimit } from './intents/price-limits.ts'
import { type RiskAsk, riskAsks } from './intents/risk-questions.ts'
import { type SessionAsk } from './intents/session-questions.ts'
import { type Scaling, scalingAfter } from './thread/scaling.ts'
import { MOST_LISTED } from './thread/listed-instruments.ts'
import { listIn } from './intents/watchlist-questions.ts'
import { askedInvestment, type InvestmentAsk } from './intents/investment-questions.ts'
import { askedPurchase, type PurchaseAsk } from './intents/purchase-questions.ts'
import {
  askedWith,
  besideThose,
  carriedInstruments,
  carriedTiming,
  currenciesAfter,
  excludedAfter,
  setApart,
  topicOf,
} from './thread/thread-topic.ts'
import type { Topic } from './thread/topic.ts'
import { isAmong, uniqueInstruments } from './entities/instrument-lists.ts'

const MOST_INSTRUMENTS = 5
/** Holdings and what is watched of which each is looked at for one question, of holdings the largest. */
export const MOST_HOLDINGS = 20
/** Of sectors, and not in which of them something is. */
const OF_SECTORS: readonly Metric[] = ['performance']
/** Whether one of those that it names is in another. */
const OF_MEMBERS: readonly Metric[] = ['constituents']
/** Words that make a question one about what is held, where nothing else is named. */
const OF_HOLDINGS: readonly Metric[] = ['news', 'performance', 'reaction', 'sentiment']

type Named = InstrumentReader['named']

/** A question as it was understood. */
export interface Understood {
  /** As it stands alone. */
  question: string
  /** As it was written. */
  message: ReadMessage
  instruments: readonly InstrumentSummary[]
  /** What is left out of them, and of what is held, watched or like them. */
  excluded: readonly InstrumentSummary[]
  /** Whether there are more of them than are told. */
  isCut: boolean
  metrics: readonly Metric[]
  /** Whether nothing in particular is asked of what it names. */
  isOverview: boolean
  /** Whether it has words of its own about the world, beside names, times and what is asked for. */
  hasTopic: boolean
  /** Whether it asks how that changed. */
  change: boolean
  /** To which part of a number it was narrowed: `in China`. */
  scope: readonly string[]
  /** Whether it asks for the compound annual growth rate. */
  compound: boolean
  /** News about nothing in particular, `any news today?`, or about any company of a sector; null where it asks for anything else. */
  headlines: { entityIds: readonly Id[] | null } | null
  /** Of which tone news are wanted; null where it does not say. */
  sentiment: NewsSentiment | null
  /** What it asks of several periods of statements together. */
  together: readonly Together[]
  /** Of which periods it asks that; null where it does not say. */
  unit: 'year' | 'quarter' | null
  /** What it asks of single sessions. */
  sessions: readonly SessionAsk[]
  /** The prices that those of sessions are set against. */
  limits: readonly PriceLimit[]
  /** In which currencies it wants its numbers, ISO 4217; empty where that is not said. */
  currencies: readonly string[]
  /** For how much of it numbers are wanted. */
  scaling: Scaling
  /** What it asks of risk. */
  risk: readonly RiskAsk[]
  /** The technical indicators that it asks for. */
  indicators: readonly IndicatorAsk[]
  /** The sum that it would have invested; null for none. */
  investment: InvestmentAsk | null
  /** The sum for which it would buy; null for none. */
  purchase: PurchaseAsk | null
  /** Whether it asks why a price moved. */
  isOfCause: boolean
  /** Whether it asks why a line of statements moved. */
  isOfLineCause: boolean
  /** Which way it says that a price went; null where it does not say. */
  direction: Direction | null
  times: NamedTimes
  /** What is on the user's watchlists, where the question is about them; null where it is not. */
  watched: readonly InstrumentSummary[] | null
  /** The watchlist that the question names; null where all of them are meant. */
  watchedOn: string | null
  /** What is on them, where the question is whether what it names is; null where it is not. */
  watchedIds: ReadonlySet<string> | null
  /** Whether it is about what the user holds, and not about instruments that it names. */
  ofHoldings: boolean
  /** Whether that asks for ratios, indicators or distances from a high of each of them, and not for what the user has. */
  isOfEach: boolean
  /** Whether it asks which sectors of the market did what: its instruments are their funds. */
  isOfSectors: boolean
  /** What of the portfolio is asked for, beside what it is worth. */
  ofPortfolio: AskedOfPortfolio
  /** What the question sets the user's portfolio, or a holding, against; null for nothing that it names. */
  benchmark: InstrumentSummary | null
}

export interface UnderstandDeps {
  instruments: Pick<InstrumentReader, 'named' | 'summaries' | 'constituents'>
  watchlists: WatchlistReader
}

/** A question and the thread before it, before anything is looked up. */
export interface Reading extends Pick<
  Topic,
  'metrics' | 'change' | 'scope' | 'asking' | 'sessions' | 'together'
> {
  message: ReadMessage
  topic: Topic
}

/** Reads a question with the thread before it. What it does not ask for itself it asks for as that did. */
export function readQuestion(
  { message: text, history, includePortfolio, now }: Question,
  named: Named,
): Reading {
  const message = readMessage(text, named)
  const topic = topicOf(history, { named, now })
  const asked = askedWith(message, topic)
  const isOfNobody = message.instruments.length === 0 && topic.instruments.length === 0
  return isOfNobody && ((includePortfolio && asksOfOwn(text)) || asksCashShare(text))
    ? { message, topic, ...asked, metrics: ['portfolio'], asking: text }
    : { message, topic, ...asked }
}

const OTHER_SUBJECT =
  /\b(?:(?<!\b(?:by|per|from) )companies|banks?|stocks|firms|funds|etfs|markets?|news|articles?|headlines?|stories|people|investors|top|what (?:is|are) an?)\b/i

/** Whether a question that names nothing can be of what the user has received, paid or traded: `dividends received this year`. */
function asksOfOwn(text: string): boolean {
  if (OTHER_SUBJECT.test(text)) return false
  const { income, costs, invested, sales, trades } = askedOfPortfolio(text)
  return income || costs || invested || sales !== null || trades !== null
}

/** Finds what a question that was read is about. */
export async function understand(
  { instruments, watchlists }: UnderstandDeps,
  asked: Question,
  { reading, portfolio }: { reading: Reading; portfolio: PortfolioView | null },
): Promise<Understood> {
  const { message, topic, metrics, change, scope, asking, sessions, together } = reading
  const { mentioned, benchmark } = comparedOf(reading, portfolio)
  const given = [...(await instruments.summaries(asked.instruments)).values()]
  const named = uniqueInstruments([...given, ...besideThose(mentioned, reading)])
  let found = named
  const { times, ofPortfolio } = portfolioAsk(reading, asked)
  // What the whole is made of, and which sector did what, is asked of no instrument.
  const isOfWhole =
    (metrics.includes('portfolio') && asksMakeUp(ofPortfolio)) || asksSectors(asked.message, metrics)
  if (found.length === 0 && !isOfWhole)
    found = uniqueInstruments(carriedInstruments(message, topic)).filter(
      ({ entityId }) => entityId !== benchmark?.entityId,
    )
  const excluded = excludedAfter(message, topic)
  const isOfAll = found.length === 0 || message.isBeside
  const ofLists = metrics.includes('watchlist')
    ? await watchedOf({ instruments, watchlists }, asked, { asking, isOfAll, excluded })
    : NOTHING_WATCHED
  const { watched } = ofLists
  if (watched !== null) found = uniqueInstruments([...watched, ...found])
  const isOfSectors = found.length === 0 && asksSectors(asked.message, metrics)
  if (isOfSectors) found = sectorFunds(instruments.named)
  const ofHoldings = portfolio !== null && found.length === 0 && isAboutHoldings(asked, metrics)
  const isOfEach = ofHoldings && isOfInstruments(metrics) && !asksAnything(ofPortfolio)
  if (isOfEach || (ofHoldings && metrics.some((metric) => OF_HOLDINGS.includes(metric))))
    found = portfolio.holdings.filter((each) => !isAmong(each, excluded))
  const unasked = unaskedOf(reading, { named, found, times })
  const isOfMany = isOfEach || isOfSectors || watched !== null
  const most = isOfMany ? MOST_HOLDINGS : topic.listed.length > 1 ? MOST_LISTED : MOST_INSTRUMENTS
  return {
    question: standaloneOf(asked, message),
    message,
    instruments: found.slice(0, most),
    excluded,
    isCut: found.length > most,
    metrics: unasked?.metrics ?? (isOfSectors ? OF_SECTORS : metrics),
    isOverview: unasked?.isOverview ?? false,
    hasTopic: message.hasTopic,
    // "Was it more than a year earlier?"
    change: change || (message.isOpen && times.against !== null),
    scope,
    compound: asksCompound(asked.message) || asksCompound(asking),
    headlines: watched === null ? await headlinesOf(instruments, reading, found) : null,
    sentiment: sentimentIn(asked.message),
    together,
    sessions,
    ...figuresOf(reading, asked, instruments.named),
    ...movedBy(message.text, asking, metrics.some(isStatementMetric)),
    times,
    ...ofLists,
    ofHoldings,
    isOfEach,
    isOfSectors,
    ofPortfolio,
    benchmark,
  }
}

/**
 * What is asked of what is held, and of which time. Of a stretch of it up to now, of which nothing else is asked, it is the return:
 * `my portfolio 6 months`.
 */
function portfolioAsk(
  { message, topic, asking }: Reading,
  { message: text, now }: Question,
): Pick<Understood, 'times' | 'ofPortfolio'> {
  const { times } = timingAfter(text, carriedTiming(message, topic, now), now)
  const ofPortfolio = askedOfPortfolio(text, asking === text ? '' : asking)
  const { range } = times
  const isStretch = range !== null && range.to >= now && range.from <= now && range.to - range.from >= DAY_MS
  const isReturn = isStretch && WHOLE.test(withoutTimes(text)) && !asksAnything(ofPortfolio)
  return { times, ofPortfolio: isReturn ? { ...ofPortfolio, returns: true } : ofPortfolio }
}

const WHOLE = /^\W*my portfolio\W*(?:(?:over|in|for|during) (?:the )?)?\W*$/i

/** What is asked of figures that are computed of many periods or closes; names have the words of these as well. */
function figuresOf(
  { message, topic, metrics, asking, together }: Reading,
  asked: Question,
  named: Named,
): Pick<
  Understood,
  'unit' | 'limits' | 'currencies' | 'scaling' | 'risk' | 'indicators' | 'investment' | 'purchase'
> {
  const outside = asking === message.text ? message.unnamed : mentionsIn(asking, named).rest
  return {
    unit: askedUnit(asked.message) ?? (together.length > 0 ? askedUnit(asking) : null),
    limits: metrics.includes('sessions') ? limitsOf(message.text, outside) : [],
    currencies: currenciesAfter(message, topic),
    scaling: scalingAfter(message, topic.scaling),
    risk: metrics.includes('risk') ? riskAsks(outside) : [],
    indicators: metrics.includes('indicator') ? indicatorAsks(outside) : [],
    investment: metrics.includes('investment') ? askedInvestment(asking, asked.message, asked.now) : null,
    purchase: metrics.includes('price') ? (askedPurchase(asked.message) ?? askedPurchase(asking)) : null,
  }
}

/** What is told where nothing in particular is asked of what is named; null where something is. */
function unaskedOf(
  reading: Reading,
  { named, found, times }: Record<'named' | 'found', readonly InstrumentSummary[]> & { times: NamedTimes },
): { metrics: readonly Metric[]; isOverview: boolean } | null {
  const isAsWhole =
    isOfNothingElse(reading, named) || (named.length === 0 && found.length > 0 && goesOnWithOverview(reading))
  if (!isAsWhole) return null
  const isOfMembers = found.length > 1 && asksMembership(reading.message.text)
  return isOfMembers
    ? { metrics: OF_MEMBERS, isOverview: false }
    : { metrics: overviewOf(times), isOverview: true }
}

/** Ratios, indicators and distances from a high are of each instrument, and none of a portfolio. */
const isOfInstruments = (metrics: readonly Metric[]): boolean =>
  asksPriceRatios(metrics) || metrics.includes('indicator') || metrics.includes('sessions')

/** Those of a message, else those of what it goes on with. */
function limitsOf(text: string, before: string): PriceLimit[] {
  const own = limitsIn(text)
  return own.length > 0 ? own : limitsIn(before)
}

const NOTHING_WATCHED = { watched: null, watchedOn: null, watchedIds: null }

/** What is on the user's lists, or on the one that is named, in their order; the ids alone where it is asked whether something is on them. */
async function watchedOf(
  { instruments, watchlists }: UnderstandDeps,
  { owner, message }: Question,
  { asking, isOfAll, excluded }: { asking: string; isOfAll: boolean; excluded: readonly InstrumentSummary[] },
): Promise<Pick<Understood, 'watched' | 'watchedOn' | 'watchedIds'>> {
  const lists = await watchlists.lists(owner)
  const list = listIn(`${asking} ${message}`, lists)
  const watchedOn = list?.name ?? null
  const ids = new Set(list?.entityIds ?? lists.flatMap(({ entityIds }) => entityIds))
  if (!isOfAll) return { watched: null, watchedOn, watchedIds: ids }
  const found = await instruments.summaries([...ids])
  const watched = [...ids].flatMap((id) => found.get(id) ?? [])
  return {
    watched: watched.filter((each) => !isAmong(each, excluded)),
    watchedOn,
    watchedIds: null,
  }
}

/** The words by which articles are found. Whoever names a company and what is asked of it, or asks about what is held, means nothing of the questions before. */
function standaloneOf({ message, history }: Question, { instruments, metrics }: ReadMessage): string {
  const isOwn = metrics.includes('portfolio') || metrics.includes('watchlist')
  return (instruments.length > 0 && metrics.length > 0) || isOwn ? message : standalone(message, history)
}

/** What a question about the portfolio is set against; what follows a comparison and is not held is compared as well: "and QQQ?" */
function comparedOf(
  { message, topic, metrics }: Reading,
  portfolio: PortfolioView | null,
): { mentioned: readonly InstrumentSummary[]; benchmark: InstrumentSummary | null } {
  const { instruments, against } = setApart(message, metrics)
  // "Is that more than my portfolio?"
  const isBeforeOwn =
    metrics.includes('portfolio') && instruments.length === 0 && isSetAgainstOwn(message.text)
  if (isBeforeOwn && against.length === 0) return { mentioned: [], benchmark: topic.instruments[0] ?? null }
  if (!metrics.includes('portfolio') || against.length > 0 || !message.asksTheSame)
    return { mentioned: instruments, benchmark: against[0] ?? null }
  const held = new Set(portfolio?.holdings.map(({ entityId }) => entityId))
  const [first] = instruments.length > 0 ? instruments : topic.instruments
  const [before] = topic.against
  return before !== undefined && first !== undefined && !held.has(first.entityId)
    ? { mentioned: [], benchmark: first }
    : { mentioned: instruments, benchmark: before ?? null }
}

/** "Tell me about Apple", and "compare them" of those that the caller has named beside the question. */
const isOfNothingElse = ({ metrics, message }: Reading, named: readonly InstrumentSummary[]): boolean =>
  metrics.length === 0 &&
  named.length > 0 &&
  !asksWhenReported(message.text) &&
  ((message.isBeside && message.asksTheSame) ||
    termsBeside(withoutTimes(withoutCurrency(message.unnamed)), named).every(
      (term) => PERIOD.test(term) || OF_ITSELF.has(term),
    ))

/** `Apple stock`, `Apple overview` */
const OF_ITSELF = new Set(
  termsOf(
    'stock stocks share shares company ticker everything something overview summary snapshot info information details data facts basics rundown',
  ),
)

/** "And this year?" behind "How is Apple doing today?" */
const goesOnWithOverview = ({ metrics, message, topic }: Reading): boolean =>
  metrics.length === 0 && message.asksTheSame && topic.metrics.length === 0

async function headlinesOf(
  instruments: UnderstandDeps['instruments'],
  { metrics, message, asking }: Reading,
  found: readonly InstrumentSummary[],
): Promise<Understood['headlines']> {
  const isOfNews = metrics.length > 0 && metrics.every((metric) => metric === 'news') && !message.hasTopic
  if (!isOfNews) return null
  const [fund, ...others] = found
  if (fund === undefined) return asksHeadlines(asking) ? { entityIds: null } : null
  if (others.length > 0 || !isOfSector(message.text)) return null
  const held = await instruments.constituents(fund.entityId)
  return held.size === 0 ? null : { entityIds: [...held.keys()] }
}

/** "How am I doing?" is about the portfolio that the caller has named beside the question. */
const isAboutHoldings = ({ includePortfolio, message }: Question, metrics: readonly Metric[]): boolean =>
  metrics.includes('portfolio') ||
  (includePortfolio &&
    FIRST_PERSON.test(message) &&
    metrics.length > 0 &&
    metrics.every((metric) => OF_HOLDINGS.includes(metric)))
