import type { Instant } from '../../../kernel/time.ts'
import type { InstrumentReader, InstrumentSummary } from '../../../ports/instruments.ts'
import type { NewsReader } from '../../../ports/news.ts'
import { dayMoveFacts } from '../facts/market/day-moves-fact.ts'
import { asEvidence, type Fact } from '../facts/facts.ts'
import { exchangeRateFact } from '../facts/prices/exchange-rate-fact.ts'
import { marketHoursFact } from '../facts/market/market-hours-fact.ts'
import { trendsFact } from '../facts/market/news-mentions-fact.ts'
import { nameOf } from '../facts/number-format.ts'
import { askedMoves } from '../understanding/intents/day-moves.ts'
import { askedRates, type RateAsk, rateRange } from '../understanding/intents/exchange-rates.ts'
import { askedHours } from '../understanding/intents/market-hours.ts'
import { askedTrends } from '../understanding/intents/news-questions.ts'
import { type Evidence, type Question, SIMULATED } from '../answer.ts'
import { NO_EVIDENCE } from './article-evidence.ts'
import { NOT_RANKED } from './clarifications.ts'
import { leftOutNote } from './unapplied.ts'

export interface MarketDeps {
  instruments: Pick<InstrumentReader, 'movers' | 'ratesInto'>
  news: Pick<NewsReader, 'trending' | 'simulated'>
}

const MOST_TRENDS = 10

/**
 * Evidence on exchanges and the market as a whole: trading hours, exchange rates, the largest moves of the day and current news; null for
 * any other question.
 */
export async function marketEvidence(
  { instruments, news }: MarketDeps,
  question: Question,
  {
    namesSome,
    excluded,
    signal,
  }: { namesSome: boolean; excluded: readonly InstrumentSummary[]; signal: AbortSignal },
): Promise<Evidence | null> {
  const { message, history, now } = question
  const hours = askedHours(message, history, now)
  if (hours !== null)
    return evidenceOf(
      question,
      hours.markets.map((market) => marketHoursFact(market, { ...hours, now })),
    )
  const rates = askedRates(message, history, now)
  if (rates.length > 0) return rateEvidence({ instruments, news }, question, rates)
  if (namesSome) return null
  const window = askedTrends(message)
  if (window !== null) return evidenceOf(question, await trendFacts(news, window, now))
  const moves = askedMoves(message, now)
  if (moves === null) return null
  if (!moves.isOfToday || moves.isOfPart) return { ...evidenceOf(question, []), clarification: NOT_RANKED }
  const found = evidenceOf(question, await dayMoveFacts(instruments, { ...moves, excluded }, signal))
  return { ...found, notes: [...leftOutNote(excluded.map(nameOf)), ...found.notes] }
}

async function rateEvidence(
  { instruments, news }: MarketDeps,
  question: Question,
  rates: readonly RateAsk[],
): Promise<Evidence> {
  const { message, now } = question
  const range = rateRange(message, now)
  if (range !== null && range.from > now) return { ...evidenceOf(question, []), clarification: RATE_AHEAD }
  const of = { range, now, simulated: news.simulated }
  const found = await Promise.all(rates.map((rate) => exchangeRateFact(instruments, rate, of)))
  const missing = rates
    .filter((_, at) => found[at] === null)
    .map(({ from, to }) => `No exchange rate of ${from} into ${to} is stored.`)
  const evidence = evidenceOf(
    question,
    found.filter((fact) => fact !== null),
  )
  const isNone = missing.length === rates.length
  return {
    ...evidence,
    clarification: missing[0] ?? null,
    notes: [...(isNone ? [] : missing), ...evidence.notes],
  }
}

const RATE_AHEAD = 'That time is in the future: no exchange rate is known for it yet.'

async function trendFacts(news: MarketDeps['news'], window: '24h' | '7d', now: Instant): Promise<Fact[]> {
  const found = await news.trending({ window, limit: MOST_TRENDS })
  return found.trends.length === 0 ? [] : [trendsFact(found, { window, now, simulated: news.simulated })]
}

const evidenceOf = ({ message }: Question, facts: readonly Fact[]): Evidence => ({
  question: message,
  instruments: [],
  isNews: false,
  ...NO_EVIDENCE,
  ...asEvidence(facts),
  notes: facts.some(({ record }) => record.simulated) ? [SIMULATED] : [],
})
