import type { InstrumentReader, InstrumentSummary } from '../../../ports/instruments.ts'
import type { PortfolioView, WatchlistReader } from '../../../ports/portfolio.ts'
import type { Question } from '../answering/answer.ts'
import { termsBeside } from '../answering/support.ts'
import { standalone } from '../retrieval/rewrite.ts'
import { mentionedInstruments } from './mentions.ts'
import { askedCause, askedMetrics, type Direction, type Metric } from './metrics.ts'
import { comparedIn } from './own-portfolio.ts'
import { type NamedTimes, namedTimes } from './periods.ts'

const MOST_INSTRUMENTS = 5
/** What is told of an instrument of which nothing in particular is asked. */
const OVERVIEW: readonly Metric[] = ['price', 'marketCap', 'peTtm', 'revenue', 'netIncome', 'news']
/** The same where a time is named: "Tesla last week". */
const OF_A_TIME: readonly Metric[] = ['performance', 'news']
/** Words that make a question one about what is held, where nothing else is named. */
const OF_HOLDINGS: readonly Metric[] = ['news', 'performance', 'reaction']

/** A year, a fiscal year, a quarter or a date. */
const PERIOD = /^(?:fy)?\d{4}$|^q[1-4]$|^fy$|^[\d-]{8,10}$/
const FIRST_PERSON = /\b(?:i|me|my|mine)\b/i

/** A question as it was understood. */
export interface Understood {
  /** As it stands alone. */
  question: string
  instruments: readonly InstrumentSummary[]
  metrics: readonly Metric[]
  /** Whether it asks how that changed. */
  change: boolean
  /** Whether it asks why a price moved, and which way it says that it went; null where it does not. */
  cause: { direction: Direction | null } | null
  times: NamedTimes
  /** What is on the user's watchlists, where the question is about them; null where it is not. */
  watched: readonly InstrumentSummary[] | null
  /** Whether it is about what the user holds, and not about instruments that it names. */
  ofHoldings: boolean
  /** What the question sets the user's portfolio, or a holding, against; null for nothing that it names. */
  benchmark: InstrumentSummary | null
}

export interface UnderstandDeps {
  instruments: Pick<InstrumentReader, 'named' | 'summaries'>
  watchlists: WatchlistReader
}

/** Reads a question with the thread before it, and with what its user holds. */
export async function understand(
  { instruments, watchlists }: UnderstandDeps,
  asked: Question,
  portfolio: PortfolioView | null,
): Promise<Understood> {
  const named = mentionedInstruments(asked.message, instruments.named)
  const own = metricsBeside(asked.message, named)
  const benchmark = own.metrics.includes('portfolio') ? benchmarkIn(asked.message, instruments.named) : null
  const mentioned = named.filter(({ entityId }) => entityId !== benchmark?.entityId)
  const isOwn = own.metrics.includes('portfolio') || own.metrics.includes('watchlist')
  // Whoever names a company and what is asked of it, or asks about what is held, means nothing of the questions before.
  const isWhole = (mentioned.length > 0 && own.metrics.length > 0) || isOwn
  const question = isWhole ? asked.message : standalone(asked.message, asked.history)
  const { metrics, change } = own.metrics.length > 0 ? own : metricsBeside(question, mentioned)
  const given = [...(await instruments.summaries(asked.instruments)).values()]
  let found = uniqueInstruments([...given, ...mentioned])
  if (found.length === 0 && question !== asked.message)
    found = mentionedInstruments(question, instruments.named)
  let watched: InstrumentSummary[] | null = null
  if (metrics.includes('watchlist') && found.length === 0) {
    const ids = await watchlists.watched(asked.owner)
    watched = [...(await instruments.summaries(ids)).values()]
    found = watched
  }
  const ofHoldings = portfolio !== null && found.length === 0 && isAboutHoldings(asked, metrics)
  if (ofHoldings && metrics.some((metric) => OF_HOLDINGS.includes(metric))) found = [...portfolio.holdings]
  const times = timesOf(asked, question)
  // A year alone is one of statements, too.
  const whole = times.range === null || times.fiscal.length > 0 ? OVERVIEW : OF_A_TIME
  return {
    question,
    instruments: found.slice(0, MOST_INSTRUMENTS),
    metrics: isOverview(metrics, { question: asked.message, mentioned }) ? whole : metrics,
    change,
    cause: askedCause(asked.message),
    times,
    watched,
    ofHoldings,
    benchmark,
  }
}

/** "Did I beat the S&P 500?" */
function benchmarkIn(message: string, named: InstrumentReader['named']): InstrumentSummary | null {
  const compared = comparedIn(message)
  return compared === null ? null : (mentionedInstruments(compared, named)[0] ?? null)
}

/** What a question asks for. What a fund that it names holds is nothing that the user holds. */
function metricsBeside(
  question: string,
  mentioned: readonly InstrumentSummary[],
): ReturnType<typeof askedMetrics> {
  const { metrics, change } = askedMetrics(question)
  const isOfOthers = mentioned.length > 0 && !FIRST_PERSON.test(question)
  return { metrics: isOfOthers ? metrics.filter((metric) => metric !== 'portfolio') : metrics, change }
}

/** Whether a question, with the thread before it where it points back, is about what the user holds. */
export function asksPortfolio({ includePortfolio, message, history }: Question): boolean {
  return includePortfolio || askedMetrics(standalone(message, history)).metrics.includes('portfolio')
}

/** "Tell me about Apple". */
const isOverview = (
  metrics: readonly Metric[],
  { question, mentioned }: { question: string; mentioned: readonly InstrumentSummary[] },
): boolean =>
  metrics.length === 0 &&
  mentioned.length > 0 &&
  termsBeside(question, mentioned).every((term) => PERIOD.test(term))

/** "How am I doing?" is about the portfolio that the caller has named beside the question. */
const isAboutHoldings = ({ includePortfolio, message }: Question, metrics: readonly Metric[]): boolean =>
  metrics.includes('portfolio') ||
  (includePortfolio && FIRST_PERSON.test(message) && metrics.every((metric) => OF_HOLDINGS.includes(metric)))

function timesOf({ message, now }: Question, question: string): NamedTimes {
  const times = namedTimes(message, now)
  const namesNone = times.range === null && times.fiscal.length === 0 && times.reported === null
  return namesNone ? namedTimes(question, now) : times
}

function uniqueInstruments(all: readonly InstrumentSummary[]): InstrumentSummary[] {
  return [...new Map(all.map((each) => [each.entityId, each])).values()]
}
