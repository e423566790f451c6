import type { Id } from '../../../kernel/ids.ts'
import { DAY_MS } from '../../../kernel/time.ts'
import type { InstrumentReader, InstrumentSummary } from '../../../ports/instruments.ts'
import type { NewsSentiment } from '../../../ports/news.ts'
import type { PortfolioView, WatchlistReader } from '../../../ports/portfolio.ts'
import type { Question } from '../answer.ts'
import { termsApartFromNames } from '../text/support.ts'
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
  comparedInstruments,
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
/** Most holdings or watched instruments that are looked up for one question; the largest holdings. */
export const MOST_HOLDINGS = 20
/** Metrics that sectors have. */
const OF_SECTORS: readonly Metric[] = ['performance']
/** Whether one of the named instruments is a constituent of another. */
const OF_MEMBERS: readonly Metric[] = ['constituents']
/** Metrics that, without a named instrument, are asked of the holdings. */
const OF_HOLDINGS: readonly Metric[] = ['news', 'performance', 'reaction', 'sentiment']

type Named = InstrumentReader['named']

/** A question as it was understood. */
export interface Understood {
  /** Made self-contained. */
  question: string
  /** As it was written. */
  message: ReadMessage
  instruments: readonly InstrumentSummary[]
  /** Instruments excluded from the named ones, from holdings, the watchlist or peers. */
  excluded: readonly InstrumentSummary[]
  /** Whether more instruments are meant than are looked up. */
  isCut: boolean
  metrics: readonly Metric[]
  /** Whether an instrument is named and nothing in particular is asked. */
  isOverview: boolean
  /** Whether it has words about a subject, other than names, times and metrics. */
  hasTopic: boolean
  /** Whether it asks for the change. */
  change: boolean
  /** Words that narrow a number: `in China`. */
  scope: readonly string[]
  /** Whether it asks for the compound annual growth rate. */
  compound: boolean
  /** News about nothing in particular, `any news today?`, or about any company of a sector; null for other questions. */
  headlines: { entityIds: readonly Id[] | null } | null
  /** The tone of the news asked for; null for any. */
  sentiment: NewsSentiment | null
  /** Aggregations over several fiscal periods that it asks for. */
  together: readonly Together[]
  /** The periods to aggregate; null when it does not say. */
  unit: 'year' | 'quarter' | null
  /** Session metrics that it asks for. */
  sessions: readonly SessionAsk[]
  /** Price limits that sessions are compared with. */
  limits: readonly PriceLimit[]
  /** Currencies of the answer, ISO 4217; empty when none is asked for. */
  currencies: readonly string[]
  /** Scaling of the answer. */
  scaling: Scaling
  /** Risk metrics that it asks for. */
  risk: readonly RiskAsk[]
  /** The technical indicators that it asks for. */
  indicators: readonly IndicatorAsk[]
  /** A hypothetical past investment; null for none. */
  investment: InvestmentAsk | null
  /** The sum of a hypothetical purchase; null for none. */
  purchase: PurchaseAsk | null
  /** Whether it asks why a price moved. */
  isOfCause: boolean
  /** Whether it asks why a statement line moved. */
  isOfLineCause: boolean
  /** The direction in which it says a price moved; null when it does not say. */
  direction: Direction | null
  times: NamedTimes
  /** The instruments on the user's watchlists, when the question is about them; null otherwise. */
  watched: readonly InstrumentSummary[] | null
  /** The watchlist that the question names; null for all of them. */
  watchedOn: string | null
  /** The ids on them, when the question is whether an instrument is on one; null otherwise. */
  watchedIds: ReadonlySet<string> | null
  /** Whether it is about the user's holdings, and not about named instruments. */
  ofHoldings: boolean
  /** Whether it asks for ratios, indicators or distances from a high of each holding, and not for the portfolio. */
  isOfEach: boolean
  /** Whether it is about the sectors of the market: its instruments are the sector funds. */
  isOfSectors: boolean
  /** What it asks of the portfolio, other than its value. */
  ofPortfolio: AskedOfPortfolio
  /** The benchmark of the user's portfolio or holding; null when none is named. */
  benchmark: InstrumentSummary | null
}

export interface UnderstandDeps {
  instruments: Pick<InstrumentReader, 'named' | 'summaries' | 'constituents'>
  watchlists: WatchlistReader
}

/** A question read together with its thread, before any lookup. */
export interface Reading extends Pick<
  Topic,
  'metrics' | 'change' | 'scope' | 'asking' | 'sessions' | 'together'
> {
  message: ReadMessage
  topic: Topic
}

/** Reads a question with its thread. What it does not ask for itself it takes from the question before. */
export function readQuestion(
  { message: text, history, includePortfolio, now }: Question,
  named: Named,
): Reading {
  const message = readMessage(text, named)
  const topic = topicOf(history, { named, now })
  const asked = askedWith(message, topic)
  const isOfUnnamed = message.instruments.length === 0 && topic.instruments.length === 0
  return isOfUnnamed && ((includePortfolio && asksOfOwn(text)) || asksCashShare(text))
    ? { message, topic, ...asked, metrics: ['portfolio'], asking: text }
    : { message, topic, ...asked }
}

const OTHER_SUBJECT =
  /\b(?:(?<!\b(?:by|per|from) )companies|banks?|stocks|firms|funds|etfs|markets?|news|articles?|headlines?|stories|people|investors|top|what (?:is|are) an?)\b/i

/** Whether a question without a name can be about the user's income, costs or transactions: `dividends received this year`. */
function asksOfOwn(text: string): boolean {
  if (OTHER_SUBJECT.test(text)) return false
  const { income, costs, invested, sales, trades } = askedOfPortfolio(text)
  return income || costs || invested || sales !== null || trades !== null
}

/** Finds the instruments, times and metrics that a question is about. */
export async function understand(
  { instruments, watchlists }: UnderstandDeps,
  asked: Question,
  { reading, portfolio }: { reading: Reading; portfolio: PortfolioView | null },
): Promise<Understood> {
  const { message, topic, metrics, change, scope, asking, sessions, together } = reading
  const { mentioned, benchmark } = comparedOf(reading, portfolio)
  const given = [...(await instruments.summaries(asked.instruments)).values()]
  const named = uniqueInstruments([...given, ...comparedInstruments(mentioned, reading)])
  let found = named
  const { times, ofPortfolio } = portfolioAsk(reading, asked)
  // The composition of a portfolio and sector returns need no instrument.
  const isOfWhole =
    (metrics.includes('portfolio') && asksMakeUp(ofPortfolio)) || asksSectors(asked.message, metrics)
  if (found.length === 0 && !isOfWhole)
    found = uniqueInstruments(carriedInstruments(message, topic)).filter(
      ({ entityId }) => entityId !== benchmark?.entityId,
    )
  const excluded = excludedAfter(message, topic)
  const isOfAll = found.length === 0 || message.comparesWithThread
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

/** The portfolio metrics and times of a question. For a period up to now and nothing else, the return is meant: `my portfolio 6 months`. */
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

/** Parameters of computed metrics; those words also occur in names. */
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

/** The metrics of a question that asks nothing in particular; null when it asks for something. */
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

/** Ratios, indicators and distances from a high exist per instrument, not for a portfolio. */
const isOfInstruments = (metrics: readonly Metric[]): boolean =>
  asksPriceRatios(metrics) || metrics.includes('indicator') || metrics.includes('sessions')

/** Price limits of the message, otherwise those of the question it follows up. */
function limitsOf(text: string, before: string): PriceLimit[] {
  const own = limitsIn(text)
  return own.length > 0 ? own : limitsIn(before)
}

const NOTHING_WATCHED = { watched: null, watchedOn: null, watchedIds: null }

/**
 * Instruments on the user's watchlists, or on the named one, in their order; only the ids when the question is whether something is on
 * them.
 */
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

/** The words to search articles with. A question that is complete by itself, or about the user's own, takes none from the thread. */
function standaloneOf({ message, history }: Question, { instruments, metrics }: ReadMessage): string {
  const isOwn = metrics.includes('portfolio') || metrics.includes('watchlist')
  return (instruments.length > 0 && metrics.length > 0) || isOwn ? message : standalone(message, history)
}

/** The benchmark of a portfolio question; a follow-up to a comparison is compared as well unless it is held: "and QQQ?" */
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

/** Whether nothing in particular is asked: "Tell me about Apple", or "compare them" about instruments that the caller supplied. */
const isOfNothingElse = ({ metrics, message }: Reading, named: readonly InstrumentSummary[]): boolean =>
  metrics.length === 0 &&
  named.length > 0 &&
  !asksWhenReported(message.text) &&
  ((message.comparesWithThread && message.asksTheSame) ||
    termsApartFromNames(withoutTimes(withoutCurrency(message.unnamed)), named).every(
      (term) => PERIOD.test(term) || OF_ITSELF.has(term),
    ))

/** `Apple stock`, `Apple overview` */
const OF_ITSELF = new Set(
  termsOf(
    'stock stocks share shares company ticker everything something overview summary snapshot info information details data facts basics rundown',
  ),
)

/** "And this year?" after "How is Apple doing today?" */
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

/** "How am I doing?" is about the portfolio when the caller included it. */
const isAboutHoldings = ({ includePortfolio, message }: Question, metrics: readonly Metric[]): boolean =>
  metrics.includes('portfolio') ||
  (includePortfolio &&
    FIRST_PERSON.test(message) &&
    metrics.length > 0 &&
    metrics.every((metric) => OF_HOLDINGS.includes(metric)))
