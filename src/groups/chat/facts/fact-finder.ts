import { createPause } from '../../../kernel/pause.ts'
import { DAY_MS } from '../../../kernel/time.ts'
import type { InstantRange } from '../../../market/bars.ts'
import type { InstrumentReader, InstrumentSummary, SessionCloses } from '../../../ports/instruments.ts'
import type { NewsReader } from '../../../ports/news.ts'
import type { PortfolioView } from '../../../ports/portfolio.ts'
import type { Question } from '../answering/answer.ts'
import { askedRatios, isStatementMetric } from '../understanding/metrics.ts'
import type { Understood } from '../understanding/understood.ts'
import type { Fact } from './facts.ts'
import { holdingMovesFact } from './holding-moves.ts'
import { impactFact } from './impact-fact.ts'
import { firstAndLast, performanceFact, quoteFact } from './price-facts.ts'
import { statementFacts } from './statement-facts.ts'
import { dividendFact, valuationFact } from './valuation-fact.ts'

/** Time that a question about the return of something means when it names none, and one about why it moved. */
const DEFAULT_DAYS = 365
const CAUSE_DAYS = 7
const NEWS_DAYS = 30
/** Enough to hold a session before a day, whatever holidays lie between. */
const LOOK_BACK_DAYS = 10
/** Articles of which the latest with a return are told. */
const MOST_IMPACTS = 50
/** Holdings whose prices are read for one question, the largest first. */
const MOST_HOLDINGS = 20

export interface FactFinderDeps {
  instruments: Pick<
    InstrumentReader,
    'quotes' | 'closes' | 'statements' | 'valuation' | 'dividends' | 'profiles'
  >
  news: Pick<NewsReader, 'impacts'>
}

/** What is wanted of one instrument. */
export interface Wanted {
  understood: Understood
  instrument: InstrumentSummary
  asked: Question
  signal: AbortSignal
}

/** The last thirty days. */
export const recentNews = (now: number): InstantRange => ({ from: now - NEWS_DAYS * DAY_MS, to: now })

/** What our own services know of an instrument for a question, the most asked-for first. */
export async function factsOf(deps: FactFinderDeps, wanted: Wanted): Promise<Fact[]> {
  const { metrics, times } = wanted.understood
  const facts = await fundamentals(deps, wanted)
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

/** What the prices of all holdings did in the time of the question, where it asks for that. */
export async function holdingMoves(
  { instruments }: FactFinderDeps,
  portfolio: PortfolioView,
  { understood, asked, signal }: Omit<Wanted, 'instrument'>,
): Promise<Fact[]> {
  if (!understood.ofHoldings || !understood.metrics.includes('performance')) return []
  const range = priceRange(understood, asked.now)
  const closes = new Map<string, SessionCloses>()
  // Years of many instruments: others get their turn in between.
  const pause = createPause(signal)
  for (const { entityId } of portfolio.holdings.slice(0, MOST_HOLDINGS)) {
    await pause()
    const found = await closesOf(instruments, entityId, { range, signal })
    if (found !== null) closes.set(entityId, found)
  }
  const fact = holdingMovesFact(asked.owner, portfolio, closes)
  return fact === null ? [] : [fact]
}

/** Statements, ratios and dividends. */
async function fundamentals(
  { instruments }: FactFinderDeps,
  { understood: { metrics, change, times }, instrument, asked, signal }: Wanted,
): Promise<Fact[]> {
  const { entityId } = instrument
  const [lines, ratios] = [metrics.filter(isStatementMetric), askedRatios(metrics)]
  const facts: Array<Fact | null> = []
  if (lines.length > 0) {
    const statements = await instruments.statements(entityId)
    const question = { metrics: lines, periods: times.fiscal, reported: times.reported, change }
    if (statements !== null) facts.push(...statementFacts(instrument, statements, question))
  }
  const asksDividend = metrics.includes('dividend') || ratios.includes('dividendYield')
  const valuation = ratios.length > 0 || asksDividend ? await instruments.valuation(entityId, signal) : null
  if (valuation !== null) facts.push(valuationFact(instrument, valuation, ratios))
  if (asksDividend) {
    const currency = (await instruments.profiles([entityId])).get(entityId)?.currency ?? ''
    const of = { currency, now: asked.now, simulated: valuation?.simulated ?? false }
    facts.push(dividendFact(instrument, await instruments.dividends(entityId), of))
  }
  return facts.filter((fact) => fact !== null)
}

function priceRange({ times, cause }: Understood, now: number): InstantRange {
  return times.range ?? { from: now - (cause ? CAUSE_DAYS : DEFAULT_DAYS) * DAY_MS, to: now }
}

/** The closes of a range; of one that has a single session, such as yesterday, with the close before it. */
async function closesOf(
  instruments: FactFinderDeps['instruments'],
  entityId: string,
  { range, signal }: { range: InstantRange; signal: AbortSignal },
): Promise<SessionCloses | null> {
  const closes = await instruments.closes(entityId, range, signal)
  if (closes === null || closes.sessions.length !== 1) return closes
  const longer = { ...range, from: range.from - LOOK_BACK_DAYS * DAY_MS }
  const found = await instruments.closes(entityId, longer, signal)
  return found === null ? closes : { ...found, sessions: found.sessions.slice(-2) }
}

async function performance(
  { instruments }: FactFinderDeps,
  { understood, instrument, asked, signal }: Wanted,
): Promise<Fact[]> {
  const range = priceRange(understood, asked.now)
  const closes = await closesOf(instruments, instrument.entityId, { range, signal })
  const fact = closes === null || firstAndLast(closes) === null ? null : performanceFact(instrument, closes)
  return fact === null ? [] : [fact]
}

async function impacts(
  { news }: FactFinderDeps,
  { understood, instrument, asked, signal }: Wanted,
): Promise<Fact[]> {
  const query = {
    entityIds: [instrument.entityId],
    range: understood.times.range ?? recentNews(asked.now),
    limit: MOST_IMPACTS,
  }
  const fact = impactFact(instrument, await news.impacts(query, signal))
  return fact === null ? [] : [fact]
}

async function quote(
  { instruments }: FactFinderDeps,
  { instrument, asked, signal }: Wanted,
): Promise<Fact[]> {
  const { tenantId } = asked.owner
  const found = (await instruments.quotes([instrument.entityId], { tenantId, signal })).get(
    instrument.entityId,
  )
  return found === undefined ? [] : [quoteFact(instrument, found)]
}
