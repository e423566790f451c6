import type { Instant } from '../../../kernel/time.ts'
import type { InstrumentReader } from '../../../ports/instruments.ts'
import type { NewsReader } from '../../../ports/news.ts'
import { dayMoveFacts } from '../facts/day-moves-fact.ts'
import { asEvidence, type Fact } from '../facts/facts.ts'
import { marketHoursFact } from '../facts/market-hours-fact.ts'
import { trendsFact } from '../facts/news-mentions-fact.ts'
import { askedMoves } from '../understanding/day-moves.ts'
import { askedHours } from '../understanding/market-hours.ts'
import { askedTrends } from '../understanding/news-questions.ts'
import { type Evidence, type Question, SIMULATED } from '../answer.ts'
import { NO_EVIDENCE } from './article-evidence.ts'
import { NOT_RANKED } from './clarifications.ts'

export interface MarketDeps {
  instruments: Pick<InstrumentReader, 'movers'>
  news: Pick<NewsReader, 'trending' | 'simulated'>
}

const MOST_TRENDS = 10

/** What is found for a question on exchanges, or on all that is listed: when they trade, what moved most today and what is in the news; null for any other question. */
export async function marketEvidence(
  { instruments, news }: MarketDeps,
  question: Question,
  { namesSome, signal }: { namesSome: boolean; signal: AbortSignal },
): Promise<Evidence | null> {
  const { message, history, now } = question
  const hours = askedHours(message, history, now)
  if (hours !== null)
    return evidenceOf(
      question,
      hours.markets.map((market) => marketHoursFact(market, { ...hours, now })),
    )
  if (namesSome) return null
  const window = askedTrends(message)
  if (window !== null) return evidenceOf(question, await trendFacts(news, window, now))
  const moves = askedMoves(message, now)
  if (moves === null) return null
  const facts = moves.isOfToday ? await dayMoveFacts(instruments, moves, signal) : []
  return { ...evidenceOf(question, facts), clarification: moves.isOfToday ? null : NOT_RANKED }
}

async function trendFacts(news: MarketDeps['news'], window: '24h' | '7d', now: Instant): Promise<Fact[]> {
  const trends = await news.trending({ window, limit: MOST_TRENDS })
  return trends.length === 0 ? [] : [trendsFact(trends, { window, now, simulated: news.simulated })]
}

const evidenceOf = ({ message }: Question, facts: readonly Fact[]): Evidence => ({
  question: message,
  instruments: [],
  isNews: false,
  ...NO_EVIDENCE,
  ...asEvidence(facts),
  notes: facts.some(({ record }) => record.simulated) ? [SIMULATED] : [],
})
