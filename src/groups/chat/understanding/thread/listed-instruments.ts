import type { Instant } from '../../../../kernel/time.ts'
import type { InstrumentReader, InstrumentSummary } from '../../../../ports/instruments.ts'
import { askedMoves } from '../intents/day-moves.ts'
import { askedTrades } from '../portfolio/ledger-request.ts'
import type { ReadMessage } from '../read-message.ts'

/** As names are told: `Arm Holdings plc (ARM)`. */
const TICKER = /\(([A-Z0-9^][A-Z0-9.^-]{0,11})\)/g
const MOST_LETTERS = 4_000
const MATCHES = 8
/** `my best performing stock`, and not several. */
const EXTREME =
  /\b(best|worst|strongest|weakest)[- ](?:perform(?:er|ing (?:stock|holding|position|investment|fund|share|one))|stock|holding|position|investment|fund)\b/i
const BEST_AND_WORST =
  /^Of what you hold, .{1,80}? \(([A-Z0-9^.-]{1,12})\) did best, .{1,20} and .{1,80}? \(([A-Z0-9^.-]{1,12})\) worst\b/
/** That an answer lists. */
export const MOST_LISTED = 10

/** A question of the user, and what it was answered. */
export interface AnsweredTurn {
  text: string
  answer: string
}

/** The instruments that the answer to a question lists, in its order, where the question named none of them: what moved most today, what is like something, and the one that was traded last; none where it asks for nothing of the kind. */
export function listedInstruments(
  { answer }: AnsweredTurn,
  { text, instruments, metrics }: ReadMessage,
  { named, now }: { named: InstrumentReader['named']; now: Instant },
): InstrumentSummary[] {
  const isOfPeers = instruments.length > 0 && metrics.length === 1 && metrics[0] === 'peers'
  const isOfMoves = instruments.length === 0 && askedMoves(text, now) !== null
  const extreme =
    metrics.includes('portfolio') && instruments.length === 0 ? EXTREME.exec(text)?.[1] : undefined
  if (extreme !== undefined) {
    const [, best, worst] = BEST_AND_WORST.exec(answer) ?? []
    return listed(/best|strongest/i.test(extreme) ? best : worst, named)
  }
  const isOfTrade =
    instruments.length === 0 && metrics.includes('portfolio') && (askedTrades(text)?.which ?? null) !== null
  if (!isOfPeers && !isOfMoves && !isOfTrade) return []
  const tickers = new Set(
    [...answer.slice(0, MOST_LETTERS).matchAll(TICKER)].map(([, ticker = '']) => ticker),
  )
  for (const { ticker } of instruments) tickers.delete(ticker)
  if (isOfTrade && tickers.size > 1) return []
  return [...tickers].slice(0, MOST_LISTED).flatMap((ticker) => listed(ticker, named))
}

/** What has a ticker, where anything does. */
function listed(ticker: string | undefined, named: InstrumentReader['named']): InstrumentSummary[] {
  if (ticker === undefined) return []
  return [named(ticker, MATCHES).find((each) => each.ticker === ticker) ?? []].flat()
}
