import { createPause } from '../../../kernel/pause.ts'
import { DAY_MS, utcDay } from '../../../kernel/time.ts'
import type { InstantRange } from '../../../market/bars.ts'
import type { PortfolioView } from '../../../ports/portfolio.ts'
import { isOfCalendar } from '../understanding/intents/calendar-questions.ts'
import { isOfOneSession } from '../understanding/thread/carried-metrics.ts'
import {
  asksHigherThen,
  asksOverTime,
  asksPriceReturn,
  asksRange,
} from '../understanding/intents/asked-metrics.ts'
import { relatedLines } from '../understanding/intents/related-lines.ts'
import { asksLossOrProfit } from '../understanding/intents/loss-questions.ts'
import { askedRatios, isStatementMetric } from '../understanding/intents/metrics.ts'
import { asksPeak, type SessionAsk } from '../understanding/intents/session-questions.ts'
import { isAmong } from '../understanding/entities/instrument-lists.ts'
import { MOST_HOLDINGS, type Understood } from '../understanding/understood.ts'
import { closesIn, type RangeCloses } from './prices/closes.ts'
import { inCurrencies } from './prices/converted.ts'
import { contradicted, lossOrProfit } from './contradictions.ts'
import { constituentsOf } from './market/constituents-finder.ts'
import { splitFact } from './prices/corporate-action-facts.ts'
import { dividendsOf } from './prices/dividend-finder.ts'
import type { Fact } from './facts.ts'
import { holdingMoveFacts, holdingsTodayFacts, idleFacts } from './portfolio/holding-moves.ts'
import { impactFact } from './prices/impact-fact.ts'
import { indicatorFacts } from './prices/indicator-fact.ts'
import { investmentFacts } from './prices/investment-fact.ts'
import { sentimentFact } from './market/news-mentions-fact.ts'
import { sessionFact } from './prices/session-fact.ts'
import { peersFact } from './market/peers-fact.ts'
import { withHoldings } from './portfolio/portfolio-fact.ts'
import { closeFact, performanceFact, volumeFact } from './prices/price-facts.ts'
import { isOneDay, quote, quoteWithin, sinceThen } from './prices/quote-finder.ts'
import { profileFact } from './market/profile-fact.ts'
import { onItsSession } from './prices/named-session.ts'
import { risksOf } from './prices/risk-finder.ts'
import { statementFacts } from './statements/statement-facts.ts'
import { filedSharesFact, valuationFact } from './statements/valuation-fact.ts'
import {
  type FactFinderDeps,
  liesAhead,
  moneyOf,
  priceTimes,
  returnTimes,
  timesToTell,
  type FactRequest,
} from './fact-request.ts'

const NEWS_DAYS = 30
/** Articles among which the latest with a price reaction are reported. */
const MOST_IMPACTS = 50
const MOST_PEERS = 8

/** The last thirty days. */
export const recentNews = (now: number): InstantRange => ({ from: now - NEWS_DAYS * DAY_MS, to: now })

/** Facts about one instrument from our own services, those asked for most directly first. */
export async function factsOf(deps: FactFinderDeps, asked: FactRequest): Promise<Fact[]> {
  const wanted = await onItsSession(deps, asked)
  const { understood } = wanted
  const { metrics, times } = understood
  const lines = await fundamentals(deps, wanted)
  // An overview begins with the price.
  const facts = understood.isOverview ? [] : [...lines]
  if (metrics.includes('volume') && times.range === null) facts.push(...(await volume(deps, wanted)))
  for (const times of timesToTell(understood)) {
    const ofThese = { ...wanted, understood: { ...understood, times } }
    const ofTime = times.counted === undefined ? ofThese : await onItsSession(deps, ofThese)
    facts.push(...(await pricesOf(deps, ofTime)))
    if (metrics.includes('risk')) facts.push(...(await risksOf(deps.instruments, ofTime)))
    if (metrics.includes('indicator')) facts.push(...(await indicatorFacts(deps.instruments, ofTime)))
  }
  if (understood.isOverview) facts.push(...lines)
  if (metrics.includes('investment')) facts.push(...(await investmentFacts(deps.instruments, wanted)))
  if (metrics.includes('constituents')) facts.push(...(await constituentsOf(deps, wanted)))
  if (metrics.includes('peers')) facts.push(...(await peers(deps, wanted)))
  if (metrics.includes('reaction')) facts.push(...(await impacts(deps, wanted)))
  if (metrics.includes('sentiment')) facts.push(await sentiment(deps, wanted))
  const { currencies } = asked.understood
  return inCurrencies(deps.instruments, facts, { instrument: asked.instrument, currencies })
}

/** The close of a day, the return over another period, or the newest price. */
async function pricesOf(deps: FactFinderDeps, wanted: FactRequest): Promise<Fact[]> {
  const { understood, asked } = wanted
  const { metrics, times } = understood
  const isOfListAlone = understood.watched !== null && metrics.every((metric) => metric === 'watchlist')
  const asksPrice = metrics.includes('price') || isOfListAlone
  const asksPerformance = metrics.includes('performance')
  const ofSessions = await sessionsOf(deps, wanted)
  if (times.range === null && asksPrice) {
    const returned = asksPerformance ? await performance(deps, wanted) : []
    return [...ofSessions, ...returned, ...(await quote(deps, wanted))]
  }
  const isPast = times.range !== null && times.range.from <= asked.now
  const asksClose = asksPrice && isPast && (times.edge !== null || isOneDay(times.range))
  const facts = [...ofSessions, ...(asksClose ? await closeOn(deps, wanted) : [])]
  const asksReturn = asksPerformance || (asksPrice && isPast && !asksClose)
  if (asksReturn && !liesAhead(understood, asked.now)) facts.push(...(await performance(deps, wanted)))
  // A session that has not closed has a price but no return.
  const isOpen = isPast && facts.length === 0 && (asksPrice || asksPerformance)
  return isOpen ? quoteWithin(deps, wanted) : facts
}

/** Price moves of all holdings in the period of the question, if it asks for them. */
export async function holdingMoves(
  { instruments }: FactFinderDeps,
  portfolio: PortfolioView,
  { understood, asked, signal }: Omit<FactRequest, 'instrument'>,
): Promise<Fact[]> {
  if (!understood.ofHoldings || !understood.metrics.includes('performance')) return []
  const held = portfolio.holdings.slice(0, MOST_HOLDINGS).map(({ entityId }) => entityId)
  // What a move did to a holding is computed from its present value.
  const withOwn = (facts: readonly Fact[]): Fact[] =>
    facts.map((fact) => withHoldings(asked.owner, portfolio, fact))
  const { range } = understood.times
  if (range !== null && isOneDay(range) && range.to >= asked.now && !liesAhead(understood, asked.now)) {
    const { tenantId } = asked.owner
    const moves = withOwn(holdingsTodayFacts(portfolio, await instruments.quotes(held, { tenantId, signal })))
    return sinceThen(moves, range.from)
  }
  const closes = new Map<string, RangeCloses>()
  const newest = new Map<string, number>()
  const times = returnTimes(understood, asked.now)
  // Years of bars for many instruments: let other requests run in between.
  const pause = createPause(signal)
  for (const entityId of held) {
    await pause()
    const found = await closesIn(instruments, entityId, { ...times, signal })
    if (found === null) continue
    closes.set(entityId, found)
    if (times.range.to >= asked.now) continue
    const range = { from: asked.now, to: asked.now }
    const last = (await closesIn(instruments, entityId, { range, signal }))?.before
    if (last) newest.set(entityId, last.adjusted)
  }
  const moves = withOwn(holdingMoveFacts(portfolio, closes, newest))
  return moves.length > 0 ? moves : idleFacts(closes, portfolio, times.range)
}

/** A trend is answered year by year. */
const TREND = /\b(?:trends?|trend(?:ed|ing)|over time|over the years|historical(?:ly)?|history)\b/i
const TREND_YEARS = { unit: 'year', count: 5 } as const

/** Statement lines. */
async function statementsOf(
  { instruments }: Pick<FactFinderDeps, 'instruments'>,
  { understood, instrument, asked }: FactRequest,
): Promise<readonly Fact[]> {
  const { metrics, change, compound, together, unit, times, direction, scaling, isOfLineCause } = understood
  const lines = metrics.filter(isStatementMetric)
  const statements = lines.length === 0 ? null : await instruments.statements(instrument.entityId)
  if (statements === null) return []
  const { fiscal: periods, against, joined, calendar } = times
  const isOfAny = periods.length === 0 && calendar.length === 0 && unit === null && together.length === 0
  const reported = times.reported ?? (isOfAny && TREND.test(asked.message) ? TREND_YEARS : null)
  const of = { periods, reported, against, joined, calendar, compound, together, unit, scaling }
  const facts = statementFacts(instrument, statements, {
    metrics: isOfLineCause ? [...lines, ...relatedLines(lines)] : lines,
    change: change || isOfLineCause,
    ...of,
  })
  const relevant = asksLossOrProfit(asked.message) ? lossOrProfit(facts) : facts
  return contradicted(relevant, direction, isOfLineCause ? lines : [])
}

/** Statements, ratios and dividends. */
async function fundamentals({ instruments }: FactFinderDeps, wanted: FactRequest): Promise<Fact[]> {
  const { understood, instrument, asked, signal } = wanted
  const { metrics, isOfEach, watched } = understood
  const { entityId } = instrument
  const ratios = askedRatios(metrics)
  const facts: Array<Fact | null> = [...(await statementsOf({ instruments }, wanted))]
  // For many instruments only the yield is reported.
  const isOfMany = isOfEach || watched !== null
  const asksDividend = metrics.includes('dividend') || (ratios.includes('dividendYield') && !isOfMany)
  const asksSplit = metrics.includes('split')
  const listing = metrics.includes('profile') ? await instruments.listing(entityId) : null
  if (listing !== null) facts.push(profileFact(listing, asked.message))
  const isOther = asksDividend || asksSplit
  const valuation = ratios.length > 0 || isOther ? await instruments.valuation(entityId, signal) : null
  if (valuation === null && ratios.includes('sharesOutstanding')) {
    const filed = (await instruments.factsAsOf([entityId], utcDay(asked.now))).get(entityId) ?? []
    const simulated = (await instruments.statements(entityId))?.simulated ?? false
    facts.push(filedSharesFact(instrument, filed, simulated))
  }
  if (valuation === null && !isOther) return facts.filter((fact) => fact !== null)
  const simulated = valuation?.simulated ?? false
  const profile = (await instruments.profiles([entityId])).get(entityId)
  if (valuation !== null) {
    const isOfPast = asksPastRatios(understood, asked.now) || USUAL.test(asked.message)
    facts.push(valuationFact(instrument, valuation, ratios, { assetClass: profile?.assetClass, isOfPast }))
  }
  const splits = isOther ? ((await instruments.splits([entityId], signal)).get(entityId) ?? []) : []
  if (asksDividend) {
    const currency = profile?.currency ?? ''
    for (const times of timesToTell(understood)) {
      const ofTime = { ...wanted, understood: { ...understood, times } }
      facts.push(await dividendsOf(instruments, ofTime, { currency, splits, simulated }))
    }
  }
  if (asksSplit) facts.push(splitFact(instrument, splits, { now: asked.now, simulated }))
  return facts.filter((fact) => fact !== null)
}

/** `higher than its average` */
const USUAL =
  /^\W*when (?:was|were)\b|\b(?:its|their|historical|(?:\w+|\d+)[- ]years?) (?:\w+ ){0,2}?(?:average|mean|median|norm)\b/i

/** Whether past values of price ratios are asked for, which are not stored: as of a time, or their change. */
function asksPastRatios({ metrics, change, times, instruments }: Understood, now: number): boolean {
  const { range, fiscal, reported } = times
  if (range !== null && range.to < now - DAY_MS) return true
  const isOfRatios = metrics.every((metric) => askedRatios([metric]).length > 0)
  const isOfTime = (range !== null && range.from < now - DAY_MS) || fiscal.length > 0 || reported !== null
  // A comparison of two instruments is not a change over time.
  return isOfRatios && ((change && instruments.length < 2) || isOfTime)
}

const YEARLY = /\b(?:annuali[sz]ed|(?:per|a|each) year(?! ago)|annual returns?|average annual|cagr|p\.a\.)/i

/** The return of an instrument over the period of the question, or its close when the period has a single session. */
export async function performance(
  { instruments }: Pick<FactFinderDeps, 'instruments'>,
  wanted: FactRequest,
): Promise<Fact[]> {
  const { understood, instrument, asked, signal } = wanted
  const isOverTime = understood.times.range === null && asksOverTime(understood.question)
  const then = understood.times.range
  const isSinceThen = isOneDay(then) && asksHigherThen(asked.message)
  const times = isOverTime
    ? { range: { from: 0, to: asked.now }, sessions: null }
    : then !== null && isSinceThen
      ? { range: { from: then.from + DAY_MS, to: asked.now }, sessions: null }
      : returnTimes(understood, asked.now)
  const { entityId } = instrument
  const closes = await closesIn(instruments, entityId, { ...times, signal })
  const begin = understood.times.range?.from
  const fact =
    closes === null
      ? null
      : performanceFact(instrument, closes, {
          direction: understood.direction,
          isOfRange: asksRange(understood.question),
          isOfPrice: asksPriceReturn(asked.message, understood.question),
          isYearly: isOverTime || YEARLY.test(asked.message),
          asksFrom: begin === undefined || begin < 0 ? null : utcDay(begin),
        })
  if (fact !== null) return [fact]
  // A period without a session has no return; its price is reported separately.
  const isAnsweredElsewhere = understood.metrics.includes('price') || times.range.to >= asked.now
  return closes === null || closes.within.length > 0 || isAnsweredElsewhere
    ? []
    : closeOn({ instruments }, wanted)
}

/** The close on a past day, or in the first or last session of a period; nothing for a session under way, whose price is a quote. */
async function closeOn(
  { instruments }: Pick<FactFinderDeps, 'instruments'>,
  { understood, instrument, asked, signal }: FactRequest,
): Promise<Fact[]> {
  const { range } = priceTimes(understood, asked.now)
  const { edge } = understood.times
  if (range.to >= asked.now && edge !== 'first') return []
  const { entityId } = instrument
  const closes = await closesIn(instruments, entityId, { range, signal })
  const currency = await moneyOf(instruments, instrument)
  const { shares } = understood.scaling
  const fact = closes === null ? null : closeFact(instrument, closes, { range, edge, currency, shares })
  return fact === null ? [] : [fact]
}

/** Session metrics that were asked for; volumes of a period are those of its sessions. */
async function sessionsOf(
  { instruments }: FactFinderDeps,
  { understood, instrument, asked, signal }: FactRequest,
): Promise<Fact[]> {
  const isVolume = understood.metrics.includes('volume') && understood.times.range !== null
  const asks = [...new Set([...understood.sessions, ...(isVolume ? (['volume'] as const) : [])])]
  if (asks.length === 0 || liesAhead(understood, asked.now)) return []
  const { entityId } = instrument
  const closes = await closesIn(instruments, entityId, { ...sessionTimes(understood, asked.now), signal })
  const currency = await moneyOf(instruments, instrument)
  const fact =
    closes === null
      ? null
      : sessionFact(instrument, closes, {
          asks,
          currency,
          range: understood.times.range,
          limits: understood.limits,
          until: utcDay(Math.min(understood.times.range?.to ?? asked.now, asked.now - DAY_MS)),
        })
  return fact === null ? [] : [fact]
}

/** Without a time these cover all stored sessions. */
const isOfAllTime = (ask: SessionAsk): boolean => ask === 'beyond' || isOfCalendar(ask)

/** The sessions looked at: without a time the last one, and for limits that were ever crossed all of them. */
function sessionTimes(understood: Understood, now: number): ReturnType<typeof priceTimes> {
  if (
    understood.times.range === null &&
    (understood.sessions.some(isOfAllTime) || asksPeak(understood.question))
  )
    return { range: { from: 0, to: now }, sessions: null }
  return understood.times.range === null && isOfOneSession(understood.sessions)
    ? { range: { from: now, to: now }, sessions: null }
    : priceTimes(understood, now)
}

/** `Which news moved it most?` */
const STRONGEST = /\b(?:most|biggest|largest|strongest|greatest|worst)\b/i

async function impacts(
  { news }: FactFinderDeps,
  { understood, instrument, asked, signal }: FactRequest,
): Promise<Fact[]> {
  const query = {
    entityIds: [instrument.entityId],
    range: understood.times.range ?? recentNews(asked.now),
    limit: MOST_IMPACTS,
  }
  const order = STRONGEST.test(asked.message) ? 'strongest' : 'latest'
  const fact = impactFact(instrument, await news.impacts(query, signal), order)
  return fact === null ? [] : [fact]
}

async function sentiment(
  { news }: FactFinderDeps,
  { understood, instrument, asked }: FactRequest,
): Promise<Fact> {
  const range = understood.times.range ?? recentNews(asked.now)
  const mentions = await news.mentionsOf(instrument.entityId, range)
  return sentimentFact(instrument, mentions, { range, simulated: news.simulated })
}

async function peers(
  { instruments }: FactFinderDeps,
  { understood: { excluded }, instrument, asked }: FactRequest,
): Promise<Fact[]> {
  const found = await instruments.peers(instrument.entityId, MOST_PEERS + excluded.length)
  const without = excluded.filter((each) => isAmong(each, found.peers))
  const peers = found.peers.filter((each) => !isAmong(each, excluded)).slice(0, MOST_PEERS)
  return peers.length === 0 ? [] : [peersFact(instrument, { ...found, peers, without }, asked.now)]
}

async function volume(
  { instruments }: FactFinderDeps,
  { instrument, asked, signal }: FactRequest,
): Promise<Fact[]> {
  const { tenantId } = asked.owner
  const { entityId } = instrument
  const found = (await instruments.quotes([entityId], { tenantId, signal })).get(entityId)
  return found === undefined ? [] : [volumeFact(instrument, found)]
}
