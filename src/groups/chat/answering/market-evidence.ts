import type { InstrumentReader } from '../../../ports/instruments.ts'
import { dayMoveFacts } from '../facts/day-moves-fact.ts'
import { asEvidence, type Fact } from '../facts/facts.ts'
import { marketHoursFact } from '../facts/market-hours-fact.ts'
import { askedMoves } from '../understanding/day-moves.ts'
import { askedHours } from '../understanding/market-hours.ts'
import { type Evidence, type Question, SIMULATED } from './answer.ts'
import { NO_EVIDENCE } from './article-evidence.ts'
import { NOT_RANKED } from './clarifications.ts'

/** What is found for a question on exchanges, or on all that is listed: when they trade, and what moved most today; null for any other question. */
export async function marketEvidence(
  instruments: Pick<InstrumentReader, 'movers'>,
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
  const moves = namesSome ? null : askedMoves(message, now)
  if (moves === null) return null
  const facts = moves.isOfToday ? await dayMoveFacts(instruments, moves, signal) : []
  return { ...evidenceOf(question, facts), clarification: moves.isOfToday ? null : NOT_RANKED }
}

const evidenceOf = ({ message }: Question, facts: readonly Fact[]): Evidence => ({
  question: message,
  instruments: [],
  isNews: false,
  ...NO_EVIDENCE,
  ...asEvidence(facts),
  notes: facts.some(({ record }) => record.simulated) ? [SIMULATED] : [],
})
