import { DAY_MS, formatDay, utcDay } from '../../../kernel/time.ts'
import type { InstrumentReader, InstrumentSummary } from '../../../ports/instruments.ts'
import type { NewsReader } from '../../../ports/news.ts'
import type { PortfolioReader, PortfolioView, WatchlistReader } from '../../../ports/portfolio.ts'
import { asEvidence, type Fact } from '../facts/facts.ts'
import { impactFact } from '../facts/impact-fact.ts'
import { portfolioFact } from '../facts/portfolio-fact.ts'
import { watchlistFact } from '../facts/watchlist-fact.ts'
import { performanceFact, quoteFact } from '../facts/price-facts.ts'
import { statementFacts } from '../facts/statement-facts.ts'
import type { ArticleFinder } from '../retrieval/article-finder.ts'
import { standalone } from '../retrieval/rewrite.ts'
import { tableFindings } from '../table-reading/finding.ts'
import { mentionedInstruments } from '../understanding/mentions.ts'
import { askedMetrics, isStatementMetric, type Metric } from '../understanding/metrics.ts'
import { type NamedTimes, namedTimes } from '../understanding/periods.ts'
import type { Evidence, Question, SourceRecord } from './answer.ts'

const MOST_INSTRUMENTS = 5
const MOST_RECORDS = 10
/** Time that a question about the return of something means when it names none. */
const DEFAULT_DAYS = 365
const NEWS_DAYS = 30
/** Articles of which the latest with a return are told. */
const MOST_IMPACTS = 50

export interface EvidenceDeps {
  instruments: Pick<InstrumentReader, 'named' | 'summaries' | 'quotes' | 'closes' | 'statements'>
  watchlists: WatchlistReader
  portfolios: PortfolioReader
  news: Pick<NewsReader, 'impacts'>
  findArticles: ArticleFinder
}

/** Finds what there is for a question. */
export type EvidenceFinder = (question: Question, signal: AbortSignal) => Promise<Evidence>

/** A question as it was understood. */
interface Understood {
  question: string
  instruments: readonly InstrumentSummary[]
  metrics: readonly Metric[]
  change: boolean
  times: NamedTimes
  /** What is on the user's watchlists, where the question is about them; null where it is not. */
  watched: readonly InstrumentSummary[] | null
}

/** Facts first where numbers are asked for, articles where news are or nothing else is. */
export function createEvidenceFinder(deps: EvidenceDeps): EvidenceFinder {
  return async (question, signal) => {
    const portfolio = await portfolioOf(deps, question, signal)
    const understood = await understand(deps, question, portfolio)
    const { instruments, metrics } = understood
    const about = { question: understood.question, instruments }
    const asksNumbers = metrics.some(
      (metric) => isStatementMetric(metric) || metric === 'price' || metric === 'performance',
    )
    const isAboutOwn = metrics.includes('portfolio') || metrics.includes('watchlist')
    if (asksNumbers && !isAboutOwn && instruments.length === 0 && isShort(question.message)) {
      return {
        ...about,
        records: [],
        findings: [],
        notes: [],
        clarification: 'Which company do you mean? Name it, or give its ticker.',
      }
    }
    const facts = (
      await Promise.all(
        instruments.map((instrument) => factsOf(deps, { understood, instrument, asked: question, signal })),
      )
    ).flat()
    const { records, findings } = asEvidence(
      [...ownFacts(question, portfolio, understood), ...facts].slice(0, MOST_RECORDS),
    )
    const isTold = metrics.includes('reaction') && facts.length > 0
    const wantsNews = (metrics.includes('news') && !isTold) || records.length === 0
    const limit = understood.watched?.length === 0 || !wantsNews ? 0 : MOST_RECORDS - records.length
    const articles = limit <= 0 ? [] : await articlesFor(deps, question, { understood, limit, signal })
    const all = [...records, ...articles]
    return {
      ...about,
      records: all,
      findings: [
        ...findings,
        ...tableFindings(understood.question, articles, {
          first: records.length,
          isAbout: instruments.length > 0,
        }),
      ],
      clarification: null,
      notes: notesOf(question, understood, { records: all, hasPortfolio: portfolio !== null }),
    }
  }
}

/** What the question's user has, where it is about that. */
function ownFacts(
  { owner, now }: Question,
  portfolio: PortfolioView | null,
  { watched }: Understood,
): Fact[] {
  return [
    ...(portfolio === null ? [] : [portfolioFact(owner, portfolio)]),
    ...(watched === null || watched.length === 0 ? [] : [watchlistFact(owner, watched, now)]),
  ]
}

function articlesFor(
  { findArticles }: EvidenceDeps,
  { owner, now }: Question,
  { understood, limit, signal }: { understood: Understood; limit: number; signal: AbortSignal },
): Promise<SourceRecord[]> {
  const { question, instruments, metrics, times } = understood
  const isNewsOfSome = metrics.includes('news') && instruments.length > 0
  return findArticles({
    question,
    entityIds: instruments.map(({ entityId }) => entityId),
    range: times.range ?? (isNewsOfSome ? recent(now) : null),
    limit,
    tenantId: owner.tenantId,
    now,
    signal,
  })
}

const recent = (now: number) => ({ from: now - NEWS_DAYS * DAY_MS, to: now })

/** Long questions say enough to look for without a company. */
const isShort = (message: string): boolean => message.split(/\s+/).length <= 12

/** What the user holds, where the question is about it; null for nothing. */
async function portfolioOf(
  { portfolios }: EvidenceDeps,
  { owner, includePortfolio, message }: Question,
  signal: AbortSignal,
): Promise<PortfolioView | null> {
  const isAsked = includePortfolio || askedMetrics(message).metrics.includes('portfolio')
  return isAsked ? portfolios.view(owner, { on: null, signal }) : null
}

async function understand(
  { instruments, watchlists }: EvidenceDeps,
  asked: Question,
  portfolio: PortfolioView | null,
): Promise<Understood> {
  const own = askedMetrics(asked.message)
  const mentioned = mentionedInstruments(asked.message, instruments.named)
  // Whoever names a company and what is asked of it means nothing of the questions before.
  const isWhole = mentioned.length > 0 && own.metrics.length > 0
  const question = isWhole ? asked.message : standalone(asked.message, asked.history)
  const { metrics, change } = own.metrics.length > 0 ? own : askedMetrics(question)
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
  // "News on my holdings" is about what is held.
  if (
    portfolio !== null &&
    found.length === 0 &&
    (metrics.includes('news') || metrics.includes('performance') || metrics.includes('reaction'))
  ) {
    found = portfolio.holdings.slice(0, MOST_INSTRUMENTS)
  }
  const times = namedTimes(asked.message, asked.now)
  const named = times.range === null && times.fiscal.length === 0 ? namedTimes(question, asked.now) : times
  return { question, instruments: found.slice(0, MOST_INSTRUMENTS), metrics, change, times: named, watched }
}

function uniqueInstruments(all: readonly InstrumentSummary[]): InstrumentSummary[] {
  return [...new Map(all.map((each) => [each.entityId, each])).values()]
}

interface Wanted {
  understood: Understood
  instrument: InstrumentSummary
  asked: Question
  signal: AbortSignal
}

async function factsOf(deps: EvidenceDeps, wanted: Wanted): Promise<Fact[]> {
  const { metrics, change, times } = wanted.understood
  const lines = metrics.filter(isStatementMetric)
  const facts: Fact[] = []
  if (lines.length > 0) {
    const statements = await deps.instruments.statements(wanted.instrument.entityId)
    if (statements !== null) {
      facts.push(
        ...statementFacts(wanted.instrument, statements, { metrics: lines, periods: times.fiscal, change }),
      )
    }
  }
  const asksPrice = metrics.includes('price') || metrics.includes('watchlist')
  if (metrics.includes('performance') || (asksPrice && times.range !== null))
    facts.push(...(await performance(deps, wanted)))
  if (metrics.includes('reaction')) facts.push(...(await impacts(deps, wanted)))
  // A day that has not closed has a price and no return.
  const isOpen = times.range !== null && times.range.to >= wanted.asked.now && facts.length === 0
  if ((asksPrice && times.range === null) || (isOpen && (asksPrice || metrics.includes('performance'))))
    facts.push(...(await quote(deps, wanted)))
  return facts
}

async function performance(
  { instruments }: EvidenceDeps,
  { understood, instrument, asked, signal }: Wanted,
): Promise<Fact[]> {
  const range = understood.times.range ?? { from: asked.now - DEFAULT_DAYS * DAY_MS, to: asked.now }
  const closes = await instruments.closes(instrument.entityId, range, signal)
  const fact = closes === null ? null : performanceFact(instrument, closes)
  return fact === null ? [] : [fact]
}

async function impacts(
  { news }: EvidenceDeps,
  { understood, instrument, asked, signal }: Wanted,
): Promise<Fact[]> {
  const query = {
    entityIds: [instrument.entityId],
    range: understood.times.range ?? recent(asked.now),
    limit: MOST_IMPACTS,
  }
  const fact = impactFact(instrument, await news.impacts(query, signal))
  return fact === null ? [] : [fact]
}

async function quote({ instruments }: EvidenceDeps, { instrument, asked, signal }: Wanted): Promise<Fact[]> {
  const { tenantId } = asked.owner
  const found = (await instruments.quotes([instrument.entityId], { tenantId, signal })).get(
    instrument.entityId,
  )
  return found === undefined ? [] : [quoteFact(instrument, found)]
}

function notesOf(
  asked: Question,
  { metrics, instruments, watched, times: { range } }: Understood,
  { records, hasPortfolio }: { records: readonly SourceRecord[]; hasPortfolio: boolean },
): string[] {
  const notes: string[] = []
  if (records.length === 0 && instruments.length > 0) {
    const names = instruments.map(({ name, ticker }) => `${name} (${ticker})`).join(', ')
    const days =
      range === null ? '' : ` from ${formatDay(utcDay(range.from))} to ${formatDay(utcDay(range.to))}`
    notes.push(`Nothing that fits is stored about ${names}${days}.`)
  }
  if (watched?.length === 0) notes.push('Nothing is on your watchlists.')
  if (!hasPortfolio && (asked.includePortfolio || metrics.includes('portfolio'))) {
    notes.push('Your portfolio has no transactions yet.')
  }
  if (records.some(({ simulated }) => simulated)) {
    notes.push('Prices, statements and articles of the demo market are simulated.')
  }
  return notes
}
